//! Filling a two-sided database, fewer pips first.
//!
//! In a race the plays of a side do not depend on the other, so that all pairs with one mover are
//! worked out together: row by row of the tables, each the pairs with one side *not* on roll, the
//! least is taken over whole rows. Sides are in order of pips. Of the pairs with a side of a layer
//! of equal pips and no side beyond, those with that side on roll come first: they look back at
//! pairs without the layer. Those with the other side on roll look back at these.

use super::error::BearoffError;
use super::lanes::{Lanes, Values};
use super::numbering::Numbering;
use super::plays::{Plays, sorted};
use super::race::Race;
use super::real::Real;
use super::work::{Crew, THROWS, Tick, told};
use crate::state::Keeper;
use crate::store::Described;
use std::ops::Range;
use tavla_engine::ROLLS;

/// The sides in order of pips.
#[derive(Debug)]
pub(crate) struct Sides {
    /// Where the counts of pips begin.
    starts: Vec<usize>,
    /// For each place in the order the number of the side.
    pub(crate) numbers: Vec<u32>,
    /// For each number its place.
    pub(crate) places: Vec<u32>,
}

impl Sides {
    pub(crate) fn new(numbering: &Numbering) -> Self {
        let (numbers, starts) = numbering.by_pips();
        let mut places = vec![0; numbers.len()];
        for (place, &number) in numbers.iter().enumerate() {
            places[number as usize] = place as u32;
        }
        Self {
            starts,
            numbers,
            places,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The layers of equal pips, but for that of the side that is done.
    fn layers(&self) -> impl Iterator<Item = Range<usize>> {
        self.starts.windows(2).skip(1).map(|ends| ends[0]..ends[1])
    }
}

/// For each side and roll the places of the sides after each play, by rising number.
struct Lists {
    ways: Vec<u32>,
    starts: Vec<usize>,
}

/// Sides whose plays one thread looks up at a time.
const PART: usize = 32;

impl Lists {
    fn new(
        race: &Race,
        numbering: &Numbering,
        sides: &Sides,
        crew: &Crew,
    ) -> Result<Self, BearoffError> {
        let parts: Vec<&[u32]> = sides.numbers.chunks(PART).collect();
        let found = crew.map(&parts, |part| {
            let mut plays = Plays::new(race, numbering);
            let mut ways = Vec::new();
            for &number in *part {
                let alone = race.alone(numbering.side(number as usize));
                for dice in ROLLS {
                    let places = sorted(&mut plays, alone, dice).into_iter();
                    ways.push(
                        places
                            .map(|n| sides.places[n as usize])
                            .collect::<Vec<u32>>(),
                    );
                }
            }
            ways
        });
        let mut this = Self {
            ways: Vec::new(),
            starts: vec![0],
        };
        for ways in found.into_iter().flatten() {
            this.ways.extend(ways);
            this.starts.push(this.ways.len());
        }
        for mover in 1..sides.len() {
            let is_lost = |roll| this.of(mover, roll).contains(&(mover as u32));
            if (0..ROLLS.len()).any(is_lost) {
                return Err(race.dance(numbering.side(sides.numbers[mover] as usize)));
            }
        }
        Ok(this)
    }

    fn of(&self, mover: usize, roll: usize) -> &[u32] {
        let at = mover * ROLLS.len() + roll;
        &self.ways[self.starts[at]..self.starts[at + 1]]
    }
}

/// A database that is being filled.
pub(crate) struct Sweep<'a, T> {
    lanes: Lanes,
    sides: &'a Sides,
    lists: Lists,
    /// For each lane a value for each pair: by the place of the side that is not on roll, then by
    /// that of the side that is.
    pub(crate) tables: Vec<Vec<T>>,
}

/// Pairs that are worked out together, so that their sums stay close by.
const BLOCK: usize = 256;

impl<'a, T: Real> Sweep<'a, T> {
    /// Tables with the values of positions that are over.
    ///
    /// # Errors
    /// There is no memory for them, or rolls that cannot be played.
    pub(crate) fn new(
        race: &Race,
        numbering: &Numbering,
        sides: &'a Sides,
        lanes: Lanes,
        multiplier: impl Fn(usize) -> u8,
        crew: &Crew,
    ) -> Result<Self, BearoffError> {
        let many = sides.len();
        let mut tables = Vec::new();
        for _ in 0..lanes.len() {
            let mut table = Vec::new();
            let room = table.try_reserve_exact(many * many);
            room.map_err(|_| BearoffError::NoMemory {
                needed: (many * many * size_of::<T>()) as u128,
            })?;
            table.resize(many * many, T::near(0.0));
            tables.push(table);
        }
        for place in 0..many {
            let lost = lanes.lost(multiplier(place));
            // Nobody who is done is on roll in a game; it has won, whoever may ask.
            let won = lanes.decide(lost);
            for ((table, &lost), &won) in tables.iter_mut().zip(&lost).zip(&won) {
                table[place * many] = T::near(won);
                table[place] = T::near(lost);
            }
        }
        Ok(Self {
            lanes,
            sides,
            lists: Lists::new(race, numbering, sides, crew)?,
            tables,
        })
    }

