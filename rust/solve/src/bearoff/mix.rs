//! The chances after a roll, added up roll by roll.

use super::work::THROWS;

/// More rolls than any race takes: 15 checkers on 24 points have 360 pips.
const MOST_ROLLS: usize = 128;

/// Chances after a roll, added up over the throws of two dice.
pub(super) struct Mix {
    /// By the number of rolls that follow it.
    pairs: [[f64; 2]; MOST_ROLLS / 2],
    /// Pairs in use.
    end: usize,
    /// The mean number of rolls, times the throws.
    pub(super) mean: f64,
}

impl Default for Mix {
    fn default() -> Self {
        Self {
            pairs: [[0.0; 2]; MOST_ROLLS / 2],
            end: 0,
            mean: 0.0,
        }
    }
}

impl Mix {
    pub(super) fn clear(&mut self) {
        self.pairs[..self.end].fill([0.0; 2]);
        (self.end, self.mean) = (0, 0.0);
    }

    /// A roll, and after it these chances from so many more rolls on, an even number.
    #[inline]
    pub(super) fn add(&mut self, weight: f64, mean: f64, fewest: usize, chances: &[f64]) {
        let (pairs, _) = chances.as_chunks::<2>();
        let start = fewest / 2;
        let end = start + pairs.len();
        for (sum, chance) in self.pairs[start..end].iter_mut().zip(pairs) {
            sum[0] += weight * chance[0];
            sum[1] += weight * chance[1];
        }
        self.end = self.end.max(end);
        self.mean += weight * (1.0 + mean);
    }

    /// The fewest rolls with any chance.
    pub(super) fn fewest(&self) -> usize {
        let chances = self.pairs.as_flattened();
        let after = chances.iter().position(|&chance| chance > 0.0);
        after.map_or(0, |after| after + 1)
    }

    /// Adds the chances by number of rolls, from the even number at or below `fewest` on, which
    /// is returned.
    pub(super) fn give(&self, fewest: usize, out: &mut Vec<f64>) -> usize {
        let fewest = fewest & !1;
        let chances = &self.pairs.as_flattened()[..2 * self.end];
        let last = chances.iter().rposition(|&chance| chance > 0.0);
        let most = last.map_or(0, |after| after + 1);
        let by_rolls = |rolls: usize| {
            rolls
                .checked_sub(1)
                .map_or(0.0, |after| chances[after] / THROWS)
        };
        out.extend((fewest..=most).map(by_rolls));
        if (most + 1 - fewest) % 2 == 1 {
            out.push(0.0);
        }
        fewest
    }
}
