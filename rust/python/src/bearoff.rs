//! Bear-off databases: what `tavla.bearoff` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands paths and borrowed arrays over by value"
)]

use crate::batch::{PyBatch, threads, work};
use crate::convert::{counts, dice, whole_in};
use crate::errors::{InvalidArgumentError, InvalidVariantError, OutsideDatabaseError, argument};
use crate::position::PyPosition;
use crate::progress::Watch;
use crate::store::{PyStore, json_object, store_error};
use crate::variant::{PyVariant, argument_variant};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray1,
    PyReadwriteArray2,
};
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use tavla_engine::{Position, Side, Variant};
use tavla_solve::Threads;
use tavla_solve::batch::fill;
use tavla_solve::bearoff::{
    BearoffError, Limit, Numbering, OneSided, Plan, Precision, Race, TwoSided,
};
use tavla_solve::exact::Money;
use tavla_solve::store::StoreError;

/// How many rolls each side of a race takes.
#[pyclass(name = "_OneSided", module = "tavla._engine", frozen)]
pub(crate) struct PyOneSided {
    variant: Py<PyVariant>,
    database: OneSided,
}

#[pymethods]
impl PyOneSided {
    /// Builds a database.
    ///
    /// Raises:
    ///     InvalidArgumentError: Points or checkers that cannot be, or too little memory.
    ///     InvalidVariantError: A variant whose races are of another kind.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        points: u8,
        checkers: u8,
        threads: &Bound<'_, PyAny>,
        memory: u64,
        progress: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let race = race(variant, points, checkers)?;
        let count = self::threads(threads)?;
        let label = format!("bear-off of {points} points and {checkers} checkers");
        let mut watch = Watch::new(py, Some(progress), &label)?;
        let built = py
            .detach(|| OneSided::build(race, Limit(memory), count, &mut |share| watch.tick(share)));
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
        let count = self::threads(threads)?;
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
        let plays = position.plays(self::dice(dice)?);
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
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let plan = plan(variant, points, checkers, money, single)?;
        let count = self::threads(threads)?;
        let label = format!("two-sided bear-off of {points} points and {checkers} checkers");
        let mut watch = Watch::new(py, Some(progress), &label)?;
        let built = py
            .detach(|| TwoSided::build(plan, Limit(memory), count, &mut |share| watch.tick(share)));
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
        let plays = position.plays(self::dice(dice)?);
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
        let (lane, count) = (self.lane(lane)?, self::threads(threads)?);
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

fn race(variant: &Bound<'_, PyVariant>, points: u8, checkers: u8) -> PyResult<Race> {
    Race::new(&variant.get().variant, points, checkers).map_err(|error| refused(&error))
}

fn plan(
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

fn within(number: usize, numbering: &Numbering) -> PyResult<()> {
    let many = numbering.len();
    if number < many {
        return Ok(());
    }
    let words = format!("number: expected one below {many}, got {number}");
    Err(PyIndexError::new_err(words))
}

fn side<'py>(
    py: Python<'py>,
    numbering: &Numbering,
    number: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    within(number, numbering)?;
    PyTuple::new(py, numbering.side(number).counts())
}

fn number(race: &Race, numbering: &Numbering, given: &Bound<'_, PyAny>) -> PyResult<usize> {
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

fn numbers(race: &Race, numbering: &Numbering, position: &PyPosition) -> PyResult<(usize, usize)> {
    let (track, position) = (position.variant.get().variant.track, position.position);
    race.check_position(track, position)
        .map_err(|reason| OutsideDatabaseError::new_err(format!("position: {reason}")))?;
    let number = |side| numbering.number(side) as usize;
    Ok((number(position.player), number(position.opponent)))
}

fn check_row(
    race: &Race,
    track: tavla_engine::variant::Track,
    row: usize,
    position: Position,
) -> PyResult<()> {
    race.check_position(track, position).map_err(|reason| {
        OutsideDatabaseError::new_err((format!("boards: row {row}: {reason}"), row))
    })
}

fn check_rows(race: &Race, batch: &PyBatch) -> PyResult<()> {
    let track = batch.variant().variant.track;
    let mut rows = batch.positions().iter().enumerate();
    rows.try_for_each(|(row, &position)| check_row(race, track, row, position))
}

/// Fills so many cells for each position with what a database says.
fn filled<T, const N: usize>(
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

fn many_numbers<'py>(
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

fn foreign(mine: &Variant, other: &Variant) -> PyErr {
    let (mine, other) = (&mine.name, &other.name);
    OutsideDatabaseError::new_err(format!(
        "position: expected one whose races are those of {mine}, got one of {other}"
    ))
}

fn refused(error: &BearoffError) -> PyErr {
    let words = error.to_string();
    match error {
        BearoffError::Stopped => PyKeyboardInterrupt::new_err(words),
        BearoffError::Store(error) => store_error(error),
        BearoffError::NoThreads { .. } => {
            argument("threads", "as many as the system gives", &words)
        }
        BearoffError::Memory { .. } => InvalidArgumentError::new_err(format!("memory: {words}")),
        BearoffError::Size { .. } => InvalidArgumentError::new_err(words),
        BearoffError::Variant { .. } => InvalidVariantError::new_err((words.clone(), vec![words])),
    }
}
