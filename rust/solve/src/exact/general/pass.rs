//! One pass over all positions, by the pips of both sides together.
//!
//! A play that neither hits nor dances leaves fewer pips, so that its value is of this pass
//! already. Within a layer of equal pips all is computed from what stood before, and then
//! written: the same numbers on any number of threads.

use super::game::Game;
use super::rolls::{DANCE, Memory, Pair, Rolled, Rolls};
use super::settle::{Settled, settle};
use crate::exact::ExactError;
use crate::exact::stakes::Stakes;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};
use tavla_engine::ROLLS;

/// What a pass came to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Passed {
    /// The largest change of a slot, and the position.
    pub(super) change: f64,
    pub(super) most_changed: (usize, usize),
    /// The widest range in which a slot is not decided by the others, and the position.
    pub(super) width: f64,
    pub(super) widest: (usize, usize),
    /// Whether there are positions in which neither side can ever move. Their slots are 0.
    pub(super) has_deadlocks: bool,
}

/// The slots of all positions, and the plays noted.
pub(super) struct Values<'a, S, const K: usize> {
    pub(super) game: &'a Game,
    stakes: &'a S,
    /// By the number of the side on roll, then that of the other.
    pub(super) cells: Vec<[f64; K]>,
    /// For each position, the side that is not on roll first, and each roll the cells that its
    /// plays lead to. Empty when nothing is noted.
    notes: Vec<u32>,
}

impl<'a, S: Stakes<K>, const K: usize> Values<'a, S, K> {
    /// Lost positions as they are, all others 0. So many cells can be noted of each roll.
    ///
    /// # Errors
    /// When the system has no memory for them.
    pub(super) fn new(game: &'a Game, stakes: &'a S, noted: usize) -> Result<Self, ExactError> {
        let pairs = game.sides() * game.sides();
        let mut this = Self {
            game,
            stakes,
            cells: filled(pairs, [0.0; K])?,
            notes: filled(pairs * ROLLS.len() * noted, DANCE)?,
        };
        for loser in 1..game.sides() {
            this.cells[loser * game.sides()] = stakes.lost(game.multiplier(loser));
        }
        Ok(this)
    }

    /// Runs one pass. `tick` is told after each layer the share of layers still to come.
    ///
    /// # Errors
    /// When stopped.
    pub(super) fn pass(
        &mut self,
        plays: &impl Rolls<K>,
        tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
    ) -> Result<Passed, ExactError> {
        let mut passed = Passed::default();
        let most = 2 * self.game.numbering.most_pips();
        for pips in 2..=most {
            let layer = Layer::new(self.game, pips);
            let rolled = layer.roll(&self.cells, &mut self.notes, plays);
            let settled = layer.settle(self.stakes, &rolled);
            layer.write(&mut self.cells, &settled, &mut passed);
            if tick(f64::from(most - pips) / f64::from(most)).is_break() {
                return Err(ExactError::Stopped);
            }
        }
        Ok(passed)
    }
}

/// So many of a value.
fn filled<T: Clone>(many: usize, value: T) -> Result<Vec<T>, ExactError> {
    let mut all = Vec::new();
    let no_memory = |_| ExactError::NoMemory {
        needed: many * size_of::<T>(),
    };
    all.try_reserve_exact(many).map_err(no_memory)?;
    all.resize(many, value);
    Ok(all)
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
    fn roll<const K: usize>(
        &self,
        cells: &[[f64; K]],
        notes: &mut [u32],
        plays: &impl Rolls<K>,
    ) -> Vec<Vec<Rolled<K>>> {
        let width = notes.len() / self.game.sides().pow(2);
        let of_side = |memory: &mut Memory, (theirs, notes): (usize, &mut [u32])| {
            let of_pair = |mine| {
                if !self.game.is_position(mine, theirs) {
                    return Rolled::NOTHING;
                }
                let pair = Pair {
                    game: self.game,
                    mine,
                    theirs,
                };
                let notes = &mut notes[mine * width..(mine + 1) * width];
                plays.roll(pair, cells, notes, memory)
            };
            self.partners(theirs).map(of_pair).collect()
        };
        let mut rows: Vec<&mut [u32]> = notes
            .chunks_mut((width * self.game.sides()).max(1))
            .skip(self.sides.start)
            .collect();
        rows.resize_with(self.sides.len(), Default::default);
        let sides = self.sides.clone().into_par_iter().zip(rows);
        sides.map_init(Memory::default, of_side).collect()
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
                    let change = (cell[k] - old[k]).abs();
                    if change > passed.change {
                        (passed.change, passed.most_changed) = (change, (mine, theirs));
                    }
                }
                *old = cell;
            }
        }
    }
}
