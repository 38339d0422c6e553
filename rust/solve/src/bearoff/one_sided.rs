//! How many rolls a side takes to bear off.

use super::error::BearoffError;
use super::limit::Limit;
use super::numbering::{Numbering, positions};
use super::odds::{Odds, odds};
use super::plays::{Plays, least};
use super::race::Race;
use super::rolls::{KIND, Place, Planes, deviation, from_none};
use super::steps::{Ahead, Moves, Steps};
use super::work::{Crew, THROWS, Tick, told};
use crate::simulate::Threads;
use crate::store::{Parameters, Plane, Store, StoreError};
use std::path::{Path, PathBuf};
use tavla_engine::side::OFF;
use tavla_engine::{ROLLS, Side};

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
        let needed = needed(&race);
        limit.admit(&race, race.sides().into(), needed.total)?;
        let crew = Crew::new(threads)?;
        let mut build = Build::new(&race);
        // Room for the longest races is asked for at once, and what was not used is given back.
        let room = build.chances.try_reserve_exact(needed.chances as usize);
        room.map_err(|_| limit.refusal(&race, race.sides().into(), needed.total))?;
        build.run(&crew, tick)?;
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

/// What a database takes.
#[derive(Clone, Copy, Debug)]
struct Needed {
    /// Chances, at the most.
    chances: u128,
    /// Bytes in all while it is built.
    total: u128,
}

/// Each roll takes three pips, or two checkers off the ace: at most a third of the pips and a
/// sixth of the checkers, and the last roll. On average a side has half the pips of the farthest.
fn needed(race: &Race) -> Needed {
    let (points, checkers) = (u128::from(race.points()), u128::from(race.checkers()));
    let sides = u128::from(race.sides());
    // Those with every checker on the board, which have chances of the first checker too.
    let whole = u128::from(positions(race.points() - 1, race.checkers()));
    let rolls = |sides: u128, pips: u128, checkers: u128| sides * (2 * pips + checkers) / 6 + sides;
    let of_all = rolls(
        sides,
        points * checkers / 2,
        checkers * points / (points + 1),
    );
    let of_first = rolls(whole, checkers * (points + 1) / 2, 0);
    let chances = of_all + of_first;
    // Mean, mean to the first, place and order; and the best moves ahead.
    let steps = if Steps::fit(race) {
        2 * size_of::<Ahead>()
    } else {
        0
    };
    let total = 8 * chances + (8 + 8 + 8 + 4 + steps as u128) * sides;
    Needed { chances, total }
}

/// A database that is being built, fewer pips first.
struct Build<'a> {
    race: &'a Race,
    numbering: Numbering,
    means: Vec<f64>,
    /// Mean rolls to the first checker off, 0 where one is off.
    firsts: Vec<f64>,
    places: Vec<u64>,
    chances: Vec<f64>,
    /// Best moves by `means` and by `firsts`, where plays are found by them.
    steps: Option<[Steps; 2]>,
}

/// Sides that one thread takes at a time.
const PART: usize = 64;
/// Sides between two looks at the clock.
const SLAB: usize = 1 << 13;

/// What one part adds.
struct Made {
    sides: Vec<MadeSide>,
    chances: Vec<f64>,
    /// A side that cannot play a roll.
    dancer: Option<Side>,
}

/// What is found of one side.
struct MadeSide {
    mean: f64,
    /// Mean to the first checker off.
    first: f64,
    /// Counted from the start of the part.
    place: Place,
    /// Best moves by both measures.
    ahead: [Ahead; 2],
}

/// The best numbers of all rolls by a measure, and after moves by one die.
type Best = ([usize; ROLLS.len()], Ahead);

/// What a thread works with.
struct Bench<'a> {
    plays: Plays<'a>,
    moves: Moves,
    all: Mix,
    first: Mix,
}

impl<'a> Build<'a> {
    fn new(race: &'a Race) -> Self {
        let numbering = race.numbering();
        let many = numbering.len();
        Self {
            race,
            numbering,
            means: vec![0.0; many],
            firsts: vec![0.0; many],
            places: vec![0; many],
            chances: Vec::new(),
            steps: Steps::fit(race).then(|| [Steps::new(many), Steps::new(many)]),
        }
    }

    fn run(&mut self, crew: &Crew, tick: &mut Tick<'_>) -> Result<(), BearoffError> {
        let (order, starts) = self.numbering.by_pips();
        self.chances.extend([1.0, 0.0]);
        self.places[0] = Place {
            start: 0,
            fewest: 0,
            all: 2,
            first: 0,
        }
        .packed();
        let mut done = 1;
        for layer in starts.windows(2).skip(1) {
            for slab in order[layer[0]..layer[1]].chunks(SLAB) {
                told(tick, done as f64 / order.len() as f64)?;
                let parts: Vec<&[u32]> = slab.chunks(PART).collect();
                let made = crew.map(&parts, |part| self.part(part));
                for (part, made) in parts.into_iter().zip(made) {
                    if let Some(side) = made.dancer {
                        return Err(self.race.dance(side));
                    }
                    self.add(part, made);
                }
                done += slab.len();
            }
        }
        Ok(())
    }

