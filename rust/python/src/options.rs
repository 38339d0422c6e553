//! The options of a variant by name: read from Python values, and written as such.

use crate::convert::{NotItems, counts, items, shown, whole};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use tavla_engine::Variant;
use tavla_engine::variant::{
    Contact, HeldLimit, InnerMoves, LimitCheck, LimitLapse, NextStarter, Opening, Overshoot,
    Release, Track,
};

/// Every option but the name, in the order of the rule text.
pub(crate) const NAMES: [&str; 18] = [
    "checkers",
    "start",
    "track",
    "contact",
    "first_away_pips",
    "first_away_release",
    "held_limits",
    "limit_check",
    "limit_lapse",
    "unblock_duty",
    "six_prime_needs_opp_ahead",
    "bearoff_overshoot",
    "bearoff_inner_moves",
    "opening",
    "next_starter",
    "max_result",
    "cube",
    "jacoby",
];

/// Options of other games that a position does not hold enough for.
const NEED_TURN_NUMBER: [&str; 4] = [
    "head_limit",
    "head_exceptions",
    "cascade_from_roll",
    "cascade_remainder",
];

/// Sets an option.
///
/// # Errors
/// The reasons why it cannot be set so.
pub(crate) fn set(
    variant: &mut Variant,
    option: &str,
    value: &Bound<'_, PyAny>,
) -> Result<(), Vec<String>> {
    let one = |reason: String| vec![reason];
    match option {
        "name" => variant.name = name(value).map_err(one)?,
        "checkers" => variant.checkers = small(option, value).map_err(one)?,
        "start" => {
            let mut reasons = Vec::new();
            variant.start = counts(value, option, &mut reasons).ok_or(reasons)?;
        }
        "track" => {
            variant.track = word(option, value, Track::ALL, Track::name).map_err(one)?;
        }
        "contact" => {
            variant.contact = word(option, value, Contact::ALL, Contact::name).map_err(one)?;
        }
        "first_away_pips" => {
            variant.first_away_pips = if value.is_none() {
                0
            } else {
                small(option, value).map_err(one)?
            }
        }
        "first_away_release" => {
            variant.first_away_release =
                word(option, value, Release::ALL, Release::name).map_err(one)?;
        }
        "held_limits" => variant.held_limits = held_limits(value)?,
        "limit_check" => {
            variant.limit_check =
                word(option, value, LimitCheck::ALL, LimitCheck::name).map_err(one)?;
        }
        "limit_lapse" => {
            variant.limit_lapse =
                word(option, value, LimitLapse::ALL, LimitLapse::name).map_err(one)?;
        }
        "unblock_duty" => variant.unblock_duty = flag(option, value).map_err(one)?,
        "six_prime_needs_opp_ahead" => {
            variant.six_prime_needs_opp_ahead = flag(option, value).map_err(one)?;
        }
        "bearoff_overshoot" => {
            variant.bearoff_overshoot =
                word(option, value, Overshoot::ALL, Overshoot::name).map_err(one)?;
        }
        "bearoff_inner_moves" => {
            variant.bearoff_inner_moves =
                word(option, value, InnerMoves::ALL, InnerMoves::name).map_err(one)?;
        }
        "opening" => {
            variant.opening = word(option, value, Opening::ALL, Opening::name).map_err(one)?;
        }
        "next_starter" => {
            variant.next_starter =
                word(option, value, NextStarter::ALL, NextStarter::name).map_err(one)?;
        }
        "max_result" => variant.max_result = small(option, value).map_err(one)?,
        "cube" => variant.cube = flag(option, value).map_err(one)?,
        "jacoby" => variant.jacoby = flag(option, value).map_err(one)?,
        _ if NEED_TURN_NUMBER.contains(&option) => {
            return Err(one(format!(
                "{option} is not supported: it needs a turn number, which a position does not hold"
            )));
        }
        _ => {
            return Err(one(format!(
                "there is no option {option:?}; there are name, {}",
                NAMES.join(", ")
            )));
        }
    }
    Ok(())
}

