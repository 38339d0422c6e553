//! Solving a game, and asking for its values.

use super::general;
use super::stages::Stages;
use super::stakes::{Cubeless, Money};
use super::swift::{self, Certificate, MOST_CHECKERS};
use super::table::Table;
use crate::memory;
use crate::pool::POOLS;
use crate::simulate::Threads;
use std::ops::ControlFlow;
use tavla_engine::variant::{Contact, Overshoot, Track};
use tavla_engine::{Position, Variant};
use thiserror::Error;

/// How exact a solution is to be, and who works at it.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The most that a whole pass may still change a value by.
    pub residual: f64,
    /// How many threads work.
    pub threads: Threads,
}

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExactError {
    /// The method is for other games.
    #[error(
        "the variant {variant:?}: expected contrary tracks, hits, at most {MOST_CHECKERS} \
         checkers a side and no further rules of movement"
    )]
    Variant {
        /// The variant's name.
        variant: String,
    },
    /// The residual asked for is no positive number, or finer than numbers are.
    #[error("a residual of at least 1e-15 is expected")]
    Residual,
    /// The game is larger than the memory allowed.
    #[error("{variant:?} takes {needed} bytes to solve, {memory} are allowed")]
    TooLarge {
        /// The variant's name.
        variant: String,
        /// The bytes it takes.
        needed: u128,
        /// The bytes allowed.
        memory: u64,
    },
    /// The system has no memory for a table.
    #[error("the system has no {needed} bytes of memory")]
    NoMemory {
        /// The bytes.
        needed: usize,
    },
    /// A game can get to a position from which nobody ever moves again.
    #[error("the game has no value: neither side can ever move in {position:?}")]
    Deadlock {
        /// The position.
        position: Position,
    },
    /// Dances lead back and forth, and the cube keeps going round, so that more than one value
    /// agrees with all plays.
    #[error("the cube leaves more than one value to {position:?}")]
    Unsettled {
        /// The position.
        position: Position,
    },
    /// Passes change values for ever.
    #[error(
        "passes do not settle the values: expected each to change by {residual} at most, but after \
         {passes} passes it is still {change} in {position:?}"
    )]
    Endless {
        /// The residual asked for.
        residual: String,
        /// The passes made.
        passes: u32,
        /// The most that the last one changed a value by.
        change: String,
        /// The position with that value.
        position: Position,
    },
    /// `tick` asked to stop.
    #[error("stopped")]
    Stopped,
    /// The system refuses the threads.
    #[error("{threads} threads could not be started: {reason}")]
    NoThreads {
        /// The threads asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}

/// Solves a game without a cube: one slot, the equity of the side on roll.
///
/// `tick` is called after each pass with the most that it changed, and may stop the work.
///
/// # Errors
/// Another kind of game, a residual that cannot be, or when stopped.
pub fn cubeless(
    variant: &Variant,
    goal: Goal,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<1>, ExactError> {
    check_hyper_like(variant)?;
    let resume = &mut Stages::default();
    on_threads(goal, || {
        swift::cubeless(variant, goal.residual, resume, tick)
    })
}

/// Solves a game for money with the cube: the slots of [`slot`](super::slot), from the side on
/// roll, in units of the cube.
///
/// # Errors
/// As [`cubeless`].
pub fn money(
    variant: &Variant,
    stakes: Money,
    goal: Goal,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<4>, ExactError> {
    check_hyper_like(variant)?;
    let resume = &mut Stages::default();
    on_threads(goal, || {
        swift::money(variant, stakes, goal.residual, resume, tick)
    })
}

fn check_hyper_like(variant: &Variant) -> Result<(), ExactError> {
    if is_hyper_like(variant) {
        return Ok(());
    }
    let variant = variant.name.clone();
    Err(ExactError::Variant { variant })
}

/// Proves the values of a game that [`cubeless`] solved: bounds from above and from below are
/// brought together until none are further apart than `goal.residual`, or as close as they come.
///
/// `tick` is told the widest distance after each pass, and may stop the work.
///
/// # Errors
/// As [`cubeless`].
pub fn prove(
    table: &Table<1>,
    goal: Goal,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Certificate, ExactError> {
    check_hyper_like(&table.variant)?;
    check_memory::<1>(&table.variant, true)?;
    on_threads(goal, || swift::prove(table, goal.residual, tick))
}

/// Proves the values of a game that [`money`] solved for these stakes, as [`prove`] does.
///
/// # Errors
/// As [`cubeless`].
pub fn prove_money(
    table: &Table<4>,
    stakes: Money,
    goal: Goal,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Certificate, ExactError> {
    check_hyper_like(&table.variant)?;
    check_memory::<4>(&table.variant, true)?;
    on_threads(goal, || {
        swift::prove_money(table, stakes, goal.residual, tick)
    })
}

/// Whether a game is of the kind that [`cubeless`] and [`money`] solve. Where only exact numbers
/// bear off the cube can leave more than one value, which they do not look for.
fn is_hyper_like(variant: &Variant) -> bool {
    variant.track == Track::Contrary
        && variant.contact == Contact::Hit
        && (1..=MOST_CHECKERS).contains(&variant.checkers)
        && variant.bearoff_overshoot == Overshoot::WhenNoHigher
        && variant.rules().is_plain()
}

/// Whether a game is solved by lists of its plays, which takes more memory and less time.
fn has_lists<const K: usize>(variant: &Variant, memory: u64) -> bool {
    is_hyper_like(variant) && swift::needed::<K>(variant) <= u128::from(memory)
}

/// Solves any game that fits in `memory` bytes without a cube, by [`cubeless`] where that can.
///
/// `tick` is called now and then with what is left to do, and may stop the work: the most that
/// the last pass changed a value by, or in a game without hits, which takes a single pass, the
/// share of it still to come.
///
/// # Errors
/// A game that does not fit or has no values, a residual that cannot be, or when stopped.
pub fn solve_cubeless(
    variant: &Variant,
    goal: Goal,
    memory: u64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<1>, ExactError> {
    let resume = &mut Stages::default();
    solve_cubeless_from(variant, goal, memory, resume, tick)
}

/// As [`solve_cubeless`], telling each stage, by choice from one of them on.
///
/// # Errors
/// As [`solve_cubeless`].
pub fn solve_cubeless_from(
    variant: &Variant,
    goal: Goal,
    memory: u64,
    resume: &mut Stages<'_>,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<1>, ExactError> {
    check_size::<1>(variant, memory)?;
    let has_lists = has_lists::<1>(variant, memory);
    check_memory::<1>(variant, has_lists)?;
    on_threads(goal, || {
        if has_lists {
            swift::cubeless(variant, goal.residual, resume, tick)
        } else {
            general::solve(variant, &Cubeless, goal.residual, memory, resume, tick)
        }
    })
}

/// Solves any game that fits in `memory` bytes for money with the cube, by [`money`] where that
/// can.
///
/// # Errors
/// As [`solve_cubeless`].
pub fn solve_money(
    variant: &Variant,
    stakes: Money,
    goal: Goal,
    memory: u64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<4>, ExactError> {
    let resume = &mut Stages::default();
    solve_money_from(variant, stakes, goal, memory, resume, tick)
}

/// As [`solve_money`], telling each stage, by choice from one of them on.
///
/// # Errors
/// As [`solve_cubeless`].
pub fn solve_money_from(
    variant: &Variant,
    stakes: Money,
    goal: Goal,
    memory: u64,
    resume: &mut Stages<'_>,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<4>, ExactError> {
    check_size::<4>(variant, memory)?;
    let has_lists = has_lists::<4>(variant, memory);
    check_memory::<4>(variant, has_lists)?;
    on_threads(goal, || {
        if has_lists {
            swift::money(variant, stakes, goal.residual, resume, tick)
        } else {
            general::solve(variant, &stakes, goal.residual, memory, resume, tick)
        }
    })
}

/// The chances of winning and losing single games, gammons and backgammons between players who
/// play for the best of these equities: the slots of [`chance`](super::chance). Plays of equal
/// equity can differ in them; [`Planes::best`](super::Planes::best) says which is chosen.
///
/// # Errors
/// As [`solve_cubeless`].
pub fn chances(
    equities: &Table<1>,
    goal: Goal,
    memory: u64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<5>, ExactError> {
    check_size::<5>(equities.variant(), memory)?;
    let has_lists = has_lists::<5>(equities.variant(), memory);
    check_memory::<5>(equities.variant(), has_lists)?;
    if has_lists {
        return on_threads(goal, || swift::chances(equities, goal.residual, tick));
    }
    on_threads(goal, || {
        general::chances(equities, goal.residual, memory, tick)
    })
}

fn check_size<const K: usize>(variant: &Variant, memory: u64) -> Result<(), ExactError> {
    let needed = general::needed::<K>(variant);
    if needed <= u128::from(memory) {
        return Ok(());
    }
    let variant = variant.name.clone();
    Err(ExactError::TooLarge {
        variant,
        needed,
        memory,
    })
}

/// Whether the system has what it takes to solve a game by lists of its plays or without.
fn check_memory<const K: usize>(variant: &Variant, has_lists: bool) -> Result<(), ExactError> {
    let needed = if has_lists {
        swift::needed::<K>(variant)
    } else {
        general::needed::<K>(variant)
    };
    if memory::has(needed) {
        return Ok(());
    }
    let needed = usize::try_from(needed).unwrap_or(usize::MAX);
    Err(ExactError::NoMemory { needed })
}

/// Does the work on so many threads.
fn on_threads<T: Send>(
    goal: Goal,
    mut work: impl FnMut() -> Result<T, ExactError> + Send,
) -> Result<T, ExactError> {
    if goal.residual.is_nan() || goal.residual < 1e-15 {
        return Err(ExactError::Residual);
    }
    let no_threads = |error: &dyn std::fmt::Display| ExactError::NoThreads {
        threads: goal.threads.get(),
        reason: error.to_string(),
    };
    let pool = POOLS
        .take(goal.threads)
        .map_err(|error| no_threads(&error))?;
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
