//! The exceptions of `tavla.errors`, and how the engine's errors become them.

#![allow(
    missing_docs,
    reason = "the exceptions are documented where Python defines them"
)]

use crate::play::PyPlay;
use pyo3::prelude::*;
use tavla_engine::ids::IdError;
use tavla_engine::notation::NotationError as Unreadable;
use tavla_engine::plays::DisplaceError;
use tavla_engine::position::Unsound;
use tavla_engine::variant::{InvalidVariant, Variant};
use tavla_engine::{Broken, Dice};

pyo3::import_exception!(tavla.errors, AmbiguousPlayError);
pyo3::import_exception!(tavla.errors, DataError);
pyo3::import_exception!(tavla.errors, IllegalPlayError);
pyo3::import_exception!(tavla.errors, InvalidArgumentError);
pyo3::import_exception!(tavla.errors, InvalidDiceError);
pyo3::import_exception!(tavla.errors, InvalidIdError);
pyo3::import_exception!(tavla.errors, InvalidPositionError);
pyo3::import_exception!(tavla.errors, InvalidVariantError);
pyo3::import_exception!(tavla.errors, NotationError);
pyo3::import_exception!(tavla.errors, OutsideDatabaseError);
pyo3::import_exception!(tavla.errors, UndefinedIndexError);
pyo3::import_exception!(tavla.errors, UnknownVariantError);

/// An argument is not what was expected.
pub(crate) fn argument(what: &str, expected: &str, got: &str) -> PyErr {
    InvalidArgumentError::new_err(format!("{what}: expected {expected}, got {got}"))
}

/// Tells a rule from the play that breaks it.
pub(crate) fn illegal(what: &str, dice: Dice, broken: Broken) -> PyErr {
    let words = broken.to_string();
    let (high, low) = (dice.high(), dice.low());
    IllegalPlayError::new_err((
        format!("{what} with {high}-{low} is not legal: {words}"),
        broken.code(),
        words,
    ))
}

pub(crate) fn unreadable(error: Unreadable) -> PyErr {
    let message = error.to_string();
    NotationError::new_err((message, error.text, error.at, error.expected))
}

pub(crate) fn ambiguous(text: &str, words: &[String], candidates: Vec<PyPlay>) -> PyErr {
    let message = format!(
        "{text:?} can mean {} plays: {}",
        words.len(),
        words.join(" or ")
    );
    AmbiguousPlayError::new_err((message, candidates))
}

pub(crate) fn invalid_position(variant: &Variant, reasons: Vec<String>) -> PyErr {
    let message = format!("no position of {}: {}", variant.name, reasons.join("; "));
    InvalidPositionError::new_err((message, reasons))
}

pub(crate) fn unsound(variant: &Variant, reasons: &[Unsound]) -> PyErr {
    invalid_position(variant, reasons.iter().map(ToString::to_string).collect())
}

pub(crate) fn displaced(variant: &Variant, error: &DisplaceError) -> PyErr {
    match error {
        DisplaceError::Unsound(reasons) => unsound(variant, reasons),
        _ => invalid_position(variant, vec![error.to_string()]),
    }
}

pub(crate) fn invalid_variant(error: InvalidVariant) -> PyErr {
    let message = error.to_string();
    InvalidVariantError::new_err((message, error.reasons))
}

pub(crate) fn invalid_id(error: &IdError) -> PyErr {
    InvalidIdError::new_err(error.to_string())
}
