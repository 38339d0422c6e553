//! A variant is data: what the five presets differ in, and what a composed game may change.

use crate::side::{BAR, MAX_CHECKERS, OFF, SLOTS, Side, across};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use thiserror::Error;

/// How the opponent's numbers map onto mine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Track {
    /// The sides travel towards each other: my `p` is his `25 - p`.
    Contrary,
    /// The sides travel the same way round, half a board apart: my `p` is his `p +/- 12`.
    Parallel,
}

/// What one checker on a point means to the other side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contact {
    /// It is a blot and can be hit; two hold the point.
    Hit,
    /// It holds the point; nothing is ever hit.
    Block,
}

/// When the held limits (and the six-prime rule) are checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitCheck {
    /// After each move.
    EachStep,
    /// Once, on the position that ends the turn.
    EndOfTurn,
}

/// When the held limits stop applying to a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitLapse {
    /// Never.
    Never,
    /// Once the opponent has no checker on his starting points or the bar.
    OpponentStartEmpty,
    /// Once no checker of the opponent stands on or behind the limited points.
    OpponentAllPassed,
}

/// When the first checker away frees the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Release {
    /// At once, for the dice still to be played.
    Immediate,
    /// From the next turn.
    NextTurn,
}

/// What a die larger than the highest occupied home point does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overshoot {
    /// It bears off the rearmost checker when none is farther back.
    WhenNoHigher,
    /// Nothing: only the exact number bears off.
    ExactOnly,
}

/// Whether a checker may move within home once every checker is home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InnerMoves {
    /// It may.
    Allowed,
    /// Only bearing off is left.
    Forbidden,
}

/// How the dice of the first turn come about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opening {
    /// The winner of the opening roll plays the two opening dice.
    UseDice,
    /// The winner of the opening roll throws both dice again.
    Reroll,
}

/// Who starts the next game of a series.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NextStarter {
    /// A new opening roll decides.
    Roll,
    /// The winner of the previous game.
    PreviousWinner,
}

/// A side may hold at most `most` of the points `low..=high`, in its own numbering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HeldLimit {
    /// The lowest limited point.
    pub low: u8,
    /// The highest limited point.
    pub high: u8,
    /// How many of them may be held at once, whatever stands on each.
    pub most: u8,
}

impl HeldLimit {
    /// The limited points as a mask.
    #[must_use]
    pub const fn mask(self) -> u32 {
        (2u32 << self.high) - (1 << self.low)
    }
}

/// The most held limits a variant can have.
pub const MAX_LIMITS: usize = 4;

/// Every rule of a game that can differ, as data.
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent customs that the rule texts call on or off"
)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// A short name in lower case; not part of the rules.
    pub name: String,
    /// The starting counts of each side, in its own numbering.
    pub start: [u8; SLOTS],
    /// Checkers a side.
    pub checkers: u8,
    /// How the sides' numbers relate.
    pub track: Track,
    /// Whether checkers are hit.
    pub contact: Contact,
    /// Pips the first checker must have travelled from the start before another may move; 0
    /// where there is no such rule.
    pub first_away_pips: u8,
    /// When the first checker away frees the others.
    pub first_away_release: Release,
    /// Limits on the points held at once.
    pub held_limits: Vec<HeldLimit>,
    /// When limits are checked.
    pub limit_check: LimitCheck,
    /// When limits lapse.
    pub limit_lapse: LimitLapse,
    /// A side that walls in all the opponent's checkers, standing on one point, must open the
    /// wall if a maximal play can.
    pub unblock_duty: bool,
    /// Six points in a row may be held only while an opposing checker is ahead of them.
    pub six_prime_needs_opp_ahead: bool,
    /// What an overlarge die does in the bear-off.
    pub bearoff_overshoot: Overshoot,
    /// Whether moves within home are allowed once every checker is home.
    pub bearoff_inner_moves: InnerMoves,
    /// How the first turn gets its dice.
    pub opening: Opening,
    /// Who starts the next game.
    pub next_starter: NextStarter,
    /// The largest multiplier of a win: 1, 2 (gammon) or 3 (backgammon).
    pub max_result: u8,
    /// Whether a doubling cube is customary.
    pub cube: bool,
    /// Whether the Jacoby rule is customary for money.
    pub jacoby: bool,
}

/// The rule data contradict themselves; every reason is listed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("impossible variant {name:?}: {}", reasons.join("; "))]
pub struct InvalidVariant {
    /// The variant's name.
    pub name: String,
    /// What is wrong, one sentence each.
    pub reasons: Vec<String>,
}

fn start(stacks: &[(usize, u8)]) -> [u8; SLOTS] {
    let mut counts = [0; SLOTS];
    for &(point, count) in stacks {
        counts[point] = count;
    }
    counts
}

