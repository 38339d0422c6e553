//! How a game ended: who won and by how much.

use crate::position::Position;
use crate::side::{BAR, HOME, OFF, across_mask};
use crate::variant::Variant;

/// A player relative to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// The side on roll.
    Player,
    /// The other side.
    Opponent,
}

/// How large a win is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The loser has borne off a checker.
    Single = 1,
    /// The loser has borne off none.
    Gammon = 2,
    /// The loser has borne off none and has a checker on the bar or in the winner's home.
    Backgammon = 3,
}

/// The result of a finished position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that has borne off every checker.
    pub winner: Who,
    /// How large the win is.
    pub kind: Kind,
}

impl Outcome {
    /// 1, 2 or 3 times the stake.
    #[must_use]
    pub const fn multiplier(self) -> u8 {
        self.kind as u8
    }
}

/// The outcome of a position; `None` while both sides have checkers to bear off.
///
/// Where both sides are off (no game gets there) the opponent, who moved last, has won a single
/// game.
#[must_use]
pub fn outcome(variant: &Variant, position: Position) -> Option<Outcome> {
    let all_off = variant.checkers;
    let (winner, loser) = if position.opponent.count(OFF) == all_off {
        (Who::Opponent, position.player)
    } else if position.player.count(OFF) == all_off {
        (Who::Player, position.opponent)
    } else {
        return None;
    };
    let far = across_mask(variant.track, HOME) | 1 << BAR;
    let kind = if loser.count(OFF) > 0 || variant.max_result < 2 {
        Kind::Single
    } else if variant.max_result >= 3 && loser.occupied() & far != 0 {
        Kind::Backgammon
    } else {
        Kind::Gammon
    };
    Some(Outcome { winner, kind })
}
