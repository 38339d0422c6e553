//! Positions in which neither side can ever move.

use super::game::Game;
use tavla_engine::{Play, Position, ROLLS, Scratch, generate};

/// A position that a game can get to and not out of; `None` when there is none.
pub(super) fn reachable(game: &Game) -> Option<Position> {
    let sides = game.sides();
    let number = |position: Position| {
        game.numbering.number_of(position.player) * sides
            + game.numbering.number_of(position.opponent)
    };
    let mut reached = vec![0u64; (sides * sides).div_ceil(64)];
    let mut waiting = vec![Position::start(&game.variant)];
    let mut plays = Plays::default();
    while let Some(position) = waiting.pop() {
        let next = plays.next(game, position);
        if next == [position.flipped()] && plays.next(game, next[0]) == [position] {
            return Some(position);
        }
        for position in next {
            let (word, bit) = (number(position) / 64, 1 << (number(position) % 64));
            if reached[word] & bit == 0 {
                reached[word] |= bit;
                waiting.push(position);
            }
        }
    }
    None
}

#[derive(Default)]
struct Plays {
    scratch: Scratch,
    found: Vec<Play>,
}

impl Plays {
    /// The positions after any roll, each once, the other side on roll; none once it is over.
    fn next(&mut self, game: &Game, position: Position) -> Vec<Position> {
        self.found.clear();
        for dice in ROLLS {
            let (scratch, found) = (&mut self.scratch, &mut self.found);
            generate(&game.rules, position, dice, scratch, found);
        }
        let after = self.found.iter().map(|play| play.after.flipped());
        let mut next: Vec<Position> = after.collect();
        next.sort_unstable();
        next.dedup();
        next
    }
}
