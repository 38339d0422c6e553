//! The masks that the fast generator works on.

use super::rules::Rules;
use crate::position::Position;
use crate::side::{BAR, Delta, HOME, OUTSIDE, POINTS, across, across_mask, descending};
use crate::variant::{InnerMoves, Overshoot, Track};

/// Both sides packed, and the blots that can be hit: enough to make moves known to be open.
///
/// `CONTRARY` and `HIT` are the variant's track and contact, fixed at compile time.
#[derive(Clone, Copy)]
pub(super) struct Sides<const CONTRARY: bool, const HIT: bool> {
    position: Position,
    /// Points 1..=24 where a lone opposing checker can be hit.
    blots: u32,
}

/// A position during a turn, with the masks that tell which moves are open.
#[derive(Clone, Copy)]
pub(super) struct Board<const CONTRARY: bool, const HIT: bool> {
    pub sides: Sides<CONTRARY, HIT>,
    /// Slots 1..=25 that hold my checkers.
    pub mine: u32,
    /// Slots that hold at least two of my checkers; slot 0 may be in it.
    several: u32,
    /// Points 1..=24 the opponent does not hold.
    pub open: u32,
}

/// The delta of a move from slot `x` by die `d`: `MOVES[d][x]`.
///
/// Both dimensions are powers of two, so that masked indices need no bounds check.
static MOVES: [[Delta; 32]; 8] = {
    let mut table = [[Delta::NONE; 32]; 8];
    let mut die = 1;
    while die <= 6 {
        let mut source = 1;
        while source <= BAR {
            table[die as usize][source as usize] = Delta::new(source, source.saturating_sub(die));
            source += 1;
        }
        die += 1;
    }
    table
};

impl<const CONTRARY: bool, const HIT: bool> Sides<CONTRARY, HIT> {
    const TRACK: Track = if CONTRARY {
        Track::Contrary
    } else {
        Track::Parallel
    };

    /// The delta of a hit on my point `x` to the opponent.
    const HITS: [Delta; 32] = {
        let mut table = [Delta::NONE; 32];
        let mut point = 1;
        while point <= 24 {
            table[point as usize] = Delta::new(across(Self::TRACK, point), BAR);
            point += 1;
        }
        table
    };

    /// The sources from which a move by `die` hits.
    #[inline]
    fn hitters(&self, die: u8) -> u32 {
        if HIT { self.blots << die } else { 0 }
    }

    /// The sides after a move from `source` by `die`.
    #[inline]
    pub(super) fn moved(&self, source: u8, die: u8) -> Self {
        Self {
            position: self.result(source, die),
            blots: self.blots & !(1 << source >> die),
        }
    }

    /// The position after a move from `source` by `die`.
    #[inline]
    fn result(&self, source: u8, die: u8) -> Position {
        let delta = MOVES[usize::from(die & 7)][usize::from(source & 31)];
        let mut after = self.position;
        after.player = after.player.plus(delta);
        if self.hitters(die) >> source & 1 != 0 {
            let point = usize::from((source - die) & 31);
            after.opponent = after.opponent.plus(Self::HITS[point]);
        }
        after
    }

    /// Calls `each` with the source and the result of a move by `die` from each of `sources`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call for every few plays costs a tenth of the time"
    )]
    pub(super) fn results(&self, sources: u32, die: u8, mut each: impl FnMut(u8, Position)) {
        for source in descending(sources) {
            each(source, self.result(source, die));
        }
    }
}

impl<const CONTRARY: bool, const HIT: bool> Board<CONTRARY, HIT> {
    #[inline]
    pub(super) fn new(position: Position) -> Self {
        let track = Sides::<CONTRARY, HIT>::TRACK;
        let theirs = position.opponent.occupied();
        let (held, blots) = if HIT {
            let several = position.opponent.several();
            (several, theirs & !several)
        } else {
            (theirs, 0)
        };
        Self {
            sides: Sides {
                position,
                blots: across_mask(track, blots),
            },
            mine: position.player.occupied() & !1,
            several: position.player.several(),
            open: POINTS & !across_mask(track, held),
        }
    }

    #[inline]
    pub(super) fn position(&self) -> Position {
        self.sides.position
    }

    /// My count in a slot.
    #[inline]
    pub(super) fn count(&self, slot: u8) -> u8 {
        self.sides.position.player.count(slot)
    }

    #[inline]
    pub(super) fn on_bar(&self) -> bool {
        self.mine >> BAR != 0
    }

    /// Whether a checker landing on `point` finds it open.
    #[inline]
    pub(super) fn is_open(&self, point: u8) -> bool {
        self.open >> point & 1 != 0
    }

    /// Whether a checker landing on `point` hits.
    #[inline]
    pub(super) fn is_blot(&self, point: u8) -> bool {
        HIT && self.sides.blots >> point & 1 != 0
    }

    /// Whether my checkers hold `point`.
    #[inline]
    pub(super) fn is_mine(&self, point: u8) -> bool {
        self.mine >> point & 1 != 0
    }

    /// The sources of moves by `die` to a point, no checker being on the bar.
    #[inline]
    pub(super) fn walkers(&self, die: u8) -> u32 {
        self.mine & (self.open << die) & POINTS
    }

    /// The sources of all moves by `die`, entering and bearing off included.
    #[inline]
    pub(super) fn sources(&self, rules: &Rules, die: u8) -> u32 {
        if self.on_bar() {
            return u32::from(self.is_open(BAR - die)) << BAR;
        }
        if self.mine & OUTSIDE != 0 {
            return self.walkers(die);
        }
        let rear = self.mine.checked_ilog2().unwrap_or(0);
        let exact = self.mine & (1 << die);
        let over = rear < u32::from(die) && rules.overshoot == Overshoot::WhenNoHigher;
        let walkers = match rules.inner_moves {
            InnerMoves::Allowed => self.walkers(die),
            InnerMoves::Forbidden => 0,
        };
        walkers | exact | (u32::from(over) << rear) & HOME
    }

    /// The walkers by `die` that hit nothing.
    #[inline]
    pub(super) fn quiet_walkers(&self, die: u8) -> u32 {
        self.walkers(die) & !self.sides.hitters(die)
    }

    /// The sources from which a move by `die` hits.
    #[inline]
    pub(super) fn hitters(&self, die: u8) -> u32 {
        self.sides.hitters(die)
    }

    /// The walkers by `die` after one of the walkers by `first_die` moved from `source`.
    #[inline]
    pub(super) fn walkers_after(&self, source: u8, first_die: u8, die: u8) -> u32 {
        let moved = 1u32 << source;
        let mine = self.mine & !(moved & !self.several) | moved >> first_die;
        mine & (self.open << die)
    }

    /// Whether at least two checkers are outside home, and none on the bar, so that nothing is
    /// borne off or entered with the next two dice.
    #[inline]
    pub(super) fn walks_twice(&self) -> bool {
        let outside = self.mine & OUTSIDE;
        !self.on_bar() && (outside & (outside.wrapping_sub(1)) | outside & self.several) != 0
    }

    /// The position after one of [`Board::sources`] moved by `die`.
    #[inline]
    pub(super) fn moved(&self, source: u8, die: u8) -> Self {
        let from = 1u32 << source;
        let to = from >> die;
        let left = self.count(source) - 1;
        let emptied = if left == 0 { from } else { 0 };
        let single = if left < 2 { from } else { 0 };
        Self {
            sides: self.sides.moved(source, die),
            mine: (self.mine & !emptied | to) & !1,
            several: self.several & !single | to & self.mine,
            open: self.open,
        }
    }
}
