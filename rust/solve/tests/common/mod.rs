//! A simulation once more, slow and obvious, from the words of `docs/simulation.md`.
#![allow(dead_code, reason = "each file of tests uses a part")]

use std::ops::ControlFlow;
use tavla_engine::plays::slow;
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::side::across;
use tavla_engine::variant::{Contact, LimitCheck, Opening};
use tavla_engine::{Dice, Position, Variant};
use tavla_solve::{GameResult, Plan, Player, Results, Threads, simulate};

pub(crate) fn run(plan: &Plan<'_>) -> Results {
    simulate(plan, &mut |_| ControlFlow::Continue(())).expect("the games end")
}

pub(crate) fn threads(count: usize) -> Threads {
    Threads::new(count).expect("at least one")
}

/// The variants that touch an option each.
pub(crate) fn composed() -> Vec<Variant> {
    let two = |start: &mut [u8; 26]| {
        *start = [0; 26];
        (start[24], start[23]) = (1, 1);
    };
    let mut hyper_of_two = Variant::hyper();
    two(&mut hyper_of_two.start);
    hyper_of_two.checkers = 2;
    let mut contrary_block = Variant::hyper();
    contrary_block.contact = Contact::Block;
    let mut parallel_hit = Variant::moultezim();
    (parallel_hit.contact, parallel_hit.first_away_pips) = (Contact::Hit, 0);
    let mut at_the_end = Variant::fevga();
    at_the_end.limit_check = LimitCheck::EndOfTurn;
    vec![hyper_of_two, contrary_block, parallel_hit, at_the_end]
}

/// One game by the slow generator.
pub(crate) fn replay(
    variant: &Variant,
    players: [Player; 2],
    seed: &Seed,
    game: u64,
) -> GameResult {
    let rules = variant.rules();
    let mut stream = DiceStream::new(seed, game);
    let mut attempt = 0;
    let opening = loop {
        let throw = stream.opening(attempt);
        if throw.0 != throw.1 {
            break throw;
        }
        attempt += 1;
    };
    let starter = u8::from(opening.1 > opening.0);
    let (mut seat, mut turn) = (starter, 0);
    let mut position = Position::start(variant);
    loop {
        let throw = if turn == 0 && variant.opening == Opening::UseDice {
            opening
        } else {
            stream.roll(turn)
        };
        let dice = Dice::new(throw.0, throw.1).expect("two dice");
        let plays = slow::legal_plays(&rules, position, dice);
        let row = match players[usize::from(seat)] {
            Player::Random => stream.choose(usize::from(seat), turn, plays.len() as u32) as usize,
            Player::Pip => {
                let scores = plays.iter().map(|play| pip_score(variant, play.after));
                let scores: Vec<i32> = scores.collect();
                let best = scores.iter().max().expect("a dance is a play too");
                scores
                    .iter()
                    .position(|score| score == best)
                    .expect("it is there")
            }
        };
        turn += 1;
        position = plays[row].after;
        if position.player.count(0) == variant.checkers {
            return GameResult {
                winner: seat,
                starter,
                points: points(variant, position) as i8,
                turns: turn as u16,
            };
        }
        position = position.flipped();
        seat = 1 - seat;
    }
}

/// What the player who has borne off everything wins.
fn points(variant: &Variant, position: Position) -> u8 {
    let loser = position.opponent;
    let behind = (1..=24)
        .filter(|&point| across(variant.track, point) <= 6)
        .chain([25]);
    let worth = if loser.count(0) > 0 {
        1
    } else if behind.clone().any(|slot| loser.count(slot) > 0) {
        3
    } else {
        2
    };
    worth.min(variant.max_result)
}

/// The score of the `pip` player, checker by checker.
pub(crate) fn pip_score(variant: &Variant, after: Position) -> i32 {
    let mine = after.player.counts();
    let theirs = after.opponent.counts();
    let pips = |side: &[u8; 26]| (0..26).map(|i| i as i32 * i32::from(side[i])).sum::<i32>();
    let other = |point: usize| usize::from(across(variant.track, point as u8));
    let mut score = 36 * (pips(&theirs) - pips(&mine)) + 36 * i32::from(mine[0]);
    if variant.contact == Contact::Hit {
        score += 24 * (3..=8).filter(|&point| mine[point] >= 2).count() as i32;
        for point in (1..=24).filter(|&point| mine[point] == 1) {
            let shooters = (1..=25).filter(|&slot| theirs[slot] > 0 && slot > other(point));
            let shots = shooters.map(|slot| shots(slot - other(point))).max();
            score -= shots.unwrap_or(0) * (25 - point as i32);
        }
    } else {
        score += 18 * (1..=24).filter(|&point| mine[point] > 0).count() as i32;
        let blocked = |walker: &[u8; 26], holder: &[u8; 26]| {
            let mut blocked = 0;
            for (slot, &count) in walker.iter().enumerate().skip(1) {
                for target in (1..slot).rev().take(6) {
                    if holder[other(target)] > 0 {
                        blocked += i32::from(count);
                    }
                }
            }
            blocked
        };
        score += 6 * (blocked(&theirs, &mine) - blocked(&mine, &theirs));
    }
    score
}

/// Throws of 36 that can move one checker exactly this far.
fn shots(distance: usize) -> i32 {
    let mut shots = 0;
    for first in 1..=6 {
        for second in 1..=6 {
            let hits = if first == second {
                distance.is_multiple_of(first) && distance / first <= 4
            } else {
                [first, second, first + second].contains(&distance)
            };
            shots += i32::from(hits);
        }
    }
    shots
}
