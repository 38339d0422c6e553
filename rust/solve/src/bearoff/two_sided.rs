//! The exact values of races, every pair of sides.

use super::error::BearoffError;
use super::lanes::Lanes;
use super::limit::Limit;
use super::numbering::Numbering;
use super::plays::Plays;
use super::race::Race;
use super::real::{KIND, Planes, Precision, Real};
use super::sweep::{Sides, Sweep};
use super::work::{Crew, THROWS, Tick};
use crate::exact::Money;
use crate::simulate::Threads;
use crate::state::Keeper;
use crate::store::{Parameters, Plane, Store, StoreError};
use std::path::Path;
use tavla_engine::side::Side;
use tavla_engine::{Outcome, Position, ROLLS, Variant, outcome};

/// Which database to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which races.
    pub race: Race,
    /// The game they belong to: what its wins count.
    pub variant: Variant,
    /// The rules of the cube; `None` for no cube.
    pub money: Option<Money>,
    /// How exactly to store.
    pub precision: Precision,
}

impl Plan {
    /// Gammons can happen where a side may have all its checkers on the board.
    pub fn has_gammons(&self) -> bool {
        self.variant.max_result > 1 && self.race.checkers() >= self.variant.checkers
    }

    /// What is the same where races are worth the same: a short text for names of files.
    pub fn key(&self) -> String {
        if self.has_gammons() {
            // What a win counts depends on the game.
            let game = self.variant.fingerprint();
            format!("{}-{}", self.race.key(), &game[..12])
        } else {
            self.race.key()
        }
    }

    /// Whether a race of another variant on these points is worth the same.
    pub fn is_of(&self, variant: &Variant) -> bool {
        let pays = |variant: &Variant| (variant.checkers, variant.max_result, variant.track);
        let other = Self {
            variant: variant.clone(),
            ..self.clone()
        };
        let gammons = self.has_gammons();
        self.race.is_of(variant)
            && gammons == other.has_gammons()
            && (!gammons || pays(variant) == pays(&self.variant))
    }

    fn lanes(&self) -> Lanes {
        Lanes {
            gammons: self.has_gammons(),
            money: self.money,
        }
    }

    /// The bytes of memory that building takes, about.
    pub fn needed(&self) -> u128 {
        let sides = u128::from(self.race.sides());
        let cell = (self.lanes().len() * self.precision.bytes()) as u128;
        // The tables; the results of the largest layer before they are written, one in twenty at
        // the most; the lists of plays, some two hundred for each side.
        sides * sides * cell * 21 / 20 + sides * 1000
    }
}

/// The exact values of the races of two sides.
#[derive(Debug)]
pub struct TwoSided {
    plan: Plan,
    numbering: Numbering,
    sides: Sides,
    planes: Planes,
}

impl TwoSided {
    /// Builds the database.
    ///
    /// # Errors
    /// It needs more memory than allowed, or is stopped.
    pub fn build(
        plan: Plan,
        limit: Limit,
        threads: Threads,
        tick: &mut Tick<'_>,
    ) -> Result<Self, BearoffError> {
        Self::build_from(plan, limit, threads, None, tick)
    }

    /// Builds the database, from the state on that was kept of the same work, and keeps it.
    ///
    /// # Errors
    /// As [`TwoSided::build`].
    pub fn build_from(
        plan: Plan,
        limit: Limit,
        threads: Threads,
        keeper: Option<&mut Keeper>,
        tick: &mut Tick<'_>,
    ) -> Result<Self, BearoffError> {
        let pairs = u128::from(plan.race.sides()).pow(2);
        limit.admit(&plan.race, pairs, plan.needed())?;
        let crew = Crew::new(threads)?;
        let numbering = plan.race.numbering();
        let sides = Sides::new(&numbering);
        let single = plan.precision == Precision::Single;
        let planes = if single {
            Planes::Single(fill(&plan, &numbering, &sides, &crew, keeper, tick)?)
        } else {
            Planes::Double(fill(&plan, &numbering, &sides, &crew, keeper, tick)?)
        };
        Ok(Self {
            plan,
            numbering,
            sides,
            planes,
        })
    }

    /// What was built.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The numbers of the sides.
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// How exactly values are stored.
    pub const fn precision(&self) -> Precision {
        self.planes.precision()
    }

