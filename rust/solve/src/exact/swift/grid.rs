//! Slots of all pairs of sides, row by row.

use rayon::prelude::*;

/// A square of cells: those of a pair of sides at row and column of their places.
///
/// Two orders are in use. A pass that follows noted plays reads the rows of the side *on roll*: what
/// it needs of one is small. A pass that looks at every play reads the rows of the *other* side,
/// in which the sides that it plays against at once stand beside each other.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Grid<const K: usize> {
    pub(super) many: usize,
    pub(super) cells: Vec<[f64; K]>,
}

/// Rows and columns that are turned over at a time, so that both stay in the cache.
const TILE: usize = 16;

impl<const K: usize> Grid<K> {
    /// The same cells with rows and columns exchanged.
    pub(super) fn turned(&self) -> Self {
        let mut cells = vec![[0.0; K]; self.cells.len()];
        let bands = cells.par_chunks_mut(TILE * self.many).enumerate();
        bands.for_each(|(band, cells)| {
            for left in (0..self.many).step_by(TILE) {
                for (n, row) in cells.chunks_mut(self.many).enumerate() {
                    let columns = left..self.many.min(left + TILE);
                    for (column, cell) in columns.clone().zip(&mut row[columns]) {
                        *cell = self.cells[column * self.many + band * TILE + n];
                    }
                }
            }
        });
        Self {
            many: self.many,
            cells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_exchanged() {
        for many in [1, 15, 16, 50] {
            let cells = (0..many * many).map(|n| [n as f64]).collect();
            let grid = Grid { many, cells };
            let turned = grid.turned();
            for row in 0..many {
                for column in 0..many {
                    let [found] = turned.cells[column * many + row];
                    let expected = (row * many + column) as f64;
                    assert_eq!(found.to_bits(), expected.to_bits());
                }
            }
            assert_eq!(turned.turned(), grid);
        }
    }
}
