//! `Move`, `Play` and `LegalPlays`.

use crate::convert::{Step, shown, whole_in};
use crate::errors::{ambiguous, argument, illegal, unreadable};
use crate::position::PyPosition;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySlice, PyTuple};
use std::sync::atomic::{AtomicUsize, Ordering};
use tavla_engine::moves::{slot_name, target};
use tavla_engine::plays::{Resolution, moves_of, resolve};
use tavla_engine::side::SLOTS;
use tavla_engine::{Dice, Move, Play, notation};

/// One checker moved by one die.
///
/// >>> import tavla
/// >>> str(tavla.Move(24, 18, 6, hit=True))
/// '24/18*'
#[pyclass(name = "Move", module = "tavla", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyMove(Move);

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (source, target, die, hit = None), text_signature = "(source, target, die, hit=False)")]
    fn new(
        source: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        die: &Bound<'_, PyAny>,
        hit: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let from = whole_in(source, "source", 1, 25)? as u8;
        let to = whole_in(target, "target", 0, 24)? as u8;
        let die = whole_in(die, "die", 1, 6)? as u8;
        let hit = match hit {
            Some(hit) => hit
                .cast::<PyBool>()
                .map_err(|_| argument("hit", "True or False", &shown(hit)))?
                .is_true(),
            None => false,
        };
        if to != tavla_engine::moves::target(from, die) {
            let expected = format!(
                "{}, where a {die} leads from {}",
                tavla_engine::moves::target(from, die),
                slot_name(from)
            );
            return Err(argument("target", &expected, &to.to_string()));
        }
        Ok(Self(Move {
            source: from,
            target: to,
            die,
            hit,
        }))
    }

    /// Where the checker stood: 1 to 24, or 25 for the bar.
    #[getter]
    fn source(&self) -> u8 {
        self.0.source
    }

    /// Where it went: 1 to 24, or 0 for off.
    #[getter]
    fn target(&self) -> u8 {
        self.0.target
    }

    /// The die it was moved by.
    #[getter]
    fn die(&self) -> u8 {
        self.0.die
    }

    /// Whether it hit a blot.
    #[getter]
    fn hit(&self) -> bool {
        self.0.hit
    }

    fn __str__(&self) -> String {
        format!(
            "{}{}",
            self.step().text(),
            if self.0.hit { "*" } else { "" }
        )
    }

    fn __repr__(&self) -> String {
        let Move {
            source,
            target,
            die,
            hit,
        } = self.0;
        let hit = if hit { "True" } else { "False" };
        format!("Move(source={source}, target={target}, die={die}, hit={hit})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u8, u8, u8, bool)) {
        let Move {
            source,
            target,
            die,
            hit,
        } = slf.get().0;
        (slf.get_type().into_any(), (source, target, die, hit))
    }
}

impl PyMove {
    pub(crate) fn step(&self) -> Step {
        Step {
            source: self.0.source,
            target: self.0.target,
            die: Some(self.0.die),
        }
    }
}

/// Moves as a tuple.
pub(crate) fn moves_tuple(
    py: Python<'_>,
    moves: impl IntoIterator<Item = Move>,
) -> PyResult<Bound<'_, PyTuple>> {
    let moves: Vec<_> = moves.into_iter().map(PyMove).collect();
    PyTuple::new(py, moves)
}

/// A whole turn: the moves made with a roll in a position. `LegalPlays` holds those there are.
///
/// Plays are equal when they lead from the same position with the same dice to the same result.
#[pyclass(name = "Play", module = "tavla", frozen)]
pub(crate) struct PyPlay {
    pub(crate) position: Py<PyPosition>,
    pub(crate) dice: Dice,
    pub(crate) play: Play,
}

impl PyPlay {
    pub(crate) fn steps(&self) -> Vec<Step> {
        let moves = self.play.sequence.iter();
        let step = |(source, die)| Step {
            source,
            target: target(source, die),
            die: Some(die),
        };
        moves.map(step).collect()
    }

    pub(crate) fn text(&self) -> String {
        let position = self.position.get();
        notation::format(
            position.rules(),
            position.position,
            self.dice,
            self.play.sequence,
        )
    }
}

