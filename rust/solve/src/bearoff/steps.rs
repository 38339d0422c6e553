//! The best play of every roll, from single moves.
//!
//! Where no rule forbids a move that is open, a side with nobody in its way can always play any
//! die: its rearmost checker moves or is borne off. So all dice are played, in any order, and the
//! best play of a roll is the best move by one die, followed by the best moves by the others, which
//! were found when the side after the move was. What a single move may do is asked of the engine.

use super::numbering::{Falls, Numbering};
use super::plays::least;
use super::race::Race;
use tavla_engine::plays::Turn;
use tavla_engine::{Position, ROLLS, Rules};

/// Sides of a die.
const DICE: usize = 6;
/// More moves by one die that are looked ahead: of a double the three after the first.
const AHEAD: usize = 3;

/// For one side, by how many moves by which die, the number of the best side after them.
pub(crate) type Ahead = [[u32; DICE]; AHEAD];

/// The best numbers after more moves of all sides, by one measure.
#[derive(Debug)]
pub(crate) struct Steps {
    ahead: Vec<Ahead>,
}

/// The moves of one side by each die, as the numbers of the sides after them.
#[derive(Default)]
pub(crate) struct Moves {
    by_die: [Vec<u32>; DICE],
    falls: Falls,
    chosen: Vec<u32>,
}

impl Moves {
    /// Looks at a side that is alone.
    pub(crate) fn begin(&mut self, rules: &Rules, numbering: &Numbering, alone: Position) {
        let turn = Turn::new(rules, alone);
        self.falls.begin(numbering, alone.player);
        for (die, moves) in (1..).zip(&mut self.by_die) {
            moves.clear();
            for source in (1..=alone.player.rear()).filter(|&p| alone.player.count(p) > 0) {
                if turn.step(alone, source, die).is_ok() {
                    moves.push(self.falls.after(source, die));
                }
            }
        }
    }

    /// Whether some die cannot be played.
    pub(crate) fn lose_a_die(&self) -> bool {
        self.by_die.iter().any(Vec::is_empty)
    }
}

impl Steps {
    /// Whether plays of a race can be found so.
    pub(crate) fn fit(race: &Race) -> bool {
        race.rules().is_plain()
    }

    /// Room for so many sides; the one that is done stays so.
    pub(crate) fn new(sides: usize) -> Self {
        Self {
            ahead: vec![Ahead::default(); sides],
        }
    }

    /// All numbers, for files.
    pub(crate) fn cells(&self) -> &[u32] {
        self.ahead.as_flattened().as_flattened()
    }

    pub(crate) fn cells_mut(&mut self) -> &mut [u32] {
        self.ahead.as_flattened_mut().as_flattened_mut()
    }

    pub(crate) fn set(&mut self, number: usize, ahead: Ahead) {
        self.ahead[number] = ahead;
    }

    /// The best numbers of a side after each roll, and after some moves by one die.
    pub(crate) fn best(&self, moves: &mut Moves, means: &[f64]) -> ([usize; ROLLS.len()], Ahead) {
        let mut ahead = Ahead::default();
        let Moves { by_die, chosen, .. } = moves;
        let mut best = [0; ROLLS.len()];
        for (die, moves) in by_die.iter().enumerate() {
            for (more, ahead) in ahead.iter_mut().enumerate() {
                match more.checked_sub(1) {
                    None => chosen.clone_from(moves),
                    Some(less) => self.then(chosen, moves, less, die),
                }
                ahead[die] = least(chosen, means) as u32;
            }
        }
        for (best, dice) in best.iter_mut().zip(ROLLS) {
            let [high, low] = [dice.high(), dice.low()].map(|die| usize::from(die) - 1);
            if high == low {
                self.then(chosen, &by_die[high], AHEAD - 1, high);
            } else {
                self.then(chosen, &by_die[high], 0, low);
                chosen.extend(by_die[low].iter().map(|&n| self.ahead[n as usize][0][high]));
            }
            *best = least(chosen, means);
        }
        (best, ahead)
    }

    /// What each of some moves leads to with more moves by a die.
    fn then(&self, chosen: &mut Vec<u32>, moves: &[u32], more: usize, die: usize) {
        chosen.clear();
        chosen.extend(moves.iter().map(|&n| self.ahead[n as usize][more][die]));
    }
}
