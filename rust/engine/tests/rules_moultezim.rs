//! Moultezim: every numbered case of the rules, `h31` to `h44`, and its rules and options one by
//! one. What is expected comes from the rules, never from a run.

mod common;

use common::{broken_by, dice, expect, first_moves, pos, results};
use tavla_engine::outcome::{Kind, outcome};
use tavla_engine::side::across;
use tavla_engine::variant::{
    HeldLimit, InnerMoves, LimitCheck, LimitLapse, Opening, Overshoot, Release, Track,
};
use tavla_engine::{Position, ROLLS, Variant, legal_plays};

fn moultezim() -> Variant {
    Variant::moultezim()
}

#[track_caller]
fn gives(text: &str, roll: (u8, u8), expected: &[&str]) {
    let variant = moultezim();
    expect(&variant, pos(&variant, text), roll, expected);
}

fn breaks(variant: &Variant, text: &str, source: u8, die: u8) -> Option<&'static str> {
    broken_by(variant, pos(variant, text), source, die)
}

/// Four of the limited points, a checker behind them, the rest at the start; the first is away.
const FOUR_HELD: &str = "13:1 11:1 10:1 9:1 8:1 rest:24";

#[test]
fn h31_first_turns() {
    gives("24:15", (6, 6), &["24:14 18:1"]);
    gives("24:15", (4, 4), &["24:14 16:1"]);
    gives("24:15", (3, 3), &["24:14 15:1"]);
    gives("24:15", (5, 5), &["24:13 19:1 9:1", "24:14 4:1"]);
    gives("24:15", (6, 5), &["24:14 13:1"]);
}

#[test]
fn h32_the_runner_must_pass_before_another_moves() {
    gives("24:14 13:1", (1, 1), &["24:14 13:1"]);
    gives("24:14 13:1", (2, 1), &["24:13 23:1 11:1", "24:14 10:1"]);
    let position = pos(&moultezim(), "24:14 13:1");
    assert_eq!(first_moves(&moultezim(), position, (2, 1)), ["13/11"]);
}

#[test]
fn h33_a_blocked_runner_loses_the_roll() {
    gives("24:14 13:1 | @11:1 rest:24", (2, 1), &["24:14 13:1"]);
}

#[test]
fn h34_either_number_first_blocks_the_other_so_the_larger() {
    let text = "24:14 13:1 | @6:1 @19:1 @22:1 rest:24";
    gives(text, (5, 2), &["24:14 8:1"]);
    assert_eq!(breaks(&moultezim(), text, 13, 2), None);
}

#[test]
fn h35_the_vacated_start_counts_as_passed_only_under_threshold_12() {
    let text = "24:14 14:1 | @1:15";
    gives(text, (2, 1), &["24:14 11:1"]);
    let twelve = Variant {
        first_away_pips: 12,
        ..moultezim()
    };
    expect(
        &twelve,
        pos(&twelve, text),
        (2, 1),
        &["24:14 11:1", "24:13 23:1 12:1"],
    );
}

#[test]
fn h36_a_fifth_point_needs_another_given_up_first() {
    let merged = "24:10 10:2 9:1 8:1 7:1";
    let position = pos(&moultezim(), FOUR_HELD);
    assert_eq!(breaks(&moultezim(), FOUR_HELD, 13, 6), Some("held_limit"));
    let all = results(&moultezim(), position, dice(6, 1));
    assert!(all.iter().any(|side| side == merged), "{all:?}");
    let first = first_moves(&moultezim(), position, (6, 1));
    assert!(!first.contains(&"13/7".into()), "{first:?}");
    assert!(first.contains(&"11/10".into()), "{first:?}");
}

