//! Exact values beside the databases that GNU Backgammon's `makehyper` writes.

#![expect(clippy::print_stderr, reason = "an absent folder must not pass unseen")]

mod hypers;

use hypers::{go, goal, hyper, positions};
use std::path::Path;
use tavla_engine::plays::legal_plays;
use tavla_engine::rank::sides;
use tavla_engine::{Position, ROLLS, Side, outcome};
use tavla_solve::exact::{Money, Numbering, chances, cubeless, money, slot};

/// The number that GNU Backgammon's databases give to a side.
fn gnubg_number(side: Side, checkers: u8) -> usize {
    let counts = side.counts();
    let points = 25;
    let on_board: usize = counts[1..].iter().map(|&n| usize::from(n)).sum();
    let mut bit = points - 1 + on_board;
    let mut bits = 1u64 << bit;
    for &count in &counts[1..points] {
        bit -= usize::from(count) + 1;
        bits |= 1 << bit;
    }
    let choose =
        |n: usize, r: usize| -> usize { (0..r).fold(1, |product, k| product * (n - k) / (k + 1)) };
    let (mut n, mut r, mut rank) = (points + usize::from(checkers), points, 0);
    while n != r {
        n -= 1;
        if bits >> n & 1 != 0 {
            rank += choose(n, r);
            r -= 1;
        }
    }
    rank
}

/// A database of GNU Backgammon.
struct Records {
    checkers: u8,
    data: Vec<u8>,
}

fn gnubg_records(checkers: u8) -> Option<Records> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gnubg");
    let data = std::fs::read(folder.join(format!("hyper{checkers}.bd")));
    if data.is_err() {
        eprintln!("skipped: no database of GNU Backgammon at hand");
    }
    Some(Records {
        checkers,
        data: data.ok()?,
    })
}

impl Records {
    fn record(&self, position: Position) -> &[u8] {
        let number = |side| gnubg_number(side, self.checkers);
        let at =
            number(position.player) * sides(self.checkers) as usize + number(position.opponent);
        &self.data[40 + 28 * at..]
    }

    /// The equities of rolling without a double: owned, centred, that by Jacoby's rule, and the
    /// other side's.
    fn equities(&self, position: Position) -> Slots {
        let record = &self.record(position)[15..];
        std::array::from_fn(|n| (fraction(&record[3 * n..]) - 0.5) * 6.0)
    }

    /// The chances to win, to win and lose gammons and backgammons, in the order of `chance`.
    fn chances(&self, position: Position) -> [f64; 5] {
        let record = self.record(position);
        std::array::from_fn(|n| fraction(&record[3 * n..]))
    }
}

/// A number of 24 bits.
fn fraction(bytes: &[u8]) -> f64 {
    let whole = u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16;
    f64::from(whole) / 16_777_215.0
}

#[test]
fn values_without_a_cube_are_those_of_gnu_backgammon() {
    for checkers in [1, 2] {
        let Some(records) = gnubg_records(checkers) else {
            return;
        };
        let solved = cubeless(&hyper(checkers), goal(1e-12), &mut go).unwrap();
        for position in positions(checkers) {
            let [win, gammon, backgammon, lost, lost_backgammon] = records.chances(position);
            let equity = 2.0 * win - 1.0 + gammon + backgammon - lost - lost_backgammon;
            let found = solved.value(position).unwrap()[0];
            // Its numbers have 24 bits and stop changing at 1e-5.
            assert!(
                (found - equity).abs() < 2e-5,
                "{position:?} {found} {equity}"
            );
        }
    }
}

#[test]
fn chances_with_one_checker_are_those_of_gnu_backgammon() {
    // With more, plays of equal equity lead to different chances, and it chooses others.
    let Some(records) = gnubg_records(1) else {
        return;
    };
    let equities = cubeless(&hyper(1), goal(1e-12), &mut go).unwrap();
    let found = chances(&equities, goal(1e-12), 1 << 30, &mut go).unwrap();
    for position in positions(1) {
        let expected = records.chances(position);
        for (found, expected) in found.value(position).unwrap().iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{position:?}");
        }
    }
}

/// Equities of rolling without a double, in the order of its records.
type Slots = [f64; 4];
const OWNED: usize = 0;
const CENTRED: usize = 1;
const JACOBY: usize = 2;
const OPPONENT: usize = 3;

/// What a play leads to.
enum Next {
    /// The other side is on roll.
    Position(usize),
    /// The game is won, so many times.
    Won(f64),
}

