//! tavla beside `bkgm`: the same positions and rolls, the results compared first, then both timed
//! in turns, in CPU time, on one thread.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml [ROUNDS]` prints the table.

mod agree;
mod peer;
mod sample;
mod table;
mod work;

use mimalloc::MiMalloc;
use tavla_engine::Variant;
use work::Case;

#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

/// Rounds of the shorter measurements when the command line does not say.
const ROUNDS: usize = 15;

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .map_or(ROUNDS, |text| text.parse().expect("a number of rounds"));
    let standard = Case::<15>::new(Variant::backgammon(), 1500);
    let hyper = Case::<3>::new(Variant::hyper(), 6000);
    table::head();
    standard.enumeration(rounds);
    hyper.enumeration(rounds);
    standard.shuffled(rounds);
    hyper.shuffled(rounds);
    standard.count(rounds);
    hyper.count(rounds);
    standard.perft(3, rounds.div_ceil(5));
    hyper.perft(3, rounds);
    standard.games(3_000, rounds);
    hyper.games(20_000, rounds);
    println!();
    work::own_variants(rounds);
}
