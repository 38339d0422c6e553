//! Solving a game, and asking for its values.

use super::board::Board;
use super::mixing::Mixing;
use super::sides::MOST_CHECKERS;
use super::stakes::{Cubeless, Money, Stakes};
use super::sweep::{Pass, Policy, Values, sweep};
use super::table::Table;
use crate::pool::POOLS;
use crate::simulate::Threads;
use std::ops::ControlFlow;
use tavla_engine::Variant;
use tavla_engine::variant::{Contact, Track};
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
    solve(variant, &Cubeless, goal, tick)
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
    solve(variant, &stakes, goal, tick)
}

fn solve<const K: usize>(
    variant: &Variant,
    stakes: &impl Stakes<K>,
    goal: Goal,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<K>, ExactError> {
    let fits = variant.track == Track::Contrary
        && variant.contact == Contact::Hit
        && (1..=MOST_CHECKERS).contains(&variant.checkers)
        && variant.rules().is_plain();
    if !fits {
        let variant = variant.name.clone();
        return Err(ExactError::Variant { variant });
    }
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
    let mut work = || iterate(variant, stakes, goal.residual, tick);
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Passes that follow what was noted gain a digit, at the most so many.
const MOST_FOLLOWED: u32 = 12;
const GAIN: f64 = 0.05;

fn iterate<const K: usize>(
    variant: &Variant,
    stakes: &impl Stakes<K>,
    residual: f64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<K>, ExactError> {
    let board = Board::new(variant);
    let mut values = Values::new(&board, stakes, 0.0);
    let mut policy = Policy::new::<K>(&board);
    let mut passes = 0;
    loop {
        let change = sweep(&board, stakes, &mut values, &mut policy, Pass::Improve);
        passes += 1;
        if tick(change).is_break() {
            return Err(ExactError::Stopped);
        }
        if change <= residual {
            return Ok(Table {
                variant: variant.clone(),
                numbering: board.sides.numbering,
                cells: values.cells,
                residual: change,
                passes,
            });
        }
        let mut mixing = Mixing::default();
        for _ in 0..MOST_FOLLOWED {
            mixing.begin(&values);
            let followed = sweep(&board, stakes, &mut values, &mut policy, Pass::Follow);
            passes += 1;
            if tick(followed).is_break() {
                return Err(ExactError::Stopped);
            }
            if followed <= (change * GAIN).max(residual / 4.0) {
                break;
            }
            mixing.end(&mut values);
        }
    }
}
