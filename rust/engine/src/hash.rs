//! `hash64`: a 64-bit hash of the 52 counts, stable for ever.
//!
//! The promise: key `k[slot][count]` for slots 0..=25 and counts 1..=15 is the number
//! `slot * 15 + count - 1` (from 0) of the `SplitMix64` sequence seeded with
//! [`SEED`]; a count of 0 has key 0. A side's hash is the XOR of its 26 keys. A position's hash
//! is `player ^ rotate_left(opponent, 23)`. Known answers: `tests/vectors/hash64.txt`.

use crate::position::Position;
use crate::side::{SLOTS, Side};

/// The seed of the keys: the bytes `b"tavla/64"`, the first byte lowest.
pub const SEED: u64 = u64::from_le_bytes(*b"tavla/64");

const TURN: u32 = 23;

static KEYS: [[u64; 16]; SLOTS] = keys();

/// `SplitMix64`: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014.
const fn keys() -> [[u64; 16]; SLOTS] {
    let mut keys = [[0; 16]; SLOTS];
    let mut state = SEED;
    let mut slot = 0;
    while slot < SLOTS {
        let mut count = 1;
        while count < 16 {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            keys[slot][count] = z ^ z >> 31;
            count += 1;
        }
        slot += 1;
    }
    keys
}

/// A position's hash kept side by side, so that moving a checker costs four look-ups and
/// changing turns nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hash {
    player: u64,
    opponent: u64,
}

impl Hash {
    /// The hash of a position, from scratch.
    #[must_use]
    pub fn of(position: Position) -> Self {
        Self {
            player: side_hash(position.player),
            opponent: side_hash(position.opponent),
        }
    }

    /// The 64-bit value.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.player ^ self.opponent.rotate_left(TURN)
    }

    /// The hash of the position seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// The hash after one of the player's checkers moved; `before` is his side before it did.
    #[must_use]
    pub fn player_moved(self, before: Side, source: u8, target: u8) -> Self {
        Self {
            player: self.player ^ move_change(before, source, target),
            ..self
        }
    }

    /// The hash after one of the opponent's checkers moved, as a hit moves it to the bar.
    #[must_use]
    pub fn opponent_moved(self, before: Side, source: u8, target: u8) -> Self {
        Self {
            opponent: self.opponent ^ move_change(before, source, target),
            ..self
        }
    }
}

/// The hash of one side: the XOR of the keys of its counts.
#[must_use]
pub fn side_hash(side: Side) -> u64 {
    let key = |(keys, &count): (&[u64; 16], &u8)| keys[usize::from(count)];
    KEYS.iter()
        .zip(&side.counts())
        .map(key)
        .fold(0, std::ops::BitXor::bitxor)
}

fn move_change(before: Side, source: u8, target: u8) -> u64 {
    let key = |side: Side, slot: u8| KEYS[usize::from(slot)][usize::from(side.count(slot))];
    let after = before.moved(source, target);
    key(before, source) ^ key(after, source) ^ key(before, target) ^ key(after, target)
}

/// The hash of a position.
#[must_use]
pub fn hash64(position: Position) -> u64 {
    Hash::of(position).value()
}
