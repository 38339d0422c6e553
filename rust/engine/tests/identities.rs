//! Hashes, ranks, indices, keys and ids: each says its position, and nothing else.

mod common;

use common::{Random, random_games, variants};
use proptest::prelude::*;
use std::collections::HashMap;
use tavla_engine::hash::{Hash, hash64};
use tavla_engine::plays::moves_of;
use tavla_engine::rank::{self, DenseIndex, from_index, index, sides, unrank};
use tavla_engine::side::{BAR, OFF, across};
use tavla_engine::variant::Contact;
use tavla_engine::{Move, Position, Side, Variant, ids, key, legal_plays};

/// The hash carried along a line of moves, hits and the change of turns.
fn carried(variant: &Variant, start: Position, moves: &[Move]) -> (Hash, Position) {
    let mut hash = Hash::of(start);
    let mut now = start;
    for made in moves {
        hash = hash.player_moved(now.player, made.source, made.target);
        now.player = now.player.moved(made.source, made.target);
        if made.hit {
            let theirs = across(variant.track, made.target);
            hash = hash.opponent_moved(now.opponent, theirs, BAR);
            now.opponent = now.opponent.moved(theirs, BAR);
        }
    }
    (hash, now)
}

#[test]
fn the_hash_carried_along_a_play_is_the_hash_from_scratch() {
    for variant in variants() {
        let rules = variant.rules();
        let mut hits = 0;
        random_games(&variant, 21, 150, |position, dice| {
            for play in legal_plays(&rules, position, dice) {
                let moves = moves_of(&rules, position, play.sequence);
                hits += moves.iter().filter(|made| made.hit).count();
                let (hash, now) = carried(&variant, position, &moves);
                assert_eq!(now, play.after);
                assert_eq!(hash, Hash::of(play.after));
                assert_eq!(hash.flipped(), Hash::of(play.after.flipped()));
                assert_eq!(hash.flipped().value(), hash64(play.after.flipped()));
            }
        });
        assert_eq!(
            hits > 0,
            variant.contact == Contact::Hit,
            "{}",
            variant.name
        );
    }
}

#[test]
fn no_two_hyper_positions_met_share_a_hash_and_swapping_sides_changes_it() {
    let variant = Variant::hyper();
    let dense = rank::hyper_dense();
    let mut seen = HashMap::new();
    for number in (0..dense.len()).step_by(16) {
        let position = dense.position(number).expect("a position");
        let hash = hash64(position);
        assert_eq!(seen.insert(hash, number), None);
        assert_eq!(
            hash == hash64(position.flipped()),
            position == position.flipped()
        );
        assert_eq!(position.faults(&variant), []);
    }
}

#[test]
fn rank_is_a_bijection_on_sides_of_up_to_four() {
    for checkers in 1..=4 {
        // Counted the plain way: every multiset, in colexicographic order.
        let mut expected = Vec::new();
        let mut slots = vec![0usize; checkers.into()];
        loop {
            expected.push(slots.clone());
            let Some(at) =
                (0..slots.len()).find(|&i| slots[i] < slots.get(i + 1).copied().unwrap_or(25))
            else {
                break;
            };
            let risen = slots[at] + 1;
            slots[at] = risen;
            slots[..at].fill(0);
        }
        assert_eq!(expected.len() as u64, sides(checkers));
        for (number, slots) in expected.iter().enumerate() {
            let mut counts = [0u8; 26];
            for &slot in slots {
                counts[slot] += 1;
            }
            let side = Side::from_counts(&counts).expect("few");
            assert_eq!(rank::rank(side), number as u64, "{slots:?}");
            assert_eq!(unrank(checkers, number as u64), Some(side));
        }
        assert_eq!(unrank(checkers, sides(checkers)), None);
        assert_eq!(unrank(checkers, u64::MAX), None);
    }
}

#[test]
fn rank_and_unrank_undo_each_other_for_fifteen() {
    let mut random = Random(31);
    for checkers in 5..=15u8 {
        for _ in 0..2000 {
            let number = random.below(sides(checkers) as usize) as u64;
            let side = unrank(checkers, number).expect("in range");
            assert_eq!(side.checkers(), checkers);
            assert_eq!(rank::rank(side), number);
        }
        for number in [0, 1, sides(checkers) - 1] {
            assert_eq!(unrank(checkers, number).map(rank::rank), Some(number));
        }
        assert_eq!(unrank(checkers, sides(checkers)), None);
    }
}

#[test]
fn a_side_of_no_checkers_or_too_many_does_not_panic() {
    assert_eq!(sides(0), 1);
    assert_eq!(unrank(0, 0), Some(Side::default()));
    assert_eq!(unrank(0, 1), None);
}

/// Numbers to positions and back; every number once.
fn dense_is_a_bijection(variant: &Variant, numbers: impl Iterator<Item = u64>) {
    let dense = DenseIndex::new(variant).expect("few checkers");
    let mut before: Option<(u64, Position)> = None;
    for number in numbers {
        let position = dense.position(number).expect("in range");
        assert_eq!(dense.index(position), number);
        let place = index(variant, position).expect("few checkers");
        assert_eq!(from_index(variant, place), Some(position));
        if let Some((earlier, other)) = before {
            assert!(earlier < place, "{other:?} {position:?}");
        }
        before = Some((place, position));
    }
    assert_eq!(dense.position(dense.len()), None);
    assert_eq!(dense.position(u64::MAX), None);
}

