//! Exact values of any game that fits in memory, by asking the engine for every play.
//!
//! Nothing here knows a rule: which plays there are, which sides can stand together and what a
//! win counts are the engine's to say, and all of them depend on the position alone. So any
//! variant is solved, on either track, with hits or without.
//!
//! Without hits a play lowers the pips of the side that moves, so that one pass by rising pips
//! finds all values; only dances lead to a position of equal pips, its mirror, and the two are
//! solved together (`settle`). With hits passes are repeated until nothing changes.

mod deadlock;
mod game;
mod memory;
mod pass;
mod rolls;
mod settle;

use super::ExactError;
use super::stakes::Stakes;
use super::table::Table;
use game::Game;
use pass::{Passed, cells, pass};
use std::ops::ControlFlow;
use tavla_engine::Variant;
use tavla_engine::variant::Contact;

pub(super) use memory::needed;

/// Solves a game that fits in memory.
///
/// # Errors
/// When there is no solution, or when stopped.
pub(super) fn solve<const K: usize>(
    variant: &Variant,
    stakes: &impl Stakes<K>,
    residual: f64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<K>, ExactError> {
    let game = Game::new(variant);
    let mut cells = cells(&game, stakes)?;
    let (last, passes) = match variant.contact {
        Contact::Block => (pass(&game, stakes, &mut cells, tick)?, 1),
        Contact::Hit => repeat(&game, stakes, &mut cells, residual, tick)?,
    };
    let deadlock = last.has_deadlocks.then(|| deadlock::reachable(&game));
    if let Some(position) = deadlock.flatten() {
        return Err(ExactError::Deadlock { position });
    }
    if last.width > residual {
        let (mine, theirs) = last.widest;
        return Err(ExactError::Unsettled {
            position: game.position(mine, theirs),
        });
    }
    Ok(Table {
        variant: game.variant,
        numbering: game.numbering,
        cells,
        residual: match variant.contact {
            Contact::Block => last.width,
            Contact::Hit => last.change.max(last.width),
        },
        passes,
    })
}

/// Passes until one changes no more than the residual.
fn repeat<const K: usize>(
    game: &Game,
    stakes: &impl Stakes<K>,
    cells: &mut [[f64; K]],
    residual: f64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<(Passed, u32), ExactError> {
    let (mut change, mut passes) = (f64::INFINITY, 0);
    loop {
        let last = pass(game, stakes, cells, &mut |_| tick(change))?;
        (change, passes) = (last.change, passes + 1);
        if tick(change).is_break() {
            return Err(ExactError::Stopped);
        }
        if change <= residual {
            return Ok((last, passes));
        }
    }
}
