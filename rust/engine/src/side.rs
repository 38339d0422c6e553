//! One side's checkers: 26 counts in their owner's own numbering.

use crate::variant::Track;

/// Slots of a side: 0 is off, 1..=24 are the points, 25 is the bar.
pub const SLOTS: usize = 26;
/// The slot of checkers that have been borne off.
pub const OFF: u8 = 0;
/// The slot of checkers that have been hit.
pub const BAR: u8 = 25;
/// The most checkers a slot, and so a side, can hold.
pub const MAX_CHECKERS: u8 = 15;

/// Bits 1..=24: the points of a slot mask.
pub(crate) const POINTS: u32 = 0x01FF_FFFE;
/// Bits 1..=6: the home points.
pub(crate) const HOME: u32 = 0x7E;
/// Bits 7..=25: everywhere a checker is not yet home.
pub(crate) const OUTSIDE: u32 = 0x03FF_FF80;

/// The lowest bit of each nibble of a half.
const ONES: u64 = 0x1111_1111_1111_1111;
/// Slots in the lower half.
const HALF: u8 = 16;

/// The 26 counts of one side, four bits each, slot 0 in the lowest bits.
///
/// Packed so that a checker moves by one addition and two sides compare as two words. Two halves
/// and not one number of 128 bits, because no count ever carries from slot 15 into slot 16 and
/// the compiler can then add both halves in one vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Side(pub(crate) [u64; 2]);

impl Side {
    /// Packs 26 counts; `None` when a count is over 15.
    #[must_use]
    pub fn from_counts(counts: &[u8; SLOTS]) -> Option<Self> {
        let mut bits = 0u128;
        for (slot, &count) in counts.iter().enumerate() {
            if count > MAX_CHECKERS {
                return None;
            }
            bits |= u128::from(count) << (4 * slot);
        }
        Some(Self::from_bits(bits))
    }

    /// The side with these packed counts.
    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    /// The 26 counts.
    #[must_use]
    pub fn counts(self) -> [u8; SLOTS] {
        std::array::from_fn(|slot| self.count(slot as u8))
    }

    /// The packed counts, slot 0 in the lowest four bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// The count in one slot.
    #[must_use]
    pub const fn count(self, slot: u8) -> u8 {
        // An index and not a choice: which half is hard to predict.
        let half = self.0[(slot / HALF) as usize & 1];
        (half >> (4 * (slot % HALF))) as u8 & 15
    }

    /// The side after one checker went from `source` to `target`. `source` must hold one.
    #[must_use]
    pub const fn moved(self, source: u8, target: u8) -> Self {
        self.plus(Delta::new(source, target))
    }

    /// The side after the move of one checker that the delta stands for.
    #[inline]
    pub(crate) const fn plus(self, delta: Delta) -> Self {
        let Delta([low, high]) = delta;
        Self([self.0[0].wrapping_add(low), self.0[1].wrapping_add(high)])
    }

    /// How many checkers are on 7..=25.
    pub(crate) const fn outside(self) -> u8 {
        // No sum of counts is over 15, so nibbles can be added up in place.
        let nibbles = (self.0[0] >> (4 * 7)) + self.0[1];
        (nibbles.wrapping_mul(ONES) >> 60) as u8
    }

    /// Whether every checker is off.
    #[must_use]
    pub const fn is_done(self) -> bool {
        self.0[0] >> 4 | self.0[1] == 0
    }

    /// Bit `s` is set when slot `s` holds at least one checker.
    #[must_use]
    pub const fn occupied(self) -> u32 {
        const fn any(half: u64) -> u64 {
            let pairs = half | half >> 2;
            pairs | pairs >> 1
        }
        gather(any(self.0[0])) | gather(any(self.0[1])) << HALF
    }

    /// Bit `s` is set when slot `s` holds at least two checkers.
    #[must_use]
    pub const fn several(self) -> u32 {
        const fn two(half: u64) -> u64 {
            half >> 1 | half >> 2 | half >> 3
        }
        gather(two(self.0[0])) | gather(two(self.0[1])) << HALF
    }

