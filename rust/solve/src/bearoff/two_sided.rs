//! The exact values of races, every pair of sides.

use super::error::BearoffError;
use super::lanes::Lanes;
use super::limit::Limit;
use super::numbering::Numbering;
use super::plays::{Plays, sorted};
use super::race::Race;
use super::real::{Planes, Precision, Real};
use super::sweep::{Sides, Sweep};
use super::work::{Crew, Tick};
use crate::exact::{Money, slot};
use crate::simulate::Threads;
use crate::store::{Plane, StoreError};
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

/// Where the cube is, from the side on roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cube {
    /// There is none.
    None,
    /// The side on roll owns it.
    Own,
    /// In the middle.
    Centred,
    /// In the middle, and Jacoby's rule is on.
    Jacoby,
    /// The other side owns it.
    Opponent,
}

impl Cube {
    /// The same cube for the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Own => Self::Opponent,
            Self::Opponent => Self::Own,
            other => other,
        }
    }

    const fn slot(self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Own => Some(slot::OWN),
            Self::Centred => Some(slot::CENTRED),
            Self::Jacoby => Some(slot::JACOBY),
            Self::Opponent => Some(slot::HIS),
        }
    }
}

/// The exact values of the races of two sides.
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
        let pairs = u128::from(plan.race.sides()).pow(2);
        limit.admit(&plan.race, pairs, plan.needed())?;
        let crew = Crew::new(threads)?;
        let numbering = plan.race.numbering();
        let sides = Sides::new(&numbering);
        let planes = match plan.precision {
            Precision::Single => {
                Planes::Single(fill(&plan, limit, &numbering, &sides, &crew, tick)?)
            }
            Precision::Double => {
                Planes::Double(fill(&plan, limit, &numbering, &sides, &crew, tick)?)
            }
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

    /// The lane of the equity with a cube; `None` where the database knows no cube.
    fn lane(&self, cube: Cube) -> Option<usize> {
        match cube.slot() {
            None => Some(0),
            Some(slot) => self.plan.lanes().slot(slot),
        }
    }

    /// The equity of the side on roll, before it decides on a double, in units of the cube;
    /// `None` where the database knows no cube.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn equity(
        &self,
        mine: usize,
        theirs: usize,
        cube: Cube,
    ) -> Result<Option<f64>, StoreError> {
        let lane = self.lane(cube);
        lane.map(|lane| self.planes.get(lane, self.at(mine, theirs)))
            .transpose()
    }

    /// Win, gammon, backgammon, gammon lost, backgammon lost, for the side on roll without a
    /// cube; wins count gammons, these backgammons.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn chances(&self, mine: usize, theirs: usize) -> Result<[f64; 5], StoreError> {
        let at = self.at(mine, theirs);
        let mut found = [0.0; 5];
        if self.plan.lanes().gammons {
            for (n, chance) in found.iter_mut().enumerate() {
                *chance = self.planes.get(1 + n, at)?;
            }
        } else {
            found[0] = f64::midpoint(1.0, self.planes.get(0, at)?);
        }
        Ok(found)
    }

    /// The equity of the side on roll if it rolls without doubling; `None` where the database
    /// knows no cube.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn rolled(
        &self,
        mine: usize,
        theirs: usize,
        cube: Cube,
    ) -> Result<Option<f64>, StoreError> {
        let Some(lane) = self.lane(cube.turned()) else {
            return Ok(None);
        };
        if mine == 0 || theirs == 0 {
            return self.equity(mine, theirs, cube);
        }
        let race = &self.plan.race;
        let mut plays = Plays::new(race, &self.numbering);
        let alone = race.alone(self.numbering.side(mine));
        let mut left = 0.0;
        for dice in ROLLS {
            let mut least = f64::INFINITY;
            for next in sorted(&mut plays, alone, dice) {
                let value = self.planes.get(lane, self.at(theirs, next as usize))?;
                least = least.min(value);
            }
            left += f64::from(dice.weight()) / 36.0 * least;
        }
        Ok(Some(-left))
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
    limit: Limit,
    numbering: &Numbering,
    sides: &Sides,
    crew: &Crew,
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
    let sweep = Sweep::new(&plan.race, numbering, sides, plan.lanes(), multiplier, crew);
    let pairs = u128::from(plan.race.sides()).pow(2);
    let mut sweep = sweep.ok_or_else(|| limit.refusal(&plan.race, pairs, plan.needed()))?;
    sweep.run(crew, tick)?;
    Ok(sweep.tables.into_iter().map(Plane::in_memory).collect())
}
