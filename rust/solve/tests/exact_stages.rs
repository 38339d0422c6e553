//! Work that was stopped and is gone on with.

use std::ops::ControlFlow;
use std::time::Duration;
use tavla_engine::Variant;
use tavla_solve::exact::{
    Goal, Money, Stage, Stages, Table, solve_cubeless, solve_cubeless_from, solve_money,
    solve_money_from,
};
use tavla_solve::store::Parameters;
use tavla_solve::{Keeper, Threads};
use tempfile::TempDir;

fn hyper(checkers: u8) -> Variant {
    let mut start = [0; 26];
    start[24] = checkers;
    Variant {
        checkers,
        start,
        name: format!("hyper {checkers}"),
        ..Variant::hyper()
    }
}

fn goal(residual: f64) -> Goal {
    Goal {
        residual,
        threads: Threads::new(2).unwrap(),
    }
}

fn go(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn keeper(folder: &TempDir, work: Parameters) -> Keeper {
    Keeper::new(folder.path().join("state"), work, Duration::ZERO)
}

/// Where the work is stopped and gone on with: before the pass with this number.
fn resumed_at<const K: usize>(
    after: u32,
    solve: impl Fn(&mut Stages<'_>) -> Table<K>,
) -> (Table<K>, bool) {
    let mut found: Option<Stage<'static>> = None;
    let mut keep = |stage: Stage<'_>| {
        if stage.passes >= after && found.is_none() {
            found = Some(Stage {
                former: stage.former.into_owned().into(),
                cells: stage.cells.into_owned().into(),
                ..stage
            });
        }
    };
    solve(&mut Stages {
        from: None,
        keep: Some(&mut keep),
    });
    let is_second = found.as_ref().is_some_and(|stage| stage.number == 1);
    let folder = TempDir::new().unwrap();
    let mut keeper = keeper(&folder, Parameters::new());
    let stage = found.unwrap();
    stage.keep(&mut keeper);
    let from = Stage::found(&keeper);
    assert_eq!(from.as_ref(), Some(&stage));
    let stages = &mut Stages { from, keep: None };
    (solve(stages), is_second)
}

#[test]
fn work_that_was_stopped_ends_with_the_same_bits() {
    let (variant, stakes) = (hyper(2), Money { beavers: true });
    let goal = goal(1e-12);
    let whole = solve_money(&variant, stakes, goal, 1 << 32, &mut go).unwrap();
    for after in [1, whole.passes() - 1] {
        let (resumed, is_second) = resumed_at(after, |stages| {
            solve_money_from(&variant, stakes, goal, 1 << 32, stages, &mut go).unwrap()
        });
        assert_eq!(resumed, whole, "{after}");
        // The slots of the cube that somebody has come first.
        assert!(is_second || after < whole.passes() - 1, "{after}");
        assert!(!is_second || after > 1, "{after}");
    }
    // In so little memory the other solver does the work.
    let variant = hyper(1);
    for memory in [1 << 32, 200_000] {
        let whole = solve_cubeless(&variant, goal, memory, &mut go).unwrap();
        let (resumed, _) = resumed_at(5, |stages| {
            solve_cubeless_from(&variant, goal, memory, stages, &mut go).unwrap()
        });
        assert_eq!(resumed, whole, "{memory}");
    }
}

#[test]
fn stages_of_other_games_are_not_used() {
    let folder = TempDir::new().unwrap();
    let stage = Stage {
        number: 0,
        passes: 3,
        residual: 0.0,
        former: Vec::new().into(),
        cells: vec![1.0; 5].into(),
    };
    let mut game = Parameters::new();
    assert_eq!(Stage::found(&keeper(&folder, game.clone())), None);
    stage.keep(&mut keeper(&folder, game.clone()));
    assert!(Stage::found(&keeper(&folder, game.clone())).is_some());
    game.insert("variant".into(), "another".into());
    assert_eq!(Stage::found(&keeper(&folder, game)), None);
    // One of another number of values is ignored.
    let stages = &mut Stages {
        from: Some(stage),
        keep: None,
    };
    let found = solve_cubeless_from(&hyper(1), goal(1e-12), 1 << 30, stages, &mut go).unwrap();
    let whole = solve_cubeless(&hyper(1), goal(1e-12), 1 << 30, &mut go).unwrap();
    assert_eq!(found, whole);
}

#[test]
fn a_stage_of_the_other_solver_is_not_gone_on_with() {
    let (variant, goal) = (hyper(1), goal(1e-12));
    for (before, now) in [(200_000, 1 << 32), (1 << 32, 200_000)] {
        let mut last: Option<Stage<'static>> = None;
        let mut keep = |stage: Stage<'_>| {
            last = Some(Stage {
                former: stage.former.into_owned().into(),
                cells: stage.cells.into_owned().into(),
                ..stage
            });
        };
        let stages = &mut Stages {
            from: None,
            keep: Some(&mut keep),
        };
        solve_cubeless_from(&variant, goal, before, stages, &mut go).unwrap();
        let stages = &mut Stages {
            from: last,
            keep: None,
        };
        let found = solve_cubeless_from(&variant, goal, now, stages, &mut go).unwrap();
        let whole = solve_cubeless(&variant, goal, now, &mut go).unwrap();
        assert_eq!(found, whole);
    }
}
