//! What the generator is measured on: positions of random games by phase, each with all rolls. The
//! number of plays is asserted against the slow generator before anything is measured.

use std::hint::black_box;
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

/// Makes every play of every roll and returns how many there are.
pub(crate) fn enumerate(rules: &Rules, positions: &[Position], scratch: &mut Scratch) -> u64 {
    let (mut plays, mut fold) = (0, Fold(0));
    for &position in positions {
        for dice in ROLLS {
            plays += u64::from(generate(rules, position, dice, scratch, &mut fold));
        }
    }
    black_box(fold.0);
    plays
}

/// Everything that is measured: what it is called, its variant, and its positions.
pub(crate) fn works() -> Vec<(&'static str, Variant, Vec<Position>)> {
    let of_phase = |(name, belongs): Phase| (name, Variant::backgammon(), belongs);
    let whole: Phase = ("whole games", |_| true);
    let others = [Variant::hyper(), Variant::moultezim(), Variant::fevga()];
    let others = others.map(|variant| (whole.0, variant, whole.1));
    let all = PHASES.map(of_phase).into_iter().chain(others);
    all.map(|(name, variant, belongs)| {
        let found = positions(&variant, belongs);
        (name, variant, found)
    })
    .collect()
}

/// How many plays the positions have, by both generators.
pub(crate) fn checked(rules: &Rules, positions: &[Position], scratch: &mut Scratch) -> u64 {
    let plays = enumerate(rules, positions, scratch);
    let slowly = |&position| ROLLS.map(|dice| slow::legal_plays(rules, position, dice).len());
    let expected: usize = positions.iter().flat_map(slowly).sum();
    assert_eq!(plays, expected as u64);
    plays
}
