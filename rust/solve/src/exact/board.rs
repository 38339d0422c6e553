//! What never changes while a game is solved: its sides, their plays, and which pairs there are.

use super::lists::Lists;
use super::sides::{HITS, Sides};
use std::ops::Range;
use tavla_engine::{Kind, Position, Variant, outcome};

/// The game to be solved.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) sides: Sides,
    pub(crate) lists: Lists,
    /// For each side the multiplier of a win against it.
    pub(crate) multiplier: Vec<u8>,
}

impl Board {
    /// The board of a variant with contrary tracks and hits, without further rules, of one to
    /// three checkers a side.
    pub(crate) fn new(variant: &Variant) -> Self {
        let sides = Sides::new(variant);
        let lists = Lists::new(&variant.rules(), &sides);
        let done = sides.all[0].side;
        let multiplier = |loser: usize| {
            let position = Position {
                player: sides.all[loser].side,
                opponent: done,
            };
            outcome(variant, position).map_or(1, tavla_engine::Outcome::multiplier)
        };
        Self {
            multiplier: (0..sides.len()).map(multiplier).collect(),
            sides,
            lists,
        }
    }

    /// The most pips of both sides together.
    pub(crate) fn most_pips(&self) -> u16 {
        2 * self.sides.numbering.most_pips()
    }

    /// The sides that have `pips` together with side `other`.
    pub(crate) fn partners(&self, other: usize, pips: u16) -> Range<usize> {
        let theirs = self.sides.all[other].pips;
        match pips.checked_sub(theirs) {
            Some(mine) => self.sides.numbering.with_pips(mine),
            None => 0..0,
        }
    }

    /// Whether both sides can be on the board at once, neither of them done.
    #[inline]
    pub(crate) fn is_position(&self, mine: usize, theirs: usize) -> bool {
        // Number 0 is the side that is done.
        mine != 0 && theirs != 0 && self.is_disjoint(mine, theirs)
    }

    fn is_disjoint(&self, mine: usize, theirs: usize) -> bool {
        let own = self.sides.all[mine].points.reverse_bits() >> 6;
        own & self.sides.all[theirs].points == 0
    }

    /// Where the rows of the other side begin after each subset of its blots was hit.
    #[inline]
    pub(crate) fn rows(&self, other: usize) -> [usize; HITS] {
        self.sides.all[other]
            .hit
            .map(|n| usize::from(n) * self.sides.len())
    }
}

// A gammon needs all checkers on the board, so that the multiplier follows from the loser alone.
const _: () = assert!(Kind::Gammon as u8 == 2);
