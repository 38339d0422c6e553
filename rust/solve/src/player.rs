//! The players of a simulation: how each chooses among the plays of a turn.

use std::fmt;
use std::str::FromStr;
use tavla_engine::side::{BAR, OFF, SLOTS, across, across_mask};
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
const BORNE_OFF: i32 = 36;
const BUILT: i32 = 24;
const SPREAD: i32 = 18;
const BLOCKED: i32 = 6;

/// The points 3 to 8, where two checkers make a wall before the player's home.
const BUILDING: u32 = 0x1F8;

/// What the `pip` player thinks a result is worth to the side that moved, which stands first in
/// `after`. The formula never changes:
///
/// ```text
/// in every game:
///     36 * (pips of the opponent - pips of the player)
///   + 36 * (checkers of the player borne off)
/// with hits, also:
///   + 24 * (points 3 to 8 on which the player has two checkers or more)
///   - the sum, over the player's blots, of shots * (25 - point)
/// without hits, also:
///   + 18 * (points 1 to 24 on which the player has a checker)
///   +  6 * (dice blocked for the opponent - dice blocked for the player)
/// ```
///
/// Pips are those of [`Side::pips`]; points are the player's own numbers. A blot is a lone
/// checker on a point, and its shots are the largest entry of [`SHOTS`] over the distances, 1 to
/// 24, from which an opposing checker, on the board or the bar, has yet to pass it; none yet to
/// pass, no shots. The dice blocked for a side are the number of pairs of one of its checkers and
/// one of the six points ahead of that checker on which the other side has a checker.
#[must_use]
pub fn pip_score(variant: &Variant, after: Position) -> i32 {
    Judge::new(variant).score(after)
}

/// The parts of [`pip_score`] that depend on the opponent alone, who seldom changes from one
/// result of a turn to the next, and never without hits.
pub(crate) struct Judge {
    track: Track,
    contact: Contact,
    opponent: Option<Side>,
    constant: i32,
    /// For each slot what each checker of the player there is worth.
    checker: [i32; SLOTS],
    /// For each slot what it is worth to be there at all.
    held: [i32; SLOTS],
}

impl Judge {
    pub(crate) fn new(variant: &Variant) -> Self {
        let mut checker = std::array::from_fn(|slot| -PIP * slot as i32);
        checker[usize::from(OFF)] = BORNE_OFF;
        Self {
            track: variant.track,
            contact: variant.contact,
            opponent: None,
            constant: 0,
            checker,
            held: [0; SLOTS],
        }
    }

    pub(crate) fn score(&mut self, after: Position) -> i32 {
        let Position { player, opponent } = after;
        if self.opponent != Some(opponent) {
            self.look_at(opponent);
        }
        let mut score = self.constant;
        for slot in slots(player.occupied()) {
            let at = usize::from(slot);
            score += i32::from(player.count(slot)) * self.checker[at] + self.held[at];
        }
        if self.contact == Contact::Hit {
            let built = player.several() & BUILDING;
            score += BUILT * built.count_ones() as i32 - risk(self.track, player, opponent);
        }
        score
    }

    fn look_at(&mut self, opponent: Side) {
        self.opponent = Some(opponent);
        self.constant = PIP * i32::from(opponent.pips());
        if self.contact == Contact::Hit {
            return;
        }
        let theirs = across_mask(self.track, opponent.occupied());
        for point in 1..BAR {
            let at = usize::from(point);
            self.checker[at] = -PIP * i32::from(point) - BLOCKED * ahead(theirs, point);
            let other = across(self.track, point);
            let behind = (other + 1..=BAR).take(6);
            let checkers: i32 = behind.map(|slot| i32::from(opponent.count(slot))).sum();
            self.held[at] = SPREAD + BLOCKED * checkers;
        }
    }
}

/// How many of the six points ahead of a slot are in a mask of points.
fn ahead(points: u32, slot: u8) -> i32 {
    // The six bits below `slot`, shifted down to bits 0 to 5.
    let six = (u64::from(points) << 6) >> slot & 0x3F;
    six.count_ones() as i32
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

#[cfg(test)]
mod tests {
    use super::*;
    use tavla_engine::side::SLOTS;

    fn side(stacks: &[(usize, u8)]) -> Side {
        let mut counts = [0; SLOTS];
        for &(slot, count) in stacks {
            counts[slot] = count;
        }
        Side::from_counts(&counts).unwrap()
    }

    #[test]
    fn shots_are_the_throws_that_reach() {
        for distance in 1..=24 {
            let reaches = |a: u8, b: u8| {
                let steps = if a == b { 4 } else { 1 };
                a == distance
                    || b == distance
                    || a + b == distance
                    || (1..=steps).any(|n| a == b && a * n == distance)
            };
            let throws = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
            let shots = throws.filter(|&(a, b)| reaches(a, b)).count();
            assert_eq!(SHOTS[usize::from(distance)], shots as i32, "{distance}");
        }
    }

    #[test]
    fn names_lead_back_to_players() {
        for &player in Player::ALL {
            assert_eq!(player.name().parse(), Ok(player));
        }
        assert_eq!("gnu".parse::<Player>(), Err(InvalidPlayer("gnu".into())));
        assert_eq!(Player::from_name("Pip"), None);
    }

    #[test]
    fn a_hitting_game_is_scored_by_race_wall_and_risk() {
        // The player's blots on 13 and 8; his 6 and 5 are built. The opponent has a checker on
        // the bar and two on his 10, which is the player's 15.
        let after = Position {
            player: side(&[(0, 9), (5, 2), (6, 2), (8, 1), (13, 1)]),
            opponent: side(&[(25, 1), (10, 2), (0, 12)]),
        };
        let race = 36 * (45 - 43) + 36 * 9;
        // The 13 is his 12: only the bar has yet to pass it, from 13 away: no shots. The 8 is
        // his 17: the bar is 8 away, six shots at 17 pips.
        let expected = race + 24 * 2 - 6 * (25 - 8);
        assert_eq!(pip_score(&Variant::backgammon(), after), expected);
    }

    #[test]
    fn of_several_shooters_the_most_dangerous_counts() {
        // The blot on 20 is the opponent's 5, with shooters on his 6, 11 and 12.
        let after = Position {
            player: side(&[(20, 1), (0, 14)]),
            opponent: side(&[(6, 1), (11, 1), (12, 1), (0, 12)]),
        };
        let race = 36 * (29 - 20) + 36 * 14;
        assert_eq!(pip_score(&Variant::backgammon(), after), race - 17 * 5);
    }

    #[test]
    fn a_blocking_game_is_scored_by_race_spread_and_blocked_dice() {
        // The player's 11, 10 and 1 are the opponent's 23, 22 and 13.
        let after = Position {
            player: side(&[(24, 12), (11, 1), (10, 1), (1, 1)]),
            opponent: side(&[(24, 13), (20, 1), (8, 1)]),
        };
        // The opponent's 24, 20 and 8 are the player's 12, 8 and 20.
        let race = 36 * (340 - 310);
        // His thirteen on 24 miss 1 and 2. The player's twelve miss 4, his 11 misses 3, his 10
        // misses 2.
        let expected = race + 18 * 4 + 6 * (26 - 14);
        assert_eq!(pip_score(&Variant::moultezim(), after), expected);
    }
}
