//! `key`: 26 bytes that hold a position's 52 counts and nothing else.
//!
//! The promise: the first 13 bytes are the player's counts, the last 13 the opponent's. Byte `i`
//! of a side holds the count of slot `2 i` in its low four bits and that of slot `2 i + 1` in its
//! high four. Equal keys mean equal counts, in whatever variant.

use crate::position::Position;
use crate::side::{SLOTS, Side};

/// The length of a key.
pub const KEY_BYTES: usize = SLOTS;
const SIDE_BYTES: usize = KEY_BYTES / 2;

/// The key of a position.
#[must_use]
pub fn key(position: Position) -> [u8; KEY_BYTES] {
    let mut bytes = [0; KEY_BYTES];
    let sides = [position.player, position.opponent];
    for (part, side) in bytes.chunks_exact_mut(SIDE_BYTES).zip(sides) {
        part.copy_from_slice(&side.bits().to_le_bytes()[..SIDE_BYTES]);
    }
    bytes
}

/// The counts that a key holds, sound for a variant or not.
#[must_use]
pub fn from_key(key: &[u8; KEY_BYTES]) -> Position {
    let side = |bytes: &[u8]| {
        let mut word = [0; 16];
        word[..SIDE_BYTES].copy_from_slice(bytes);
        Side::from_bits(u128::from_le_bytes(word))
    };
    let (player, opponent) = key.split_at(SIDE_BYTES);
    Position {
        player: side(player),
        opponent: side(opponent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn a_key_gives_back_its_position() {
        for variant in Variant::presets() {
            let start = Position::start(&variant);
            assert_eq!(from_key(&key(start)), start);
        }
    }

    #[test]
    fn the_key_of_the_hyper_start_is_fixed() {
        let mut side = [0; 13];
        side[11] = 0x11; // one on 22, one on 23
        side[12] = 0x01; // one on 24
        let known = key(Position::start(&Variant::hyper()));
        assert_eq!(known[..13], side);
        assert_eq!(known[13..], side);
    }
}
