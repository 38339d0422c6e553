//! Exact values beside what is known, and beside a generator that shares nothing with the solver.

#![expect(clippy::print_stderr, reason = "an absent folder must not pass unseen")]

use std::ops::ControlFlow;
use std::path::Path;
use tavla_engine::plays::slow;
use tavla_engine::rank::{sides, unrank};
use tavla_engine::{Position, ROLLS, Side, Variant, outcome};
use tavla_solve::Threads;
use tavla_solve::exact::{
    ExactError, Goal, Money, Table, chance, chances, cubeless, money, prove, prove_money, slot,
};

fn hyper(checkers: u8) -> Variant {
    let mut start = [0; 26];
    for slot in 0..checkers {
        start[usize::from(24 - slot)] = 1;
    }
    Variant {
        checkers,
        start,
        name: format!("hyper {checkers}"),
        ..Variant::hyper()
    }
}

fn goal(residual: f64) -> Goal {
    Goal {
        residual,
        threads: Threads::new(2).unwrap(),
    }
}

fn go(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Every position in which both sides have checkers to bear off.
fn positions(checkers: u8) -> impl Iterator<Item = Position> {
    let variant = hyper(checkers);
    let all = move || (0..sides(checkers)).filter_map(move |n| unrank(checkers, n));
    all()
        .flat_map(move |player| all().map(move |opponent| Position { player, opponent }))
        .filter(move |position| position.faults(&variant).is_empty() && !position.is_finished())
}

fn weight(roll: usize) -> f64 {
    if ROLLS[roll].is_double() { 1.0 } else { 2.0 }
}

/// The weighted best of each roll's plays, by the slow generator.
fn best(variant: &Variant, position: Position, worth: impl Fn(Position) -> f64) -> f64 {
    let rules = variant.rules();
    let of_roll = |roll: usize| {
        let plays = slow::legal_plays(&rules, position, ROLLS[roll]);
        let best = plays.iter().map(|play| worth(play.after.flipped()));
        weight(roll) * best.fold(f64::NEG_INFINITY, f64::max)
    };
    (0..ROLLS.len()).map(of_roll).sum::<f64>() / 36.0
}

/// What a position is worth to the side that has just moved.
fn left<const K: usize>(variant: &Variant, solved: &Table<K>, next: Position, k: usize) -> f64 {
    match outcome(variant, next) {
        Some(_) if k == slot::JACOBY => 1.0,
        Some(over) => f64::from(over.multiplier()),
        None => -solved.value(next).unwrap()[k],
    }
}

fn check_cubeless(checkers: u8, step: usize) {
    let variant = hyper(checkers);
    let solved = cubeless(&variant, goal(1e-13), &mut go).unwrap();
    for position in positions(checkers).step_by(step) {
        let expected = best(&variant, position, |next| left(&variant, &solved, next, 0));
        let found = solved.value(position).unwrap()[0];
        assert!(
            (found - expected).abs() < 1e-12,
            "{position:?} {found} {expected}"
        );
    }
}

#[test]
fn values_without_a_cube_are_those_of_the_best_plays() {
    check_cubeless(1, 1);
    check_cubeless(2, 7);
}

#[test]
fn values_with_the_cube_are_those_of_the_best_plays_and_doubles() {
    for beavers in [false, true] {
        let (variant, stakes) = (hyper(2), Money { beavers });
        let solved = money(&variant, stakes, goal(1e-13), &mut go).unwrap();
        for position in positions(2).step_by(97) {
            let roll = |k| best(&variant, position, |next| left(&variant, &solved, next, k));
            let his = roll(slot::OWN);
            let mut doubled = f64::min(2.0 * his, 1.0);
            if beavers {
                doubled = doubled.min(f64::max(4.0 * his, -2.0));
            }
            // When I own the cube, he does not; what he can be left with is the slot of his.
            let found = solved.value(position).unwrap();
            let close = |k: usize, expected: f64| {
                assert!(
                    (found[k] - expected).abs() < 1e-12,
                    "{k} {position:?} {found:?}"
                );
            };
            close(slot::HIS, his);
            close(slot::OWN, roll(slot::HIS).max(doubled));
            close(slot::CENTRED, roll(slot::CENTRED).max(doubled));
            close(slot::JACOBY, roll(slot::JACOBY).max(doubled));
        }
    }
}

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
    /// The chances to win, to win and lose gammons and backgammons, in the order of `chance`.
    fn chances(&self, position: Position) -> [f64; 5] {
        let number = |side| gnubg_number(side, self.checkers);
        let at =
            number(position.player) * sides(self.checkers) as usize + number(position.opponent);
        let record = &self.data[40 + 28 * at..];
        std::array::from_fn(|n| {
            let low = &record[3 * n..3 * n + 3];
            let whole = u32::from(low[0]) | u32::from(low[1]) << 8 | u32::from(low[2]) << 16;
            f64::from(whole) / 16_777_215.0
        })
    }
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

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let solved = |threads| {
        let goal = Goal {
            residual: 1e-9,
            threads: Threads::new(threads).unwrap(),
        };
        money(&hyper(2), Money { beavers: true }, goal, &mut go).unwrap()
    };
    let (one, three) = (solved(1), solved(3));
    assert_eq!(one.passes(), three.passes());
    for position in positions(2).step_by(11) {
        assert_eq!(one.value(position), three.value(position));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let refused = cubeless(&Variant::moultezim(), goal(1e-9), &mut go).unwrap_err();
    assert!(matches!(refused, ExactError::Variant { .. }), "{refused}");
    let refused = cubeless(&hyper(1), goal(0.0), &mut go).unwrap_err();
    assert_eq!(refused, ExactError::Residual);
    let stopped = cubeless(&hyper(1), goal(1e-9), &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), ExactError::Stopped);
}

