//! `DiceStream`, and the 21 rolls.

use crate::convert::{seed, whole_in, whole_u64};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::sync::{Mutex, PoisonError};
use tavla_engine::ROLLS;
use tavla_engine::rng::{DiceStream, Seed};

/// The dice of one game as a function of seed, game and turn, and the two seats' own randomness.
///
/// ChaCha8 under a 256-bit key; `docs/stability.md` tells the whole promise. What is asked for, in what order
/// and how often, changes nothing. `seed` is a whole number from 0 to 2**256 - 1, or its 32
/// bytes, the lowest first.
///
/// Raises:
///     InvalidArgumentError: A seed or a game out of range.
///
/// >>> import tavla
/// >>> stream = tavla.DiceStream(7, game=3)
/// >>> stream.roll(5) == tavla.DiceStream(7, game=3).roll(5)
/// True
#[pyclass(name = "DiceStream", module = "tavla", frozen)]
pub(crate) struct PyDiceStream {
    seed: Seed,
    game: u64,
    /// Keeps the last block of each lane, so that turns in order are cheap.
    stream: Mutex<DiceStream>,
}

/// Draws are numbered below 2^60.
const LAST_DRAW: i64 = (1 << 60) - 1;

impl PyDiceStream {
    fn with<T>(&self, draw: impl FnOnce(&mut DiceStream) -> T) -> T {
        // Nothing that is drawn can leave the stream in a bad state.
        draw(&mut self.stream.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl PyDiceStream {
    #[new]
    #[pyo3(signature = (seed, game = None), text_signature = "(seed, game=0)")]
    fn new(seed: &Bound<'_, PyAny>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = self::seed(seed)?;
        let game = game.map_or(Ok(0), |game| whole_u64(game, "game"))?;
        Ok(Self {
            seed,
            game,
            stream: Mutex::new(DiceStream::new(&seed, game)),
        })
    }

    /// The 32 bytes of the seed.
    #[getter]
    fn seed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.seed)
    }

    /// The number of the game.
    #[getter]
    fn game(&self) -> u64 {
        self.game
    }

    /// The dice of turn `turn`, counted from 0, in the order thrown.
    fn roll(&self, turn: &Bound<'_, PyAny>) -> PyResult<(u8, u8)> {
        let turn = whole_in(turn, "turn", 0, LAST_DRAW)? as u64;
        Ok(self.with(|stream| stream.roll(turn)))
    }

    /// An opening throw, counted from 0: the die of seat 0 and that of seat 1. Ties are kept.
    #[pyo3(signature = (attempt = None), text_signature = "($self, attempt=0)")]
    fn opening(&self, attempt: Option<&Bound<'_, PyAny>>) -> PyResult<(u8, u8)> {
        let attempt = attempt.map_or(Ok(0), |n| whole_in(n, "attempt", 0, LAST_DRAW))? as u64;
        Ok(self.with(|stream| stream.opening(attempt)))
    }

    /// A seat's own choice in a turn: a whole number from 0 to `below` - 1, each as likely.
    fn choose(
        &self,
        seat: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        below: &Bound<'_, PyAny>,
    ) -> PyResult<u32> {
        let seat = whole_in(seat, "seat", 0, 1)? as usize;
        let turn = whole_in(turn, "turn", 0, LAST_DRAW)? as u64;
        let below = whole_in(below, "below", 1, i64::from(u32::MAX))? as u32;
        Ok(self.with(|stream| stream.choose(seat, turn, below)))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.seed == other.seed && self.game == other.game
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.seed(py), self.game).into_pyobject(py)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let number = py
            .get_type::<pyo3::types::PyInt>()
            .call_method1("from_bytes", (self.seed(py), "little"))?;
        Ok(format!(
            "DiceStream({}, game={})",
            number.repr()?,
            self.game
        ))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        (slf.get_type(), (this.seed(py), this.game)).into_pyobject(py)
    }
}

/// The 21 rolls, `(higher, lower)`, in the order used everywhere.
pub(crate) fn rolls(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, ROLLS.map(|roll| (roll.high(), roll.low())))
}

/// Of the 36 throws, how many give each roll.
pub(crate) fn roll_weights(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, ROLLS.map(tavla_engine::Dice::weight))
}

/// A seed as its 32 bytes: a whole number from 0 to 2**256 - 1, or 32 bytes already.
#[pyfunction]
#[pyo3(name = "_seed_bytes")]
pub(crate) fn seed_bytes<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(value.py(), &seed(value)?))
}
