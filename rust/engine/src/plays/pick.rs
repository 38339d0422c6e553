//! The plays of a turn for who wants only one of them: counted, and made when picked.

use super::Sink;
use crate::moves::Sequence;
use crate::position::Position;
use crate::side::{BAR, OFF, across, descending};
use crate::variant::Track;

/// Plays that differ in their last move alone, before it is made.
#[derive(Clone, Copy, Debug)]
pub struct LastMoves {
    /// The position before the last move.
    pub(super) now: Position,
    /// Where the last move starts, one play for each, the highest first; `MADE` for none.
    pub(super) sources: u32,
    /// The sources from which it hits.
    pub(super) hitters: u32,
    pub(super) die: u8,
    pub(super) track: Track,
    /// How many plays.
    pub(super) plays: u32,
}

/// What stands for the sources of a play that is made: no move starts from slot 0.
const MADE: u32 = 1 << OFF;

impl LastMoves {
    /// The position before the last move.
    #[must_use]
    pub const fn now(&self) -> Position {
        self.now
    }

    /// Where the last move may start, as a mask of slots: one play for each.
    #[must_use]
    pub const fn sources(&self) -> u32 {
        self.sources
    }

    /// The die of the last move.
    #[must_use]
    pub const fn die(&self) -> u8 {
        self.die
    }

    /// The result of the play that makes the move from `source`.
    fn result(&self, source: u8) -> Position {
        let mut after = self.now;
        let target = source.saturating_sub(self.die);
        after.player = after.player.moved(source, target);
        // Where nothing is hit the checker goes from the bar to the bar: no choice to predict.
        let hit = self.hitters >> source & 1 != 0;
        let from = if hit { across(self.track, target) } else { BAR };
        after.opponent = after.opponent.moved(from, BAR);
        after
    }
}

/// A sink that makes only the play that is asked for.
///
/// ```
/// use tavla_engine::{Dice, Pick, Position, Scratch, Variant, generate, legal_plays};
///
/// let variant = Variant::hyper();
/// let (rules, start) = (variant.rules(), Position::start(&variant));
/// let dice = Dice::new(6, 5)?;
/// let mut pick = Pick::default();
/// let found = generate(&rules, start, dice, &mut Scratch::default(), &mut pick);
/// let plays = legal_plays(&rules, start, dice);
/// assert_eq!(found as usize, plays.len());
/// assert_eq!(pick.result(3), Some(plays[3].after));
/// assert_eq!(pick.result(found), None);
/// # Ok::<(), tavla_engine::dice::InvalidDie>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Pick(Vec<LastMoves>);

impl Pick {
    /// Forgets the plays of the turn before.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The result of play `n` in the frozen order, from 0, the side that moved still first;
    /// `None` past the last.
    #[must_use]
    pub fn result(&self, mut n: u32) -> Option<Position> {
        for last in &self.0 {
            let plays = last.plays;
            if n < plays {
                let source = descending(last.sources).nth(n as usize)?;
                return Some(last.result(source));
            }
            n -= plays;
        }
        None
    }
}

impl Sink for Pick {
    const WANTS_PLAYS: bool = false;

    fn play(&mut self, _: Sequence, after: Position) {
        self.0.push(LastMoves {
            now: after,
            sources: MADE,
            hitters: 0,
            die: 0,
            track: Track::Contrary,
            plays: 1,
        });
    }

    fn last_moves(&mut self, last: LastMoves) {
        self.0.push(last);
    }
}
