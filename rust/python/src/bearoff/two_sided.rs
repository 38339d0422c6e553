//! `_TwoSided`.

use super::{check_rows, filled, foreign, numbers, plan, refused, side, within};
use crate::batch::{PyBatch, threads as read_threads};
use crate::convert::dice as read_dice;
use crate::errors::argument;
use crate::position::PyPosition;
use crate::progress::Watch;
use crate::solving::{State, keeper};
use crate::store::{PyStore, json_object, store_error};
use crate::variant::{PyVariant, argument_variant};
use numpy::{IntoPyArray, PyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use tavla_engine::Position;
use tavla_solve::bearoff::{Limit, Precision, Race, TwoSided};

/// The exact values of races.
#[pyclass(name = "_TwoSided", module = "tavla._engine", frozen)]
pub(crate) struct PyTwoSided {
    variant: Py<PyVariant>,
    database: TwoSided,
}

#[pymethods]
impl PyTwoSided {
    /// Builds a database.
    ///
    /// Args:
    ///     variant: The game.
    ///     points: The farthest point.
    ///     checkers: The most checkers of a side.
    ///     money: None without a cube; for money whether there are beavers.
    ///     single: Whether to store in single precision.
    ///     threads: How many threads work.
    ///     memory: The bytes that may be used.
    ///     progress: As everywhere.
    ///     state: As in `_Planes.solve`.
    ///
    /// Raises:
    ///     InvalidArgumentError: Points or checkers that cannot be, or too little memory.
    ///     InvalidVariantError: A variant whose races are of another kind.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "Python's function has them")]
    fn build(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        points: u8,
        checkers: u8,
        money: Option<bool>,
        single: bool,
        threads: &Bound<'_, PyAny>,
        memory: u64,
        progress: &Bound<'_, PyAny>,
        state: State,
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let plan = plan(variant, points, checkers, money, single)?;
        let count = read_threads(threads)?;
        let label = format!("two-sided bear-off of {points} points and {checkers} checkers");
        let mut watch = Watch::new(py, Some(progress), &label)?;
        let (limit, mut keeper) = (Limit(memory), keeper(state)?);
        let built = py.detach(|| {
            let tick = &mut |share| watch.tick(share);
            TwoSided::build_from(plan, limit, count, keeper.as_mut(), tick)
        });
        watch.finish(py, built.is_ok())?;
        Ok(Self {
            database: built.map_err(|error| refused(&error))?,
            variant: variant.clone().unbind(),
        })
    }

    /// Maps a file; its parameters tell which races it is of.
    ///
    /// Raises:
    ///     DataError: It is foreign, truncated, damaged or of another kind.
    ///     OSError: It cannot be opened.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<PyStore> {
        let store = TwoSided::open(&path).map_err(|error| store_error(&error))?;
        Ok(PyStore { store })
    }

    /// The database of a file.
    ///
    /// Raises:
    ///     DataError: It is of other races.
    #[staticmethod]
    fn stored(
        store: &PyStore,
        variant: &Bound<'_, PyAny>,
        points: u8,
        checkers: u8,
        money: Option<bool>,
        single: bool,
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let plan = plan(variant, points, checkers, money, single)?;
        let database = TwoSided::stored(&store.store, plan);
        Ok(Self {
            database: database.map_err(|error| store_error(&error))?,
            variant: variant.clone().unbind(),
        })
    }

    /// Writes a file; `parameters` are a JSON object.
    ///
    /// Raises:
    ///     OSError: It cannot be written; nothing is left of it.
    ///     DataError: The file that is read from is damaged.
    fn save(&self, py: Python<'_>, path: PathBuf, parameters: &str) -> PyResult<()> {
        let parameters = json_object(parameters)?;
        let saved = py.detach(|| self.database.save(&path, parameters));
        saved.map_err(|error| store_error(&error))
    }

    /// What is the same where races are worth the same.
    #[staticmethod]
    fn key(variant: &Bound<'_, PyAny>, points: u8, checkers: u8) -> PyResult<String> {
        Ok(plan(argument_variant(variant)?, points, checkers, None, false)?.key())
    }

    /// The game whose races it is of.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyVariant> {
        self.variant.clone_ref(py)
    }

    #[getter]
    fn points(&self) -> u8 {
        self.race().points()
    }

    #[getter]
    fn checkers(&self) -> u8 {
        self.race().checkers()
    }

    /// Whether it is stored in single precision.
    #[getter]
    fn is_single(&self) -> bool {
        self.database.precision() == Precision::Single
    }

    /// The names of the lanes.
    #[getter]
    fn lanes(&self) -> Vec<&'static str> {
        self.database.lanes()
    }

    /// The sides of one player.
    fn __len__(&self) -> usize {
        self.database.numbering().len()
    }

    /// The numbers of the two sides of a position.
    ///
    /// Raises:
    ///     OutsideDatabaseError: It is not in the database.
    fn numbers(&self, position: &PyPosition) -> PyResult<(usize, usize)> {
        self.check(position.variant.get())?;
        numbers(self.race(), self.database.numbering(), position)
    }

    /// The 26 counts of a number.
    fn side<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyTuple>> {
        side(py, self.database.numbering(), number)
    }

    /// The value of a lane for two numbers, the first on roll and not done.
    fn value(&self, lane: &str, mine: usize, theirs: usize) -> PyResult<f64> {
        let lane = self.lane(lane)?;
        self.within(mine, theirs)?;
        let value = self.database.value(lane, mine, theirs);
        value.map_err(|error| store_error(&error))
    }

    /// What rolling is worth when the other side is left with a lane.
    fn rolled(&self, py: Python<'_>, after: &str, mine: usize, theirs: usize) -> PyResult<f64> {
        let lane = self.lane(after)?;
        self.within(mine, theirs)?;
        let value = py.detach(|| self.database.rolled(lane, mine, theirs));
        value.map_err(|error| store_error(&error))
    }

    /// Which of the legal plays of a roll leaves the other side with the least of a lane, and how
    /// much that is.
    ///
    /// Raises:
    ///     OutsideDatabaseError: The position is not in the database.
    fn best(
        &self,
        after: &str,
        position: &PyPosition,
        dice: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(usize, f64)>> {
        let lane = self.lane(after)?;
        let (_, theirs) = self.numbers(position)?;
        let plays = position.plays(read_dice(dice)?);
        let sides = plays.iter().map(|play| play.after.player);
        let best = self.database.best(lane, theirs, sides);
        best.map_err(|error| store_error(&error))
    }

    /// Fills float64 (n,) with the values of a lane.
    ///
    /// Raises:
    ///     OutsideDatabaseError: A position is not in the database; the first is named.
    ///     DataError: The file is damaged.
    fn fill(
        &self,
        py: Python<'_>,
        lane: &str,
        batch: &PyBatch,
        mut out: PyReadwriteArray1<'_, f64>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (lane, count) = (self.lane(lane)?, read_threads(threads)?);
        self.check(batch.variant())?;
        let (positions, out) = (batch.positions(), out.as_slice_mut()?);
        if out.len() != positions.len() {
            let expected = format!("room for {} values", positions.len());
            return Err(argument("out", &expected, &out.len().to_string()));
        }
        check_rows(self.race(), batch)?;
        let numbering = self.database.numbering();
        let value = |position: Position| {
            let both = [position.player, position.opponent];
            let [mine, theirs] = both.map(|side| numbering.number(side) as usize);
            self.database.value(lane, mine, theirs)
        };
        filled(py, positions, 1, out, count, value, |found| [found])
    }

    /// What rolling is worth to a number against every other, when the other side is left with a
    /// lane: float64 (n,).
    fn rolled_row<'py>(
        &self,
        py: Python<'py>,
        after: &str,
        mine: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let lane = self.lane(after)?;
        self.within(mine, 0)?;
        let row = py.detach(|| self.database.rolled_row(lane, mine));
        Ok(row.map_err(|error| store_error(&error))?.into_pyarray(py))
    }
}

impl PyTwoSided {
    const fn race(&self) -> &Race {
        &self.database.plan().race
    }

    fn check(&self, other: &PyVariant) -> PyResult<()> {
        let mine = self.variant.get();
        if mine.is(other) || self.database.plan().is_of(&other.variant) {
            return Ok(());
        }
        Err(foreign(&mine.variant, &other.variant))
    }

    fn lane(&self, name: &str) -> PyResult<usize> {
        let lanes = self.database.lanes();
        let found = lanes.iter().position(|&lane| lane == name);
        found.ok_or_else(|| argument("lane", &lanes.join(" or "), &format!("{name:?}")))
    }

    fn within(&self, mine: usize, theirs: usize) -> PyResult<()> {
        within(mine, self.database.numbering())?;
        within(theirs, self.database.numbering())
    }
}
