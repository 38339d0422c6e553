//! Exact values of any small variant, beside the slow generator, which shares nothing with the
//! solver, and beside games played.

use std::ops::ControlFlow;
use tavla_engine::plays::slow;
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::variant::{
    Contact, HeldLimit, InnerMoves, LimitCheck, Overshoot, Release, Track,
};
use tavla_engine::{Dice, Position, ROLLS, Variant, legal_plays, outcome};
use tavla_solve::Threads;
use tavla_solve::exact::{self, ExactError, Goal, Money, TIE, Table, chance, slot};
use tavla_solve::exact::{chances, solve_cubeless, solve_money};

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

fn check_money(table: &Table<4>, step: usize) {
    for position in positions(table).step_by(step) {
        let roll = |k| best(table.variant(), position, |next| left(table, next, k));
        // When I own the cube, he does not; what he can be left with is the slot of his.
        let his = roll(slot::OWN);
        let doubled = f64::min(2.0 * his, 1.0);
        let mut expected = [his; 4];
        expected[slot::OWN] = roll(slot::HIS).max(doubled);
        expected[slot::CENTRED] = roll(slot::CENTRED).max(doubled);
        expected[slot::JACOBY] = roll(slot::JACOBY).max(doubled);
        let found = table.value(position).unwrap();
        for k in 0..4 {
            assert!((found[k] - expected[k]).abs() < 1e-12, "{position:?} {k}");
        }
    }
}

#[test]
fn small_moultezim_has_the_values_of_the_best_plays() {
    for (checkers, step, many) in [(1, 1, 552), (2, 5, 90_252)] {
        let table = cubeless(&moultezim(checkers));
        assert_eq!(positions(&table).count(), many);
        check_cubeless(&table, step);
        assert_eq!(table.passes(), 1);
    }
}

#[test]
fn small_moultezim_has_the_values_of_the_best_doubles() {
    for (checkers, step) in [(1, 1), (2, 31)] {
        let variant = moultezim(checkers);
        let stakes = Money { beavers: false };
        let table = solve_money(&variant, stakes, goal(), GIGABYTE, &mut go).unwrap();
        check_money(&table, step);
    }
}

#[test]
#[ignore = "a minute: `nox -s proofs` runs it"]
fn moultezim_of_three_has_the_values_of_the_best_plays() {
    check_cubeless(&cubeless(&moultezim(2)), 1);
    let table = cubeless(&moultezim(3));
    assert_eq!(positions(&table).count(), 6_185_252);
    check_cubeless(&table, 97);
}

/// Two checkers a side, at 24 and 23, by other rules.
fn composed(name: &str, change: impl FnOnce(&mut Variant)) -> Variant {
    let mut start = [0; 26];
    (start[24], start[23]) = (1, 1);
    let mut variant = Variant {
        checkers: 2,
        start,
        name: name.into(),
        ..Variant::hyper()
    };
    change(&mut variant);
    variant.validated().unwrap()
}

fn limit(low: u8, high: u8, most: u8) -> Vec<HeldLimit> {
    vec![HeldLimit { low, high, most }]
}

#[test]
fn games_of_every_kind_have_the_values_of_the_best_plays() {
    let variants = [
        composed("parallel, hits", |v| v.track = Track::Parallel),
        composed("contrary, no hits", |v| v.contact = Contact::Block),
        composed("a limit, hits", |v| v.held_limits = limit(13, 18, 1)),
        composed("a limit at the end, no hits", |v| {
            v.contact = Contact::Block;
            v.held_limits = limit(1, 12, 1);
            v.limit_check = LimitCheck::EndOfTurn;
        }),
        composed("only exact numbers bear off", |v| {
            v.contact = Contact::Block;
            v.bearoff_overshoot = Overshoot::ExactOnly;
            v.bearoff_inner_moves = InnerMoves::Forbidden;
        }),
        Variant {
            first_away_release: Release::NextTurn,
            ..moultezim(2)
        },
    ];
    for variant in variants {
        let table = cubeless(&variant);
        assert!(table.residual() <= goal().residual);
        check_cubeless(&table, 101);
    }
}