    fn add(&mut self, part: &[u32], made: Made) {
        let start = self.chances.len();
        self.chances.extend(made.chances);
        for (&number, made) in part.iter().zip(made.sides) {
            let number = number as usize;
            let mut place = made.place;
            place.start += start;
            (self.means[number], self.firsts[number]) = (made.mean, made.first);
            self.places[number] = place.packed();
            for (steps, ahead) in self.steps.iter_mut().flatten().zip(made.ahead) {
                steps.set(number, ahead);
            }
        }
    }

    fn part(&self, part: &[u32]) -> Made {
        let mut bench = Bench {
            plays: Plays::new(self.race, &self.numbering),
            moves: Moves::default(),
            all: Mix::default(),
            first: Mix::default(),
        };
        let mut made = Made {
            sides: Vec::with_capacity(part.len()),
            chances: Vec::new(),
            dancer: None,
        };
        for &number in part {
            let side = self.numbering.side(number as usize);
            match self.side(side, number, &mut bench, &mut made.chances) {
                Some(found) => made.sides.push(found),
                None => made.dancer = Some(side),
            }
        }
        made
    }

    /// The best plays of a side by the mean, and where none of its checkers is off by the mean
    /// to the first; `None` where it cannot play a die.
    fn best(&self, side: Side, whole: bool, bench: &mut Bench<'_>) -> Option<(Best, Best)> {
        let alone = self.race.alone(side);
        let mut found = (Best::default(), Best::default());
        if let Some([by_mean, by_first]) = &self.steps {
            let moves = &mut bench.moves;
            moves.begin(self.race.rules(), &self.numbering, alone);
            if moves.lose_a_die() {
                return None;
            }
            found.0 = by_mean.best(moves, &self.means);
            if whole {
                found.1 = by_first.best(moves, &self.firsts);
            }
        } else {
            for (roll, dice) in ROLLS.into_iter().enumerate() {
                let numbers = bench.plays.of(alone, dice);
                found.0.0[roll] = least(numbers, &self.means);
                if whole {
                    found.1.0[roll] = least(numbers, &self.firsts);
                }
            }
        }
        Some(found)
    }

    /// What is found of one side, whose chances are added to some; `None` where it cannot play a
    /// roll.
    fn side(
        &self,
        side: Side,
        number: u32,
        bench: &mut Bench<'_>,
        chances: &mut Vec<f64>,
    ) -> Option<MadeSide> {
        let whole = side.checkers() - side.count(OFF) == self.race.checkers();
        // First every roll's best play, so that the memory they lie in is waited for together.
        let ((best, ahead), (best_first, ahead_first)) = self.best(side, whole, bench)?;
        // Where a roll cannot be played the side itself was found, without a mean yet.
        if best.contains(&(number as usize)) {
            return None;
        }
        let Bench { all, first, .. } = bench;
        all.clear();
        first.clear();
        for (dice, (best, best_first)) in ROLLS.into_iter().zip(best.into_iter().zip(best_first)) {
            let weight = f64::from(dice.weight());
            let place = Place::unpacked(self.places[best]);
            let chances = &self.chances[place.of_all()];
            all.add(weight, self.means[best], place.fewest, chances);
            if whole {
                let place = Place::unpacked(self.places[best_first]);
                let chances = match place.first {
                    0 => &OFF_ALREADY[..],
                    _ => &self.chances[place.of_first()],
                };
                first.add(weight, self.firsts[best_first], 0, chances);
            }
        }
        let start = chances.len();
        let fewest = all.give(all.fewest(), chances);
        let all_len = chances.len() - start;
        if whole {
            first.give(0, chances);
        }
        let place = Place {
            start,
            fewest,
            all: all_len,
            first: chances.len() - start - all_len,
        };
        Some(MadeSide {
            mean: all.mean / THROWS,
            first: first.mean / THROWS,
            place,
            ahead: [ahead, ahead_first],
        })
    }
}

const OFF_ALREADY: [f64; 2] = [1.0, 0.0];
/// More rolls than any race takes: 15 checkers on 24 points have 360 pips.
const MOST_ROLLS: usize = 128;

/// Chances after a roll, added up over the throws of two dice.
struct Mix {
    /// By the number of rolls that follow it.
    pairs: [[f64; 2]; MOST_ROLLS / 2],
    /// Pairs in use.
    end: usize,
    mean: f64,
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
    fn clear(&mut self) {
        self.pairs[..self.end].fill([0.0; 2]);
        (self.end, self.mean) = (0, 0.0);
    }

    /// A roll, and after it these chances from so many more rolls on, an even number.
    #[inline]
    fn add(&mut self, weight: f64, mean: f64, fewest: usize, chances: &[f64]) {
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
    fn fewest(&self) -> usize {
        let chances = self.pairs.as_flattened();
        let after = chances.iter().position(|&chance| chance > 0.0);
        after.map_or(0, |after| after + 1)
    }

    /// Adds the chances by number of rolls, from the even number at or below `fewest` on, which
    /// is returned.
    fn give(&self, fewest: usize, out: &mut Vec<f64>) -> usize {
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