#[pymethods]
impl PyPlay {
    /// The moves in the canonical sequence, none for a dance.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.position.get();
        let moves = moves_of(position.rules(), position.position, self.play.sequence);
        moves_tuple(py, moves)
    }

    /// The position it is played in.
    #[getter]
    fn position(&self, py: Python<'_>) -> Py<PyPosition> {
        self.position.clone_ref(py)
    }

    /// The dice, the higher first.
    #[getter]
    fn dice(&self) -> (u8, u8) {
        (self.dice.high(), self.dice.low())
    }

    /// The position it leads to, as the next player sees it.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyPosition {
        self.position.get().with(py, self.play.after.flipped())
    }

    /// Whether no checker moves.
    #[getter]
    fn is_dance(&self) -> bool {
        self.play.sequence.is_empty()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let (high, low) = self.dice();
        format!("<Play {} with {high}-{low}>", self.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.dice == other.dice
            && self.play.after == other.play.after
            && self.position.get().is(other.position.get())
    }

    fn __hash__(&self) -> u64 {
        let dice = u64::from(self.dice.high()) << 8 | u64::from(self.dice.low());
        let after = tavla_engine::hash::hash64(self.play.after);
        self.position.get().hash().rotate_left(17)
            ^ after
            ^ dice.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let plays = self.position.get().plays(self.dice);
        let index = plays.iter().position(|play| play.after == self.play.after);
        let restore = py.import("tavla._engine")?.getattr("_restore_play")?;
        let arguments = (self.position.clone_ref(py), self.dice(), index);
        (restore, arguments).into_pyobject(py)
    }
}

/// For pickle.
#[pyfunction]
#[pyo3(name = "_restore_play")]
pub(crate) fn restore_play(
    position: &Bound<'_, PyPosition>,
    dice: &Bound<'_, PyAny>,
    index: usize,
) -> PyResult<PyPlay> {
    let dice = crate::convert::dice(dice)?;
    let plays = position.get().plays(dice);
    let play = *plays.get(index).ok_or_else(|| {
        let expected = format!("the index of one of {} plays", plays.len());
        argument("index", &expected, &index.to_string())
    })?;
    Ok(PyPlay {
        position: position.clone().unbind(),
        dice,
        play,
    })
}

/// Every legal play of a roll in a position, one for each result, in the frozen order.
///
/// A sequence of `Play`. Where no checker can move it holds one play without moves, a dance; in
/// a finished position it is empty.
///
/// >>> import tavla
/// >>> plays = tavla.Position.start(tavla.HYPER).legal_plays((6, 5))
/// >>> len(plays), str(plays[0]), "24/18 23/18" in plays
/// (9, '24/18 23/18', True)
#[pyclass(name = "LegalPlays", module = "tavla", frozen, sequence)]
pub(crate) struct PyLegalPlays {
    pub(crate) position: Py<PyPosition>,
    pub(crate) dice: Dice,
    pub(crate) plays: Box<[Play]>,
}

impl PyLegalPlays {
    fn play(&self, py: Python<'_>, play: Play) -> PyPlay {
        PyPlay {
            position: self.position.clone_ref(py),
            dice: self.dice,
            play,
        }
    }

    fn at(&self, py: Python<'_>, index: usize) -> Option<PyPlay> {
        let play = self.plays.get(index)?;
        Some(self.play(py, *play))
    }

    /// The place of a play, or of the one play that a text means.
    fn index_of(&self, value: &Bound<'_, PyAny>) -> Option<usize> {
        if let Ok(text) = value.extract::<String>() {
            let meant = meant(self.position.get(), self.dice, &text).ok()?;
            let [meant] = *meant.as_slice() else {
                return None;
            };
            return self.plays.iter().position(|play| play.after == meant.after);
        }
        let play = value.cast::<PyPlay>().ok()?.get();
        let same = play.dice == self.dice && play.position.get().is(self.position.get());
        let after = play.play.after;
        if same {
            self.plays.iter().position(|play| play.after == after)
        } else {
            None
        }
    }
}

/// The plays that a text can mean.
fn meant(position: &PyPosition, dice: Dice, text: &str) -> PyResult<Vec<Play>> {
    let hops = notation::parse(text).map_err(unreadable)?;
    match resolve(position.rules(), position.position, dice, &hops) {
        Resolution::Legal(plays) => Ok(plays),
        Resolution::Illegal(broken) => Err(illegal(text, dice, broken)),
    }
}

/// The one play that a text means.
pub(crate) fn find(position: &Bound<'_, PyPosition>, dice: Dice, text: &str) -> PyResult<PyPlay> {
    let plays = meant(position.get(), dice, text)?;
    let object = |play| PyPlay {
        position: position.clone().unbind(),
        dice,
        play,
    };
    if let [play] = *plays.as_slice() {
        return Ok(object(play));
    }
    let candidates: Vec<_> = plays.into_iter().map(object).collect();
    let words: Vec<_> = candidates.iter().map(PyPlay::text).collect();
    Err(ambiguous(text, &words, candidates))
}

