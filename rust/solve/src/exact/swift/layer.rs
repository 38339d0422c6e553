//! The positions of equal pips of both sides together.
//!
//! A play that neither hits nor dances leaves fewer pips, so that its value is of this pass
//! already. Within a layer all is computed from what stood before, and then written: the same
//! numbers on any number of threads.

use super::board::{Board, GROUP};
use rayon::prelude::*;
use std::ops::Range;
use tavla_engine::ROLLS;

/// A layer.
#[derive(Clone, Debug)]
pub(super) struct Layer<'a> {
    pub(super) board: &'a Board,
    pips: u16,
    /// The sides that take part.
    pub(super) sides: Range<usize>,
}

/// What the rolls of one position come to: the weighted least slots, and the share of dances,
/// which are not in them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rolled<const K: usize> {
    pub(super) least: [f64; K],
    pub(super) dances: f64,
}

impl<const K: usize> Rolled<K> {
    pub(super) const NOTHING: Self = Self {
        least: [0.0; K],
        dances: 0.0,
    };
}

/// How slots follow from each other.
pub(super) trait Rule<const K: usize>: Sync {
    /// What the slots of a position are thought to be before anything is known of it.
    const BEGIN: [f64; K] = [0.0; K];

    /// The slots of the position of two sides, the one on roll first, from the least ones that
    /// its rolls leave the other side.
    fn decide(&self, mine: usize, theirs: usize, least: [f64; K]) -> [f64; K];
}

impl<const K: usize, F: Fn(usize, usize, [f64; K]) -> [f64; K] + Sync> Rule<K> for F {
    fn decide(&self, mine: usize, theirs: usize, least: [f64; K]) -> [f64; K] {
        self(mine, theirs, least)
    }
}

/// Both sides dance at most once in some turns, so that a few rounds settle to the last bit.
const MOST_ROUNDS: usize = 200;

impl<'a> Layer<'a> {
    pub(super) fn new(board: &'a Board, pips: u16) -> Self {
        let most = board.sides.numbering.most_pips();
        let first = board.sides.with_pips(pips.saturating_sub(most)).start;
        let end = board.sides.with_pips(pips.min(most)).end;
        Self {
            board,
            pips,
            sides: first..end,
        }
    }

    /// The layers of a board from below.
    pub(super) fn all(board: &'a Board) -> impl Iterator<Item = Self> {
        (1..=board.most_pips()).map(|pips| Self::new(board, pips))
    }

    /// The sides that make up a position of the layer with side `other`.
    pub(super) fn partners(&self, other: usize) -> Range<usize> {
        self.board.partners(other, self.pips)
    }

    /// The sides that take part, those in groups that can be played against at once.
    pub(super) fn groups(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = self.sides.start;
        while at < self.sides.end {
            let free = self.board.sides.free(self.board.sides.all[at].pips);
            let end = if free.contains(&at) {
                free.end.min(at + GROUP)
            } else {
                at + 1
            };
            found.push(at..end);
            at = end;
        }
        found
    }

    /// Writes the slots of the layer to the rows of its sides and returns the largest change. A
    /// row is that of the side on roll, or of the other side if `is_of_other`.
    pub(super) fn write<const K: usize>(
        &self,
        cells: &mut [[f64; K]],
        is_of_other: bool,
        rolled: &[Vec<Rolled<K>>],
        rule: &impl Rule<K>,
    ) -> f64 {
        let many = self.board.len();
        let ranges = self.ranges();
        let rows = split(
            &mut cells[self.sides.start * many..],
            ranges.iter().map(|sides| sides.len() * many),
        );
        let changes = rows.into_par_iter().zip(ranges).map(|(rows, sides)| {
            let partners = self.partners(sides.start);
            let mut change = 0.0f64;
            let mut write = |mine, theirs| {
                if self.board.is_position(mine, theirs) {
                    let cell = self.settle(rolled, mine, theirs, rule);
                    let (row, column) = if is_of_other {
                        (theirs, mine)
                    } else {
                        (mine, theirs)
                    };
                    let old = &mut rows[(row - sides.start) * many + column];
                    for k in 0..K {
                        change = change.max((cell[k] - old[k]).abs());
                    }
                    *old = cell;
                }
            };
            // What is rolled stands by the other side.
            let (mines, others) = if is_of_other {
                (partners, sides.clone())
            } else {
                (sides.clone(), partners)
            };
            for theirs in others {
                mines.clone().for_each(|mine| write(mine, theirs));
            }
            change
        });
        changes.reduce(|| 0.0, f64::max)
    }

    /// The sides that take part, those of equal pips together.
    fn ranges(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = self.sides.start;
        while at < self.sides.end {
            let range = self.board.sides.with_pips(self.board.sides.all[at].pips);
            at = range.end;
            found.push(range);
        }
        found
    }

    /// The slots of a position from its rolls, and with dances from those of the same position
    /// with sides changed.
    fn settle<R: Rule<K>, const K: usize>(
        &self,
        rolled: &[Vec<Rolled<K>>],
        mine: usize,
        theirs: usize,
        rule: &R,
    ) -> [f64; K] {
        let find = |mine: usize, theirs: usize| {
            &rolled[theirs - self.sides.start][mine - self.partners(theirs).start]
        };
        let here = find(mine, theirs);
        let with = |rolled: &Rolled<K>, other: [f64; K]| {
            std::array::from_fn(|k| rolled.least[k] + rolled.dances * other[k])
        };
        let mut x = rule.decide(mine, theirs, with(here, R::BEGIN));
        if here.dances == 0.0 {
            return x;
        }
        let there = find(theirs, mine);
        for _ in 0..MOST_ROUNDS {
            let y = rule.decide(theirs, mine, with(there, x));
            let next = rule.decide(mine, theirs, with(here, y));
            let moved = (0..K).fold(0.0, |most, k| (next[k] - x[k]).abs().max(most));
            x = next;
            if moved == 0.0 {
                break;
            }
        }
        x
    }
}

/// The share of each roll.
pub(super) const WEIGHTS: [f64; ROLLS.len()] = {
    let mut weights = [0.0; ROLLS.len()];
    let mut roll = 0;
    while roll < ROLLS.len() {
        let double = ROLLS[roll].high() == ROLLS[roll].low();
        weights[roll] = if double { 1.0 / 36.0 } else { 2.0 / 36.0 };
        roll += 1;
    }
    weights
};

/// Cuts off pieces of these lengths.
pub(super) fn split<T>(mut rest: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    let pieces = lengths.map(|length| {
        let (piece, after) = std::mem::take(&mut rest).split_at_mut(length);
        rest = after;
        piece
    });
    pieces.collect()
}
