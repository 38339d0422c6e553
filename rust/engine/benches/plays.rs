//! Enumeration by phase of the game and by variant. Before anything is timed, the number of
//! plays is asserted against the slow generator.
//!
//! `cargo bench -p tavla-engine`; the elements are plays.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tavla_engine::plays::slow;
use tavla_engine::rng::DiceStream;
use tavla_engine::side::BAR;
use tavla_engine::variant::Track;
use tavla_engine::{
    Dice, Position, ROLLS, Rules, Scratch, Sequence, Sink, Variant, generate, legal_plays,
};

/// Positions a phase.
const MANY: usize = 60;

/// Takes each result into a sum, so that none can be left out.
struct Fold(u128);

impl Sink for Fold {
    fn play(&mut self, _: Sequence, after: Position) {
        self.0 ^= after.player.bits() ^ after.opponent.bits();
    }
}

/// A phase: what it is called and which positions belong to it.
type Phase = (&'static str, fn(Position) -> bool);

const PHASES: [Phase; 5] = [
    ("opening", |position| position.player.pips() > 150),
    ("contact", |position| {
        position.player.count(BAR) == 0 && contact(position)
    }),
    ("bar", |position| position.player.count(BAR) > 0),
    ("bear-off", |position| position.player.rear() <= 6),
    ("race", |position| {
        position.player.rear() > 6 && !contact(position)
    }),
];

fn contact(position: Position) -> bool {
    position.has_contact(Track::Contrary)
}

/// The first positions of random games that belong to a phase.
fn positions(variant: &Variant, belongs: fn(Position) -> bool) -> Vec<Position> {
    let rules = variant.rules();
    let mut found = Vec::new();
    for game in 0.. {
        let mut stream = DiceStream::new(&[5; 32], game);
        let mut now = Position::start(variant);
        for turn in 0.. {
            if now.is_finished() {
                break;
            }
            // Neighbours in a game are alike: every fifth will do.
            if turn % 5 == game % 5 && belongs(now) {
                found.push(now);
                if found.len() == MANY {
                    return found;
                }
            }
            let (first, second) = stream.roll(turn);
            let dice = Dice::new(first, second).expect("the stream throws dice");
            let plays = legal_plays(&rules, now, dice);
            let chosen = stream.choose(0, turn, plays.len() as u32);
            now = plays[chosen as usize].after.flipped();
        }
    }
    found
}

fn enumerate(rules: &Rules, positions: &[Position], scratch: &mut Scratch) -> u64 {
    let (mut plays, mut fold) = (0, Fold(0));
    for &position in positions {
        for dice in ROLLS {
            plays += u64::from(generate(rules, position, dice, scratch, &mut fold));
        }
    }
    black_box(fold.0);
    plays
}

fn bench(criterion: &mut Criterion, name: &str, variant: &Variant, belongs: fn(Position) -> bool) {
    let (rules, positions) = (variant.rules(), positions(variant, belongs));
    let mut scratch = Scratch::default();
    let plays = enumerate(&rules, &positions, &mut scratch);
    let slowly = |&position| ROLLS.map(|dice| slow::legal_plays(&rules, position, dice).len());
    let expected: usize = positions.iter().flat_map(slowly).sum();
    assert_eq!(plays, expected as u64, "{} {name}", variant.name);
    let mut group = criterion.benchmark_group("plays");
    group.throughput(Throughput::Elements(plays));
    group.bench_function(BenchmarkId::new(&variant.name, name), |bencher| {
        bencher.iter(|| enumerate(&rules, black_box(&positions), &mut scratch));
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    for (name, belongs) in PHASES {
        bench(criterion, name, &Variant::backgammon(), belongs);
    }
    for variant in [Variant::hyper(), Variant::moultezim(), Variant::fevga()] {
        bench(criterion, "whole games", &variant, |_| true);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = all
}
criterion_main!(benches);
