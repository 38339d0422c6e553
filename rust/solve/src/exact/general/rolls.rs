//! What the 21 rolls of one position come to.

use super::game::Game;
use tavla_engine::{Dice, Position, ROLLS, Scratch, Side};

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

/// A way to play.
pub(super) trait Rolls<const K: usize>: Sync {
    /// What the rolls of a position come to, going by the slots in `cells`.
    ///
    /// `notes` has as many entries for each roll, the cells that its plays lead to: one for each
    /// slot or one for all. It may be empty.
    fn roll(
        &self,
        pair: Pair<'_>,
        cells: &[[f64; K]],
        notes: &mut [u32],
        memory: &mut Memory,
    ) -> Rolled<K>;
}

/// A position: the numbers of the side on roll and of the other.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) game: &'a Game,
    pub(super) mine: usize,
    pub(super) theirs: usize,
}

impl Pair<'_> {
    pub(super) fn position(self) -> Position {
        self.game.position(self.mine, self.theirs)
    }

    /// The cell that a play leads to; `opponent` is the other side before it.
    #[inline]
    pub(super) fn after(self, opponent: Side, after: Position) -> usize {
        let theirs = if after.opponent == opponent {
            self.theirs
        } else {
            self.game.numbering.number_of(after.opponent)
        };
        theirs * self.game.sides() + self.game.numbering.number_of(after.player)
    }
}

/// What is kept from position to position, so that nothing is allocated for each.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) scratch: Scratch,
    /// Cells that plays lead to, and what they are chosen by.
    pub(super) found: Vec<(f64, usize)>,
}

/// The plays noted.
pub(super) struct Noted;

impl<const K: usize> Rolls<K> for Noted {
    fn roll(
        &self,
        _: Pair<'_>,
        cells: &[[f64; K]],
        notes: &mut [u32],
        _: &mut Memory,
    ) -> Rolled<K> {
        let each = notes.len() / ROLLS.len();
        let mut sum = Sum::default();
        for (&dice, notes) in ROLLS.iter().zip(notes.chunks_exact(each)) {
            let cell = |k: usize| cells[notes[k.min(each - 1)] as usize][k];
            let moved = notes[0] != DANCE;
            sum.add(dice, moved.then(|| std::array::from_fn(cell)));
        }
        sum.mean()
    }
}

/// What the throws of a position add up to.
pub(super) struct Sum<const K: usize> {
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
    pub(super) fn add(&mut self, dice: Dice, least: Option<[f64; K]>) {
        let Some(least) = least else {
            self.dances += dice.weight();
            return;
        };
        for (sum, least) in self.slots.iter_mut().zip(least) {
            *sum += f64::from(dice.weight()) * least;
        }
    }

    pub(super) fn mean(self) -> Rolled<K> {
        Rolled {
            least: self.slots.map(|sum| sum / f64::from(THROWS)),
            dances: self.dances,
        }
    }
}
