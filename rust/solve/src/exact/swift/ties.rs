//! The plays that are made, one for each roll, where several are equally good.

use super::board::Board;
use super::grid::Grid;
use super::lists::Way;
use super::policy::{DANCE, Policy, note};
use super::sides::{HITS, Numbered};
use crate::exact::planes::TIE;
use rayon::prelude::*;

/// The best plays by values in the rows of the side on roll. Of equal ones that with the lowest
/// number of the mover's side after it, which means with the fewest pips, then with the lowest
/// number of the other side.
pub(super) fn chosen(board: &Board, values: &Grid<1>) -> Policy<1> {
    let mut policy = Policy::new(board);
    let rows = policy.0.par_chunks_mut(board.len()).enumerate();
    rows.for_each(|(theirs, notes)| {
        let against = Against {
            board,
            values,
            other: &board.sides.all[theirs],
            rows: board.rows(theirs),
        };
        for (mine, notes) in notes.iter_mut().enumerate() {
            if board.is_position(mine, theirs) {
                let rolls = board.lists.rolls(mine, against.other.block);
                for (ways, note) in rolls.zip(notes) {
                    *note = [against.choose(mine, ways)];
                }
            }
        }
    });
    policy
}

struct Against<'a> {
    board: &'a Board,
    values: &'a Grid<1>,
    other: &'a Numbered,
    rows: [usize; HITS],
}

impl Against<'_> {
    fn choose(&self, mine: usize, ways: &[Way]) -> u16 {
        if ways.len() == 1 && usize::from(ways[0].next) == mine {
            return DANCE;
        }
        let left = |way: &Way| {
            let [value] = self.values.cells[self.rows[self.subset(*way)] + usize::from(way.next)];
            value
        };
        let least = ways.iter().map(left).fold(f64::INFINITY, f64::min);
        let equal = ways.iter().filter(|way| left(way) <= least + TIE);
        let number = |place: u16| self.board.sides.number_of(usize::from(place));
        let best = equal.min_by_key(|way| {
            let other = self.other.hit[self.subset(**way)];
            (number(way.next), number(other))
        });
        best.map_or(DANCE, |way| note(way.next, self.subset(*way)))
    }

    fn subset(&self, way: Way) -> usize {
        let landings = self.board.lists.landings[usize::from(way.landing)];
        self.other.hits(landings)
    }
}
