//! The sides of a race by number.
//!
//! A side is numbered as GNU Backgammon numbers it (`PositionBearoff`): with `s(p)` checkers on
//! point `p` or farther, the number is the sum over the points of `C(s(p) + k - 1, k)`, where `k`
//! counts the points from the farthest, 1, down to the ace, which has `k` = all of them. All off
//! is 0, and every play leads to a lower number.

use tavla_engine::Side;
use tavla_engine::side::{MAX_CHECKERS, OFF, SLOTS};

/// How many sides there are of at most `checkers` on `points`: `C(points + checkers, checkers)`.
#[must_use]
pub fn positions(points: u8, checkers: u8) -> u64 {
    choose(u64::from(points) + u64::from(checkers), u64::from(checkers))
}

/// `C(n, k)`, for n up to 39.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |found, i| found * (n - i) / (i + 1))
}

/// The numbers of the sides of at most so many checkers on so many points.
#[derive(Clone, Debug)]
pub struct Numbering {
    points: u8,
    /// Checkers of a side, those that are off among them.
    all: u8,
    /// For each point and each number of checkers there or farther, what they add.
    adds: [[u32; MAX_CHECKERS as usize + 1]; SLOTS],
    /// The same, and in the upper half what they add more than with one checker less: one
    /// addition for both.
    both: [[u64; MAX_CHECKERS as usize + 1]; SLOTS],
    len: usize,
}

/// How a side's number falls as it plays on.
#[derive(Default)]
pub(crate) struct Falls {
    number: u32,
    /// For each slot what a checker's way there from the farthest point takes away.
    falls: [u32; SLOTS],
}

impl Falls {
    /// Looks at a side.
    #[inline]
    pub(crate) fn begin(&mut self, numbering: &Numbering, side: Side) {
        let (mut there, mut sums) = (0, 0u64);
        numbering.downwards(side, |point, count| {
            there += count;
            self.falls[point] = (sums >> 32) as u32;
            sums += numbering.both[point][there & 15];
        });
        self.falls[usize::from(OFF)] = (sums >> 32) as u32;
        self.number = sums as u32;
    }

    /// The number after one checker more has moved.
    #[inline]
    pub(crate) fn after(&self, source: u8, die: u8) -> u32 {
        let target = usize::from(source.saturating_sub(die)) % SLOTS;
        let fall = self.falls[target] - self.falls[usize::from(source) % SLOTS];
        self.number - fall
    }
}

impl Numbering {
    /// The numbering of the sides with at most `checkers` on `points`; those that are missing of
    /// `all` are off.
    ///
    /// # Panics
    /// There are more sides than fit into 32 bits.
    #[must_use]
    pub fn new(points: u8, checkers: u8, all: u8) -> Self {
        let len = u32::try_from(positions(points, checkers));
        let len =
            len.unwrap_or_else(|_| panic!("too many sides: {points} points, {checkers} checkers"));
        let mut adds = [[0; MAX_CHECKERS as usize + 1]; SLOTS];
        for point in 1..=points {
            let k = u64::from(points + 1 - point);
            for there in 1..=checkers {
                // No more than the sides there are, which fit.
                adds[usize::from(point)][usize::from(there)] =
                    choose(u64::from(there) + k - 1, k) as u32;
            }
        }
        let both = adds.map(|adds| {
            std::array::from_fn(|there| {
                let less = adds[there.saturating_sub(1)];
                let step = adds[there].saturating_sub(less);
                u64::from(adds[there]) | u64::from(step) << 32
            })
        });
        Self {
            points,
            all,
            adds,
            both,
            len: len as usize,
        }
    }

    /// How many sides there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there always is one, all off")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a side, which must be one of these.
    #[inline]
    #[must_use]
    pub fn number(&self, side: Side) -> u32 {
        let (mut there, mut number) = (0, 0);
        self.downwards(side, |point, count| {
            there += count;
            number += self.adds[point][there & 15];
        });
        number
    }

