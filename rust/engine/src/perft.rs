//! Counting the tree of plays, the standard check of a generator.

use crate::dice::ROLLS;
use crate::moves::Sequence;
use crate::plays::{Rules, Scratch, Sink, count_plays, generate};
use crate::position::Position;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;
use std::ops::ControlFlow;

/// What stands below a position at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Paths of plays of that length, each of the 21 rolls counted once a turn; a dance is one
    /// play, and a finished game goes no further.
    pub plays: u128,
    /// Different positions at their ends, in the next player's view.
    pub distinct: u64,
}

/// The most positions the last layer's count holds in memory at once, about 40 bytes each.
const MOST_HELD: u128 = 1 << 24;
/// Positions expanded between two calls of `tick`.
const TICK: usize = 4096;

/// Counts plays and distinct positions `depth` turns below a position.
///
/// Equal positions are expanded once, with how many paths lead to them; the layers but the last
/// are held in memory. `tick` is called every few thousand positions with the share done and
/// may stop the count, which then gives `None`.
pub fn perft(
    rules: &Rules,
    position: Position,
    depth: u32,
    tick: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Perft> {
    let mut layer: FxHashMap<Position, u128> = FxHashMap::default();
    layer.insert(position, 1);
    if depth == 0 {
        return Some(Perft {
            plays: 1,
            distinct: 1,
        });
    }
    let mut scratch = Scratch::default();
    for _ in 1..depth {
        let mut next = FxHashMap::default();
        let mut add = |after: Position, paths: u128| *next.entry(after).or_insert(0) += paths;
        for (done, (&position, &paths)) in ordered(&layer).into_iter().enumerate() {
            if done % TICK == 0 && tick(0.0).is_break() {
                return None;
            }
            expand(rules, position, &mut scratch, &mut |after| {
                add(after, paths);
            });
        }
        layer = next;
    }
    last_layer(rules, &layer, &mut scratch, tick)
}

/// The last layer's positions are counted in parts that fit in memory, told apart by hash.
fn last_layer(
    rules: &Rules,
    layer: &FxHashMap<Position, u128>,
    scratch: &mut Scratch,
    tick: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Perft> {
    let mut total = Perft::default();
    let mut leaves = 0u128;
    let positions = ordered(layer);
    for (done, &(&position, &paths)) in positions.iter().enumerate() {
        if done % TICK == 0 && tick(0.0).is_break() {
            return None;
        }
        let mut count = |dice| u128::from(count_plays(rules, position, dice, scratch));
        let plays = ROLLS.into_iter().map(&mut count).sum::<u128>();
        leaves += plays;
        total.plays += plays * paths;
    }
    let parts = leaves.div_ceil(MOST_HELD) as u64;
    let mut seen: FxHashSet<Position> = FxHashSet::default();
    for part in 0..parts {
        seen.clear();
        for (done, &(&position, _)) in positions.iter().enumerate() {
            let share = (part as f64 + done as f64 / positions.len() as f64) / parts as f64;
            if done % TICK == 0 && tick(share).is_break() {
                return None;
            }
            expand(rules, position, scratch, &mut |after| {
                if parts == 1 || (FxBuildHasher.hash_one(after) >> 32) % parts == part {
                    seen.insert(after);
                }
            });
        }
        total.distinct += seen.len() as u64;
    }
    Some(total)
}

/// A layer's positions; sums do not depend on their order.
#[expect(
    clippy::iter_over_hash_type,
    reason = "counts are sums, the order does not show"
)]
fn ordered(layer: &FxHashMap<Position, u128>) -> Vec<(&Position, &u128)> {
    let mut positions = Vec::with_capacity(layer.len());
    for entry in layer {
        positions.push(entry);
    }
    positions
}

/// Calls `each` with the next player's view after every play of every roll.
fn expand(
    rules: &Rules,
    position: Position,
    scratch: &mut Scratch,
    each: &mut impl FnMut(Position),
) {
    struct Each<'a, F: FnMut(Position)>(&'a mut F);
    impl<F: FnMut(Position)> Sink for Each<'_, F> {
        fn play(&mut self, _: Sequence, after: Position) {
            (self.0)(after.flipped());
        }
    }
    for dice in ROLLS {
        generate(rules, position, dice, scratch, &mut Each(each));
    }
}
