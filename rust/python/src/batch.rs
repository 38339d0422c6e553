//! Arrays of positions: what `tavla.batch` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands borrowed arrays over by value"
)]

use crate::convert::{seed, whole_in};
use crate::errors::{
    DataError, InvalidArgumentError, InvalidDiceError, InvalidPositionError, argument,
};
use crate::play::PyPlay;
use crate::position::PyPosition;
use crate::progress::Watch;
use crate::variant::{PyVariant, argument_variant};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyReadonlyArray3, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3,
};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use tavla_engine::row::{ROW, Row};
use tavla_engine::side::SLOTS;
use tavla_engine::{Dice, Position, ROLLS, Who, hash, legal_plays, outcome, rng};
use tavla_solve::Threads;
use tavla_solve::batch::{self, BatchError, Rolls, Tick};

/// Positions of one variant, validated, each with a roll or all with every roll.
///
/// Args:
///     variant: The rules.
///     boards: uint8 (n, 2, 26), C-contiguous.
///     dice: uint8 (n, 2), or None for all 21 rolls.
///
/// Raises:
///     InvalidPositionError: A row is no position; the first is named.
///     InvalidDiceError: A row is no roll; the first is named.
#[pyclass(name = "_Batch", module = "tavla._engine", frozen)]
pub(crate) struct PyBatch {
    variant: Py<PyVariant>,
    positions: Vec<Position>,
    dice: Option<Vec<Dice>>,
}

impl PyBatch {
    /// Positions of the variant, each with a roll.
    pub(crate) fn of(variant: Py<PyVariant>, positions: Vec<Position>, dice: Vec<Dice>) -> Self {
        Self {
            variant,
            positions,
            dice: Some(dice),
        }
    }

    /// Its positions.
    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The variant whose positions they are.
    pub(crate) fn variant(&self) -> &PyVariant {
        self.variant.get()
    }

