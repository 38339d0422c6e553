//! What never changes while a game is solved: its sides, their plays, and which pairs there are.

use super::lists::{Lists, Way};
use super::sides::{HITS, Sides};
use rayon::prelude::*;
use std::ops::Range;
use tavla_engine::{Kind, Position, Variant, outcome};

/// Sides that hold no point and have equal pips are played against in groups of so many.
pub(super) const GROUP: usize = 8;

/// The game to be solved.
#[derive(Debug)]
pub(crate) struct Board {
    pub(super) sides: Sides,
    pub(super) lists: Lists,
    /// For each landing the place of every side after its blots there were hit; at the end as
    /// many more as a group can look too far.
    after: Vec<u16>,
    /// For each side the multiplier of a win against it.
    pub(super) multiplier: Vec<u8>,
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
        let mut after = vec![0; lists.landings.len() * sides.len() + GROUP];
        let rows = after.par_chunks_mut(sides.len()).zip(&lists.landings);
        rows.for_each(|(row, &mask)| {
            for (to, side) in row.iter_mut().zip(&sides.all) {
                *to = side.hit[side.hits(mask)];
            }
        });
        Self {
            multiplier: (0..sides.len()).map(multiplier).collect(),
            after,
            sides,
            lists,
        }
    }

    /// How many sides there are.
    pub(super) fn len(&self) -> usize {
        self.sides.len()
    }

    /// The most pips of both sides together.
    pub(super) fn most_pips(&self) -> u16 {
        2 * self.sides.numbering.most_pips()
    }

    /// The sides that have `pips` together with side `other`.
    pub(super) fn partners(&self, other: usize, pips: u16) -> Range<usize> {
        let theirs = self.sides.all[other].pips;
        match pips.checked_sub(theirs) {
            Some(mine) => self.sides.with_pips(mine),
            None => 0..0,
        }
    }

    /// Whether both sides can be on the board at once, neither of them done.
    #[inline]
    pub(super) fn is_position(&self, mine: usize, theirs: usize) -> bool {
        // Place 0 is that of the side that is done.
        mine != 0 && theirs != 0 && self.is_disjoint(mine, theirs)
    }

    fn is_disjoint(&self, mine: usize, theirs: usize) -> bool {
        let own = self.sides.all[mine].points.reverse_bits() >> 6;
        own & self.sides.all[theirs].points == 0
    }

    /// The places of `G` sides from `first` on after a way was played against them.
    #[inline]
    pub(super) fn after<const G: usize>(&self, way: Way, first: usize) -> [u16; G] {
        let at = usize::from(way.landing) * self.len() + first;
        std::array::from_fn(|n| self.after[at..at + G][n])
    }

    /// Where the rows of the other side begin after each subset of its blots was hit.
    #[inline]
    pub(super) fn rows(&self, other: usize) -> [usize; HITS] {
        self.sides.all[other]
            .hit
            .map(|place| usize::from(place) * self.len())
    }
}

// A gammon needs all checkers on the board, so that the multiplier follows from the loser alone.
const _: () = assert!(Kind::Gammon as u8 == 2);
