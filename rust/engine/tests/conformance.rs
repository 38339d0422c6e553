//! Positions with every legal result, kept beside the project; without them nothing is tested
//! here, and the output says so.
#![expect(clippy::print_stderr, reason = "an absent folder must not pass unseen")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tavla_engine::side::SLOTS;
use tavla_engine::{Dice, Position, Side, Variant, ids, legal_plays, plays::slow};

fn shared(file: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(file);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("not tested: {} is absent", path.display());
    }
    text
}

fn counts(value: &Value) -> [u8; SLOTS] {
    let numbers = value.as_array().expect("26 counts");
    std::array::from_fn(|slot| numbers[slot].as_u64().expect("a count") as u8)
}

fn dice(value: &Value) -> Dice {
    let die = |index: usize| value[index].as_u64().expect("a die") as u8;
    Dice::new(die(0), die(1)).expect("dice")
}

#[test]
fn every_handed_case_gives_exactly_its_results() {
    for variant in Variant::presets() {
        let rules = variant.rules();
        let Some(text) = shared(&format!("conformance/{}.jsonl", variant.name)) else {
            continue;
        };
        for (line, case) in text.lines().enumerate() {
            let case: Value = serde_json::from_str(case).expect("JSON");
            let read = |a: &Value, b: &Value| {
                Position::from_counts(&variant, &counts(a), &counts(b)).expect("sound")
            };
            let position = read(&case["player"], &case["opponent"]);
            let roll = dice(&case["dice"]);
            let expected: BTreeSet<Position> = case["after"]
                .as_array()
                .expect("results")
                .iter()
                .map(|sides| read(&sides[0], &sides[1]))
                .collect();
            let fast = legal_plays(&rules, position, roll);
            let results: BTreeSet<Position> = fast.iter().map(|play| play.after).collect();
            assert_eq!(results, expected, "{} line {}", variant.name, line + 1);
            assert_eq!(
                results.len(),
                fast.len(),
                "{} line {}",
                variant.name,
                line + 1
            );
            assert_eq!(fast, slow::legal_plays(&rules, position, roll));
        }
    }
}

/// Some vectors have no opposing checker at all, which is a finished game here. On the bar the
/// opponent's checkers change nothing.
fn with_opponent(position: Position) -> Position {
    let mut opponent = position.opponent.counts();
    if opponent[0] == 15 {
        opponent[0] = 0;
        opponent[25] = 15;
    }
    Position {
        player: position.player,
        opponent: Side::from_counts(&opponent).expect("fifteen checkers"),
    }
}

#[test]
fn every_handed_vector_gives_exactly_its_results() {
    let variant = Variant::backgammon();
    let rules = variant.rules();
    for name in ["openspiel", "wildbg_movegen", "tsgammon_basic"] {
        let Some(text) = shared(&format!("data/vectors/{name}_vectors.jsonl")) else {
            continue;
        };
        for case in text.lines() {
            let case: Value = serde_json::from_str(case).expect("JSON");
            let id = case["position_id"].as_str().expect("an id");
            let position = with_opponent(ids::parse_position_id(&variant, id).expect("a position"));
            let results: BTreeSet<Position> = legal_plays(&rules, position, dice(&case["dice"]))
                .iter()
                .map(|play| play.after)
                .collect();
            let expected: BTreeSet<Position> = case["results"]
                .as_array()
                .expect("results")
                .iter()
                .map(|id| ids::parse_position_id(&variant, id.as_str().expect("an id")))
                .map(|after| with_opponent(after.expect("a position")))
                .collect();
            if position.is_finished() {
                // Elsewhere a side without checkers dances; here the game is over.
                assert_eq!((results.len(), expected.len()), (0, 1));
                continue;
            }
            assert_eq!(results, expected, "{}", case["source"]);
        }
    }
}
