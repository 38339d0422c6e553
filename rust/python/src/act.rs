//! `Act`, and what the formats do with many of them in one call.

use crate::play::{PyPlay, moves_tuple};
use crate::position::PyPosition;
use arrayvec::ArrayVec;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::cell::RefCell;
use tavla_engine::match_row::{RollCell, plain_row};
use tavla_engine::moves::target;
use tavla_engine::plays::{Follower, moves_of};
use tavla_engine::{Dice, Move, Sequence};

/// One entry of a game as a file tells it, before anybody asked whether it can be: a cell of a
/// `.mat`, a node of an SGF.
#[pyclass(name = "_Act", module = "tavla._engine", frozen, get_all)]
pub(crate) struct PyAct {
    /// What was done.
    ///
    /// `roll`, `throw` (a roll that nothing was played with yet), `double`, `beaver`, `take`,
    /// `drop`, `resign`, `wins`, `loses` or `setup`.
    kind: Py<PyString>,
    /// Who did it, or who won or lost.
    seat: u8,
    /// The line of the file, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
    /// The play, or the words.
    text: Py<PyString>,
    /// The dice as they are written.
    dice: Py<PyString>,
    /// The value of the cube, the points, the level of a resignation, or what is set up.
    value: Option<Py<PyAny>>,
    /// Whether the place says who did it.
    sure: bool,
    /// What somebody noted about it.
    comment: Option<Py<PyString>>,
}

#[pymethods]
impl PyAct {
    #[new]
    #[pyo3(signature = (kind, seat, line, column, text = None, dice = None, value = None, sure = true, comment = None))]
    #[pyo3(
        text_signature = "(kind, seat, line, column, text='', dice='', value=None, sure=True, comment=None)"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are fields, named where it is called"
    )]
    fn new(
        py: Python<'_>,
        kind: Py<PyString>,
        seat: u8,
        line: usize,
        column: usize,
        text: Option<Py<PyString>>,
        dice: Option<Py<PyString>>,
        value: Option<Py<PyAny>>,
        sure: bool,
        comment: Option<Py<PyString>>,
    ) -> Self {
        let nothing = || intern!(py, "").clone().unbind();
        Self {
            kind,
            seat,
            line,
            column,
            text: text.unwrap_or_else(nothing),
            dice: dice.unwrap_or_else(nothing),
            value,
            sure,
            comment,
        }
    }

    /// The same act of another seat, for sure or not.
    fn by(&self, py: Python<'_>, seat: u8, sure: bool) -> Self {
        Self {
            seat,
            sure,
            ..self.copied(py)
        }
    }

    /// The same act with another comment.
    fn noted(&self, py: Python<'_>, comment: Option<Py<PyString>>) -> Self {
        Self {
            comment,
            ..self.copied(py)
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<_Act {} by seat {} at line {}, column {}: {} {}>",
            self.kind.bind(py).repr()?,
            self.seat,
            self.line,
            self.column,
            self.dice.bind(py).repr()?,
            self.text.bind(py).repr()?,
        ))
    }
}

impl PyAct {
    fn copied(&self, py: Python<'_>) -> Self {
        Self {
            kind: self.kind.clone_ref(py),
            text: self.text.clone_ref(py),
            dice: self.dice.clone_ref(py),
            value: self.value.as_ref().map(|value| value.clone_ref(py)),
            comment: self.comment.as_ref().map(|comment| comment.clone_ref(py)),
            ..*self
        }
    }

    /// The dice, in the order written, and the play of a turn of this seat, unless there is more
    /// to be told of it.
    fn turn<'a>(&'a self, py: Python<'a>, seat: u8) -> Option<([u8; 2], &'a str)> {
        let is_turn = self.kind.to_str(py).ok()? == "roll" && self.seat == seat;
        if !is_turn || self.comment.is_some() {
            return None;
        }
        let digits: [u8; 2] = self.dice.to_str(py).ok()?.as_bytes().try_into().ok()?;
        // Half a character, which Python's text can hold and no play has, is no text here.
        Some((
            digits.map(|digit| digit.wrapping_sub(b'0')),
            self.text.to_str(py).ok()?,
        ))
    }
}

/// For each line of a match file its rolls as acts, the left one of seat 0; None where it is no
/// common row.
#[pyfunction]
#[pyo3(name = "_plain_rows")]
pub(crate) fn plain_rows<'py>(
    lines: &Bound<'py, PyList>,
) -> PyResult<Vec<Option<Bound<'py, PyTuple>>>> {
    let mut rows = Vec::with_capacity(lines.len());
    for (line, number) in lines.iter().zip(1..) {
        let text = line.cast::<PyString>()?.to_str().ok();
        let row = text.and_then(plain_row);
        rows.push(
            row.map(|rolls| acts_of(line.py(), number, &rolls))
                .transpose()?,
        );
    }
    Ok(rows)
}