#[test]
fn h37_a_fifth_point_in_passing_only_if_the_limit_is_checked_at_the_end() {
    let passed = "24:10 11:1 10:1 9:1 8:1 6:1";
    let has = |variant: &Variant| {
        let all = results(variant, pos(variant, FOUR_HELD), dice(6, 1));
        all.iter().any(|side| side == passed)
    };
    assert!(!has(&moultezim()));
    let at_end = Variant {
        limit_check: LimitCheck::EndOfTurn,
        ..moultezim()
    };
    assert!(has(&at_end));
    let first = first_moves(&at_end, pos(&at_end, FOUR_HELD), (6, 1));
    assert!(first.contains(&"13/7".into()), "{first:?}");
    // Ending with five is as illegal as ever.
    let all = results(&at_end, pos(&at_end, FOUR_HELD), dice(6, 1));
    assert!(
        !all.iter()
            .any(|side| side == "24:9 23:1 11:1 10:1 9:1 8:1 7:1")
    );
}

#[test]
fn h38_a_point_may_be_exchanged_for_another() {
    let lone = "11:1 10:1 9:1 8:1 rest:24";
    assert_eq!(breaks(&moultezim(), lone, 11, 4), None);
    let pair = "11:2 10:1 9:1 8:1 rest:24";
    assert_eq!(breaks(&moultezim(), pair, 11, 4), Some("held_limit"));
    // Another step frees a point first: 8/7 exchanges, or 10/9 gives one up.
    let all = results(&moultezim(), pos(&moultezim(), pair), dice(4, 1));
    assert!(
        all.iter().any(|side| side == "24:10 11:1 9:2 8:1 7:1"),
        "{all:?}"
    );
}

#[test]
fn h39_the_opponents_vacated_start_counts_towards_the_four() {
    let text = "13:1 12:1 11:1 10:1 9:1 rest:24 | @1:14 off:1";
    assert_eq!(breaks(&moultezim(), text, 13, 5), Some("held_limit"));
    let three = "13:1 12:1 11:1 10:1 rest:24 | @1:15";
    assert_eq!(breaks(&moultezim(), three, 13, 5), None);
    assert_eq!(pos(&moultezim(), text).irregularities(&moultezim()), []);
    let five = pos(&moultezim(), "12:1 11:1 10:1 9:1 8:1 rest:24 | @1:14 off:1");
    let codes = five
        .irregularities(&moultezim())
        .iter()
        .map(|i| i.code())
        .collect::<Vec<_>>();
    assert_eq!(codes, ["held_limit"]);
}

#[test]
fn h40_a_blocked_higher_checker_makes_the_die_unplayable() {
    gives("6:1 1:1 | @4:1 @5:1 @24:13", (2, 2), &["6:1 1:1"]);
}

#[test]
fn h41_in_the_bear_off_too_the_larger_of_two() {
    gives("6:1 2:1 | @4:1 @5:1 @24:13", (2, 1), &["6:1"]);
}

#[test]
fn h42_bearing_off_one_and_moving_the_other() {
    gives("4:1 2:1 | @24:15", (6, 1), &["1:1", "2:1"]);
}

#[test]
fn h43_a_win_counts_two_at_most() {
    for (loser, kind) in [
        ("24:15", Kind::Gammon),
        ("18:15", Kind::Gammon),
        ("13:14 24:1", Kind::Gammon),
        ("13:14 off:1", Kind::Single),
    ] {
        let lost = pos(&moultezim(), &format!("{loser} | off:15"));
        assert_eq!(
            outcome(&moultezim(), lost).expect("finished").kind,
            kind,
            "{loser}"
        );
    }
}

