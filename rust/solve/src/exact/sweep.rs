//! One pass over all positions, by the pips of both sides together.
//!
//! A play that neither hits nor dances leaves fewer pips, so that its value is of this pass
//! already. Within a layer of equal pips all is computed from what stood before, and then
//! written: the same numbers on any number of threads. A dance leads to the same position with
//! sides changed; the two are solved together.

use super::board::Board;
use super::lists::Way;
use super::sides::HITS;
use super::stakes::Stakes;
use rayon::prelude::*;
use std::ops::Range;
use tavla_engine::ROLLS;

/// The slots of all positions, by the number of the side on roll and then of the other.
#[derive(Clone, Debug)]
pub(crate) struct Values<const K: usize> {
    pub(crate) cells: Vec<[f64; K]>,
    many: usize,
}

impl<const K: usize> Values<K> {
    /// Lost positions as they are, and all others with the same value.
    pub(crate) fn new(board: &Board, stakes: &impl Stakes<K>, value: f64) -> Self {
        let many = board.sides.len();
        let mut cells = vec![[value; K]; many * many];
        for (side, &multiplier) in board.multiplier.iter().enumerate() {
            cells[side * many] = stakes.lost(multiplier);
        }
        Self { cells, many }
    }
}

/// For each position, the other side first, for each roll and slot the play that leaves least:
/// the number of the side after it, and above it the subset of blots hit.
#[derive(Clone, Debug)]
pub(crate) struct Policy(Vec<u16>);

const SUBSET: u32 = 12;
const DANCE: u16 = u16::MAX;

impl Policy {
    pub(crate) fn new<const K: usize>(board: &Board) -> Self {
        let many = board.sides.len();
        Self(vec![DANCE; many * many * ROLLS.len() * K])
    }
}

/// What the rolls of one position come to: the weighted least slots, and the share of dances,
/// which are not in them.
#[derive(Clone, Copy, Debug)]
struct Rolled<const K: usize> {
    least: [f64; K],
    dances: f64,
}

/// How a pass plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    /// Every way of every roll, noting the best ones.
    Improve,
    /// The ways noted.
    Follow,
}

/// Runs one pass and returns the largest change of a slot.
pub(crate) fn sweep<const K: usize>(
    board: &Board,
    stakes: &impl Stakes<K>,
    values: &mut Values<K>,
    policy: &mut Policy,
    pass: Pass,
) -> f64 {
    let width = ROLLS.len() * K * board.sides.len();
    let mut change = 0.0f64;
    let mut noted: Vec<&mut [u16]> = policy.0.chunks_mut(width.max(1)).collect();
    for pips in 1..=board.most_pips() {
        let layer = Layer::new(board, pips);
        let rolled: Vec<Vec<Rolled<K>>> = layer
            .others
            .par_iter()
            .zip(taken(&mut noted, &layer.others))
            .map(|(&theirs, noted)| {
                let rows = board.rows(theirs);
                let at = At {
                    board,
                    theirs,
                    rows,
                };
                layer
                    .partners(theirs)
                    .map(|mine| at.rolled(values, mine, noted, pass))
                    .collect()
            })
            .collect();
        let settled: Vec<Vec<[f64; K]>> = layer
            .others
            .par_iter()
            .map(|&theirs| {
                let settle = |mine| layer.settle(stakes, &rolled, mine, theirs);
                layer.partners(theirs).map(settle).collect()
            })
            .collect();
        for (&theirs, settled) in layer.others.iter().zip(&settled) {
            for (mine, &cell) in layer.partners(theirs).zip(settled) {
                if board.is_position(mine, theirs) {
                    let old = &mut values.cells[mine * values.many + theirs];
                    for k in 0..K {
                        change = change.max((cell[k] - old[k]).abs());
                    }
                    *old = cell;
                }
            }
        }
    }
    change
}

/// The slices of some numbers, which rise.
fn taken<'a>(all: &'a mut [&mut [u16]], numbers: &[usize]) -> Vec<&'a mut [u16]> {
    let mut wanted = numbers.iter().peekable();
    let mut found = Vec::with_capacity(numbers.len());
    for (number, slice) in all.iter_mut().enumerate() {
        if wanted.next_if_eq(&&number).is_some() {
            found.push(&mut **slice);
        }
    }
    found
}

/// The positions of equal pips.
struct Layer<'a> {
    board: &'a Board,
    pips: u16,
    /// The sides that take part.
    others: Vec<usize>,
    /// For each side its place among them.
    place: Vec<u32>,
}

impl<'a> Layer<'a> {
    fn new(board: &'a Board, pips: u16) -> Self {
        let all = 0..board.sides.len();
        let takes_part = |&side: &usize| !board.partners(side, pips).is_empty();
        let others: Vec<usize> = all.filter(takes_part).collect();
        let mut place = vec![0; board.sides.len()];
        for (at, &side) in others.iter().enumerate() {
            place[side] = at as u32;
        }
        Self {
            board,
            pips,
            others,
            place,
        }
    }