#[test]
#[ignore = "minutes: `nox -s proofs` runs it"]
fn hyper_is_solved() {
    let variant = Variant::hyper();
    let solved = cubeless(&variant, goal(1e-12), &mut go).unwrap();
    for position in positions(3).step_by(40_009) {
        let expected = best(&variant, position, |next| left(&variant, &solved, next, 0));
        assert!((solved.value(position).unwrap()[0] - expected).abs() < 1e-11);
    }
}

#[test]
fn values_are_enclosed_from_above_and_from_below() {
    for checkers in [1, 2] {
        let variant = hyper(checkers);
        let solved = cubeless(&variant, goal(1e-13), &mut go).unwrap();
        let proof = prove(&solved, goal(1e-12), &mut go).unwrap();
        assert!(proof.width < 1e-12 && proof.error < 1e-12, "{proof:?}");
        for beavers in [false, true] {
            let stakes = Money { beavers };
            let solved = money(&variant, stakes, goal(1e-13), &mut go).unwrap();
            let proof = prove_money(&solved, stakes, goal(1e-12), &mut go).unwrap();
            assert!(proof.width < 1e-12 && proof.error < 1e-12, "{proof:?}");
        }
    }
}

#[test]
fn chances_are_those_of_the_best_plays() {
    for (checkers, step) in [(1, 1), (2, 23)] {
        let variant = hyper(checkers);
        let solved = cubeless(&variant, goal(1e-14), &mut go).unwrap();
        let found = chances(&solved, goal(1e-14), 1 << 32, &mut go).unwrap();
        for position in positions(checkers).step_by(step) {
            let values = found.value(position).unwrap();
            let expected = made(&variant, &solved, &found, position);
            for k in 0..values.len() {
                assert!((values[k] - expected[k]).abs() < 1e-12, "{position:?} {k}");
            }
            let [
                win,
                win_gammon,
                win_backgammon,
                lose_gammon,
                lose_backgammon,
            ] = values;
            let equity = 2.0 * win - 1.0 + win_gammon + win_backgammon;
            let equity = equity - lose_gammon - lose_backgammon;
            let known = solved.value(position).unwrap()[0];
            assert!(
                (equity - known).abs() < 1e-11,
                "{position:?} {equity} {known}"
            );
        }
    }
}

/// The chances of a position by the plays of the slow generator, and by what is said of ties.
fn made(variant: &Variant, solved: &Table<1>, found: &Table<5>, position: Position) -> [f64; 5] {
    let rules = variant.rules();
    let mut sum = [0.0; 5];
    for (roll, &dice) in ROLLS.iter().enumerate() {
        let plays = slow::legal_plays(&rules, position, dice);
        let nexts: Vec<Position> = plays.iter().map(|play| play.after.flipped()).collect();
        let worth = |&next: &Position| left(variant, solved, next, 0);
        let best = nexts.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
        let equal = nexts.iter().filter(|next| worth(next) >= best - 1e-11);
        let number = |side| solved.numbering().number(side).unwrap();
        let next = *equal
            .min_by_key(|next| (number(next.opponent), number(next.player)))
            .unwrap();
        let loses = if let Some(over) = outcome(variant, next) {
            let at_least = |times| f64::from(u8::from(over.multiplier() >= times));
            [0.0, 0.0, 0.0, at_least(2), at_least(3)]
        } else {
            found.value(next).unwrap()
        };
        let wins = [
            1.0 - loses[chance::WIN],
            loses[chance::LOSE_GAMMON],
            loses[chance::LOSE_BACKGAMMON],
            loses[chance::WIN_GAMMON],
            loses[chance::WIN_BACKGAMMON],
        ];
        for k in 0..5 {
            sum[k] += weight(roll) * wins[k] / 36.0;
        }
    }
    sum
}