#[test]
fn h44_six_primes_stay_legal_where_the_limit_does_not_bite() {
    let pile = "@12:15";
    for mine in [
        "18:3 17:2 16:2 15:2 14:2 13:3 1:1",
        "6:3 5:3 4:3 3:2 2:2 1:2",
        "10:3 9:3 8:3 7:2 6:2 5:2",
    ] {
        let position = pos(&moultezim(), &format!("{mine} | {pile}"));
        assert_eq!(position.irregularities(&moultezim()), [], "{mine}");
    }
    // Right in front of the pile the opponent can step out onto the open 11, and no farther.
    let position = pos(&moultezim(), "10:3 9:3 8:3 7:2 6:2 5:2 | @12:15").flipped();
    expect(&moultezim(), position, (1, 1), &["24:14 23:1"]);
    let walled = pos(&moultezim(), "10:3 9:3 8:3 7:2 6:2 5:2 | @12:14 @11:1").flipped();
    for roll in ROLLS {
        let plays = legal_plays(&moultezim().rules(), walled, roll);
        assert!(plays[0].sequence.is_empty(), "{roll:?}");
    }
    // It can be built, too.
    let text = "10:2 9:2 8:2 7:2 6:3 rest:1";
    assert_eq!(breaks(&moultezim(), text, 6, 1), None);
}

#[test]
fn a1_the_geometry() {
    let variant = moultezim();
    let start = Position::start(&variant);
    assert_eq!((start.player.pips(), start.opponent.pips()), (360, 360));
    assert_eq!(across(Track::Parallel, 24), 12);
    for (mine, theirs) in [(19..=24, 7), (13..=18, 1), (7..=12, 19), (1..=6, 13)] {
        for (point, his) in mine.zip(theirs..) {
            assert_eq!(across(Track::Parallel, point), his);
            assert_eq!(across(Track::Parallel, his), point);
        }
    }
}

#[test]
fn a2_the_winner_of_the_opening_roll_throws_both_dice_again() {
    assert_eq!(moultezim().opening, Opening::Reroll);
    assert_eq!(Variant::fevga().opening, Opening::Reroll);
}

#[test]
fn a3_only_five_five_frees_the_first_checker_at_once() {
    let start = Position::start(&moultezim());
    for roll in ROLLS {
        let plays = legal_plays(&moultezim().rules(), start, roll);
        let expected = if roll == dice(5, 5) { 2 } else { 1 };
        assert_eq!(plays.len(), expected, "{roll:?}");
        let moves = match (roll.high(), roll.is_double()) {
            (6, true) => 1,
            (4, true) => 2,
            (3, true) => 3,
            _ => roll.moves().into(),
        };
        assert_eq!(plays[0].sequence.len(), moves, "{roll:?}");
    }
    gives("24:15", (2, 2), &["24:14 16:1"]);
    gives("24:15", (1, 1), &["24:14 20:1"]);
}

#[test]
fn a3_the_first_checker_leaves_the_start_before_anything_else() {
    let first = first_moves(&moultezim(), Position::start(&moultezim()), (6, 5));
    assert_eq!(first, ["24/18", "24/19"]);
    assert_eq!(
        breaks(&moultezim(), "24:14 20:1", 24, 1),
        Some("first_away")
    );
    assert_eq!(breaks(&moultezim(), "24:14 20:1", 20, 1), None);
}

#[test]
fn a3_thresholds_of_12_13_and_18_pips() {
    let with = |pips| Variant {
        first_away_pips: pips,
        ..moultezim()
    };
    let on = |pips, roll, expected: &[&str]| {
        let variant = with(pips);
        expect(&variant, pos(&variant, "24:15 | @1:15"), roll, expected);
    };
    on(
        12,
        (6, 6),
        &["24:12 18:2 12:1", "24:13 12:2", "24:13 18:1 6:1"],
    );
    on(13, (6, 6), &["24:13 18:1 6:1"]);
    on(18, (6, 6), &["24:13 18:1 6:1"]);
    on(13, (5, 5), &["24:13 19:1 9:1", "24:14 4:1"]);
    on(18, (5, 5), &["24:14 4:1"]);
    for (pips, point) in [(12, 12), (13, 11), (18, 6)] {
        let code = |text: &str| breaks(&with(pips), text, 24, 1);
        assert_eq!(code(&format!("24:14 {point}:1 | @1:15")), None, "{pips}");
        let behind = point + 1;
        assert_eq!(
            code(&format!("24:14 {behind}:1 | @1:15")),
            Some("first_away"),
            "{pips}"
        );
    }
}

