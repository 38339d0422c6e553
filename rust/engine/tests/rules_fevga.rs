//! Fevga: the numbered cases `h51` to `h54`, its limit and its duty. What is expected comes from
//! the rules, never from a run.

mod common;

use common::{broken_by, dice, expect, first_moves, pos, results, shown};
use tavla_engine::variant::{HeldLimit, LimitCheck, NextStarter, Track};
use tavla_engine::{ROLLS, Variant, legal_plays};

fn fevga() -> Variant {
    Variant::fevga()
}

fn at_end() -> Variant {
    Variant {
        limit_check: LimitCheck::EndOfTurn,
        ..fevga()
    }
}

fn no_duty() -> Variant {
    Variant {
        unblock_duty: false,
        ..fevga()
    }
}

#[test]
fn h51_the_sixth_point_only_if_another_is_opened() {
    let text = "24:2 23:1 22:1 21:1 20:1 rest:1";
    assert_eq!(
        broken_by(&fevga(), pos(&fevga(), text), 24, 5),
        Some("held_limit")
    );
    assert!(!first_moves(&fevga(), pos(&fevga(), text), (5, 1)).contains(&"24/19".into()));
    assert!(first_moves(&at_end(), pos(&at_end(), text), (5, 1)).contains(&"24/19".into()));
    for variant in [fevga(), at_end()] {
        let all = results(&variant, pos(&variant, text), dice(5, 1));
        // With the ace re-opening 23 both orders come to this; ending with six never does.
        assert!(
            all.contains(&"24:1 22:2 21:1 20:1 19:1 1:9".into()),
            "{all:?}"
        );
        let six = "24:1 23:1 22:1 21:1 20:1 19:1";
        assert!(!all.iter().any(|side| side.starts_with(six)), "{all:?}");
    }
}

#[test]
fn h52_passing_over_the_last_open_point_only_if_checked_at_the_end() {
    let text = "24:3 23:1 21:1 20:1 19:1 rest:1";
    let over = "24:1 23:1 21:1 20:3 19:1 1:8";
    let has =
        |variant: &Variant| results(variant, pos(variant, text), dice(2, 2)).contains(&over.into());
    assert!(!has(&fevga()));
    assert!(has(&at_end()));
    assert!(!first_moves(&fevga(), pos(&fevga(), text), (2, 2)).contains(&"24/22".into()));
    assert!(first_moves(&at_end(), pos(&at_end(), text), (2, 2)).contains(&"24/22".into()));
}

#[test]
fn h53_a_complete_wall_must_be_opened() {
    let mine = "21:2 20:2 19:2 18:2 17:2 16:2 rest:1";
    let position = pos(&fevga(), &format!("{mine} | @22:15"));
    for roll in ROLLS {
        let plays = legal_plays(&fevga().rules(), position, roll);
        let all = legal_plays(&no_duty().rules(), position, roll);
        assert!(plays.len() < all.len(), "{roll:?}");
        let opens = |side: tavla_engine::Side| (16..=21).any(|p| side.count(p) == 0);
        for play in &all {
            let kept = plays.contains(play);
            assert_eq!(
                kept,
                opens(play.after.player),
                "{roll:?} {}",
                shown(play.after.player)
            );
        }
    }
    // Not all on one point, or one point farther back, or one of the six not held: no duty.
    for text in [
        format!("{mine} | @22:14 @23:1"),
        format!("{mine} | @23:15"),
        "21:3 20:3 19:2 18:2 17:2 rest:1 | @22:15".into(),
    ] {
        let position = pos(&fevga(), &text);
        for roll in ROLLS {
            assert_eq!(
                legal_plays(&fevga().rules(), position, roll),
                legal_plays(&no_duty().rules(), position, roll),
                "{text} {roll:?}"
            );
        }
    }
    // Checkers borne off stand on no point.
    let position = pos(&fevga(), &format!("{mine} | @22:14 off:1"));
    let plays = legal_plays(&fevga().rules(), position, dice(6, 5));
    assert!(plays.len() < legal_plays(&no_duty().rules(), position, dice(6, 5)).len());
}