    /// Fills the tables, from the state on that was kept of the same work.
    ///
    /// # Errors
    /// When stopped.
    pub(crate) fn run(
        &mut self,
        crew: &Crew,
        mut keeper: Option<&mut Keeper>,
        tick: &mut Tick<'_>,
    ) -> Result<(), BearoffError> {
        let many = self.sides.len();
        let done = keeper.as_ref().and_then(|keeper| self.found(keeper));
        let layers: Vec<Range<usize>> = self.sides.layers().collect();
        for (number, layer) in layers.into_iter().enumerate().skip(done.unwrap_or(0)) {
            let share = layer.start as f64 / many as f64;
            told(tick, share * share)?;
            if let Some(keeper) = keeper.as_mut().filter(|keeper| keeper.is_due()) {
                self.keep(keeper, number);
            }
            self.against(crew, layer.clone(), 1..layer.start);
            self.against(crew, 1..layer.end, layer);
        }
        Ok(())
    }

    /// Takes over the tables that were kept; how many layers are done.
    fn found(&mut self, keeper: &Keeper) -> Option<usize> {
        let kept = keeper.found()?;
        for (name, table) in self.lanes.names().into_iter().zip(&mut self.tables) {
            kept.copy(name, table)?;
        }
        kept.count()
    }

    fn keep(&self, keeper: &mut Keeper, done: usize) {
        let names = self.lanes.names().into_iter().zip(&self.tables);
        let described = names.map(|(name, table)| Described::new::<T>(name, table.len()));
        let described: Vec<Described> = described.collect();
        keeper.keep(done.into(), &described, |writer| {
            self.tables.iter().try_for_each(|table| writer.fill(table))
        });
    }

    /// Works out every pair with one of the movers on roll against one of the others.
    fn against(&mut self, crew: &Crew, movers: Range<usize>, others: Range<usize>) {
        if others.is_empty() {
            return;
        }
        let all: Vec<usize> = movers.clone().collect();
        let this = &*self;
        let found = crew.map(&all, |&mover| this.mover(mover, others.clone()));
        let (many, width) = (self.sides.len(), others.len());
        for (lane, table) in self.tables.iter_mut().enumerate() {
            let rows = &mut table[others.start * many..others.end * many];
            crew.rows(rows, many, |other, row| {
                let values = found.iter().map(|values| values[lane * width + other]);
                for (cell, value) in row[movers.clone()].iter_mut().zip(values) {
                    *cell = value;
                }
            });
        }
    }

