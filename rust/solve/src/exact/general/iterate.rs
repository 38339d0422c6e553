//! Passes over a game with hits until nothing changes.

use super::pass::{Passed, Plays, Values};
use crate::exact::ExactError;
use crate::exact::mixing::Mixing;
use crate::exact::stakes::Stakes;
use std::ops::ControlFlow;

/// Passes that follow what was noted gain a digit, at the most so many.
const MOST_FOLLOWED: u32 = 12;
const GAIN: f64 = 0.05;

/// Passes until one that looks at every play changes no more than the residual; the last pass,
/// and how many there were.
///
/// # Errors
/// When stopped.
pub(super) fn iterate<S: Stakes<K>, const K: usize>(
    values: &mut Values<'_, S, K>,
    residual: f64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<(Passed, u32), ExactError> {
    let mut count = 0;
    let mut change = f64::INFINITY;
    let mut pass = |values: &mut Values<'_, S, K>, plays| {
        let passed = values.pass(plays, &mut |_| tick(change))?;
        (change, count) = (passed.change, count + 1);
        if tick(change).is_break() {
            return Err(ExactError::Stopped);
        }
        Ok((passed, count))
    };
    loop {
        let (improved, count) = pass(values, Plays::Best)?;
        if improved.change <= residual {
            return Ok((improved, count));
        }
        if !values.has_notes() {
            continue;
        }
        let enough = (improved.change * GAIN).max(residual / 4.0);
        let mut mixing = Mixing::default();
        for _ in 0..MOST_FOLLOWED {
            mixing.begin(&values.cells);
            let (followed, _) = pass(values, Plays::Noted)?;
            if followed.change <= enough {
                break;
            }
            mixing.end(&mut values.cells);
        }
    }
}
