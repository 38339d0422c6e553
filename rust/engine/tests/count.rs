//! Counting plays equals making them.

mod common;

use common::{Random, random_games, variants};
use tavla_engine::plays::count_plays;
use tavla_engine::{Dice, Position, Rules, Scratch, legal_plays};

fn check(rules: &Rules, scratch: &mut Scratch, position: Position, dice: Dice) {
    let made = legal_plays(rules, position, dice).len();
    let counted = count_plays(rules, position, dice, scratch);
    assert_eq!(counted as usize, made, "{position:?} {dice:?}");
}

#[test]
fn counting_is_making_on_games_and_on_any_sound_position() {
    let (mut random, mut scratch) = (Random(11), Scratch::default());
    for variant in variants() {
        let rules = variant.rules();
        random_games(&variant, 3, 400, |position, dice| {
            check(&rules, &mut scratch, position, dice);
        });
        for _ in 0..400 {
            check(
                &rules,
                &mut scratch,
                random.position(&variant),
                random.roll(),
            );
        }
    }
}
