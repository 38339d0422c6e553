//! From Python's values to the engine's, strictly: a bool or a float is no whole number.

use crate::errors::{InvalidDiceError, argument};
use crate::play::{PyMove, PyPlay};
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyMapping, PySequence, PyString, PyTuple};
use tavla_engine::Dice;
use tavla_engine::moves::slot_name;
use tavla_engine::plays::Played;
use tavla_engine::rng::Seed;
use tavla_engine::side::{BAR, MAX_CHECKERS, SLOTS};

/// How a value is shown in a message: its repr, cut short, and its type where that is the point.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let Ok(text) = value.repr().and_then(|text| text.extract::<String>()) else {
        return "something that cannot be shown".into();
    };
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    let is_number = value.is_exact_instance_of::<PyInt>();
    if is_number || value.is_none() || value.is_exact_instance_of::<PyTuple>() {
        return short;
    }
    let kind = value.get_type().name().map(|name| name.to_string());
    let kind = kind.unwrap_or_else(|_| "unknown type".into());
    match value.getattr(intern!(value.py(), "dtype")) {
        Ok(dtype) => format!("{short} ({kind} of {dtype})"),
        Err(_) => format!("{short} ({kind})"),
    }
}

/// A whole number: an int, or what Python can use as an index, but no bool. A number that does
/// not fit is as large or as small as can be, which is out of every range.
pub(crate) fn whole(value: &Bound<'_, PyAny>) -> Option<i64> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    match value.extract::<i64>() {
        Ok(number) => Some(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let negative = value.lt(0).unwrap_or(false);
            Some(if negative { i64::MIN } else { i64::MAX })
        }
        Err(_) => None,
    }
}

/// A whole number within a range.
pub(crate) fn whole_in(value: &Bound<'_, PyAny>, what: &str, low: i64, high: i64) -> PyResult<i64> {
    whole(value)
        .filter(|number| (low..=high).contains(number))
        .ok_or_else(|| {
            let expected = format!("a whole number from {low} to {high}");
            argument(what, &expected, &shown(value))
        })
}

/// A whole number within a range, as an int; `what` is the name of the argument.
#[pyfunction]
#[pyo3(name = "_whole_number")]
pub(crate) fn whole_number(
    value: &Bound<'_, PyAny>,
    what: &str,
    low: i64,
    high: i64,
) -> PyResult<i64> {
    whole_in(value, what, low, high)
}

/// A whole number below 2^64.
pub(crate) fn whole_u64(value: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    let number = if value.is_instance_of::<PyBool>() {
        None
    } else {
        value.extract::<u64>().ok()
    };
    number.ok_or_else(|| argument(what, "a whole number from 0 to 2**64 - 1", &shown(value)))
}

/// Why a value is not a list of so many things.
pub(crate) enum NotItems {
    /// It is no sequence, or one whose order or kind says nothing.
    Kind,
    /// It has too many items.
    Length(usize),
}

/// The items of a sequence or of a one-dimensional array of whole numbers, at most so many.
pub(crate) fn items<'py>(
    value: &Bound<'py, PyAny>,
    most: usize,
) -> Result<Vec<Bound<'py, PyAny>>, NotItems> {
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return within(tuple.len(), most).map(|()| tuple.iter().collect());
    }
    if let Ok(list) = value.cast::<PyList>() {
        return within(list.len(), most).map(|()| list.iter().collect());
    }
    if value.is_instance_of::<PyString>() {
        return Err(NotItems::Kind);
    }
    let py = value.py();
    if let Ok(dtype) = value.getattr(intern!(py, "dtype")) {
        return array_items(value, &dtype, most);
    }
    let sequence = value.cast::<PySequence>().map_err(|_| NotItems::Kind)?;
    within(sequence.len().map_err(|_| NotItems::Kind)?, most)?;
    let list = sequence.to_list().map_err(|_| NotItems::Kind)?;
    within(list.len(), most).map(|()| list.iter().collect())
}

fn within(length: usize, most: usize) -> Result<(), NotItems> {
    if length <= most {
        Ok(())
    } else {
        Err(NotItems::Length(length))
    }
}

fn array_items<'py>(
    array: &Bound<'py, PyAny>,
    dtype: &Bound<'py, PyAny>,
    most: usize,
) -> Result<Vec<Bound<'py, PyAny>>, NotItems> {
    let py = array.py();
    let kind = dtype
        .getattr(intern!(py, "kind"))
        .map_err(|_| NotItems::Kind)?;
    let kind: String = kind.extract().map_err(|_| NotItems::Kind)?;
    if kind != "i" && kind != "u" {
        return Err(NotItems::Kind);
    }
    within(array.len().map_err(|_| NotItems::Kind)?, most)?;
    let list = array
        .call_method0(intern!(py, "tolist"))
        .map_err(|_| NotItems::Kind)?;
    let list = list.cast_into::<PyList>().map_err(|_| NotItems::Kind)?;
    within(list.len(), most).map(|()| list.iter().collect())
}

/// Two dice, in any order.
pub(crate) fn dice(value: &Bound<'_, PyAny>) -> PyResult<Dice> {
    let read = || {
        if let Ok(pair) = value.cast::<PyTuple>() {
            if pair.len() != 2 {
                return None;
            }
            return pair_of_dice(&pair.get_item(0).ok()?, &pair.get_item(1).ok()?);
        }
        match items(value, 2).ok()?.as_slice() {
            [first, second] => pair_of_dice(first, second),
            _ => None,
        }
    };
    read().ok_or_else(|| {
        InvalidDiceError::new_err(format!(
            "dice: expected two whole numbers from 1 to 6, such as (6, 5), got {}",
            shown(value)
        ))
    })
}

