//! The bodies of the fuzz targets: each takes any bytes and panics where the engine is wrong.

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use common::oracle;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use tavla_engine::hash::Hash;
use tavla_engine::plays::{Resolution, count_plays, legal_moves, moves_of, resolve, slow};
use tavla_engine::side::{BAR, across};
use tavla_engine::variant::Contact;
use tavla_engine::{Dice, Position, Scratch, Variant, ids, legal_plays, notation};

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(common::variants);

/// Bytes read one by one, zeros after the last.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.next()) % n
    }

    fn variant(&mut self) -> &'static Variant {
        &VARIANTS[self.below(VARIANTS.len())]
    }

    fn dice(&mut self) -> Dice {
        let mut die = || 1 + self.below(6) as u8;
        Dice::new(die(), die()).expect("two dice")
    }

    /// A byte a checker; where the other side stands already it goes off.
    fn position(&mut self, variant: &Variant) -> Position {
        let slots = if variant.contact == Contact::Hit {
            26
        } else {
            25
        };
        let (mut player, mut opponent) = ([0u8; 26], [0u8; 26]);
        for _ in 0..variant.checkers {
            player[self.below(slots)] += 1;
        }
        for _ in 0..variant.checkers {
            let slot = self.below(slots);
            let is_point = (1..=24).contains(&slot);
            let shares = is_point && player[usize::from(across(variant.track, slot as u8))] > 0;
            opponent[if shares { 0 } else { slot }] += 1;
        }
        Position::from_counts(variant, &player, &opponent).expect("sound")
    }
}

/// Text, a zero byte, and then a variant, a roll and a position; the start where they are absent.
pub fn play_text(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == 0);
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let Ok(hops) = notation::parse(&text) else {
        return;
    };
    let rest = parts.next().unwrap_or_default();
    let mut bytes = Bytes(rest);
    let variant = bytes.variant();
    let dice = bytes.dice();
    let position = match bytes.0 {
        [] => Position::start(variant),
        _ => bytes.position(variant),
    };
    let rules = variant.rules();
    match resolve(&rules, position, dice, &hops) {
        Resolution::Illegal(broken) => assert!(!broken.to_string().is_empty()),
        Resolution::Legal(plays) => {
            let legal = legal_plays(&rules, position, dice);
            assert!(!plays.is_empty());
            for play in plays {
                assert!(legal.contains(&play));
                let written = notation::format(&rules, position, dice, play.sequence);
                let hops = notation::parse(&written).expect("what is written can be read");
                let again = resolve(&rules, position, dice, &hops);
                assert_eq!(again, Resolution::Legal(vec![play]), "{written}");
            }
        }
    }
}

/// Text.
pub fn position_id(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for variant in VARIANTS.iter() {
        match ids::parse_position_id(variant, &text) {
            Ok(position) => {
                assert!(position.faults(variant).is_empty());
                assert_eq!(
                    ids::position_id(variant, position).as_deref(),
                    Ok(text.as_ref())
                );
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A variant, a roll, a position.
pub fn legals_agree(data: &[u8]) {
    let mut bytes = Bytes(data);
    let variant = bytes.variant();
    let dice = bytes.dice();
    let position = bytes.position(variant);
    let rules = variant.rules();
    let fast = legal_plays(&rules, position, dice);
    let context = || format!("{}: {position:?} {dice:?}", variant.name);
    assert_eq!(
        fast,
        slow::legal_plays(&rules, position, dice),
        "{}",
        context()
    );
    let counted = count_plays(&rules, position, dice, &mut Scratch::default());
    assert_eq!(counted as usize, fast.len(), "{}", context());
    let results: BTreeSet<Position> = fast.iter().map(|play| play.after).collect();
    assert_eq!(
        results,
        oracle::results(variant, position, dice),
        "{}",
        context()
    );
    assert_eq!(results.len(), fast.len(), "{}", context());
    let first = legal_moves(&rules, position, dice, &[]).expect("nothing was played");
    let moves = fast.iter().any(|play| !play.sequence.is_empty());
    assert_eq!(first.is_empty(), !moves, "{}", context());
    assert_eq!(fast.is_empty(), position.is_finished(), "{}", context());
}

/// A variant, a position, and then for each turn a roll and a choice.
pub fn incremental_hash(data: &[u8]) {
    let mut bytes = Bytes(data);
    let variant = bytes.variant();
    let mut now = bytes.position(variant);
    let mut hash = Hash::of(now);
    let rules = variant.rules();
    while !bytes.0.is_empty() {
        let plays = legal_plays(&rules, now, bytes.dice());
        if plays.is_empty() {
            break;
        }
        let play = plays[bytes.below(plays.len())];
        for made in moves_of(&rules, now, play.sequence) {
            hash = hash.player_moved(now.player, made.source, made.target);
            now.player = now.player.moved(made.source, made.target);
            if made.hit {
                let theirs = across(variant.track, made.target);
                hash = hash.opponent_moved(now.opponent, theirs, BAR);
                now.opponent = now.opponent.moved(theirs, BAR);
            }
        }
        assert_eq!(now, play.after);
        now = now.flipped();
        hash = hash.flipped();
        assert_eq!(hash, Hash::of(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(target: &str, run: fn(&[u8])) {
        let folder = format!("{}/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
        let mut seeds = 0;
        for entry in std::fs::read_dir(&folder).expect("a folder of seeds") {
            run(&std::fs::read(entry.expect("a seed").path()).expect("a seed"));
            seeds += 1;
        }
        assert!(seeds > 0);
        let mut random = common::Random(7);
        for length in 0..2000 {
            let data: Vec<u8> = (0..length % 80).map(|_| random.below(256) as u8).collect();
            run(&data);
        }
    }

    #[test]
    fn play_text_holds_on_the_corpus() {
        replay("play_text", play_text);
    }

    #[test]
    fn position_id_holds_on_the_corpus() {
        replay("position_id", position_id);
    }

    #[test]
    fn legals_agree_on_the_corpus() {
        replay("legals_agree", legals_agree);
    }

    #[test]
    fn incremental_hash_holds_on_the_corpus() {
        replay("incremental_hash", incremental_hash);
    }
}
