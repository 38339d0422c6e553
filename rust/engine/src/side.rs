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

const ONES: u128 = 0x0011_1111_1111_1111_1111_1111_1111_1111 & ((1 << 104) - 1);

/// The 26 counts of one side, four bits each, slot 0 in the lowest bits.
///
/// Packed so that a checker moves by one addition and two sides compare as two words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Side(pub(crate) u128);

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
        Some(Self(bits))
    }

    /// The 26 counts.
    #[must_use]
    pub fn counts(self) -> [u8; SLOTS] {
        std::array::from_fn(|slot| (self.0 >> (4 * slot)) as u8 & 15)
    }

    /// The packed counts, slot 0 in the lowest four bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The count in one slot.
    #[must_use]
    pub const fn count(self, slot: u8) -> u8 {
        (self.0 >> (4 * slot)) as u8 & 15
    }

    /// The side after one checker went from `source` to `target`. `source` must hold one.
    #[must_use]
    pub const fn moved(self, source: u8, target: u8) -> Self {
        Self(
            self.0
                .wrapping_sub(1 << (4 * source))
                .wrapping_add(1 << (4 * target)),
        )
    }

    /// Bit `s` is set when slot `s` holds at least one checker.
    #[must_use]
    pub const fn occupied(self) -> u32 {
        let pairs = self.0 | self.0 >> 2;
        gather((pairs | pairs >> 1) & ONES)
    }

    /// Bit `s` is set when slot `s` holds at least two checkers.
    #[must_use]
    pub const fn several(self) -> u32 {
        gather((self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES)
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

/// Gathers the lowest bit of each of 32 nibbles into 32 adjacent bits.
const fn gather(nibbles: u128) -> u32 {
    const fn half(mut bits: u64) -> u32 {
        bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
        bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
        (bits | bits >> 24) as u32 & 0xFFFF
    }
    half(nibbles as u64) | half((nibbles >> 64) as u64) << 16
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
