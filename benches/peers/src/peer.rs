//! The peer's side of each measurement.
//!
//! `legal_positions_with` is the only public way into bkgm's generator that does not wrap each
//! result in an enum; it fills and returns a new `Vec` for every roll. Its results are, like
//! ours, in the next player's view.

use bkgm::{ClassicRules, Dice, GameState, Position, State, legal_positions_with};
use tavla_engine::side::BAR;

/// One of our positions as theirs.
pub(crate) fn convert<const N: u8>(position: tavla_engine::Position) -> Position<N> {
    let mut pips = [0i8; 26];
    for slot in 1..=BAR {
        pips[usize::from(slot)] += position.player.count(slot) as i8;
        pips[usize::from(BAR - slot)] -= position.opponent.count(slot) as i8;
    }
    Position::try_from(pips).expect("a sound position")
}

/// One of our rolls as theirs.
pub(crate) fn dice(dice: tavla_engine::Dice) -> Dice {
    Dice::new(usize::from(dice.high()), usize::from(dice.low()))
}

/// The 21 rolls in our order.
pub(crate) fn rolls() -> [Dice; 21] {
    tavla_engine::ROLLS.map(dice)
}

pub(crate) fn legal<const N: u8>(position: Position<N>, dice: &Dice) -> Vec<Position<N>> {
    legal_positions_with::<ClassicRules, N>(position, dice)
}

/// Every play of every turn; how many.
pub(crate) fn enumerate<const N: u8>(turns: &[(Position<N>, Dice)]) -> u64 {
    let mut plays = 0;
    for (position, dice) in turns {
        plays += std::hint::black_box(legal(*position, dice)).len() as u64;
    }
    plays
}

/// Leaves of the tree of plays; the last level is only counted.
pub(crate) fn perft<const N: u8>(position: Position<N>, rolls: &[Dice; 21], depth: u32) -> u64 {
    let mut leaves = 0;
    for dice in rolls {
        let after = legal(position, dice);
        leaves += if depth == 1 {
            after.len() as u64
        } else {
            let below = |&next: &Position<N>| perft(next, rolls, depth - 1);
            after.iter().map(below).sum()
        };
    }
    leaves
}

/// Random games to the end; how many turns.
pub(crate) fn games<const N: u8>(start: Position<N>, games: u32, seed: u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut turns = 0;
    for _ in 0..games {
        let mut now = start;
        while now.game_state() == GameState::Ongoing {
            let dice = Dice::new(random.usize(1..=6), random.usize(1..=6));
            let after = legal(now, &dice);
            now = after[random.usize(..after.len())];
            turns += 1;
        }
    }
    turns
}