    fn rolls(&self) -> Rolls<'_> {
        self.dice.as_deref().map_or(Rolls::All, Rolls::Each)
    }

    /// Fills `out` with so many cells a position.
    fn fill<T: Send>(
        &self,
        py: Python<'_>,
        width: usize,
        out: &mut [T],
        count: &Bound<'_, PyAny>,
        each: impl Fn(Position, &mut [T]) + Sync + Send,
    ) -> PyResult<()> {
        let count = threads(count)?;
        let given = out.len();
        if given != width * self.positions.len() {
            let expected = format!("room for {} positions", self.positions.len());
            return Err(argument("out", &expected, &format!("{given} cells")));
        }
        work(py, |tick| {
            batch::fill(&self.positions, width, out, count, tick, each)
        })
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(
        variant: &Bound<'_, PyAny>,
        boards: PyReadonlyArray3<'_, u8>,
        dice: Option<PyReadonlyArray2<'_, u8>>,
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let rules = &variant.get().variant;
        let positions = batch::read_rows(rules, rows(&boards)?).map_err(|error| failed(&error))?;
        let dice = dice.map(|dice| read_dice(&dice, positions.len()));
        Ok(Self {
            variant: variant.clone().unbind(),
            positions,
            dice: dice.transpose()?,
        })
    }

    fn __len__(&self) -> usize {
        self.positions.len()
    }

    /// About how many rows the results have, rather more; exact for small batches.
    fn estimated_rows(&self, py: Python<'_>) -> usize {
        let rules = &self.variant.get().rules;
        py.detach(|| batch::estimated_rows(rules, &self.positions, self.rolls()))
    }

    /// Where each segment begins, and how many rows there are. The results of every play go into
    /// `out`, uint8 (room, 2, 26); where they do not fit there are no offsets.
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        mut out: PyReadwriteArray3<'_, u8>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<(Option<Bound<'py, PyArray1<i64>>>, usize)> {
        let count = self::threads(threads)?;
        let rules = &self.variant.get().rules;
        let room = out.as_slice_mut().map_err(|_| not_contiguous("out"))?;
        let made = work(py, |tick| {
            match batch::afterstates_into(rules, &self.positions, self.rolls(), room, count, tick) {
                Err(BatchError::Room { needed, .. }) => Ok(Err(needed)),
                made => made.map(Ok),
            }
        })?;
        Ok(match made {
            Ok(indptr) => {
                let rows = indptr.last().map_or(0, |&rows| rows as usize);
                (Some(indptr.into_pyarray(py)), rows)
            }
            Err(needed) => (None, needed),
        })
    }

    /// How many plays each position has with each of its rolls, uint32, rolls together.
    fn count_plays<'py>(
        &self,
        py: Python<'py>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let count = self::threads(threads)?;
        let rules = &self.variant.get().rules;
        let counts = work(py, |tick| {
            batch::count_all(rules, &self.positions, self.rolls(), count, tick)
        })?;
        Ok(counts.into_pyarray(py))
    }

    /// The play with this index among those of one segment.
    fn play(&self, py: Python<'_>, segment: usize, index: usize) -> PyResult<PyPlay> {
        let (row, dice) = match &self.dice {
            Some(dice) => (segment, dice.get(segment).copied()),
            None => (segment / ROLLS.len(), Some(ROLLS[segment % ROLLS.len()])),
        };
        let found = self.positions.get(row).zip(dice);
        let found = found.and_then(|(&position, dice)| {
            let plays = legal_plays(&self.variant.get().rules, position, dice);
            plays.get(index).map(|&play| (position, dice, play))
        });
        let (position, dice, play) =
            found.ok_or_else(|| argument("row", "a row of the batch", &segment.to_string()))?;
        let object = PyPosition {
            variant: self.variant.clone_ref(py),
            position,
        };
        Ok(PyPlay {
            position: Py::new(py, object)?,
            dice,
            play,
        })
    }

    /// Fills int8 (n,): 0 while the game goes on, else its points to the player.
    fn outcomes(
        &self,
        py: Python<'_>,
        mut out: PyReadwriteArray1<'_, i8>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let rules = &self.variant.get().variant;
        self.fill(py, 1, out.as_slice_mut()?, threads, |position, cell| {
            cell[0] = outcome(rules, position).map_or(0, |outcome| {
                let points = outcome.multiplier() as i8;
                match outcome.winner {
                    Who::Player => points,
                    Who::Opponent => -points,
                }
            });
        })
    }

    /// Fills uint16 (n, 2): the pips of the player and of the opponent.
    fn pips(
        &self,
        py: Python<'_>,
        mut out: PyReadwriteArray2<'_, u16>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.fill(py, 2, out.as_slice_mut()?, threads, |position, cells| {
            cells[0] = position.player.pips();
            cells[1] = position.opponent.pips();
        })
    }

    /// Fills uint64 (n,): the stable hashes.
    fn hash64(
        &self,
        py: Python<'_>,
        mut out: PyReadwriteArray1<'_, u64>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.fill(py, 1, out.as_slice_mut()?, threads, |position, cell| {
            cell[0] = hash::hash64(position);
        })
    }

    /// Fills uint8 (n,): 1 finished, 2 contact, 4 player on the bar, 8 opponent on the bar, 16
    /// irregular.
    fn status(
        &self,
        py: Python<'_>,
        mut out: PyReadwriteArray1<'_, u8>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let variant = &self.variant.get().variant;
        self.fill(py, 1, out.as_slice_mut()?, threads, |position, cell| {
            let on_bar = |count: u8| count > 0;
            let flags = [
                position.is_finished(),
                position.has_contact(variant.track),
                on_bar(position.player.count(25)),
                on_bar(position.opponent.count(25)),
                !position.irregularities(variant).is_empty(),
            ];
            let set = flags.into_iter().enumerate();
            cell[0] = set.map(|(bit, flag)| u8::from(flag) << bit).sum();
        })
    }
}

/// Fills uint8 (n, 2) with the dice of the games' turns, in the order thrown.
#[pyfunction]
#[pyo3(name = "_roll")]
pub(crate) fn roll(
    py: Python<'_>,
    seed: &Bound<'_, PyAny>,
    games: PyReadonlyArray1<'_, u64>,
    turns: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArray2<'_, u8>,
) -> PyResult<()> {
    let seed = self::seed(seed)?;
    let (games, turns) = (games.as_slice()?, turns.as_slice()?);
    let out = out.as_slice_mut()?;
    py.detach(|| {
        for ((&game, &turn), cells) in games.iter().zip(turns).zip(out.chunks_exact_mut(2)) {
            let (first, second) = rng::roll(&seed, game, turn);
            cells.copy_from_slice(&[first, second]);
        }
    });
    Ok(())
}

