//! The plays of every side against every point that can be held against it.
//!
//! With at most three checkers the other side holds at most one point, and nothing else of it
//! decides which plays are legal. What it loses by them is decided by where they land.

use super::sides::Sides;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tavla_engine::plays::lines;
use tavla_engine::side::{BAR, OFF, Side};
use tavla_engine::{Dice, Position, ROLLS, Rules};

/// One way to play a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The place of the mover's side after it.
    pub(super) next: u16,
    /// Where checkers landed: an entry of `Lists::landings`.
    pub(super) landing: u16,
}

/// Points that can be held, 0 standing for none.
const BLOCKS: usize = BAR as usize;

/// All ways to play all rolls.
#[derive(Debug)]
pub(super) struct Lists {
    many: usize,
    ways: Vec<Way>,
    /// Where the ways of a block, a side and a roll begin and end. A block that nothing can run
    /// into has those of no block.
    spans: Vec<[u32; 2]>,
    /// Points where checkers land, as masks, each once.
    pub(super) landings: Vec<u32>,
}

/// The place of the mover's side after a way, and a mask of the points where a checker landed.
type Raw = (u16, u32);

impl Lists {
    pub(super) fn new(rules: &Rules, sides: &Sides) -> Self {
        let of_side = |place| of_side(rules, sides, place);
        let all: Vec<Vec<OfRoll>> = (0..sides.len()).into_par_iter().map(of_side).collect();
        let lists = || all.iter().flatten().flat_map(|roll| roll.iter().flatten());
        let mut known: BTreeMap<u32, u16> = lists().flatten().map(|&(_, mask)| (mask, 0)).collect();
        for (n, id) in known.values_mut().enumerate() {
            *id = n as u16;
        }
        let mut spans = vec![[0; 2]; BLOCKS * sides.len() * ROLLS.len()];
        let mut found = Vec::with_capacity(lists().map(Vec::len).sum());
        for (place, rolls) in all.iter().enumerate() {
            for (roll, of_block) in rolls.iter().enumerate() {
                let mut free = [0; 2];
                for (block, ways) in of_block.iter().enumerate() {
                    let span = match ways {
                        Some(ways) => {
                            let start = found.len() as u32;
                            found.extend(ways.iter().map(|&(next, mask)| Way {
                                next,
                                landing: known[&mask],
                            }));
                            [start, found.len() as u32]
                        }
                        None => free,
                    };
                    if block == 0 {
                        free = span;
                    }
                    spans[(block * sides.len() + place) * ROLLS.len() + roll] = span;
                }
            }
        }
        Self {
            many: sides.len(),
            ways: found,
            spans,
            landings: known.into_keys().collect(),
        }
    }

    /// The ways of a side against a block, roll by roll.
    #[inline]
    pub(super) fn rolls(&self, side: usize, block: u8) -> impl Iterator<Item = &[Way]> {
        let at = (usize::from(block) * self.many + side) * ROLLS.len();
        let spans = &self.spans[at..at + ROLLS.len()];
        spans
            .iter()
            .map(|&[start, end]| &self.ways[start as usize..end as usize])
    }
}

/// The ways of one side to play one roll, for each block; `None` where they are those of no block.
type OfRoll = [Option<Vec<Raw>>; BLOCKS];

/// The ways of one side, roll by roll.
fn of_side(rules: &Rules, sides: &Sides, place: usize) -> Vec<OfRoll> {
    let of_roll = |&dice: &Dice| {
        let free = ways(rules, sides, place, 0, dice);
        // Without a block no move that begins a play leads nowhere, so that a point where no way
        // lands is one that no move tries.
        let tried = free.iter().fold(0, |all, &(_, mask)| all | mask);
        let mut found: OfRoll = std::array::from_fn(|block| {
            let is_tried = block > 0 && tried >> block & 1 != 0;
            is_tried.then(|| ways(rules, sides, place, block as u8, dice))
        });
        found[0] = Some(free);
        found
    };
    ROLLS.iter().map(of_roll).collect()
}

/// The ways of one side to play one roll against one block, each once.
fn ways(rules: &Rules, sides: &Sides, place: usize, block: u8, dice: Dice) -> Vec<Raw> {
    let player = sides.all[place].side;
    // A side that holds the block and has nothing else to be hit.
    let mut counts = [0; 26];
    counts[usize::from(OFF)] = 1;
    if block != 0 {
        counts[usize::from(BAR - block)] = 2;
    }
    let opponent = Side::from_counts(&counts).unwrap_or_default();
    if player.is_done() || (block != 0 && player.count(block) > 0) {
        return Vec::new();
    }
    let start = if block == 0 {
        // Somewhere out of the way: on the bar a checker holds no point.
        Position {
            player,
            opponent: opponent.moved(OFF, BAR),
        }
    } else {
        Position { player, opponent }
    };
    let mut found: Vec<Raw> = lines(rules, start, dice)
        .into_iter()
        .map(|line| {
            let target = |(source, die): (u8, u8)| source.saturating_sub(die);
            let landed = line.sequence.iter().map(target).filter(|&to| to != OFF);
            let mask = landed.fold(0, |mask, to| mask | 1 << to);
            (sides.place(line.after.player), mask)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
