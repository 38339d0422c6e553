//! Simulations: the same games however they are played, and as the slow generator plays them.

mod common;

use common::{composed, pip_score, replay, run, threads};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};
use tavla_engine::variant::HeldLimit;
use tavla_engine::{Position, ROLLS, Variant, legal_plays};
use tavla_solve::{Plan, Player, SimulateError, simulate};

const PAIRS: [[Player; 2]; 4] = [
    [Player::Random, Player::Random],
    [Player::Random, Player::Pip],
    [Player::Pip, Player::Random],
    [Player::Pip, Player::Pip],
];

#[test]
fn any_number_of_threads_plays_the_same_games() {
    for variant in Variant::presets() {
        let mut plan = Plan::new(&variant, 700);
        plan.players = [Player::Random, Player::Pip];
        plan.seed = [11; 32];
        let alone = run(&plan);
        assert_eq!(alone.len(), 700);
        for count in [2, 7] {
            plan.threads = threads(count);
            assert_eq!(run(&plan), alone, "{} on {count} threads", variant.name);
        }
    }
}

#[test]
fn games_keep_their_numbers_in_any_chunks() {
    let variant = Variant::hyper();
    let mut plan = Plan::new(&variant, 3_000);
    plan.players = [Player::Pip, Player::Random];
    plan.first_game = u64::MAX - 2_999;
    let whole = run(&plan);
    let mut next = 0;
    for games in [0, 1, 7, 992, 2_000] {
        let mut part = plan;
        part.games = games;
        part.first_game += next;
        part.threads = threads(1 + games as usize % 3);
        let part = run(&part);
        for index in 0..games as usize {
            assert_eq!(part.game(index), whole.game(next as usize + index));
        }
        next += games;
    }
    assert_eq!(next, plan.games);
    assert_eq!(whole.game(3_000), None);
}

#[test]
fn games_are_those_of_the_slow_generator() {
    for variant in Variant::presets() {
        for players in PAIRS {
            let mut plan = Plan::new(&variant, 12);
            (plan.players, plan.seed, plan.first_game) = (players, [3; 32], 1 << 40);
            let results = run(&plan);
            for index in 0..12 {
                let slow = replay(&variant, players, &plan.seed, plan.first_game + index);
                let names = players.map(Player::name);
                assert_eq!(
                    results.game(index as usize),
                    Some(slow),
                    "{} {names:?} {index}",
                    variant.name
                );
            }
        }
    }
}

#[test]
fn composed_games_are_those_of_the_slow_generator_too() {
    for variant in composed() {
        for players in PAIRS {
            let mut plan = Plan::new(&variant, 4);
            plan.players = players;
            let results = run(&plan);
            for index in 0..4 {
                let slow = replay(&variant, players, &plan.seed, index);
                assert_eq!(results.game(index as usize), Some(slow), "{variant:?}");
            }
        }
    }
}

#[test]
fn the_pip_score_is_the_one_in_the_documentation() {
    for variant in Variant::presets().into_iter().chain(composed()) {
        let rules = variant.rules();
        let mut position = Position::start(&variant);
        for turn in 0..400 {
            if position.is_finished() {
                position = Position::start(&variant);
            }
            let plays = legal_plays(&rules, position, ROLLS[turn * 8 % 21]);
            for play in &plays {
                let quick = tavla_solve::pip_score(&variant, play.after);
                assert_eq!(quick, pip_score(&variant, play.after), "{:?}", play.after);
            }
            position = plays[turn * 31 % plays.len()].after.flipped();
        }
    }
}

#[test]
fn seats_start_equally_often_and_every_result_is_possible() {
    for variant in Variant::presets() {
        let mut plan = Plan::new(&variant, 4_000);
        plan.threads = threads(2);
        let results = run(&plan);
        let second: u32 = results.starter.iter().copied().map(u32::from).sum();
        // Four standard deviations are 127 games.
        assert!(second.abs_diff(2_000) < 127, "{second}");
        assert!(results.starter.iter().all(|&seat| seat <= 1));
        assert!(results.winner.iter().all(|&seat| seat <= 1));
        for points in 1..=3 {
            let any = results.points.contains(&points);
            assert_eq!(any, points <= variant.max_result as i8, "{}", variant.name);
        }
        assert!(results.turns.iter().all(|&turns| turns > 2));
    }
}

#[test]
fn pip_beats_random() {
    for variant in Variant::presets() {
        let mut wins = 0;
        for players in [[Player::Pip, Player::Random], [Player::Random, Player::Pip]] {
            let mut plan = Plan::new(&variant, 500);
            (plan.players, plan.threads) = (players, threads(2));
            let results = run(&plan);
            let pip = u8::from(players[1] == Player::Pip);
            wins += (0..500).filter(|&game| results.winner[game] == pip).count();
        }
        assert!(wins > 800, "{}: {wins} of 1000", variant.name);
    }
}

