//! Passes until nothing changes.

use super::board::Board;
use super::follow::follow;
use super::grid::Grid;
use super::improve::improve;
use super::layer::Decide;
use super::policy::Policy;
use crate::exact::ExactError;
use crate::exact::mixing::Mixing;
use std::ops::ControlFlow;

/// What passes came to: values in the rows of the side on roll, and the plays they follow.
pub(super) struct Solved<const K: usize> {
    pub(super) values: Grid<K>,
    pub(super) policy: Policy<K>,
    /// The most that the last pass changed a slot by; it looked at every play.
    pub(super) residual: f64,
    pub(super) passes: u32,
}

/// Passes that follow one policy, at the most.
const MOST_FOLLOWED: u32 = 30;
/// What is left of a change before plays are looked at again. Early policies are not worth more.
const GAIN: f64 = 0.05;

/// Makes passes from `values`, in the rows of the side on roll, until one that looks at every play
/// changes no slot by more than `residual`.
///
/// # Errors
/// When stopped by `tick`, which is told the most that each pass changed.
pub(super) fn iterate<const K: usize>(
    board: &Board,
    mut values: Grid<K>,
    decide: &impl Decide<K>,
    residual: f64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Solved<K>, ExactError> {
    let mut policy = Policy::new(board);
    let mut passes = 0;
    let mut count = |change| {
        passes += 1;
        if tick(change).is_break() {
            return Err(ExactError::Stopped);
        }
        Ok(passes)
    };
    loop {
        let mut turned = values.turned();
        drop(values);
        let change = improve(board, &mut turned, &mut policy, decide);
        values = turned.turned();
        drop(turned);
        let passes = count(change)?;
        if change <= residual {
            return Ok(Solved {
                values,
                policy,
                residual: change,
                passes,
            });
        }
        let enough = (change * GAIN).max(residual / 4.0);
        let mut mixing = Mixing::default();
        for _ in 0..MOST_FOLLOWED {
            mixing.begin(&values.cells);
            let change = follow(board, &mut values, &policy, decide);
            count(change)?;
            if change <= enough {
                break;
            }
            mixing.end(&mut values.cells);
        }
    }
}
