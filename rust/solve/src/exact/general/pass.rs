//! One pass over all positions, by the pips of both sides together.
//!
//! A play that neither hits nor dances leaves fewer pips, so that its value is of this pass
//! already. Within a layer of equal pips all is computed from what stood before, and then
//! written: the same numbers on any number of threads.

use super::game::Game;
use super::rolls::{Rolled, Roller};
use super::settle::{Settled, settle};
use crate::exact::ExactError;
use crate::exact::stakes::Stakes;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};

/// What a pass came to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Passed {
    /// The largest change of a slot.
    pub(super) change: f64,
    /// The widest range in which a slot is not decided by the others, and the position.
    pub(super) width: f64,
    pub(super) widest: (usize, usize),
    /// Whether there are positions in which neither side can ever move. Their slots are 0.
    pub(super) has_deadlocks: bool,
}

/// The cells of a game before the first pass: lost positions as they are, all others 0.
///
/// # Errors
/// When the system has no memory for them.
pub(super) fn cells<const K: usize>(
    game: &Game,
    stakes: &impl Stakes<K>,
) -> Result<Vec<[f64; K]>, ExactError> {
    let (sides, mut cells) = (game.sides(), Vec::new());
    let no_memory = |_| ExactError::NoMemory {
        needed: sides * sides * size_of::<[f64; K]>(),
    };
    cells.try_reserve_exact(sides * sides).map_err(no_memory)?;
    cells.resize(sides * sides, [0.0; K]);
    for loser in 1..sides {
        cells[loser * sides] = stakes.lost(game.multiplier(loser));
    }
    Ok(cells)
}

/// Runs one pass. `tick` is told after each layer the share of layers still to come.
///
/// # Errors
/// When stopped.
pub(super) fn pass<const K: usize>(
    game: &Game,
    stakes: &impl Stakes<K>,
    cells: &mut [[f64; K]],
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Passed, ExactError> {
    let mut passed = Passed::default();
    let most = 2 * game.numbering.most_pips();
    for pips in 2..=most {
        let layer = Layer::new(game, pips);
        let rolled = layer.roll(cells);
        let settled = layer.settle(stakes, &rolled);
        layer.write(cells, &settled, &mut passed);
        if tick(f64::from(most - pips) / f64::from(most)).is_break() {
            return Err(ExactError::Stopped);
        }
    }
    Ok(passed)
}

/// The positions of equal pips.
pub(super) struct Layer<'a> {
    game: &'a Game,
    pips: u16,
    /// The sides that take part.
    sides: Range<usize>,
}

impl<'a> Layer<'a> {
    pub(super) fn new(game: &'a Game, pips: u16) -> Self {
        let numbering = &game.numbering;
        let least = pips.saturating_sub(numbering.most_pips());
        let most = pips.min(numbering.most_pips());
        Self {
            game,
            pips,
            sides: numbering.with_pips(least).start..numbering.with_pips(most).end,
        }
    }

    /// The sides that have so many pips together with one.
    fn partners(&self, side: usize) -> Range<usize> {
        let pips = self.pips - self.game.numbering.pips(side);
        self.game.numbering.with_pips(pips)
    }

    /// How many pairs of sides.
    #[cfg(test)]
    pub(super) fn pairs(&self) -> usize {
        let partners = |side| self.partners(side).len();
        self.sides.clone().map(partners).sum()
    }

    /// The rolls of all pairs, by the side that is not on roll: its plays look at few cells.
    fn roll<const K: usize>(&self, cells: &[[f64; K]]) -> Vec<Vec<Rolled<K>>> {
        let of_side = |roller: &mut Roller<'_, K>, theirs| {
            let mine = self.partners(theirs);
            mine.map(|mine| roller.roll(mine, theirs, |_, _| {}))
                .collect()
        };
        let sides = self.sides.clone().into_par_iter();
        sides
            .map_init(|| Roller::new(self.game, cells), of_side)
            .collect()
    }

    /// The slots of all pairs, `None` for those that are no position or settle nothing.
    fn settle<const K: usize>(
        &self,
        stakes: &impl Stakes<K>,
        rolled: &[Vec<Rolled<K>>],
    ) -> Vec<Vec<Option<Settled<K>>>> {
        let find = |mine: usize, theirs: usize| {
            &rolled[theirs - self.sides.start][mine - self.partners(theirs).start]
        };
        let of_pair = |mine, theirs| settle(stakes, find(mine, theirs), find(theirs, mine));
        let of_side = |theirs| {
            let mine = self.partners(theirs);
            mine.map(|mine| of_pair(mine, theirs)).collect()
        };
        self.sides.clone().into_par_iter().map(of_side).collect()
    }

    fn write<const K: usize>(
        &self,
        cells: &mut [[f64; K]],
        settled: &[Vec<Option<Settled<K>>>],
        passed: &mut Passed,
    ) {
        for (theirs, settled) in self.sides.clone().zip(settled) {
            for (mine, settled) in self.partners(theirs).zip(settled) {
                if !self.game.is_position(mine, theirs) {
                    continue;
                }
                let Some(Settled { cell, width }) = *settled else {
                    passed.has_deadlocks = true;
                    continue;
                };
                if width > passed.width {
                    (passed.width, passed.widest) = (width, (mine, theirs));
                }
                let old = &mut cells[mine * self.game.sides() + theirs];
                for k in 0..K {
                    passed.change = passed.change.max((cell[k] - old[k]).abs());
                }
                *old = cell;
            }
        }
    }
}
