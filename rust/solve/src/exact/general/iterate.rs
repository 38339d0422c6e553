//! Passes over a game with hits until nothing changes.

use super::best::Best;
use super::memory::Room;
use super::pass::{Passed, Values};
use super::rolls::{Noted, Rolls};
use crate::exact::ExactError;
use crate::exact::mixing::Mixing;
use crate::exact::stages::{Stage, Stages};
use crate::exact::stakes::Stakes;
use std::ops::ControlFlow;

/// Passes that follow what was noted gain a digit, at the most so many.
const MOST_FOLLOWED: u32 = 12;
const GAIN: f64 = 0.05;

/// The number of its stages. The solver for Hyper has others: its cells are in another order.
pub(super) const STAGE: u32 = 2;

/// Passes in a row of which none changes less than one before did, before the work is given up:
/// what is still to be found does not come nearer.
const MOST_IN_VAIN: u32 = 500;

/// The passes of one game, counted.
pub(super) struct Passes<'a> {
    pub(super) residual: f64,
    /// Told after each layer, and after each pass, the most that the last whole one changed.
    pub(super) tick: &'a mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
    pub(super) change: f64,
    pub(super) count: u32,
    /// The least that a pass has changed, and the passes made since.
    least: f64,
    in_vain: u32,
}

impl<'a> Passes<'a> {
    /// Until one changes no slot by more than the residual.
    pub(super) fn new(
        residual: f64,
        tick: &'a mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
    ) -> Self {
        Self {
            residual,
            tick,
            change: f64::INFINITY,
            count: 0,
            least: f64::INFINITY,
            in_vain: 0,
        }
    }

    /// Makes one pass.
    ///
    /// # Errors
    /// When stopped, or when passes do not come nearer to anything.
    pub(super) fn make<S: Stakes<K>, const K: usize>(
        &mut self,
        values: &mut Values<'_, S, K>,
        plays: &impl Rolls<K>,
    ) -> Result<Passed, ExactError> {
        let change = self.change;
        let passed = values.pass(plays, &mut |_| (self.tick)(change))?;
        (self.change, self.count) = (passed.change, self.count + 1);
        if (self.tick)(passed.change).is_break() {
            return Err(ExactError::Stopped);
        }
        if passed.change < self.least {
            (self.least, self.in_vain) = (passed.change, 0);
        } else {
            self.in_vain += 1;
        }
        if self.in_vain < MOST_IN_VAIN || passed.change <= self.residual {
            return Ok(passed);
        }
        let (mine, theirs) = passed.most_changed;
        Err(ExactError::Endless {
            residual: format!("{:.1e}", self.residual),
            passes: self.count,
            change: format!("{:.1e}", passed.change),
            position: values.game.position(mine, theirs),
        })
    }

    /// Makes passes by the plays noted until one changes no more than `enough`, at the most so
    /// many; what the last came to.
    ///
    /// # Errors
    /// As [`Passes::make`].
    pub(super) fn follow<S: Stakes<K>, const K: usize>(
        &mut self,
        values: &mut Values<'_, S, K>,
        room: Room,
        enough: f64,
        most: u32,
    ) -> Result<Passed, ExactError> {
        let mut mixing = Mixing::default();
        let mut passed = Passed::default();
        for _ in 0..most {
            if room.mixing {
                mixing.begin(&values.cells);
            }
            passed = self.make(values, &Noted)?;
            if passed.change <= enough {
                break;
            }
            if room.mixing {
                mixing.end(&mut values.cells);
            }
        }
        Ok(passed)
    }

    /// Makes passes until one that looks at every play changes no more than the residual; what
    /// it came to. Before each of these the stage is told.
    ///
    /// # Errors
    /// As [`Passes::make`].
    pub(super) fn improve<S: Stakes<K>, const K: usize>(
        &mut self,
        values: &mut Values<'_, S, K>,
        room: Room,
        resume: &mut Stages<'_>,
    ) -> Result<Passed, ExactError> {
        loop {
            resume.tell(Stage {
                number: STAGE,
                passes: self.count,
                residual: 0.0,
                former: [].as_slice().into(),
                cells: values.cells.as_flattened().into(),
            });
            let improved = self.make(values, &Best)?;
            if improved.change <= self.residual {
                return Ok(improved);
            }
            if room.noted > 0 {
                let enough = (improved.change * GAIN).max(self.residual / 4.0);
                self.follow(values, room, enough, MOST_FOLLOWED)?;
            }
        }
    }
}
