//! All sides of so many checkers, numbered so that fewer pips come first.

use std::ops::Range;
use tavla_engine::Side;
use tavla_engine::rank::{rank, sides, unrank};
use tavla_engine::side::{BAR, OFF};

/// The most hit points that a side can have: every checker a blot.
pub(crate) const MOST_BLOTS: usize = 3;
/// Ways of hitting some of a side's blots.
pub(crate) const HITS: usize = 1 << MOST_BLOTS;
/// What stands for a blot that is not there: no landing mask has this bit.
const NOWHERE: u8 = 31;

/// One side, and what the other side must know of it. Points are those of the *other* side.
#[derive(Clone, Debug)]
pub(crate) struct Numbered {
    pub(crate) side: Side,
    pub(crate) pips: u16,
    /// The point it holds with two checkers or more, 0 for none.
    pub(crate) block: u8,
    /// The points of its lone checkers, and `NOWHERE`.
    pub(crate) blots: [u8; MOST_BLOTS],
    /// The points it stands on.
    pub(crate) points: u32,
    /// The number of the side after the blots of a subset were hit.
    pub(crate) hit: [u16; HITS],
}

/// The sides of one number of checkers.
#[derive(Debug)]
pub(crate) struct Sides {
    pub(crate) all: Vec<Numbered>,
    /// For each count of pips the number of the first side that has as many or more.
    first: Vec<usize>,
    /// By rank.
    number: Vec<u16>,
}

/// The most checkers: with three, no side holds two points.
pub(crate) const MOST_CHECKERS: u8 = 3;

impl Sides {
    /// The sides of one to three checkers.
    pub(crate) fn new(checkers: u8) -> Self {
        assert!((1..=MOST_CHECKERS).contains(&checkers), "{checkers}");
        let many = sides(checkers);
        let mut found: Vec<Side> = (0..many).filter_map(|n| unrank(checkers, n)).collect();
        // Stable: within equal pips the order is that of ranks.
        found.sort_by_key(|side| side.pips());
        let mut number = vec![0; found.len()];
        for (n, &side) in found.iter().enumerate() {
            number[rank(side) as usize] = n as u16;
        }
        let most = found.last().map_or(0, |side| side.pips());
        let first = (0..=most + 1)
            .map(|pips| found.partition_point(|side| side.pips() < pips))
            .collect();
        let mut this = Self {
            all: Vec::new(),
            first,
            number,
        };
        this.all = found.iter().map(|&side| this.numbered(side)).collect();
        this
    }

    /// How many sides there are.
    pub(crate) fn len(&self) -> usize {
        self.number.len()
    }

    /// The number of a side.
    pub(crate) fn number(&self, side: Side) -> u16 {
        self.number[rank(side) as usize]
    }

    /// The most pips a side has.
    pub(crate) fn most_pips(&self) -> u16 {
        (self.first.len() - 2) as u16
    }

    /// The sides with so many pips.
    pub(crate) fn with_pips(&self, pips: u16) -> Range<usize> {
        let at = usize::from(pips);
        self.first[at]..self.first[at + 1]
    }

    fn numbered(&self, side: Side) -> Numbered {
        let mut found = Numbered {
            side,
            pips: side.pips(),
            block: 0,
            blots: [NOWHERE; MOST_BLOTS],
            points: 0,
            hit: [0; HITS],
        };
        let mut blots = 0;
        for point in 1..BAR {
            let other = BAR - point;
            match side.count(point) {
                0 => continue,
                1 => {
                    found.blots[blots] = other;
                    blots += 1;
                }
                _ => found.block = other,
            }
            found.points |= 1 << other;
        }
        for subset in 0..HITS {
            let mut after = side;
            for (n, &other) in found.blots.iter().enumerate() {
                if subset >> n & 1 != 0 && other != NOWHERE {
                    after = after.moved(BAR - other, BAR);
                }
            }
            found.hit[subset] = self.number(after);
        }
        found
    }
}

impl Numbered {
    /// Which of the blots are hit by a play that lands on a mask of points.
    #[inline]
    pub(crate) fn hits(&self, landings: u32) -> usize {
        let [a, b, c] = self.blots;
        (landings >> a & 1 | (landings >> b & 1) << 1 | (landings >> c & 1) << 2) as usize
    }

    /// Checkers borne off.
    pub(crate) fn off(&self) -> u8 {
        self.side.count(OFF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_numbered_by_pips() {
        for (checkers, many) in [(1, 26), (2, 351), (3, 3276)] {
            let sides = Sides::new(checkers);
            assert_eq!(sides.len(), many);
            assert_eq!(sides.most_pips(), 25 * u16::from(checkers));
            for (n, one) in sides.all.iter().enumerate() {
                assert_eq!(usize::from(sides.number(one.side)), n);
                assert!(sides.with_pips(one.pips).contains(&n));
            }
        }
    }

    #[test]
    fn hit_blots_go_to_the_bar() {
        let sides = Sides::new(3);
        for one in &sides.all {
            for (n, &blot) in one.blots.iter().enumerate() {
                let after = &sides.all[usize::from(one.hit[1 << n])];
                let gained = if blot == NOWHERE { 0 } else { blot };
                assert_eq!(after.pips, one.pips + u16::from(gained));
            }
            assert_eq!(usize::from(one.hit[0]), usize::from(sides.number(one.side)));
        }
    }
}