    /// The names of the lanes: `equity` without a cube and where gammons can happen `win`,
    /// `gammon`, `backgammon`, `gammon_loss` and `backgammon_loss`; with the cube `his`, `own`,
    /// `centred`, and where gammons can happen `jacoby`. All are of the side on roll before it
    /// decides on a double, in units of the cube.
    #[must_use]
    pub fn lanes(&self) -> Vec<&'static str> {
        self.plan.lanes().names()
    }

    /// The value of a lane for two sides, by number; the one on roll must not be done.
    ///
    /// # Errors
    /// The file is damaged there.
    ///
    /// # Panics
    /// There is no such lane.
    #[inline]
    pub fn value(&self, lane: usize, mine: usize, theirs: usize) -> Result<f64, StoreError> {
        self.planes.get(lane, self.at(mine, theirs))
    }

    /// What rolling is worth when the other side is left with a lane: its least for each roll,
    /// turned round.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn rolled(&self, after: usize, mine: usize, theirs: usize) -> Result<f64, StoreError> {
        let race = &self.plan.race;
        let mut plays = Plays::new(race, &self.numbering);
        let alone = race.alone(self.numbering.side(mine));
        let mut left = 0.0;
        for dice in ROLLS {
            let mut least = f64::INFINITY;
            for &next in plays.of(alone, dice) {
                least = least.min(self.value(after, theirs, next as usize)?);
            }
            left += f64::from(dice.weight()) * least;
        }
        Ok(-left / THROWS)
    }

    /// What rolling is worth to a side against every other, by number, as [`TwoSided::rolled`].
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn rolled_row(&self, after: usize, mine: usize) -> Result<Vec<f64>, StoreError> {
        let race = &self.plan.race;
        let mut plays = Plays::new(race, &self.numbering);
        let alone = race.alone(self.numbering.side(mine));
        let mut left = vec![0.0; self.sides.len()];
        for dice in ROLLS {
            let mut least = vec![f64::INFINITY; self.sides.len()];
            for &next in plays.of(alone, dice) {
                let place = self.sides.places[next as usize] as usize;
                self.planes.lower(after, place * least.len(), &mut least)?;
            }
            let weight = f64::from(dice.weight());
            for (left, least) in left.iter_mut().zip(least) {
                *left += weight * least;
            }
        }
        let places = self.sides.places.iter();
        Ok(places
            .map(|&place| -left[place as usize] / THROWS)
            .collect())
    }

    /// Which of some sides leaves the other side with the least of a lane, and how much it is; of
    /// those that differ by no more than 1e-11 (1e-6 in single precision) the one with the lowest
    /// number. `None` of none.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn best(
        &self,
        after: usize,
        theirs: usize,
        sides: impl Iterator<Item = Side>,
    ) -> Result<Option<(usize, f64)>, StoreError> {
        let tie = match self.precision() {
            Precision::Single => f64::from(f32::TIE),
            Precision::Double => f64::TIE,
        };
        let mut all = Vec::new();
        for (play, side) in sides.enumerate() {
            let next = self.numbering.number(side);
            all.push((next, play, self.value(after, theirs, next as usize)?));
        }
        let least = all
            .iter()
            .fold(f64::INFINITY, |least, &(.., left)| least.min(left));
        let ties = all.into_iter().filter(|&(.., left)| left <= least + tie);
        Ok(ties
            .min_by_key(|&(next, ..)| next)
            .map(|(_, play, left)| (play, left)))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It cannot be written, or the file that the planes are read from is damaged.
    pub fn save(&self, path: &Path, parameters: Parameters) -> Result<(), StoreError> {
        self.planes.save(path, &self.lanes(), parameters)
    }

    /// Opens a file of a two-sided database.
    ///
    /// # Errors
    /// It cannot be opened, or is no such file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open(path, KIND)
    }

    /// The database of a file, which is that of a plan.
    ///
    /// # Errors
    /// It holds other planes.
    pub fn stored(store: &Store, plan: Plan) -> Result<Self, StoreError> {
        let cells = u128::from(plan.race.sides()).pow(2);
        let names = plan.lanes().names();
        let planes = Planes::stored(store, &names, plan.precision, cells)?;
        let numbering = plan.race.numbering();
        Ok(Self {
            sides: Sides::new(&numbering),
            plan,
            numbering,
            planes,
        })
    }

    /// Where the pair lies in each plane.
    fn at(&self, mine: usize, theirs: usize) -> usize {
        let place = |number: usize| self.sides.places[number] as usize;
        place(theirs) * self.sides.len() + place(mine)
    }
}

/// Fills the planes.
fn fill<T: Real>(
    plan: &Plan,
    numbering: &Numbering,
    sides: &Sides,
    crew: &Crew,
    keeper: Option<&mut Keeper>,
    tick: &mut Tick<'_>,
) -> Result<Vec<Plane<T>>, BearoffError> {
    let done = numbering.side(0);
    let multiplier = |place: usize| {
        let loser: Side = numbering.side(sides.numbers[place] as usize);
        let over = Position {
            player: loser,
            opponent: done,
        };
        outcome(&plan.variant, over).map_or(1, Outcome::multiplier)
    };
    let (race, lanes) = (&plan.race, plan.lanes());
    let mut sweep = Sweep::new(race, numbering, sides, lanes, multiplier, crew)?;
    sweep.run(crew, keeper, tick)?;
    Ok(sweep.tables.into_iter().map(Plane::in_memory).collect())
}
