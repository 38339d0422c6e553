//! `rank` and `unrank`.

use crate::convert::{counts, shown, whole_in, whole_u64};
use crate::errors::{InvalidArgumentError, UndefinedIndexError, argument};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tavla_engine::Side;
use tavla_engine::rank::sides;
use tavla_engine::side::MAX_CHECKERS;

/// The place of a side among all sides with as many checkers, from 0.
///
/// All off is 0, all on the bar the last: the colexicographic order of the checkers' slots
/// (`docs/stability.md`). `counts` are 26: off, points 1 to 24, bar; at most 15 checkers.
///
/// Raises:
///     InvalidArgumentError: Not such counts.
#[pyfunction]
#[pyo3(name = "rank")]
pub(crate) fn rank(counts: &Bound<'_, PyAny>) -> PyResult<u64> {
    let mut reasons = Vec::new();
    let read = self::counts(counts, "counts", &mut reasons);
    let read = read.ok_or_else(|| InvalidArgumentError::new_err(reasons.join("; ")))?;
    let total: u32 = read.iter().map(|&count| u32::from(count)).sum();
    match Side::from_counts(&read) {
        Some(side) if total <= u32::from(MAX_CHECKERS) => Ok(tavla_engine::rank::rank(side)),
        _ => {
            let expected = format!("at most {MAX_CHECKERS} checkers");
            Err(argument("counts", &expected, &total.to_string()))
        }
    }
}

/// The side of so many checkers with this rank, as 26 counts.
///
/// Raises:
///     InvalidArgumentError: Not 0 to 15 checkers, or no number.
///     UndefinedIndexError: The rank is past the last.
#[pyfunction]
#[pyo3(name = "unrank")]
pub(crate) fn unrank<'py>(
    checkers: &Bound<'py, PyAny>,
    rank: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let checkers = whole_in(checkers, "checkers", 0, i64::from(MAX_CHECKERS))? as u8;
    let number = whole_u64(rank, "rank")?;
    let side = tavla_engine::rank::unrank(checkers, number).ok_or_else(|| {
        UndefinedIndexError::new_err(format!(
            "there are {} sides of {checkers} checkers, so none has rank {}",
            sides(checkers),
            shown(rank)
        ))
    })?;
    PyTuple::new(rank.py(), side.counts())
}
