//! What each side must know of the other, ready to look up.

use crate::exact::numbering::Numbering;
use std::ops::Range;
use tavla_engine::side::BAR;
use tavla_engine::{Side, Variant};

/// The most hit points that a side can have: every checker a blot.
pub(super) const MOST_BLOTS: usize = 3;
/// Ways of hitting some of a side's blots.
pub(super) const HITS: usize = 1 << MOST_BLOTS;
/// What stands for a blot that is not there: no landing mask has this bit.
const NOWHERE: u8 = 31;

/// One side, and what the other side must know of it. Points are those of the *other* side.
#[derive(Clone, Debug)]
pub(super) struct Numbered {
    pub(super) side: Side,
    pub(super) pips: u16,
    /// The point it holds with two checkers or more, 0 for none.
    pub(super) block: u8,
    /// The points of its lone checkers, and `NOWHERE`.
    pub(super) blots: [u8; MOST_BLOTS],
    /// The points it stands on.
    pub(super) points: u32,
    /// The place of the side after the blots of a subset were hit.
    pub(super) hit: [u16; HITS],
}

/// The sides of a game, each at its *place*: by pips, and those that hold no point first.
///
/// Sides beside each other that hold no point can be played against alike, several at once.
#[derive(Debug)]
pub(super) struct Sides {
    pub(super) all: Vec<Numbered>,
    pub(super) numbering: Numbering,
    /// By number.
    place: Vec<u16>,
    /// By place.
    number: Vec<usize>,
    /// For each count of pips the first place of a side that holds a point.
    held: Vec<usize>,
}

/// The most checkers: with three, no side holds two points.
pub(crate) const MOST_CHECKERS: u8 = 3;

impl Sides {
    /// The sides of a variant of one to three checkers.
    pub(super) fn new(variant: &Variant) -> Self {
        let checkers = variant.checkers;
        assert!((1..=MOST_CHECKERS).contains(&checkers), "{checkers}");
        let numbering = Numbering::new(variant);
        let mut numbers: Vec<usize> = (0..numbering.len()).collect();
        // Stable: within equal pips and points held the order is that of numbers.
        numbers.sort_by_key(|&n| (numbering.pips(n), block(numbering.side(n))));
        let mut place = vec![0; numbers.len()];
        for (at, &number) in numbers.iter().enumerate() {
            place[number] = at as u16;
        }
        let held = (0..=numbering.most_pips()).map(|pips| {
            let range = numbering.with_pips(pips);
            let free = |&number: &usize| block(numbering.side(number)) == 0;
            range.start + numbers[range].iter().filter(|n| free(n)).count()
        });
        let mut this = Self {
            all: Vec::new(),
            held: held.collect(),
            place,
            numbering,
            number: numbers.clone(),
        };
        let found = numbers.iter().map(|&n| this.numbered(n));
        this.all = found.collect();
        this
    }

    /// How many sides there are.
    pub(super) fn len(&self) -> usize {
        self.place.len()
    }

    /// The place of a side of the game.
    pub(super) fn place(&self, side: Side) -> u16 {
        let number = self.numbering.number(side);
        self.place[number.unwrap_or_else(|| unreachable!("{side:?} is of this game"))]
    }

    /// The place of the side with this number.
    pub(super) fn place_of(&self, number: usize) -> usize {
        usize::from(self.place[number])
    }

    /// The number of the side at this place.
    #[inline]
    pub(super) fn number_of(&self, place: usize) -> usize {
        self.number[place]
    }

    /// The places of the sides that have so many pips.
    pub(super) fn with_pips(&self, pips: u16) -> Range<usize> {
        self.numbering.with_pips(pips)
    }

    /// The places of those of them that hold no point.
    pub(super) fn free(&self, pips: u16) -> Range<usize> {
        self.with_pips(pips).start..self.held[usize::from(pips)]
    }

    fn numbered(&self, number: usize) -> Numbered {
        let side = self.numbering.side(number);
        let mut found = Numbered {
            side,
            pips: side.pips(),
            block: block(side),
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
                _ => {}
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
            found.hit[subset] = self.place(after);
        }
        found
    }
}

/// The point that a side holds with two checkers or more, as the other side counts; 0 for none.
fn block(side: Side) -> u8 {
    let held = (1..BAR).find(|&point| side.count(point) > 1);
    held.map_or(0, |point| BAR - point)
}

impl Numbered {
    /// Which of the blots are hit by a play that lands on a mask of points.
    #[inline]
    pub(super) fn hits(&self, landings: u32) -> usize {
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
        for (place, one) in sides.all.iter().enumerate() {
            for (n, &blot) in one.blots.iter().enumerate() {
                let after = &sides.all[usize::from(one.hit[1 << n])];
                let gained = if blot == NOWHERE { 0 } else { blot };
                assert_eq!(after.pips, one.pips + u16::from(gained));
            }
            assert_eq!(usize::from(one.hit[0]), place);
        }
    }

    #[test]
    fn sides_that_hold_no_point_stand_first() {
        let sides = Sides::new(&Variant::hyper());
        for pips in 0..=75 {
            for place in sides.with_pips(pips) {
                let one = &sides.all[place];
                assert_eq!(one.pips, pips);
                assert_eq!(sides.free(pips).contains(&place), one.block == 0);
                assert_eq!(usize::from(sides.place(one.side)), place);
            }
        }
    }
}
