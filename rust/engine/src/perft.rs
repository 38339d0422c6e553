//! Counting the tree of plays, the standard check of a generator.

use crate::dice::ROLLS;
use crate::moves::Sequence;
use crate::plays::{Rules, Scratch, Sink, count_plays, generate};
use crate::position::Position;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::TryReserveError;
use std::hash::BuildHasher;
use std::ops::ControlFlow;
use thiserror::Error;

/// What stands below a position at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Paths of plays of that length, each of the 21 rolls counted once a turn; a dance is one
    /// play, and a finished game goes no further.
    pub plays: u128,
    /// Different positions at their ends, in the next player's view.
    pub distinct: u64,
}

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PerftError {
    /// `tick` asked to stop.
    #[error("stopped")]
    Stopped,
    /// There are 2^128 - 1 plays or more.
    #[error("there are more plays than are counted")]
    TooMany,
    /// The positions to go on from are more than are held in memory.
    #[error("the positions {turns} turns ahead do not fit in memory")]
    NoRoom {
        /// How many turns ahead they are.
        turns: u32,
    },
}

/// The most positions the last layer's count holds in memory at once, about 40 bytes each.
const MOST_HELD: u128 = 1 << 24;
/// The most positions of a layer before the last, about 50 bytes each and as much for the next:
/// a little less than the table with 2^25 places takes.
const MOST_IN_LAYER: usize = 29_000_000;
/// Room made before a position is expanded: more than the plays of its 21 rolls.
const ROOM: usize = 1 << 14;
/// Positions expanded between two calls of `tick`; one may have thousands of plays.
const TICK: usize = 16;

/// Counts plays and distinct positions `depth` turns below a position.
///
/// Equal positions are expanded once, with how many paths lead to them; the layers but the last
/// are held in memory. `tick` is called every few positions with the share done and may stop the
/// count.
///
/// # Errors
/// When stopped, and when a layer does not fit in memory.
pub fn perft(
    rules: &Rules,
    position: Position,
    depth: u32,
    tick: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Perft, PerftError> {
    perft_within(MOST_IN_LAYER, rules, position, depth, tick)
}

fn perft_within(
    most: usize,
    rules: &Rules,
    position: Position,
    depth: u32,
    tick: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Perft, PerftError> {
    let mut layer: FxHashMap<Position, u128> = FxHashMap::default();
    layer.insert(position, 1);
    if depth == 0 {
        return Ok(Perft {
            plays: 1,
            distinct: 1,
        });
    }
    let mut scratch = Scratch::default();
    for turns in 1..depth {
        let no_room = |_| PerftError::NoRoom { turns };
        let mut next = FxHashMap::default();
        for (done, &(&position, &paths)) in ordered(&layer).map_err(no_room)?.iter().enumerate() {
            check(done, 0.0, tick)?;
            if next.len() > most {
                return Err(PerftError::NoRoom { turns });
            }
            next.try_reserve(ROOM).map_err(no_room)?;
            expand(rules, position, &mut scratch, &mut |after| {
                let all: &mut u128 = next.entry(after).or_insert(0);
                *all = all.saturating_add(paths);
            });
        }
        layer = next;
    }
    last_layer(rules, &layer, depth, &mut scratch, tick)
}

/// Calls `tick` when it is time.
fn check(
    done: usize,
    share: f64,
    tick: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<(), PerftError> {
    if done.is_multiple_of(TICK) && tick(share).is_break() {
        return Err(PerftError::Stopped);
    }
    Ok(())
}

/// The last layer's positions are counted in parts that fit in memory, told apart by hash.
fn last_layer(
    rules: &Rules,
    layer: &FxHashMap<Position, u128>,
    depth: u32,
    scratch: &mut Scratch,
    tick: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Perft, PerftError> {
    let no_room = |_| PerftError::NoRoom { turns: depth };
    let mut total = Perft::default();
    let mut leaves = 0u128;
    let positions = ordered(layer).map_err(no_room)?;
    for (done, &(&position, &paths)) in positions.iter().enumerate() {
        check(done, 0.0, tick)?;
        let mut count = |dice| u128::from(count_plays(rules, position, dice, scratch));
        let plays = ROLLS.into_iter().map(&mut count).sum::<u128>();
        leaves += plays;
        total.plays = total.plays.saturating_add(plays.saturating_mul(paths));
    }
    if total.plays == u128::MAX {
        return Err(PerftError::TooMany);
    }
    let parts = leaves.div_ceil(MOST_HELD) as u64;
    let mut seen: FxHashSet<Position> = FxHashSet::default();
    for part in 0..parts {
        seen.clear();
        for (done, &(&position, _)) in positions.iter().enumerate() {
            let share = (part as f64 + done as f64 / positions.len() as f64) / parts as f64;
            check(done, share, tick)?;
            seen.try_reserve(ROOM).map_err(no_room)?;
            expand(rules, position, scratch, &mut |after| {
                if parts == 1 || (FxBuildHasher.hash_one(after) >> 32) % parts == part {
                    seen.insert(after);
                }
            });
        }
        total.distinct += seen.len() as u64;
    }
    Ok(total)
}

/// A layer's positions; sums do not depend on their order.
#[expect(
    clippy::iter_over_hash_type,
    reason = "counts are sums, the order does not show"
)]
fn ordered(layer: &FxHashMap<Position, u128>) -> Result<Vec<(&Position, &u128)>, TryReserveError> {
    let mut positions = Vec::new();
    positions.try_reserve_exact(layer.len())?;
    for entry in layer {
        positions.push(entry);
    }
    Ok(positions)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn a_layer_that_does_not_fit_is_an_error() {
        let variant = Variant::hyper();
        let (rules, start) = (variant.rules(), Position::start(&variant));
        let count = |most, depth| {
            let mut go_on = |_: f64| ControlFlow::Continue(());
            perft_within(most, &rules, start, depth, &mut go_on)
        };
        assert_eq!(count(100, 4), Err(PerftError::NoRoom { turns: 2 }));
        assert_eq!(
            count(100, 2),
            perft(&rules, start, 2, &mut |_| ControlFlow::Continue(()))
        );
    }

    #[test]
    fn a_count_is_stopped_within_a_few_positions() {
        let variant = Variant::hyper();
        let mut ticks = 0;
        let mut tick = |_: f64| {
            ticks += 1;
            ControlFlow::Continue(())
        };
        perft(&variant.rules(), Position::start(&variant), 2, &mut tick).unwrap();
        // 144 positions stand one turn ahead, and are gone through twice.
        assert!(ticks > 2 * 144 / 20, "{ticks}");
    }
}
