//! The hitting game: every numbered case of the rules, `h01` to `h24`, and the rules of
//! Hyper-Backgammon one by one. What is expected comes from the rules, never from a run.

mod common;

use common::{dice, expect, first_moves, pos, results};
use std::collections::BTreeSet;
use tavla_engine::outcome::{Kind, Who, outcome};
use tavla_engine::variant::{InnerMoves, Opening, Overshoot};
use tavla_engine::{Position, ROLLS, Variant, legal_plays};

fn hyper() -> Variant {
    Variant::hyper()
}

#[track_caller]
fn gives(text: &str, roll: (u8, u8), expected: &[&str]) {
    let variant = hyper();
    expect(&variant, pos(&variant, text), roll, expected);
}

#[test]
fn h01_either_die_fits_not_both_so_the_larger() {
    gives("24:1 off:2 | @13:2", (6, 5), &["18:1"]);
}

#[test]
fn h02_the_larger_die_does_not_fit_so_the_smaller() {
    let variant = Variant::backgammon();
    let position = pos(&variant, "24:1 | @18:2 @13:2");
    expect(&variant, position, (6, 5), &["19:1"]);
}

#[test]
fn h03_one_order_only_is_open() {
    gives("24:1 | @18:2", (6, 5), &["13:1"]);
    let first = first_moves(&hyper(), pos(&hyper(), "24:1 | @18:2"), (6, 5));
    assert_eq!(first, ["24/19"]);
}

#[test]
fn h04_entry_blocked_so_nothing_else_moves() {
    gives("bar:1 10:1 4:1 | @21:2", (4, 4), &["bar:1 10:1 4:1"]);
    let position = pos(&hyper(), "bar:1 10:1 4:1 | @21:2");
    let plays = legal_plays(&hyper().rules(), position, dice(4, 4));
    assert_eq!(plays.len(), 1);
    assert!(plays[0].sequence.is_empty());
}

#[test]
fn h05_one_of_two_enters_and_the_other_die_is_lost() {
    gives("bar:2 8:1 | @19:2", (6, 4), &["bar:1 21:1 8:1"]);
}

#[test]
fn h06_entering_with_one_die_frees_the_other() {
    gives(
        "bar:1 8:1 3:1 | @19:2",
        (6, 4),
        &["15:1 8:1 3:1", "21:1 3:1 2:1"],
    );
}

#[test]
fn h07_the_ace_must_be_played_before_bearing_off() {
    for high in [6, 5, 4, 3] {
        gives("3:1 2:1 | @1:2", (high, 1), &["2:1"]);
    }
}

#[test]
fn h08_both_are_borne_off_by_larger_dice() {
    gives("4:1 3:1 | @24:3", (6, 5), &[""]);
}

#[test]
fn h09_no_bearing_off_from_below_while_a_higher_checker_can_move() {
    gives("6:1 2:1 | @24:3", (3, 1), &["2:2", "3:1 1:1"]);
}

#[test]
fn h10_either_order_wins() {
    gives("6:1 | @24:3", (5, 1), &[""]);
    let first = first_moves(&hyper(), pos(&hyper(), "6:1 | @24:3"), (5, 1));
    assert_eq!(first, ["6/1", "6/5"]);
}

#[test]
fn h11_bearing_off_becomes_legal_in_the_middle_of_the_turn() {
    gives("8:1 3:1 | @24:3", (3, 2), &["6:1", "3:2", "5:1 1:1"]);
}

#[test]
fn h12_a_double_stops_at_a_held_point() {
    gives("24:1 | @9:2", (5, 5), &["14:1"]);
}

#[test]
fn h13_one_die_ends_the_game() {
    gives("1:1 | @24:3", (6, 6), &[""]);
    let plays = legal_plays(&hyper().rules(), pos(&hyper(), "1:1 | @24:3"), dice(6, 6));
    assert_eq!(plays[0].sequence.len(), 1);
}

#[test]
fn h14_one_checker_picks_up_two_blots() {
    let position = pos(&hyper(), "22:1 10:1 9:1 | @12:1 @2:1");
    let plays = legal_plays(&hyper().rules(), position, dice(5, 5));
    let after = pos(&hyper(), "10:1 9:1 2:1 | bar:2");
    assert!(plays.iter().any(|play| play.after == after));
}

