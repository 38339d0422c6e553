//! Play text both ways: what is written reads back as the same play, no two plays of a turn are
//! written alike, the order of moves decides nothing, text with two meanings lists them, and
//! illegal text names the rule it breaks.

mod common;

use common::{Random, dice, oracle, pos, random_games, variants};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::LazyLock;
use tavla_engine::match_row::CANNOT_MOVE;
use tavla_engine::notation::{Hop, format, parse};
use tavla_engine::plays::{Follower, Resolution, moves_of, resolve, resolve_moves};
use tavla_engine::variant::{InnerMoves, LimitCheck, Overshoot};
use tavla_engine::{Broken, Dice, Move, Play, Position, Rules, Variant, legal_plays};

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(variants);

fn read(rules: &Rules, position: Position, dice: Dice, text: &str) -> Resolution {
    let hops = parse(text).unwrap_or_else(|error| panic!("{error}"));
    resolve(rules, position, dice, &hops)
}

/// The moves of a play, each a hop of its own.
fn one_by_one(rules: &Rules, position: Position, play: Play) -> Vec<Hop> {
    let hop = |made: Move| Hop {
        source: made.source,
        target: made.target,
        hit: false,
    };
    let moves = moves_of(rules, position, play.sequence);
    moves.into_iter().map(hop).collect()
}

/// Every play of a turn: written, read back, unlike the others; and as exact moves.
fn round_trip(variant: &Variant, position: Position, dice: Dice) {
    let rules = variant.rules();
    let mut texts = HashSet::new();
    for play in legal_plays(&rules, position, dice) {
        let text = format(&rules, position, dice, play.sequence);
        let context = || format!("{}: {position:?} {dice:?} {text:?}", variant.name);
        let meant = Resolution::Legal(vec![play]);
        assert_eq!(read(&rules, position, dice, &text), meant, "{}", context());
        let shouted = text.to_uppercase().replace(' ', ",  ");
        assert_eq!(
            read(&rules, position, dice, &shouted),
            meant,
            "{}",
            context()
        );
        let exact = resolve_moves(&rules, position, dice, play.sequence);
        assert_eq!(exact, meant, "{}", context());
        let mut moves = one_by_one(&rules, position, play);
        moves.reverse();
        if !moves.is_empty() {
            let reversed = resolve(&rules, position, dice, &moves);
            assert_eq!(reversed, meant, "{} {moves:?}", context());
        }
        let mut follower = Follower::default();
        follower.begin(position);
        let told = if play.is_dance() { CANNOT_MOVE } else { &text };
        let played = follower.play(&rules, dice, told);
        assert_eq!(played, Some((position, play)), "{}", context());
        assert!(texts.insert(text.clone()), "{}", context());
    }
}

#[test]
fn what_is_written_reads_back_as_the_same_play_in_games() {
    for variant in VARIANTS.iter() {
        random_games(variant, 5, 120, |position, dice| {
            round_trip(variant, position, dice);
        });
    }
}

#[test]
fn what_is_written_reads_back_as_the_same_play_on_any_sound_position() {
    let mut random = Random(6);
    for variant in VARIANTS.iter() {
        for _ in 0..150 {
            let position = random.position(variant);
            round_trip(variant, position, random.roll());
        }
    }
}

#[test]
fn every_legal_line_written_move_by_move_is_read_as_its_play() {
    let mut random = Random(7);
    for variant in VARIANTS.iter() {
        let rules = variant.rules();
        for _ in 0..20 {
            let (position, dice) = (random.position(variant), random.roll());
            let lines = oracle::lines(variant, position, dice);
            for line in lines.iter().step_by(1 + lines.len() / 50) {
                let words: Vec<String> = line
                    .steps
                    .iter()
                    .map(|s| format!("{}/{}{}", s.source, s.target, if s.hit { "*" } else { "" }))
                    .collect();
                let text = if words.is_empty() {
                    "dance".into()
                } else {
                    words.join(" ")
                };
                let after = Position::from(line.after);
                match read(&rules, position, dice, &text) {
                    Resolution::Legal(plays) => {
                        assert!(
                            plays.iter().any(|p| p.after == after),
                            "{position:?} {text}"
                        );
                    }
                    Resolution::Illegal(broken) => {
                        panic!("{}: {position:?} {dice:?} {text}: {broken}", variant.name);
                    }
                }
            }
        }
    }
}

