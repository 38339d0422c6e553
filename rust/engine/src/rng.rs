//! Dice as a pure function of seed, game and turn.
//!
//! The promise: the generator is `ChaCha8` (D. J. Bernstein, "`ChaCha`, a variant of Salsa20",
//! 2008; eight rounds, 64-bit block counter, 64-bit nonce), its key the 32 bytes of the seed,
//! its nonce the number of the game. The block counter's top four bits are a lane: 0 opening,
//! 1 dice, 2 and 3 the own randomness of seats 0 and 1. Draw `i` of a lane is its word `i`, words
//! being 32 bits, little-endian, 16 a block. A draw below `n` is the high half of `word * n`,
//! unless the low half is under `2^32 mod n`: then the 16 words of block `i` of lane + 8 are
//! tried in order, the last without rejection. A throw is a draw below 36: first die
//! `1 + draw / 6`, second `1 + draw % 6`. Known answers: `tests/vectors/dice.txt`.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A 256-bit seed; an integer seed is its 32 bytes, the lowest first.
pub type Seed = [u8; 32];

/// Draws in one lane of one game, cheap in order and possible in any.
#[derive(Clone, Debug)]
struct Lane {
    words: ChaCha8Rng,
    number: u8,
    next: u64,
}

const RETRY_LANE: u8 = 8;
const WORDS_A_BLOCK: u64 = 16;
/// Words that are sooner skipped than their blocks made again: those of one block.
const MOST_SKIPPED: u64 = WORDS_A_BLOCK;

impl Lane {
    fn new(base: &ChaCha8Rng, number: u8) -> Self {
        let mut words = base.clone();
        words.set_word_pos(word_position(number, 0));
        Self {
            words,
            number,
            next: 0,
        }
    }

    fn draw(&mut self, index: u64, below: u32) -> u32 {
        let gap = index.wrapping_sub(self.next);
        if gap > MOST_SKIPPED {
            self.words.set_word_pos(word_position(self.number, index));
        } else {
            // The seats take turns, and leave out turns that decide nothing.
            for _ in 0..gap {
                self.words.next_u32();
            }
        }
        self.next = index + 1;
        let rejected = below.wrapping_neg() % below;
        let scaled = u64::from(self.words.next_u32()) * u64::from(below);
        if scaled as u32 >= rejected {
            return (scaled >> 32) as u32;
        }
        self.retry(index, below, rejected)
    }

    #[cold]
    fn retry(&self, index: u64, below: u32, rejected: u32) -> u32 {
        let mut retries = self.words.clone();
        let first = word_position(self.number + RETRY_LANE, index * WORDS_A_BLOCK);
        retries.set_word_pos(first);
        let mut scaled = 0;
        for _ in 0..WORDS_A_BLOCK {
            scaled = u64::from(retries.next_u32()) * u64::from(below);
            if scaled as u32 >= rejected {
                break;
            }
        }
        (scaled >> 32) as u32
    }
}

fn word_position(lane: u8, word: u64) -> u128 {
    // Four bits of lane above 60 bits of block counter, 16 words a block.
    (u128::from(lane) << 60) * u128::from(WORDS_A_BLOCK) + u128::from(word)
}

/// The dice of turn `turn` of game `game`, in the order thrown: [`DiceStream::roll`] for who needs
/// no more of the game.
#[must_use]
pub fn roll(seed: &Seed, game: u64, turn: u64) -> (u8, u8) {
    let mut base = ChaCha8Rng::from_seed(*seed);
    base.set_stream(game);
    throw(Lane::new(&base, 1).draw(turn, 36))
}

/// The dice of one game and the two seats' own randomness.
#[derive(Clone, Debug)]
pub struct DiceStream {
    opening: Lane,
    dice: Lane,
    seats: [Lane; 2],
}

impl DiceStream {
    /// The stream of game `game` under `seed`.
    #[must_use]
    pub fn new(seed: &Seed, game: u64) -> Self {
        let mut base = ChaCha8Rng::from_seed(*seed);
        base.set_stream(game);
        Self {
            opening: Lane::new(&base, 0),
            dice: Lane::new(&base, 1),
            seats: [Lane::new(&base, 2), Lane::new(&base, 3)],
        }
    }

    /// The `attempt`-th opening throw, from 0: seat 0's die and seat 1's. Ties are kept.
    pub fn opening(&mut self, attempt: u64) -> (u8, u8) {
        throw(self.opening.draw(attempt, 36))
    }

    /// The dice of turn `turn`, from 0, in the order thrown.
    pub fn roll(&mut self, turn: u64) -> (u8, u8) {
        throw(self.dice.draw(turn, 36))
    }

    /// A seat's choice in turn `turn` among `below` things, which must be at least one.
    pub fn choose(&mut self, seat: usize, turn: u64, below: u32) -> u32 {
        self.seats[seat].draw(turn, below)
    }
}

fn throw(draw: u32) -> (u8, u8) {
    (1 + (draw / 6) as u8, 1 + (draw % 6) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_order_gives_the_same_dice() {
        let seed = [7; 32];
        let mut forward = DiceStream::new(&seed, 5);
        let rolls: Vec<_> = (0..100).map(|turn| forward.roll(turn)).collect();
        let mut backward = DiceStream::new(&seed, 5);
        for turn in (0..100).rev() {
            assert_eq!(backward.roll(turn), rolls[turn as usize]);
        }
    }

    #[test]
    fn a_rejected_word_takes_the_retry_lane() {
        // Below 3 * 2^30 a quarter of all words is rejected.
        let below = 3 << 30;
        let base = ChaCha8Rng::from_seed([1; 32]);
        let (mut a, mut b) = (Lane::new(&base, 1), Lane::new(&base, 1));
        let forward: Vec<u32> = (0..64).map(|i| a.draw(i, below)).collect();
        let mut backward: Vec<u32> = (0..64).rev().map(|i| b.draw(i, below)).collect();
        backward.reverse();
        assert_eq!(forward, backward);
        assert!(forward.iter().all(|&n| n < below));
    }

    #[test]
    fn every_throw_comes_up_evenly() {
        let mut stream = DiceStream::new(&[3; 32], 0);
        let mut seen = [0u32; 36];
        for turn in 0..360_000 {
            let (a, b) = stream.roll(turn);
            seen[usize::from((a - 1) * 6 + b - 1)] += 1;
        }
        let square = |&n: &u32| (f64::from(n) - 10_000.0).powi(2) / 10_000.0;
        let chi: f64 = seen.iter().map(square).sum();
        // 35 degrees of freedom: 66.6 is passed once in a thousand seeds.
        assert!(chi < 66.6, "{chi}");
    }
}
