//! Counting plays and picking one equal making them.

mod common;

use common::{Random, random_games, variants};
use tavla_engine::plays::count_plays;
use tavla_engine::{Dice, Pick, Position, Rules, Scratch, generate, legal_plays};

fn check(rules: &Rules, scratch: &mut Scratch, position: Position, dice: Dice) {
    let made = legal_plays(rules, position, dice);
    let counted = count_plays(rules, position, dice, scratch);
    assert_eq!(counted as usize, made.len(), "{position:?} {dice:?}");
    let mut pick = Pick::default();
    assert_eq!(
        generate(rules, position, dice, scratch, &mut pick),
        counted,
        "{position:?} {dice:?}"
    );
    let picked: Vec<_> = (0..).map_while(|n| pick.result(n)).collect();
    let made: Vec<_> = made.iter().map(|play| play.after).collect();
    assert_eq!(picked, made, "{position:?} {dice:?}");
}

#[test]
fn counting_and_picking_are_making_on_games_and_on_any_sound_position() {
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
