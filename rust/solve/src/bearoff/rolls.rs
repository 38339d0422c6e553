//! The chances of each number of rolls, side by side.

use crate::store::Plane;
use std::ops::Range;

/// Where the chances of one side lie, packed into 64 bits so that files hold them as they are.
///
/// The chances of bearing off all come first, from an even number of rolls on, then those of
/// bearing off the first checker, from none on. Both are of an even length, with a 0 where one is
/// wanting: sums are then always read in the pairs in which they were written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) start: usize,
    /// The rolls of the first chance: the fewest, or one less.
    pub(crate) fewest: usize,
    /// How many numbers of rolls from there.
    pub(crate) all: usize,
    /// How many numbers of rolls until the first checker is off; none where one is.
    pub(crate) first: usize,
}

const COUNT: u32 = 8;
const MASK: u64 = (1 << COUNT) - 1;

impl Place {
    pub(crate) const fn packed(self) -> u64 {
        let counts =
            self.fewest as u64 | (self.all as u64) << COUNT | (self.first as u64) << (2 * COUNT);
        counts | (self.start as u64) << (3 * COUNT)
    }

    pub(crate) const fn unpacked(bits: u64) -> Self {
        Self {
            start: (bits >> (3 * COUNT)) as usize,
            fewest: (bits & MASK) as usize,
            all: (bits >> COUNT & MASK) as usize,
            first: (bits >> (2 * COUNT) & MASK) as usize,
        }
    }

    /// The chances of bearing off all.
    pub(crate) const fn of_all(self) -> Range<usize> {
        self.start..self.start + self.all
    }

    /// The chances of bearing off the first checker.
    pub(crate) const fn of_first(self) -> Range<usize> {
        self.start + self.all..self.start + self.all + self.first
    }

    /// Chances in all.
    pub(crate) const fn len(self) -> usize {
        self.all + self.first
    }
}

/// The chances by number of rolls, from none on to the most.
pub(crate) fn from_none(before: usize, chances: &[f64]) -> Vec<f64> {
    let mut found = vec![0.0; before];
    found.extend_from_slice(chances);
    while found.last() == Some(&0.0) {
        found.pop();
    }
    found
}

/// The deviation around a mean of chances from none on.
pub(crate) fn deviation(chances: &[f64], mean: f64) -> f64 {
    let spread = chances.iter().enumerate().map(|(rolls, chance)| {
        let off = rolls as f64 - mean;
        chance * off * off
    });
    spread.sum::<f64>().sqrt()
}

/// The planes of a one-sided database, in memory or in a file.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    /// For each side the mean number of rolls.
    pub(crate) mean: Plane<f64>,
    /// For each side its [`Place`].
    pub(crate) places: Plane<u64>,
    pub(crate) chances: Plane<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_packed_and_unpacked() {
        let place = Place {
            start: (1 << 40) - 1,
            fewest: 15,
            all: 255,
            first: 120,
        };
        assert_eq!(Place::unpacked(place.packed()), place);
        assert_eq!(place.of_first().end - place.start, place.len());
    }
}