#[test]
fn the_dense_index_is_a_bijection_on_every_97th_hyper_position() {
    dense_is_a_bijection(&Variant::hyper(), (0..7_959_904).step_by(97));
}

#[test]
#[ignore = "proof: all 7,959,904 positions, 20 s in a debug build"]
fn the_dense_index_is_a_bijection_on_all_of_hyper() {
    dense_is_a_bijection(&Variant::hyper(), 0..7_959_904);
}

#[test]
fn the_dense_index_counts_the_positions_of_every_small_variant() {
    for variant in variants().iter().filter(|v| v.checkers <= 2) {
        let dense = DenseIndex::new(variant).expect("few checkers");
        dense_is_a_bijection(variant, 0..dense.len());
        let all = sides(variant.checkers).pow(2);
        let sound = (0..all)
            .filter(|&place| from_index(variant, place).is_some())
            .count();
        assert_eq!(sound as u64, dense.len(), "{}", variant.name);
        assert_eq!(from_index(variant, all), None);
        assert_eq!(from_index(variant, u64::MAX), None);
    }
}

#[test]
fn the_index_of_hyper_has_holes_where_the_sides_would_share_a_point() {
    let variant = Variant::hyper();
    let mut random = Random(41);
    let mut holes = 0;
    for _ in 0..200_000 {
        let place = random.below(3276 * 3276) as u64;
        let player = unrank(3, place / 3276).expect("in range");
        let opponent = unrank(3, place % 3276).expect("in range");
        let shares = (1..=24).any(|p| player.count(p) > 0 && opponent.count(25 - p) > 0);
        assert_eq!(from_index(&variant, place).is_none(), shares);
        holes += u32::from(shares);
    }
    assert!(holes > 10_000);
    assert_eq!(from_index(&variant, 3276 * 3276), None);
    assert_eq!(
        index(
            &Variant::backgammon(),
            Position::start(&Variant::backgammon())
        ),
        None
    );
    assert!(DenseIndex::new(&Variant::moultezim()).is_none());
}

#[test]
fn position_ids_say_their_positions() {
    for variant in [
        Variant::backgammon(),
        Variant::nackgammon(),
        Variant::hyper(),
    ] {
        let mut random = Random(51);
        for _ in 0..20_000 {
            let position = random.position(&variant);
            let id = ids::position_id(&variant, position).expect("has ids");
            assert_eq!(id.len(), ids::ID_LENGTH);
            assert_eq!(ids::parse_position_id(&variant, &id), Ok(position), "{id}");
        }
        random_games(&variant, 52, 3000, |position, _| {
            let id = ids::position_id(&variant, position).expect("has ids");
            assert_eq!(ids::parse_position_id(&variant, &id), Ok(position), "{id}");
        });
    }
}

/// A second writer of ids, bit by bit from the manual's words.
fn plain_id(position: Position) -> String {
    let mut bits = Vec::new();
    for side in [position.opponent, position.player] {
        for &count in &side.counts()[1..] {
            bits.extend(std::iter::repeat_n(true, count.into()));
            bits.push(false);
        }
    }
    bits.resize(80, false);
    let bytes: Vec<u8> = bits
        .chunks(8)
        .map(|byte| {
            byte.iter()
                .rev()
                .fold(0, |sum, &bit| sum << 1 | u8::from(bit))
        })
        .collect();
    let alphabet: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain("+/".chars())
        .collect();
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, i| {
            word << 8 | u32::from(*group.get(i).unwrap_or(&0))
        });
        for sextet in 0..=group.len() {
            text.push(alphabet[(word >> (18 - 6 * sextet) & 63) as usize]);
        }
    }
    text
}

