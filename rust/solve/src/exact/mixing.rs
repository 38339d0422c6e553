//! Reaching the end of a series of passes sooner.
//!
//! Passes that follow one policy repeat one linear map, whose slowest parts come to dominate. From
//! a few of them in a row these are estimated and taken out (D. Anderson, "Iterative Procedures
//! for Nonlinear Integral Equations", 1965).

use rayon::prelude::*;

/// How many steps are remembered.
const DEPTH: usize = 3;
/// How many tables of cells are remembered, two of single precision counting as one.
pub(crate) const TABLES: usize = 3 + DEPTH;
/// Cells summed up at a time, so that sums are the same on any number of threads.
const PART: usize = 1 << 16;

/// The passes before.
#[derive(Default)]
pub(crate) struct Mixing<const K: usize> {
    /// What this pass began with.
    before: Vec<[f64; K]>,
    /// What the pass before this one began with, and gave.
    began: Vec<[f64; K]>,
    gave: Vec<[f64; K]>,
    steps: Vec<Step<K>>,
    passes: usize,
}

/// From one pass to the next: by how much what it gave changed, and what it had left to change.
/// Single precision is enough to say where to begin the next pass.
struct Step<const K: usize> {
    given: Vec<[f32; K]>,
    left: Vec<[f32; K]>,
}

impl<const K: usize> Mixing<K> {
    /// Remembers what a pass begins with.
    pub(crate) fn begin(&mut self, values: &[[f64; K]]) {
        self.before.clear();
        self.before.extend_from_slice(values);
    }

    /// Goes from what the pass gave to where the next should begin.
    pub(crate) fn end(&mut self, values: &mut [[f64; K]]) {
        if self.gave.len() == values.len() {
            self.remember(values);
        }
        std::mem::swap(&mut self.began, &mut self.before);
        self.gave.clear();
        self.gave.extend_from_slice(values);
        let Some(shares) = self.shares() else { return };
        for (share, step) in shares.iter().zip(&self.steps) {
            let mixed = values.par_iter_mut().zip(&step.given);
            mixed.for_each(|(cell, given)| {
                for k in 0..K {
                    cell[k] -= share * f64::from(given[k]);
                }
            });
        }
    }

    /// Notes the step from the pass before to this one, in the place of the oldest.
    fn remember(&mut self, values: &[[f64; K]]) {
        let zero = || vec![[0.0; K]; values.len()];
        if self.steps.len() < DEPTH {
            let (given, left) = (zero(), zero());
            self.steps.push(Step { given, left });
        }
        let oldest = self.passes % DEPTH;
        self.passes += 1;
        let Step { given, left } = &mut self.steps[oldest];
        let cells = given.par_iter_mut().zip(left);
        cells.enumerate().for_each(|(n, (given, left))| {
            for k in 0..K {
                let change = values[n][k] - self.gave[n][k];
                given[k] = change as f32;
                left[k] = (change - (self.before[n][k] - self.began[n][k])) as f32;
            }
        });
    }

    /// How much of each step to take back, so that the least is left to change.
    fn shares(&self) -> Option<Vec<f64>> {
        let many = self.steps.len();
        if many == 0 {
            return None;
        }
        let parts = (0..self.gave.len()).into_par_iter().step_by(PART);
        let parts: Vec<Sums> = parts.map(|from| self.sums(from)).collect();
        let mut sums = Sums::default();
        for part in parts {
            for (i, row) in part.iter().enumerate() {
                for (j, sum) in row.iter().enumerate() {
                    sums[i][j] += sum;
                }
            }
        }
        solved(sums, many)
    }

    /// Of one part of the cells the products of what the steps had left with each other, and at
    /// the end with what is left now.
    fn sums(&self, from: usize) -> Sums {
        let mut sums = Sums::default();
        let part = from..self.gave.len().min(from + PART);
        let lefts: Vec<&[[f32; K]]> = self.steps.iter().map(|s| &s.left[part.clone()]).collect();
        let now = self.gave[part.clone()].iter().zip(&self.began[part]);
        for (n, (gave, began)) in now.enumerate() {
            for k in 0..K {
                let now = gave[k] - began[k];
                for (i, one) in lefts.iter().enumerate() {
                    let one = f64::from(one[n][k]);
                    for (j, other) in lefts.iter().enumerate() {
                        sums[i][j] += one * f64::from(other[n][k]);
                    }
                    sums[i][DEPTH] += one * now;
                }
            }
        }
        sums
    }
}

/// A row for each step: its products with all steps, then with what is left.
type Sums = [[f64; DEPTH + 1]; DEPTH];

/// Solves the first so many equations; `None` where they say nothing.
fn solved(mut sums: Sums, many: usize) -> Option<Vec<f64>> {
    // Steps are nearly alike near the end: a little more on the diagonal keeps shares small.
    let trace: f64 = (0..many).map(|i| sums[i][i]).sum();
    for (i, row) in sums.iter_mut().enumerate().take(many) {
        row[i] += trace * 1e-10;
    }
    for i in 0..many {
        for row in i + 1..many {
            let factor = sums[row][i] / sums[i][i];
            for column in (i..many).chain([DEPTH]) {
                sums[row][column] -= factor * sums[i][column];
            }
        }
    }
    let mut shares = vec![0.0; many];
    for i in (0..many).rev() {
        let known: f64 = (i + 1..many).map(|j| sums[i][j] * shares[j]).sum();
        shares[i] = (sums[i][DEPTH] - known) / sums[i][i];
    }
    shares
        .iter()
        .all(|share| share.is_finite())
        .then_some(shares)
}
