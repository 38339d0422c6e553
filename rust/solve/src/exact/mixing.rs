//! Reaching the end of a series of passes sooner.
//!
//! Passes that follow one policy repeat one linear map, whose slowest part comes to dominate. From
//! two of them in a row that part is estimated and taken out (D. Anderson, "Iterative Procedures
//! for Nonlinear Integral Equations", 1965, with one step remembered).

use rayon::prelude::*;

/// The pass before: what it began with and what it gave.
#[derive(Default)]
pub(crate) struct Mixing<const K: usize> {
    began: Vec<[f64; K]>,
    gave: Vec<[f64; K]>,
    before: Vec<[f64; K]>,
}

/// Cells summed up at a time, so that sums are the same on any number of threads.
const PART: usize = 1 << 16;

impl<const K: usize> Mixing<K> {
    /// Remembers what a pass begins with.
    pub(crate) fn begin(&mut self, cells: &[[f64; K]]) {
        cells.clone_into(&mut self.before);
    }

    /// Goes from what the pass gave to where the next should begin.
    pub(crate) fn end(&mut self, cells: &mut [[f64; K]]) {
        let gave = cells.to_vec();
        if self.gave.len() == gave.len() {
            let share = self.share(&gave);
            let mixed = cells.par_iter_mut().zip(&self.gave);
            mixed.for_each(|(cell, last)| {
                for k in 0..K {
                    cell[k] -= share * (cell[k] - last[k]);
                }
            });
        }
        std::mem::swap(&mut self.began, &mut self.before);
        self.gave = gave;
    }

    /// How much of the last step to take back, so that the least is left to change.
    fn share(&self, gave: &[[f64; K]]) -> f64 {
        let parts = gave.par_chunks(PART).enumerate().map(|(part, gave)| {
            let (mut above, mut below) = (0.0, 0.0);
            for (n, cell) in (part * PART..).zip(gave) {
                for (k, value) in cell.iter().enumerate() {
                    let change = value - self.before[n][k];
                    let turned = change - (self.gave[n][k] - self.began[n][k]);
                    above += change * turned;
                    below += turned * turned;
                }
            }
            (above, below)
        });
        let sums: Vec<(f64, f64)> = parts.collect();
        let (above, below) = sums
            .into_iter()
            .fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
        let share = above / below;
        if share.is_finite() { share } else { 0.0 }
    }
}
