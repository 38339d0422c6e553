//! Blocks: games that advance together are the games of a simulation.

mod common;

use common::{composed, pip_score, run, threads};
use std::ops::ControlFlow;
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::row::{self, ROW};
use tavla_engine::variant::HeldLimit;
use tavla_engine::{Position, Variant};
use tavla_solve::batch::{Afterstates, Rolls, afterstates};
use tavla_solve::block::{Block, BlockError, Chooses, Wave};
use tavla_solve::{Plan, Player, Results, SimulateError, Threads};

const RANDOM: Chooses = Chooses::Player(Player::Random);
const PIP: Chooses = Chooses::Player(Player::Pip);

/// What the turns of a wave can lead to.
fn successors(variant: &Variant, wave: &Wave, threads: Threads) -> Afterstates {
    let (rules, rolls) = (variant.rules(), Rolls::Each(&wave.dice));
    let mut go_on = |_| ControlFlow::Continue(());
    let made = afterstates(
        &rules,
        &wave.positions,
        rolls,
        usize::MAX,
        threads,
        &mut go_on,
    );
    made.expect("memory")
}

/// Chooses the first play of every turn.
fn play_first(block: &mut Block, next: &Afterstates) -> Result<(), BlockError> {
    let rows = &next.indptr[..next.indptr.len() - 1];
    block.play(rows, &next.indptr, &next.boards)
}

/// The position on a row, the side that moved first.
fn after(next: &Afterstates, row: i64) -> Position {
    let (boards, _) = next.boards.as_chunks::<ROW>();
    let next = row::read(&boards[row as usize]).expect("a position");
    next.flipped()
}

/// What a player chooses in a turn of a wave, by the documentation.
fn choose(
    player: Player,
    variant: &Variant,
    seed: &Seed,
    (wave, next): (&Wave, &Afterstates),
    turn: usize,
) -> i64 {
    let (first, end) = (next.indptr[turn], next.indptr[turn + 1]);
    match player {
        Player::Random => {
            let mut stream = DiceStream::new(seed, wave.game[turn]);
            let (seat, number) = (usize::from(wave.seat[turn]), u64::from(wave.turn[turn]));
            first + i64::from(stream.choose(seat, number, (end - first) as u32))
        }
        Player::Pip => {
            let score = |&row: &i64| (pip_score(variant, after(next, row)), -row);
            (first..end).max_by_key(score).expect("a play")
        }
    }
}

/// Plays a block whose policies are the players with their numbers; also tells how many waves it
/// took.
fn play(plan: &Plan<'_>, chooses: [Chooses; 2], policies: &[Player]) -> (Results, usize) {
    let mut block = Block::new(plan, chooses).expect("a plan");
    let mut waves = 0;
    while let Some(wave) = block.wave().expect("the games end") {
        let next = successors(plan.variant, &wave, plan.threads);
        let player = policies[usize::from(wave.policy)];
        let choose = |turn| choose(player, plan.variant, &plan.seed, (&wave, &next), turn);
        let rows: Vec<i64> = (0..wave.positions.len()).map(choose).collect();
        block
            .play(&rows, &next.indptr, &next.boards)
            .expect("the games end");
        waves += 1;
    }
    assert_eq!(block.live(), 0);
    (block.results(), waves)
}

#[test]
fn blocks_are_the_games_of_a_simulation() {
    for variant in Variant::presets().into_iter().chain(composed()) {
        let mut plan = Plan::new(&variant, 30);
        (plan.seed, plan.first_game) = ([9; 32], (1 << 40) + 5);
        let own = [Chooses::Policy(0), Chooses::Policy(1)];
        let shared = [Chooses::Policy(0); 2];
        let cases: [([Player; 2], [Chooses; 2], &[Player]); 6] = [
            ([Player::Random; 2], shared, &[Player::Random]),
            ([Player::Pip; 2], shared, &[Player::Pip]),
            (
                [Player::Random, Player::Pip],
                own,
                &[Player::Random, Player::Pip],
            ),
            (
                [Player::Pip, Player::Random],
                [PIP, Chooses::Policy(0)],
                &[Player::Random],
            ),
            (
                [Player::Pip, Player::Random],
                [Chooses::Policy(0), RANDOM],
                &[Player::Pip],
            ),
            ([Player::Random, Player::Pip], [RANDOM, PIP], &[]),
        ];
        for (players, chooses, policies) in cases {
            plan.players = players;
            let (found, _) = play(&plan, chooses, policies);
            assert_eq!(found, run(&plan), "{} {chooses:?}", variant.name);
        }
    }
}

