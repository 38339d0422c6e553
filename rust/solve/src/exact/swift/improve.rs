//! A pass that looks at every way to play every roll, and notes the best ones.

use super::board::{Board, GROUP};
use super::grid::Grid;
use super::layer::{Layer, Rolled, Rule, WEIGHTS, split};
use super::lists::Way;
use super::policy::{DANCE, Notes, Policy, note};
use rayon::prelude::*;
use std::ops::Range;

/// Runs the pass over values in the rows of the other side, and returns the largest change of a slot.
/// Without a policy nothing is noted.
pub(super) fn improve<const K: usize>(
    board: &Board,
    values: &mut Grid<K>,
    mut policy: Option<&mut Policy<K>>,
    rule: &impl Rule<K>,
) -> f64 {
    let mut change = 0.0f64;
    for layer in Layer::all(board) {
        let groups = layer.groups();
        let (notes, length) = match &mut policy {
            Some(policy) => (
                &mut policy.0[layer.sides.start * board.len()..],
                board.len(),
            ),
            None => (&mut [] as &mut [Notes<K>], 0),
        };
        let notes = split(notes, groups.iter().map(|group| group.len() * length));
        let rolled = groups.into_par_iter().zip(notes);
        let rolled = rolled.flat_map_iter(|(theirs, notes)| {
            let mines = layer.partners(theirs.start);
            let against = Against {
                board,
                values,
                theirs,
            };
            if against.theirs.len() == 1 {
                against.rolled::<1>(mines, notes)
            } else {
                against.rolled::<GROUP>(mines, notes)
            }
        });
        let rolled: Vec<Vec<Rolled<K>>> = rolled.collect();
        change = change.max(layer.write(&mut values.cells, true, &rolled, rule));
    }
    change
}

/// The positions against some sides beside each other, all of which hold the same point or none.
struct Against<'a, const K: usize> {
    board: &'a Board,
    values: &'a Grid<K>,
    theirs: Range<usize>,
}

impl<const K: usize> Against<'_, K> {
    /// What the rolls come to, for each of the other sides and each of `mines`; `G` is the number
    /// of other sides or more.
    fn rolled<const G: usize>(
        &self,
        mines: Range<usize>,
        notes: &mut [Notes<K>],
    ) -> Vec<Vec<Rolled<K>>> {
        let mut found = vec![vec![Rolled::NOTHING; mines.len()]; self.theirs.len()];
        for (at, mine) in mines.enumerate() {
            let is_position = |theirs| self.board.is_position(mine, theirs);
            if self.theirs.clone().any(is_position) {
                let rolled = self.of::<G>(mine, notes);
                for (found, rolled) in found.iter_mut().zip(rolled) {
                    found[at] = rolled;
                }
            }
        }
        found
    }

    /// What the rolls of one side come to. Sides beyond `theirs`, and those that cannot stand
    /// beside `mine`, come to something that nobody asks for.
    #[inline]
    fn of<const G: usize>(&self, mine: usize, notes: &mut [Notes<K>]) -> [Rolled<K>; G] {
        let sides = &self.board.sides.all[self.theirs.clone()];
        let mut found = [Rolled::NOTHING; G];
        let rolls = self.board.lists.rolls(mine, sides[0].block);
        for (roll, ways) in rolls.enumerate() {
            let notes = notes.chunks_exact_mut(self.board.len());
            let notes = notes.map(|notes| &mut notes[mine][roll]);
            if is_dance(ways, mine) {
                for found in &mut found {
                    found.dances += WEIGHTS[roll];
                }
                notes.for_each(|note| note.fill(DANCE));
                continue;
            }
            let (least, best) = if notes.len() == 0 {
                self.least::<G, false>(ways)
            } else {
                self.least::<G, true>(ways)
            };
            for (found, least) in found.iter_mut().zip(&least) {
                for (sum, least) in found.least.iter_mut().zip(least) {
                    *sum += WEIGHTS[roll] * least;
                }
            }
            for ((side, best), notes) in sides.iter().zip(best).zip(notes) {
                for k in 0..K {
                    let way = ways[usize::from(best[k])];
                    let landings = self.board.lists.landings[usize::from(way.landing)];
                    notes[k] = note(way.next, side.hits(landings));
                }
            }
        }
        found
    }

    /// The least that the ways leave each of the other sides, and which way that is: the hot loop.
    /// What a way leaves to sides beside each other stands beside each other unless it hits, so
    /// that a line of the cache serves several of them. Without `NOTING` which way it is stays unknown.
    #[inline]
    fn least<const G: usize, const NOTING: bool>(
        &self,
        ways: &[Way],
    ) -> ([[f64; K]; G], [[u16; K]; G]) {
        let mut least = [[f64::INFINITY; K]; G];
        let mut best = [[0; K]; G];
        for (n, &way) in ways.iter().enumerate() {
            let after: [u16; G] = self.board.after(way, self.theirs.start);
            let row = &self.values.cells[usize::from(way.next) * self.board.len()..];
            for j in 0..G {
                let cell = &row[usize::from(after[j])];
                for k in 0..K {
                    // Two selections, not a branch that would be guessed wrong.
                    let is_less = cell[k] < least[j][k];
                    if NOTING {
                        best[j][k] = if is_less { n as u16 } else { best[j][k] };
                    }
                    least[j][k] = if is_less { cell[k] } else { least[j][k] };
                }
            }
        }
        (least, best)
    }
}

fn is_dance(ways: &[Way], mine: usize) -> bool {
    ways.len() == 1 && usize::from(ways[0].next) == mine
}
