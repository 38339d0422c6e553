//! The best plays, noted.

use super::board::Board;
use super::sides::HITS;
use tavla_engine::ROLLS;

/// For each roll and slot of a position the play that leaves least: the place of the mover's side
/// after it, and above it the subset of blots hit.
pub(super) type Notes<const K: usize> = [[u16; K]; ROLLS.len()];

/// The notes of all positions, by the other side and then the side on roll.
#[derive(Debug)]
pub(super) struct Policy<const K: usize>(pub(super) Vec<Notes<K>>);

const SUBSET: u32 = 12;
/// What is noted for a roll that cannot be played.
pub(super) const DANCE: u16 = u16::MAX;

impl<const K: usize> Policy<K> {
    pub(super) fn new(board: &Board) -> Self {
        let pairs = board.len() * board.len();
        Self(vec![[[DANCE; K]; ROLLS.len()]; pairs])
    }
}

/// What to note for a play.
#[inline]
pub(super) fn note(next: u16, subset: usize) -> u16 {
    next | (subset as u16) << SUBSET
}

/// The subset and the place after of what was noted.
#[inline]
pub(super) fn noted(note: u16) -> (usize, usize) {
    let next = note & ((1 << SUBSET) - 1);
    (usize::from(note >> SUBSET) % HITS, usize::from(next))
}
