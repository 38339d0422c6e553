//! The sides of a game as numbers without gaps, so that fewer pips come first.

use rustc_hash::FxHashMap;
use std::ops::Range;
use tavla_engine::rank::{sides, unrank};
use tavla_engine::side::BAR;
use tavla_engine::variant::Contact;
use tavla_engine::{Side, Variant};

/// The sides of so many checkers, numbered by pips and, where those are equal, by rank.
///
/// Number 0 is the side that has borne off everything. Without hits no checker is ever on the
/// bar, and sides with one there have no number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbering {
    sides: Vec<Side>,
    pips: Vec<u16>,
    /// For each count of pips the number of the first side that has as many or more; one more
    /// entry for the end.
    first: Vec<usize>,
    /// By the packed counts, which are found sooner than ranks.
    number: FxHashMap<u128, u32>,
}

impl Numbering {
    /// The numbering of a variant's sides, of which there must not be more than fit in memory.
    pub(crate) fn new(variant: &Variant) -> Self {
        let checkers = variant.checkers;
        // Sides that use a slot rank after all that use lower slots only.
        let found = (0..sides(checkers)).map_while(|rank| {
            let side = unrank(checkers, rank)?;
            let allowed = variant.contact == Contact::Hit || side.count(BAR) == 0;
            allowed.then_some(side)
        });
        let mut found: Vec<Side> = found.collect();
        // Stable: within equal pips the order is that of ranks.
        found.sort_by_key(|side| side.pips());
        let number = found.iter().map(|side| side.bits()).zip(0..).collect();
        let pips: Vec<u16> = found.iter().map(|side| side.pips()).collect();
        let most = pips.last().copied().unwrap_or(0);
        let begins = |least| pips.partition_point(|&pips| pips < least);
        Self {
            first: (0..=most + 1).map(begins).collect(),
            sides: found,
            pips,
            number,
        }
    }

    /// How many sides there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sides.len()
    }

    /// Whether there is no side; there always is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// The side with this number.
    ///
    /// # Panics
    /// Past the last number.
    #[must_use]
    pub fn side(&self, number: usize) -> Side {
        self.sides[number]
    }

    /// The number of a side; `None` for sides of other games.
    #[must_use]
    pub fn number(&self, side: Side) -> Option<usize> {
        let number = self.number.get(&side.bits());
        number.map(|&number| number as usize)
    }

    /// The number of a side of this game.
    ///
    /// # Panics
    /// It is one of another game.
    #[inline]
    pub(crate) fn number_of(&self, side: Side) -> usize {
        self.number[&side.bits()] as usize
    }

    /// The pips of the side with this number.
    ///
    /// # Panics
    /// Past the last number.
    #[must_use]
    pub fn pips(&self, number: usize) -> u16 {
        self.pips[number]
    }

    /// The numbers of the sides that have so many pips.
    #[must_use]
    pub fn with_pips(&self, pips: u16) -> Range<usize> {
        let at = usize::from(pips);
        match self.first.get(at + 1) {
            Some(&end) => self.first[at]..end,
            None => self.len()..self.len(),
        }
    }

    /// The most pips that a side has.
    #[must_use]
    pub fn most_pips(&self) -> u16 {
        (self.first.len() - 2) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tavla_engine::rank::rank;

    fn of(checkers: u8, contact: Contact) -> Numbering {
        Numbering::new(&Variant {
            checkers,
            contact,
            ..Variant::hyper()
        })
    }

    #[test]
    fn sides_are_numbered_by_pips_and_rank() {
        for (checkers, many) in [(1, 26), (2, 351), (3, 3276), (4, 23_751)] {
            let numbering = of(checkers, Contact::Hit);
            assert_eq!(numbering.len(), many);
            assert_eq!(numbering.most_pips(), 25 * u16::from(checkers));
            assert!(numbering.side(0).is_done());
            for n in 0..many {
                let side = numbering.side(n);
                assert_eq!(numbering.number(side), Some(n));
                assert_eq!(numbering.pips(n), side.pips());
                assert!(numbering.with_pips(side.pips()).contains(&n));
                if n > 0 {
                    let before = numbering.side(n - 1);
                    assert!((before.pips(), rank(before)) < (side.pips(), rank(side)));
                }
            }
            assert!(numbering.with_pips(25 * u16::from(checkers) + 1).is_empty());
        }
    }

    #[test]
    fn without_hits_no_side_is_on_the_bar() {
        let (with, without) = (of(3, Contact::Hit), of(3, Contact::Block));
        assert_eq!(without.len(), 2925);
        for n in 0..with.len() {
            let side = with.side(n);
            let number = without.number(side);
            assert_eq!(number.is_none(), side.count(BAR) > 0);
            assert!(number.is_none_or(|number| without.side(number) == side));
        }
    }

    #[test]
    fn sides_of_other_games_have_no_number() {
        let (two, three) = (of(2, Contact::Hit), of(3, Contact::Hit));
        assert!((0..two.len()).all(|n| three.number(two.side(n)).is_none()));
        assert!((0..three.len()).all(|n| two.number(three.side(n)).is_none()));
        assert_eq!(two.number(Side::default()), None);
    }
}
