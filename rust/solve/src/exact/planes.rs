//! A solved game to be asked: one plane of values for each slot, in memory or in a file.

use super::numbering::Numbering;
use super::table::Table;
use crate::batch::{BatchError, Tick, in_parts};
use crate::simulate::Threads;
use crate::store::{Described, Parameters, Plane, Store, StoreError, Writer};
use std::path::Path;
use tavla_engine::{Position, Variant};

/// Plays whose values differ by no more are equally good.
pub const TIE: f64 = 1e-11;

/// A solved game: for each slot the values of all positions, from the side on roll.
///
/// The value of the side with number `m` on roll against the side with number `t` is at
/// `m * sides + t` of each plane.
#[derive(Clone, Debug)]
pub struct Planes {
    variant: Variant,
    numbering: Numbering,
    names: Vec<String>,
    slots: Vec<Plane<f64>>,
}

/// Values looked up together.
const TOGETHER: usize = 64;
/// What files of solved games say they are.
const KIND: &str = "exact";

impl Planes {
    /// The planes of a table, its slots by these names.
    #[must_use]
    pub fn of<const K: usize>(table: &Table<K>, names: [&str; K]) -> Self {
        let slot = |k: usize| table.cells().iter().map(|cell| cell[k]).collect();
        Self {
            variant: table.variant().clone(),
            numbering: table.numbering().clone(),
            names: names.map(str::to_owned).into(),
            slots: (0..K).map(|k| Plane::in_memory(slot(k))).collect(),
        }
    }

    /// The same with the slots of another table of the game.
    ///
    /// # Panics
    /// It is a table of another game.
    #[must_use]
    pub fn with<const K: usize>(mut self, table: &Table<K>, names: [&str; K]) -> Self {
        let other = Self::of(table, names);
        assert!(self.variant == other.variant, "{}", other.variant.name);
        self.names.extend(other.names);
        self.slots.extend(other.slots);
        self
    }

    /// The table of some slots.
    ///
    /// # Errors
    /// The file is damaged.
    ///
    /// # Panics
    /// There are no such slots.
    pub fn table<const K: usize>(&self, names: [&str; K]) -> Result<Table<K>, StoreError> {
        let mut cells = vec![[0.0; K]; self.numbering.len().pow(2)];
        for (k, name) in names.into_iter().enumerate() {
            let slot = self.names.iter().position(|other| other == name);
            let slot = slot.unwrap_or_else(|| panic!("no slot {name:?}"));
            for (cell, &value) in cells.iter_mut().zip(self.slots[slot].all()?) {
                cell[k] = value;
            }
        }
        Ok(Table {
            variant: self.variant.clone(),
            numbering: self.numbering.clone(),
            cells,
            residual: f64::NAN,
            passes: 0,
        })
    }

