//! A position: two sides, the player on roll first.

use crate::side::{BAR, MAX_CHECKERS, OFF, SLOTS, Side, across, across_mask, descending};
use crate::variant::{Contact, Track, Variant};
use std::fmt;

/// Two sides, each in its own numbering. Changing turns is swapping them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    /// The side on roll.
    pub player: Side,
    /// The other side.
    pub opponent: Side,
}

/// Why counts are no position of a variant. Any of these makes it unsound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsound {
    /// A side does not have the variant's number of checkers.
    Total {
        /// `"player"` or `"opponent"`.
        side: &'static str,
        /// Checkers counted.
        got: u32,
        /// Checkers expected.
        expected: u8,
    },
    /// A slot holds more checkers than a side can have.
    Count {
        /// `"player"` or `"opponent"`.
        side: &'static str,
        /// The slot.
        slot: usize,
        /// The count.
        got: u8,
    },
    /// A checker is on the bar in a game without hitting.
    Bar {
        /// `"player"` or `"opponent"`.
        side: &'static str,
    },
    /// Both sides stand on one point.
    Shared {
        /// The point in the player's numbering.
        point: u8,
        /// The same point in the opponent's numbering.
        opponents: u8,
    },
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Total {
                side,
                got,
                expected,
            } => {
                write!(f, "the {side} has {got} checkers, expected {expected}")
            }
            Self::Count { side, slot, got } => write!(
                f,
                "the {side}'s slot {slot} holds {got} checkers, expected 0 to {MAX_CHECKERS}"
            ),
            Self::Bar { side } => write!(
                f,
                "the {side} has a checker on the bar, but nothing is hit in this variant"
            ),
            Self::Shared { point, opponents } => write!(
                f,
                "both sides stand on the player's {point} (the opponent's {opponents})"
            ),
        }
    }
}

/// Something a sound position shows that no game of the variant reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Irregularity {
    /// A held limit is exceeded.
    HeldLimit {
        /// `"player"` or `"opponent"`.
        side: &'static str,
        /// Points held.
        held: u8,
        /// Limited range and limit.
        limit: crate::variant::HeldLimit,
    },
    /// More than one checker left the start before the first was away.
    FirstAway {
        /// `"player"` or `"opponent"`.
        side: &'static str,
        /// Checkers off the start.
        away: u8,
    },
    /// Six points in a row with no opposing checker ahead, where that is forbidden.
    SixPrime {
        /// `"player"` or `"opponent"`.
        side: &'static str,
    },
    /// Both sides are on the bar against six closed points.
    MutualShutout,
    /// Both sides have borne off every checker.
    BothFinished,
}

impl Irregularity {
    /// A stable code for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::HeldLimit { .. } => "held_limit",
            Self::FirstAway { .. } => "first_away",
            Self::SixPrime { .. } => "six_prime",
            Self::MutualShutout => "mutual_shutout",
            Self::BothFinished => "both_finished",
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::HeldLimit { side, held, limit } => write!(
                f,
                "the {side} holds {held} of the points {} to {}, at most {} are allowed",
                limit.low, limit.high, limit.most
            ),
            Self::FirstAway { side, away } => write!(
                f,
                "the {side} has {away} checkers off the start before the first is away"
            ),
            Self::SixPrime { side } => write!(
                f,
                "the {side} holds six points in a row with no opposing checker ahead of them"
            ),
            Self::MutualShutout => {
                f.write_str("both sides are on the bar against six closed points")
            }
            Self::BothFinished => f.write_str("both sides have borne off every checker"),
        }
    }
}

impl Position {
    /// The variant's starting position.
    #[must_use]
    pub fn start(variant: &Variant) -> Self {
        let side = variant.start_side();
        Self {
            player: side,
            opponent: side,
        }
    }

    /// The position of these counts.
    ///
    /// # Errors
    /// Every reason why they are no position of the variant.
    pub fn from_counts(
        variant: &Variant,
        player: &[u8; SLOTS],
        opponent: &[u8; SLOTS],
    ) -> Result<Self, Vec<Unsound>> {
        let mut faults = Vec::new();
        for (side, counts) in [("player", player), ("opponent", opponent)] {
            for (slot, &got) in counts.iter().enumerate() {
                if got > MAX_CHECKERS {
                    faults.push(Unsound::Count { side, slot, got });
                }
            }
        }
        let sides = (Side::from_counts(player), Side::from_counts(opponent));
        let (Some(player), Some(opponent)) = sides else {
            return Err(faults);
        };
        let position = Self { player, opponent };
        match position.faults(variant) {
            faults if faults.is_empty() => Ok(position),
            faults => Err(faults),
        }
    }

    /// Every reason why this is no position of the variant; empty when it is sound.
    #[must_use]
    pub fn faults(self, variant: &Variant) -> Vec<Unsound> {
        let mut faults = Vec::new();
        for (side, counts) in [("player", self.player), ("opponent", self.opponent)] {
            let got = counts.counts().iter().map(|&n| u32::from(n)).sum();
            let expected = variant.checkers;
            if got != u32::from(expected) {
                faults.push(Unsound::Total {
                    side,
                    got,
                    expected,
                });
            }
            if variant.contact == Contact::Block && counts.count(BAR) > 0 {
                faults.push(Unsound::Bar { side });
            }
        }
        let theirs = across_mask(variant.track, self.opponent.occupied());
        for point in descending(self.player.occupied() & theirs) {
            let opponents = across(variant.track, point);
            faults.push(Unsound::Shared { point, opponents });
        }
        faults
    }

    /// The same position seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Whether one side has borne off every checker.
    #[must_use]
    pub const fn is_finished(self) -> bool {
        self.player.is_done() || self.opponent.is_done()
    }

    /// Whether a checker of one side still has one of the other side ahead of it.
    #[must_use]
    pub fn has_contact(self, track: Track) -> bool {
        let mine = self.player.occupied() & !1;
        let theirs = self.opponent.occupied() & !1;
        if mine == 0 || theirs == 0 {
            return false;
        }
        match track {
            Track::Contrary => self.player.rear() + self.opponent.rear() > 25,
            Track::Parallel => {
                let ahead = |mine: u32, theirs: u32| {
                    let rear = mine.ilog2() as u8;
                    let points = across_mask(track, theirs);
                    points & ((1u32 << rear) - 1) & !1 != 0
                };
                // A checker on the bar has the whole path, and so all others, ahead of it.
                (mine | theirs) >> BAR != 0 || ahead(mine, theirs) || ahead(theirs, mine)
            }
        }
    }

    /// What the position shows that no game of the variant reaches; empty when it is regular.
    #[must_use]
    pub fn irregularities(self, variant: &Variant) -> Vec<Irregularity> {
        let rules = variant.rules();
        let mut found = Vec::new();
        for (side, view) in [("player", self), ("opponent", self.flipped())] {
            let turn = crate::plays::Turn::new(&rules, view);
            turn.irregularities(view, side, &mut found);
        }
        if variant.contact == Contact::Hit
            && self.shut_out(variant)
            && self.flipped().shut_out(variant)
        {
            found.push(Irregularity::MutualShutout);
        }
        let all = variant.checkers;
        if self.player.count(OFF) == all && self.opponent.count(OFF) == all {
            found.push(Irregularity::BothFinished);
        }
        found
    }

    /// On the bar with all six entry points closed.
    fn shut_out(self, variant: &Variant) -> bool {
        const ENTRY: u32 = 0x01F8_0000;
        self.player.count(BAR) > 0
            && across_mask(variant.track, self.opponent.several()) & ENTRY == ENTRY
    }
}
