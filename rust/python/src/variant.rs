//! `Variant`, and the presets.

use crate::convert::{shown, whole_in};
use crate::errors::{DataError, UnknownVariantError, argument, invalid_variant};
use crate::options;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyMappingProxy, PyString, PyTuple, PyType};
use std::fmt::Write as _;
use tavla_engine::side::across;
use tavla_engine::variant::{HeldLimit, InvalidVariant};
use tavla_engine::{Rules, Variant};

/// The rules of a game, as data.
///
/// The presets are `HYPER`, `MOULTEZIM`, `FEVGA`, `BACKGAMMON` and `NACKGAMMON`; `replace`
/// composes others. Two variants are equal when their rules and their names are.
///
/// >>> import tavla
/// >>> longer = tavla.MOULTEZIM.replace(held_limits=((7, 12, 5),))
/// >>> longer
/// tavla.MOULTEZIM.replace(name='moultezim*', held_limits=((7, 12, 5),))
#[pyclass(name = "Variant", module = "tavla", frozen, weakref)]
pub(crate) struct PyVariant {
    pub(crate) variant: Variant,
    pub(crate) rules: Rules,
    pub(crate) hash: u64,
    fingerprint: String,
}

/// Options with their values.
type Changes<'py> = Vec<(&'static str, Bound<'py, PyAny>)>;

/// How a variant is stored as a dict.
const FORMAT: &str = "tavla.variant";
const VERSION: i64 = 1;

static PRESETS: PyOnceLock<Vec<Py<PyVariant>>> = PyOnceLock::new();

/// The five presets, each one object for the life of the process.
pub(crate) fn presets(py: Python<'_>) -> PyResult<&'static Vec<Py<PyVariant>>> {
    PRESETS.get_or_try_init(py, || {
        let made = Variant::presets().into_iter().map(PyVariant::new);
        made.map(|variant| Py::new(py, variant)).collect()
    })
}

/// The object of a valid variant: the preset where it is one.
pub(crate) fn object(py: Python<'_>, variant: Variant) -> PyResult<Py<PyVariant>> {
    for preset in presets(py)? {
        if preset.get().variant == variant {
            return Ok(preset.clone_ref(py));
        }
    }
    Py::new(py, PyVariant::new(variant))
}

/// An argument that must be a variant.
pub(crate) fn argument_variant<'a, 'py>(
    value: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyVariant>> {
    value.cast::<PyVariant>().map_err(|_| {
        let expected = "a Variant such as tavla.HYPER or tavla.variant(\"hyper\")";
        argument("variant", expected, &shown(value))
    })
}

/// The variant of this name.
///
/// Case does not matter, nor do spaces, hyphens and underscores. Beside the presets there are
/// `moultezim_pbm` (12 pips for the first checker, not all six of 19..24), `moultezim_seed`
/// (which is Moultezim) and `fevga_mvf` (Fevga, the limit checked at the end of the turn).
///
/// Raises:
///     UnknownVariantError: No variant has this name.
#[pyfunction]
pub(crate) fn variant(py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<Py<PyVariant>> {
    let text: Option<String> = name.extract().ok();
    match text.as_deref().and_then(Variant::named) {
        Some(variant) => object(py, variant),
        None => Err(UnknownVariantError::new_err(format!(
            "no variant is called {}; there are {}",
            text.map_or_else(|| shown(name), |text| format!("{text:?}")),
            Variant::NAMES.join(", ")
        ))),
    }
}

impl PyVariant {
    /// The variant must be valid.
    pub(crate) fn new(variant: Variant) -> Self {
        let fingerprint = variant.fingerprint();
        let hash = u64::from_str_radix(&fingerprint[..16], 16).unwrap_or_default();
        Self {
            rules: variant.rules(),
            hash,
            fingerprint,
            variant,
        }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.variant == other.variant
    }

    fn is_preset(&self) -> bool {
        Variant::presets().contains(&self.variant)
    }

    fn dict<'py>(&self, py: Python<'py>, with_rules: bool) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("format", FORMAT)?;
        dict.set_item("version", VERSION)?;
        dict.set_item("name", &self.variant.name)?;
        dict.set_item("fingerprint", &self.fingerprint)?;
        if with_rules {
            let rules = PyDict::new(py);
            for option in options::NAMES {
                let value = options::get(py, &self.variant, option)?;
                rules.set_item(option, value.map(|value| listed(&value)).transpose()?)?;
            }
            dict.set_item("rules", rules)?;
        }
        Ok(dict)
    }

    /// The preset that differs in the fewest options, and those options.
    fn as_change<'py>(&self, py: Python<'py>) -> PyResult<(Variant, Changes<'py>)> {
        let mut best: Option<(Variant, Vec<_>)> = None;
        for preset in Variant::presets() {
            let mut changed = Vec::new();
            for option in options::NAMES {
                let (Some(mine), Some(theirs)) = (
                    options::get(py, &self.variant, option)?,
                    options::get(py, &preset, option)?,
                ) else {
                    continue;
                };
                // The number of checkers follows the start.
                if option != "checkers" && !mine.eq(&theirs)? {
                    changed.push((option, mine));
                }
            }
            if best
                .as_ref()
                .is_none_or(|(_, fewest)| changed.len() < fewest.len())
            {
                best = Some((preset, changed));
            }
        }
        Ok(best.unwrap_or_else(|| (Variant::backgammon(), Vec::new())))
    }
}

