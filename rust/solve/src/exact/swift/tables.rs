//! The tables of a game: what it is played for, slot by slot.

use super::board::Board;
use super::grid::Grid;
use super::iterate::{Solved, Tick, iterate};
use crate::exact::ExactError;
use crate::exact::stages::{self, Stage, Stages};
use crate::exact::stakes::{Cubeless, Money, Stakes, slot};
use crate::exact::table::Table;
use rayon::prelude::*;
use tavla_engine::Variant;

/// Solves a game without a cube.
///
/// # Errors
/// When stopped.
pub(crate) fn cubeless(
    variant: &Variant,
    residual: f64,
    resume: &mut Stages<'_>,
    tick: Tick<'_>,
) -> Result<Table<1>, ExactError> {
    let board = Board::new(variant);
    let (begin, passes) = if let Some(stage) = resume.take(0, board.len().pow(2), 0) {
        (grid(&board, &stage.cells), stage.passes)
    } else {
        let lost = |multiplier| Cubeless.lost(multiplier);
        (start(&board, |_| [0.0], lost), 0)
    };
    let decide = |_, _, least| Cubeless.decide(least);
    let keep = &mut |values: &Grid<1>, passes| keep(resume, 0, values, passes, (0.0, &[]));
    let solved = iterate(&board, begin, passes, &decide, residual, keep, tick)?;
    let (residual, passes) = (solved.residual, solved.passes);
    let cells = by_number(&board, |at| solved.values.cells[at]);
    Ok(table(variant, &board, cells, residual, passes))
}

/// Solves a game for money: first the slots with a cube that somebody has, which need no others,
/// then those with the cube in the middle.
///
/// # Errors
/// When stopped.
pub(crate) fn money(
    variant: &Variant,
    stakes: Money,
    residual: f64,
    resume: &mut Stages<'_>,
    tick: Tick<'_>,
) -> Result<Table<4>, ExactError> {
    let board = Board::new(variant);
    let values = 2 * board.len().pow(2);
    let lost = |multiplier, slots: [usize; 2]| slots.map(|k| stakes.lost(multiplier)[k]);

    let second = resume.take(1, values, values);
    let Solved {
        values: turned,
        residual: residual_turned,
        passes: passes_turned,
    } = if let Some(stage) = &second {
        Solved {
            values: grid(&board, &stage.former),
            residual: stage.residual,
            passes: stage.passes,
        }
    } else {
        let (begin, passes) = if let Some(stage) = resume.take(0, values, 0) {
            (grid(&board, &stage.cells), stage.passes)
        } else {
            let lost = |multiplier| lost(multiplier, [slot::HIS, slot::OWN]);
            (start(&board, |_| [0.0; 2], lost), 0)
        };
        let decide = |_, _, least| stakes.turned(least);
        let keep = &mut |values: &Grid<2>, passes| keep(resume, 0, values, passes, (0.0, &[]));
        iterate(&board, begin, passes, &decide, residual, keep, tick)?
    };

    // In the middle the cube is worth more than with him and less than with oneself.
    let between = |at: usize| {
        let [his, own] = turned.cells[at];
        [f64::midpoint(his, own); 2]
    };
    let lost_centred = |multiplier| lost(multiplier, [slot::CENTRED, slot::JACOBY]);
    let begin = match &second {
        Some(stage) => grid(&board, &stage.cells),
        None => start(&board, between, lost_centred),
    };
    drop(second);
    let decide = |mine: usize, theirs: usize, least| {
        let [his, _] = turned.cells[mine * board.len() + theirs];
        stakes.centred(his, least)
    };
    let former = (residual_turned, turned.cells.as_flattened());
    let keep = &mut |values: &Grid<2>, passes| keep(resume, 1, values, passes, former);
    let solved = iterate(&board, begin, passes_turned, &decide, residual, keep, tick)?;

    let cells = by_number(&board, |at| {
        let ([his, own], [centred, jacoby]) = (turned.cells[at], solved.values.cells[at]);
        [his, own, centred, jacoby]
    });
    let residual = residual_turned.max(solved.residual);
    Ok(table(variant, &board, cells, residual, solved.passes))
}

/// The cells of a stage.
fn grid<const K: usize>(board: &Board, values: &[f64]) -> Grid<K> {
    Grid {
        many: board.len(),
        cells: stages::cells(values),
    }
}

/// Tells a stage, with the residual and the cells of the former part of the work.
fn keep<const K: usize>(
    resume: &mut Stages<'_>,
    number: u32,
    values: &Grid<K>,
    passes: u32,
    (residual, former): (f64, &[f64]),
) {
    resume.tell(Stage {
        number,
        passes,
        residual,
        former: former.into(),
        cells: values.cells.as_flattened().into(),
    });
}

/// Values in the rows of the side on roll: lost positions as they are, and others as they are to begin with.
pub(super) fn start<const K: usize>(
    board: &Board,
    cell: impl Fn(usize) -> [f64; K],
    lost: impl Fn(u8) -> [f64; K],
) -> Grid<K> {
    let many = board.len();
    let mut cells: Vec<[f64; K]> = (0..many * many).map(cell).collect();
    for (side, &multiplier) in board.multiplier.iter().enumerate() {
        cells[side * many] = lost(multiplier);
    }
    Grid { many, cells }
}

/// Cells in the rows of the side on roll, from those by the numbers of sides.
pub(super) fn by_place<const K: usize>(board: &Board, table: &Table<K>) -> Grid<K> {
    let many = board.len();
    let mut cells = vec![[0.0; K]; many * many];
    cells
        .par_chunks_mut(many)
        .enumerate()
        .for_each(|(place, row)| {
            let mine = board.sides.number_of(place) * many;
            for (place, to) in row.iter_mut().enumerate() {
                *to = table.cells[mine + board.sides.number_of(place)];
            }
        });
    Grid { many, cells }
}

/// Cells by the numbers of sides, from cells by their places.
pub(super) fn by_number<const K: usize>(
    board: &Board,
    cell: impl Fn(usize) -> [f64; K] + Sync,
) -> Vec<[f64; K]> {
    let many = board.len();
    let mut cells = vec![[0.0; K]; many * many];
    cells.par_chunks_mut(many).enumerate().for_each(|(n, row)| {
        let mine = board.sides.place_of(n) * many;
        for (n, to) in row.iter_mut().enumerate() {
            *to = cell(mine + board.sides.place_of(n));
        }
    });
    cells
}

pub(super) fn table<const K: usize>(
    variant: &Variant,
    board: &Board,
    cells: Vec<[f64; K]>,
    residual: f64,
    passes: u32,
) -> Table<K> {
    Table {
        variant: variant.clone(),
        numbering: board.sides.numbering.clone(),
        cells,
        residual,
        passes,
    }
}
