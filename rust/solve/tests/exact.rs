//! Exact values beside what is known, and beside a generator that shares nothing with the solver.

mod hypers;

use hypers::{go, goal, hyper, positions};
use std::ops::ControlFlow;
use tavla_engine::plays::slow;
use tavla_engine::{Position, ROLLS, Variant, outcome};
use tavla_solve::Threads;
use tavla_solve::exact::{
    ExactError, Goal, Money, Table, chance, chances, cubeless, money, prove, prove_money, slot,
};

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
        check_money(&variant, &solved, beavers, positions(2).step_by(97));
    }
}

fn check_money(
    variant: &Variant,
    solved: &Table<4>,
    beavers: bool,
    positions: impl Iterator<Item = Position>,
) {
    for position in positions {
        let roll = |k| best(variant, position, |next| left(variant, solved, next, k));
        let his = roll(slot::OWN);
        let mut doubled = f64::min(2.0 * his, 1.0);
        if beavers {
            doubled = doubled.min(f64::max(4.0 * his, -2.0));
        }
        // When I own the cube, he does not; what he can be left with is the slot of his.
        let found = solved.value(position).unwrap();
        let close = |k: usize, expected: f64| {
            assert!(
                (found[k] - expected).abs() < 2e-12,
                "{k} {position:?} {found:?}"
            );
        };
        close(slot::HIS, his);
        close(slot::OWN, roll(slot::HIS).max(doubled));
        close(slot::CENTRED, roll(slot::CENTRED).max(doubled));
        close(slot::JACOBY, roll(slot::JACOBY).max(doubled));
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
fn hyper_is_solved_and_proved() {
    let variant = Variant::hyper();
    let solved = cubeless(&variant, goal(1e-12), &mut go).unwrap();
    for position in positions(3).step_by(40_009) {
        let expected = best(&variant, position, |next| left(&variant, &solved, next, 0));
        assert!((solved.value(position).unwrap()[0] - expected).abs() < 1e-11);
    }
    let proof = prove(&solved, goal(1e-12), &mut go).unwrap();
    assert!(proof.width < 1e-12 && proof.error < 1e-12, "{proof:?}");
}

#[test]
#[ignore = "half an hour: `nox -s proofs` runs it"]
fn hyper_is_solved_and_proved_with_the_cube() {
    let (variant, stakes) = (Variant::hyper(), Money { beavers: true });
    let solved = money(&variant, stakes, goal(1e-12), &mut go).unwrap();
    check_money(&variant, &solved, true, positions(3).step_by(40_009));
    let proof = prove_money(&solved, stakes, goal(1e-12), &mut go).unwrap();
    assert!(proof.width < 1e-11 && proof.error < 1e-11, "{proof:?}");
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
