//! Bear-off databases beside what is known, and beside the slow generator.

use std::ops::ControlFlow;
use tavla_engine::{Side, Variant};
use tavla_solve::Threads;
use tavla_solve::bearoff::{Limit, OneSided, Race};

fn side(counts: &[u8]) -> Side {
    let mut all = [0; 26];
    all[1..=counts.len()].copy_from_slice(counts);
    all[0] = 15 - counts.iter().sum::<u8>();
    Side::from_counts(&all).unwrap()
}

fn go(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn one_sided(points: u8, checkers: u8) -> OneSided {
    let race = Race::new(&Variant::backgammon(), points, checkers).unwrap();
    OneSided::build(race, Limit(1 << 32), Threads::MIN, &mut go).unwrap()
}

#[test]
fn fifteen_on_the_ace_point_take_6_9795917638_rolls() {
    let t = std::time::Instant::now();
    let database = one_sided(6, 15);
    eprintln!("{:?}", t.elapsed());
    let number = database.numbering().number(side(&[15]));
    let mean = database.mean(number).unwrap();
    assert!((mean - 6.979_591_763_8).abs() < 5e-11, "{mean}");
}