#[test]
fn h15_the_only_full_play_hits() {
    gives("24:1 | @20:1 @22:2", (4, 2), &["18:1"]);
    let position = pos(&hyper(), "24:1 | @20:1 @22:2");
    let plays = legal_plays(&hyper().rules(), position, dice(4, 2));
    assert_eq!(plays[0].after, pos(&hyper(), "18:1 | bar:1 @22:2"));
    assert_eq!(first_moves(&hyper(), position, (4, 2)), ["24/20*"]);
}

#[test]
fn h16_entering_on_either_blot_hits_and_never_both() {
    let position = pos(&hyper(), "bar:1 13:1 6:1 | @21:1 @22:1");
    let after: BTreeSet<Position> = legal_plays(&hyper().rules(), position, dice(4, 3))
        .iter()
        .map(|play| play.after)
        .collect();
    let expected = [
        "18:1 13:1 6:1 | bar:1 @22:1",
        "21:1 10:1 6:1 | bar:1 @22:1",
        "21:1 13:1 3:1 | bar:1 @22:1",
        "18:1 13:1 6:1 | bar:1 @21:1",
        "22:1 9:1 6:1 | bar:1 @21:1",
        "22:1 13:1 2:1 | bar:1 @21:1",
    ];
    assert_eq!(after, expected.map(|text| pos(&hyper(), text)).into());
}

#[test]
fn h17_no_overshoot_while_a_higher_checker_stands_blocked() {
    gives("6:1 4:1 | @2:2", (4, 4), &["6:1"]);
}

#[test]
fn h18_a_held_point_in_the_way_leaves_two_results() {
    gives("6:1 5:1 | @4:2", (2, 1), &["5:1 3:1", "6:1 2:1"]);
}

#[test]
fn h19_the_smaller_die_comes_first_and_the_larger_bears_off() {
    gives("7:1 3:1 | @2:2", (5, 4), &["3:1"]);
}

#[test]
fn h20_the_opening_turn_is_never_a_double() {
    // The opening dice are played, and a tie is thrown again: two dice that differ.
    assert_eq!(hyper().opening, Opening::UseDice);
    assert_eq!(ROLLS.iter().filter(|roll| !roll.is_double()).count(), 15);
}

#[test]
fn h21_backgammon_needs_none_off_and_one_far_back() {
    for (loser, kind) in [
        ("bar:1 5:1 4:1", Kind::Backgammon),
        ("bar:2 off:1", Kind::Single),
        ("18:1 10:1 5:1", Kind::Gammon),
        ("19:1 10:1 5:1", Kind::Backgammon),
        ("24:2 off:1", Kind::Single),
        ("24:3", Kind::Backgammon),
        ("1:3", Kind::Gammon),
    ] {
        let lost = pos(&hyper(), &format!("{loser} | off:3"));
        for (position, winner) in [(lost, Who::Opponent), (lost.flipped(), Who::Player)] {
            let result = outcome(&hyper(), position).expect("finished");
            assert_eq!((result.winner, result.kind), (winner, kind), "{loser}");
            assert_eq!(result.multiplier(), kind as u8);
        }
    }
    assert_eq!(outcome(&hyper(), Position::start(&hyper())), None);
}

#[test]
fn h22_cube_and_jacoby_are_customary_for_money() {
    // What they do to a score is no rule of movement; the variant only says the custom.
    assert!(hyper().cube && hyper().jacoby);
    for variant in [Variant::moultezim(), Variant::fevga()] {
        assert!(!variant.cube && !variant.jacoby);
    }
}

#[test]
fn h23_no_bear_off_with_a_checker_on_the_bar() {
    let position = pos(&hyper(), "bar:1 2:1 1:1 | @18:3");
    for roll in ROLLS {
        for play in legal_plays(&hyper().rules(), position, roll) {
            assert_eq!(play.after.player.count(0), 0, "{roll:?}");
            let (source, _) = play.sequence.iter().next().expect("nothing blocks");
            assert_eq!(source, 25, "{roll:?}");
        }
    }
    gives("bar:1 2:1 1:1 | @24:2", (1, 1), &["bar:1 2:1 1:1"]);
}