    fn partners(&self, theirs: usize) -> Range<usize> {
        self.board.partners(theirs, self.pips)
    }

    fn find<'r, const K: usize>(
        &self,
        rolled: &'r [Vec<Rolled<K>>],
        mine: usize,
        theirs: usize,
    ) -> &'r Rolled<K> {
        &rolled[self.place[theirs] as usize][mine - self.partners(theirs).start]
    }

    /// The slots of a position from its rolls, and with dances from those of the same position
    /// with sides changed.
    fn settle<const K: usize>(
        &self,
        stakes: &impl Stakes<K>,
        rolled: &[Vec<Rolled<K>>],
        mine: usize,
        theirs: usize,
    ) -> [f64; K] {
        let here = self.find(rolled, mine, theirs);
        if here.dances == 0.0 || !self.board.is_position(mine, theirs) {
            return stakes.decide(here.least);
        }
        let there = self.find(rolled, theirs, mine);
        let mut x = stakes.decide(here.least);
        for _ in 0..MOST_ROUNDS {
            let y = stakes.decide(std::array::from_fn(|k| {
                there.least[k] + there.dances * x[k]
            }));
            let next = stakes.decide(std::array::from_fn(|k| here.least[k] + here.dances * y[k]));
            let moved = (0..K).fold(0.0, |most, k| (next[k] - x[k]).abs().max(most));
            x = next;
            if moved == 0.0 {
                break;
            }
        }
        x
    }
}

/// Both sides dance at most once in some turns, so that a few rounds settle to the last bit.
const MOST_ROUNDS: usize = 200;

/// The positions against one side.
struct At<'a> {
    board: &'a Board,
    theirs: usize,
    rows: [usize; HITS],
}

impl At<'_> {
    fn rolled<const K: usize>(
        &self,
        values: &Values<K>,
        mine: usize,
        noted: &mut [u16],
        pass: Pass,
    ) -> Rolled<K> {
        if !self.board.is_position(mine, self.theirs) {
            return Rolled {
                least: [0.0; K],
                dances: 0.0,
            };
        }
        let width = ROLLS.len() * K;
        let noted = &mut noted[mine * width..(mine + 1) * width];
        match pass {
            Pass::Improve => self.improve(values, mine, noted),
            Pass::Follow => self.follow(values, noted),
        }
    }

    fn improve<const K: usize>(
        &self,
        values: &Values<K>,
        mine: usize,
        noted: &mut [u16],
    ) -> Rolled<K> {
        let other = &self.board.sides.all[self.theirs];
        let (mut sum, mut dances) = ([0.0; K], 0.0);
        let rolls = self.board.lists.rolls(mine, other.block);
        for ((roll, ways), noted) in rolls.enumerate().zip(noted.chunks_exact_mut(K)) {
            if is_dance(ways, mine) {
                dances += WEIGHTS[roll];
                noted.fill(DANCE);
                continue;
            }
            let mut least = [f64::INFINITY; K];
            for way in ways {
                let subset = other.hits(way.landings);
                let cell = &values.cells[self.rows[subset] + usize::from(way.next)];
                for k in 0..K {
                    if cell[k] < least[k] {
                        least[k] = cell[k];
                        noted[k] = way.next | (subset as u16) << SUBSET;
                    }
                }
            }
            for k in 0..K {
                sum[k] += WEIGHTS[roll] * least[k];
            }
        }
        Rolled { least: sum, dances }
    }

    #[inline]
    fn follow<const K: usize>(&self, values: &Values<K>, noted: &[u16]) -> Rolled<K> {
        let (mut sum, mut dances) = ([0.0; K], 0.0);
        for (roll, noted) in noted.chunks_exact(K).enumerate() {
            if noted[0] == DANCE {
                dances += WEIGHTS[roll];
                continue;
            }
            for k in 0..K {
                let (subset, next) = (noted[k] >> SUBSET, noted[k] & ((1 << SUBSET) - 1));
                let at = self.rows[usize::from(subset) % HITS] + usize::from(next);
                sum[k] += WEIGHTS[roll] * values.cells[at][k];
            }
        }
        Rolled { least: sum, dances }
    }
}

fn is_dance(ways: &[Way], mine: usize) -> bool {
    ways.len() == 1 && usize::from(ways[0].next) == mine
}

const WEIGHTS: [f64; ROLLS.len()] = {
    let mut weights = [0.0; ROLLS.len()];
    let mut roll = 0;
    while roll < ROLLS.len() {
        let double = ROLLS[roll].high() == ROLLS[roll].low();
        weights[roll] = if double { 1.0 / 36.0 } else { 2.0 / 36.0 };
        roll += 1;
    }
    weights
};
