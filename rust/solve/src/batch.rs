//! Many positions at once, as rows of an array: validated, then worked on in parts by one thread
//! or several. The results are the same for any number of threads.

use crate::pool::{Lease, POOLS};
use crate::simulate::Threads;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};
use tavla_engine::position::Unsound;
use tavla_engine::row::{self, ROW, Row, Soundness};
use tavla_engine::{
    Dice, Position, ROLLS, Rules, Scratch, Sequence, Sink, Variant, count_plays, generate,
};
use thiserror::Error;

/// Why a batch gives no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BatchError {
    /// A row is no position of the variant.
    #[error("row {row} is no position of {variant}: {}", reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unsound {
        /// The first such row.
        row: usize,
        /// The variant's name.
        variant: String,
        /// Every reason.
        reasons: Vec<Unsound>,
    },
    /// There are more results than there is room for.
    #[error("{needed} rows of results, but room for {room}")]
    Room {
        /// Rows there would be, as far as counted.
        needed: usize,
        /// Rows allowed.
        room: usize,
    },
    /// The results do not fit in memory.
    #[error("no memory for the results, {0} rows so far")]
    NoMemory(usize),
    /// `tick` asked to stop.
    #[error("stopped")]
    Stopped,
}

/// What is called now and then, on the caller's thread, with the share done; it may stop the work.
pub type Tick<'a> = dyn FnMut(f64) -> ControlFlow<()> + 'a;

/// Turns played before `tick` is called and threads share the next ones.
const SLAB: usize = 1 << 15;
/// Turns that one thread takes at a time.
const PART: usize = 1 << 9;
/// Fewer turns than these are not worth a second thread.
const SMALL: usize = 1 << 11;
/// Positions whose cells are filled in the time of a turn.
const CHEAP: usize = 8;

/// Packs rows into positions of the variant.
///
/// # Errors
/// The first row that is no position of it.
pub fn read_rows(variant: &Variant, rows: &[Row]) -> Result<Vec<Position>, BatchError> {
    let sound = Soundness::of(variant);
    let mut positions = Vec::new();
    positions
        .try_reserve_exact(rows.len())
        .map_err(|_| BatchError::NoMemory(0))?;
    for (index, cells) in rows.iter().enumerate() {
        match row::read(cells).filter(|&position| sound.holds(position)) {
            Some(position) => positions.push(position),
            None => {
                return Err(BatchError::Unsound {
                    row: index,
                    variant: variant.name.clone(),
                    reasons: row::faults(variant, cells),
                });
            }
        }
    }
    Ok(positions)
}

/// Threads to share the work with; `None` for the caller's own thread alone, as for small batches
/// and in a forked child.
fn helpers(items: usize, threads: Threads) -> Option<Lease<'static>> {
    if threads == Threads::MIN || items < SMALL {
        return None;
    }
    // Where the system gives no threads the caller's own does the work.
    POOLS.take(threads).ok().flatten()
}

/// Calls `tick` before each slab of so many items, and hands the slabs on.
fn in_slabs(
    items: usize,
    slab: usize,
    tick: &mut Tick<'_>,
    mut work: impl FnMut(Range<usize>) -> Result<(), BatchError>,
) -> Result<(), BatchError> {
    for first in (0..items).step_by(slab) {
        if tick(first as f64 / items as f64).is_break() {
            return Err(BatchError::Stopped);
        }
        work(first..items.min(first + slab))?;
    }
    Ok(())
}

/// Which rolls each position is to be played with.
#[derive(Clone, Copy, Debug)]
pub enum Rolls<'a> {
    /// One roll for each position.
    Each(&'a [Dice]),
    /// All 21 rolls for every position, in the order of [`ROLLS`].
    All,
}

impl<'a> Rolls<'a> {
    /// Segments for so many positions.
    #[must_use]
    pub fn segments(self, positions: usize) -> usize {
        match self {
            Self::Each(_) => positions,
            Self::All => positions.saturating_mul(ROLLS.len()),
        }
    }

    fn of(self, position: usize) -> &'a [Dice] {
        match self {
            Self::Each(rolls) => std::slice::from_ref(&rolls[position]),
            Self::All => &ROLLS,
        }
    }
}

