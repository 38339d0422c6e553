//! A position as a row of an array: 52 bytes, the player's 26 counts and then the opponent's.

use crate::position::{Position, Unsound};
use crate::side::{MAX_CHECKERS, SLOTS, Side};
use crate::variant::{Contact, Track, Variant};

const OFF: usize = crate::side::OFF as usize;
const BAR: usize = crate::side::BAR as usize;

/// Bytes of a position.
pub const ROW: usize = 2 * SLOTS;

/// A position's counts, one byte each.
pub type Row = [u8; ROW];

/// Packs a row; `None` when a count is over 15.
#[must_use]
pub fn read(row: &Row) -> Option<Position> {
    let fits = row.iter().all(|&count| count <= MAX_CHECKERS);
    fits.then(|| pack(row))
}

/// Packs a row that has no count over 15.
#[inline]
#[must_use]
pub fn pack(row: &Row) -> Position {
    let side = |first: usize| {
        let eight = |slot: usize| u64::from(nibbles(word(row, first + slot)));
        // The last two of a side are read with the six before them.
        let last = eight(18) >> 24;
        Side([eight(0) | eight(8) << 32, eight(16) | last << 32])
    };
    Position {
        player: side(0),
        opponent: side(SLOTS),
    }
}

/// Writes a position's counts.
#[inline]
pub fn write(position: Position, row: &mut Row) {
    let (player, opponent) = row.split_at_mut(SLOTS);
    write_side(position.player, player);
    write_side(position.opponent, opponent);
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
const fn nibbles(mut word: u64) -> u32 {
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

/// Eight counts of a row, the first in the lowest byte.
#[inline]
pub(crate) fn word(row: &Row, first: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| row[first + byte]))
}

/// The player's counts on his points 1 to 24, eight a word.
#[inline]
pub(crate) fn own(row: &Row) -> [u64; 3] {
    [1, 9, 17].map(|point| word(row, point))
}

/// The opponent's counts on his own points 1 to 24, eight a word.
#[inline]
pub(crate) fn opposing(row: &Row) -> [u64; 3] {
    [1, 9, 17].map(|point| word(row, SLOTS + point))
}

/// The opponent's counts on the *player's* points 1 to 24, eight a word.
#[inline]
pub(crate) fn facing(track: Track, row: &Row) -> [u64; 3] {
    backwards(track, row).map(u64::swap_bytes)
}

/// [`facing`], the first of each eight in the highest byte.
#[inline]
fn backwards(track: Track, row: &Row) -> [u64; 3] {
    let [low, middle, high] = opposing(row);
    match track {
        Track::Contrary => [high, middle, low],
        Track::Parallel => {
            let theirs = |point: usize| word(row, SLOTS + point);
            // His 21 to 24 and then his 1 to 4.
            let ends = high >> 32 | low << 32;
            [theirs(13), ends, theirs(5)].map(u64::swap_bytes)
        }
    }
}

/// What a row must satisfy to be a position of one variant, ready for many rows.
#[derive(Clone, Copy, Debug)]
pub struct Soundness {
    checkers: u8,
    track: Track,
    no_bar: bool,
}

impl Soundness {
    /// For positions of this variant, which must be valid.
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        Self {
            checkers: variant.checkers,
            track: variant.track,
            no_bar: variant.contact == Contact::Block,
        }
    }

    /// Whether [`faults`] finds nothing in any row.
    #[inline]
    #[must_use]
    pub fn holds(self, rows: &[Row]) -> bool {
        // All rows are read through whatever is found, since branches take more time.
        let counts = rows.as_flattened().iter().fold(0, |any, count| any | count);
        let bars = |row: &Row| row[BAR] | row[SLOTS + BAR];
        let no_bar = !self.no_bar || rows.iter().fold(0, |any, row| any | bars(row)) == 0;
        // One loop for each track.
        let stands = match self.track {
            Track::Contrary => self.all_stand(Track::Contrary, rows),
            Track::Parallel => self.all_stand(Track::Parallel, rows),
        };
        counts <= MAX_CHECKERS && no_bar && stands
    }

    /// Whether all checkers are there and no point has both sides on it, no count being over 15.
    #[inline]
    fn all_stand(self, track: Track, rows: &[Row]) -> bool {
        let (mut sums, mut totals, mut shared) = (0, 0, 0);
        for row in rows {
            let (own, backwards) = (own(row), backwards(track, row));
            for (words, side) in [(own, 0), (opposing(row), SLOTS)] {
                let sum = words[0].wrapping_add(words[1]).wrapping_add(words[2]);
                // No byte carries: where `sums` is sound, none of the eight is over 15.
                let points = (sum.wrapping_mul(ONES) >> 56) as u8;
                let total = points
                    .wrapping_add(row[side + OFF])
                    .wrapping_add(row[side + BAR]);
                sums |= sum;
                totals |= total ^ self.checkers;
            }
            // The highest byte of a product of two words is the sum of the products of their
            // bytes, one word taken backwards: nothing, unless both sides stand on a point. Where
            // the totals are sound no byte is over 15 times 15, and so none carries.
            for (own, backwards) in own.into_iter().zip(backwards) {
                shared |= own.wrapping_mul(backwards);
            }
        }
        sums & (ONES * 0xF0) == 0 && totals == 0 && shared >> 56 == 0
    }
}

/// The lowest bit of each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

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

    #[test]
    fn rows_are_read_as_they_are_written() {
        let mut row: Row = std::array::from_fn(|slot| (slot * 7 % 16) as u8);
        let position = read(&row).unwrap();
        assert_eq!(position.player.counts(), row[..SLOTS]);
        assert_eq!(position.opponent.counts(), row[SLOTS..]);
        let mut again = [0; ROW];
        write(position, &mut again);
        assert_eq!(again, row);
        assert_eq!(position, pack(&row));
        for slot in 0..ROW {
            let kept = std::mem::replace(&mut row[slot], 16);
            assert_eq!(read(&row), None);
            row[slot] = kept;
        }
    }
}