    /// The values of one mover against some others, lane by lane.
    fn mover(&self, mover: usize, others: Range<usize>) -> Vec<T> {
        let width = others.len();
        let mut found = vec![T::near(0.0); self.lanes.len() * width];
        let mut block = Block::new(self.lanes);
        for start in others.clone().step_by(BLOCK) {
            let part = start..others.end.min(start + BLOCK);
            block.fill(self, mover, part.clone());
            for at in 0..part.len() {
                let values = self.lanes.decide(block.left(at));
                for (lane, &value) in values[..self.lanes.len()].iter().enumerate() {
                    found[lane * width + start - others.start + at] = T::near(value);
                }
            }
        }
        found
    }
}

/// What a mover leaves some others, added up over the throws.
struct Block<T> {
    lanes: Lanes,
    /// By lane.
    sums: Vec<[f64; BLOCK]>,
    /// The least of one roll, by lane.
    least: Vec<[T; BLOCK]>,
}

impl<T: Real> Block<T> {
    fn new(lanes: Lanes) -> Self {
        Self {
            lanes,
            sums: vec![[0.0; BLOCK]; lanes.len()],
            least: vec![[T::near(0.0); BLOCK]; lanes.len()],
        }
    }

    fn left(&self, at: usize) -> Values {
        let mut left = Values::default();
        for (value, sums) in left.iter_mut().zip(&self.sums) {
            *value = sums[at] / THROWS;
        }
        left
    }

    fn fill(&mut self, sweep: &Sweep<'_, T>, mover: usize, others: Range<usize>) {
        let width = others.len();
        for sums in &mut self.sums {
            sums.fill(0.0);
        }
        let followers = self.lanes.followers();
        for (roll, dice) in ROLLS.iter().enumerate() {
            let ways = sweep.lists.of(mover, roll);
            let part = |lane: usize, way: u32| {
                let start = way as usize * sweep.sides.len();
                &sweep.tables[lane][start + others.start..start + others.end]
            };
            if followers > 0 {
                follow(&mut self.least[..=followers], width, ways, part);
            } else {
                minimum(&mut self.least[0][..width], ways, |way| part(0, way));
            }
            for lane in followers + 1..self.lanes.len() {
                minimum(&mut self.least[lane][..width], ways, |way| part(lane, way));
            }
            let weight = f64::from(dice.weight());
            for (sums, least) in self.sums.iter_mut().zip(&self.least) {
                for (sum, &least) in sums.iter_mut().zip(least) {
                    *sum += weight * least.into();
                }
            }
        }
    }
}

/// The least of some rows, cell by cell.
#[inline]
fn minimum<'t, T: Real>(least: &mut [T], ways: &[u32], row: impl Fn(u32) -> &'t [T]) {
    let Some((&first, others)) = ways.split_first() else {
        return;
    };
    let lower = |one: T, other: T| if other < one { other } else { one };
    least.copy_from_slice(row(first));
    let (pairs, rest) = others.as_chunks::<2>();
    for &[one, other] in pairs {
        let rows = row(one).iter().zip(row(other));
        for (cell, (&one, &other)) in least.iter_mut().zip(rows) {
            *cell = lower(*cell, lower(one, other));
        }
    }
    for &way in rest {
        for (cell, &value) in least.iter_mut().zip(row(way)) {
            *cell = lower(*cell, value);
        }
    }
}

/// The least of some rows of the first lane, and of the other lanes what stands beside it.
#[inline]
fn follow<'t, T: Real>(
    least: &mut [[T; BLOCK]],
    width: usize,
    ways: &[u32],
    row: impl Fn(usize, u32) -> &'t [T],
) {
    let Some((&first, others)) = ways.split_first() else {
        return;
    };
    for (lane, least) in least.iter_mut().enumerate() {
        least[..width].copy_from_slice(row(lane, first));
    }
    let mut better = [false; BLOCK];
    for &way in others {
        for ((better, &best), &value) in better.iter_mut().zip(&least[0]).zip(row(0, way)) {
            *better = value < best.below();
        }
        for (lane, least) in least.iter_mut().enumerate() {
            for ((cell, &value), &better) in least.iter_mut().zip(row(lane, way)).zip(&better) {
                *cell = if better { value } else { *cell };
            }
        }
    }
}
