//! How many rolls a side takes to bear off.

use super::build::{Build, needed};
use super::error::BearoffError;
use super::limit::Limit;
use super::numbering::Numbering;
use super::odds::{Odds, odds};
use super::plays::least;
use super::race::Race;
use super::rolls::{KIND, Place, Planes, deviation, from_none};
use super::work::{Crew, Tick};
use crate::simulate::Threads;
use crate::state::Keeper;
use crate::store::{Parameters, Plane, Store, StoreError};
use std::path::{Path, PathBuf};
use tavla_engine::Side;

/// For every side of a race the exact chances of each number of rolls, when it plays for the
/// fewest rolls on average.
///
/// For a side with all its checkers on the board also the chances of the rolls until the first
/// is off, when it plays for the fewest of those.
#[derive(Clone, Debug)]
pub struct OneSided {
    race: Race,
    numbering: Numbering,
    planes: Planes,
}

impl OneSided {
    /// Builds the database.
    ///
    /// # Errors
    /// It needs more memory than allowed, or is stopped.
    pub fn build(
        race: Race,
        limit: Limit,
        threads: Threads,
        tick: &mut Tick<'_>,
    ) -> Result<Self, BearoffError> {
        Self::build_from(race, limit, threads, None, tick)
    }

    /// Builds the database, from the state on that was kept of the same work, and keeps it.
    ///
    /// # Errors
    /// As [`OneSided::build`].
    pub fn build_from(
        race: Race,
        limit: Limit,
        threads: Threads,
        keeper: Option<&mut Keeper>,
        tick: &mut Tick<'_>,
    ) -> Result<Self, BearoffError> {
        let needed = needed(&race);
        limit.admit(&race, race.sides().into(), needed.total)?;
        let crew = Crew::new(threads)?;
        let mut build = Build::new(&race);
        // Room for the longest races is asked for at once, and what was not used is given back.
        let room = build.chances.try_reserve_exact(needed.chances as usize);
        room.map_err(|_| BearoffError::NoMemory {
            needed: needed.total,
        })?;
        build.run(&crew, keeper, tick)?;
        let Build {
            numbering,
            means,
            places,
            mut chances,
            ..
        } = build;
        chances.shrink_to_fit();
        let planes = Planes {
            mean: Plane::in_memory(means),
            places: Plane::in_memory(places),
            chances: Plane::in_memory(chances),
            path: PathBuf::new(),
        };
        Ok(Self {
            race,
            numbering,
            planes,
        })
    }

    /// Which races.
    pub const fn race(&self) -> &Race {
        &self.race
    }

    /// The numbers of the sides.
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The mean number of rolls to bear off all.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn mean(&self, number: usize) -> Result<f64, StoreError> {
        self.planes.mean.get(number)
    }

    /// The mean numbers of rolls of all sides, by number.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn means(&self) -> Result<&[f64], StoreError> {
        self.planes.mean.all()
    }

    /// The standard deviation of the number of rolls.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn deviation(&self, number: usize) -> Result<f64, StoreError> {
        let place = self.place(number)?;
        let chances = self.planes.chances.part(place.of_all())?;
        Ok(deviation(chances, self.mean(number)? - place.fewest as f64))
    }

    /// The chances of bearing off all in exactly so many rolls, from none on.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn chances(&self, number: usize) -> Result<Vec<f64>, StoreError> {
        let place = self.place(number)?;
        let chances = self.planes.chances.part(place.of_all())?;
        Ok(from_none(place.fewest, chances))
    }

    /// The chances of bearing off the first checker in exactly so many rolls, from none on.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn first_off(&self, number: usize) -> Result<Vec<f64>, StoreError> {
        let place = self.place(number)?;
        if place.first == 0 {
            return Ok(vec![1.0]);
        }
        Ok(from_none(0, self.planes.chances.part(place.of_first())?))
    }

    /// How a race of two sides ends, by number, the first on roll.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn odds(&self, mine: usize, theirs: usize) -> Result<Odds, StoreError> {
        let all = [self.chances(mine)?, self.chances(theirs)?];
        let first = [self.first_off(mine)?, self.first_off(theirs)?];
        Ok(odds([&all[0], &all[1]], [&first[0], &first[1]]))
    }

    /// Which of some sides takes the fewest rolls on average; of those that differ by no more
    /// than 1e-11 the one with the lowest number. `None` of none.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn best(&self, sides: impl Iterator<Item = Side>) -> Result<Option<usize>, StoreError> {
        let numbers: Vec<u32> = sides.map(|side| self.numbering.number(side)).collect();
        let best = least(&numbers, self.planes.mean.all()?) as u32;
        Ok(numbers.iter().position(|&number| number == best))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It cannot be written, or the file that the planes are read from is damaged.
    pub fn save(&self, path: &Path, parameters: Parameters) -> Result<(), StoreError> {
        self.planes.save(path, parameters)
    }

    /// Opens a file of a one-sided database.
    ///
    /// # Errors
    /// It cannot be opened, or is no such file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open(path, KIND)
    }

    /// The database of a file, which is that of these races.
    ///
    /// # Errors
    /// It holds other numbers of values.
    pub fn stored(store: &Store, race: Race) -> Result<Self, StoreError> {
        let planes = Planes::stored(store, race.sides())?;
        Ok(Self {
            numbering: race.numbering(),
            race,
            planes,
        })
    }

    fn place(&self, number: usize) -> Result<Place, StoreError> {
        self.planes.place(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use tavla_engine::Variant;

    #[test]
    fn no_database_has_more_chances_than_were_reckoned_with_nor_half_as_many() {
        for (points, checkers) in [(6, 15), (1, 15), (3, 15), (12, 4), (24, 2), (24, 1), (2, 1)] {
            let race = Race::new(&Variant::backgammon(), points, checkers).unwrap();
            let needed = needed(&race);
            let mut go = |_: f64| ControlFlow::Continue(());
            let built = OneSided::build(race, Limit(1 << 30), Threads::MIN, &mut go).unwrap();
            let chances = built.planes.chances.len() as u128;
            let reckoned = needed.chances;
            assert!(
                chances <= reckoned,
                "{points} {checkers}: {chances} {reckoned}"
            );
            assert!(
                2 * chances > reckoned,
                "{points} {checkers}: {chances} {reckoned}"
            );
        }
    }
}
