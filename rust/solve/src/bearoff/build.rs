//! Building a one-sided database, fewer pips first.

use super::error::BearoffError;
use super::mix::Mix;
use super::numbering::{Numbering, positions};
use super::plays::{Plays, least};
use super::race::Race;
use super::rolls::Place;
use super::steps::{Ahead, Moves, Steps};
use super::work::{Crew, THROWS, Tick, told};
use crate::state::Keeper;
use crate::store::Described;
use tavla_engine::side::OFF;
use tavla_engine::{ROLLS, Side};

/// What a database takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    /// Chances, at the most.
    pub(super) chances: u128,
    /// Bytes in all while it is built.
    pub(super) total: u128,
}

/// Each roll takes three pips, or two checkers off the ace: at most a third of the pips and a
/// sixth of the checkers, and the last roll; one chance more makes lengths even. On
/// average a side has half the pips of the farthest.
pub(super) fn needed(race: &Race) -> Needed {
    let (points, checkers) = (u128::from(race.points()), u128::from(race.checkers()));
    let sides = u128::from(race.sides());
    // Those with every checker on the board, which have chances of the first checker too.
    let whole = u128::from(positions(race.points() - 1, race.checkers()));
    let rolls =
        |sides: u128, pips: u128, checkers: u128| sides * (2 * pips + checkers) / 6 + 2 * sides;
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
pub(super) struct Build<'a> {
    race: &'a Race,
    pub(super) numbering: Numbering,
    pub(super) means: Vec<f64>,
    /// Mean rolls to the first checker off, 0 where one is off.
    firsts: Vec<f64>,
    pub(super) places: Vec<u64>,
    pub(super) chances: Vec<f64>,
    /// Best moves by `means` and by `firsts`, where plays are found by them.
    steps: Option<[Steps; 2]>,
}

/// The planes of a state.
const MEANS: &str = "means";
const FIRSTS: &str = "firsts";
const CHANCES: &str = "chances";
const PLACES: &str = "places";
const AHEAD: [&str; 2] = ["ahead", "ahead of the first"];

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
    pub(super) fn new(race: &'a Race) -> Self {
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

    /// Finds all, from the state on that was kept of the same work.
    ///
    /// # Errors
    /// A side that cannot play a roll, or when stopped.
    pub(super) fn run(
        &mut self,
        crew: &Crew,
        mut keeper: Option<&mut Keeper>,
        tick: &mut Tick<'_>,
    ) -> Result<(), BearoffError> {
        let (order, starts) = self.numbering.by_pips();
        let found = keeper.as_ref().and_then(|keeper| self.found(keeper));
        let mut done = found.unwrap_or_else(|| self.begin());
        for layer in starts.windows(2).skip(1) {
            let rest = layer[0].max(done)..layer[1].max(done);
            for slab in order[rest].chunks(SLAB) {
                told(tick, done as f64 / order.len() as f64)?;
                if let Some(keeper) = keeper.as_mut().filter(|keeper| keeper.is_due()) {
                    self.keep(keeper, done);
                }
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

    /// The side that is done; so many are found.
    fn begin(&mut self) -> usize {
        self.chances.extend([1.0, 0.0]);
        self.places[0] = Place {
            start: 0,
            fewest: 0,
            all: 2,
            first: 0,
        }
        .packed();
        1
    }

    /// Takes over what was kept; how many sides are found. Where it does not fit all is found anew.
    fn found(&mut self, keeper: &Keeper) -> Option<usize> {
        let kept = keeper.found()?;
        kept.copy(MEANS, &mut self.means)?;
        kept.copy(FIRSTS, &mut self.firsts)?;
        kept.copy(PLACES, &mut self.places)?;
        for (steps, name) in self.steps.iter_mut().flatten().zip(AHEAD) {
            kept.copy(name, steps.cells_mut())?;
        }
        let done = kept.count()?;
        self.chances
            .extend_from_slice(kept.plane(CHANCES)?.all().ok()?);
        Some(done)
    }

    fn keep(&self, keeper: &mut Keeper, done: usize) {
        let steps = self.steps.iter().flatten().zip(AHEAD);
        let mut planes = vec![
            Described::new::<f64>(MEANS, self.means.len()),
            Described::new::<f64>(FIRSTS, self.firsts.len()),
            Described::new::<f64>(CHANCES, self.chances.len()),
            Described::new::<u64>(PLACES, self.places.len()),
        ];
        planes.extend(steps.map(|(steps, name)| Described::new::<u32>(name, steps.cells().len())));
        keeper.keep(done.into(), &planes, |writer| {
            for numbers in [&self.means, &self.firsts, &self.chances] {
                writer.fill(numbers)?;
            }
            writer.fill(&self.places)?;
            let mut steps = self.steps.iter().flatten();
            steps.try_for_each(|steps| writer.fill(steps.cells()))
        });
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
