//! What never changes while a game is solved: its sides, and which pairs of them are positions.

use crate::exact::Numbering;
use tavla_engine::side::{Side, across_mask};
use tavla_engine::{Outcome, Position, Rules, Variant, outcome};

/// The game to be solved. Sides go by their numbers, the one on roll first.
pub(super) struct Game {
    pub(super) variant: Variant,
    pub(super) rules: Rules,
    pub(super) numbering: Numbering,
    /// The slots of each side.
    mine: Vec<u32>,
    /// The points of each side in the numbering of the other.
    theirs: Vec<u32>,
}

impl Game {
    pub(super) fn new(variant: &Variant) -> Self {
        let numbering = Numbering::new(variant);
        let sides = || (0..numbering.len()).map(|n| numbering.side(n));
        let across = |side: Side| across_mask(variant.track, side.occupied());
        Self {
            variant: variant.clone(),
            rules: variant.rules(),
            mine: sides().map(Side::occupied).collect(),
            theirs: sides().map(across).collect(),
            numbering,
        }
    }

    /// How many sides there are.
    pub(super) fn sides(&self) -> usize {
        self.numbering.len()
    }

    pub(super) fn position(&self, mine: usize, theirs: usize) -> Position {
        Position {
            player: self.numbering.side(mine),
            opponent: self.numbering.side(theirs),
        }
    }

    /// Whether both sides can be on the board at once, neither of them done.
    #[inline]
    pub(super) fn is_position(&self, mine: usize, theirs: usize) -> bool {
        // Number 0 is the side that is done.
        mine != 0 && theirs != 0 && self.mine[mine] & self.theirs[theirs] == 0
    }

    /// The multiplier of the game that a side has lost.
    pub(super) fn multiplier(&self, loser: usize) -> u8 {
        outcome(&self.variant, self.position(loser, 0)).map_or(0, Outcome::multiplier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tavla_engine::variant::{Contact, Track};

    #[test]
    fn positions_are_those_that_the_engine_finds_sound() {
        for track in [Track::Contrary, Track::Parallel] {
            for contact in [Contact::Hit, Contact::Block] {
                let variant = Variant {
                    track,
                    contact,
                    checkers: 2,
                    ..Variant::hyper()
                };
                let game = Game::new(&variant);
                for mine in 0..game.sides() {
                    for theirs in 0..game.sides() {
                        let position = game.position(mine, theirs);
                        let is_sound = position.faults(&variant).is_empty();
                        let is_played = is_sound && !position.is_finished();
                        assert_eq!(game.is_position(mine, theirs), is_played, "{position:?}");
                    }
                }
            }
        }
    }
}