/// A position: its mirror, and for each roll where its plays lead; none of them for a dance.
struct Node {
    mirror: usize,
    rolls: Vec<Vec<Next>>,
}

fn nodes(checkers: u8, numbering: &Numbering) -> Vec<(usize, Node)> {
    let variant = hyper(checkers);
    let rules = variant.rules();
    let index = |position: Position| {
        let number = |side| numbering.number(side).unwrap();
        number(position.player) * numbering.len() + number(position.opponent)
    };
    let node = |position: Position| {
        let of_roll = |&dice| {
            let plays = legal_plays(&rules, position, dice);
            let made = plays.iter().filter(|play| play.after != position);
            let next = |after: Position| match outcome(&variant, after.flipped()) {
                Some(over) => Next::Won(f64::from(over.multiplier())),
                None => Next::Position(index(after.flipped())),
            };
            made.map(|play| next(play.after)).collect()
        };
        let mirror = index(position.flipped());
        let rolls = ROLLS.iter().map(of_roll).collect();
        (index(position), Node { mirror, rolls })
    };
    positions(checkers).map(node).collect()
}

/// The slots with the other side's decision to double.
fn decided(slots: Slots) -> Slots {
    let doubled = f64::min(2.0 * slots[OPPONENT], 1.0);
    let mut decided = slots.map(|value| value.max(doubled));
    decided[OPPONENT] = slots[OPPONENT];
    decided
}

/// What a position of the other side is worth to the one that has just moved.
fn left(slots: Slots) -> Slots {
    let [owned, centred, jacoby, opponent] = decided(slots).map(|value| -value);
    [opponent, centred, jacoby, owned]
}

/// The equities of all positions. With `fault` as `makehyper` has them: after a dance each slot is the
/// negative of the same slot of the mirror, as though the cube had changed hands, and nobody doubled.
fn solved(nodes: &[(usize, Node)], size: usize, fault: bool) -> Vec<Slots> {
    let mut values = vec![[0.0; 4]; size];
    loop {
        let mut change = 0.0f64;
        for (at, node) in nodes {
            let mut sum = [0.0; 4];
            for (dice, nexts) in ROLLS.iter().zip(&node.rolls) {
                let worth = |next: &Next| match *next {
                    Next::Position(next) => left(values[next]),
                    Next::Won(points) => [points, points, 1.0, points],
                };
                let best = if nexts.is_empty() && fault {
                    values[node.mirror].map(|value| -value)
                } else if nexts.is_empty() {
                    left(values[node.mirror])
                } else {
                    let least = [f64::NEG_INFINITY; 4];
                    nexts.iter().map(worth).fold(least, |best, worth| {
                        std::array::from_fn(|k| f64::max(best[k], worth[k]))
                    })
                };
                let weight = if dice.is_double() { 1.0 } else { 2.0 } / 36.0;
                for k in 0..4 {
                    sum[k] += weight * best[k];
                }
            }
            for k in 0..4 {
                change = change.max((sum[k] - values[*at][k]).abs());
            }
            values[*at] = sum;
        }
        if change < 1e-10 {
            return values;
        }
    }
}

#[test]
fn with_the_cube_makehyper_errs_where_somebody_dances() {
    let Some(records) = gnubg_records(2) else {
        return;
    };
    let stakes = Money { beavers: false };
    let table = money(&hyper(2), stakes, goal(1e-12), &mut go).unwrap();
    let nodes = nodes(2, table.numbering());
    let right = solved(&nodes, table.cells().len(), false);
    let wrong = solved(&nodes, table.cells().len(), true);
    let (mut error, mut fault) = (0.0f64, 0.0f64);
    for position in positions(2) {
        let at = table.index(position).unwrap();
        let found = table.cells()[at];
        let own = decided(right[at]);
        for (slot, value) in [
            (slot::OWN, own[OWNED]),
            (slot::CENTRED, own[CENTRED]),
            (slot::JACOBY, own[JACOBY]),
            (slot::HIS, own[OPPONENT]),
        ] {
            assert!((found[slot] - value).abs() < 1e-8, "{position:?} {slot}");
        }
        for (k, value) in records.equities(position).into_iter().enumerate() {
            error = error.max((value - wrong[at][k]).abs());
            fault = fault.max((value - right[at][k]).abs());
        }
    }
    // Its numbers have 24 bits; what it errs by is far more.
    assert!(error < 2e-6, "{error}");
    assert!((0.021..0.022).contains(&fault), "{fault}");
}