/// Tuples as lists, as JSON has them.
fn listed<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match value.cast::<PyTuple>() {
        Ok(tuple) => {
            let parts: Vec<_> = tuple
                .iter()
                .map(|part| listed(&part))
                .collect::<PyResult<_>>()?;
            Ok(PyList::new(value.py(), parts)?.into_any())
        }
        Err(_) => Ok(value.clone()),
    }
}

/// The counts of a side as a dict of the slots that hold checkers, in Python's words.
pub(crate) fn stacks_text(counts: &[u8]) -> String {
    let mut text = String::from("{");
    for (slot, count) in counts.iter().enumerate().rev().filter(|&(_, &n)| n > 0) {
        let comma = if text.len() > 1 { ", " } else { "" };
        let _ = write!(text, "{comma}{slot}: {count}");
    }
    text.push('}');
    text
}

#[pymethods]
impl PyVariant {
    /// A short name, for people; not part of the rules.
    #[getter]
    fn name(&self) -> &str {
        &self.variant.name
    }

    /// The starting counts of each side, in its own numbering: 26 numbers, off first, bar last.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.variant.start)
    }

    /// Checkers a side.
    #[getter]
    fn checkers(&self) -> u8 {
        self.variant.checkers
    }

    /// `"contrary"` (my point p is the opponent's 25 - p) or `"parallel"` (p + 12 or p - 12).
    #[getter]
    fn track(&self) -> &'static str {
        self.variant.track.name()
    }

    /// `"hit"` (a lone checker can be hit) or `"block"` (a lone checker holds its point).
    #[getter]
    fn contact(&self) -> &'static str {
        self.variant.contact.name()
    }

    /// Pips the first checker must travel before another may move, or None.
    #[getter]
    fn first_away_pips(&self) -> Option<u8> {
        options::first_away_pips(&self.variant)
    }

    /// When the first checker away frees the others: `"immediate"` or `"next_turn"`.
    #[getter]
    fn first_away_release(&self) -> &'static str {
        self.variant.first_away_release.name()
    }

    /// Limits on points held at once: `(low, high, most)`, at most `most` of `low..high`.
    #[getter]
    fn held_limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let triple = |limit: &HeldLimit| (limit.low, limit.high, limit.most);
        PyTuple::new(py, self.variant.held_limits.iter().map(triple))
    }

    /// When limits are checked: `"each_step"` or `"end_of_turn"`.
    #[getter]
    fn limit_check(&self) -> &'static str {
        self.variant.limit_check.name()
    }

    /// When limits lapse: `"never"`, `"when_opp_start_empty"` or `"when_opp_all_passed"`.
    #[getter]
    fn limit_lapse(&self) -> &'static str {
        self.variant.limit_lapse.name()
    }

    /// Whether a side that walls in every opposing checker must open the wall where it can.
    #[getter]
    fn unblock_duty(&self) -> bool {
        self.variant.unblock_duty
    }

    /// Whether six points in a row need an opposing checker ahead of them.
    #[getter]
    fn six_prime_needs_opp_ahead(&self) -> bool {
        self.variant.six_prime_needs_opp_ahead
    }

    /// What an overlarge die bears off: `"required_when_no_higher"` or `"exact_only"`.
    #[getter]
    fn bearoff_overshoot(&self) -> &'static str {
        self.variant.bearoff_overshoot.name()
    }

    /// Moves within home once every checker is home: `"allowed"` or `"forbidden"`.
    #[getter]
    fn bearoff_inner_moves(&self) -> &'static str {
        self.variant.bearoff_inner_moves.name()
    }

    /// Dice of the first turn: `"use_dice"` (the opening dice) or `"reroll"`.
    #[getter]
    fn opening(&self) -> &'static str {
        self.variant.opening.name()
    }

    /// Who starts the next game of a series: `"roll"` or `"previous_winner"`.
    #[getter]
    fn next_starter(&self) -> &'static str {
        self.variant.next_starter.name()
    }

    /// The largest multiplier of a win: 1, 2 (gammon) or 3 (backgammon).
    #[getter]
    fn max_result(&self) -> u8 {
        self.variant.max_result
    }

    /// Whether a doubling cube is customary.
    #[getter]
    fn cube(&self) -> bool {
        self.variant.cube
    }

    /// Whether the Jacoby rule is customary for money.
    #[getter]
    fn jacoby(&self) -> bool {
        self.variant.jacoby
    }

    /// SHA-256 of `rule_text` in hex: equal for equal rules, whatever their name.
    #[getter]
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The rules without the name as one line of text, the same for ever.
    #[getter]
    fn rule_text(&self) -> String {
        self.variant.rule_text()
    }

    /// The variant with some options changed.
    ///
    /// Options are named as the attributes are. `start` takes 26 counts or a dict of points to
    /// counts, and `checkers` follows it unless given. Without `name` the changed variant gets
    /// this one's name and a star; the name of a preset stays with the preset's rules.
    ///
    /// Raises:
    ///     InvalidVariantError: Options that are unknown, of the wrong kind, or that contradict
    ///         each other; `reasons` lists everything that is wrong.
    #[pyo3(signature = (**changes))]
    fn replace(slf: &Bound<'_, Self>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Py<Self>> {
        let py = slf.py();
        let old = &slf.get().variant;
        let Some(changes) = changes else {
            return Ok(slf.clone().unbind());
        };
        let mut new = old.clone();
        let mut reasons = Vec::new();
        let (mut is_named, mut start, mut checkers) = (false, false, false);
        for (key, value) in changes {
            let option: String = key.extract()?;
            match options::set(&mut new, &option, &value) {
                Ok(()) => {
                    is_named |= option == "name";
                    start |= option == "start";
                    checkers |= option == "checkers";
                }
                Err(wrong) => reasons.extend(wrong),
            }
        }
        if start && !checkers {
            // More than 255 is far too many, and refused as such.
            let total: u32 = new.start.iter().map(|&count| u32::from(count)).sum();
            new.checkers = u8::try_from(total).unwrap_or(u8::MAX);
        }
        // Validation puts rules that can be written in several ways in one form.
        let normal = new.clone().validated().unwrap_or_else(|_| new.clone());
        let is_changed = normal.rule_text() != old.rule_text();
        if is_changed && !is_named && !new.name.ends_with('*') {
            new.name.push('*');
        }
        object(py, checked(new, reasons)?)
    }

    /// The variant as plain data: format, version, name, fingerprint and rules.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, true)
    }

    /// The variant that `to_dict` gave, after JSON or not. A preset may come without rules.
    ///
    /// Raises:
    ///     DataError: Not such data, of another version, or changed since.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let py = cls.py();
        let dict = data.cast::<PyDict>().map_err(|_| {
            DataError::new_err(format!("a variant: expected a dict, got {}", shown(data)))
        })?;
        let part = |key: &str| -> PyResult<Bound<'_, PyAny>> {
            dict.get_item(key)?
                .ok_or_else(|| DataError::new_err(format!("a variant: {key:?} is missing")))
        };
        let (format, version) = (part("format")?, part("version")?);
        if !format.eq(FORMAT)? || !version.eq(VERSION)? {
            return Err(DataError::new_err(format!(
                "a variant: expected format {FORMAT:?}, version {VERSION}, got {}, {}",
                shown(&format),
                shown(&version)
            )));
        }
        let (name, fingerprint) = (part("name")?, part("fingerprint")?);
        let variant = match dict.get_item("rules")? {
            Some(rules) => from_rules(&name, &rules)?,
            None => {
                Variant::named(&name.extract::<String>().unwrap_or_default()).ok_or_else(|| {
                    DataError::new_err(format!(
                        "a variant: no rules, and no preset is called {}",
                        shown(&name)
                    ))
                })?
            }
        };
        let expected = variant.fingerprint();
        if !fingerprint.eq(&expected)? {
            return Err(DataError::new_err(format!(
                "the variant {}: the rules have fingerprint {expected}, but it was stored with {}",
                shown(&name),
                shown(&fingerprint)
            )));
        }
        if let Some(reason) = misnamed(&variant) {
            return Err(DataError::new_err(format!("a variant: {reason}")));
        }
        object(py, variant)
    }

    /// The same physical point in the opponent's numbering; `point` is 1 to 24.
    fn opponent_point(&self, point: &Bound<'_, PyAny>) -> PyResult<u8> {
        let point = whole_in(point, "point", 1, 24)? as u8;
        Ok(across(self.variant.track, point))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.is(other)
    }

    fn __hash__(&self) -> u64 {
        self.hash
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_preset() {
            return Ok(format!("tavla.{}", self.variant.name.to_uppercase()));
        }
        let (preset, changed) = self.as_change(py)?;
        let name = PyString::new(py, &self.variant.name).repr()?.to_string();
        let mut text = format!("tavla.{}.replace(name={name}", preset.name.to_uppercase());
        for (option, value) in changed {
            let value = match option {
                "start" => stacks_text(&self.variant.start),
                _ => value.repr()?.to_string(),
            };
            let _ = write!(text, ", {option}={value}");
        }
        text.push(')');
        Ok(text)
    }

    fn __str__(&self) -> &str {
        &self.variant.name
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let this = slf.get();
        let restore = slf.get_type().getattr("from_dict")?;
        Ok((restore, (this.dict(slf.py(), !this.is_preset())?,)))
    }
}

