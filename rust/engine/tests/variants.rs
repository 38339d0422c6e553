//! Variants as data: every contradiction gives its reason, all at once; equal rules have equal
//! fingerprints and other rules others; the fingerprints of the presets never change.

mod common;

use common::{start, variants};
use std::collections::HashMap;
use tavla_engine::Variant;
use tavla_engine::variant::{
    Contact, HeldLimit, InnerMoves, LimitCheck, LimitLapse, NextStarter, Opening, Overshoot,
    Release, Track,
};

fn reasons(variant: Variant) -> Vec<String> {
    variant.validated().expect_err("contradictions").reasons
}

#[track_caller]
fn refuses(variant: Variant, words: &[&str]) {
    let found = reasons(variant);
    assert_eq!(found.len(), words.len(), "{found:#?}");
    for (reason, word) in found.iter().zip(words) {
        assert!(reason.contains(word), "{reason:?} does not say {word:?}");
    }
}

fn limit(low: u8, high: u8, most: u8) -> HeldLimit {
    HeldLimit { low, high, most }
}

#[test]
fn presets_and_all_composed_variants_of_the_tests_are_possible() {
    for variant in variants() {
        assert_eq!(variant.clone().validated(), Ok(variant));
    }
}

#[test]
fn a_start_has_as_many_checkers_as_the_variant() {
    let hyper = Variant::hyper;
    refuses(
        Variant {
            checkers: 4,
            ..hyper()
        },
        &["places 3 checkers of 4"],
    );
    refuses(
        Variant {
            checkers: 0,
            start: [0; 26],
            ..hyper()
        },
        &["1 to 15 checkers, not 0"],
    );
    refuses(
        Variant {
            checkers: 16,
            start: start(&[(24, 16)]),
            ..hyper()
        },
        &["1 to 15 checkers, not 16"],
    );
    refuses(
        Variant {
            checkers: 255,
            start: [255; 26],
            ..hyper()
        },
        ["1 to 15", "places 6630", "off", "bar"]
            .into_iter()
            .chain(["one point"; 12])
            .collect::<Vec<_>>()
            .as_slice(),
    );
}

#[test]
fn no_checker_starts_off_the_board() {
    let off = start(&[(24, 1), (23, 1), (0, 1)]);
    refuses(
        Variant {
            start: off,
            ..Variant::hyper()
        },
        &["start off"],
    );
    let bar = start(&[(24, 1), (23, 1), (25, 1)]);
    refuses(
        Variant {
            start: bar,
            ..Variant::hyper()
        },
        &["start on the bar"],
    );
}

#[test]
fn the_sides_start_on_different_points() {
    let shared = start(&[(24, 1), (13, 1), (12, 1)]);
    refuses(
        Variant {
            start: shared,
            ..Variant::hyper()
        },
        &["12 is the opponent's 13"],
    );
    let parallel = Variant {
        start: start(&[(24, 1), (13, 1), (1, 1)]),
        ..Variant::hyper()
    };
    refuses(
        Variant {
            track: Track::Parallel,
            ..parallel
        },
        &["1 is the opponent's 13"],
    );
}

#[test]
fn limits_are_ranges_of_points_that_the_start_keeps() {
    let with = |limits: &[HeldLimit]| Variant {
        held_limits: limits.to_vec(),
        ..Variant::moultezim()
    };
    refuses(with(&[limit(0, 6, 4)]), &["1 <= low <= high <= 24"]);
    refuses(with(&[limit(7, 25, 4)]), &["1 <= low <= high <= 24"]);
    refuses(with(&[limit(12, 7, 4)]), &["1 <= low <= high <= 24"]);
    refuses(with(&[limit(255, 255, 255)]), &["1 <= low <= high <= 24"]);
    refuses(with(&[limit(1, 6, 0)]), &["at least one point"]);
    refuses(
        with(&[limit(19, 24, 0)]),
        &["at least one point", "already holds 1"],
    );
    let five: Vec<_> = (1..=5).map(|low| limit(low, 6, 4)).collect();
    refuses(with(&five), &["at most 4 held limits, not 5"]);
    let spread = Variant {
        held_limits: vec![limit(22, 24, 2)],
        ..Variant::hyper()
    };
    refuses(spread, &["already holds 3"]);
}

