//! In Moultezim and Fevga the two sides are never both without a move for every roll, so that
//! every game ends: at play, and for all ways the two sides can occupy the board.

mod common;

use common::Random;
use tavla_engine::side::across;
use tavla_engine::variant::Track;
use tavla_engine::{Position, ROLLS, Rules, Variant, legal_plays};

/// Whether a side has no move at all by any die, on its turn.
fn is_stuck(rules: &Rules, position: Position) -> bool {
    !position.is_finished()
        && ROLLS
            .iter()
            .filter(|roll| roll.is_double())
            .all(|&roll| legal_plays(rules, position, roll)[0].sequence.is_empty())
}

/// How much of a wall a side has: its longest run of held points that are neighbours on the
/// opponent's path, and then how many it holds.
fn walls(position: Position) -> (u32, u32) {
    let (mut longest, mut run, mut held) = (0, 0, 0);
    for point in 1..=24 {
        let mine = position.player.count(across(Track::Parallel, point)) > 0;
        run = if mine { run + 1 } else { 0 };
        held += u32::from(mine);
        longest = longest.max(run);
    }
    (longest, held)
}

/// Games in which each side walls in the other as well as it can see one turn ahead, or plays at
/// random. Returns how often a side was stuck.
fn games(variant: &Variant, seed: u64, turns: usize, builders: u64) -> usize {
    let rules = variant.rules();
    let mut random = Random(seed);
    let mut position = Position::start(variant);
    let mut stuck = 0;
    for turn in 0..turns {
        let plays = legal_plays(&rules, position, random.roll());
        let builds = builders >> (turn % 2) & 1 == 1;
        let play = if builds {
            plays
                .iter()
                .max_by_key(|play| walls(play.after))
                .expect("at least a dance")
        } else {
            &plays[random.below(plays.len())]
        };
        position = play.after.flipped();
        if position.is_finished() {
            position = Position::start(variant);
        } else if is_stuck(&rules, position) {
            stuck += 1;
            let other = position.flipped();
            assert!(!is_stuck(&rules, other), "{}: {position:?}", variant.name);
            assert!(
                rules_allow_a_one(&rules, other),
                "{}: {position:?}",
                variant.name
            );
        }
    }
    stuck
}

/// The proof says more: the side that walls in the other can play a one.
fn rules_allow_a_one(rules: &Rules, position: Position) -> bool {
    let ones = ROLLS[0];
    !legal_plays(rules, position, ones)[0].sequence.is_empty()
}

#[test]
fn never_both_stuck_in_play() {
    for variant in [Variant::moultezim(), Variant::fevga()] {
        games(&variant, 1, 20_000, 0b00);
        let stuck = games(&variant, 2, 20_000, 0b11) + games(&variant, 3, 20_000, 0b01);
        assert!(stuck > 20, "{}: walls are built, {stuck}", variant.name);
    }
}

/// What stands on a point: nothing, the first side, the second.
const EMPTY: u8 = 0;

/// Whether a side may be stuck on every roll, from the points alone; `own(p)` says who holds its
/// own point `p`. Says yes too often, never no wrongly:
///
/// * A side with nothing beyond 6 moves or bears off by a six.
/// * Otherwise a checker moves by a die to an own point, or to an empty one; but not to an empty
///   point of 7..=12 where the limit of four may forbid it.
/// * Until the first checker is away (to 11 or beyond) only it may leave its point, and all
///   others stand on the start: then the side holds 24, or 24 and one more, and only the one
///   more moves.
fn may_be_stuck(own: impl Fn(usize) -> u8, me: u8, limited: bool) -> bool {
    let points: Vec<usize> = (1..=24).filter(|&p| own(p) == me).collect();
    if points.iter().all(|&p| p <= 6) {
        return false;
    }
    let full = limited && points.iter().filter(|p| (7..=12).contains(*p)).count() >= 4;
    let moves = |from: usize| {
        (1..=6).filter(|&die| die < from).any(|die| {
            let to = from - die;
            own(to) == me || own(to) == EMPTY && !(full && (7..=12).contains(&to))
        })
    };
    let waits = |point: usize| match points[..] {
        [runner, 24] => runner >= 12 && point == 24,
        _ => false,
    };
    !points.iter().any(|&from| moves(from) && !waits(from))
}