    /// Hands on each point with its count, from the farthest to the ace.
    #[inline]
    fn downwards(&self, side: Side, mut each: impl FnMut(usize, usize)) {
        const HALF: usize = 16;
        let points = usize::from(self.points);
        let bits = side.bits();
        // Shifts by a fixed number of bits: the count wanted next is always at the top.
        if points >= HALF {
            let mut high = ((bits >> 64) as u64) << (4 * (2 * HALF - 1 - points));
            for point in (HALF..=points).rev() {
                each(point, (high >> 60) as usize);
                high <<= 4;
            }
        }
        let nearest = points.min(HALF - 1);
        let mut low = (bits as u64) << (4 * (HALF - 1 - nearest));
        for point in (1..=nearest).rev() {
            each(point, (low >> 60) as usize);
            low <<= 4;
        }
    }

    /// The side with a number below [`Numbering::len`].
    #[must_use]
    pub fn side(&self, number: usize) -> Side {
        let mut rest = number as u32;
        let mut counts = [0; SLOTS];
        let mut before = self.all.min(MAX_CHECKERS);
        counts[usize::from(OFF)] = before;
        // The ace first: it has the largest part of the number.
        let mut last = usize::from(OFF);
        for point in 1..=usize::from(self.points) {
            let fits = |&there: &u8| {
                let add = self.adds[point][usize::from(there)];
                there == 0 || (add > 0 && add <= rest)
            };
            let there = (0..=before).rev().find(fits).unwrap_or(0);
            rest -= self.adds[point][usize::from(there)];
            counts[last] = before - there;
            (before, last) = (there, point);
            counts[last] = before;
        }
        Side::from_counts(&counts).unwrap_or_default()
    }

    /// The numbers of all sides, fewer pips first, within equal pips the lower number first, and
    /// where each count of pips begins.
    #[must_use]
    pub(crate) fn by_pips(&self) -> (Vec<u32>, Vec<usize>) {
        let pips: Vec<u16> = (0..self.len).map(|n| self.side(n).pips()).collect();
        let most = pips.iter().copied().max().map_or(0, usize::from);
        let mut starts = vec![0; most + 2];
        for &pips in &pips {
            starts[usize::from(pips) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut order = vec![0; self.len];
        for (number, &pips) in pips.iter().enumerate() {
            let place = &mut next[usize::from(pips)];
            order[*place] = number as u32;
            *place += 1;
        }
        (order, starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(counts: &[u8]) -> Side {
        let mut all = [0; SLOTS];
        all[1..=counts.len()].copy_from_slice(counts);
        all[0] = 15 - counts.iter().sum::<u8>();
        Side::from_counts(&all).unwrap()
    }

    #[test]
    fn numbers_are_those_of_gnu_backgammon() {
        assert_eq!(Numbering::new(3, 6, 15).number(side(&[2, 2, 2])), 68);
        assert_eq!(Numbering::new(1, 1, 15).number(side(&[1])), 1);
        let six = Numbering::new(6, 15, 15);
        assert_eq!(six.number(side(&[0; 6])), 0);
        assert_eq!(six.number(side(&[1, 0, 0, 1, 0, 0])), 10);
        assert_eq!(six.len(), 54_264);
    }

    #[test]
    fn each_number_is_that_of_its_side() {
        for (points, checkers) in [(1, 1), (1, 15), (6, 15), (3, 6), (24, 3), (10, 6)] {
            let numbering = Numbering::new(points, checkers, 15);
            for number in 0..numbering.len() {
                let side = numbering.side(number);
                assert_eq!(numbering.number(side) as usize, number);
                assert!(side.checkers() == 15 && side.rear() <= points);
                assert!(side.count(OFF) >= 15 - checkers);
            }
        }
    }

    #[test]
    fn there_are_as_many_as_published() {
        let known = [
            (6, 54_264),
            (10, 3_268_760),
            (12, 17_383_860),
            (18, 1_037_158_320),
        ];
        for (points, many) in known {
            assert_eq!(positions(points, 15), many);
        }
        assert_eq!(positions(24, 15), 25_140_840_660);
    }
}