#[test]
fn a_policy_of_both_seats_gets_every_game_at_once() {
    let variant = Variant::hyper();
    let mut plan = Plan::new(&variant, 200);
    plan.players = [Player::Pip; 2];
    let longest = usize::from(*run(&plan).turns.iter().max().expect("games"));
    let shared = [Chooses::Policy(0); 2];
    assert_eq!(play(&plan, shared, &[Player::Pip]).1, longest);
    // Two policies take turns, each with all the games after the first wave.
    let own = [Chooses::Policy(0), Chooses::Policy(1)];
    let (_, waves) = play(&plan, own, &[Player::Pip; 2]);
    assert!(waves == longest || waves == longest + 1);
    let mut block = Block::new(&plan, own).expect("a plan");
    let first = block.wave().unwrap().expect("turns");
    assert_eq!(first.policy, 0);
    assert!((60..140).contains(&first.seat.len()));
    assert!(first.seat.iter().all(|&seat| seat == 0));
    play_first(&mut block, &successors(&variant, &first, Threads::MIN)).unwrap();
    let second = block.wave().unwrap().expect("turns");
    assert_eq!(second.policy, 1);
    assert_eq!(second.game, (0..200).collect::<Vec<u64>>());
    assert!(second.seat.iter().all(|&seat| seat == 1));
    assert!(second.turn.contains(&0) && second.turn.contains(&1));
}

#[test]
fn threads_change_nothing() {
    let variant = Variant::backgammon();
    let mut plan = Plan::new(&variant, 2_500);
    plan.players = [Player::Random; 2];
    let alone = run(&plan);
    plan.threads = threads(3);
    let shared = [Chooses::Policy(0); 2];
    assert_eq!(play(&plan, shared, &[Player::Random]).0, alone);
}

#[test]
fn rows_that_are_none_are_refused_and_nothing_is_played() {
    let variant = Variant::hyper();
    let mut block = Block::new(&Plan::new(&variant, 10), [Chooses::Policy(0); 2]).expect("a plan");
    let wave = block.wave().unwrap().expect("turns");
    let next = successors(&variant, &wave, Threads::MIN);
    let (indptr, boards) = (&next.indptr, &next.boards);
    let good = &indptr[..10];
    let length = BlockError::Length {
        expected: 10,
        got: 9,
    };
    assert_eq!(block.play(&good[..9], indptr, boards), Err(length));
    let (first, last) = (indptr[3], indptr[4] - 1);
    for row in [first - 1, last + 1, -1, i64::MIN, i64::MAX] {
        let mut rows = good.to_vec();
        rows[3] = row;
        let refused = BlockError::Row {
            turn: 3,
            first,
            last,
            row,
        };
        assert_eq!(block.play(&rows, indptr, boards), Err(refused));
    }
    let foreign = Err(BlockError::Successors);
    assert_eq!(block.play(good, &indptr[..10], boards), foreign);
    assert_eq!(block.play(good, indptr, &boards[..ROW]), foreign);
    let mut spoilt = boards.clone();
    spoilt[good[9] as usize * ROW] += 1;
    assert_eq!(block.play(good, indptr, &spoilt), foreign);
    assert_eq!(block.wave().unwrap(), Some(wave));
    assert_eq!(block.play(good, indptr, boards), Ok(()));
    // The rows belong to one wave, and are played once.
    assert!(matches!(
        block.play(good, indptr, boards),
        Err(BlockError::Length { expected: 0, .. })
    ));
}

#[test]
fn blocks_that_cannot_be_had_are_refused() {
    let mut variant = Variant::hyper();
    let mut plan = Plan::new(&variant, 2);
    plan.first_game = u64::MAX;
    let numbers = SimulateError::Numbers {
        first_game: u64::MAX,
        games: 2,
    };
    assert_eq!(Block::new(&plan, [RANDOM; 2]).err(), Some(numbers));
    let games = 1 << 32;
    assert_eq!(
        Block::new(&Plan::new(&variant, games), [RANDOM; 2]).err(),
        Some(SimulateError::NoMemory { games })
    );
    variant.checkers = 4;
    let refused = Block::new(&Plan::new(&variant, 1), [RANDOM; 2]).err();
    assert!(matches!(refused, Some(SimulateError::Variant(_))));
}

#[test]
fn no_games_need_no_wave() {
    let variant = Variant::hyper();
    let mut plan = Plan::new(&variant, 0);
    plan.first_game = u64::MAX;
    assert_eq!(play(&plan, [Chooses::Policy(0); 2], &[]).0.len(), 0);
    plan.games = 1;
    assert_eq!(play(&plan, [RANDOM; 2], &[]).0, run(&plan));
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
    let mut plan = Plan::new(&stuck, 3);
    plan.first_game = 40;
    let error = run_to_the_end(&plan, [Chooses::Policy(0); 2]);
    let variant = String::from("stuck");
    let endless = SimulateError::Endless { game: 40, variant };
    assert_eq!(error, Err(BlockError::Simulate(endless.clone())));
    let error = run_to_the_end(&plan, [RANDOM; 2]);
    assert_eq!(error, Err(BlockError::Simulate(endless)));
}

fn run_to_the_end(plan: &Plan<'_>, chooses: [Chooses; 2]) -> Result<(), BlockError> {
    let mut block = Block::new(plan, chooses)?;
    while let Some(wave) = block.wave()? {
        play_first(&mut block, &successors(plan.variant, &wave, plan.threads))?;
    }
    Ok(())
}
