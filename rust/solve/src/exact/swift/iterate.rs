//! Passes until nothing changes.

use super::board::Board;
use super::follow::follow;
use super::grid::Grid;
use super::improve::improve;
use super::layer::Rule;
use super::policy::Policy;
use crate::exact::ExactError;
use crate::exact::mixing::Mixing;
use std::ops::ControlFlow;

/// What passes came to: values in the rows of the side on roll.
pub(super) struct Solved<const K: usize> {
    pub(super) values: Grid<K>,
    /// The most that the last pass changed a slot by; it looked at every play.
    pub(super) residual: f64,
    pub(super) passes: u32,
}

/// What is told the most that each pass changed, and may stop the work.
pub(super) type Tick<'a> = &'a mut (dyn FnMut(f64) -> ControlFlow<()> + Send);

/// Passes that follow one policy, at the most.
const MOST_FOLLOWED: u32 = 60;
/// What is left of a change before plays are looked at again, at the most. Early policies are not
/// worth more; later ones are nearly right, and what they are wrong by is about the square of the
/// change.
const GAIN: f64 = 0.1;

/// Makes passes from `values`, in the rows of the side on roll, until one that looks at every play
/// changes no slot by more than `residual`. `passes` are those made already; before each that
/// looks at every play `keep` is told the values and the passes.
///
/// # Errors
/// When stopped by `tick`, which is told the most that each pass changed.
pub(super) fn iterate<const K: usize>(
    board: &Board,
    mut values: Grid<K>,
    mut passes: u32,
    rule: &impl Rule<K>,
    residual: f64,
    keep: &mut dyn FnMut(&Grid<K>, u32),
    tick: Tick<'_>,
) -> Result<Solved<K>, ExactError> {
    let mut policy = Policy::new(board);
    loop {
        keep(&values, passes);
        let mut turned = values.turned();
        drop(values);
        let change = improve(board, &mut turned, Some(&mut policy), rule);
        values = turned.turned();
        drop(turned);
        passes += 1;
        if tick(change).is_break() {
            return Err(ExactError::Stopped);
        }
        if change <= residual {
            return Ok(Solved {
                values,
                residual: change,
                passes,
            });
        }
        let enough = (change * change.min(GAIN)).max(residual / 4.0);
        passes += evaluate(board, &mut values, &policy, rule, enough, tick)?;
    }
}

/// Makes passes that follow a policy until one changes no slot by more than `enough`, and
/// returns how many.
///
/// # Errors
/// When stopped by `tick`, which is told the most that each pass changed.
pub(super) fn evaluate<const K: usize>(
    board: &Board,
    values: &mut Grid<K>,
    policy: &Policy<K>,
    rule: &impl Rule<K>,
    enough: f64,
    tick: Tick<'_>,
) -> Result<u32, ExactError> {
    let mut mixing = Mixing::default();
    for passes in 1..MOST_FOLLOWED {
        mixing.begin(&values.cells);
        let change = follow(board, values, policy, rule);
        if tick(change).is_break() {
            return Err(ExactError::Stopped);
        }
        if change <= enough {
            return Ok(passes);
        }
        mixing.end(&mut values.cells);
    }
    Ok(MOST_FOLLOWED)
}
