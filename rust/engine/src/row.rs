//! A position as a row of an array: 52 bytes, the player's 26 counts and then the opponent's.

use crate::position::{Position, Unsound};
use crate::side::{MAX_CHECKERS, SLOTS, Side, across_mask};
use crate::variant::{Contact, Track, Variant};

/// Bytes of a position.
pub const ROW: usize = 2 * SLOTS;

/// A position's counts, one byte each.
pub type Row = [u8; ROW];

/// Packs a row; `None` when a count is over 15.
#[inline]
#[must_use]
pub fn read(row: &Row) -> Option<Position> {
    let (player, opponent) = row.split_at(SLOTS);
    Some(Position {
        player: read_side(player.try_into().ok()?)?,
        opponent: read_side(opponent.try_into().ok()?)?,
    })
}

/// Writes a position's counts.
#[inline]
pub fn write(position: Position, row: &mut Row) {
    let (player, opponent) = row.split_at_mut(SLOTS);
    write_side(position.player, player);
    write_side(position.opponent, opponent);
}

/// Eight counts a time: two neighbours share a byte, then two bytes, then all the low half.
#[inline]
fn read_side(counts: &[u8; SLOTS]) -> Option<Side> {
    let word = |at: usize| {
        let mut bytes = [0; 8];
        let end = (at + 8).min(SLOTS);
        bytes[..end - at].copy_from_slice(&counts[at..end]);
        u64::from_le_bytes(bytes)
    };
    let words = [word(0), word(8), word(16), word(24)];
    let every = words[0] | words[1] | words[2] | words[3];
    if every & !(0x0101_0101_0101_0101 * u64::from(MAX_CHECKERS)) != 0 {
        return None;
    }
    let half = |low: u64, high: u64| u64::from(pack(low)) | u64::from(pack(high)) << 32;
    Some(Side([half(words[0], words[1]), half(words[2], words[3])]))
}

#[inline]
fn write_side(side: Side, counts: &mut [u8]) {
    let Side([low, high]) = side;
    let eight = |nibbles: u64| spread(nibbles as u32).to_le_bytes();
    counts[..8].copy_from_slice(&eight(low));
    counts[8..16].copy_from_slice(&eight(low >> 32));
    counts[16..24].copy_from_slice(&eight(high));
    counts[24..26].copy_from_slice(&eight(high >> 32)[..2]);
}

/// Eight bytes below 16 as eight nibbles.
#[inline]
const fn pack(mut word: u64) -> u32 {
    word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF;
    word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    (word | word >> 16) as u32
}

/// Eight nibbles as eight bytes.
#[inline]
const fn spread(nibbles: u32) -> u64 {
    let mut word = nibbles as u64;
    word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
    word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
    (word | word << 4) & 0x0F0F_0F0F_0F0F_0F0F
}

/// What a position must satisfy to be sound in one variant, ready for many rows.
#[derive(Clone, Copy, Debug)]
pub struct Soundness {
    checkers: u32,
    track: Track,
    no_bar: bool,
}

impl Soundness {
    /// For positions of this variant.
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        Self {
            checkers: u32::from(variant.checkers),
            track: variant.track,
            no_bar: variant.contact == Contact::Block,
        }
    }

    /// Whether [`Position::faults`] finds nothing.
    #[inline]
    #[must_use]
    pub fn holds(self, position: Position) -> bool {
        let (mine, theirs) = (position.player.occupied(), position.opponent.occupied());
        total(position.player) == self.checkers
            && total(position.opponent) == self.checkers
            && mine & across_mask(self.track, theirs) == 0
            && !(self.no_bar && (mine | theirs) >> 25 != 0)
    }
}

/// The sum of all counts: pairs of nibbles, then bytes by one multiplication a half.
#[inline]
fn total(side: Side) -> u32 {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let half = |nibbles: u64| {
        let pairs = (nibbles & LOW) + (nibbles >> 4 & LOW);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    };
    half(side.0[0]) + half(side.0[1])
}

/// Every reason why a row is no position of the variant.
#[must_use]
pub fn faults(variant: &Variant, row: &Row) -> Vec<Unsound> {
    let (player, opponent) = row.split_at(SLOTS);
    let side = |counts: &[u8]| std::array::from_fn(|slot| counts[slot]);
    Position::from_counts(variant, &side(player), &side(opponent))
        .err()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start_row(variant: &Variant) -> Row {
        let mut row = [0; ROW];
        write(Position::start(variant), &mut row);
        row
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let mut row: Row = std::array::from_fn(|slot| (slot * 7 % 16) as u8);
        let position = read(&row).unwrap();
        assert_eq!(position.player.counts(), row[..SLOTS]);
        assert_eq!(position.opponent.counts(), row[SLOTS..]);
        let mut again = [0; ROW];
        write(position, &mut again);
        assert_eq!(again, row);
        for slot in 0..ROW {
            let kept = std::mem::replace(&mut row[slot], 16);
            assert_eq!(read(&row), None);
            row[slot] = kept;
        }
    }

    #[test]
    fn soundness_holds_where_there_are_no_faults() {
        for variant in Variant::presets() {
            let sound = Soundness::of(&variant);
            let start = start_row(&variant);
            for slot in 0..ROW {
                for count in 0..=15 {
                    let mut row = start;
                    row[slot] = count;
                    let position = read(&row).unwrap();
                    let faults = faults(&variant, &row);
                    assert_eq!(faults, position.faults(&variant));
                    assert_eq!(sound.holds(position), faults.is_empty());
                }
            }
            // Moving a checker about keeps the totals, so that the other reasons are met too.
            for slot in 0..ROW {
                for other in 0..SLOTS {
                    let mut row = start;
                    let other = slot / SLOTS * SLOTS + other;
                    if row[other] > 0 && row[slot] < 15 {
                        row[other] -= 1;
                        row[slot] += 1;
                    }
                    let position = read(&row).unwrap();
                    assert_eq!(sound.holds(position), position.faults(&variant).is_empty());
                }
            }
        }
    }

    #[test]
    fn a_full_row_does_not_overflow_the_total() {
        let position = read(&[15; ROW]).unwrap();
        assert_eq!(total(position.player), 15 * 26);
    }
}