/// The value of an option; `None` for a name that is none.
pub(crate) fn get<'py>(
    py: Python<'py>,
    variant: &Variant,
    option: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let object = match option {
        "checkers" => variant.checkers.into_pyobject(py)?.into_any(),
        "start" => PyTuple::new(py, variant.start)?.into_any(),
        "track" => variant.track.name().into_pyobject(py)?.into_any(),
        "contact" => variant.contact.name().into_pyobject(py)?.into_any(),
        "first_away_pips" => first_away_pips(variant).into_pyobject(py)?.into_any(),
        "first_away_release" => variant
            .first_away_release
            .name()
            .into_pyobject(py)?
            .into_any(),
        "held_limits" => {
            let triple = |limit: &HeldLimit| (limit.low, limit.high, limit.most);
            PyTuple::new(py, variant.held_limits.iter().map(triple))?.into_any()
        }
        "limit_check" => variant.limit_check.name().into_pyobject(py)?.into_any(),
        "limit_lapse" => variant.limit_lapse.name().into_pyobject(py)?.into_any(),
        "unblock_duty" => truth(py, variant.unblock_duty),
        "six_prime_needs_opp_ahead" => truth(py, variant.six_prime_needs_opp_ahead),
        "bearoff_overshoot" => variant
            .bearoff_overshoot
            .name()
            .into_pyobject(py)?
            .into_any(),
        "bearoff_inner_moves" => variant
            .bearoff_inner_moves
            .name()
            .into_pyobject(py)?
            .into_any(),
        "opening" => variant.opening.name().into_pyobject(py)?.into_any(),
        "next_starter" => variant.next_starter.name().into_pyobject(py)?.into_any(),
        "max_result" => variant.max_result.into_pyobject(py)?.into_any(),
        "cube" => truth(py, variant.cube),
        "jacoby" => truth(py, variant.jacoby),
        _ => return Ok(None),
    };
    Ok(Some(object))
}

/// The pips of the first-checker-away rule, if there is one.
pub(crate) fn first_away_pips(variant: &Variant) -> Option<u8> {
    (variant.first_away_pips > 0).then_some(variant.first_away_pips)
}

fn truth(py: Python<'_>, value: bool) -> Bound<'_, PyAny> {
    PyBool::new(py, value).to_owned().into_any()
}

fn expected(option: &str, expected: &str, value: &Bound<'_, PyAny>) -> String {
    format!("{option}: expected {expected}, got {}", shown(value))
}

fn name(value: &Bound<'_, PyAny>) -> Result<String, String> {
    const MOST: usize = 64;
    let fits = |name: &String| {
        !name.is_empty()
            && name.chars().count() <= MOST
            && name.trim() == name
            && !name.chars().any(char::is_control)
    };
    value.extract::<String>().ok().filter(fits).ok_or_else(|| {
        let text = format!("text of 1 to {MOST} characters on one line");
        expected("name", &text, value)
    })
}

fn small(option: &str, value: &Bound<'_, PyAny>) -> Result<u8, String> {
    whole(value)
        .and_then(|number| u8::try_from(number).ok())
        .ok_or_else(|| expected(option, "a small whole number", value))
}

fn flag(option: &str, value: &Bound<'_, PyAny>) -> Result<bool, String> {
    value
        .cast::<PyBool>()
        .map(PyBoolMethods::is_true)
        .map_err(|_| expected(option, "True or False", value))
}

fn word<T: Copy>(
    option: &str,
    value: &Bound<'_, PyAny>,
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> Result<T, String> {
    let text: Option<String> = value.extract().ok();
    text.and_then(|text| all.iter().copied().find(|&kind| name(kind) == text))
        .ok_or_else(|| {
            let words: Vec<_> = all
                .iter()
                .map(|&kind| format!("{:?}", name(kind)))
                .collect();
            expected(option, &words.join(" or "), value)
        })
}

/// The most limits read; the engine allows fewer and says how many.
const MOST_LIMITS: usize = 64;

fn held_limits(value: &Bound<'_, PyAny>) -> Result<Vec<HeldLimit>, Vec<String>> {
    let found = match items(value, MOST_LIMITS) {
        Ok(found) => found,
        Err(NotItems::Length(length)) => {
            return Err(vec![format!("held_limits: far too many, {length}")]);
        }
        Err(NotItems::Kind) => {
            let kind = "a sequence of (low, high, most)";
            return Err(vec![expected("held_limits", kind, value)]);
        }
    };
    let (mut limits, mut reasons) = (Vec::new(), Vec::new());
    for (at, item) in found.iter().enumerate() {
        let parts = items(item, 3).unwrap_or_default();
        let parts: Vec<_> = parts
            .iter()
            .filter_map(|part| u8::try_from(whole(part)?).ok())
            .collect();
        if let [low, high, most] = *parts.as_slice() {
            limits.push(HeldLimit { low, high, most });
        } else {
            let what = format!("held_limits[{at}]");
            let kind = "(low, high, most), three small whole numbers";
            reasons.push(expected(&what, kind, item));
        }
    }
    if reasons.is_empty() {
        Ok(limits)
    } else {
        Err(reasons)
    }
}
