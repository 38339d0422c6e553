//! The players of a simulation: how each chooses among the plays of a turn.

use std::fmt;
use std::str::FromStr;
use tavla_engine::side::{BAR, OFF, across, across_mask};
use tavla_engine::variant::{Contact, Track};
use tavla_engine::{Position, Side, Variant};
use thiserror::Error;

/// Who chooses the plays of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Every distinct result is equally likely.
    Random,
    /// The result with the highest [`pip_score`], of equals the first in the frozen order.
    Pip,
}

/// A word that names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no player is called {0:?}; there are \"random\" and \"pip\"")]
pub struct InvalidPlayer(pub String);

impl Player {
    /// Every player.
    pub const ALL: &[Self] = &[Self::Random, Self::Pip];

    /// The player's name, as people type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Pip => "pip",
        }
    }

    /// The player with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|player| player.name() == name)
    }
}

impl FromStr for Player {
    type Err = InvalidPlayer;

    fn from_str(name: &str) -> Result<Self, InvalidPlayer> {
        Self::from_name(name).ok_or_else(|| InvalidPlayer(name.into()))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Of the 36 throws, how many move one checker exactly so many pips on an empty board, by one
/// die, by both, or by part of a double; index 0 is not used. This is the classical table of
/// shots at a blot (Paul Magriel, Backgammon, 1976), and a test counts it afresh.
pub const SHOTS: [i32; 25] = [
    0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1,
];

const PIP: i32 = 36;
const BLOCKED: i32 = 6;
const BORNE_OFF: i32 = 36;

/// What the `pip` player thinks a result is worth to the side that moved, which stands first in
/// `after`.
///
/// ```text
///   36 * (pips of the opponent - pips of the player)
/// + 36 * (the player's checkers borne off)
/// +  6 * (dice blocked for the opponent - dice blocked for the player)
/// - the sum, over the player's blots, of shots * (25 - point)
/// ```
///
/// The dice blocked for a side: for each of its checkers on the board or the bar, how many of
/// the points 1 to 6 pips ahead of it the other side holds; two checkers hold a point in a game
/// with hits, one in a game without. A blot's shots: the largest [`SHOTS`] entry over the
/// distances of the opposing checkers, the bar's included, that have yet to pass it; in a game
/// without hits nothing is a blot.
#[must_use]
pub fn pip_score(variant: &Variant, after: Position) -> i32 {
    score(variant.track, variant.contact, after)
}

pub(crate) fn score(track: Track, contact: Contact, after: Position) -> i32 {
    let Position { player, opponent } = after;
    let pips = |side: Side| i32::from(side.pips());
    let blocked = blocked_dice(track, contact, player, opponent)
        - blocked_dice(track, contact, opponent, player);
    let risk = match contact {
        Contact::Hit => risk(track, player, opponent),
        Contact::Block => 0,
    };
    PIP * (pips(opponent) - pips(player))
        + BORNE_OFF * i32::from(player.count(OFF))
        + BLOCKED * blocked
        - risk
}

/// For each checker of `walker` how many of the next six points `holder` holds.
fn blocked_dice(track: Track, contact: Contact, holder: Side, walker: Side) -> i32 {
    let held = match contact {
        Contact::Hit => holder.several(),
        Contact::Block => holder.occupied(),
    };
    let held = across_mask(track, held);
    let mut blocked = 0;
    for slot in slots(walker.occupied() & !1) {
        // Points are bits 1..=24; the six below `slot`, shifted down to bits 0..=5.
        let ahead = ((u64::from(held) << 6) >> slot) & 0x3F;
        blocked += ahead.count_ones() as i32 * i32::from(walker.count(slot));
    }
    blocked
}

/// The pips that the player's blots stand to lose, times 36.
fn risk(track: Track, player: Side, opponent: Side) -> i32 {
    let hitters = opponent.occupied() & !1;
    let blots = player.occupied() & !player.several() & !1 & !(1 << BAR);
    let mut risk = 0;
    for point in slots(blots) {
        let theirs = across(track, point);
        let shots = slots(hitters & !((2 << theirs) - 1))
            .map(|slot| SHOTS[usize::from(slot - theirs)])
            .max();
        risk += shots.unwrap_or(0) * i32::from(BAR - point);
    }
    risk
}

/// The slots set in a mask, lowest first.
fn slots(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let slot = mask.trailing_zeros() as u8;
        mask &= mask.checked_sub(1)?;
        Some(slot)
    })
}
