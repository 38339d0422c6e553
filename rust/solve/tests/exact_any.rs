//! Exact values of any small variant, beside the slow generator, which shares nothing with the
//! solver, and beside games played.

use std::ops::ControlFlow;
use tavla_engine::plays::slow;
use tavla_engine::variant::HeldLimit;
use tavla_engine::{Outcome, Position, ROLLS, Side, Variant, outcome};
use tavla_solve::Threads;
use tavla_solve::exact::{ExactError, Goal, Money, Table, slot, solve_cubeless, solve_money};

const GIGABYTE: u64 = 1 << 30;

fn goal() -> Goal {
    Goal {
        residual: 1e-13,
        threads: Threads::new(2).unwrap(),
    }
}

fn go(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn cubeless(variant: &Variant) -> Table<1> {
    solve_cubeless(variant, goal(), GIGABYTE, &mut go).unwrap()
}

/// Moultezim under its own rules with fewer checkers.
fn moultezim(checkers: u8) -> Variant {
    let mut start = [0; 26];
    start[24] = checkers;
    let variant = Variant {
        checkers,
        start,
        name: format!("moultezim {checkers}"),
        ..Variant::moultezim()
    };
    variant.validated().unwrap()
}

/// Every position in which both sides have checkers to bear off.
fn positions<const K: usize>(table: &Table<K>) -> impl Iterator<Item = Position> {
    let numbering = table.numbering();
    let all = move || (0..numbering.len()).map(move |n| numbering.side(n));
    all()
        .flat_map(move |player| all().map(move |opponent| Position { player, opponent }))
        .filter(|position| !position.is_finished() && table.value(*position).is_some())
}

/// The mean of the best that each roll's plays are worth, by the slow generator.
fn best(variant: &Variant, position: Position, worth: impl Fn(Position) -> f64) -> f64 {
    let rules = variant.rules();
    let of_roll = |&dice| {
        let plays = slow::legal_plays(&rules, position, dice);
        let best = plays.iter().map(|play| worth(play.after.flipped()));
        f64::from(dice.weight()) * best.fold(f64::NEG_INFINITY, f64::max)
    };
    ROLLS.iter().map(of_roll).sum::<f64>() / 36.0
}

/// What a position is worth to the side that has just moved.
fn left<const K: usize>(table: &Table<K>, next: Position, k: usize) -> f64 {
    match outcome(table.variant(), next) {
        Some(_) if k == slot::JACOBY => 1.0,
        Some(over) => f64::from(over.multiplier()),
        None => -table.value(next).unwrap()[k],
    }
}

fn check_cubeless(table: &Table<1>, step: usize) {
    for position in positions(table).step_by(step) {
        let expected = best(table.variant(), position, |next| left(table, next, 0));
        let found = table.value(position).unwrap()[0];
        assert!(
            (found - expected).abs() < 1e-12,
            "{position:?} {found} {expected}"
        );
    }
}

#[test]
#[ignore]
fn three() {
    let variant = moultezim(3);
    let table = cubeless(&variant);
    eprintln!(
        "{:?} {}",
        table.value(Position::start(&variant)),
        table.residual()
    );
    eprintln!("{}", positions(&table).count());
}

#[test]
fn small_moultezim_has_the_values_of_the_best_plays() {
    for (checkers, step, many) in [(1, 1, 552), (2, 1, 90_252)] {
        let table = cubeless(&moultezim(checkers));
        assert_eq!(positions(&table).count(), many);
        check_cubeless(&table, step);
    }
}
