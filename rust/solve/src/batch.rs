//! Many positions at once, as rows of an array: validated, then worked on in parts by one thread
//! or several. The results are the same for any number of threads.

use crate::pool::{Lease, POOLS};
use crate::simulate::Threads;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};
use tavla_engine::encode::{Encoding, Unit};
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
        /// Rows there are.
        needed: usize,
        /// Rows there is room for.
        room: usize,
    },
    /// The results do not fit in memory.
    #[error("no memory for the results")]
    NoMemory,
    /// A file that values are read from is damaged.
    #[error("{0}")]
    Damaged(String),
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

/// Rows that are checked together, few enough to stay close by.
const BLOCK: usize = 32;

/// Packs rows into positions of the variant.
///
/// # Errors
/// The first row that is no position of it.
pub fn read_rows(variant: &Variant, rows: &[Row]) -> Result<Vec<Position>, BatchError> {
    let mut positions = Vec::new();
    positions
        .try_reserve_exact(rows.len())
        .map_err(|_| BatchError::NoMemory)?;
    in_blocks(variant, 0, rows, |rows| {
        positions.extend(rows.iter().map(row::pack));
    })?;
    Ok(positions)
}

/// Packs some of many rows; `None` when one is not there or no position of the variant.
pub(crate) fn read_some(variant: &Variant, rows: &[Row], which: &[i64]) -> Option<Vec<Position>> {
    let sound = Soundness::of(variant);
    let mut positions = Vec::with_capacity(which.len());
    let mut copy = [[0; ROW]; BLOCK];
    for which in which.chunks(BLOCK) {
        // First all the copies, which wait for memory, and then all the work.
        let copy = &mut copy[..which.len()];
        for (cells, &row) in copy.iter_mut().zip(which) {
            *cells = *rows.get(usize::try_from(row).ok()?)?;
        }
        if !sound.holds(copy) {
            return None;
        }
        positions.extend(copy.iter().map(row::pack));
    }
    Some(positions)
}

/// Hands on rows that are sound, a block at a time; the first of them is number `first`. Others may
/// change them meanwhile: what is checked and handed on is a copy.
fn in_blocks(
    variant: &Variant,
    first: usize,
    rows: &[Row],
    mut work: impl FnMut(&[Row]),
) -> Result<(), BatchError> {
    let sound = Soundness::of(variant);
    let mut copy = [[0; ROW]; BLOCK];
    for (first, rows) in (first..).step_by(BLOCK).zip(rows.chunks(BLOCK)) {
        let copy = &mut copy[..rows.len()];
        copy.copy_from_slice(rows);
        if !sound.holds(copy) {
            return Err(unsound(variant, first, copy));
        }
        work(copy);
    }
    Ok(())
}

/// The first row with a fault among some that have one, their first being number `first`.
fn unsound(variant: &Variant, first: usize, rows: &[Row]) -> BatchError {
    let faults = rows.iter().map(|cells| row::faults(variant, cells));
    let mut found = (first..)
        .zip(faults)
        .filter(|(_, faults)| !faults.is_empty());
    let (row, reasons) = found.next().unwrap_or_default();
    BatchError::Unsound {
        row,
        variant: variant.name.clone(),
        reasons,
    }
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

/// The part of a buffer of rows that is still free.
struct Free<'a>(&'a mut [u8]);

impl Sink for Free<'_> {
    /// Writes a result in the next player's view. A buffer that is full is told by the counts,
    /// which go on.
    #[inline]
    fn play(&mut self, _: Sequence, after: Position) {
        let free = std::mem::take(&mut self.0);
        if let Some((cells, rest)) = free.split_first_chunk_mut::<ROW>() {
            row::write(after.flipped(), cells);
            self.0 = rest;
        }
    }
}

