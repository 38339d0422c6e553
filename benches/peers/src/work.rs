//! What is measured: our side of it, and both sides together.

use crate::table::{Line, alone, compare};
use crate::{agree, peer, sample};
use tavla_engine::plays::count_plays;
use tavla_engine::{
    Dice, Pick, Position, ROLLS, Rules, Scratch, Sequence, Sink, Variant, generate,
};

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
        let ours = |_| {
            checked(
                fill(&self.rules, &self.ours, &mut scratch, &mut list),
                self.plays,
            )
        };
        let line = self.line("results into a list", "plays");
        compare(&line, rounds, ours, theirs);
    }

    /// The same turns in an order that no two of one position follow each other.
    pub(crate) fn shuffled(&self, rounds: usize) {
        let mut order: Vec<usize> = (0..self.ours.len()).collect();
        fastrand::Rng::with_seed(1).shuffle(&mut order);
        let our_turns: Vec<_> = order.iter().map(|&at| self.ours[at]).collect();
        let their_turns: Vec<_> = order.iter().map(|&at| self.theirs[at]).collect();
        let (mut scratch, mut list) = (Scratch::default(), List::default());
        let ours = |_| {
            let plays = fill(&self.rules, &our_turns, &mut scratch, &mut list);
            checked(plays, self.plays)
        };
        let theirs = |_| checked(peer::enumerate(&their_turns), self.plays);
        let line = self.line("results, shuffled turns", "plays");
        compare(&line, rounds, ours, theirs);
    }

    /// How many results; the peer has to make them.
    pub(crate) fn count(&self, rounds: usize) {
        let mut scratch = Scratch::default();
        let ours = |_| checked(count(&self.rules, &self.ours, &mut scratch), self.plays);
        let theirs = |_| checked(peer::enumerate(&self.theirs), self.plays);
        compare(
            &self.line("count of results", "plays"),
            rounds,
            ours,
            theirs,
        );
    }

    /// Leaves of the tree of plays from the start: the plain walk that makes every result, and
    /// the one that only counts the last level.
    pub(crate) fn perft(&self, depth: u32, rounds: usize) {
        let start = Position::start(&self.variant);
        let their_start = peer::convert::<N>(start);
        let expected = peer::perft(their_start, &self.rolls, depth);
        for (bulk, work) in [
            (false, "perft 3, plain walk"),
            (true, "perft 3, last counted"),
        ] {
            let mut lists: Vec<List> = (0..depth).map(|_| List::default()).collect();
            let mut scratch = Scratch::default();
            let ours = |_| {
                let leaves = perft(&self.rules, start, bulk, &mut scratch, &mut lists);
                checked(leaves, expected)
            };
            let theirs = |_| checked(peer::perft(their_start, &self.rolls, depth), expected);
            compare(&self.line(work, "nodes"), rounds, ours, theirs);
        }
    }

    /// Whole games of random plays, from all results in a list and by making only the one chosen.
    pub(crate) fn games(&self, games: u32, rounds: usize) {
        let start = Position::start(&self.variant);
        let theirs = |round| peer::games::<N>(peer::convert(start), games, round as u64);
        let (mut scratch, mut list) = (Scratch::default(), List::default());
        let listed = |round| {
            play(start, games, round as u64, |now, dice, random| {
                list.0.clear();
                generate(&self.rules, now, dice, &mut scratch, &mut list);
                list.0[random.usize(..list.0.len())]
            })
        };
        let line = self.line("random games, results in a list", "turns");
        compare(&line, rounds, listed, theirs);
        let (mut scratch, mut pick) = (Scratch::default(), Pick::default());
        let picked = |round| {
            play(start, games, round as u64, |now, dice, random| {
                pick.clear();
                let found = generate(&self.rules, now, dice, &mut scratch, &mut pick);
                let after = pick.result(random.u32(..found));
                after.expect("one of those found").flipped()
            })
        };
        let line = self.line("random games, one result made", "turns");
        compare(&line, rounds, picked, theirs);
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
            work: "results into a list",
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

fn fill(rules: &Rules, turns: &[(Position, Dice)], scratch: &mut Scratch, list: &mut List) -> u64 {
    let mut plays = 0;
    for &(position, dice) in turns {
        list.0.clear();
        generate(rules, position, dice, scratch, list);
        plays += std::hint::black_box(&list.0).len() as u64;
    }
    plays
}

fn count(rules: &Rules, turns: &[(Position, Dice)], scratch: &mut Scratch) -> u64 {
    let count = |&(position, dice)| u64::from(count_plays(rules, position, dice, scratch));
    turns.iter().map(count).sum()
}

/// Leaves of the tree of plays, as many levels as there are lists; in bulk the last level is
/// counted and not made.
fn perft(
    rules: &Rules,
    position: Position,
    bulk: bool,
    scratch: &mut Scratch,
    lists: &mut [List],
) -> u64 {
    let Some((list, lower)) = lists.split_first_mut() else {
        return 1;
    };
    let mut leaves = 0;
    for dice in ROLLS {
        if bulk && lower.is_empty() {
            leaves += u64::from(count_plays(rules, position, dice, scratch));
            continue;
        }
        list.0.clear();
        generate(rules, position, dice, scratch, list);
        if lower.is_empty() {
            leaves += std::hint::black_box(&list.0).len() as u64;
            continue;
        }
        for &next in &list.0 {
            leaves += perft(rules, next, bulk, scratch, lower);
        }
    }
    leaves
}

/// Games to the end, each turn by `next`; how many turns.
fn play(
    start: Position,
    games: u32,
    seed: u64,
    mut next: impl FnMut(Position, Dice, &mut fastrand::Rng) -> Position,
) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut turns = 0;
    for _ in 0..games {
        let mut now = start;
        while !now.is_finished() {
            let dice = Dice::new(random.u8(1..=6), random.u8(1..=6)).expect("dice");
            now = next(now, dice, &mut random);
            turns += 1;
        }
    }
    turns
}