fn pair_of_dice(first: &Bound<'_, PyAny>, second: &Bound<'_, PyAny>) -> Option<Dice> {
    let die = |value| u8::try_from(whole(value)?).ok();
    Dice::new(die(first)?, die(second)?).ok()
}

/// The 26 counts of a side, or `None` and why not: from a sequence of 26, or from a mapping of
/// slots to counts, the slots not named being empty.
pub(crate) fn counts(
    value: &Bound<'_, PyAny>,
    what: &str,
    reasons: &mut Vec<String>,
) -> Option<[u8; SLOTS]> {
    let before = reasons.len();
    let mut counts = [0u8; SLOTS];
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let Ok(pairs) = mapping.items() else {
            reasons.push(format!("{what}: cannot be read"));
            return None;
        };
        for pair in &pairs {
            let Ok((slot, count)) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
                reasons.push(format!("{what}: cannot be read"));
                return None;
            };
            match whole(&slot).and_then(|n| usize::try_from(n).ok()) {
                Some(at) if at < SLOTS => {
                    read_count(&count, &format!("{what}[{at}]"), &mut counts[at], reasons);
                }
                _ => reasons.push(format!(
                    "{what}: slots are 0 (off), 1 to 24 and 25 (bar), got {}",
                    shown(&slot)
                )),
            }
        }
    } else {
        match items(value, SLOTS) {
            Ok(found) if found.len() == SLOTS => {
                for (at, (count, item)) in counts.iter_mut().zip(&found).enumerate() {
                    read_count(item, &format_args!("{what}[{at}]"), count, reasons);
                }
            }
            Ok(found) => reasons.push(wrong_length(what, found.len())),
            Err(NotItems::Length(length)) => reasons.push(wrong_length(what, length)),
            Err(NotItems::Kind) => reasons.push(format!(
                "{what}: expected a sequence of {SLOTS} whole numbers, got {}",
                shown(value)
            )),
        }
    }
    (reasons.len() == before).then_some(counts)
}

fn wrong_length(what: &str, length: usize) -> String {
    format!("{what}: expected {SLOTS} counts (off, points 1 to 24, bar), got {length}")
}

fn read_count(
    value: &Bound<'_, PyAny>,
    what: &dyn std::fmt::Display,
    count: &mut u8,
    reasons: &mut Vec<String>,
) {
    let number = whole(value).and_then(|number| u8::try_from(number).ok());
    match number.filter(|&number| number <= MAX_CHECKERS) {
        Some(number) => *count = number,
        None => reasons.push(format!(
            "{what}: expected a whole number from 0 to {MAX_CHECKERS}, got {}",
            shown(value)
        )),
    }
}

/// A move said by slots, with its die where that is known.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub source: u8,
    pub target: u8,
    pub die: Option<u8>,
}

impl Step {
    /// The move as people write it.
    pub(crate) fn text(self) -> String {
        format!("{}/{}", slot_name(self.source), slot_name(self.target))
    }
}

impl From<Step> for Played {
    fn from(step: Step) -> Self {
        Self {
            source: step.source,
            target: step.target,
            die: step.die,
        }
    }
}

/// The most moves read from one argument.
const MOST_STEPS: usize = 64;

/// Moves: a play, or a sequence of moves, each a `Move`, `(source, target)` or
/// `(source, target, die)`.
pub(crate) fn steps(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<Step>> {
    if let Ok(play) = value.cast::<PyPlay>() {
        return Ok(play.get().steps());
    }
    match items(value, MOST_STEPS) {
        Ok(found) => found.iter().map(|item| step(item, what)).collect(),
        Err(NotItems::Length(length)) => {
            let expected = format!("at most {MOST_STEPS} moves");
            Err(argument(what, &expected, &length.to_string()))
        }
        Err(NotItems::Kind) => Err(argument(
            what,
            "a sequence of moves, each a Move, (source, target) or (source, target, die)",
            &shown(value),
        )),
    }
}

fn step(item: &Bound<'_, PyAny>, what: &str) -> PyResult<Step> {
    if let Ok(made) = item.cast::<PyMove>() {
        return Ok(made.get().step());
    }
    let slot =
        |value: &Bound<'_, PyAny>| u8::try_from(whole(value)?).ok().filter(|&slot| slot <= BAR);
    let read = || {
        let parts = items(item, 3).ok()?;
        let (source, target, die) = match parts.as_slice() {
            [source, target] => (source, target, None),
            [source, target, die] => {
                let die = u8::try_from(whole(die)?).ok();
                (
                    source,
                    target,
                    Some(die.filter(|die| (1..=6).contains(die))?),
                )
            }
            _ => return None,
        };
        Some(Step {
            source: slot(source)?,
            target: slot(target)?,
            die,
        })
    };
    read().ok_or_else(|| {
        argument(
            what,
            "each move to be a Move, (source, target) or (source, target, die), slots from 0 \
             (off) to 25 (bar), the die from 1 to 6",
            &shown(item),
        )
    })
}

/// A seed: an int from 0 to 2^256 - 1, or 32 bytes.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<Seed> {
    let py = value.py();
    let wrong = || {
        argument(
            "seed",
            "a whole number from 0 to 2**256 - 1 or 32 bytes",
            &shown(value),
        )
    };
    let bytes = if value.is_instance_of::<PyBytes>() {
        value.clone()
    } else if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    } else {
        let number = py
            .import(intern!(py, "operator"))?
            .call_method1(intern!(py, "index"), (value,))
            .map_err(|_| wrong())?
            .cast_into::<PyInt>()
            .map_err(|_| wrong())?;
        number
            .call_method1(intern!(py, "to_bytes"), (32, intern!(py, "little")))
            .map_err(|_| wrong())?
    };
    bytes.extract::<Seed>().map_err(|_| wrong())
}