/// Writes the results of every play of every position into `out`, 52 bytes a row in the next
/// player's view, and returns where each segment begins: segment `i` is rows `indptr[i]` to
/// `indptr[i + 1] - 1`. A segment is one position with one roll, all rolls of a position
/// together. A finished position has no rows. What is behind the last row stays as it was, or
/// may be overwritten where there is an error.
///
/// # Errors
/// [`BatchError::Room`] when `out` is too small, with the rows needed; when stopped; without
/// memory.
pub fn afterstates_into(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    out: &mut [u8],
    threads: Threads,
    tick: &mut Tick<'_>,
) -> Result<Vec<i64>, BatchError> {
    let room = out.len() / ROW;
    let made = match helpers(rolls.segments(positions.len()), threads) {
        None => play_alone(rules, positions, rolls, out, tick)?,
        Some(pool) => {
            let counts = count_all(rules, positions, rolls, threads, tick)?;
            let made = offsets(counts.iter().copied())?;
            if rows(&made) <= room {
                play_shared(&pool, rules, positions, rolls, &made, out, tick)?;
            }
            made
        }
    };
    if rows(&made) > room {
        let needed = rows(&made);
        return Err(BatchError::Room { needed, room });
    }
    Ok(made)
}

/// The results of every play, one row each, and where each segment begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Afterstates {
    /// Segment `i` is rows `indptr[i]..indptr[i + 1]`.
    pub indptr: Vec<i64>,
    /// The positions, in the next player's view, 52 bytes each.
    pub boards: Vec<u8>,
}

/// [`afterstates_into`] memory of its own, for at most `most` rows.
///
/// # Errors
/// As there.
pub fn afterstates(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    most: usize,
    threads: Threads,
    tick: &mut Tick<'_>,
) -> Result<Afterstates, BatchError> {
    let mut room = estimated_rows(rules, positions, rolls).min(most);
    loop {
        let mut boards = Vec::new();
        let bytes = room.saturating_mul(ROW);
        boards
            .try_reserve_exact(bytes)
            .map_err(|_| BatchError::NoMemory)?;
        boards.resize(bytes, 0);
        match afterstates_into(rules, positions, rolls, &mut boards, threads, tick) {
            Ok(indptr) => {
                boards.truncate(rows(&indptr) * ROW);
                return Ok(Afterstates { indptr, boards });
            }
            Err(BatchError::Room { needed, .. }) if needed <= most => room = needed,
            Err(BatchError::Room { needed, .. }) => {
                return Err(BatchError::Room { needed, room: most });
            }
            Err(error) => return Err(error),
        }
    }
}

/// About how many rows [`afterstates_into`] needs: exact for small batches, else by a sample, with
/// some to spare.
#[must_use]
pub fn estimated_rows(rules: &Rules, positions: &[Position], rolls: Rolls<'_>) -> usize {
    const SAMPLE: usize = 512;
    let every = (rolls.segments(positions.len()) / SAMPLE).max(1);
    let mut scratch = Scratch::default();
    let (mut turns, mut plays) = (0, 0);
    for index in (0..positions.len()).step_by(every) {
        for &dice in rolls.of(index) {
            turns += 1;
            plays += count_plays(rules, positions[index], dice, &mut scratch) as usize;
        }
    }
    let all = rolls.segments(positions.len());
    if turns == all {
        return plays;
    }
    let mean = plays as f64 / turns.max(1) as f64;
    (mean * 1.25 * all as f64) as usize + SAMPLE
}

/// One pass on the caller's thread: what a turn gives is counted as it is written.
fn play_alone(
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    out: &mut [u8],
    tick: &mut Tick<'_>,
) -> Result<Vec<i64>, BatchError> {
    let mut counts = counts_for(positions, rolls)?;
    let (mut free, mut scratch) = (Free(out), Scratch::default());
    let a_position = rolls.segments(1);
    in_slabs(positions.len(), SLAB / a_position, tick, |slab| {
        for index in slab {
            let cells = &mut counts[index * a_position..][..a_position];
            for (count, &dice) in cells.iter_mut().zip(rolls.of(index)) {
                *count = generate(rules, positions[index], dice, &mut scratch, &mut free);
            }
        }
        Ok(())
    })?;
    offsets(counts.into_iter())
}

