//! Positions from random self-play, the same at every run.

use tavla_engine::rng::DiceStream;
use tavla_engine::{Dice, Position, Rules, Variant, legal_plays};

const SEED: [u8; 32] = [42; 32];

/// `many` unfinished positions, every third of as many random games as that takes.
pub(crate) fn positions(variant: &Variant, many: usize) -> Vec<Position> {
    let rules = variant.rules();
    let mut found = Vec::new();
    for game in 0.. {
        walk(&rules, variant, game, &mut found);
        if found.len() >= many {
            break;
        }
    }
    found.truncate(many);
    found
}

fn walk(rules: &Rules, variant: &Variant, game: u64, found: &mut Vec<Position>) {
    let mut stream = DiceStream::new(&SEED, game);
    let mut now = Position::start(variant);
    for turn in 0.. {
        if now.is_finished() {
            return;
        }
        if turn % 3 == game % 3 {
            found.push(now);
        }
        let (first, second) = stream.roll(turn);
        let dice = Dice::new(first, second).expect("the stream throws dice");
        let plays = legal_plays(rules, now, dice);
        let chosen = stream.choose(0, turn, plays.len() as u32);
        now = plays[chosen as usize].after.flipped();
    }
}