/// The chances of a position, by the slow generator and the words of `Planes::best`.
fn expected_chances(equities: &Table<1>, found: &Table<5>, position: Position) -> [f64; 5] {
    let (variant, numbering) = (equities.variant(), equities.numbering());
    let mut expected = [0.0; 5];
    for dice in ROLLS {
        let plays = slow::legal_plays(&variant.rules(), position, dice);
        let worth = |after: Position| left(equities, after.flipped(), 0);
        let best = plays.iter().map(|play| worth(play.after));
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        let equal = plays.iter().filter(|play| worth(play.after) >= best - TIE);
        let after = equal.map(|play| play.after).min_by_key(|after| {
            let number = |side| numbering.number(side);
            let pips = after.player.pips();
            (pips, number(after.player), number(after.opponent))
        });
        let next = found.value(after.unwrap().flipped()).unwrap();
        let mine = [
            1.0 - next[chance::WIN],
            next[chance::LOSE_GAMMON],
            next[chance::LOSE_BACKGAMMON],
            next[chance::WIN_GAMMON],
            next[chance::WIN_BACKGAMMON],
        ];
        for (sum, mine) in expected.iter_mut().zip(mine) {
            *sum += f64::from(dice.weight()) / 36.0 * mine;
        }
    }
    expected
}

#[test]
fn chances_are_those_of_the_plays_chosen() {
    let parallel = composed("parallel, hits", |v| v.track = Track::Parallel);
    let hyper = composed("hyper of one", |v| {
        v.checkers = 1;
        v.start[23] = 0;
    });
    // In so little memory nothing is noted.
    let little = 40 << 10;
    for (variant, memory) in [
        (moultezim(2), GIGABYTE),
        (parallel, GIGABYTE),
        (hyper, little),
    ] {
        let equities = cubeless(&variant);
        let found = chances(&equities, goal(), memory, &mut go).unwrap();
        for position in positions(&equities).step_by(59) {
            let [win, gammon, backgammon, lost, lost_backgammon] = found.value(position).unwrap();
            let equity = 2.0 * win - 1.0 + gammon + backgammon - lost - lost_backgammon;
            assert!((equity - equities.value(position).unwrap()[0]).abs() < 1e-9);
            assert!(win > gammon - 1e-12 && gammon > backgammon - 1e-12 && backgammon >= 0.0);
            let expected = expected_chances(&equities, &found, position);
            for (found, expected) in found.value(position).unwrap().iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 1e-11,
                    "{position:?} {found} {expected}"
                );
            }
        }
    }
}

#[test]
fn perfect_players_win_what_the_start_is_worth() {
    let variant = moultezim(2);
    let table = cubeless(&variant);
    let games = 40_000;
    let seed = [7; 32];
    let won = (0..games).map(|game| f64::from(play(&table, &seed, game)));
    let (sum, squares) = won.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    let mean = sum / games as f64;
    let error = ((squares / games as f64 - mean * mean) / games as f64).sqrt();
    // Both dice are thrown again after the opening throw, so that any roll can be the first.
    let expected = table.value(Position::start(&variant)).unwrap()[0];
    assert!((mean - expected).abs() < 4.0 * error, "{mean} {expected}");
    assert!(error < 0.01);
}