/// For each segment the row with the best of its values, the lowest on ties; -1 where it is empty.
///
/// Args:
///     indptr: int64 (n + 1,).
///     values: float32, float64 or int64 (m,).
///     largest: The best is the largest, else the smallest.
///
/// Raises:
///     InvalidArgumentError: A value is NaN; the first is named.
#[pyfunction]
#[pyo3(name = "_best_rows")]
pub(crate) fn best_rows<'py>(
    indptr: PyReadonlyArray1<'py, i64>,
    values: &Bound<'py, PyAny>,
    largest: bool,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let py = indptr.py();
    let segments = indptr.as_slice()?;
    let best = if let Ok(values) = values.cast::<PyArray1<f32>>() {
        best_in(segments, values, largest)?
    } else if let Ok(values) = values.cast::<PyArray1<f64>>() {
        best_in(segments, values, largest)?
    } else {
        best_in(segments, values.cast::<PyArray1<i64>>()?, largest)?
    };
    Ok(best.into_pyarray(py))
}

#[allow(
    clippy::eq_op,
    reason = "a value that is not equal to itself is NaN, whatever its type"
)]
fn best_in<T: Element + Copy + PartialOrd>(
    indptr: &[i64],
    values: &Bound<'_, PyArray1<T>>,
    largest: bool,
) -> PyResult<Vec<i64>> {
    let values = values.readonly();
    let values = values.as_slice()?;
    if let Some(row) = values.iter().position(|value| value != value) {
        return Err(argument("values", "numbers", &format!("NaN in row {row}")));
    }
    let mut best = Vec::with_capacity(indptr.len().saturating_sub(1));
    for pair in indptr.windows(2) {
        let first = pair[0];
        let segment = values.get(first as usize..pair[1] as usize);
        let segment = segment.unwrap_or_else(|| unreachable!("the caller checked the length"));
        let mut found = None;
        for (offset, &value) in segment.iter().enumerate() {
            let better = |(_, best): (usize, T)| if largest { value > best } else { value < best };
            if found.is_none_or(better) {
                found = Some((offset, value));
            }
        }
        best.push(found.map_or(-1, |(offset, _)| first + offset as i64));
    }
    Ok(best)
}

pub(crate) fn rows<'a>(boards: &'a PyReadonlyArray3<'_, u8>) -> PyResult<&'a [Row]> {
    let cells = boards.as_slice().map_err(|_| not_contiguous("boards"))?;
    let (rows, rest) = cells.as_chunks::<ROW>();
    let shape = boards.as_array().dim();
    if (shape.1, shape.2) != (2, SLOTS) || !rest.is_empty() {
        let got = format!("({}, {}, {})", shape.0, shape.1, shape.2);
        return Err(argument("boards", "shape (n, 2, 26)", &got));
    }
    Ok(rows)
}

fn read_dice(dice: &PyReadonlyArray2<'_, u8>, positions: usize) -> PyResult<Vec<Dice>> {
    let cells = dice.as_slice().map_err(|_| not_contiguous("dice"))?;
    let (pairs, rest) = cells.as_chunks::<2>();
    if pairs.len() != positions || !rest.is_empty() {
        let expected = format!("shape ({positions}, 2), a roll for each position");
        return Err(argument(
            "dice",
            &expected,
            &format!("{} dice", cells.len()),
        ));
    }
    let read = |(row, &[first, second]): (usize, &[u8; 2])| {
        Dice::new(first, second).map_err(|_| {
            InvalidDiceError::new_err(format!(
                "dice: row {row}: expected two numbers from 1 to 6, got ({first}, {second})"
            ))
        })
    };
    pairs.iter().enumerate().map(read).collect()
}

fn not_contiguous(what: &str) -> PyErr {
    argument(what, "a C-contiguous array", "one that is not")
}

pub(crate) fn threads(count: &Bound<'_, PyAny>) -> PyResult<Threads> {
    let count = whole_in(count, "threads", 1, 1024)? as usize;
    Ok(Threads::new(count).unwrap_or(Threads::MIN))
}

/// Does long work detached from the interpreter, answering signals.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Tick<'_>) -> Result<T, BatchError> + Send,
) -> PyResult<T> {
    let mut watch = Watch::silent();
    let done = py.detach(|| work(&mut |share| -> ControlFlow<()> { watch.tick(share) }));
    watch.finish(py, done.is_ok())?;
    done.map_err(|error| failed(&error))
}

pub(crate) fn failed(error: &BatchError) -> PyErr {
    match error {
        BatchError::Stopped => PyKeyboardInterrupt::new_err(error.to_string()),
        BatchError::Unsound { row, reasons, .. } => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            InvalidPositionError::new_err((format!("boards: {error}"), reasons, *row))
        }
        BatchError::Damaged(words) => DataError::new_err(words.clone()),
        BatchError::Room { .. } | BatchError::NoMemory => {
            InvalidArgumentError::new_err(error.to_string())
        }
    }
}
