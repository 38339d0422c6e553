//! Ranks and indices: a side or a position as a number without or with few gaps.
//!
//! A side of `n` checkers is a multiset of `n` of the 26 slots. Its rank is its place among all
//! of them in colexicographic order: with the checkers' slots sorted upwards, `s1 <= .. <= sn`,
//! the rank is the sum of `C(s_i + i - 1, i)` (the combinatorial number system, Knuth, The Art
//! of Computer Programming 4A, 7.2.1.3). All off is rank 0, all on the bar the last.

use crate::position::Position;
use crate::side::{BAR, MAX_CHECKERS, SLOTS, Side, across};
use crate::variant::{Contact, Variant};
use std::sync::OnceLock;

/// The most checkers a side may have for positions to be indexed.
pub const MAX_INDEXED: u8 = 5;

const ROWS: usize = SLOTS + MAX_CHECKERS as usize;

/// `C(n, k)` for n up to 40 and k up to 15; all fit 64 bits.
static CHOOSE: [[u64; 16]; ROWS] = {
    let mut table = [[0u64; 16]; ROWS];
    let mut n = 0;
    while n < ROWS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= 15 && k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

const fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// How many sides of `checkers` there are: `C(25 + n, n)`.
#[must_use]
pub fn sides(checkers: u8) -> u64 {
    multisets(SLOTS, checkers)
}

/// Multisets of `checkers` out of `slots`.
fn multisets(slots: usize, checkers: u8) -> u64 {
    if slots == 0 {
        return u64::from(checkers == 0);
    }
    choose(slots - 1 + usize::from(checkers), usize::from(checkers))
}

/// The rank of a side among all sides with as many checkers.
#[must_use]
pub fn rank(side: Side) -> u64 {
    let (mut rank, mut index) = (0, 0);
    let mut rest = side.bits();
    while rest != 0 {
        let slot = rest.trailing_zeros() as usize / 4;
        for _ in 0..side.count(slot as u8) {
            index += 1;
            rank += choose(slot + index - 1, index);
        }
        rest &= !(15 << (4 * slot));
    }
    rank
}

fn rank_of(counts: impl Iterator<Item = u8>) -> u64 {
    let (mut rank, mut index) = (0, 0);
    for (slot, count) in counts.enumerate() {
        for _ in 0..count {
            index += 1;
            rank += choose(slot + index - 1, index);
        }
    }
    rank
}

/// The side of `checkers` with this rank; `None` past the last.
#[must_use]
pub fn unrank(checkers: u8, rank: u64) -> Option<Side> {
    let counts = unrank_over(SLOTS, checkers, rank)?;
    Side::from_counts(&counts)
}

fn unrank_over(slots: usize, checkers: u8, rank: u64) -> Option<[u8; SLOTS]> {
    if rank >= multisets(slots, checkers) {
        return None;
    }
    let (mut counts, mut rest) = ([0; SLOTS], rank);
    let mut slot = slots - 1;
    for index in (1..=usize::from(checkers)).rev() {
        while choose(slot + index - 1, index) > rest {
            slot -= 1;
        }
        rest -= choose(slot + index - 1, index);
        counts[slot] += 1;
    }
    Some(counts)
}

/// `rank(player) * sides(n) + rank(opponent)`, with holes where the sides would share a point;
/// `None` for more than [`MAX_INDEXED`] checkers.
#[must_use]
pub fn index(variant: &Variant, position: Position) -> Option<u64> {
    let is_indexed = variant.checkers <= MAX_INDEXED;
    is_indexed.then(|| rank(position.player) * sides(variant.checkers) + rank(position.opponent))
}

/// The position with this index; `None` past the end and in a hole.
#[must_use]
pub fn from_index(variant: &Variant, index: u64) -> Option<Position> {
    if variant.checkers > MAX_INDEXED {
        return None;
    }
    let per_side = sides(variant.checkers);
    let position = Position {
        player: unrank(variant.checkers, index / per_side)?,
        opponent: unrank(variant.checkers, index % per_side)?,
    };
    position.faults(variant).is_empty().then_some(position)
}

/// The gap-free numbering of a variant's positions: by the rank of the player, then of the
/// opponent among the sides that share no point with him.
#[derive(Clone, Debug)]
pub struct DenseIndex {
    checkers: u8,
    track: crate::variant::Track,
    contact: Contact,
    /// For each player's rank the positions before it; one more entry for them all.
    before: Vec<u64>,
}

impl DenseIndex {
    /// The numbering for a variant; `None` for more than [`MAX_INDEXED`] checkers.
    #[must_use]
    pub fn new(variant: &Variant) -> Option<Self> {
        if variant.checkers > MAX_INDEXED {
            return None;
        }
        let checkers = variant.checkers;
        let mut dense = Self {
            checkers,
            track: variant.track,
            contact: variant.contact,
            before: Vec::with_capacity(sides(checkers) as usize + 1),
        };
        let mut total = 0;
        for player in 0..sides(checkers) {
            dense.before.push(total);
            let side = unrank(checkers, player)?;
            if dense.is_side(side) {
                total += multisets(dense.free_slots(side).count(), checkers);
            }
        }
        dense.before.push(total);
        Some(dense)
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Whether there is no position; there always is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Without hits no side has a checker on the bar.
    fn is_side(&self, side: Side) -> bool {
        self.contact == Contact::Hit || side.count(BAR) == 0
    }

    /// The slots the opponent can use, in his numbering, upwards.
    fn free_slots(&self, player: Side) -> impl Iterator<Item = u8> {
        let (track, hit) = (self.track, self.contact == Contact::Hit);
        (0..SLOTS as u8).filter(move |&slot| match slot {
            0 => true,
            BAR => hit,
            point => player.count(across(track, point)) == 0,
        })
    }

    /// The number of a sound position.
    #[must_use]
    pub fn index(&self, position: Position) -> u64 {
        let free = self.free_slots(position.player);
        let opponent = rank_of(free.map(|slot| position.opponent.count(slot)));
        self.before[rank(position.player) as usize] + opponent
    }

    /// The position with this number; `None` past the end.
    #[must_use]
    pub fn position(&self, index: u64) -> Option<Position> {
        if index >= self.len() {
            return None;
        }
        let player_rank = self.before.partition_point(|&before| before <= index) - 1;
        let player = unrank(self.checkers, player_rank as u64)?;
        let free: Vec<u8> = self.free_slots(player).collect();
        let reduced = unrank_over(free.len(), self.checkers, index - self.before[player_rank])?;
        let mut counts = [0; SLOTS];
        for (&slot, count) in free.iter().zip(reduced) {
            counts[usize::from(slot)] = count;
        }
        let opponent = Side::from_counts(&counts)?;
        Some(Position { player, opponent })
    }
}

/// The numbering for a variant, made once; `None` for more than [`MAX_INDEXED`] checkers.
///
/// Variants with as many checkers and the same track and contact share one.
#[must_use]
pub fn dense(variant: &Variant) -> Option<&'static DenseIndex> {
    const KINDS: usize = 4;
    static MADE: [OnceLock<DenseIndex>; MAX_INDEXED as usize * KINDS] =
        [const { OnceLock::new() }; MAX_INDEXED as usize * KINDS];
    let kind = 2 * usize::from(variant.track == crate::variant::Track::Parallel)
        + usize::from(variant.contact == Contact::Block);
    let checkers = usize::from(variant.checkers).checked_sub(1)?;
    let cell = MADE.get(checkers * KINDS + kind)?;
    if let Some(made) = cell.get() {
        return Some(made);
    }
    let made = DenseIndex::new(variant)?;
    Some(cell.get_or_init(|| made))
}

/// The numbering for Hyper-Backgammon, made once.
pub fn hyper_dense() -> &'static DenseIndex {
    dense(&Variant::hyper()).unwrap_or_else(|| unreachable!("three checkers"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyper_has_3276_sides_and_7959904_positions() {
        assert_eq!(sides(3), 3_276);
        assert_eq!(hyper_dense().len(), 7_959_904);
    }

    #[test]
    fn rank_is_a_bijection_on_sides_of_up_to_four() {
        for checkers in 1..=4 {
            for number in 0..sides(checkers) {
                let side = unrank(checkers, number).unwrap();
                assert_eq!(side.checkers(), checkers);
                assert_eq!(rank(side), number);
            }
            assert_eq!(unrank(checkers, sides(checkers)), None);
        }
    }

    #[test]
    fn the_last_rank_of_fifteen_checkers_is_all_on_the_bar() {
        let mut counts = [0; SLOTS];
        counts[25] = 15;
        let side = Side::from_counts(&counts).unwrap();
        assert_eq!(rank(side), sides(15) - 1);
        assert_eq!(sides(15), 40_225_345_056);
        assert_eq!(unrank(15, sides(15) - 1), Some(side));
    }
}
