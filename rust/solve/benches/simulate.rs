//! Whole games on one thread, in turns a second.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;
use tavla_engine::Variant;
use tavla_solve::{Plan, Player, simulate};

/// Turns of all the games of a plan.
fn turns(plan: &Plan<'_>) -> u64 {
    let results = simulate(plan, &mut |_| ControlFlow::Continue(())).expect("the games end");
    assert_eq!(results.len() as u64, plan.games);
    results.turns.iter().map(|&turns| u64::from(turns)).sum()
}

fn whole_games(criterion: &mut Criterion) {
    for player in [Player::Random, Player::Pip] {
        let mut group = criterion.benchmark_group(format!("simulate {player}"));
        group
            .sample_size(20)
            .measurement_time(Duration::from_secs(4));
        for variant in Variant::presets() {
            let games = if variant.checkers == 3 { 2_000 } else { 200 };
            let mut plan = Plan::new(&variant, games);
            plan.players = [player; 2];
            // What one pass does is counted first, and every pass must do it again.
            let work = turns(&plan);
            group.throughput(Throughput::Elements(work));
            group.bench_function(&variant.name, |bencher| {
                bencher.iter(|| assert_eq!(turns(black_box(&plan)), work));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, whole_games);
criterion_main!(benches);