#[test]
fn a3_release_at_once_or_in_the_next_turn() {
    let next = Variant {
        first_away_release: Release::NextTurn,
        ..moultezim()
    };
    let on = |text: &str, roll, expected: &[&str]| {
        expect(&next, pos(&next, text), roll, expected);
    };
    on("24:15", (5, 5), &["24:14 4:1"]);
    on("24:14 13:1", (2, 1), &["24:14 10:1"]);
    // The next turn is free.
    on(
        "24:14 11:1",
        (2, 1),
        &[
            "24:12 23:1 22:1 11:1",
            "24:13 21:1 11:1",
            "24:13 22:1 10:1",
            "24:13 23:1 9:1",
            "24:14 8:1",
        ],
    );
}

#[test]
fn a3_a_checker_borne_off_shows_that_the_first_was_away() {
    assert_eq!(breaks(&moultezim(), "24:13 13:1 off:1", 24, 1), None);
}

#[test]
fn a4_the_limit_counts_points_not_checkers_and_not_neighbours() {
    let four = "13:1 11:1 10:1 9:1 8:1 rest:24";
    assert_eq!(breaks(&moultezim(), four, 13, 6), Some("held_limit"));
    assert_eq!(breaks(&moultezim(), four, 13, 5), None);
    let gaps = "14:1 11:1 9:1 8:1 7:1 rest:24";
    assert_eq!(breaks(&moultezim(), gaps, 14, 4), Some("held_limit"));
    let stacks = "13:1 11:3 10:3 9:3 8:5";
    assert_eq!(breaks(&moultezim(), stacks, 13, 6), Some("held_limit"));
}

#[test]
fn a4_nobody_is_forced_to_break_the_limit() {
    // The six that is open would hold a fifth point; every other is blocked.
    let text = "13:1 11:2 10:2 9:2 8:2 1:6 | @2:1 @3:1 @4:1 @5:1 rest:24";
    assert_eq!(breaks(&moultezim(), text, 13, 6), Some("held_limit"));
    let position = pos(&moultezim(), text);
    for play in legal_plays(&moultezim().rules(), position, dice(6, 6)) {
        assert!(play.sequence.is_empty(), "{play:?}");
    }
}

#[test]
fn a4_five_points_may_be_held_where_the_limit_is_five() {
    let five = Variant {
        held_limits: vec![HeldLimit {
            low: 7,
            high: 12,
            most: 5,
        }],
        ..moultezim()
    };
    assert_eq!(breaks(&five, FOUR_HELD, 13, 6), None);
    let held = "13:1 12:1 11:1 10:1 9:1 8:1 rest:24 | @1:15";
    assert_eq!(breaks(&five, held, 13, 6), Some("held_limit"));
}

#[test]
fn a4_lapse_never_or_when_the_start_is_empty_or_when_all_have_passed() {
    let with = |lapse| Variant {
        limit_lapse: lapse,
        ..moultezim()
    };
    let [never, empty, passed] = [
        LimitLapse::Never,
        LimitLapse::OpponentStartEmpty,
        LimitLapse::OpponentAllPassed,
    ]
    .map(with);
    let fifth = |variant: &Variant, theirs: &str| {
        let text = format!("13:1 11:1 10:1 9:1 8:1 rest:24 | {theirs}");
        breaks(variant, &text, 13, 6).is_none()
    };
    // At his start.
    assert!(!fifth(&never, "@12:1 @1:14"));
    assert!(!fifth(&empty, "@12:1 @1:14"));
    assert!(!fifth(&passed, "@12:1 @1:14"));
    // Away from it.
    assert!(!fifth(&never, "@1:15"));
    assert!(fifth(&empty, "@1:15"));
    assert!(fifth(&passed, "@1:15"));
    // Some off.
    assert!(fifth(&empty, "@1:9 off:6"));
    assert!(fifth(&passed, "@1:9 off:6"));
    // Away from the start, but one still in the table: on his 20, my 8.
    let within = "13:1 12:1 11:1 10:1 9:1 rest:24 | @8:1 @1:14";
    assert_eq!(breaks(&empty, within, 13, 6), None);
    assert_eq!(breaks(&passed, within, 13, 6), Some("held_limit"));
    assert_eq!(breaks(&never, within, 13, 6), Some("held_limit"));
}