/// The legal meanings of a text, written canonically.
fn meanings(variant: &Variant, position: Position, roll: (u8, u8), text: &str) -> Vec<String> {
    let (rules, roll) = (variant.rules(), dice(roll.0, roll.1));
    match read(&rules, position, roll, text) {
        Resolution::Legal(plays) => {
            let write = |play: &Play| format(&rules, position, roll, play.sequence);
            plays.iter().map(write).collect()
        }
        Resolution::Illegal(broken) => panic!("{text}: {broken}"),
    }
}

#[test]
fn a_way_with_and_without_a_hit_is_ambiguous() {
    let hyper = Variant::hyper();
    let on = |text: &str, roll, play: &str| meanings(&hyper, pos(&hyper, text), roll, play);
    let blot = "24:1 6:2 | @20:1";
    assert_eq!(on(blot, (6, 4), "24/14"), ["24/18/14", "24/20*/14"]);
    assert_eq!(on(blot, (6, 4), "24/20/14"), ["24/20*/14"]);
    assert_eq!(on(blot, (6, 4), "24/20*/14"), ["24/20*/14"]);
    assert_eq!(on(blot, (6, 4), "24/18/14"), ["24/18/14"]);
    let two = "24:1 6:2 | @20:1 @18:1";
    assert_eq!(on(two, (6, 4), "24/14"), ["24/18*/14", "24/20*/14"]);
    // Where both ways come to the same, the text is short and has one meaning.
    assert_eq!(on("24:1 6:2 | @1:1", (6, 4), "24/14"), ["24/14"]);
    // Where one way is closed, the other is meant.
    assert_eq!(on("24:1 6:2 | @20:1 @18:2", (6, 4), "24/14"), ["24/20*/14"]);
    // A double has one way only.
    assert_eq!(on("24:1 6:2 | @20:1", (4, 4), "24/8"), ["24/20*/8"]);
}

#[test]
fn the_way_is_written_where_it_matters_and_only_there() {
    let backgammon = Variant::backgammon();
    let start = Position::start(&backgammon);
    let on = |roll, play: &str| meanings(&backgammon, start, roll, play);
    assert_eq!(on((6, 5), "24/18 18/13"), ["24/13"]);
    assert_eq!(on((3, 1), "6/5 8/5"), ["8/5 6/5"]);
    assert_eq!(on((1, 1), "8/7 6/5 8/7 6/5"), ["8/7(2) 6/5(2)"]);
    assert_eq!(on((6, 6), "24/18(2) 13/7(2)"), ["24/18(2) 13/7(2)"]);
    assert_eq!(on((3, 3), "13/10(2) 10/7(2)"), ["13/7(2)"]);
    let hyper = Variant::hyper();
    let on = |text: &str, roll, play: &str| meanings(&hyper, pos(&hyper, text), roll, play);
    assert_eq!(on("bar:1 6:2 | @21:1", (4, 1), "b/21 6/5"), ["bar/21* 6/5"]);
    assert_eq!(on("6:1 5:1 | @24:3", (6, 5), "5/0 6/0"), ["6/off 5/off"]);
    assert_eq!(on("24:1 | @23:2", (1, 1), "pass"), ["dance"]);
}

#[test]
fn marks_may_be_left_out_but_not_invented() {
    let hyper = Variant::hyper();
    let position = pos(&hyper, "24:2 6:1 | @20:1");
    let on = |play: &str| meanings(&hyper, position, (4, 1), play);
    assert_eq!(on("24/20 24/23"), ["24/23 24/20*"]);
    let broken = illegal(&hyper, position, (4, 1), "24/20* 24/23*");
    assert_eq!(broken, Broken::NoHit { point: 23 });
    // Of two checkers landing on a blot the first hits, whichever carries the mark.
    let on = |play: &str| meanings(&hyper, pos(&hyper, "24:3 | @20:1"), (4, 4), play);
    assert_eq!(on("24/20*(3) 20/16"), on("24/20(2) 24/20* 20/16"));
}