/// The variant if nothing is wrong with it.
fn checked(variant: Variant, mut reasons: Vec<String>) -> PyResult<Variant> {
    let name = variant.name.clone();
    reasons.extend(misnamed(&variant));
    match variant.validated() {
        Ok(variant) if reasons.is_empty() => Ok(variant),
        Ok(_) => Err(invalid_variant(InvalidVariant { name, reasons })),
        Err(error) => {
            reasons.extend(error.reasons);
            Err(invalid_variant(InvalidVariant { name, reasons }))
        }
    }
}

/// Why a variant may not have its name, if so: it is that of a preset with other rules.
fn misnamed(variant: &Variant) -> Option<String> {
    let name = &variant.name;
    let preset = Variant::named(name).filter(|preset| preset.name == *name)?;
    (preset.rule_text() != variant.rule_text())
        .then(|| format!("name: {name:?} is the preset's, whose rules are others"))
}

/// The variant of stored rules, which must be complete; its name may be wrong.
fn from_rules(name: &Bound<'_, PyAny>, rules: &Bound<'_, PyAny>) -> PyResult<Variant> {
    let dict = rules.cast::<PyDict>().map_err(|_| {
        DataError::new_err(format!(
            "a variant: rules: expected a dict, got {}",
            shown(rules)
        ))
    })?;
    let mut variant = Variant::backgammon();
    let mut reasons = Vec::new();
    if let Err(wrong) = options::set(&mut variant, "name", name) {
        reasons.extend(wrong);
    }
    for option in options::NAMES {
        match dict.get_item(option)? {
            Some(value) => {
                if let Err(wrong) = options::set(&mut variant, option, &value) {
                    reasons.extend(wrong);
                }
            }
            None => reasons.push(format!("{option} is missing")),
        }
    }
    // A list: to show a key may run code that changes the dict.
    for key in dict.keys() {
        let known = key
            .extract::<String>()
            .is_ok_and(|key| options::NAMES.contains(&key.as_str()));
        if !known {
            reasons.push(format!("there is no option {}", shown(&key)));
        }
    }
    if !reasons.is_empty() {
        let reasons = reasons.join("; ");
        return Err(DataError::new_err(format!("a variant: {reasons}")));
    }
    variant
        .validated()
        .map_err(|error| DataError::new_err(error.to_string()))
}

/// The presets by name, read-only.
pub(crate) fn by_name(py: Python<'_>) -> PyResult<Bound<'_, PyMappingProxy>> {
    let dict = PyDict::new(py);
    for preset in presets(py)? {
        dict.set_item(&preset.get().variant.name, preset)?;
    }
    Ok(PyMappingProxy::new(py, dict.as_mapping()))
}
