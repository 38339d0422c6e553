//! Bear-off databases: what `tavla.bearoff` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands paths and borrowed arrays over by value"
)]

mod one_sided;
mod two_sided;

pub(crate) use one_sided::PyOneSided;
pub(crate) use two_sided::PyTwoSided;

use crate::batch::{PyBatch, work};
use crate::convert::{counts, whole_in};
use crate::errors::{InvalidArgumentError, InvalidVariantError, OutsideDatabaseError, argument};
use crate::position::PyPosition;
use crate::store::store_error;
use crate::variant::PyVariant;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tavla_engine::variant::Track;
use tavla_engine::{Position, Side, Variant};
use tavla_solve::Threads;
use tavla_solve::batch::fill;
use tavla_solve::bearoff::{BearoffError, Numbering, Plan, Precision, Race};
use tavla_solve::exact::Money;
use tavla_solve::store::StoreError;

pub(super) fn race(variant: &Bound<'_, PyVariant>, points: u8, checkers: u8) -> PyResult<Race> {
    Race::new(&variant.get().variant, points, checkers).map_err(|error| refused(&error))
}

pub(super) fn plan(
    variant: &Bound<'_, PyVariant>,
    points: u8,
    checkers: u8,
    money: Option<bool>,
    single: bool,
) -> PyResult<Plan> {
    Ok(Plan {
        race: race(variant, points, checkers)?,
        variant: variant.get().variant.clone(),
        money: money.map(|beavers| Money { beavers }),
        precision: if single {
            Precision::Single
        } else {
            Precision::Double
        },
    })
}

pub(super) fn within(number: usize, numbering: &Numbering) -> PyResult<()> {
    let many = numbering.len();
    if number < many {
        return Ok(());
    }
    let words = format!("number: expected one below {many}, got {number}");
    Err(PyIndexError::new_err(words))
}

pub(super) fn side<'py>(
    py: Python<'py>,
    numbering: &Numbering,
    number: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    within(number, numbering)?;
    PyTuple::new(py, numbering.side(number).counts())
}

pub(super) fn number(
    race: &Race,
    numbering: &Numbering,
    given: &Bound<'_, PyAny>,
) -> PyResult<usize> {
    let mut reasons = Vec::new();
    let read = counts(given, "side", &mut reasons);
    let read = read.ok_or_else(|| InvalidArgumentError::new_err(reasons.join("; ")))?;
    let total: u32 = read.iter().map(|&count| u32::from(count)).sum();
    let side = Side::from_counts(&read).filter(|_| total <= 15);
    let side = side.ok_or_else(|| argument("side", "at most 15 checkers", &total.to_string()))?;
    race.check(side)
        .map_err(|reason| OutsideDatabaseError::new_err(format!("side: {reason}")))?;
    Ok(numbering.number(side) as usize)
}

pub(super) fn numbers(
    race: &Race,
    numbering: &Numbering,
    position: &PyPosition,
) -> PyResult<(usize, usize)> {
    let (track, position) = (position.variant.get().variant.track, position.position);
    race.check_position(track, position)
        .map_err(|reason| OutsideDatabaseError::new_err(format!("position: {reason}")))?;
    let number = |side| numbering.number(side) as usize;
    Ok((number(position.player), number(position.opponent)))
}

pub(super) fn check_row(race: &Race, track: Track, row: usize, position: Position) -> PyResult<()> {
    race.check_position(track, position).map_err(|reason| {
        OutsideDatabaseError::new_err((format!("boards: row {row}: {reason}"), row))
    })
}

pub(super) fn check_rows(race: &Race, batch: &PyBatch) -> PyResult<()> {
    let track = batch.variant().variant.track;
    let mut rows = batch.positions().iter().enumerate();
    rows.try_for_each(|(row, &position)| check_row(race, track, row, position))
}

/// Fills so many cells for each position with what a database says.
pub(super) fn filled<T, const N: usize>(
    py: Python<'_>,
    positions: &[Position],
    width: usize,
    out: &mut [f64],
    count: Threads,
    value: impl Fn(Position) -> Result<T, StoreError> + Sync + Send,
    cells_of: impl Fn(T) -> [f64; N] + Sync + Send,
) -> PyResult<()> {
    work(py, |tick| {
        fill(positions, width, out, count, tick, |position, cells| {
            // Where a file is damaged is found afterwards, by what no value is.
            let found = value(position).map_or([f64::NAN; N], &cells_of);
            cells.copy_from_slice(&found);
        })
    })?;
    match out.iter().position(|value| value.is_nan()) {
        None => Ok(()),
        Some(at) => value(positions[at / width])
            .map(|_| ())
            .map_err(|error| store_error(&error)),
    }
}

pub(super) fn many_numbers<'py>(
    py: Python<'py>,
    race: &Race,
    numbering: &Numbering,
    batch: &PyBatch,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    check_rows(race, batch)?;
    let positions = batch.positions().iter();
    let sides = positions.flat_map(|position| [position.player, position.opponent]);
    let found: Vec<u32> = sides.map(|side| numbering.number(side)).collect();
    let many = found.len() / 2;
    found.into_pyarray(py).reshape([many, 2])
}

/// The numbers of sides on so many points, the bar being the 25th: uint32 (n,).
///
/// Args:
///     points: 1 to 25.
///     sides: uint8 (n, 26), at most 15 checkers on these points and none beyond.
#[pyfunction]
#[pyo3(name = "_bearoff_numbers")]
pub(crate) fn bearoff_numbers<'py>(
    py: Python<'py>,
    points: &Bound<'_, PyAny>,
    sides: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let points = whole_in(points, "points", 1, 25)? as u8;
    let checkers = if points > 12 { 5 } else { 15 };
    let numbering = Numbering::new(points, checkers, 15);
    let (rows, rest) = sides.as_slice()?.as_chunks::<26>();
    let numbers = rows.iter().map(|row| {
        let there: u32 = row[1..].iter().map(|&count| u32::from(count)).sum();
        let side = Side::from_counts(row).filter(|side| side.rear() <= points);
        side.filter(|_| there <= u32::from(checkers))
            .map(|side| numbering.number(side))
    });
    let numbers: Option<Vec<u32>> = numbers.collect();
    let numbers = numbers.filter(|_| rest.is_empty());
    let expected =
        format!("sides of 26 counts with at most {checkers} checkers on {points} points");
    Ok(numbers
        .ok_or_else(|| argument("sides", &expected, "others"))?
        .into_pyarray(py))
}

pub(super) fn foreign(mine: &Variant, other: &Variant) -> PyErr {
    let (mine, other) = (&mine.name, &other.name);
    OutsideDatabaseError::new_err(format!(
        "position: expected one whose races are those of {mine}, got one of {other}"
    ))
}

pub(super) fn refused(error: &BearoffError) -> PyErr {
    let words = error.to_string();
    match error {
        BearoffError::Stopped => PyKeyboardInterrupt::new_err(words),
        BearoffError::NoMemory { .. } => PyMemoryError::new_err(words),
        BearoffError::Store(error) => store_error(error),
        BearoffError::NoThreads { .. } => {
            argument("threads", "as many as the system gives", &words)
        }
        BearoffError::Memory { .. } => InvalidArgumentError::new_err(format!("memory: {words}")),
        BearoffError::Size { .. } => InvalidArgumentError::new_err(words),
        BearoffError::Variant { .. } => InvalidVariantError::new_err((words.clone(), vec![words])),
    }
}