fn illegal(variant: &Variant, position: Position, roll: (u8, u8), text: &str) -> Broken {
    match read(&variant.rules(), position, dice(roll.0, roll.1), text) {
        Resolution::Illegal(broken) => broken,
        Resolution::Legal(plays) => panic!("{text} is legal: {plays:?}"),
    }
}

#[track_caller]
fn breaks(variant: &Variant, text: &str, roll: (u8, u8), play: &str, expected: Broken) {
    assert_eq!(
        illegal(variant, pos(variant, text), roll, play),
        expected,
        "{play}"
    );
}

#[test]
fn illegal_finished() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "24:3 | off:3",
        (6, 5),
        "24/18 24/19",
        Broken::Finished,
    );
    breaks(&hyper, "off:3 | 24:3", (6, 5), "dance", Broken::Finished);
}

#[test]
fn illegal_no_checker() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "24:3 | 2:3",
        (6, 5),
        "13/7 24/19",
        Broken::NoChecker { source: 13 },
    );
    breaks(
        &hyper,
        "24:3 | 2:3",
        (6, 5),
        "bar/19 24/19",
        Broken::NoChecker { source: 25 },
    );
    breaks(
        &hyper,
        "24:1 6:2 | 2:3",
        (6, 5),
        "24/18 24/19",
        Broken::NoChecker { source: 24 },
    );
}

#[test]
fn illegal_bar_first() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "bar:1 24:2 | 2:3",
        (6, 5),
        "24/18 24/19",
        Broken::BarFirst,
    );
    breaks(
        &hyper,
        "bar:2 24:1 | 2:3",
        (6, 5),
        "bar/19 24/19",
        Broken::BarFirst,
    );
}

#[test]
fn illegal_first_away() {
    let moultezim = Variant::moultezim();
    let expected = Broken::FirstAway { reach: 11 };
    breaks(&moultezim, "24:15", (6, 5), "24/18 24/19", expected);
    breaks(&moultezim, "24:14 16:1", (2, 1), "16/14 24/23", expected);
}

#[test]
fn illegal_blocked() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "24:3 | @18:2",
        (6, 5),
        "24/18 24/19",
        Broken::Blocked { point: 18 },
    );
    breaks(
        &hyper,
        "24:3 | @18:2 @19:1",
        (6, 5),
        "24/18/13",
        Broken::Blocked { point: 18 },
    );
    let moultezim = Variant::moultezim();
    breaks(
        &moultezim,
        "24:14 18:1",
        (6, 1),
        "18/12",
        Broken::Blocked { point: 12 },
    );
}

#[test]
fn illegal_held_limit() {
    let moultezim = Variant::moultezim();
    let limit = Broken::HeldLimit(moultezim.held_limits[0]);
    let text = "13:1 11:1 10:1 9:1 8:1 rest:24";
    breaks(&moultezim, text, (6, 1), "13/7 24/23", limit);
    breaks(&moultezim, text, (6, 1), "13/6", limit);
    let at_end = Variant {
        limit_check: LimitCheck::EndOfTurn,
        ..moultezim
    };
    breaks(&at_end, text, (6, 1), "13/7 24/23", limit);
}

#[test]
fn illegal_six_prime() {
    let variant = Variant {
        six_prime_needs_opp_ahead: true,
        held_limits: Vec::new(),
        first_away_pips: 0,
        ..Variant::moultezim()
    };
    let text = "10:2 9:2 8:2 7:2 6:3 rest:24 | @12:15";
    breaks(&variant, text, (2, 1), "6/5 24/22", Broken::SixPrime);
    let at_end = Variant {
        limit_check: LimitCheck::EndOfTurn,
        ..variant
    };
    breaks(&at_end, text, (2, 1), "6/5 24/22", Broken::SixPrime);
}

