//! The masks that the fast generator works on.

use super::rules::Rules;
use crate::position::Position;
use crate::side::{BAR, Delta, HOME, OUTSIDE, POINTS, across, across_mask};
use crate::variant::{InnerMoves, Overshoot, Track};

/// A position during a turn, and the masks that tell which moves are open.
///
/// `CONTRARY` and `HIT` are the variant's track and contact, fixed at compile time.
#[derive(Clone, Copy)]
pub(super) struct Board<const CONTRARY: bool, const HIT: bool> {
    pub position: Position,
    /// Slots 1..=25 that hold my checkers.
    pub mine: u32,
    /// Slots that hold at least two of my checkers; slot 0 may be in it.
    pub several: u32,
    /// Points 1..=24 the opponent does not hold.
    pub open: u32,
    /// Points 1..=24 where a lone opposing checker can be hit.
    blots: u32,
}

/// The masks of a position before the turn: [`Board::mine`] below [`Board::several`], and
/// [`Board::open`] below [`Board::blots`].
///
/// Two words, because those are handed over in registers: four halves would go through memory,
/// and reading them all at once there costs a tenth of a Hyper turn.
#[derive(Clone, Copy, Default, Debug)]
struct Masks {
    player: u64,
    opponent: u64,
}

/// The last masks looked up: the rolls of one position usually come one after the other.
#[derive(Default, Debug)]
pub(super) struct Known {
    /// Not finished, except before the first look-up.
    position: Position,
    contrary: bool,
    hit: bool,
    masks: Masks,
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

impl<const CONTRARY: bool, const HIT: bool> Board<CONTRARY, HIT> {
    pub(super) const TRACK: Track = if CONTRARY {
        Track::Contrary
    } else {
        Track::Parallel
    };

    /// What the hit of a move from slot `x` by die `d` does to the opponent: `HITS[d][x]`, laid
    /// out as [`MOVES`]. Source 0 stands for no hit.
    const HITS: [[Delta; 32]; 8] = {
        let mut table = [[Delta::NONE; 32]; 8];
        let mut die = 1;
        while die <= 6 {
            let mut source = die + 1;
            while source <= BAR {
                let theirs = across(Self::TRACK, source - die);
                table[die as usize][source as usize] = Delta::new(theirs, BAR);
                source += 1;
            }
            die += 1;
        }
        table
    };

    /// The board of a position that is not finished.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a board goes through memory when it is returned: see `Masks`"
    )]
    pub(super) fn look_up(position: Position, known: &mut Known) -> Self {
        if known.position != position || (known.contrary, known.hit) != (CONTRARY, HIT) {
            *known = Known {
                position,
                contrary: CONTRARY,
                hit: HIT,
                masks: Self::masks(position),
            };
        }
        let Masks { player, opponent } = known.masks;
        Self {
            position,
            mine: player as u32,
            several: (player >> 32) as u32,
            open: opponent as u32,
            blots: (opponent >> 32) as u32,
        }
    }

    #[inline(never)]
    fn masks(position: Position) -> Masks {
        let theirs = position.opponent.occupied();
        let (held, blots) = if HIT {
            let several = position.opponent.several();
            (several, theirs & !several)
        } else {
            (theirs, 0)
        };
        let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        Masks {
            player: two(position.player.occupied() & !1, position.player.several()),
            opponent: two(
                POINTS & !across_mask(Self::TRACK, held),
                across_mask(Self::TRACK, blots),
            ),
        }
    }

    /// My count in a slot.
    #[inline]
    pub(super) fn count(&self, slot: u8) -> u8 {
        self.position.player.count(slot)
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

    /// The walkers by `die` that hit nothing.
    #[inline]
    pub(super) fn quiet_walkers(&self, die: u8) -> u32 {
        self.walkers(die) & !self.hitters(die)
    }

    /// The sources from which a move by `die` hits.
    #[inline]
    pub(super) fn hitters(&self, die: u8) -> u32 {
        if HIT { self.blots << die } else { 0 }
    }

    /// [`Board::hitters`] by `die` after one of the walkers by `first_die` moved from `source`.
    #[inline]
    pub(super) fn hitters_after(&self, source: u8, first_die: u8, die: u8) -> u32 {
        if HIT {
            (self.blots & !(1 << source >> first_die)) << die
        } else {
            0
        }
    }

    /// The walkers by `die` after one of the walkers by `first_die` moved from `source`.
    #[inline]
    pub(super) fn walkers_after(&self, source: u8, first_die: u8, die: u8) -> u32 {
        let moved = 1u32 << source;
        let mine = self.mine & !(moved & !self.several) | moved >> first_die;
        mine & (self.open << die)
    }

    /// How many of my checkers are outside home.
    #[inline]
    pub(super) fn outside(&self) -> u8 {
        self.position.player.outside()
    }

    /// Whether the next `moves` moves can only be walks: nothing is on the bar, and so many
    /// checkers are outside home that one still is when the last of the moves is made.
    #[inline]
    pub(super) fn only_walks(&self, moves: u8) -> bool {
        !self.on_bar() && self.outside() >= moves
    }

    /// The board after one of [`Board::sources`] moved by `die`.
    #[inline]
    pub(super) fn moved(&self, source: u8, die: u8) -> Self {
        let from = 1u32 << source;
        let to = from >> die;
        let left = self.count(source) - 1;
        let emptied = if left == 0 { from } else { 0 };
        let single = if left < 2 { from } else { 0 };
        Self {
            position: self.result(source, die),
            mine: (self.mine & !emptied | to) & !1,
            several: self.several & !single | to & self.mine,
            open: self.open,
            blots: self.blots & !to,
        }
    }

    /// The position after one of [`Board::sources`] moved by `die`.
    #[inline]
    pub(super) fn result(&self, source: u8, die: u8) -> Position {
        Self::step(self.position, self.hitters(die), source, die)
    }

    /// A position after a move from `source` by `die`, which hits from one of `hitters`.
    #[inline]
    pub(super) fn step(now: Position, hitters: u32, source: u8, die: u8) -> Position {
        let (die, source) = (usize::from(die & 7), usize::from(source & 31));
        let mut after = now;
        after.player = after.player.plus(MOVES[die][source]);
        if HIT {
            // Looked up even without a hit: whether there is one is hard to predict.
            let hit = hitters as usize >> source & 1;
            let source = source & hit.wrapping_neg();
            after.opponent = after.opponent.plus(Self::HITS[die][source]);
        }
        after
    }
}
