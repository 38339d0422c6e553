//! Hyper and its smaller kin, for tests.

use std::ops::ControlFlow;
use tavla_engine::rank::{sides, unrank};
use tavla_engine::{Position, Variant};
use tavla_solve::Threads;
use tavla_solve::exact::Goal;

/// Hyper with so many checkers a side.
pub(crate) fn hyper(checkers: u8) -> Variant {
    let mut start = [0; 26];
    for slot in 0..checkers {
        start[usize::from(24 - slot)] = 1;
    }
    Variant {
        checkers,
        start,
        name: format!("hyper {checkers}"),
        ..Variant::hyper()
    }
}

/// To this residual on two threads.
pub(crate) fn goal(residual: f64) -> Goal {
    Goal {
        residual,
        threads: Threads::new(2).unwrap(),
    }
}

/// Never stops.
pub(crate) fn go(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Every position in which both sides have checkers to bear off.
pub(crate) fn positions(checkers: u8) -> impl Iterator<Item = Position> {
    let variant = hyper(checkers);
    let all = move || (0..sides(checkers)).filter_map(move |n| unrank(checkers, n));
    all()
        .flat_map(move |player| all().map(move |opponent| Position { player, opponent }))
        .filter(move |position| position.faults(&variant).is_empty() && !position.is_finished())
}
