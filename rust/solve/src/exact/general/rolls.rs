//! What the 21 rolls of one position come to.

use super::game::Game;
use tavla_engine::{Position, ROLLS, Scratch, Sequence, Side, Sink, generate};

/// The throws of two dice.
pub(super) const THROWS: u8 = 36;

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
    /// Of a pair of sides that is no position.
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

    /// The rolls of a pair of sides. `note` is told of each roll the cells that the best plays
    /// lead to, slot by slot; `None` for a dance.
    pub(super) fn roll(
        &mut self,
        mine: usize,
        theirs: usize,
        mut note: impl FnMut(usize, Option<[usize; K]>),
    ) -> Rolled<K> {
        if !self.game.is_position(mine, theirs) {
            return Rolled::NOTHING;
        }
        let position = self.game.position(mine, theirs);
        let (mut sum, mut dances) = ([0.0; K], 0);
        for (roll, &dice) in ROLLS.iter().enumerate() {
            let mut least = Least {
                game: self.game,
                cells: self.cells,
                opponent: position.opponent,
                row: theirs * self.game.sides(),
                slots: [f64::INFINITY; K],
                at: [0; K],
                is_dance: false,
            };
            generate(
                &self.game.rules,
                position,
                dice,
                &mut self.scratch,
                &mut least,
            );
            if least.is_dance {
                dances += dice.weight();
                note(roll, None);
                continue;
            }
            for (sum, least) in sum.iter_mut().zip(least.slots) {
                *sum += f64::from(dice.weight()) * least;
            }
            note(roll, Some(least.at));
        }
        Rolled {
            least: sum.map(|sum| sum / f64::from(THROWS)),
            dances,
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
