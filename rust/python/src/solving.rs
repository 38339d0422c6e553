//! Long work on a game: solving it, how far that is, and going on with it.

use crate::errors::{InvalidVariantError, argument};
use crate::store::json_object;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use tavla_engine::Variant;
use tavla_engine::variant::Contact;
use tavla_solve::Keeper;
use tavla_solve::exact::{
    ExactError, Goal, Money, Planes, Stages, chances, solve_cubeless_from, solve_money_from,
};

/// The slots of a game without a cube, and of one with it for money.
pub(crate) const CUBELESS: [&str; 1] = ["equity"];
pub(crate) const MONEY: [&str; 4] = ["his", "own", "centred", "jacoby"];
pub(crate) const CHANCES: [&str; 5] = [
    "win",
    "gammon",
    "backgammon",
    "gammon_loss",
    "backgammon_loss",
];

/// The planes, what the last pass changed at most, and the passes made.
pub(crate) type Found = Result<(Planes, (f64, u32)), ExactError>;
/// Told the share of the work that is done; it may stop the work.
pub(crate) type Tell<'a> = dyn FnMut(f64) -> ControlFlow<()> + Send + 'a;

pub(crate) fn cubeless_planes(
    game: &Variant,
    goal: Goal,
    memory: u64,
    with_chances: bool,
    resume: &mut Stages<'_>,
    tell: &mut Tell<'_>,
) -> Found {
    // Half of the time goes into the chances, or so.
    let half = if with_chances { 0.5 } else { 1.0 };
    let mut share = Share::new(game, goal.residual, 0.0, half);
    let tick = &mut |left| tell(share.done(left));
    let table = solve_cubeless_from(game, goal, memory, resume, tick)?;
    let mut planes = Planes::of(&table, CUBELESS);
    if with_chances {
        let mut share = Share::new(game, goal.residual, half, 1.0);
        let chances = chances(&table, goal, memory, &mut |left| tell(share.done(left)))?;
        planes = planes.with(&chances, CHANCES);
    }
    Ok((planes, (table.residual(), table.passes())))
}

pub(crate) fn money_planes(
    game: &Variant,
    stakes: Money,
    goal: Goal,
    memory: u64,
    resume: &mut Stages<'_>,
    tell: &mut Tell<'_>,
) -> Found {
    let mut share = Share::new(game, goal.residual, 0.0, 1.0);
    let tick = &mut |left| tell(share.done(left));
    let table = solve_money_from(game, stakes, goal, memory, resume, tick)?;
    let planes = Planes::of(&table, MONEY);
    Ok((planes, (table.residual(), table.passes())))
}

/// A path, a JSON object that says which work it is, and seconds.
pub(crate) type State = Option<(PathBuf, String, f64)>;

/// Where the state of long work is kept.
pub(crate) fn keeper(state: State) -> PyResult<Option<Keeper>> {
    let Some((path, work, seconds)) = state else {
        return Ok(None);
    };
    let every = Duration::try_from_secs_f64(seconds)
        .map_err(|_| argument("state", "seconds", &seconds.to_string()))?;
    Ok(Some(Keeper::new(path, json_object(&work)?, every)))
}

/// How far a solution is, from what a pass left to do.
pub(crate) struct Share {
    /// Whether one pass does it all.
    is_single: bool,
    residual: f64,
    /// The shares of all the work at which this part of it begins and ends.
    begin: f64,
    end: f64,
    first: Option<f64>,
    most: f64,
}

impl Share {
    pub(crate) fn new(variant: &Variant, residual: f64, begin: f64, end: f64) -> Self {
        Self {
            is_single: variant.contact == Contact::Block,
            residual,
            begin,
            end,
            first: None,
            most: 0.0,
        }
    }

    pub(crate) fn done(&mut self, left: f64) -> f64 {
        let share = if self.is_single {
            1.0 - left
        } else if left.is_finite() {
            // Each pass gains about as many digits.
            let first = *self.first.get_or_insert(left.max(self.residual));
            let digits = (first / self.residual).log10();
            (first / left.max(self.residual)).log10() / digits.max(f64::MIN_POSITIVE)
        } else {
            0.0
        };
        self.most = share.clamp(self.most, 1.0);
        self.begin + self.most * (self.end - self.begin)
    }
}

pub(crate) fn refused(error: &ExactError) -> PyErr {
    let words = error.to_string();
    match error {
        ExactError::Stopped => PyKeyboardInterrupt::new_err(words),
        ExactError::NoMemory { .. } => PyMemoryError::new_err(words),
        ExactError::Residual => argument("residual", "1e-15 or more", &words),
        ExactError::TooLarge { needed, memory, .. } => argument(
            "memory",
            &format!("at least {needed} bytes for this game"),
            &memory.to_string(),
        ),
        ExactError::NoThreads { .. } => argument("threads", "as many as the system gives", &words),
        ExactError::Variant { .. }
        | ExactError::Deadlock { .. }
        | ExactError::Unsettled { .. }
        | ExactError::Endless { .. } => InvalidVariantError::new_err((words.clone(), vec![words])),
    }
}
