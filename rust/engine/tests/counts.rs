//! Counts of the tree of plays and of reachable positions, against numbers from elsewhere:
//! `perft/*.txt` from a slow generator, the rest published or counted by other programs.

mod common;

use common::random_games;
use std::collections::HashSet;
use std::ops::ControlFlow;
use tavla_engine::perft::{Perft, PerftError, perft};
use tavla_engine::plays::Scratch;
use tavla_engine::rank::{index, sides, unrank};
use tavla_engine::{Play, Position, ROLLS, Rules, Side, Variant, generate, legal_plays};

fn count(variant: &Variant, depth: u32) -> Perft {
    let start = Position::start(variant);
    let go_on = &mut |_| ControlFlow::Continue(());
    perft(&variant.rules(), start, depth, go_on).expect("never stopped")
}

fn known(name: &str) -> Vec<(u32, Perft)> {
    let path = format!("{}/tests/perft/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let row = |line: &str| {
        let mut numbers = line
            .split_whitespace()
            .map(|n| n.parse::<u64>().expect("a number"));
        let mut next = || numbers.next().expect("three numbers");
        let depth = next() as u32;
        let plays = next().into();
        let distinct = next();
        (depth, Perft { plays, distinct })
    };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(row)
        .collect()
}

fn counts_as_known(variant: &Variant, depths: std::ops::RangeInclusive<u32>) {
    for (depth, expected) in known(&variant.name) {
        if depths.contains(&depth) {
            assert_eq!(count(variant, depth), expected, "{} {depth}", variant.name);
        }
    }
}

#[test]
fn hyper_to_depth_3() {
    counts_as_known(&Variant::hyper(), 1..=3);
}

#[test]
fn moultezim_to_depth_4() {
    counts_as_known(&Variant::moultezim(), 1..=4);
}

#[test]
fn fevga_to_depth_4() {
    counts_as_known(&Variant::fevga(), 1..=4);
}

#[test]
fn backgammon_to_depth_2() {
    counts_as_known(&Variant::backgammon(), 1..=2);
}

#[test]
fn nackgammon_to_depth_2() {
    counts_as_known(&Variant::nackgammon(), 1..=2);
}

#[test]
#[ignore = "proof: a hundred million plays"]
fn backgammon_at_depth_3_has_116154993_plays() {
    assert_eq!(count(&Variant::backgammon(), 3).plays, 116_154_993);
}

#[test]
#[ignore = "proof: a thousand million plays"]
fn hyper_at_depth_4_has_1135126695_plays() {
    assert_eq!(count(&Variant::hyper(), 4).plays, 1_135_126_695);
}

/// The count is a sum over plays, one by one: the same as walking the tree.
#[test]
fn perft_is_the_plain_walk_of_the_tree() {
    fn walk(rules: &Rules, position: Position, depth: u32, ends: &mut Vec<Position>) {
        if depth == 0 {
            ends.push(position);
            return;
        }
        for roll in ROLLS {
            for play in legal_plays(rules, position, roll) {
                walk(rules, play.after.flipped(), depth - 1, ends);
            }
        }
    }
    for variant in common::variants() {
        let rules = variant.rules();
        let mut games = 0;
        random_games(&variant, 81, 60, |position, _| {
            games += 1;
            if games % 20 != 0 {
                return;
            }
            for depth in 0..=1 + u32::from(variant.checkers <= 3) {
                let mut ends = Vec::new();
                walk(&rules, position, depth, &mut ends);
                let plays = ends.len() as u128;
                let distinct = ends.into_iter().collect::<HashSet<_>>().len() as u64;
                let counted = perft(&rules, position, depth, &mut |_| ControlFlow::Continue(()));
                assert_eq!(counted, Ok(Perft { plays, distinct }), "{}", variant.name);
            }
        });
    }
}

#[test]
fn a_count_may_be_stopped() {
    let variant = Variant::hyper();
    let start = Position::start(&variant);
    for depth in 1..=3 {
        assert_eq!(
            perft(&variant.rules(), start, depth, &mut |_| ControlFlow::Break(
                ()
            )),
            Err(PerftError::Stopped)
        );
    }
}

/// The number of a Hyper side by its three slots, looked up: the engine's ranks, faster.
struct Ranks(Vec<u16>);

impl Ranks {
    fn new() -> Self {
        let mut table = vec![0; 32 * 32 * 32];
        for number in 0..sides(3) {
            let side = unrank(3, number).expect("in range");
            table[Self::place(side)] = number as u16;
        }
        Self(table)
    }

    fn place(side: Side) -> usize {
        let (mut bits, mut place) = (side.bits(), 0);
        while bits != 0 {
            let slot = bits.trailing_zeros() / 4;
            bits -= 1 << (4 * slot);
            place = place * 32 + slot as usize;
        }
        place
    }

    fn index(&self, position: Position) -> u32 {
        let rank = |side: Side| u32::from(self.0[Self::place(side)]);
        rank(position.player) * 3276 + rank(position.opponent)
    }
}

/// Positions reached for the first time, roll by roll, the side on roll first. The first roll is
/// the opening roll and so no double; no roll follows the end of a game. Gives how many there
/// are at each distance from the start.
fn waves(most: u32) -> Vec<u64> {
    let variant = Variant::hyper();
    let (rules, ranks) = (variant.rules(), Ranks::new());
    let mut seen = vec![false; 3276 * 3276];
    let start = Position::start(&variant);
    assert_eq!(index(&variant, start), Some(ranks.index(start).into()));
    let mut wave = vec![start];
    seen[ranks.index(start) as usize] = true;
    let mut sizes = vec![1];
    let (mut scratch, mut plays) = (Scratch::default(), Vec::<Play>::new());
    for turn in 0..most {
        let mut next = Vec::new();
        for position in wave {
            for roll in ROLLS {
                if turn == 0 && roll.is_double() {
                    continue;
                }
                plays.clear();
                generate(&rules, position, roll, &mut scratch, &mut plays);
                for play in &plays {
                    let after = play.after.flipped();
                    let place = ranks.index(after) as usize;
                    if !seen[place] {
                        seen[place] = true;
                        next.push(after);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        sizes.push(next.len() as u64);
        wave = next;
    }
    sizes
}

#[test]
fn hyper_has_86_positions_after_the_opening_roll_and_12257_new_after_the_second() {
    let sizes = waves(2);
    assert_eq!(sizes, [1, 86, 12_257]);
    assert_eq!(sizes[1..].iter().sum::<u64>(), 12_343);
}

#[test]
#[ignore = "proof: every play of every roll in seven million positions"]
fn hyper_has_7079536_reachable_positions_the_farthest_14_rolls_away() {
    let sizes = waves(u32::MAX);
    assert_eq!(sizes.iter().sum::<u64>(), 7_079_536);
    // The start and fourteen rolls; four positions are the farthest.
    assert_eq!((sizes.len(), sizes[14]), (15, 4));
}
