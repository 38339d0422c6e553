//! What each side must know of the other, ready to look up.

use super::numbering::Numbering;
use tavla_engine::side::BAR;
use tavla_engine::{Side, Variant};

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

/// The sides of a game.
#[derive(Debug)]
pub(crate) struct Sides {
    pub(crate) all: Vec<Numbered>,
    pub(crate) numbering: Numbering,
}

/// The most checkers: with three, no side holds two points.
pub(crate) const MOST_CHECKERS: u8 = 3;

impl Sides {
    /// The sides of a variant of one to three checkers.
    pub(crate) fn new(variant: &Variant) -> Self {
        let checkers = variant.checkers;
        assert!((1..=MOST_CHECKERS).contains(&checkers), "{checkers}");
        let mut this = Self {
            all: Vec::new(),
            numbering: Numbering::new(variant),
        };
        let numbers = 0..this.len();
        this.all = numbers
            .map(|n| this.numbered(this.numbering.side(n)))
            .collect();
        this
    }

    /// How many sides there are.
    pub(crate) fn len(&self) -> usize {
        self.numbering.len()
    }

    /// The number of a side of the game.
    pub(crate) fn number(&self, side: Side) -> u16 {
        let number = self.numbering.number(side);
        number.unwrap_or_else(|| unreachable!("{side:?} is of this game")) as u16
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_blots_go_to_the_bar() {
        let sides = Sides::new(&Variant::hyper());
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