#[test]
fn a_tick_on_the_callers_thread_can_stop_the_run() {
    let variant = Variant::backgammon();
    let me = thread::current().id();
    for count in [1, 2] {
        let mut plan = Plan::new(&variant, 10_000_000);
        plan.threads = threads(count);
        let (mut ticks, mut last, mut asked) = (0, 0, Instant::now());
        let stopped = simulate(&plan, &mut |done| {
            assert_eq!(thread::current().id(), me);
            assert!(done >= last);
            (last, ticks, asked) = (done, ticks + 1, Instant::now());
            if ticks < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(asked.elapsed() < Duration::from_secs(2));
        assert_eq!(stopped, Err(SimulateError::Stopped { done: last }));
        assert!(last > 0);
    }
}

const HEADER: &str = "\
# Simulated games: known answers. rust/solve/tests/simulate.rs prints and checks them with the slow generator.
#
# seed: the 32 bytes of the key in hex, the first byte first
#
# variant seat 0's player, seat 1's seed game -> starter winner points turns
";

/// The seeds and the games in the file of known answers.
fn vector_games() -> impl Iterator<Item = ([u8; 32], u64)> {
    let seeds = [[0; 32], [255; 32], std::array::from_fn(|i| i as u8)];
    let numbers = [0, 1, 2, u64::MAX];
    seeds
        .into_iter()
        .flat_map(move |seed| numbers.map(|game| (seed, game)))
}

/// The file of known answers, by the slow generator.
fn vectors() -> String {
    let mut text = HEADER.to_owned();
    for variant in Variant::presets() {
        for players in PAIRS {
            for (seed, game) in vector_games() {
                let result = replay(&variant, players, &seed, game);
                let hex = seed
                    .iter()
                    .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
                let [first, second] = players.map(Player::name);
                let _ = writeln!(
                    text,
                    "{} {first} {second} {hex} {game} -> {} {} {} {}",
                    variant.name, result.starter, result.winner, result.points, result.turns
                );
            }
        }
    }
    text
}

#[test]
fn games_are_the_known_ones() {
    let known = include_str!("../../../tests/vectors/simulate.txt");
    assert_eq!(vectors(), known);
    let mut lines = known.lines().filter(|line| !line.starts_with('#'));
    for variant in Variant::presets() {
        for players in PAIRS {
            for (seed, first_game) in vector_games() {
                let plan = Plan {
                    players,
                    seed,
                    first_game,
                    ..Plan::new(&variant, 1)
                };
                let game = run(&plan).game(0).expect("one game");
                let (starter, winner) = (game.starter, game.winner);
                let (points, turns) = (game.points, game.turns);
                let answer = format!(" -> {starter} {winner} {points} {turns}");
                let line = lines.next().expect("a known answer");
                assert!(line.ends_with(&answer), "{line}, not{answer}");
            }
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
#[ignore = "prints tests/vectors/simulate.txt"]
#[expect(clippy::print_stdout, reason = "printing is what it is for")]
fn print_the_known_games() {
    print!("{}", vectors());
}

#[test]
fn no_games_are_no_results() {
    let variant = Variant::hyper();
    let mut plan = Plan::new(&variant, 0);
    plan.first_game = u64::MAX;
    assert!(run(&plan).is_empty());
}

#[test]
fn absurd_numbers_are_refused() {
    let variant = Variant::hyper();
    let mut plan = Plan::new(&variant, u64::MAX);
    let mut go_on = |_| ControlFlow::Continue(());
    assert_eq!(
        simulate(&plan, &mut go_on),
        Err(SimulateError::NoMemory { games: u64::MAX })
    );
    (plan.games, plan.first_game) = (2, u64::MAX);
    let (games, first_game) = (2, u64::MAX);
    assert_eq!(
        simulate(&plan, &mut go_on),
        Err(SimulateError::Numbers { first_game, games })
    );
    let mut impossible = Variant::hyper();
    impossible.checkers = 4;
    let refused = simulate(&Plan::new(&impossible, 1), &mut go_on);
    assert!(matches!(refused, Err(SimulateError::Variant(_))));
}

#[test]
fn a_game_that_does_not_end_is_named() {
    // With one point allowed, no checker may leave the stack for another.
    let mut stuck = Variant::moultezim();
    let limit = HeldLimit {
        low: 1,
        high: 24,
        most: 1,
    };
    (stuck.name, stuck.held_limits) = ("stuck".into(), vec![limit]);
    let mut plan = Plan::new(&stuck, 100);
    plan.first_game = 40;
    for count in [1, 2] {
        plan.threads = threads(count);
        let error = simulate(&plan, &mut |_| ControlFlow::Continue(()));
        let variant = "stuck".into();
        assert_eq!(error, Err(SimulateError::Endless { game: 40, variant }));
    }
}
