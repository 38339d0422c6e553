//! The plays of every side against every point that can be held against it.
//!
//! With at most three checkers the other side holds at most one point, and nothing else of it
//! decides which plays are legal. What it loses by them is decided by where they land.

use super::sides::Sides;
use rayon::prelude::*;
use tavla_engine::plays::lines;
use tavla_engine::side::{BAR, OFF, Side};
use tavla_engine::{Dice, Position, ROLLS, Rules};

/// One way to play a roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Way {
    /// The number of the mover's side after it.
    pub(crate) next: u16,
    /// The points where a checker landed.
    pub(crate) landings: u32,
}

/// Points that can be held, 0 standing for none.
const BLOCKS: usize = BAR as usize;

/// All ways to play all rolls.
#[derive(Debug)]
pub(crate) struct Lists {
    many: usize,
    ways: Vec<Way>,
    /// Where the ways of a block, a side and a roll begin.
    starts: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(rules: &Rules, sides: &Sides) -> Self {
        // By block first: a pass takes the sides of one count of pips against one block.
        let of_both = |both: usize| -> Vec<Vec<Way>> {
            let (block, n) = (both / sides.len(), both % sides.len());
            let of_roll = |&dice| ways(rules, sides, n, block as u8, dice);
            ROLLS.iter().map(of_roll).collect()
        };
        let all: Vec<Vec<Vec<Way>>> = (0..BLOCKS * sides.len())
            .into_par_iter()
            .map(of_both)
            .collect();
        let mut found = Self {
            many: sides.len(),
            ways: Vec::new(),
            starts: Vec::with_capacity(sides.len() * BLOCKS * ROLLS.len() + 1),
        };
        for ways in all.into_iter().flatten() {
            found.starts.push(found.ways.len() as u32);
            found.ways.extend(ways);
        }
        found.starts.push(found.ways.len() as u32);
        found
    }

    /// The ways of a side against a block, roll by roll.
    #[inline]
    pub(crate) fn rolls(&self, side: usize, block: u8) -> impl Iterator<Item = &[Way]> {
        let at = (usize::from(block) * self.many + side) * ROLLS.len();
        let starts = &self.starts[at..=at + ROLLS.len()];
        starts
            .windows(2)
            .map(|ends| &self.ways[ends[0] as usize..ends[1] as usize])
    }
}

/// The ways of one side to play one roll against one block, each once.
fn ways(rules: &Rules, sides: &Sides, n: usize, block: u8, dice: Dice) -> Vec<Way> {
    let player = sides.all[n].side;
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
    let mut found: Vec<Way> = lines(rules, start, dice)
        .into_iter()
        .map(|line| {
            let target = |(source, die): (u8, u8)| source.saturating_sub(die);
            let landed = line.sequence.iter().map(target).filter(|&to| to != OFF);
            Way {
                next: sides.number(line.after.player),
                landings: landed.fold(0, |mask, to| mask | 1 << to),
            }
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