#[test]
fn a4_a_count_over_the_limit_may_stay_but_not_rise() {
    let five = "13:1 11:1 10:1 9:1 8:1 7:2 rest:24";
    assert_eq!(
        pos(&moultezim(), five).irregularities(&moultezim()).len(),
        1
    );
    assert_eq!(breaks(&moultezim(), five, 13, 2), None);
    assert_eq!(breaks(&moultezim(), five, 11, 1), None);
    assert_eq!(breaks(&moultezim(), five, 7, 1), None);
    let vacated = "14:1 12:1 11:1 9:1 8:1 7:1 rest:24 | @1:15";
    assert_eq!(breaks(&moultezim(), vacated, 12, 2), None);
    assert_eq!(breaks(&moultezim(), vacated, 14, 4), Some("held_limit"));
}

#[test]
fn a5_one_checker_holds_a_point_and_nothing_is_hit() {
    let text = "24:10 11:5 | @22:1 @21:1 rest:24";
    assert_eq!(breaks(&moultezim(), text, 24, 2), Some("blocked"));
    let position = pos(&moultezim(), text);
    for roll in ROLLS {
        for play in legal_plays(&moultezim().rules(), position, roll) {
            assert_eq!(play.after.opponent, position.opponent);
        }
    }
    // Each landing must be open: 24 to 19 by 3 and 2 cannot touch 22 or 21.
    assert!(!results(&moultezim(), position, dice(3, 2)).contains(&"24:9 19:1 11:5".into()));
}

#[test]
fn a5_a_double_is_four_moves() {
    let position = pos(&moultezim(), "24:14 11:1");
    for play in legal_plays(&moultezim().rules(), position, dice(2, 2)) {
        assert_eq!(play.sequence.len(), 4);
    }
}

#[test]
fn a5_if_only_the_smaller_fits_it_is_played() {
    // The six is blocked from 13, from 11 and from the start.
    let text = "24:14 13:1 | @7:1 @5:1 @18:1 rest:24";
    gives(text, (6, 2), &["24:14 11:1"]);
}

#[test]
fn a6_the_bear_off() {
    // The exact number, the highest when none is farther back, a higher one first otherwise.
    gives("5:1 3:1 | @24:15", (5, 3), &["", "2:1"]);
    gives("3:1 2:1 | @24:15", (6, 5), &[""]);
    gives("6:1 2:1 | @24:15", (4, 3), &["2:1"]);
}

#[test]
fn a6_one_die_may_bring_the_last_checker_home_and_the_next_bear_off() {
    gives("7:1 6:1 | @24:15", (6, 1), &["6:1", "5:1 1:1"]);
}

#[test]
fn a6_exact_only_and_no_inner_moves() {
    let with = |overshoot, inner| Variant {
        bearoff_overshoot: overshoot,
        bearoff_inner_moves: inner,
        ..moultezim()
    };
    let exact = with(Overshoot::ExactOnly, InnerMoves::Allowed);
    let on = |variant: &Variant, roll, expected: &[&str]| {
        expect(variant, pos(variant, "4:1 2:1 | @24:15"), roll, expected);
    };
    on(&exact, (6, 5), &["4:1 2:1"]);
    on(&exact, (6, 2), &["2:2", "4:1"]);
    let strict = with(Overshoot::ExactOnly, InnerMoves::Forbidden);
    on(&strict, (6, 2), &["4:1"]);
    on(&strict, (3, 1), &["4:1 2:1"]);
    let only_off = with(Overshoot::WhenNoHigher, InnerMoves::Forbidden);
    on(&only_off, (6, 2), &[""]);
    on(&only_off, (3, 1), &["4:1 2:1"]);
}