#[test]
fn h24_the_first_six_five_has_nine_results() {
    let start = Position::start(&hyper());
    let mut expected = BTreeSet::new();
    for by_six in [24usize, 23, 22] {
        for by_five in [24usize, 23, 22] {
            let mut checkers = [24, 23, 22];
            checkers[24 - by_six] -= 6;
            checkers[24 - by_five] -= 5;
            checkers.sort_unstable();
            expected.insert(checkers);
        }
    }
    assert_eq!(expected.len(), 9);
    let after: BTreeSet<[usize; 3]> = legal_plays(&hyper().rules(), start, dice(6, 5))
        .iter()
        .map(|play| {
            let counts = play.after.player.counts();
            let mut slots = counts
                .iter()
                .enumerate()
                .flat_map(|(slot, &n)| vec![slot; n.into()]);
            std::array::from_fn(|_| slots.next().expect("three checkers"))
        })
        .collect();
    assert_eq!(after, expected);
}

#[test]
fn eighty_six_positions_after_the_opening_roll() {
    let start = Position::start(&hyper());
    let rolls = ROLLS.iter().filter(|roll| !roll.is_double());
    let after: BTreeSet<Position> = rolls
        .flat_map(|&roll| legal_plays(&hyper().rules(), start, roll))
        .map(|play| play.after)
        .collect();
    assert_eq!(after.len(), 86);
}

#[test]
fn each_side_starts_with_69_pips() {
    let start = Position::start(&hyper());
    assert_eq!((start.player.pips(), start.opponent.pips()), (69, 69));
    assert_eq!(start.player, start.opponent);
}

#[test]
fn two_checkers_or_three_hold_a_point_and_one_is_hit() {
    gives("24:1 | @23:2 @22:1", (1, 1), &["24:1"]);
    gives("24:1 | @23:3", (1, 1), &["24:1"]);
    gives("24:1 | @23:1 @19:2", (1, 1), &["20:1"]);
    let variant = Variant::backgammon();
    expect(&variant, pos(&variant, "24:1 | @23:15"), (1, 1), &["24:1"]);
}

#[test]
fn every_checker_on_the_bar_enters_before_any_other_moves() {
    gives("bar:3 | @1:3", (3, 2), &["bar:1 23:1 22:1"]);
    gives("bar:3 | @1:3", (2, 2), &["23:2 21:1"]);
    gives(
        "bar:2 10:1 | @1:3",
        (3, 3),
        &["22:2 4:1", "22:1 19:1 7:1", "22:1 16:1 10:1", "19:2 10:1"],
    );
    // Each die enters one; a die that does not enter is not played otherwise.
    gives("bar:2 10:1 | @22:2", (3, 2), &["bar:1 23:1 10:1"]);
}

#[test]
fn a_hit_in_the_bear_off_stops_it_until_the_checker_is_home_again() {
    gives("bar:1 2:1 off:1 | @1:1 @24:2", (6, 5), &["14:1 2:1"]);
    gives("12:1 1:1 | @24:3", (6, 5), &["1:2"]);
}

#[test]
fn bearing_off_is_not_compulsory_while_another_move_exists() {
    gives("6:1 5:1 | @24:3", (5, 1), &["5:1", "4:1 1:1"]);
}

#[test]
fn exact_only_gives_no_overshoot() {
    let variant = Variant {
        bearoff_overshoot: Overshoot::ExactOnly,
        ..hyper()
    };
    let on = |text: &str, roll, expected: &[&str]| {
        expect(&variant, pos(&variant, text), roll, expected);
    };
    on("4:1 3:1 | @24:3", (6, 5), &["4:1 3:1"]);
    on("4:1 3:1 | @24:3", (6, 4), &["3:1"]);
    on("6:1 | @24:3", (6, 6), &[""]);
    on("3:1 1:1 | @24:3", (2, 1), &["1:1"]);
}

#[test]
fn without_inner_moves_checkers_at_home_only_go_off() {
    let variant = Variant {
        bearoff_inner_moves: InnerMoves::Forbidden,
        ..hyper()
    };
    let on = |text: &str, roll, expected: &[&str]| {
        expect(&variant, pos(&variant, text), roll, expected);
    };
    on("6:1 5:1 | @24:3", (5, 1), &["6:1"]);
    on("6:1 5:1 | @24:3", (4, 1), &["6:1 5:1"]);
    // Coming home is no move within home, and until then neither is one.
    on("7:1 5:1 | @24:3", (1, 1), &["6:1 2:1", "7:1 1:1"]);
    assert_eq!(
        results(&variant, pos(&variant, "8:1 5:1 | @24:3"), dice(2, 1)),
        ["5:2", "6:1 4:1", "7:1 3:1", "8:1 2:1"]
    );
}
