//! Timing in turns, and the table.

use cpu_time::ThreadTime;

/// One line of the table.
pub(crate) struct Line<'a> {
    pub game: &'a str,
    pub work: &'a str,
    pub unit: &'a str,
}

pub(crate) fn head() {
    println!(
        "| game       | work                     | unit  | tavla M/s | bkgm M/s | ratio: min | median |  max |"
    );
    println!(
        "| ---------- | ------------------------ | ----- | --------: | -------: | ---------: | -----: | ---: |"
    );
}

/// Times `ours` and `theirs` in turns, each giving how many units it did, and prints the line.
pub(crate) fn compare(
    line: &Line,
    rounds: usize,
    mut ours: impl FnMut(usize) -> u64,
    mut theirs: impl FnMut(usize) -> u64,
) {
    ours(0);
    theirs(0);
    let (mut fast, mut slow, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        let our = rate(|| ours(round));
        let their = rate(|| theirs(round));
        ratios.push(our / their);
        fast.push(our);
        slow.push(their);
    }
    let [low, middle, high] = spread(&mut ratios);
    println!(
        "| {:10} | {:24} | {:5} | {:9.1} | {:8.1} | {low:10.2} | {middle:6.2} | {high:4.2} |",
        line.game,
        line.work,
        line.unit,
        spread(&mut fast)[1] / 1e6,
        spread(&mut slow)[1] / 1e6,
    );
}

/// Times `ours` alone and prints the line.
pub(crate) fn alone(line: &Line, rounds: usize, mut ours: impl FnMut() -> u64) {
    ours();
    let mut rates: Vec<f64> = (0..rounds).map(|_| rate(&mut ours)).collect();
    println!(
        "| {:10} | {:24} | {:5} | {:9.1} |",
        line.game,
        line.work,
        line.unit,
        spread(&mut rates)[1] / 1e6,
    );
}

/// Units a CPU-second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let start = ThreadTime::now();
    let units = std::hint::black_box(work());
    units as f64 / start.elapsed().as_secs_f64()
}

/// Least, median, greatest.
fn spread(values: &mut [f64]) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [
        values[0],
        values[values.len() / 2],
        values[values.len() - 1],
    ]
}