/// What the side that starts wins of one game between perfect players.
fn play(table: &Table<1>, seed: &Seed, game: u64) -> i8 {
    let (variant, rules) = (table.variant(), table.variant().rules());
    let mut dice = DiceStream::new(seed, game);
    let mut position = Position::start(variant);
    let mut sign = 1;
    for turn in 0.. {
        let (first, second) = dice.roll(turn);
        let plays = legal_plays(&rules, position, Dice::new(first, second).unwrap());
        let next = plays.iter().map(|play| play.after.flipped());
        let worth = |&next: &Position| left(table, next, 0);
        position = next.max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap();
        if let Some(over) = outcome(variant, position) {
            return sign * over.multiplier() as i8;
        }
        sign = -sign;
    }
    unreachable!("games end")
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let parallel = composed("parallel, hits", |v| v.track = Track::Parallel);
    for variant in [moultezim(2), parallel] {
        let solved = |threads| {
            let goal = Goal {
                residual: 1e-3,
                threads: Threads::new(threads).unwrap(),
            };
            let stakes = Money { beavers: true };
            solve_money(&variant, stakes, goal, GIGABYTE, &mut go).unwrap()
        };
        let bits = |table: &Table<4>| {
            let slots = table.cells().iter().flatten();
            slots.map(|slot| slot.to_bits()).collect::<Vec<_>>()
        };
        let (one, three) = (solved(1), solved(3));
        assert_eq!(one.passes(), three.passes());
        assert!(bits(&one) == bits(&three));
    }
}

#[test]
fn the_fast_solver_is_taken_where_it_can_be() {
    let variant = composed("hyper", |_| {});
    let (fast, any) = (
        exact::cubeless(&variant, goal(), &mut go).unwrap(),
        cubeless(&variant),
    );
    assert!(fast == any);
}

#[test]
fn a_game_that_does_not_fit_is_refused_with_its_size() {
    let refused =
        |variant: &Variant, memory| solve_cubeless(variant, goal(), memory, &mut go).unwrap_err();
    let ExactError::TooLarge { needed, memory, .. } = refused(&moultezim(4), GIGABYTE) else {
        panic!("it does not fit");
    };
    assert_eq!(memory, GIGABYTE);
    // 20,475 sides, and 8 bytes for each pair of them.
    assert!(needed > 20_475 * 20_475 * 8 && needed < 20_475 * 20_475 * 12);
    let refused = refused(&Variant::backgammon(), u64::MAX);
    assert!(matches!(refused, ExactError::TooLarge { .. }), "{refused}");
}

#[test]
fn a_game_that_nobody_can_go_on_with_is_refused() {
    // Two checkers on one point of 13..24 could only leave it together.
    let stuck = |point: usize| {
        composed("stuck", |v| {
            v.contact = Contact::Block;
            v.track = Track::Parallel;
            v.start = [0; 26];
            v.start[point] = 2;
            v.held_limits = limit(13, 24, 1);
        })
    };
    let variant = stuck(24);
    let refused = solve_cubeless(&variant, goal(), GIGABYTE, &mut go).unwrap_err();
    let position = Position::start(&variant);
    assert_eq!(refused, ExactError::Deadlock { position });
    // Where no game gets there, nobody minds.
    let table = cubeless(&stuck(12));
    assert_eq!(table.value(position), Some([0.0]));
}

#[test]
fn a_cube_that_is_turned_for_ever_is_refused() {
    // Two checkers that must stay together move by doubles only: either side redoubles while the
    // other dances.
    let variant = composed("together", |v| {
        v.contact = Contact::Block;
        v.start = [0; 26];
        v.start[3] = 2;
        v.held_limits = limit(1, 24, 1);
        v.limit_check = LimitCheck::EndOfTurn;
    });
    let stakes = Money { beavers: false };
    let refused = solve_money(&variant, stakes, goal(), GIGABYTE, &mut go).unwrap_err();
    assert!(matches!(refused, ExactError::Unsettled { .. }), "{refused}");
    check_cubeless(&cubeless(&variant), 101);
}

#[test]
fn work_stops_when_told() {
    let parallel = composed("parallel, hits", |v| v.track = Track::Parallel);
    for variant in [moultezim(2), parallel] {
        let mut calls = 0;
        let mut stop = |left: f64| {
            calls += 1;
            assert!(left > 0.0);
            if calls == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let stopped = solve_cubeless(&variant, goal(), GIGABYTE, &mut stop);
        assert_eq!(stopped.unwrap_err(), ExactError::Stopped);
        assert_eq!(calls, 5);
    }
}