/// A text argument.
pub(crate) fn play_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value
        .extract()
        .map_err(|_| argument("a play", "text such as \"24/18 13/11\"", &shown(value)))
}

#[pymethods]
impl PyLegalPlays {
    /// The position the plays start from.
    #[getter]
    fn position(&self, py: Python<'_>) -> Py<PyPosition> {
        self.position.clone_ref(py)
    }

    /// The dice, the higher first.
    #[getter]
    fn dice(&self) -> (u8, u8) {
        (self.dice.high(), self.dice.low())
    }

    /// Whether there is one play only and it moves no checker.
    #[getter]
    fn is_dance(&self) -> bool {
        matches!(&*self.plays, [play] if play.sequence.is_empty())
    }

    /// The results as one fresh `uint8` array of shape `(len, 2, 26)`, in the order of the plays.
    ///
    /// Each is as the next player sees it, his counts first.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let mut bytes = Vec::with_capacity(self.plays.len() * 2 * SLOTS);
        for play in &self.plays {
            bytes.extend(play.after.opponent.counts());
            bytes.extend(play.after.player.counts());
        }
        PyArray1::from_vec(py, bytes).reshape([self.plays.len(), 2, SLOTS])
    }

    /// The play that a text means: moves in any order, as people write them.
    ///
    /// Raises:
    ///     IllegalPlayError: It is not legal; `code` and `words` name the rule it breaks.
    ///     AmbiguousPlayError: It can mean several plays; `candidates` lists them.
    ///     NotationError: It cannot be read.
    fn find(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<PyPlay> {
        find(self.position.bind(py), self.dice, &play_text(text)?)
    }

    /// The place of a play, or of the one play that a text means.
    ///
    /// Raises:
    ///     ValueError: It is none of these.
    fn index(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.index_of(value).ok_or_else(|| {
            PyValueError::new_err(format!("{} is not among the plays", shown(value)))
        })
    }

    /// 1 for a play that is among these, or a text that means one, else 0.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.index_of(value).is_some())
    }

    fn __len__(&self) -> usize {
        self.plays.len()
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        self.index_of(value).is_some()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let length = self.plays.len() as isize;
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(length)?;
            let mut plays = Vec::with_capacity(range.slicelength);
            let mut at = range.start;
            for _ in 0..range.slicelength {
                plays.extend(self.at(py, at as usize));
                at += range.step;
            }
            return Ok(PyTuple::new(py, plays)?.into_any());
        }
        let at: isize = index.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(py) {
                PyIndexError::new_err(format!("there are {length} plays, no such index"))
            } else {
                error
            }
        })?;
        let from_start = if at < 0 {
            at.saturating_add(length)
        } else {
            at
        };
        let play = usize::try_from(from_start)
            .ok()
            .and_then(|at| self.at(py, at));
        let play = play.ok_or_else(|| {
            PyIndexError::new_err(format!("there are {length} plays, no index {at}"))
        })?;
        Ok(Bound::new(py, play)?.into_any())
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PlayIterator {
        PlayIterator {
            plays: slf.clone().unbind(),
            next: AtomicUsize::new(0),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.dice == other.dice && self.position.get().is(other.position.get())
    }

    fn __hash__(&self) -> u64 {
        let dice = u64::from(self.dice.high()) << 8 | u64::from(self.dice.low());
        self.position.get().hash() ^ dice.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 4;
        let position = self.position.get();
        let words = |play: &Play| {
            notation::format(
                position.rules(),
                position.position,
                self.dice,
                play.sequence,
            )
        };
        let mut texts: Vec<_> = self.plays.iter().take(SHOWN).map(words).collect();
        if self.plays.len() > SHOWN {
            texts.push("...".into());
        }
        let (high, low) = self.dice();
        let count = self.plays.len();
        format!(
            "<LegalPlays with {high}-{low}, {count}: {}>",
            texts.join(", ")
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<PyPosition>().getattr("legal_plays")?;
        (restore, (self.position.clone_ref(py), self.dice())).into_pyobject(py)
    }
}

/// Goes through the plays once.
#[pyclass(module = "tavla._engine", name = "_PlayIterator", frozen)]
pub(crate) struct PlayIterator {
    plays: Py<PyLegalPlays>,
    next: AtomicUsize,
}

#[pymethods]
impl PlayIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<PyPlay> {
        let plays = self.plays.get();
        let more = |at: usize| (at < plays.plays.len()).then_some(at + 1);
        let at = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .ok()?;
        plays.at(py, at)
    }
}
