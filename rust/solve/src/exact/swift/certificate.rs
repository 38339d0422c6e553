//! A proof that values exist, are unique, and are those found.
//!
//! What a side can have falls when the other side can have more. So bounds of all values give new
//! ones: the lower ones of the other side an upper one, and the other way round. Begun with more
//! and less than any game can pay, they enclose every solution, and where they meet there is one
//! and no other. Bounds are widened by more than rounding can move a sum of rolls.

use super::board::Board;
use super::grid::Grid;
use super::improve::improve;
use super::iterate::Tick;
use super::layer::Rule;
use super::tables::start;
use crate::exact::ExactError;
use crate::exact::stakes::{Cubeless, Money, Stakes, slot};
use crate::exact::table::Table;
use rayon::prelude::*;
use tavla_engine::Position;

/// How far values are from being proved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Certificate {
    /// The widest distance between the bounds of a value.
    pub width: f64,
    /// The furthest that a value found can be from the true one: its distance from the further
    /// bound, in the worst case.
    pub error: f64,
    /// Passes made.
    pub passes: u32,
}

/// More than any game can pay, and less.
const MOST: f64 = 3.0;

/// More than rounding moves a slot, in units of `MOST` times half of `f64::EPSILON`: of 21 rolls
/// the shares are rounded and their products, 2 units in all, then their sums, which grow evenly,
/// 11 units; a dance adds 2 and its own share 1, and so does this widening.
const ROUNDING: f64 = 18.0 * MOST * f64::EPSILON / 2.0;

/// The bounds of a game without a cube: an upper and a lower one.
struct Bounds;

impl Rule<2> for Bounds {
    const BEGIN: [f64; 2] = [MOST, -MOST];

    #[inline]
    fn decide(&self, _: usize, _: usize, [upper, lower]: [f64; 2]) -> [f64; 2] {
        widened([Cubeless.decide([lower])[0], Cubeless.decide([upper])[0]])
    }
}

/// The bounds with a cube that somebody has: upper ones of his and one's own, then lower ones.
struct TurnedBounds(Money);

impl Rule<4> for TurnedBounds {
    const BEGIN: [f64; 4] = [MOST, MOST, -MOST, -MOST];

    #[inline]
    fn decide(&self, _: usize, _: usize, [a, b, c, d]: [f64; 4]) -> [f64; 4] {
        let ([his, own], [his_least, own_least]) = (self.0.turned([c, d]), self.0.turned([a, b]));
        let [his, his_least] = widened([his, his_least]);
        let [own, own_least] = widened([own, own_least]);
        [his, own, his_least, own_least]
    }
}

/// The bounds with the cube in the middle, in the same order, by those with his cube, which are in
/// the rows of the other side.
struct CentredBounds<'a> {
    stakes: Money,
    turned: &'a Grid<4>,
}

impl Rule<4> for CentredBounds<'_> {
    const BEGIN: [f64; 4] = [MOST, MOST, -MOST, -MOST];

    #[inline]
    fn decide(&self, mine: usize, theirs: usize, [a, b, c, d]: [f64; 4]) -> [f64; 4] {
        let [his, _, his_least, _] = self.turned.cells[theirs * self.turned.many + mine];
        let [centred, jacoby] = self.stakes.centred(his, [c, d]);
        let [centred_least, jacoby_least] = self.stakes.centred(his_least, [a, b]);
        let [centred, centred_least] = widened([centred, centred_least]);
        let [jacoby, jacoby_least] = widened([jacoby, jacoby_least]);
        [centred, jacoby, centred_least, jacoby_least]
    }
}

fn widened([upper, lower]: [f64; 2]) -> [f64; 2] {
    [upper + ROUNDING, lower - ROUNDING]
}

/// Proves the values of a game without a cube, to a width.
///
/// # Errors
/// When stopped by `tick`, which is told the width after each pass.
pub(crate) fn prove(
    table: &Table<1>,
    width: f64,
    tick: Tick<'_>,
) -> Result<Certificate, ExactError> {
    let board = Board::new(&table.variant);
    let begin = start(&board, |_| Bounds::BEGIN, |m| [Cubeless.lost(m)[0]; 2]);
    let (bounds, passes) = close(&board, &begin, &Bounds, width, 1.0, tick)?;
    let mut found = Certificate::new(passes);
    found.hold(&board, &bounds, table, [0]);
    Ok(found)
}

