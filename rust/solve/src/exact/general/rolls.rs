//! What the 21 rolls of one position come to.

use super::game::Game;
use tavla_engine::{Dice, Position, ROLLS, Scratch, Sequence, Side, Sink, generate};

/// The throws of two dice.
pub(super) const THROWS: u8 = 36;

/// The note of a roll that leaves no move.
pub(super) const DANCE: u32 = u32::MAX;

/// What the rolls of one position come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rolled<const K: usize> {
    /// The mean of the least slots that each throw can leave the other side; a throw that leaves
    /// no move counts as zero here.
    pub(super) least: [f64; K],
    /// How many throws leave no move.
    pub(super) dances: u8,
}

impl<const K: usize> Rolled<K> {
    /// Of no roll at all.
    pub(super) const NOTHING: Self = Self {
        least: [0.0; K],
        dances: 0,
    };

    /// The means once the throws that leave no move leave these slots.
    #[inline]
    pub(super) fn with(&self, dance: [f64; K]) -> [f64; K] {
        let share = f64::from(self.dances) / f64::from(THROWS);
        std::array::from_fn(|k| self.least[k] + share * dance[k])
    }
}

/// Rolls the dice, asks the engine for the plays and looks up what they lead to.
pub(super) struct Roller<'a, const K: usize> {
    game: &'a Game,
    cells: &'a [[f64; K]],
    scratch: Scratch,
}

impl<'a, const K: usize> Roller<'a, K> {
    pub(super) fn new(game: &'a Game, cells: &'a [[f64; K]]) -> Self {
        Self {
            game,
            cells,
            scratch: Scratch::default(),
        }
    }

    /// The rolls of a position. Of each, the cells that the best plays lead to are written to
    /// `notes`, slot by slot, where there is room.
    pub(super) fn roll(&mut self, mine: usize, theirs: usize, notes: &mut [u32]) -> Rolled<K> {
        let position = self.game.position(mine, theirs);
        let mut sum = Sum::default();
        for (roll, &dice) in ROLLS.iter().enumerate() {
            let mut least = Least {
                game: self.game,
                cells: self.cells,
                opponent: position.opponent,
                row: theirs * self.game.sides(),
                slots: [f64::INFINITY; K],
                at: [DANCE as usize; K],
                is_dance: false,
            };
            generate(
                &self.game.rules,
                position,
                dice,
                &mut self.scratch,
                &mut least,
            );
            if let Some(notes) = notes.get_mut(roll * K..(roll + 1) * K) {
                // Where there are notes, cells are few enough.
                notes.copy_from_slice(&least.at.map(|at| at as u32));
            }
            sum.add(dice, (!least.is_dance).then_some(least.slots));
        }
        sum.mean()
    }
}

/// The rolls of a position whose best plays are noted.
pub(super) fn follow<const K: usize>(cells: &[[f64; K]], notes: &[u32]) -> Rolled<K> {
    let mut sum = Sum::default();
    for (&dice, notes) in ROLLS.iter().zip(notes.chunks_exact(K)) {
        let moved = notes[0] != DANCE;
        let slots = moved.then(|| std::array::from_fn(|k| cells[notes[k] as usize][k]));
        sum.add(dice, slots);
    }
    sum.mean()
}

/// What the throws of a position add up to.
struct Sum<const K: usize> {
    slots: [f64; K],
    dances: u8,
}

impl<const K: usize> Default for Sum<K> {
    fn default() -> Self {
        Self {
            slots: [0.0; K],
            dances: 0,
        }
    }
}

impl<const K: usize> Sum<K> {
    /// Adds a roll and what it leaves the other side; `None` for a dance.
    #[inline]
    fn add(&mut self, dice: Dice, least: Option<[f64; K]>) {
        let Some(least) = least else {
            self.dances += dice.weight();
            return;
        };
        for (sum, least) in self.slots.iter_mut().zip(least) {
            *sum += f64::from(dice.weight()) * least;
        }
    }

    fn mean(self) -> Rolled<K> {
        Rolled {
            least: self.slots.map(|sum| sum / f64::from(THROWS)),
            dances: self.dances,
        }
    }
}

/// The plays of one roll, of which only the best is kept for each slot.
struct Least<'a, const K: usize> {
    game: &'a Game,
    cells: &'a [[f64; K]],
    /// The other side before the play, and where the cells begin in which it is on roll.
    opponent: Side,
    row: usize,
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
        let row = if after.opponent == self.opponent {
            self.row
        } else {
            self.game.number(after.opponent) * self.game.sides()
        };
        let at = row + self.game.number(after.player);
        for (k, &slot) in self.cells[at].iter().enumerate() {
            if slot < self.slots[k] {
                (self.slots[k], self.at[k]) = (slot, at);
            }
        }
    }
}
