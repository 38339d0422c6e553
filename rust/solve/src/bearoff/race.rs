//! Which races a database is of.

use super::error::BearoffError;
use super::numbering::{Numbering, positions};
use tavla_engine::side::{BAR, OFF, SLOTS, Side};
use tavla_engine::variant::{HeldLimit, InnerMoves, LimitLapse, Overshoot, Track, Variant};
use tavla_engine::{Dice, Position, Rules, Scratch, Sink, generate};
use thiserror::Error;

/// Why a position is in no database of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Outside {
    /// The sides are not past each other.
    #[error("it is no race yet: the sides are still in contact")]
    Contact,
    /// A checker is too far away.
    #[error("expected no checker beyond the {points} point, got one on {rear}")]
    Points {
        /// The farthest point of the database.
        points: u8,
        /// The farthest checker.
        rear: u8,
    },
    /// There are too many checkers.
    #[error("expected at most {checkers} checkers left on a side, got {got}")]
    Checkers {
        /// The most of the database.
        checkers: u8,
        /// Those on the board.
        got: u8,
    },
}

/// So many checkers on so many points, and those rules of a variant that still matter.
///
/// The other side is out of the way, so that rules about it are dropped: contact, walls that must
/// be opened, primes that need a checker ahead. Limits and the first checker's way stay where
/// these points and checkers can come into conflict with them; most variants then have the same
/// races.
#[derive(Clone, Debug)]
pub struct Race {
    /// The variant's name.
    name: String,
    points: u8,
    checkers: u8,
    /// Checkers of a side in the game.
    all: u8,
    /// The rules that are left, as a variant; equal where races are the same.
    left: Variant,
    rules: Rules,
    /// A checker on the bar.
    nobody: Side,
}

/// The most points.
const MOST_POINTS: u8 = 24;

impl Race {
    /// The races of a variant.
    ///
    /// # Errors
    /// The points are not 1 to 24, or the checkers not those that a side can have; or races of the variant know rolls
    /// that cannot be played, or rules about the other side.
    pub fn new(variant: &Variant, points: u8, checkers: u8) -> Result<Self, BearoffError> {
        let refused = |reason: &str| BearoffError::Variant {
            variant: variant.name.clone(),
            reason: reason.to_owned(),
        };
        let all = variant.checkers;
        if !(1..=MOST_POINTS).contains(&points) || !(1..=all).contains(&checkers) {
            let variant = variant.name.clone();
            return Err(BearoffError::Size {
                variant,
                all,
                points,
                checkers,
            });
        }
        let plain = variant.bearoff_overshoot == Overshoot::WhenNoHigher
            && variant.bearoff_inner_moves == InnerMoves::Allowed;
        if !plain {
            return Err(refused(
                "its rules of bearing off leave rolls that cannot be played, and the databases \
                 know none",
            ));
        }
        let matters = |limit: &&HeldLimit| {
            let high = limit.high.min(points);
            checkers > limit.most && high >= limit.low && high - limit.low >= limit.most
        };
        let limits: Vec<HeldLimit> = variant
            .held_limits
            .iter()
            .filter(matters)
            .copied()
            .collect();
        if !limits.is_empty() && variant.limit_lapse != LimitLapse::Never {
            return Err(refused("where its limits lapse depends on the other side"));
        }
        if variant.six_prime_needs_opp_ahead && points.min(checkers) >= 6 {
            return Err(refused("its rule on primes depends on the other side"));
        }
        let left = left(variant, points, limits);
        let mut nobody = [0; SLOTS];
        nobody[usize::from(BAR)] = 1;
        Ok(Self {
            name: variant.name.clone(),
            points,
            checkers,
            all,
            rules: left.rules(),
            nobody: Side::from_counts(&nobody).unwrap_or_default(),
            left,
        })
    }

    /// The farthest point.
    pub const fn points(&self) -> u8 {
        self.points
    }

    /// The most checkers on the board.
    pub const fn checkers(&self) -> u8 {
        self.checkers
    }

    /// How many sides there are.
    pub fn sides(&self) -> u64 {
        positions(self.points, self.checkers)
    }

    /// What is the same where races are the same: a short text for names of files.
    pub fn key(&self) -> String {
        let rules = self.left.fingerprint();
        format!("{}x{}-{}", self.points, self.checkers, &rules[..12])
    }

    /// Whether races of a variant on these points are these.
    pub fn is_of(&self, variant: &Variant) -> bool {
        let checkers = self.checkers.min(variant.checkers);
        let other = Self::new(variant, self.points, checkers);
        other.is_ok_and(|other| other.left == self.left)
    }

    /// Whether a side has a number here.
    ///
    /// # Errors
    /// Why it has none.
    pub fn check(&self, side: Side) -> Result<(), Outside> {
        let (rear, got) = (side.rear(), side.checkers() - side.count(OFF));
        if rear > self.points {
            let points = self.points;
            return Err(Outside::Points { points, rear });
        }
        if got > self.checkers {
            let checkers = self.checkers;
            return Err(Outside::Checkers { checkers, got });
        }
        Ok(())
    }

    /// Whether both sides of a position have numbers here and are past each other.
    ///
    /// # Errors
    /// Why not.
    pub fn check_position(&self, track: Track, position: Position) -> Result<(), Outside> {
        if position.has_contact(track) {
            return Err(Outside::Contact);
        }
        self.check(position.player)?;
        self.check(position.opponent)
    }

    /// The rules that are left.
    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// That a roll cannot be played: the methods need every play to lead to a lower number.
    pub(crate) fn dance(&self, side: Side) -> BearoffError {
        BearoffError::Variant {
            variant: self.name.clone(),
            reason: format!(
                "a roll cannot be played from {side:?}, and the databases know no lost rolls"
            ),
        }
    }

    pub(crate) fn numbering(&self) -> Numbering {
        Numbering::new(self.points, self.checkers, self.all)
    }

    /// A side with nobody in its way: a checker on the bar holds no point.
    pub(crate) fn alone(&self, player: Side) -> Position {
        Position {
            player,
            opponent: self.nobody,
        }
    }

    /// Hands every play of a side that is alone to `sink`.
    pub(crate) fn plays<S: Sink>(
        &self,
        alone: Position,
        dice: Dice,
        scratch: &mut Scratch,
        sink: &mut S,
    ) {
        generate(&self.rules, alone, dice, scratch, sink);
    }
}

/// What is left of a variant's rules, on the track of backgammon.
fn left(variant: &Variant, points: u8, limits: Vec<HeldLimit>) -> Variant {
    let mut left = Variant {
        name: "race".into(),
        ..Variant::backgammon()
    };
    if !limits.is_empty() {
        left.held_limits = limits;
        left.limit_check = variant.limit_check;
    }
    let start = variant.start.iter().rposition(|&count| count > 0);
    let reach = start
        .map_or(0, |start| start as u8)
        .saturating_sub(variant.first_away_pips);
    if variant.first_away_pips > 0 && points > reach {
        left.start = variant.start;
        left.checkers = variant.checkers;
        left.first_away_pips = variant.first_away_pips;
        left.first_away_release = variant.first_away_release;
    }
    left
}