#[test]
fn h53_the_duty_lapses_if_no_full_play_opens_the_wall() {
    // A limit keeps all but the points of the wall and the ace out of reach: of 6-1 only the one
    // can be played, and one move empties no point of two.
    let with = |unblock_duty| Variant {
        track: Track::Contrary,
        held_limits: vec![HeldLimit {
            low: 1,
            high: 14,
            most: 1,
        }],
        first_away_pips: 0,
        unblock_duty,
        ..fevga()
    };
    let mine = "20:2 19:2 18:2 17:2 16:2 15:3 rest:1 | @14:15";
    let position = pos(&with(true), mine);
    let on =
        |duty, roll: (u8, u8)| legal_plays(&with(duty).rules(), position, dice(roll.0, roll.1));
    assert_eq!(on(true, (6, 1)).len(), 5);
    assert_eq!(on(true, (6, 1)), on(false, (6, 1)));
    // With 2-1 a point can be emptied, so it must be.
    assert!(on(true, (2, 1)).len() < on(false, (2, 1)).len());
    for play in on(true, (2, 1)) {
        assert!((15..=20).any(|p| play.after.player.count(p) == 0));
    }
}

#[test]
fn h54_six_in_a_row_elsewhere_is_legal() {
    let text = "21:2 20:2 19:2 18:2 17:2 16:2 rest:1 | @22:7 @23:8";
    assert_eq!(pos(&fevga(), text).irregularities(&fevga()), []);
    let five = "21:2 20:2 19:2 18:2 17:3 rest:1 | @22:7 @23:8";
    assert_eq!(broken_by(&fevga(), pos(&fevga(), five), 17, 1), None);
}

#[test]
fn a9_never_all_six_of_the_starting_quarter() {
    let text = "24:5 23:2 22:2 21:2 19:2 20:2";
    let codes: Vec<_> = pos(&fevga(), text)
        .irregularities(&fevga())
        .iter()
        .map(|i| i.code())
        .collect();
    assert_eq!(codes, ["held_limit", "first_away"]);
    let five = "24:8 23:2 22:1 21:1 20:2 rest:1";
    assert_eq!(pos(&fevga(), five).irregularities(&fevga()), []);
    assert_eq!(
        broken_by(&fevga(), pos(&fevga(), five), 24, 5),
        Some("held_limit")
    );
    // A lone checker of the quarter may exchange its point.
    assert_eq!(broken_by(&fevga(), pos(&fevga(), five), 22, 3), None);
    // The quarter that Moultezim limits is free.
    let far = "13:1 11:2 10:2 9:2 8:2 rest:24";
    assert_eq!(broken_by(&fevga(), pos(&fevga(), far), 13, 6), None);
}

#[test]
fn a9_the_wall_follows_the_victims_path() {
    // His 15..10 are my 3, 2, 1, 24, 23, 22: neighbours on his path, not on mine.
    let straddles = "24:2 23:2 22:2 3:3 2:3 1:3 | @4:15";
    let position = pos(&fevga(), straddles);
    let plays = legal_plays(&fevga().rules(), position, dice(6, 5));
    let all = legal_plays(&no_duty().rules(), position, dice(6, 5));
    assert!(plays.len() < all.len());
    // My 15..10 are his 3, 2, 1, 24, 23, 22: no wall.
    let ends = pos(&fevga(), "15:3 14:3 13:3 12:2 11:2 10:2 | @16:15");
    assert_eq!(
        legal_plays(&fevga().rules(), ends, dice(6, 5)),
        legal_plays(&no_duty().rules(), ends, dice(6, 5))
    );
}

#[test]
fn a9_the_previous_winner_starts() {
    assert_eq!(fevga().next_starter, NextStarter::PreviousWinner);
    assert_eq!(Variant::moultezim().next_starter, NextStarter::Roll);
}

#[test]
fn a9_the_first_checker_as_in_moultezim() {
    let variant = fevga();
    expect(&variant, pos(&variant, "24:15"), (6, 6), &["24:14 18:1"]);
    expect(
        &variant,
        pos(&variant, "24:15"),
        (5, 5),
        &["24:13 19:1 9:1", "24:14 4:1"],
    );
    expect(
        &variant,
        pos(&variant, "24:14 13:1"),
        (1, 1),
        &["24:14 13:1"],
    );
}
