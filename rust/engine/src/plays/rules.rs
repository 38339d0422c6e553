//! What one move may do: every rule of movement, once, in its slow and obvious form.
//!
//! The slow generator, the list of legal moves and the explanation of an illegal play all ask
//! here. The fast generator states the same rules as masks and is tested against this module.

use crate::moves::{Move, slot_name, target};
use crate::position::{Irregularity, Position};
use crate::side::{BAR, HOME, OFF, OUTSIDE, across, across_mask};
use crate::variant::{
    Contact, HeldLimit, InnerMoves, LimitCheck, LimitLapse, MAX_LIMITS, Overshoot, Release, Track,
    Variant,
};
use arrayvec::ArrayVec;
use std::fmt;

/// The rules of movement of a variant, unpacked for play.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) track: Track,
    pub(crate) contact: Contact,
    pub(crate) start_points: u32,
    pub(crate) first_away: Option<FirstAway>,
    pub(crate) limits: ArrayVec<HeldLimit, MAX_LIMITS>,
    pub(crate) limit_check: LimitCheck,
    pub(crate) limit_lapse: LimitLapse,
    pub(crate) unblock_duty: bool,
    pub(crate) six_prime_needs_opp_ahead: bool,
    pub(crate) overshoot: Overshoot,
    pub(crate) inner_moves: InnerMoves,
}

/// The first-checker-away rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstAway {
    /// The point every checker starts on.
    pub start: u8,
    /// The slots that show the rule satisfied: far enough, or off.
    pub passed: u32,
    pub release: Release,
}

impl Variant {
    /// The rules of movement, ready for play. The variant must be valid.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let first_away = self
            .start_stack()
            .filter(|_| self.first_away_pips > 0)
            .map(|start| FirstAway {
                start,
                passed: (2 << (start - self.first_away_pips)) - 1,
                release: self.first_away_release,
            });
        Rules {
            track: self.track,
            contact: self.contact,
            start_points: self.start_side().occupied(),
            first_away,
            limits: self.held_limits.iter().copied().collect(),
            limit_check: self.limit_check,
            limit_lapse: self.limit_lapse,
            unblock_duty: self.unblock_duty,
            six_prime_needs_opp_ahead: self.six_prime_needs_opp_ahead,
            overshoot: self.bearoff_overshoot,
            inner_moves: self.bearoff_inner_moves,
        }
    }
}

/// The rule that a move or a play breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The game is over.
    Finished,
    /// There is no checker to move.
    NoChecker {
        /// The empty slot.
        source: u8,
    },
    /// A checker on the bar must enter first.
    BarFirst,
    /// Only the first checker may move until it is away.
    FirstAway {
        /// The point it must reach or pass.
        reach: u8,
    },
    /// The opponent holds the target.
    Blocked {
        /// The target.
        point: u8,
    },
    /// The move would hold more points than the limit allows.
    HeldLimit(HeldLimit),
    /// The move would hold six points in a row with no opposing checker ahead of them.
    SixPrime,
    /// Bearing off before every checker is home.
    NotHome {
        /// The rearmost checker.
        rear: u8,
    },
    /// The die is larger than the point, and a checker stands on a higher point.
    HigherFirst {
        /// The highest occupied point.
        rear: u8,
    },
    /// Only the exact number bears off.
    ExactOnly {
        /// The point.
        source: u8,
    },
    /// Every checker is home, so checkers may only be borne off.
    InnerMove,
    /// No die left to play gives this move.
    NoSuchDie {
        /// Where the checker starts.
        source: u8,
        /// Where it should land.
        target: u8,
    },
    /// A hit is marked where no blot stands.
    NoHit {
        /// The point marked.
        point: u8,
    },
    /// More dice can be played.
    MoreDice {
        /// How many the roll allows.
        most: u8,
    },
    /// Only one die can be played, and the larger one could be.
    LargerDie {
        /// The larger die.
        die: u8,
    },
    /// A play that opens the complete wall exists and must be chosen.
    UnblockDuty,
}