/// Proves the values of a game for money, to a width.
///
/// # Errors
/// As [`prove`].
pub(crate) fn prove_money(
    table: &Table<4>,
    stakes: Money,
    width: f64,
    tick: Tick<'_>,
) -> Result<Certificate, ExactError> {
    let board = Board::new(&table.variant);
    let lost = |m, [a, b]: [usize; 2]| {
        let lost = stakes.lost(m);
        [lost[a], lost[b], lost[a], lost[b]]
    };
    let lost_turned = |m| lost(m, [slot::HIS, slot::OWN]);
    let begin = start(&board, |_| TurnedBounds::BEGIN, lost_turned);
    // What the cube in the middle is worth hangs on what it is worth afterwards: as near as it goes.
    let (turned, passes) = close(&board, &begin, &TurnedBounds(stakes), width, NEARER, tick)?;

    let lost_centred = |m| lost(m, [slot::CENTRED, slot::JACOBY]);
    let begin = start(&board, |_| CentredBounds::BEGIN, lost_centred);
    let rule = CentredBounds {
        stakes,
        turned: &turned,
    };
    let (centred, more) = close(&board, &begin, &rule, width, 1.0, tick)?;

    let mut found = Certificate::new(passes + more);
    found.hold(&board, &turned, table, [slot::HIS, slot::OWN]);
    found.hold(&board, &centred, table, [slot::CENTRED, slot::JACOBY]);
    Ok(found)
}

/// The share of a width that bounds are brought to where other ones follow from them.
const NEARER: f64 = 0.25;
/// What a pass leaves of the width, at least, where little more than rounding keeps bounds apart.
const SLOW: f64 = 0.95;

/// Passes until no bounds are further apart than `width`, nor than `share` of it if passes still
/// bring them closer. Bounds are an upper half and a lower half of the slots; rows are those of
/// the other side.
fn close<const K: usize>(
    board: &Board,
    begin: &Grid<K>,
    rule: &impl Rule<K>,
    width: f64,
    share: f64,
    tick: Tick<'_>,
) -> Result<(Grid<K>, u32), ExactError> {
    let mut bounds = begin.turned();
    let (mut passes, mut last) = (0, f64::INFINITY);
    loop {
        let change = improve(board, &mut bounds, None, rule);
        passes += 1;
        let widest = widest(board, &bounds);
        if tick(widest).is_break() {
            return Err(ExactError::Stopped);
        }
        let is_near = widest <= width && (widest <= share * width || widest > SLOW * last);
        if is_near || change == 0.0 {
            return Ok((bounds, passes));
        }
        last = widest;
    }
}

fn widest<const K: usize>(board: &Board, bounds: &Grid<K>) -> f64 {
    let distances = positions(board).map(|(mine, theirs)| {
        let cell = bounds.cells[theirs * bounds.many + mine];
        (0..K / 2).fold(0.0, |most, k| (cell[k] - cell[k + K / 2]).max(most))
    });
    distances.reduce(|| 0.0, f64::max)
}

/// The sides on roll and the other sides of all positions.
fn positions(board: &Board) -> impl ParallelIterator<Item = (usize, usize)> {
    let pairs = (0..board.len() * board.len()).into_par_iter();
    let pairs = pairs.map(|at| (at % board.len(), at / board.len()));
    pairs.filter(|&(mine, theirs)| board.is_position(mine, theirs))
}

impl Certificate {
    fn new(passes: u32) -> Self {
        Self {
            width: 0.0,
            error: 0.0,
            passes,
        }
    }

    /// Holds some slots of a table against their bounds.
    fn hold<const B: usize, const K: usize, const N: usize>(
        &mut self,
        board: &Board,
        bounds: &Grid<B>,
        table: &Table<K>,
        slots: [usize; N],
    ) {
        const { assert!(B == 2 * N) };
        let errors = positions(board).map(|(mine, theirs)| {
            let [player, opponent] = [mine, theirs].map(|place| board.sides.all[place].side);
            let position = Position { player, opponent };
            let Some(values) = table.value(position) else {
                unreachable!("{position:?} is of this game");
            };
            let cell = bounds.cells[theirs * bounds.many + mine];
            (0..N).fold(0.0, |most, n| {
                let value = values[slots[n]];
                (cell[n] - value).max(value - cell[n + N]).max(most)
            })
        });
        self.error = self.error.max(errors.reduce(|| 0.0, f64::max));
        self.width = self.width.max(widest(board, bounds));
    }
}