impl Variant {
    /// Standard backgammon.
    #[must_use]
    pub fn backgammon() -> Self {
        let start = start(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
        Self {
            name: "backgammon".into(),
            start,
            checkers: start.iter().sum(),
            track: Track::Contrary,
            contact: Contact::Hit,
            first_away_pips: 0,
            first_away_release: Release::Immediate,
            held_limits: Vec::new(),
            limit_check: LimitCheck::EachStep,
            limit_lapse: LimitLapse::Never,
            unblock_duty: false,
            six_prime_needs_opp_ahead: false,
            bearoff_overshoot: Overshoot::WhenNoHigher,
            bearoff_inner_moves: InnerMoves::Allowed,
            opening: Opening::UseDice,
            next_starter: NextStarter::Roll,
            max_result: 3,
            cube: true,
            jacoby: true,
        }
    }

    /// Nackgammon: backgammon with two checkers on 23, one fewer on 13 and on 6.
    #[must_use]
    pub fn nackgammon() -> Self {
        Self {
            name: "nackgammon".into(),
            start: start(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
            ..Self::backgammon()
        }
    }

    /// Hyper-Backgammon: three checkers a side, one each on 24, 23 and 22.
    #[must_use]
    pub fn hyper() -> Self {
        Self {
            name: "hyper".into(),
            start: start(&[(24, 1), (23, 1), (22, 1)]),
            checkers: 3,
            ..Self::backgammon()
        }
    }

    /// Moultezim: parallel, no hitting, the first checker 13 pips away, at most four points of
    /// 7..12.
    #[must_use]
    pub fn moultezim() -> Self {
        Self {
            name: "moultezim".into(),
            start: start(&[(24, 15)]),
            track: Track::Parallel,
            contact: Contact::Block,
            first_away_pips: 13,
            held_limits: vec![HeldLimit {
                low: 7,
                high: 12,
                most: 4,
            }],
            opening: Opening::Reroll,
            max_result: 2,
            cube: false,
            jacoby: false,
            ..Self::backgammon()
        }
    }

    /// Fevga: as Moultezim, but never all six of 19..24, and a duty to open a complete wall.
    #[must_use]
    pub fn fevga() -> Self {
        Self {
            name: "fevga".into(),
            held_limits: vec![HeldLimit {
                low: 19,
                high: 24,
                most: 5,
            }],
            unblock_duty: true,
            next_starter: NextStarter::PreviousWinner,
            ..Self::moultezim()
        }
    }

    /// The presets, in the order they are listed to people.
    #[must_use]
    pub fn presets() -> [Self; 5] {
        [
            Self::hyper(),
            Self::moultezim(),
            Self::fevga(),
            Self::backgammon(),
            Self::nackgammon(),
        ]
    }

    /// Checks that the rules can be played together, and puts the limits in order, so that equal
    /// rules are equal data.
    ///
    /// # Errors
    /// [`InvalidVariant`] with every contradiction found.
    pub fn validated(mut self) -> Result<Self, InvalidVariant> {
        let mut reasons = self.start_faults();
        reasons.extend(self.limit_faults());
        reasons.extend(self.rule_faults());
        if reasons.is_empty() {
            self.held_limits.sort_unstable();
            self.held_limits.dedup();
            Ok(self)
        } else {
            Err(InvalidVariant {
                name: self.name,
                reasons,
            })
        }
    }

    fn start_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let total: u32 = self.start.iter().map(|&n| u32::from(n)).sum();
        if !(1..=MAX_CHECKERS).contains(&self.checkers) {
            faults.push(format!(
                "a side has 1 to {MAX_CHECKERS} checkers, not {}",
                self.checkers
            ));
        }
        if total != u32::from(self.checkers) {
            faults.push(format!(
                "the start places {total} checkers of {}",
                self.checkers
            ));
        }
        for (slot, where_) in [(OFF, "off"), (BAR, "on the bar")] {
            if self.start[slot as usize] > 0 {
                faults.push(format!("no checker can start {where_}"));
            }
        }
        for point in 1..=24u8 {
            let other = across(self.track, point);
            let both = self.start[point as usize] > 0 && self.start[other as usize] > 0;
            if both && point <= other {
                faults.push(format!(
                    "the start puts both sides on one point: {point} is the opponent's {other}"
                ));
            }
        }
        faults
    }

    fn limit_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.held_limits.len() > MAX_LIMITS {
            faults.push(format!(
                "at most {MAX_LIMITS} held limits, not {}",
                self.held_limits.len()
            ));
        }
        for &HeldLimit { low, high, most } in &self.held_limits {
            let limit = format!("held limit ({low}, {high}, {most})");
            if !(1 <= low && low <= high && high <= 24) {
                faults.push(format!(
                    "{limit}: the points must satisfy 1 <= low <= high <= 24"
                ));
                continue;
            }
            if most == 0 {
                faults.push(format!("{limit}: at least one point must be allowed"));
            }
            let held = (low..=high).filter(|&p| self.start[p as usize] > 0).count();
            if held > usize::from(most) {
                faults.push(format!(
                    "{limit}: the start already holds {held} of the points"
                ));
            }
        }
        faults
    }