/// Every way the points in `board` can be completed; `board[p]` is the first side's point `p`.
/// A checker that could certainly move cuts the branch, which keeps the search small.
struct Search {
    board: [u8; 25],
    limited: bool,
    visited: u64,
    both_stuck: u64,
}

const UNKNOWN: u8 = 9;

impl Search {
    fn new(limited: bool) -> Self {
        Self {
            board: [UNKNOWN; 25],
            limited,
            visited: 0,
            both_stuck: 0,
        }
    }

    fn holder(&self, side: u8, point: usize) -> u8 {
        let point = if side == 1 {
            point
        } else {
            usize::from(across(Track::Parallel, point as u8))
        };
        self.board[point]
    }

    /// Whether some checker of the side surely moves, whatever the unknown points are: it stands
    /// on a point with its own point within six in front. (Moving onto an own point breaks no
    /// limit; the first checker is away once a side has three points.)
    fn surely_moves(&self, side: u8) -> bool {
        let held = (1..=24).filter(|&p| self.holder(side, p) == side).count();
        held >= 3
            && (2..=24).any(|from: usize| {
                self.holder(side, from) == side
                    && (from.saturating_sub(6).max(1)..from).any(|to| self.holder(side, to) == side)
            })
    }

    fn run(&mut self, point: usize) {
        self.visited += 1;
        if self.surely_moves(1) || self.surely_moves(2) {
            return;
        }
        if point == 0 {
            let stuck = |side: u8| may_be_stuck(|p| self.holder(side, p), side, self.limited);
            if stuck(1) && stuck(2) {
                self.both_stuck += 1;
            }
            return;
        }
        for holder in [EMPTY, 1, 2] {
            self.board[point] = holder;
            self.run(point - 1);
        }
        self.board[point] = UNKNOWN;
    }
}

/// Every occupancy of 24 points by two sides: 3^24 patterns, fewer than a million of which are
/// looked at. Stuckness is over-approximated (see [`may_be_stuck`]), so that no pattern being
/// stuck on both sides proves that no position is. Moultezim is the search with the limit;
/// Fevga's limit forbids only a sixth point of 19..=24, from a side that holds five neighbours
/// there and so moves between them.
#[test]
fn no_occupancy_of_the_board_leaves_both_sides_stuck() {
    for limited in [false, true] {
        let mut search = Search::new(limited);
        search.run(24);
        assert_eq!(search.both_stuck, 0);
        assert!(search.visited > 10_000, "{}", search.visited);
    }
}

/// The over-approximation is one: whatever the engine calls stuck, it calls stuck too.
#[test]
fn what_is_stuck_is_called_stuck() {
    let mut random = Random(9);
    let mut met = 0;
    for variant in [Variant::moultezim(), Variant::fevga()] {
        let rules = variant.rules();
        let limited = variant.name == "moultezim";
        for _ in 0..200_000 {
            let position = random.position(&variant);
            if !position.irregularities(&variant).is_empty() || !is_stuck(&rules, position) {
                continue;
            }
            met += 1;
            let own = |point: usize| {
                let theirs = across(Track::Parallel, point as u8);
                match (
                    position.player.count(point as u8),
                    position.opponent.count(theirs),
                ) {
                    (0, 0) => EMPTY,
                    (0, _) => 2,
                    _ => 1,
                }
            };
            assert!(
                may_be_stuck(own, 1, limited),
                "{}: {position:?}",
                variant.name
            );
        }
    }
    assert!(met > 5, "{met}");
}