    /// Opens a file of solved games.
    ///
    /// # Errors
    /// It cannot be opened, or is no such file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open(path, KIND)
    }

    /// The planes of a file, which are those of this variant.
    ///
    /// # Errors
    /// They have other numbers of values.
    pub fn stored(store: &Store, variant: &Variant) -> Result<Self, StoreError> {
        let numbering = Numbering::new(variant);
        let cells = numbering.len().pow(2);
        let names: Vec<String> = store.planes().map(|plane| plane.name.clone()).collect();
        let mut slots = Vec::with_capacity(names.len());
        for name in &names {
            let plane = store.plane::<f64>(name)?;
            if plane.len() != cells {
                let what = format!("length of plane {name:?}");
                let (expected, got) = (cells.to_string(), plane.len().to_string());
                return Err(StoreError::data(store.path(), what, &expected, &got));
            }
            slots.push(plane);
        }
        Ok(Self {
            variant: variant.clone(),
            numbering,
            names,
            slots,
        })
    }

    /// Writes a file of all planes.
    ///
    /// # Errors
    /// It cannot be written, or the file that the planes are read from is damaged.
    pub fn save(&self, path: &Path, parameters: Parameters) -> Result<(), StoreError> {
        let described = self.names.iter().zip(&self.slots);
        let described: Vec<Described> = described
            .map(|(name, plane)| Described::new::<f64>(name, plane.len()))
            .collect();
        let mut writer = Writer::create(path, KIND, parameters, &described)?;
        for plane in &self.slots {
            writer.fill(plane.all()?)?;
        }
        writer.finish()
    }

    /// The variant that is solved.
    #[must_use]
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The names of the slots.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The values of a slot.
    ///
    /// # Panics
    /// There is no such slot.
    #[must_use]
    pub fn plane(&self, slot: usize) -> &Plane<f64> {
        &self.slots[slot]
    }

    /// The numbers of the sides of a position of the game, the one on roll first.
    ///
    /// # Panics
    /// It is a position of another game.
    #[inline]
    #[must_use]
    pub fn numbers(&self, position: Position) -> [usize; 2] {
        let number = |side| self.numbering.number_of(side);
        [number(position.player), number(position.opponent)]
    }

    /// The value of a slot in a position of the game; of one that is over, what was won or lost.
    ///
    /// # Errors
    /// The file is damaged there.
    ///
    /// # Panics
    /// There is no such slot, or it is a position of another game.
    #[inline]
    pub fn value(&self, slot: usize, position: Position) -> Result<f64, StoreError> {
        let (cell, is_won) = self.cell(position);
        let value = self.slots[slot].get(cell)?;
        Ok(if is_won { -value } else { value })
    }

    /// Where the value of a position stands, and whether it is that of the other side: nobody is
    /// on roll after his last checker, so that only lost positions are in the table.
    #[inline]
    fn cell(&self, position: Position) -> (usize, bool) {
        let sides = self.numbering.len();
        match self.numbers(position) {
            [0, theirs] => (theirs * sides, true),
            [mine, theirs] => (mine * sides + theirs, false),
        }
    }

    /// Fills `out` with the values of a slot, one for each position of the game.
    ///
    /// # Errors
    /// The file is damaged where a value stands; when stopped.
    ///
    /// # Panics
    /// As [`Planes::value`].
    pub fn fill(
        &self,
        slot: usize,
        positions: &[Position],
        out: &mut [f64],
        threads: Threads,
        tick: &mut Tick<'_>,
    ) -> Result<(), BatchError> {
        in_parts(positions, 1, out, threads, tick, |_, positions, out| {
            let (mut places, mut is_won) = ([0; TOGETHER], [false; TOGETHER]);
            for (positions, out) in positions.chunks(TOGETHER).zip(out.chunks_mut(TOGETHER)) {
                for (n, &position) in positions.iter().enumerate() {
                    (places[n], is_won[n]) = self.cell(position);
                }
                let gathered = self.slots[slot].gather(&places[..positions.len()], out);
                gathered.map_err(|error| BatchError::Damaged(error.to_string()))?;
                for (out, &is_won) in out.iter_mut().zip(&is_won) {
                    *out = if is_won { -*out } else { *out };
                }
            }
            Ok(())
        })
    }

    /// The play to choose among some, by the positions that they lead to in the other side's
    /// view: one that leaves the other side least, and among equals (by [`TIE`]) the one after
    /// which the mover has fewest pips, then the lowest number, and last the other side the
    /// lowest number. `None` where there are no plays.
    ///
    /// # Errors
    /// The file is damaged where a value stands.
    ///
    /// # Panics
    /// As [`Planes::value`].
    pub fn best(&self, slot: usize, after: &[Position]) -> Result<Option<usize>, StoreError> {
        let values = after.iter().map(|&position| self.value(slot, position));
        let values: Vec<f64> = values.collect::<Result<_, _>>()?;
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let equals = (0..after.len()).filter(|&play| values[play] <= least + TIE);
        // Fewer pips come first among the numbers.
        Ok(equals.min_by_key(|&play| {
            let [other, mover] = self.numbers(after[play]);
            (mover, other)
        }))
    }
}