impl Broken {
    /// A stable code for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::NoChecker { .. } => "no_checker",
            Self::BarFirst => "bar_first",
            Self::FirstAway { .. } => "first_away",
            Self::Blocked { .. } => "blocked",
            Self::HeldLimit(_) => "held_limit",
            Self::SixPrime => "six_prime",
            Self::NotHome { .. } => "not_home",
            Self::HigherFirst { .. } => "higher_first",
            Self::ExactOnly { .. } => "exact_only",
            Self::InnerMove => "inner_move",
            Self::NoSuchDie { .. } => "no_such_die",
            Self::NoHit { .. } => "no_hit",
            Self::MoreDice { .. } => "more_dice",
            Self::LargerDie { .. } => "larger_die",
            Self::UnblockDuty => "unblock_duty",
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Finished => f.write_str("the game is over: one side has borne off every checker"),
            Self::NoChecker { source: BAR } => f.write_str("there is no checker on the bar"),
            Self::NoChecker { source } => write!(f, "there is no checker on {source}"),
            Self::BarFirst => f.write_str("a checker on the bar must enter before any other moves"),
            Self::FirstAway { reach } => write!(
                f,
                "the first checker must reach {reach} or beyond before another checker moves"
            ),
            Self::Blocked { point } => write!(f, "the opponent holds {point}"),
            Self::HeldLimit(limit) => write!(
                f,
                "at most {} of the points {} to {} may be held",
                limit.most, limit.low, limit.high
            ),
            Self::SixPrime => f.write_str(
                "six points in a row may be held only while an opposing checker is ahead of them",
            ),
            Self::NotHome { rear } => write!(
                f,
                "no checker may be borne off while one stands on {}",
                slot_name(rear)
            ),
            Self::HigherFirst { rear } => write!(
                f,
                "a larger die bears off only the rearmost checker, which stands on {rear}"
            ),
            Self::ExactOnly { source } => {
                write!(f, "only the exact number bears a checker off {source}")
            }
            Self::InnerMove => {
                f.write_str("every checker is home, so checkers may only be borne off")
            }
            Self::NoSuchDie { source, target } => write!(
                f,
                "no die left to play moves a checker from {} to {}",
                slot_name(source),
                slot_name(target)
            ),
            Self::NoHit { point } => write!(f, "there is no blot to hit on {point}"),
            Self::MoreDice { most: 1 } => f.write_str("a die can be played, so it must be"),
            Self::MoreDice { most } => {
                write!(
                    f,
                    "{most} moves can be made with this roll, so they must be"
                )
            }
            Self::LargerDie { die } => {
                write!(f, "only one die can be played, and it must be the {die}")
            }
            Self::UnblockDuty => f.write_str(
                "every opposing checker is walled in, and a play that opens the wall must be made",
            ),
        }
    }
}

/// The rules together with what stays fixed through one turn of one position.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) start: Position,
    /// Limits in force this turn: range mask, most.
    pub(crate) limits: ArrayVec<HeldLimit, MAX_LIMITS>,
    /// The first-away rule, when the player still has to satisfy it.
    pub(crate) first_away: Option<FirstAway>,
    /// The six points (mine) that wall in every opposing checker, where the duty is on.
    pub(crate) wall: Option<u32>,
    /// Some opposing checker has been borne off, so one is ahead of every prime.
    opponent_ahead: bool,
}

impl<'a> Turn<'a> {
    /// The turn of the player on roll.
    #[must_use]
    pub fn new(rules: &'a Rules, start: Position) -> Self {
        let limits = rules.limits_in_force(start);
        let first_away = rules
            .first_away
            .filter(|rule| start.player.occupied() & rule.passed == 0);
        Self {
            rules,
            start,
            limits,
            first_away,
            wall: rules.wall_of(start),
            opponent_ahead: start.opponent.count(OFF) > 0,
        }
    }

    /// Moves one checker by one die, if the rules allow that move now.
    ///
    /// # Errors
    /// The first rule the move breaks.
    pub fn step(&self, now: Position, source: u8, die: u8) -> Result<(Move, Position), Broken> {
        self.may_leave(now, source)?;
        let to = target(source, die);
        if to == OFF {
            self.may_bear_off(now, source, die)?;
        } else {
            self.may_land(now, source, to)?;
        }
        let (after, hit) = displaced(self.rules, now, source, to);
        if self.rules.limit_check == LimitCheck::EachStep && to != OFF {
            self.within_limits(now, after)?;
        }
        let step = Move {
            source,
            target: to,
            die,
            hit,
        };
        Ok((step, after))
    }

    fn may_leave(&self, now: Position, source: u8) -> Result<(), Broken> {
        let exists = source != OFF && source <= BAR;
        if !exists || now.player.count(source) == 0 {
            return Err(Broken::NoChecker { source });
        }
        if source != BAR && now.player.count(BAR) > 0 {
            return Err(Broken::BarFirst);
        }
        if let Some(rule) = self.first_away {
            let mine = now.player.occupied();
            let away = rule.release == Release::Immediate && mine & rule.passed != 0;
            let runners = mine & !(1 << rule.start) & !1;
            if !away && runners != 0 && source == rule.start {
                let reach = 31 - rule.passed.leading_zeros() as u8;
                return Err(Broken::FirstAway { reach });
            }
        }
        Ok(())
    }

    fn may_land(&self, now: Position, source: u8, to: u8) -> Result<(), Broken> {
        let theirs = now.opponent.count(across(self.rules.track, to));
        let holds = match self.rules.contact {
            Contact::Hit => 2,
            Contact::Block => 1,
        };
        if theirs >= holds {
            return Err(Broken::Blocked { point: to });
        }
        let inner = source <= 6 && now.player.occupied() & OUTSIDE == 0;
        if inner && self.rules.inner_moves == InnerMoves::Forbidden {
            return Err(Broken::InnerMove);
        }
        Ok(())
    }