    /// All checkers of the side, borne off or not.
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.counts()
            .iter()
            .fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Pips to go: the sum of slot times count, the bar counting 25.
    #[must_use]
    pub fn pips(self) -> u16 {
        let weigh = |(slot, &n): (usize, &u8)| slot as u16 * u16::from(n);
        self.counts().iter().enumerate().map(weigh).sum()
    }

    /// The slot of the rearmost checker; 0 when every checker is off.
    #[must_use]
    pub const fn rear(self) -> u8 {
        (self.occupied() | 1).ilog2() as u8
    }
}

/// What one checker's move adds to the two halves of a packed side.
#[derive(Clone, Copy)]
pub(crate) struct Delta([u64; 2]);

impl Delta {
    pub(crate) const NONE: Self = Self([0; 2]);

    /// The delta of a move from `source` to `target`.
    pub(crate) const fn new(source: u8, target: u8) -> Self {
        let mut halves = [0u64; 2];
        halves[(target / HALF) as usize] = 1 << (4 * (target % HALF));
        let half = &mut halves[(source / HALF) as usize];
        *half = half.wrapping_sub(1 << (4 * (source % HALF)));
        Self(halves)
    }
}

impl PartialOrd for Side {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Side {
    /// By the count in the highest slot, then the next lower.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bits().cmp(&other.bits())
    }
}

impl std::fmt::Debug for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Side{")?;
        for (slot, &count) in self.counts().iter().enumerate().rev() {
            if count > 0 {
                write!(f, " {slot}:{count}")?;
            }
        }
        f.write_str(" }")
    }
}

/// Gathers the lowest bit of each of 16 nibbles into 16 adjacent bits.
const fn gather(nibbles: u64) -> u32 {
    // Pairs, then fours; the product then has the four fours side by side at the top, and
    // nothing else there or carried there.
    const TOGETHER: u64 = 1 << 48 | 1 << 36 | 1 << 24 | 1 << 12;
    let mut bits = nibbles & ONES;
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
    (bits.wrapping_mul(TOGETHER) >> 48) as u32
}

/// The same physical point in the other side's numbering; its own inverse. `point` is 1..=24.
#[must_use]
pub const fn across(track: Track, point: u8) -> u8 {
    match track {
        Track::Contrary => 25 - point,
        Track::Parallel if point <= 12 => point + 12,
        Track::Parallel => point - 12,
    }
}

/// [`across`] for a mask of points; bits other than 1..=24 are dropped.
#[must_use]
pub const fn across_mask(track: Track, points: u32) -> u32 {
    match track {
        Track::Contrary => (points & POINTS).reverse_bits() >> 6,
        Track::Parallel => (points & 0x1FFE) << 12 | (points >> 12) & 0x1FFE,
    }
}

/// The slots up to `slot`, as a mask.
pub(crate) const fn up_to(slot: u8) -> u32 {
    (2 << slot) - 1
}

/// The slots set in a mask, highest first.
pub(crate) fn descending(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let slot = mask.checked_ilog2()?;
        mask &= !(1 << slot);
        Some(slot as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_equal_a_count_of_each_slot() {
        let mut counts = [0u8; SLOTS];
        for (slot, count) in counts.iter_mut().enumerate() {
            *count = (slot * 7 % 5) as u8;
        }
        let side = Side::from_counts(&counts).unwrap();
        for slot in 0..26u8 {
            assert_eq!(side.occupied() >> slot & 1 == 1, side.count(slot) >= 1);
            assert_eq!(side.several() >> slot & 1 == 1, side.count(slot) >= 2);
        }
        assert_eq!(side.counts(), counts);
    }

    #[test]
    fn across_is_its_own_inverse_and_agrees_with_the_mask() {
        for track in [Track::Contrary, Track::Parallel] {
            for point in 1..=24 {
                assert_eq!(across(track, across(track, point)), point);
                assert_eq!(across_mask(track, 1 << point), 1 << across(track, point));
            }
        }
    }

    #[test]
    fn a_count_over_fifteen_does_not_pack() {
        let mut counts = [0; SLOTS];
        counts[3] = 16;
        assert_eq!(Side::from_counts(&counts), None);
    }
}
