//! Exact values of any game that fits in memory, by asking the engine for every play.
//!
//! Nothing here knows a rule: which plays there are, which sides can stand together and what a
//! win counts are the engine's to say, and all of them depend on the position alone. So any
//! variant is solved, on either track, with hits or without.
//!
//! Without hits a play lowers the pips of the side that moves, so that one pass by rising pips
//! finds all values; only dances lead to a position of equal pips, its mirror, and the two are
//! solved together (`settle`). With hits passes are repeated until nothing changes.

mod best;
mod chances;
mod deadlock;
mod game;
mod iterate;
mod memory;
mod pass;
mod rolls;
mod settle;

use super::ExactError;
use super::stages::{self, Stages};
use super::stakes::Stakes;
use super::table::Table;
use best::Best;
use game::Game;
use iterate::{Passes, STAGE};
use memory::Room;
use pass::Values;
use std::ops::ControlFlow;
use tavla_engine::Variant;
use tavla_engine::variant::Contact;

pub(super) use chances::chances;
pub(super) use memory::needed;

/// Solves a game that fits in memory.
///
/// # Errors
/// When there is no solution, or when stopped.
pub(super) fn solve<const K: usize>(
    variant: &Variant,
    stakes: &impl Stakes<K>,
    residual: f64,
    memory: u64,
    resume: &mut Stages<'_>,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<K>, ExactError> {
    let game = Game::new(variant);
    let hits = variant.contact == Contact::Hit;
    let room = Room::new::<K>(variant, K, memory);
    let mut values = Values::new(&game, stakes, room.noted)?;
    let (last, passes) = if hits {
        let mut passes = Passes::new(residual, tick);
        if let Some(stage) = resume.take(STAGE, K * values.cells.len(), 0) {
            (values.cells, passes.count) = (stages::cells(&stage.cells), stage.passes);
        }
        let last = passes.improve(&mut values, room, resume)?;
        (last, passes.count)
    } else {
        (values.pass(&Best, tick)?, 1)
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
    let cells = values.cells;
    Ok(Table {
        variant: game.variant,
        numbering: game.numbering,
        cells,
        residual: if hits {
            last.change.max(last.width)
        } else {
            last.width
        },
        passes,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Goal, Money, cubeless, money};
    use super::*;
    use crate::Threads;
    use crate::exact::stakes::Cubeless;
    use tavla_engine::Position;

    const RESIDUAL: f64 = 1e-14;

    fn hyper(checkers: u8) -> Variant {
        let mut start = [0; 26];
        for point in 25 - checkers..=24 {
            start[usize::from(point)] = 1;
        }
        Variant {
            checkers,
            start,
            ..Variant::hyper()
        }
    }

    fn goal() -> Goal {
        Goal {
            residual: RESIDUAL,
            threads: Threads::new(2).unwrap(),
        }
    }

    fn go(_: f64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn assert_equal<const K: usize>(one: &Table<K>, other: &Table<K>) {
        let sides = || (0..one.numbering().len()).map(|n| one.numbering().side(n));
        for (player, opponent) in sides().flat_map(|one| sides().map(move |other| (one, other))) {
            let position = Position { player, opponent };
            let Some(expected) = one.value(position) else {
                assert_eq!(other.value(position), None);
                continue;
            };
            for (found, expected) in other.value(position).unwrap().iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{position:?} {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn the_solver_for_hyper_finds_the_same_values() {
        // With notes, and in so little memory that there are none.
        for (checkers, memory) in [(2, 1 << 30), (1, 0)] {
            let variant = hyper(checkers);
            let fast = cubeless(&variant, goal(), &mut go).unwrap();
            let resume = &mut Stages::default();
            let any = solve(&variant, &Cubeless, RESIDUAL, memory, resume, &mut go).unwrap();
            assert_equal(&fast, &any);
        }
    }

    #[test]
    fn the_solver_for_hyper_finds_the_same_values_with_the_cube() {
        let (variant, stakes) = (hyper(2), Money { beavers: true });
        let fast = money(&variant, stakes, goal(), &mut go).unwrap();
        let resume = &mut Stages::default();
        let any = solve(&variant, &stakes, RESIDUAL, 1 << 30, resume, &mut go).unwrap();
        assert_equal(&fast, &any);
    }

    #[test]
    fn passes_that_come_nearer_to_nothing_are_given_up() {
        // No change is as little as is asked for.
        let (variant, resume) = (hyper(1), &mut Stages::default());
        let refused = solve(&variant, &Cubeless, -1.0, 1 << 30, resume, &mut go).unwrap_err();
        let ExactError::Endless {
            passes, position, ..
        } = &refused
        else {
            panic!("{refused}");
        };
        assert!((500..1000).contains(passes));
        assert!(position.faults(&variant).is_empty());
        let equities = cubeless(&variant, goal(), &mut go).unwrap();
        let refused = chances(&equities, -1.0, 1 << 30, &mut go).unwrap_err();
        assert!(matches!(refused, ExactError::Endless { .. }), "{refused}");
    }

    #[test]
    fn the_solver_for_hyper_finds_the_same_chances() {
        let variant = hyper(2);
        let equities = cubeless(&variant, goal(), &mut go).unwrap();
        let fast = super::super::chances(&equities, goal(), 1 << 30, &mut go).unwrap();
        let any = chances(&equities, RESIDUAL, 1 << 30, &mut go).unwrap();
        assert_equal(&fast, &any);
    }
}