/// Rows of results, in memory of their own or in memory given.
trait Rows {
    /// Adds a row; false when there is no room.
    fn add(&mut self, cells: &[u8]) -> bool;
}

impl Rows for Vec<u8> {
    #[inline]
    fn add(&mut self, cells: &[u8]) -> bool {
        self.extend_from_slice(cells);
        true
    }
}

/// The part of a buffer that is still free.
impl Rows for &mut [u8] {
    #[inline]
    fn add(&mut self, cells: &[u8]) -> bool {
        let Some((now, rest)) = std::mem::take(self).split_at_mut_checked(cells.len()) else {
            return false;
        };
        now.copy_from_slice(cells);
        *self = rest;
        true
    }
}

/// Writes results in the next player's view.
struct RowSink<'a, R: Rows>(&'a mut R);

impl<R: Rows> Sink for RowSink<'_, R> {
    #[inline]
    fn play(&mut self, _: Sequence, after: Position) {
        let mut cells = [0; ROW];
        row::write(after.flipped(), &mut cells);
        // A buffer that is full is told by the counts, which go on.
        let _ = self.0.add(&cells);
    }
}

/// The results of every play of every roll of some positions, and how many each segment has.
fn play_all<R: Rows>(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    first: usize,
    scratch: &mut Scratch,
    rows: &mut R,
    counts: &mut Vec<u32>,
) {
    for (offset, &position) in positions.iter().enumerate() {
        for &dice in rolls.of(first + offset) {
            counts.push(generate(rules, position, dice, scratch, &mut RowSink(rows)));
        }
    }
}

/// Segment offsets from counts.
struct Offsets {
    indptr: Vec<i64>,
    room: usize,
}

impl Offsets {
    fn new(segments: usize, room: usize) -> Result<Self, BatchError> {
        let mut indptr = Vec::new();
        indptr
            .try_reserve_exact(segments.saturating_add(1))
            .map_err(|_| BatchError::NoMemory(0))?;
        indptr.push(0);
        Ok(Self { indptr, room })
    }

    fn rows(&self) -> usize {
        self.indptr.last().map_or(0, |&rows| rows as usize)
    }

    fn extend(&mut self, counts: &mut Vec<u32>) -> Result<(), BatchError> {
        let mut rows = self.rows() as i64;
        for count in counts.drain(..) {
            rows += i64::from(count);
            self.indptr.push(rows);
        }
        if self.rows() > self.room {
            return Err(BatchError::Room {
                needed: self.rows(),
                room: self.room,
            });
        }
        Ok(())
    }
}

/// The results of every play, 52 bytes a row in the next player's view, and where each segment
/// begins: segment `i` is rows `indptr[i]..indptr[i + 1]`. A segment is one position with one
/// roll, all rolls of a position together. A finished position has no rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Afterstates {
    /// One more entry than there are segments.
    pub indptr: Vec<i64>,
    /// The rows.
    pub boards: Vec<u8>,
}

/// The results of every play of every position, at most `most` rows.
///
/// # Errors
/// [`BatchError::Room`] when there would be more rows; when stopped; without memory.
pub fn afterstates(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    most: usize,
    threads: Threads,
    tick: &mut Tick<'_>,
) -> Result<Afterstates, BatchError> {
    let mut boards = Vec::new();
    let offsets = collect(rules, positions, rolls, most, threads, tick, &mut boards)?;
    boards.shrink_to_fit();
    Ok(Afterstates {
        indptr: offsets.indptr,
        boards,
    })
}

/// [`afterstates`] into memory given; returns the offsets. What is behind the last row stays.
///
/// # Errors
/// [`BatchError::Room`] when `out` is too small, with what the segments so far need; when
/// stopped.
pub fn afterstates_into(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    out: &mut [u8],
    threads: Threads,
    tick: &mut Tick<'_>,
) -> Result<Vec<i64>, BatchError> {
    let room = out.len() / ROW;
    let mut free = out;
    let offsets = collect(rules, positions, rolls, room, threads, tick, &mut free)?;
    Ok(offsets.indptr)
}

