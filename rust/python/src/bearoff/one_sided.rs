//! `_OneSided`.

use super::{
    check_rows, filled, foreign, many_numbers, number, numbers, race, refused, side, within,
};
use crate::batch::{PyBatch, threads as read_threads};
use crate::convert::dice as read_dice;
use crate::errors::argument;
use crate::position::PyPosition;
use crate::progress::Watch;
use crate::solving::{State, keeper};
use crate::store::{PyStore, json_object, store_error};
use crate::variant::{PyVariant, argument_variant};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use tavla_engine::Position;
use tavla_solve::bearoff::{Limit, OneSided, Race};
use tavla_solve::store::StoreError;

/// How many rolls each side of a race takes.
#[pyclass(name = "_OneSided", module = "tavla._engine", frozen)]
pub(crate) struct PyOneSided {
    variant: Py<PyVariant>,
    database: OneSided,
}

#[pymethods]
impl PyOneSided {
    /// Builds a database. `state` is as in `_Planes.solve`.
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
        threads: &Bound<'_, PyAny>,
        memory: u64,
        progress: &Bound<'_, PyAny>,
        state: State,
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let race = race(variant, points, checkers)?;
        let count = read_threads(threads)?;
        let label = format!("bear-off of {points} points and {checkers} checkers");
        let mut watch = Watch::new(py, Some(progress), &label)?;
        let (limit, mut keeper) = (Limit(memory), keeper(state)?);
        let built = py.detach(|| {
            let tick = &mut |share| watch.tick(share);
            OneSided::build_from(race, limit, count, keeper.as_mut(), tick)
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
        let store = OneSided::open(&path).map_err(|error| store_error(&error))?;
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
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let race = race(variant, points, checkers)?;
        let database = OneSided::stored(&store.store, race);
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

    /// What is the same where races are the same.
    #[staticmethod]
    fn key(variant: &Bound<'_, PyAny>, points: u8, checkers: u8) -> PyResult<String> {
        Ok(race(argument_variant(variant)?, points, checkers)?.key())
    }

    /// The variant whose races it is of.
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

    /// The number of a side of 26 counts.
    ///
    /// Raises:
    ///     OutsideDatabaseError: It is not in the database.
    ///     InvalidArgumentError: Not such counts.
    fn number(&self, counts: &Bound<'_, PyAny>) -> PyResult<usize> {
        number(self.race(), self.database.numbering(), counts)
    }

    /// The numbers of the sides of many positions, uint32 (n, 2).
    ///
    /// Raises:
    ///     OutsideDatabaseError: One is not in the database; the first is named.
    fn numbers_of<'py>(
        &self,
        py: Python<'py>,
        batch: &PyBatch,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        self.check(batch.variant())?;
        many_numbers(py, self.race(), self.database.numbering(), batch)
    }

    /// The 26 counts of a number.
    fn side<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyTuple>> {
        side(py, self.database.numbering(), number)
    }

    /// The mean number of rolls.
    fn mean(&self, number: usize) -> PyResult<f64> {
        self.at(number, OneSided::mean)
    }

    /// The standard deviation of the number of rolls.
    fn deviation(&self, number: usize) -> PyResult<f64> {
        self.at(number, OneSided::deviation)
    }

    /// The chances of bearing off all in so many rolls, float64, from none on.
    fn chances<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(self.at(number, OneSided::chances)?.into_pyarray(py))
    }

    /// The chances of bearing off the first checker in so many rolls, float64, from none on.
    fn first_off<'py>(
        &self,
        py: Python<'py>,
        number: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(self.at(number, OneSided::first_off)?.into_pyarray(py))
    }

    /// The mean numbers of rolls of all sides, float64 by number.
    fn means<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let means = py.detach(|| self.database.means().map(<[f64]>::to_vec));
        Ok(means.map_err(|error| store_error(&error))?.into_pyarray(py))
    }

    /// The chances of numbers of rolls below `width`, float64 (numbers, width), of some numbers.
    ///
    /// Args:
    ///     start: The first number.
    ///     stop: The first that is not wanted.
    ///     width: So many numbers of rolls, from none on.
    ///     first: Of the first checker off, or of all.
    fn table<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: usize,
        width: usize,
        first: bool,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let stop = stop.min(self.database.numbering().len());
        let rows = stop.saturating_sub(start);
        let table = py.detach(|| {
            let mut table = vec![0.0; rows * width];
            for (row, number) in table.chunks_mut(width.max(1)).zip(start..stop) {
                let chances = if first {
                    self.database.first_off(number)?
                } else {
                    self.database.chances(number)?
                };
                let kept = chances.len().min(width);
                row[..kept].copy_from_slice(&chances[..kept]);
            }
            Ok(table)
        });
        let table = table.map_err(|error: StoreError| store_error(&error))?;
        table.into_pyarray(py).reshape([rows, width])
    }

    /// Fills float64 (n, 3) with win, gammon and gammon lost of each race.
    ///
    /// Raises:
    ///     OutsideDatabaseError: A position is not in the database; the first is named.
    ///     DataError: The file is damaged.
    fn fill_odds(
        &self,
        py: Python<'_>,
        batch: &PyBatch,
        mut out: PyReadwriteArray2<'_, f64>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let count = read_threads(threads)?;
        self.check(batch.variant())?;
        let (positions, out) = (batch.positions(), out.as_slice_mut()?);
        if out.len() != 3 * positions.len() {
            let expected = format!("room for {} positions", positions.len());
            return Err(argument("out", &expected, &format!("{} cells", out.len())));
        }
        check_rows(self.race(), batch)?;
        let numbering = self.database.numbering();
        let value = |position: Position| {
            let both = [position.player, position.opponent];
            let [mine, theirs] = both.map(|side| numbering.number(side) as usize);
            self.database.odds(mine, theirs)
        };
        filled(py, positions, 3, out, count, value, |found| {
            [found.win, found.gammon, found.gammon_loss]
        })
    }

    /// Win, gammon and gammon lost of a race of two numbers, the first on roll.
    fn odds(&self, mine: usize, theirs: usize) -> PyResult<(f64, f64, f64)> {
        within(mine, self.database.numbering())?;
        within(theirs, self.database.numbering())?;
        let found = self.database.odds(mine, theirs);
        let found = found.map_err(|error| store_error(&error))?;
        Ok((found.win, found.gammon, found.gammon_loss))
    }

    /// Which of the legal plays of a roll takes the fewest rolls.
    ///
    /// Raises:
    ///     OutsideDatabaseError: The position is not in the database.
    fn best(&self, position: &PyPosition, dice: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        self.numbers(position)?;
        let plays = position.plays(read_dice(dice)?);
        let sides = plays.iter().map(|play| play.after.player);
        self.database
            .best(sides)
            .map_err(|error| store_error(&error))
    }
}

impl PyOneSided {
    const fn race(&self) -> &Race {
        self.database.race()
    }

    fn check(&self, other: &PyVariant) -> PyResult<()> {
        let mine = self.variant.get();
        if mine.is(other) || self.race().is_of(&other.variant) {
            return Ok(());
        }
        Err(foreign(&mine.variant, &other.variant))
    }

    fn at<T>(
        &self,
        number: usize,
        get: impl Fn(&OneSided, usize) -> Result<T, StoreError>,
    ) -> PyResult<T> {
        within(number, self.database.numbering())?;
        get(&self.database, number).map_err(|error| store_error(&error))
    }
}