#[test]
fn the_first_checker_needs_one_stack_blocks_and_room() {
    let moultezim = Variant::moultezim;
    let two = Variant {
        start: start(&[(24, 14), (23, 1)]),
        ..moultezim()
    };
    refuses(two, &["one stack"]);
    for pips in [24, 25, 255] {
        let far = Variant {
            first_away_pips: pips,
            ..moultezim()
        };
        refuses(far, &["cannot travel"]);
    }
    refuses(
        Variant {
            contact: Contact::Hit,
            ..moultezim()
        },
        &["contact \"block\""],
    );
    let idle = Variant {
        first_away_pips: 0,
        first_away_release: Release::NextTurn,
        ..moultezim()
    };
    refuses(idle, &["first_away_release needs first_away_pips"]);
}

#[test]
fn walls_are_for_games_without_hits() {
    let backgammon = Variant::backgammon;
    refuses(
        Variant {
            unblock_duty: true,
            ..backgammon()
        },
        &["unblock duty"],
    );
    let prime = Variant {
        six_prime_needs_opp_ahead: true,
        ..backgammon()
    };
    refuses(prime, &["six_prime_needs_opp_ahead"]);
}

#[test]
fn results_and_the_cube_are_possible() {
    for most in [0, 4, 255] {
        let variant = Variant {
            max_result: most,
            ..Variant::hyper()
        };
        refuses(variant, &["max_result is 1, 2 or 3"]);
    }
    refuses(
        Variant {
            jacoby: true,
            ..Variant::moultezim()
        },
        &["Jacoby"],
    );
}

#[test]
fn every_contradiction_is_told_at_once() {
    let all = Variant {
        name: "all".into(),
        start: start(&[(25, 1), (13, 1), (1, 1)]),
        checkers: 16,
        contact: Contact::Hit,
        held_limits: vec![limit(9, 3, 1), limit(1, 13, 1), limit(2, 3, 0)],
        unblock_duty: true,
        six_prime_needs_opp_ahead: true,
        max_result: 7,
        jacoby: true,
        ..Variant::moultezim()
    };
    refuses(
        all.clone(),
        &[
            "not 16",
            "places 3",
            "bar",
            "one point",
            "(9, 3, 1)",
            "(1, 13, 1)",
            "(2, 3, 0)",
            "one stack",
            "\"block\"",
            "unblock",
            "six_prime",
            "max_result",
            "Jacoby",
        ],
    );
    let error = all.validated().expect_err("impossible").to_string();
    assert!(error.starts_with("impossible variant \"all\": "), "{error}");
    assert_eq!(error.matches("; ").count(), 12, "{error}");
}

/// Every option, one changed at a time.
fn changed() -> Vec<Variant> {
    let base = || Variant {
        first_away_pips: 0,
        first_away_release: Release::Immediate,
        ..Variant::fevga()
    };
    vec![
        base(),
        Variant {
            checkers: 14,
            start: start(&[(24, 14)]),
            ..base()
        },
        Variant {
            start: start(&[(24, 14), (23, 1)]),
            ..base()
        },
        Variant {
            track: Track::Contrary,
            ..base()
        },
        Variant {
            contact: Contact::Hit,
            ..base()
        },
        Variant {
            first_away_pips: 13,
            ..base()
        },
        Variant {
            first_away_pips: 12,
            ..base()
        },
        Variant {
            first_away_release: Release::NextTurn,
            ..base()
        },
        Variant {
            held_limits: vec![],
            ..base()
        },
        Variant {
            held_limits: vec![limit(19, 24, 4)],
            ..base()
        },
        Variant {
            held_limits: vec![limit(19, 23, 5)],
            ..base()
        },
        Variant {
            held_limits: vec![limit(18, 24, 5)],
            ..base()
        },
        Variant {
            held_limits: vec![limit(19, 24, 5), limit(7, 12, 4)],
            ..base()
        },
        Variant {
            limit_check: LimitCheck::EndOfTurn,
            ..base()
        },
        Variant {
            limit_lapse: LimitLapse::OpponentStartEmpty,
            ..base()
        },
        Variant {
            limit_lapse: LimitLapse::OpponentAllPassed,
            ..base()
        },
        Variant {
            unblock_duty: false,
            ..base()
        },
        Variant {
            six_prime_needs_opp_ahead: true,
            ..base()
        },
        Variant {
            bearoff_overshoot: Overshoot::ExactOnly,
            ..base()
        },
        Variant {
            bearoff_inner_moves: InnerMoves::Forbidden,
            ..base()
        },
        Variant {
            opening: Opening::UseDice,
            ..base()
        },
        Variant {
            next_starter: NextStarter::Roll,
            ..base()
        },
        Variant {
            max_result: 3,
            ..base()
        },
        Variant {
            cube: true,
            ..base()
        },
        Variant {
            cube: true,
            jacoby: true,
            ..base()
        },
    ]
}

