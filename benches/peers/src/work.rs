//! What is measured: our side of it, and both sides together.

use crate::table::{Line, alone, compare};
use crate::{agree, peer, sample};
use tavla_engine::{Dice, Position, ROLLS, Rules, Scratch, Sequence, Sink, Variant, generate};

/// A game that both sides play, with positions on both sides.
pub(crate) struct Case<const N: u8> {
    variant: Variant,
    rules: Rules,
    ours: Vec<(Position, Dice)>,
    theirs: Vec<(bkgm::Position<N>, bkgm::Dice)>,
    rolls: [bkgm::Dice; 21],
    plays: u64,
}

impl<const N: u8> Case<N> {
    pub(crate) fn new(variant: Variant, positions: usize) -> Self {
        let rules = variant.rules();
        let agreed = agree::agreed::<N>(&rules, &sample::positions(&variant, positions));
        println!(
            "{}: {positions} positions x 21 rolls, results equal; {} turns with {} results timed, \
             {} left out where bkgm repeats a result",
            variant.name,
            agreed.turns.len(),
            agreed.plays,
            agreed.repeated,
        );
        let convert = |&(position, dice)| (peer::convert(position), peer::dice(dice));
        Self {
            theirs: agreed.turns.iter().map(convert).collect(),
            rolls: peer::rolls(),
            rules,
            variant,
            ours: agreed.turns,
            plays: agreed.plays,
        }
    }

    fn line(&self, work: &'static str, unit: &'static str) -> Line<'_> {
        Line {
            game: &self.variant.name,
            work,
            unit,
        }
    }

    /// All results of the agreed turns.
    pub(crate) fn enumeration(&self, rounds: usize) {
        let theirs = |_| checked(peer::enumerate(&self.theirs), self.plays);
        let (mut scratch, mut list) = (Scratch::default(), List::default());
        let mut ours = |_| {
            checked(
                fill(&self.rules, &self.ours, &mut scratch, &mut list),
                self.plays,
            )
        };
        let line = self.line("enumerate, into a list", "plays");
        compare(&line, rounds, &mut ours, theirs);
        let mut scratch = Scratch::default();
        let mut ours = |_| checked(visit(&self.rules, &self.ours, &mut scratch), self.plays);
        let line = self.line("enumerate, visit each", "plays");
        compare(&line, rounds, &mut ours, theirs);
    }

    /// The plain walk from the start.
    pub(crate) fn perft(&self, depth: u32, rounds: usize) {
        let start = Position::start(&self.variant);
        let their_start = peer::convert::<N>(start);
        let expected = peer::perft(their_start, &self.rolls, depth);
        let mut lists: Vec<List> = (0..depth).map(|_| List::default()).collect();
        let mut scratch = Scratch::default();
        let ours = |_| {
            checked(
                perft(&self.rules, start, &mut scratch, &mut lists),
                expected,
            )
        };
        let theirs = |_| checked(peer::perft(their_start, &self.rolls, depth), expected);
        compare(
            &self.line("perft 3, plain walk", "nodes"),
            rounds,
            ours,
            theirs,
        );
    }

    /// Whole games of random plays.
    pub(crate) fn games(&self, games: u32, rounds: usize) {
        let start = Position::start(&self.variant);
        let (mut scratch, mut list) = (Scratch::default(), List::default());
        let ours = |round| {
            play(
                &self.rules,
                start,
                games,
                round as u64,
                &mut scratch,
                &mut list,
            )
        };
        let theirs = |round| peer::games::<N>(peer::convert(start), games, round as u64);
        let line = self.line("random games", "turns");
        compare(&line, rounds, ours, theirs);
    }
}

/// The games that no peer plays: how far from standard backgammon they are a play.
pub(crate) fn own_variants(rounds: usize) {
    for variant in Variant::presets() {
        let rules = variant.rules();
        let positions = sample::positions(&variant, 1500);
        let turns: Vec<_> = positions
            .into_iter()
            .flat_map(|position| ROLLS.map(|dice| (position, dice)))
            .collect();
        let (mut scratch, mut list) = (Scratch::default(), List::default());
        let line = Line {
            game: &variant.name,
            work: "enumerate, into a list",
            unit: "plays",
        };
        alone(&line, rounds, || {
            fill(&rules, &turns, &mut scratch, &mut list)
        });
    }
}

fn checked(got: u64, expected: u64) -> u64 {
    assert_eq!(got, expected, "the count changed while it was timed");
    got
}

/// Results in the next player's view, as the peer gives them.
#[derive(Default)]
struct List(Vec<Position>);

impl Sink for List {
    fn play(&mut self, _: Sequence, after: Position) {
        self.0.push(after.flipped());
    }
}

/// Takes each result into a sum, so that none can be left out.
#[derive(Default)]
struct Fold(u128);

impl Sink for Fold {
    fn play(&mut self, _: Sequence, after: Position) {
        self.0 ^= after.player.bits() ^ after.opponent.bits();
    }
}

fn fill(rules: &Rules, turns: &[(Position, Dice)], scratch: &mut Scratch, list: &mut List) -> u64 {
    let mut plays = 0;
    for &(position, dice) in turns {
        list.0.clear();
        generate(rules, position, dice, scratch, list);
        plays += std::hint::black_box(&list.0).len() as u64;
    }
    plays
}

fn visit(rules: &Rules, turns: &[(Position, Dice)], scratch: &mut Scratch) -> u64 {
    let (mut plays, mut fold) = (0, Fold::default());
    for &(position, dice) in turns {
        plays += u64::from(generate(rules, position, dice, scratch, &mut fold));
    }
    std::hint::black_box(fold.0);
    plays
}

/// Leaves of the tree of plays, as many levels as there are lists.
fn perft(rules: &Rules, position: Position, scratch: &mut Scratch, lists: &mut [List]) -> u64 {
    let Some((list, lower)) = lists.split_first_mut() else {
        return 1;
    };
    let mut leaves = 0;
    for dice in ROLLS {
        if lower.is_empty() {
            let mut fold = Fold::default();
            leaves += u64::from(generate(rules, position, dice, scratch, &mut fold));
            std::hint::black_box(fold.0);
            continue;
        }
        list.0.clear();
        generate(rules, position, dice, scratch, list);
        for &next in &list.0 {
            leaves += perft(rules, next, scratch, lower);
        }
    }
    leaves
}

/// Random games to the end; how many turns.
fn play(
    rules: &Rules,
    start: Position,
    games: u32,
    seed: u64,
    scratch: &mut Scratch,
    list: &mut List,
) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut turns = 0;
    for _ in 0..games {
        let mut now = start;
        while !now.is_finished() {
            let dice = Dice::new(random.u8(1..=6), random.u8(1..=6)).expect("dice");
            list.0.clear();
            generate(rules, now, dice, scratch, list);
            now = list.0[random.usize(..list.0.len())];
            turns += 1;
        }
    }
    turns
}