fn collect<R: Rows>(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    room: usize,
    threads: Threads,
    tick: &mut Tick<'_>,
    rows: &mut R,
) -> Result<Offsets, BatchError> {
    let a_position = rolls.segments(1);
    let mut offsets = Offsets::new(rolls.segments(positions.len()), room)?;
    let pool = helpers(rolls.segments(positions.len()), threads);
    let (mut scratch, mut counts) = (Scratch::default(), Vec::new());
    let part = (PART / a_position).max(1);
    in_slabs(positions.len(), SLAB / a_position, tick, |slab| {
        let Some(pool) = &pool else {
            let first = slab.start;
            let slab = &positions[slab];
            play_all(rules, slab, rolls, first, &mut scratch, rows, &mut counts);
            return offsets.extend(&mut counts);
        };
        let parts: Vec<(Vec<u8>, Vec<u32>)> = pool.install(|| {
            let start = slab.start;
            positions[slab]
                .par_chunks(part)
                .enumerate()
                .map_init(Scratch::default, |scratch, (number, part_positions)| {
                    let (mut rows, mut counts) = (Vec::new(), Vec::new());
                    let first = start + number * part;
                    play_all(
                        rules,
                        part_positions,
                        rolls,
                        first,
                        scratch,
                        &mut rows,
                        &mut counts,
                    );
                    (rows, counts)
                })
                .collect()
        });
        for (cells, mut counts) in parts {
            offsets.extend(&mut counts)?;
            rows.add(&cells);
        }
        Ok(())
    })?;
    Ok(offsets)
}

/// How many plays each segment has.
///
/// # Errors
/// When stopped; without memory.
pub fn count_all(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    threads: Threads,
    tick: &mut Tick<'_>,
) -> Result<Vec<u32>, BatchError> {
    let a_position = rolls.segments(1);
    let mut counts = Vec::new();
    counts
        .try_reserve_exact(rolls.segments(positions.len()))
        .map_err(|_| BatchError::NoMemory(0))?;
    counts.resize(rolls.segments(positions.len()), 0);
    let count_part = |first: usize, counts: &mut [u32], scratch: &mut Scratch| {
        for (offset, counts) in counts.chunks_exact_mut(a_position).enumerate() {
            let position = positions[first + offset];
            for (count, &dice) in counts.iter_mut().zip(rolls.of(first + offset)) {
                *count = count_plays(rules, position, dice, scratch);
            }
        }
    };
    let pool = helpers(counts.len(), threads);
    let part = (PART / a_position).max(1);
    let mut scratch = Scratch::default();
    in_slabs(positions.len(), SLAB / a_position, tick, |slab| {
        let first = slab.start;
        let counts = &mut counts[slab.start * a_position..slab.end * a_position];
        match &pool {
            None => count_part(first, counts, &mut scratch),
            Some(pool) => pool.install(|| {
                counts
                    .par_chunks_mut(part * a_position)
                    .enumerate()
                    .for_each_init(Scratch::default, |scratch, (number, counts)| {
                        count_part(first + number * part, counts, scratch);
                    });
            }),
        }
        Ok(())
    })?;
    Ok(counts)
}

/// Fills `out`, `width` cells for each position.
///
/// # Errors
/// When stopped.
pub fn fill<T: Send>(
    positions: &[Position],
    width: usize,
    out: &mut [T],
    threads: Threads,
    tick: &mut Tick<'_>,
    each: impl Fn(Position, &mut [T]) + Sync,
) -> Result<(), BatchError> {
    let fill_part = |positions: &[Position], out: &mut [T]| {
        for (&position, cells) in positions.iter().zip(out.chunks_exact_mut(width)) {
            each(position, cells);
        }
    };
    let pool = helpers(positions.len() / CHEAP, threads);
    in_slabs(positions.len(), SLAB * CHEAP, tick, |slab| {
        let out = &mut out[slab.start * width..slab.end * width];
        let positions = &positions[slab];
        match &pool {
            None => fill_part(positions, out),
            Some(pool) => pool.install(|| {
                let parts = positions.par_chunks(PART * CHEAP);
                parts
                    .zip(out.par_chunks_mut(PART * CHEAP * width))
                    .for_each(|(positions, out)| fill_part(positions, out));
            }),
        }
        Ok(())
    })
}