#[test]
fn fingerprints_differ_where_the_rules_do() {
    let mut seen = HashMap::new();
    for variant in changed().into_iter().chain(variants()) {
        let rules = Variant {
            name: String::new(),
            ..variant.clone()
        };
        let print = variant.fingerprint();
        assert_eq!(print.len(), 64);
        assert!(
            print.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')),
            "{print}"
        );
        if let Some(other) = seen.insert(print, rules.clone()) {
            assert_eq!(other, rules);
        }
    }
    assert!(seen.len() >= changed().len());
}

#[test]
fn fingerprints_are_equal_where_only_the_name_differs() {
    for variant in variants() {
        let other = Variant {
            name: "another".into(),
            ..variant.clone()
        };
        assert_eq!(other.fingerprint(), variant.fingerprint());
        assert_eq!(other.rule_text(), variant.rule_text());
        assert!(!variant.rule_text().contains('\n'));
    }
}

#[test]
fn the_order_of_limits_is_no_rule() {
    let with = |limits: &[HeldLimit]| {
        let variant = Variant {
            held_limits: limits.to_vec(),
            ..Variant::moultezim()
        };
        variant.validated().expect("possible")
    };
    let (a, b) = (limit(7, 12, 4), limit(19, 24, 5));
    assert_eq!(with(&[a, b]).fingerprint(), with(&[b, a]).fingerprint());
    assert_eq!(with(&[a, b]), with(&[b, a]));
    assert_eq!(with(&[a, a]).fingerprint(), with(&[a]).fingerprint());
}

#[test]
fn the_fingerprints_of_the_presets_are_frozen() {
    let path = format!(
        "{}/../../tests/vectors/fingerprints.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let frozen: Vec<(String, String)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" -> ").expect("a name and its fingerprint"))
        .map(|(name, print)| (name.into(), print.into()))
        .collect();
    let now: Vec<(String, String)> = Variant::NAMES
        .iter()
        .map(|&name| {
            (
                name.into(),
                Variant::named(name).expect("a name").fingerprint(),
            )
        })
        .collect();
    assert_eq!(now, frozen);
}

#[test]
fn every_option_is_read_back_from_its_word() {
    macro_rules! each {
        ($($kind:ident)+) => {$(
            let mut words = Vec::new();
            for &value in $kind::ALL {
                assert_eq!($kind::from_name(value.name()), Some(value));
                assert!(!words.contains(&value.name()));
                words.push(value.name());
            }
            for word in ["", "x", "Never", " hit"] {
                assert_eq!($kind::from_name(word), None);
            }
        )+};
    }
    each!(Track Contact LimitCheck LimitLapse Release Overshoot InnerMoves Opening NextStarter);
}

#[test]
fn a_variant_that_is_impossible_can_still_be_named_and_printed() {
    let odd = Variant {
        checkers: 0,
        start: [255; 26],
        held_limits: vec![limit(9, 99, 0)],
        ..Variant::hyper()
    };
    assert_eq!(odd.fingerprint().len(), 64);
    assert!(odd.start_stack().is_none());
    assert_eq!(odd.start_side().checkers(), 0);
}