#[test]
fn illegal_not_home() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "9:2 6:1 | 1:3",
        (6, 1),
        "6/off 9/8",
        Broken::NotHome { rear: 9 },
    );
}

#[test]
fn illegal_higher_first() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "6:2 2:1 | 1:3",
        (4, 3),
        "2/off 6/3",
        Broken::HigherFirst { rear: 6 },
    );
}

#[test]
fn illegal_exact_only() {
    let variant = Variant {
        bearoff_overshoot: Overshoot::ExactOnly,
        ..Variant::hyper()
    };
    breaks(
        &variant,
        "4:3 | 1:3",
        (5, 1),
        "4/off 4/3",
        Broken::ExactOnly { source: 4 },
    );
}

#[test]
fn illegal_inner_move() {
    let variant = Variant {
        bearoff_inner_moves: InnerMoves::Forbidden,
        ..Variant::hyper()
    };
    breaks(
        &variant,
        "6:1 5:2 | 1:3",
        (5, 1),
        "6/5 5/off",
        Broken::InnerMove,
    );
}

#[test]
fn illegal_no_such_die() {
    let hyper = Variant::hyper();
    let no_die = |source, target| Broken::NoSuchDie { source, target };
    breaks(&hyper, "24:3 | 2:3", (6, 5), "24/20 24/18", no_die(24, 20));
    breaks(&hyper, "24:3 | 2:3", (6, 5), "24/18(2)", no_die(24, 18));
    breaks(
        &hyper,
        "24:3 | 2:3",
        (6, 5),
        "24/18 24/19 18/17",
        no_die(18, 17),
    );
    breaks(&hyper, "24:3 | 2:3", (6, 5), "18/24 24/18", no_die(18, 24));
    breaks(&hyper, "6:3 | 1:3", (2, 1), "6/off", no_die(6, 0));
}

#[test]
fn illegal_no_hit() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "24:3 | 2:3",
        (6, 5),
        "24/18* 24/19",
        Broken::NoHit { point: 18 },
    );
    breaks(
        &hyper,
        "6:3 | @24:3",
        (6, 5),
        "6/off* 6/1",
        Broken::NoHit { point: 0 },
    );
}

#[test]
fn illegal_more_dice() {
    let hyper = Variant::hyper();
    let two = Broken::MoreDice { most: 2 };
    breaks(&hyper, "24:3 | 2:3", (6, 5), "24/18", two);
    breaks(&hyper, "24:3 | 2:3", (6, 5), "dance", two);
    let four = Broken::MoreDice { most: 4 };
    breaks(&hyper, "24:3 | 2:3", (2, 2), "24/22(3)", four);
    // The ace could still be played.
    breaks(&hyper, "3:1 2:1 | @1:2", (2, 1), "2/off", two);
}

#[test]
fn illegal_larger_die() {
    let hyper = Variant::hyper();
    breaks(
        &hyper,
        "24:1 | @13:2",
        (6, 5),
        "24/19",
        Broken::LargerDie { die: 6 },
    );
}

#[test]
fn illegal_unblock_duty() {
    let fevga = Variant::fevga();
    let text = "21:2 20:2 19:2 18:2 17:2 16:2 rest:1 | @22:15";
    breaks(&fevga, text, (6, 5), "21/15 20/15", Broken::UnblockDuty);
}

