//! One checker by one die, and the moves of a turn in order.

use crate::side::{BAR, OFF};

/// One checker moved by one die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the checker stood: 1..=24, or 25 for the bar.
    pub source: u8,
    /// Where it went: 1..=24, or 0 for off.
    pub target: u8,
    /// The die it was moved by, 1..=6.
    pub die: u8,
    /// Whether it hit a blot.
    pub hit: bool,
}

/// Where a checker from `source` lands with `die`: a point, or off.
#[must_use]
pub const fn target(source: u8, die: u8) -> u8 {
    source.saturating_sub(die)
}

/// Up to four moves in order, one byte each: the source in the low five bits, the die above.
///
/// An unused byte is zero, which no move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sequence(u32);

impl Sequence {
    /// No move: a dance.
    pub const EMPTY: Self = Self(0);

    /// The sequence of one move.
    #[must_use]
    pub const fn one(source: u8, die: u8) -> Self {
        Self((source | die << 5) as u32)
    }

    /// This sequence and then one more move; it must hold fewer than four.
    #[must_use]
    pub const fn then(self, source: u8, die: u8) -> Self {
        Self(self.0 | Self::one(source, die).0 << (8 * self.len()))
    }

    /// How many moves.
    #[must_use]
    pub const fn len(self) -> u32 {
        4 - self.0.leading_zeros() / 8
    }

    /// Whether there is no move.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bytes of the moves as a number, the first the lowest.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The sequence that [`Sequence::bits`] gave.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Source and die of each move, in order.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> + Clone {
        self.0
            .to_le_bytes()
            .into_iter()
            .take_while(|&byte| byte != 0)
            .map(|byte| (byte & 31, byte >> 5))
    }
}

/// The word for a slot in play text: `bar`, `off` or the number.
#[must_use]
pub fn slot_name(slot: u8) -> String {
    match slot {
        BAR => "bar".into(),
        OFF => "off".into(),
        point => point.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_gives_back_its_moves() {
        let four = Sequence::one(25, 6).then(24, 1).then(6, 6).then(1, 3);
        assert_eq!(four.len(), 4);
        assert_eq!(
            four.iter().collect::<Vec<_>>(),
            [(25, 6), (24, 1), (6, 6), (1, 3)]
        );
        assert!(Sequence::EMPTY.is_empty());
        assert_eq!(Sequence::EMPTY.len(), 0);
        assert_eq!(Sequence::one(25, 6).len(), 1);
    }
}