    fn may_bear_off(&self, now: Position, source: u8, die: u8) -> Result<(), Broken> {
        let rear = now.player.rear();
        if rear > 6 {
            return Err(Broken::NotHome { rear });
        }
        if die > source {
            if self.rules.overshoot == Overshoot::ExactOnly {
                return Err(Broken::ExactOnly { source });
            }
            if rear > source {
                return Err(Broken::HigherFirst { rear });
            }
        }
        Ok(())
    }

    /// Whether going from `before` to `after` keeps the limits in force. A count that is over
    /// its limit may stay so, but may not rise.
    fn within_limits(&self, before: Position, after: Position) -> Result<(), Broken> {
        let (was, is) = (before.player.occupied(), after.player.occupied());
        for &limit in &self.limits {
            let held = |mine: u32| (mine & limit.mask()).count_ones();
            if held(is) > u32::from(limit.most) && held(is) > held(was) {
                return Err(Broken::HeldLimit(limit));
            }
        }
        if self.rules.six_prime_needs_opp_ahead {
            for prime in self.unled_primes(after) {
                if is & prime == prime && was & prime != prime {
                    return Err(Broken::SixPrime);
                }
            }
        }
        Ok(())
    }

    /// Whether the position that ends the turn keeps what is checked only there.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn end(&self, after: Position) -> Result<(), Broken> {
        match self.rules.limit_check {
            LimitCheck::EachStep => Ok(()),
            LimitCheck::EndOfTurn => self.within_limits(self.start, after),
        }
    }

    /// Whether the wall that the duty is about is open.
    #[must_use]
    pub fn opens_wall(&self, after: Position) -> bool {
        self.wall
            .is_none_or(|wall| after.player.occupied() & wall != wall)
    }

    /// Every run of six points along the opponent's path that no checker of his is past, as
    /// masks in my numbering.
    fn unled_primes(&self, now: Position) -> impl Iterator<Item = u32> {
        let track = self.rules.track;
        let theirs = now.opponent.occupied();
        (1..=19u32)
            .filter(move |low| !self.opponent_ahead && theirs & ((1 << low) - 2) == 0)
            .map(move |low| across_mask(track, HOME << (low - 1)))
    }

    /// Reports what this turn's side shows that no game reaches.
    pub(crate) fn irregularities(
        &self,
        view: Position,
        side: &'static str,
        found: &mut Vec<Irregularity>,
    ) {
        let mine = view.player.occupied();
        for &limit in &self.limits {
            let held = (mine & limit.mask()).count_ones() as u8;
            if held > limit.most {
                found.push(Irregularity::HeldLimit { side, held, limit });
            }
        }
        if let Some(rule) = self.first_away {
            let away = view.player.checkers() - view.player.count(rule.start);
            if away > 1 {
                found.push(Irregularity::FirstAway { side, away });
            }
        }
        let prime_held = |prime: u32| mine & prime == prime;
        if self.rules.six_prime_needs_opp_ahead && self.unled_primes(view).any(prime_held) {
            found.push(Irregularity::SixPrime { side });
        }
    }
}

impl Rules {
    /// Whether no rule of the variant can forbid a move that is open.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.first_away.is_none()
            && self.limits.is_empty()
            && !self.unblock_duty
            && !self.six_prime_needs_opp_ahead
            && self.inner_moves == InnerMoves::Allowed
    }

    /// The limits that have not lapsed for the player on roll.
    fn limits_in_force(&self, start: Position) -> ArrayVec<HeldLimit, MAX_LIMITS> {
        let theirs = start.opponent.occupied();
        let lapsed = |limit: &HeldLimit| match self.limit_lapse {
            LimitLapse::Never => false,
            LimitLapse::OpponentStartEmpty => theirs & (self.start_points | 1 << BAR) == 0,
            LimitLapse::OpponentAllPassed => {
                let range = across_mask(self.track, limit.mask());
                theirs >> range.trailing_zeros() == 0
            }
        };
        self.limits.iter().copied().filter(|l| !lapsed(l)).collect()
    }

    /// The six points directly in front of the one point on which every opposing checker on the
    /// board stands, where the duty applies and all six are mine.
    pub(crate) fn wall_of(&self, start: Position) -> Option<u32> {
        let theirs = start.opponent.occupied() & !1;
        if !self.unblock_duty || theirs.count_ones() != 1 {
            return None;
        }
        let stack = theirs.trailing_zeros();
        let wall = across_mask(self.track, HOME << stack.checked_sub(7)?);
        (start.player.occupied() & wall == wall).then_some(wall)
    }
}

/// Moves a checker without judging: a lone opposing checker on the target goes to the bar where
/// the game has hits. Says whether one did.
#[must_use]
pub fn displaced(rules: &Rules, now: Position, source: u8, to: u8) -> (Position, bool) {
    let mut after = Position {
        player: now.player.moved(source, to),
        opponent: now.opponent,
    };
    let lands = to != OFF && to != BAR;
    let theirs = if lands { across(rules.track, to) } else { OFF };
    let hit = lands && rules.contact == Contact::Hit && now.opponent.count(theirs) == 1;
    if hit {
        after.opponent = after.opponent.moved(theirs, BAR);
    }
    (after, hit)
}