#[test]
fn exact_moves_are_judged_like_text() {
    use tavla_engine::Sequence;
    let hyper = Variant::hyper();
    let rules = hyper.rules();
    let start = Position::start(&hyper);
    let on = |line| resolve_moves(&rules, start, dice(6, 5), line);
    let code = |line| match on(line) {
        Resolution::Illegal(broken) => broken.code(),
        Resolution::Legal(_) => "legal",
    };
    assert_eq!(code(Sequence::one(24, 5).then(24, 6)), "no_checker");
    assert_eq!(code(Sequence::one(24, 6).then(23, 6)), "no_such_die");
    assert_eq!(code(Sequence::one(24, 4)), "no_such_die");
    assert_eq!(code(Sequence::one(24, 6)), "more_dice");
    assert_eq!(code(Sequence::EMPTY), "more_dice");
    assert_eq!(code(Sequence::one(31, 6)), "no_checker");
    assert_eq!(code(Sequence::one(18, 5).then(24, 6)), "no_checker");
    assert_eq!(code(Sequence::one(24, 6).then(18, 5)), "legal");
    // As text this is the legal 3/2/off; as one move by the six it leaves no ace.
    let position = pos(&hyper, "3:1 2:1 | @1:2");
    let by_six = resolve_moves(&rules, position, dice(6, 1), Sequence::one(3, 6));
    let more = Resolution::Illegal(Broken::MoreDice { most: 2 });
    assert_eq!(by_six, more);
}

/// Text that looks like a play more or less, so that more of it gets past the reader.
fn almost_play() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        (0u8..28).prop_map(|n| n.to_string()),
        Just("bar".to_string()),
        Just("off".to_string()),
        Just("B".to_string()),
    ];
    let mark = prop_oneof!["", "\\*", "\\([0-5]\\)", "\\*\\([1-4]\\)", " "];
    let leg = (word, "[/\\->]", mark).prop_map(|(w, slash, mark)| format!("{w}{mark}{slash}"));
    let chain = (
        prop::collection::vec(leg, 1..4),
        0u8..26,
        "(\\*| |\\([1-4]\\)|,|;)?",
    )
        .prop_map(|(legs, last, end)| format!("{}{last}{end}", legs.concat()));
    prop::collection::vec(chain, 0..5).prop_map(|chains| chains.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2000)
    })]

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*") {
        let _ = parse(&text);
    }

    #[test]
    fn no_play_text_makes_anything_panic(text in almost_play(), seed: u64, which: usize) {
        let mut random = Random(seed);
        let variant = &VARIANTS[which % VARIANTS.len()];
        let (position, dice) = (random.position(variant), random.roll());
        if let Ok(hops) = parse(&text) {
            let rules = variant.rules();
            match resolve(&rules, position, dice, &hops) {
                Resolution::Legal(plays) => {
                    let legal = legal_plays(&rules, position, dice);
                    prop_assert!(!plays.is_empty());
                    prop_assert!(plays.iter().all(|play| legal.contains(play)));
                }
                Resolution::Illegal(broken) => {
                    prop_assert!(!broken.to_string().is_empty());
                    prop_assert!(!broken.code().is_empty());
                }
            }
        }
    }
}

#[test]
fn odd_texts_are_errors_with_a_place_inside_the_text() {
    for text in [
        "",
        " ",
        "*",
        "/",
        "24/",
        "/24",
        "24//20",
        "24/20**",
        "24/20(0)",
        "24/20()",
        "24/20(5)",
        "24/20(",
        "0/24",
        "off/20",
        "20/bar",
        "99/98",
        "24/-1",
        "24/20 dance",
        "dance dance",
        "２４/１８",
        "24/18\u{0}",
        "İ/18",
        "ﬀ",
        "24/18 \u{301}",
        "((",
        "))",
        "(",
        "24/18)",
        "24/18/",
        "24 18",
        "24/18,,",
        "1e1/2",
        "+6/5",
        "006/5",
        "256/5",
        "24/18 13",
    ] {
        match parse(text) {
            Ok(hops) => assert!(!hops.is_empty() && text == "24/18,,", "{text:?}: {hops:?}"),
            Err(error) => {
                let length = text.chars().count();
                assert!((1..=length + 1).contains(&error.at), "{text:?}: {error}");
                assert!(error.to_string().contains("expected"), "{text:?}");
            }
        }
    }
    let long = "24/23 ".repeat(100_000);
    assert!(parse(&long).is_err());
    let long = format!("24{}", "/23".repeat(100_000));
    assert!(parse(&long).is_err());
}
