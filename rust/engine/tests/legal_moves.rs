//! `legal_moves`: every single move that begins or continues some full legal play, and nothing
//! else, at every depth; what is said about moves that do not.

mod common;

use common::{Random, dice, oracle, pos, random_games, variants};
use oracle::{Line, Step};
use std::collections::BTreeSet;
use tavla_engine::plays::{OutOfTurn, legal_moves};
use tavla_engine::{Dice, Move, Position, Variant};

type Played = tavla_engine::plays::Played;

fn step(made: Move) -> Step {
    Step {
        source: made.source,
        target: made.target,
        die: made.die,
        hit: made.hit,
    }
}

/// Compares with the next moves of all full lines, along a random line to its end.
fn compare(variant: &Variant, position: Position, dice: Dice, random: &mut Random) {
    let rules = variant.rules();
    let lines: Vec<Line> = oracle::lines(variant, position, dice);
    let mut played: Vec<Move> = Vec::new();
    loop {
        let at = played.len();
        let sofar: Vec<Step> = played.iter().copied().map(step).collect();
        let expected: BTreeSet<Step> = lines
            .iter()
            .filter(|line| line.steps.starts_with(&sofar))
            .filter_map(|line| line.steps.get(at).copied())
            .collect();
        let given: Vec<Played> = played.iter().copied().map(Into::into).collect();
        let moves = legal_moves(&rules, position, dice, &given).expect("legal so far");
        let found: BTreeSet<Step> = moves.iter().copied().map(step).collect();
        let context = || format!("{}: {position:?} {dice:?} {played:?}", variant.name);
        assert_eq!(found, expected, "{}", context());
        assert_eq!(found.len(), moves.len(), "{}", context());
        // The larger die first, then from the highest source down.
        let order = |made: &Move| (made.die, made.source);
        assert!(
            moves.is_sorted_by_key(|m| std::cmp::Reverse(order(m))),
            "{}",
            context()
        );
        if moves.is_empty() {
            break;
        }
        played.push(moves[random.below(moves.len())]);
    }
}

#[test]
fn every_first_move_of_a_full_play_at_every_depth_of_games() {
    let mut random = Random(1);
    for variant in variants() {
        random_games(&variant, 11, 60, |position, dice| {
            compare(&variant, position, dice, &mut random);
        });
    }
}

#[test]
fn every_first_move_of_a_full_play_on_any_sound_position() {
    let mut random = Random(2);
    for variant in variants() {
        for _ in 0..40 {
            let position = random.position(&variant);
            let roll = random.roll();
            compare(&variant, position, roll, &mut random);
        }
    }
}

fn played(source: u8, target: u8, die: Option<u8>) -> Played {
    Played {
        source,
        target,
        die,
    }
}

#[track_caller]
fn refused(
    variant: &Variant,
    position: Position,
    roll: (u8, u8),
    moves: &[Played],
    index: usize,
    code: &str,
) {
    let error: OutOfTurn =
        legal_moves(&variant.rules(), position, dice(roll.0, roll.1), moves).unwrap_err();
    assert_eq!((error.index, error.broken.code()), (index, code));
}

#[test]
fn a_wrong_move_is_named_with_its_place_and_rule() {
    let backgammon = Variant::backgammon();
    let start = Position::start(&backgammon);
    let on =
        |moves: &[Played], index, code| refused(&backgammon, start, (6, 5), moves, index, code);
    on(&[played(24, 18, None), played(24, 19, None)], 1, "blocked");
    on(&[played(23, 17, None)], 0, "no_checker");
    on(&[played(24, 20, None)], 0, "no_such_die");
    on(&[played(24, 18, Some(5))], 0, "no_such_die");
    on(
        &[played(24, 18, None), played(13, 7, None)],
        1,
        "no_such_die",
    );
    on(
        &[played(13, 7, None), played(13, 8, None), played(8, 3, None)],
        2,
        "no_such_die",
    );
    on(&[played(0, 0, None)], 0, "no_such_die");
    on(&[played(6, 0, None)], 0, "not_home");
    on(&[played(25, 19, None)], 0, "no_checker");
}

#[test]
fn a_move_that_leads_to_no_full_play_says_which_rule_it_would_break() {
    let hyper = Variant::hyper();
    let on = |text: &str, roll, moves: &[Played], code| {
        refused(
            &hyper,
            pos(&hyper, text),
            roll,
            moves,
            moves.len() - 1,
            code,
        );
    };
    // 24/19 leaves no six; the six was the larger and fits.
    on(
        "24:1 | @13:2",
        (6, 5),
        &[played(24, 19, None)],
        "larger_die",
    );
    // Bearing off the three leaves no ace.
    on("3:1 2:1 | @1:2", (6, 1), &[played(3, 0, None)], "more_dice");
    on(
        "bar:1 8:1 | @1:2",
        (6, 5),
        &[played(8, 2, None)],
        "bar_first",
    );
    on("1:1 | off:3", (6, 5), &[played(1, 0, None)], "finished");
    let fevga = Variant::fevga();
    let walled = pos(&fevga, "21:2 20:2 19:2 18:2 17:2 16:2 rest:1 | @22:15");
    let moves = [played(21, 15, None), played(20, 15, None)];
    refused(&fevga, walled, (6, 5), &moves, 1, "unblock_duty");
}

#[test]
fn slots_and_dice_that_do_not_exist_are_refused_like_any_other() {
    for variant in Variant::presets() {
        let rules = variant.rules();
        let start = Position::start(&variant);
        for source in 0..=255u8 {
            for die in [None, Some(0), Some(5), Some(6), Some(7), Some(255)] {
                for target in [
                    source.saturating_sub(6),
                    source.saturating_sub(5),
                    0,
                    24,
                    25,
                    255,
                ] {
                    let moves = [played(source, target, die)];
                    let answer = legal_moves(&rules, start, dice(6, 5), &moves);
                    assert!(answer.is_err() || source <= 25, "{moves:?}");
                }
            }
        }
    }
}

#[test]
fn the_die_may_be_left_out() {
    let hyper = Variant::hyper();
    let position = pos(&hyper, "4:1 3:1 1:1 | @24:3");
    // The four goes off by either die; whichever is meant, the three goes off by the other.
    for die in [None, Some(6), Some(5)] {
        let moves =
            legal_moves(&hyper.rules(), position, dice(6, 5), &[played(4, 0, die)]).expect("legal");
        assert_eq!(moves.len(), 1);
        assert_eq!((moves[0].source, moves[0].target), (3, 0));
    }
}
