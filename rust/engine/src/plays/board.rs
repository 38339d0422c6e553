//! The masks that the fast generator works on.

use super::rules::Rules;
use crate::position::Position;
use crate::side::{BAR, HOME, OFF, OUTSIDE, POINTS, Side, across_mask};
use crate::variant::{InnerMoves, Overshoot, Track};

/// A position during a turn: both sides packed, and the masks that tell which moves are open.
///
/// `CONTRARY` and `HIT` are the variant's track and contact, fixed at compile time.
#[derive(Clone, Copy)]
pub(super) struct Board<const CONTRARY: bool, const HIT: bool> {
    pub player: u128,
    pub opponent: u128,
    /// Slots 1..=25 that hold my checkers.
    pub mine: u32,
    /// Points 1..=24 the opponent does not hold.
    pub open: u32,
    /// Points 1..=24 where a lone opposing checker can be hit.
    blots: u32,
}

/// What a move from slot `x` by die `d` adds to a packed side: `DELTA[d][x]`.
static DELTA: [[u128; 32]; 7] = {
    let mut table = [[0u128; 32]; 7];
    let mut die = 1;
    while die <= 6 {
        let mut source = 1;
        while source <= BAR as usize {
            let target = source.saturating_sub(die);
            table[die][source] = (1u128 << (4 * target)).wrapping_sub(1 << (4 * source));
            source += 1;
        }
        die += 1;
    }
    table
};

impl<const CONTRARY: bool, const HIT: bool> Board<CONTRARY, HIT> {
    const TRACK: Track = if CONTRARY {
        Track::Contrary
    } else {
        Track::Parallel
    };

    #[inline]
    pub(super) fn new(position: Position) -> Self {
        let theirs = position.opponent.occupied();
        let (held, blots) = if HIT {
            let several = position.opponent.several();
            (several, theirs & !several)
        } else {
            (theirs, 0)
        };
        Self {
            player: position.player.0,
            opponent: position.opponent.0,
            mine: position.player.occupied() & !1,
            open: POINTS & !across_mask(Self::TRACK, held),
            blots: across_mask(Self::TRACK, blots),
        }
    }

    #[inline]
    pub(super) fn position(&self) -> Position {
        Position {
            player: Side(self.player),
            opponent: Side(self.opponent),
        }
    }

    /// My count in a slot.
    #[inline]
    pub(super) fn count(&self, slot: u8) -> u8 {
        Side(self.player).count(slot)
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
        HIT && self.blots >> point & 1 != 0
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

    /// The position after one of [`Board::sources`] moved by `die`.
    #[inline]
    pub(super) fn moved(&self, source: u8, die: u8) -> Self {
        let (player, opponent) = self.result(source, die);
        let target = source.saturating_sub(die);
        let emptied = u32::from(Side(player).count(source) == 0) << source;
        Self {
            player,
            opponent,
            mine: (self.mine & !emptied | 1 << target) & !1,
            open: self.open,
            blots: self.blots & !(1 << target),
        }
    }

    /// The two sides after one of [`Board::sources`] moved by `die`.
    #[inline]
    pub(super) fn result(&self, source: u8, die: u8) -> (u128, u128) {
        let target = source.saturating_sub(die);
        let player = self
            .player
            .wrapping_add(DELTA[usize::from(die)][usize::from(source)]);
        let mut opponent = self.opponent;
        if target != OFF && self.is_blot(target) {
            let theirs = crate::side::across(Self::TRACK, target);
            opponent = Side(opponent).moved(theirs, BAR).0;
        }
        (player, opponent)
    }
}
