//! Enumeration by phase of the game and by variant, timed.
//!
//! `cargo bench -p tavla-engine --bench plays`; the elements are plays.

mod phases;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tavla_engine::Scratch;

fn all(criterion: &mut Criterion) {
    let mut scratch = Scratch::default();
    for (name, variant, positions) in phases::works() {
        let rules = variant.rules();
        let plays = phases::checked(&rules, &positions, &mut scratch);
        let mut group = criterion.benchmark_group("plays");
        group.throughput(Throughput::Elements(plays));
        group.bench_function(BenchmarkId::new(&variant.name, name), |bencher| {
            bencher.iter(|| phases::enumerate(&rules, black_box(&positions), &mut scratch));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = all
}
criterion_main!(benches);