#[test]
fn a10_six_in_a_row_need_an_opposing_checker_ahead() {
    let variant = Variant {
        six_prime_needs_opp_ahead: true,
        held_limits: Vec::new(),
        first_away_pips: 0,
        ..moultezim()
    };
    let five = "10:2 9:2 8:2 7:2 6:3 rest:24";
    let sixth = |theirs: &str| breaks(&variant, &format!("{five} | {theirs}"), 6, 1);
    assert_eq!(sixth("@12:15"), Some("six_prime"));
    assert_eq!(sixth("@12:14 @4:1"), None);
    assert_eq!(sixth("@12:14 @1:1"), None);
    assert_eq!(sixth("@12:14 off:1"), None);
    assert_eq!(sixth("@11:1 @12:14"), Some("six_prime"));
    assert_eq!(sixth("@11:15"), Some("six_prime"));
    // Along his path my 1 and 24 are neighbours, my 12 and 13 are its ends.
    let around = "24:2 23:2 22:2 3:2 2:3 4:1 rest:18";
    let text = format!("{around} | @12:15");
    assert_eq!(breaks(&variant, &text, 2, 1), Some("six_prime"));
    let ends = "15:2 14:2 13:2 12:2 11:2 16:1 rest:1 | @9:15";
    assert_eq!(breaks(&variant, ends, 16, 6), None);
    // Checked at the end of the turn it may be passed through.
    let at_end = Variant {
        limit_check: LimitCheck::EndOfTurn,
        ..variant
    };
    assert_eq!(breaks(&at_end, &format!("{five} | @12:15"), 6, 1), None);
    let held = |side: &String| side.contains("10:2 9:2 8:2 7:2 6:2 5:");
    let all = results(
        &at_end,
        pos(&at_end, &format!("{five} | @12:15")),
        dice(2, 1),
    );
    assert!(all.iter().any(|side| side.contains("6:2 3:1")), "{all:?}");
    assert!(!all.iter().any(held), "{all:?}");
}

#[test]
fn g2_contact_on_parallel_tracks() {
    let contact = |text: &str| pos(&moultezim(), text).has_contact(Track::Parallel);
    assert!(contact("24:15"));
    // All past each other: mine on 1..6, his on my 13..18, which are his 1..6.
    assert!(!contact("6:15 | @18:15"));
    assert!(!contact("1:15 | @13:15"));
    // One of mine has one of his in front of it, on my own last points.
    assert!(contact("6:15 | @5:15"));
    // None of his is in front of mine, but one of mine is in front of his.
    assert!(contact("5:15 | @6:15"));
    assert!(contact("6:14 19:1 | @18:15"));
    assert!(!contact("6:15 | off:15"));
    for text in [
        "24:15",
        "6:15 | @5:15",
        "5:15 | @6:15",
        "1:15 | @13:15",
        "13:15 | @1:15",
    ] {
        let position = pos(&moultezim(), text);
        let mirrored = position.flipped().has_contact(Track::Parallel);
        assert_eq!(position.has_contact(Track::Parallel), mirrored, "{text}");
    }
}

#[test]
fn g2_contact_on_contrary_tracks() {
    let hyper = Variant::hyper();
    let contact = |text: &str| pos(&hyper, text).has_contact(Track::Contrary);
    assert!(contact("24:1 23:1 22:1"));
    assert!(!contact("12:3 | 12:3"));
    assert!(contact("13:3 | 13:3"));
    assert!(contact("13:1 1:2 | 13:1 1:2"));
    assert!(contact("bar:1 1:2 | 1:3"));
    assert!(!contact("1:3 | off:3"));
}
