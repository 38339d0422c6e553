//! A pass that follows the plays noted: a sixth of the work of one that looks at all of them.

use super::board::Board;
use super::grid::Grid;
use super::layer::{Layer, Rolled, Rule, WEIGHTS};
use super::policy::{DANCE, Notes, Policy, noted};
use super::sides::HITS;
use rayon::prelude::*;

/// Runs the pass over values in the rows of the side on roll, and returns the largest change of a slot.
pub(super) fn follow<const K: usize>(
    board: &Board,
    values: &mut Grid<K>,
    policy: &Policy<K>,
    rule: &impl Rule<K>,
) -> f64 {
    let mut change = 0.0f64;
    for layer in Layer::all(board) {
        let rolled = layer.sides.clone().into_par_iter().map(|theirs| {
            let rows = board.rows(theirs);
            let notes = &policy.0[theirs * board.len()..];
            let mines = layer.partners(theirs);
            let rolled = mines.map(|mine| {
                if board.is_position(mine, theirs) {
                    come_to(values, rows, &notes[mine])
                } else {
                    Rolled::NOTHING
                }
            });
            rolled.collect()
        });
        let rolled: Vec<Vec<Rolled<K>>> = rolled.collect();
        change = change.max(layer.write(&mut values.cells, false, &rolled, rule));
    }
    change
}

/// What the rolls come to.
#[inline]
fn come_to<const K: usize>(values: &Grid<K>, rows: [usize; HITS], notes: &Notes<K>) -> Rolled<K> {
    let mut found = Rolled::NOTHING;
    for (notes, weight) in notes.iter().zip(WEIGHTS) {
        if notes[0] == DANCE {
            found.dances += weight;
            continue;
        }
        for (k, &note) in notes.iter().enumerate() {
            let (subset, next) = noted(note);
            found.least[k] += weight * values.cells[rows[subset] + next][k];
        }
    }
    found
}
