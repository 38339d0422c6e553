//! The fast generator equals the slow one to the last detail, and both equal a third one that
//! shares no code with them (`common/oracle.rs`), on games at random and on positions that no
//! game reaches, in every preset and in variants that turn every option.
//!
//! `PROPTEST_CASES` sets how many positions each property tries.

mod common;

use common::{Random, oracle, random_games, variants};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use tavla_engine::plays::slow;
use tavla_engine::{Dice, Position, ROLLS, Rules, Variant, legal_plays};

static VARIANTS: LazyLock<Vec<(Variant, Rules)>> = LazyLock::new(|| {
    let unpacked = |variant: Variant| {
        let rules = variant.rules();
        (variant, rules)
    };
    variants().into_iter().map(unpacked).collect()
});

/// Same plays, same order, same sequences; each result once; each sequence leads to its result.
fn fast_is_slow(variant: &Variant, rules: &Rules, position: Position, dice: Dice) {
    let fast = legal_plays(rules, position, dice);
    let slow = slow::legal_plays(rules, position, dice);
    let all = tavla_engine::plays::lines(rules, position, dice);
    assert_eq!(
        all,
        slow::lines(rules, position, dice),
        "{}: {position:?} {dice:?}",
        variant.name
    );
    assert_eq!(fast, slow, "{}: {position:?} {dice:?}", variant.name);
    assert_eq!(fast.is_empty(), position.is_finished());
    for play in &fast {
        let mut now = position;
        for made in tavla_engine::plays::moves_of(rules, position, play.sequence) {
            now = tavla_engine::plays::displaced(rules, now, made.source, made.target).0;
        }
        assert_eq!(now, play.after, "{}: {position:?} {dice:?}", variant.name);
        assert_eq!(play.after.faults(variant), [], "{position:?} {dice:?}");
    }
}

/// The same results as the third generator.
fn fast_is_the_rules(variant: &Variant, rules: &Rules, position: Position, dice: Dice) {
    let fast = legal_plays(rules, position, dice);
    let results: BTreeSet<Position> = fast.iter().map(|play| play.after).collect();
    assert_eq!(results.len(), fast.len(), "{position:?} {dice:?}");
    let expected = oracle::results(variant, position, dice);
    assert_eq!(results, expected, "{}: {position:?} {dice:?}", variant.name);
}

fn cases(default: u32) -> ProptestConfig {
    let set = std::env::var("PROPTEST_CASES").is_ok();
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: if set { config.cases } else { default },
        failure_persistence: None,
        ..config
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn fast_is_slow_on_any_sound_position(seed: u64) {
        let mut random = Random(seed);
        for (variant, rules) in VARIANTS.iter() {
            fast_is_slow(variant, rules, random.position(variant), random.roll());
        }
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn fast_is_slow_on_games_at_random(seed: u64) {
        for (variant, rules) in VARIANTS.iter() {
            random_games(variant, seed, 80, |position, dice| {
                fast_is_slow(variant, rules, position, dice);
            });
        }
    }

    #[test]
    fn fast_is_the_rules_on_games_at_random(seed: u64) {
        for (variant, rules) in VARIANTS.iter() {
            random_games(variant, seed, 20, |position, dice| {
                fast_is_the_rules(variant, rules, position, dice);
            });
        }
    }
}

proptest! {
    #![proptest_config(cases(1200))]

    #[test]
    fn fast_is_the_rules_on_any_sound_position(seed: u64) {
        let mut random = Random(seed);
        for (variant, rules) in VARIANTS.iter() {
            fast_is_the_rules(variant, rules, random.position(variant), random.roll());
        }
    }
}

/// Small enough to try everything: every position of two checkers against one, every roll.
#[test]
fn fast_is_the_rules_on_every_position_of_two_checkers() {
    for (variant, rules) in VARIANTS.iter().filter(|(v, _)| v.checkers <= 2) {
        let Some(dense) = tavla_engine::rank::DenseIndex::new(variant) else {
            continue;
        };
        let stride = if variant.checkers == 1 { 1 } else { 17 };
        for number in (0..dense.len()).step_by(stride) {
            let position = dense.position(number).expect("a position");
            let roll = ROLLS[number as usize % ROLLS.len()];
            fast_is_slow(variant, rules, position, roll);
            fast_is_the_rules(variant, rules, position, roll);
        }
    }
}