    fn rule_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let blocks = self.contact == Contact::Block;
        if self.first_away_pips > 0 {
            match self.start_stack() {
                None => faults.push(
                    "the first-checker-away rule needs a start of one stack, which the first \
                     checker leaves"
                        .into(),
                ),
                Some(point) if self.first_away_pips >= point => faults.push(format!(
                    "the first checker cannot travel {} pips from {point} and still be on a point",
                    self.first_away_pips
                )),
                Some(_) => {}
            }
            if !blocks {
                faults.push(
                    "the first-checker-away rule needs contact \"block\": a checker that can be \
                     hit comes back, and the position would not show that the rule was satisfied"
                        .into(),
                );
            }
        } else if self.first_away_release == Release::NextTurn {
            faults.push("first_away_release needs first_away_pips".into());
        }
        if self.unblock_duty && !blocks {
            faults.push("the unblock duty needs contact \"block\"".into());
        }
        if self.six_prime_needs_opp_ahead && !blocks {
            faults.push("six_prime_needs_opp_ahead needs contact \"block\"".into());
        }
        if !(1..=3).contains(&self.max_result) {
            faults.push(format!("max_result is 1, 2 or 3, not {}", self.max_result));
        }
        if self.jacoby && !self.cube {
            faults.push("the Jacoby rule needs a cube in play".into());
        }
        faults
    }

    /// The one point that holds every checker at the start, if there is one.
    #[must_use]
    pub fn start_stack(&self) -> Option<u8> {
        (1..=24).find(|&point| self.start[point as usize] == self.checkers)
    }

    /// The starting side. The variant must be valid.
    #[must_use]
    pub fn start_side(&self) -> Side {
        Side::from_counts(&self.start).unwrap_or_default()
    }

    /// The rules without the name as one line of text, the same on every platform for ever.
    #[must_use]
    pub fn rule_text(&self) -> String {
        let mut text = String::from("tavla-rules/1");
        for (key, value) in self.rule_fields() {
            let _ = write!(text, " {key}={value}");
        }
        text
    }

    fn rule_fields(&self) -> [(&'static str, String); 18] {
        let list = |items: Vec<String>| items.join(",");
        let limit = |l: &HeldLimit| format!("{}-{}:{}", l.low, l.high, l.most);
        [
            ("checkers", self.checkers.to_string()),
            (
                "start",
                list(self.start.iter().map(u8::to_string).collect()),
            ),
            ("track", self.track.name().into()),
            ("contact", self.contact.name().into()),
            ("first_away_pips", self.first_away_pips.to_string()),
            ("first_away_release", self.first_away_release.name().into()),
            (
                "held_limits",
                list(self.held_limits.iter().map(limit).collect()),
            ),
            ("limit_check", self.limit_check.name().into()),
            ("limit_lapse", self.limit_lapse.name().into()),
            ("unblock_duty", self.unblock_duty.to_string()),
            (
                "six_prime_needs_opp_ahead",
                self.six_prime_needs_opp_ahead.to_string(),
            ),
            ("bearoff_overshoot", self.bearoff_overshoot.name().into()),
            (
                "bearoff_inner_moves",
                self.bearoff_inner_moves.name().into(),
            ),
            ("opening", self.opening.name().into()),
            ("next_starter", self.next_starter.name().into()),
            ("max_result", self.max_result.to_string()),
            ("cube", self.cube.to_string()),
            ("jacoby", self.jacoby.to_string()),
        ]
    }

    /// The SHA-256 of [`Variant::rule_text`] in hex: equal for equal rules, whatever their name.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hex = String::with_capacity(64);
        for byte in Sha256::digest(self.rule_text()) {
            let _ = write!(hex, "{byte:02x}");
        }
        hex
    }
}

/// Gives each value of an option the word it has in text, and reads it back.
macro_rules! words {
    ($($kind:ident { $($value:ident = $word:literal),+ $(,)? })+) => {$(
        impl $kind {
            /// Every value of the option.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// The word for this value.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The value for a word, if it is one.
            #[must_use]
            pub fn from_name(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == word)
            }
        }
    )+};
}

words! {
    Track { Contrary = "contrary", Parallel = "parallel" }
    Contact { Hit = "hit", Block = "block" }
    LimitCheck { EachStep = "each_step", EndOfTurn = "end_of_turn" }
    LimitLapse {
        Never = "never",
        OpponentStartEmpty = "when_opp_start_empty",
        OpponentAllPassed = "when_opp_all_passed",
    }
    Release { Immediate = "immediate", NextTurn = "next_turn" }
    Overshoot { WhenNoHigher = "required_when_no_higher", ExactOnly = "exact_only" }
    InnerMoves { Allowed = "allowed", Forbidden = "forbidden" }
    Opening { UseDice = "use_dice", Reroll = "reroll" }
    NextStarter { Roll = "roll", PreviousWinner = "previous_winner" }
}
