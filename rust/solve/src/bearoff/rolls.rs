//! The chances of each number of rolls, side by side.

use crate::store::{Described, Parameters, Plane, Store, StoreError, Writer};
use std::ops::Range;
use std::path::{Path, PathBuf};

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

/// What files of one-sided databases say they are.
pub(crate) const KIND: &str = "one-sided bear-off";
const MEAN: &str = "mean";
const PLACES: &str = "places";
const CHANCES: &str = "chances";

/// The planes of a one-sided database, in memory or in a file.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    /// For each side the mean number of rolls.
    pub(crate) mean: Plane<f64>,
    /// For each side its [`Place`].
    pub(crate) places: Plane<u64>,
    pub(crate) chances: Plane<f64>,
    /// The file, for messages.
    pub(crate) path: PathBuf,
}

impl Planes {
    pub(crate) fn place(&self, number: usize) -> Result<Place, StoreError> {
        let place = Place::unpacked(self.places.get(number)?);
        if place.start + place.len() <= self.chances.len() {
            return Ok(place);
        }
        let what = format!("place of number {number}");
        let got = format!("{place:?}");
        Err(StoreError::data(
            &self.path,
            what,
            "one within the file",
            &got,
        ))
    }

    pub(crate) fn save(&self, path: &Path, parameters: Parameters) -> Result<(), StoreError> {
        let described = [
            Described::new::<f64>(MEAN, self.mean.len()),
            Described::new::<u64>(PLACES, self.places.len()),
            Described::new::<f64>(CHANCES, self.chances.len()),
        ];
        let mut writer = Writer::create(path, KIND, parameters, &described)?;
        writer.fill(self.mean.all()?)?;
        writer.fill(self.places.all()?)?;
        writer.fill(self.chances.all()?)?;
        writer.finish()
    }

    pub(crate) fn stored(store: &Store, sides: u64) -> Result<Self, StoreError> {
        let planes = Self {
            mean: store.plane(MEAN)?,
            places: store.plane(PLACES)?,
            chances: store.plane(CHANCES)?,
            path: store.path().to_owned(),
        };
        for (name, got) in [(MEAN, planes.mean.len()), (PLACES, planes.places.len())] {
            check_length(store, name, sides.into(), got)?;
        }
        Ok(planes)
    }
}

/// A plane must be as long as it should.
pub(crate) fn check_length(
    store: &Store,
    name: &str,
    expected: u128,
    got: usize,
) -> Result<(), StoreError> {
    if got as u128 == expected {
        return Ok(());
    }
    let what = format!("length of plane {name:?}");
    let (expected, got) = (expected.to_string(), got.to_string());
    Err(StoreError::data(store.path(), what, &expected, &got))
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
