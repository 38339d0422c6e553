//! `perft`.

use crate::convert::{shown, whole_in};
use crate::errors::argument;
use crate::position::PyPosition;
use crate::progress::Watch;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tavla_engine::perft::{Perft, PerftError, perft as count};

/// What stands below a position at one depth.
#[pyclass(name = "Perft", module = "tavla", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPerft {
    plays: u128,
    distinct: u64,
}

#[pymethods]
impl PyPerft {
    #[new]
    fn new(plays: u128, distinct: u64) -> Self {
        Self { plays, distinct }
    }

    /// Paths of plays of that length, each of the 21 rolls counted once a turn.
    #[getter]
    fn plays(&self) -> u128 {
        self.plays
    }

    /// Different positions at their ends.
    #[getter]
    fn distinct(&self) -> u64 {
        self.distinct
    }

    fn __repr__(&self) -> String {
        format!("Perft(plays={}, distinct={})", self.plays, self.distinct)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        (slf.get_type(), (this.plays, this.distinct)).into_pyobject(slf.py())
    }
}

/// Deeper counts take more time and memory than there is.
const DEEPEST: i64 = 16;

/// Counts plays and distinct positions `depth` turns below a position, over all 21 rolls a turn.
///
/// A dance is one play; a finished game goes no further. Runs without the GIL and answers Ctrl-C.
/// The positions of all layers but the last are held in memory: at most 29 million a layer.
///
/// Args:
///     position: Where to start.
///     depth: How many turns, 0 to 16.
///     progress: True for a bar, a callable that gets the share done from 0 to 1, False for
///         silence; None is a bar on a terminal after two seconds.
///
/// Raises:
///     InvalidArgumentError: Not a position, a depth out of range, or one whose layers do not fit.
///
/// >>> import tavla
/// >>> tavla.perft(tavla.Position.start(tavla.HYPER), 2)
/// Perft(plays=..., distinct=...)
#[pyfunction]
#[pyo3(name = "perft", signature = (position, depth, *, progress = None))]
pub(crate) fn perft(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPerft> {
    let here = position
        .cast::<PyPosition>()
        .map_err(|_| argument("position", "a Position", &shown(position)))?
        .get();
    let turns = whole_in(depth, "depth", 0, DEEPEST)? as u32;
    let mut watch = Watch::new(py, progress, "perft")?;
    let counted = py.detach(|| {
        count(here.rules(), here.position, turns, &mut |share| {
            watch.tick(share)
        })
    });
    watch.finish(py, counted.is_ok())?;
    let Perft { plays, distinct } = counted.map_err(|error| match error {
        PerftError::Stopped => PyKeyboardInterrupt::new_err(error.to_string()),
        PerftError::NoRoom { .. } | PerftError::TooMany => {
            argument("depth", &format!("fewer turns ({error})"), &shown(depth))
        }
    })?;
    Ok(PyPerft { plays, distinct })
}
