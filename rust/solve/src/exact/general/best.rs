//! The best plays, slot by slot.

use super::rolls::{DANCE, Memory, Pair, Rolled, Rolls, Sum};
use tavla_engine::{Position, ROLLS, Sequence, Side, Sink, generate};

/// The plays that leave the other side least. They are noted where there is room.
pub(super) struct Best;

impl<const K: usize> Rolls<K> for Best {
    fn roll(
        &self,
        pair: Pair<'_>,
        cells: &[[f64; K]],
        notes: &mut [u32],
        memory: &mut Memory,
    ) -> Rolled<K> {
        let position = pair.position();
        let mut sum = Sum::default();
        for (roll, &dice) in ROLLS.iter().enumerate() {
            let mut least = Least {
                pair,
                opponent: position.opponent,
                cells,
                slots: [f64::INFINITY; K],
                at: [DANCE as usize; K],
                is_dance: false,
            };
            let rules = &pair.game.rules;
            generate(rules, position, dice, &mut memory.scratch, &mut least);
            if let Some(notes) = notes.get_mut(roll * K..(roll + 1) * K) {
                // Where there are notes, cells are few enough.
                notes.copy_from_slice(&least.at.map(|at| at as u32));
            }
            sum.add(dice, (!least.is_dance).then_some(least.slots));
        }
        sum.mean()
    }
}

/// The plays of one roll, of which only the best is kept for each slot.
struct Least<'a, const K: usize> {
    pair: Pair<'a>,
    /// The other side before the play.
    opponent: Side,
    cells: &'a [[f64; K]],
    /// The least of each slot so far, and its cell.
    slots: [f64; K],
    at: [usize; K],
    is_dance: bool,
}

impl<const K: usize> Sink for Least<'_, K> {
    #[inline]
    fn play(&mut self, sequence: Sequence, after: Position) {
        if sequence.is_empty() {
            self.is_dance = true;
            return;
        }
        let at = self.pair.after(self.opponent, after);
        for (k, &slot) in self.cells[at].iter().enumerate() {
            if slot < self.slots[k] {
                (self.slots[k], self.at[k]) = (slot, at);
            }
        }
    }
}