/// The rolls of a row as acts.
fn acts_of<'py>(
    py: Python<'py>,
    line: usize,
    rolls: &[RollCell<'_>],
) -> PyResult<Bound<'py, PyTuple>> {
    let act = |(roll, seat): (&RollCell<'_>, u8)| PyAct {
        kind: intern!(py, "roll").clone().unbind(),
        seat,
        line,
        column: roll.start + 1,
        text: PyString::new(py, roll.play).unbind(),
        dice: PyString::new(py, roll.dice).unbind(),
        value: None,
        sure: true,
        comment: None,
    };
    let acts: ArrayVec<_, 2> = rolls.iter().zip(0..).map(act).collect();
    PyTuple::new(py, acts)
}

thread_local! {
    static FOLLOWER: RefCell<Follower> = RefCell::default();
}

/// Plays the turns that acts tell, from one of them on, while each means just one legal play.
///
/// `seat` is on roll in `position`. Stops before an act that is anything but a roll of the seat
/// whose turn it is, with a play and without a comment, and before the second dance in a row,
/// after which somebody must look whether the game is stuck.
///
/// Gives each turn that was played as a number, which `_unpacked_turn` reads, and the last as a
/// `Play`, or None where there is none.
#[pyfunction]
#[pyo3(name = "_follow")]
pub(crate) fn follow(
    position: &Bound<'_, PyPosition>,
    seat: u8,
    acts: &Bound<'_, PyList>,
    first: usize,
) -> PyResult<(Vec<u64>, Option<PyPlay>)> {
    let (py, here) = (position.py(), position.get());
    let mut turns = Vec::new();
    let mut last = None;
    FOLLOWER.with_borrow_mut(|follower| {
        follower.begin(here.position);
        for (index, seat) in (first..acts.len()).zip([seat, seat ^ 1].into_iter().cycle()) {
            let act = acts.get_item(index)?.cast_into::<PyAct>()?;
            let Some((dice, text)) = act.get().turn(py, seat) else {
                break;
            };
            let Ok(roll) = Dice::new(dice[0], dice[1]) else {
                break;
            };
            let Some((before, play)) = follower.play(here.rules(), roll, text) else {
                break;
            };
            let moves = moves_of(here.rules(), before, play.sequence);
            turns.push(Turn { seat, dice, moves }.packed());
            last = Some((before, roll, play));
        }
        PyResult::Ok(())
    })?;
    let play = |(before, dice, play)| {
        let position = Py::new(py, here.with(py, before))?;
        PyResult::Ok(PyPlay {
            position,
            dice,
            play,
        })
    };
    Ok((turns, last.map(play).transpose()?))
}

/// A turn as it was written and played.
struct Turn {
    seat: u8,
    dice: [u8; 2],
    moves: ArrayVec<Move, 4>,
}

/// Where in a number a turn has its parts: a bit for the seat, three for each die, a byte for each
/// move, a bit for each hit.
const SEAT: u32 = 0;
const DICE: [u32; 2] = [1, 4];
const MOVES: u32 = 7;
const HITS: u32 = 39;

impl Turn {
    fn packed(&self) -> u64 {
        let mut sequence = Sequence::EMPTY;
        let mut bits = u64::from(self.seat) << SEAT;
        for (die, shift) in self.dice.into_iter().zip(DICE) {
            bits |= u64::from(die) << shift;
        }
        for (made, shift) in self.moves.iter().zip(HITS..) {
            sequence = sequence.then(made.source, made.die);
            bits |= u64::from(made.hit) << shift;
        }
        bits | u64::from(sequence.bits()) << MOVES
    }

    fn unpacked(bits: u64) -> Self {
        let sequence = Sequence::from_bits((bits >> MOVES) as u32);
        let moves = sequence
            .iter()
            .zip(HITS..)
            .map(|((source, die), shift)| Move {
                source,
                target: target(source, die),
                die,
                hit: bits >> shift & 1 == 1,
            });
        Self {
            seat: (bits >> SEAT & 1) as u8,
            dice: DICE.map(|shift| (bits >> shift & 7) as u8),
            moves: moves.collect(),
        }
    }
}

/// The seat, the dice in the order written, and the moves of a turn that `_follow` gave.
#[pyfunction]
#[pyo3(name = "_unpacked_turn")]
pub(crate) fn unpacked_turn(
    py: Python<'_>,
    turn: u64,
) -> PyResult<(u8, (u8, u8), Bound<'_, PyTuple>)> {
    let Turn { seat, dice, moves } = Turn::unpacked(turn);
    Ok((seat, dice.into(), moves_tuple(py, moves)?))
}
