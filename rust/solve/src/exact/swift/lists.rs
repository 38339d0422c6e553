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
    /// Where the ways of a block, a side and a roll begin.
    starts: Vec<u32>,
    /// Points where checkers land, as masks, each once.
    pub(super) landings: Vec<u32>,
}

/// The place of the mover's side after a way, and a mask of the points where a checker landed.
type Raw = (u16, u32);

impl Lists {
    pub(super) fn new(rules: &Rules, sides: &Sides) -> Self {
        // By block first: a pass takes the sides of one count of pips against one block.
        let of_both = |both: usize| -> Vec<Vec<Raw>> {
            let (block, place) = (both / sides.len(), both % sides.len());
            let of_roll = |&dice| ways(rules, sides, place, block as u8, dice);
            ROLLS.iter().map(of_roll).collect()
        };
        let all: Vec<Vec<Vec<Raw>>> = (0..BLOCKS * sides.len())
            .into_par_iter()
            .map(of_both)
            .collect();
        let rolls = || all.iter().flatten();
        let mut known: BTreeMap<u32, u16> = rolls().flatten().map(|&(_, mask)| (mask, 0)).collect();
        for (n, id) in known.values_mut().enumerate() {
            *id = n as u16;
        }
        let mut starts = Vec::with_capacity(all.len() * ROLLS.len() + 1);
        let mut found = Vec::with_capacity(rolls().map(Vec::len).sum());
        for ways in rolls() {
            starts.push(found.len() as u32);
            found.extend(ways.iter().map(|&(next, mask)| Way {
                next,
                landing: known[&mask],
            }));
        }
        starts.push(found.len() as u32);
        Self {
            many: sides.len(),
            ways: found,
            starts,
            landings: known.into_keys().collect(),
        }
    }

    /// The ways of a side against a block, roll by roll.
    #[inline]
    pub(super) fn rolls(&self, side: usize, block: u8) -> impl Iterator<Item = &[Way]> {
        let at = (usize::from(block) * self.many + side) * ROLLS.len();
        let starts = &self.starts[at..=at + ROLLS.len()];
        starts
            .windows(2)
            .map(|ends| &self.ways[ends[0] as usize..ends[1] as usize])
    }
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