#[test]
fn position_ids_are_written_as_the_manual_says() {
    let mut random = Random(53);
    for variant in [Variant::backgammon(), Variant::hyper()] {
        for _ in 0..5000 {
            let position = random.position(&variant);
            assert_eq!(ids::position_id(&variant, position), Ok(plain_id(position)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(4000)
    })]

    #[test]
    fn no_text_makes_the_id_reader_panic(text in "\\PC{0,20}", long in "[A-Za-z0-9+/]{14}") {
        for variant in Variant::presets() {
            let _ = ids::parse_position_id(&variant, &text);
            if let Ok(position) = ids::parse_position_id(&variant, &long) {
                // The reader is strict: what it takes is written the same way again.
                prop_assert_eq!(ids::position_id(&variant, position), Ok(long.clone()));
                prop_assert_eq!(position.faults(&variant), vec![]);
            }
        }
    }

    #[test]
    fn any_ten_bytes_are_read_or_refused(bytes: [u8; 10], variant in 0usize..5) {
        let variant = &Variant::presets()[variant];
        let bits = bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let bytes = bits.to_le_bytes();
        let text: String = (0..14)
            .map(|i| {
                let word = u16::from_be_bytes([bytes[6 * i / 8], bytes[6 * i / 8 + 1]]);
                char::from(alphabet[usize::from(word >> (10 - 6 * i % 8) & 63)])
            })
            .collect();
        if let Ok(position) = ids::parse_position_id(variant, &text) {
            prop_assert_eq!(ids::position_id(variant, position), Ok(text));
        }
    }

    #[test]
    fn any_counts_are_a_sound_position_or_refused(player: [u8; 26], opponent: [u8; 26]) {
        for variant in Variant::presets() {
            prop_assert!(Position::from_counts(&variant, &player, &opponent).is_err());
            let small = |counts: [u8; 26]| counts.map(|n| u8::from(n > 250));
            if let Ok(position) = Position::from_counts(&variant, &small(player), &small(opponent)) {
                prop_assert_eq!(position.faults(&variant), vec![]);
            }
        }
    }
}

#[test]
fn keys_hold_the_counts_and_nothing_else() {
    let mut random = Random(81);
    for variant in variants() {
        for _ in 0..500 {
            let position = random.position(&variant);
            let bytes = key::key(position);
            assert_eq!(key::from_key(&bytes), position);
            for (slot, counts) in position.player.counts().chunks(2).enumerate() {
                assert_eq!(bytes[slot], counts[0] | counts[1] << 4);
            }
            for (slot, counts) in position.opponent.counts().chunks(2).enumerate() {
                assert_eq!(bytes[13 + slot], counts[0] | counts[1] << 4);
            }
        }
    }
    let full = key::from_key(&[0xFF; 26]);
    assert!(!full.faults(&Variant::backgammon()).is_empty());
    assert_eq!(key::key(full), [0xFF; 26]);
}

/// A turn moves checkers from place to place and nothing else.
fn checkers_and_pips(variant: &Variant, position: Position, dice: tavla_engine::Dice) {
    let rules = variant.rules();
    let before = (position.player.pips(), position.opponent.pips());
    for play in legal_plays(&rules, position, dice) {
        let after = play.after;
        assert_eq!(after.player.checkers(), variant.checkers);
        assert_eq!(after.opponent.checkers(), variant.checkers);
        assert!(after.player.count(OFF) >= position.player.count(OFF));
        assert_eq!(after.opponent.count(OFF), position.opponent.count(OFF));
        let moves = moves_of(&rules, position, play.sequence);
        let played: u16 = moves.iter().map(|made| u16::from(made.die)).sum();
        let overshoot: u16 = moves
            .iter()
            .map(|made| u16::from(made.die - (made.source - made.target)))
            .sum();
        assert_eq!(before.0 - after.player.pips(), played - overshoot);
        assert!(
            moves
                .iter()
                .all(|m| m.target == OFF || m.die == m.source - m.target)
        );
        assert!(
            moves
                .iter()
                .all(|m| m.target > OFF || m.source <= m.die && m.source <= 6 || m.source == m.die)
        );
        // A hit sends a checker back to the bar: from my p, his 25 - p, it loses p pips.
        let lost: u16 = moves
            .iter()
            .filter(|made| made.hit)
            .map(|made| u16::from(BAR - across(variant.track, made.target)))
            .sum();
        assert_eq!(after.opponent.pips() - before.1, lost);
        assert!(lost == 0 || variant.contact == Contact::Hit);
    }
}

#[test]
fn checkers_are_kept_and_pips_fall_by_the_dice() {
    let mut random = Random(61);
    for variant in variants() {
        random_games(&variant, 62, 200, |position, dice| {
            checkers_and_pips(&variant, position, dice);
        });
        for _ in 0..100 {
            checkers_and_pips(&variant, random.position(&variant), random.roll());
        }
    }
}

/// Nothing depends on which side is called first: contact, irregularities and outcomes mirror.
#[test]
fn the_sides_are_alike() {
    let mut random = Random(71);
    for variant in variants() {
        for _ in 0..300 {
            let position = random.position(&variant);
            let other = position.flipped();
            assert_eq!(other.flipped(), position);
            assert_eq!(
                position.has_contact(variant.track),
                other.has_contact(variant.track)
            );
            assert_eq!(position.is_finished(), other.is_finished());
            let codes = |p: Position, wanted: &str| -> usize {
                let all = p.irregularities(&variant);
                all.iter()
                    .filter(|i| i.to_string().contains(wanted))
                    .count()
            };
            assert_eq!(codes(position, "the player"), codes(other, "the opponent"));
            assert_eq!(codes(position, "both sides"), codes(other, "both sides"));
        }
    }
}

#[test]
fn a_side_on_the_bar_has_contact() {
    for variant in variants().iter().filter(|v| v.contact == Contact::Hit) {
        let mut all_on_bar = [0u8; 26];
        all_on_bar[25] = variant.checkers;
        let mut home = [0u8; 26];
        home[1] = variant.checkers;
        for other in [all_on_bar, home] {
            let position = Position::from_counts(variant, &all_on_bar, &other).expect("sound");
            assert!(position.has_contact(variant.track), "{}", variant.name);
        }
    }
}