/// The rows are counted, so that each part knows where its own go.
fn play_shared(
    pool: &ThreadPool,
    rules: &Rules,
    positions: &[Position],
    rolls: Rolls<'_>,
    indptr: &[i64],
    out: &mut [u8],
    tick: &mut Tick<'_>,
) -> Result<(), BatchError> {
    let a_position = rolls.segments(1);
    let size = (PART / a_position).max(1);
    let end_of = |index: usize| indptr[index * a_position] as usize * ROW;
    let mut free = out;
    in_slabs(positions.len(), SLAB / a_position, tick, |slab| {
        let mut parts = Vec::new();
        for first in slab.clone().step_by(size) {
            let last = slab.end.min(first + size);
            let (cells, rest) =
                std::mem::take(&mut free).split_at_mut(end_of(last) - end_of(first));
            free = rest;
            parts.push((first..last, cells));
        }
        pool.install(|| {
            parts
                .into_par_iter()
                .for_each_init(Scratch::default, |scratch, (part, cells)| {
                    let mut free = Free(cells);
                    for index in part {
                        for &dice in rolls.of(index) {
                            generate(rules, positions[index], dice, scratch, &mut free);
                        }
                    }
                });
        });
        Ok(())
    })
}

/// Segment offsets from counts.
fn offsets(counts: impl ExactSizeIterator<Item = u32>) -> Result<Vec<i64>, BatchError> {
    let mut indptr = Vec::new();
    indptr
        .try_reserve_exact(counts.len() + 1)
        .map_err(|_| BatchError::NoMemory)?;
    indptr.push(0);
    let mut rows = 0;
    for count in counts {
        rows += i64::from(count);
        indptr.push(rows);
    }
    Ok(indptr)
}

fn rows(indptr: &[i64]) -> usize {
    indptr.last().map_or(0, |&rows| rows as usize)
}

/// Room for the count of each segment.
fn counts_for(positions: &[Position], rolls: Rolls<'_>) -> Result<Vec<u32>, BatchError> {
    let mut counts = Vec::new();
    let segments = rolls.segments(positions.len());
    counts
        .try_reserve_exact(segments)
        .map_err(|_| BatchError::NoMemory)?;
    counts.resize(segments, 0);
    Ok(counts)
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
    let mut counts = counts_for(positions, rolls)?;
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
    in_parts(positions, width, out, threads, tick, |_, positions, out| {
        for (&position, cells) in positions.iter().zip(out.chunks_exact_mut(width)) {
            each(position, cells);
        }
        Ok(())
    })
}

/// Fills `out` with the encodings of rows, [`Encoding::width`] units each. The rows may change
/// meanwhile: what is checked and written is a copy, a few rows at a time.
///
/// # Errors
/// The first row that is no position of the variant, when rows before and after it may have been
/// written; when stopped.
pub fn encode<U: Unit + Send>(
    variant: &Variant,
    rules: &Rules,
    rows: &[Row],
    encoding: Encoding,
    out: &mut [U],
    threads: Threads,
    tick: &mut Tick<'_>,
) -> Result<(), BatchError> {
    let width = encoding.width();
    in_parts(rows, width, out, threads, tick, |first, rows, out| {
        let mut blocks = out.chunks_mut(BLOCK * width);
        in_blocks(variant, first, rows, |rows| {
            encoding.write(rules, rows, blocks.next().unwrap_or_default());
        })
    })
}

/// Hands out items with the cells that they fill, `width` each, and with the number of the first.
/// Of several errors the first item's is given.
pub(crate) fn in_parts<I: Sync, T: Send>(
    items: &[I],
    width: usize,
    out: &mut [T],
    threads: Threads,
    tick: &mut Tick<'_>,
    part: impl Fn(usize, &[I], &mut [T]) -> Result<(), BatchError> + Sync,
) -> Result<(), BatchError> {
    const SIZE: usize = PART * CHEAP;
    let pool = helpers(items.len() / CHEAP, threads);
    in_slabs(items.len(), SLAB * CHEAP, tick, |slab| {
        let out = &mut out[slab.start * width..slab.end * width];
        let (first, items) = (slab.start, &items[slab]);
        let Some(pool) = &pool else {
            return part(first, items, out);
        };
        let parts = items.par_chunks(SIZE).zip(out.par_chunks_mut(SIZE * width));
        let parts = parts.enumerate();
        let done = parts.map(|(number, (items, out))| part(first + number * SIZE, items, out));
        let failed = pool.install(|| done.find_first(Result::is_err));
        failed.unwrap_or(Ok(()))
    })
}
