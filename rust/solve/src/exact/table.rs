//! The values of every position of a game.

use super::numbering::Numbering;
use tavla_engine::{Position, Variant};

/// The values of every position of a game, `K` slots each.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<const K: usize> {
    pub(crate) variant: Variant,
    pub(crate) numbering: Numbering,
    /// By the number of the side on roll, then that of the other.
    pub(crate) cells: Vec<[f64; K]>,
    pub(crate) residual: f64,
    pub(crate) passes: u32,
}

impl<const K: usize> Table<K> {
    /// The variant that is solved.
    #[must_use]
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The numbers of the sides.
    #[must_use]
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// All slots: those of the side with number `m` on roll against the side with number `t` are
    /// at `m * numbering().len() + t`.
    ///
    /// Pairs of sides that are no position have cells too; what stands there means nothing.
    #[must_use]
    pub fn cells(&self) -> &[[f64; K]] {
        &self.cells
    }

    /// Where the slots of a position are in [`Table::cells`]; `None` for positions of other
    /// games, and where the side on roll has already won.
    #[must_use]
    pub fn index(&self, position: Position) -> Option<usize> {
        let mine = self.numbering.number(position.player)?;
        let theirs = self.numbering.number(position.opponent)?;
        let is_known = mine != 0 && position.faults(&self.variant).is_empty();
        is_known.then(|| mine * self.numbering.len() + theirs)
    }

    /// The slots of a position; `None` where [`Table::index`] is.
    ///
    /// Of a position that is over the side on roll has lost.
    #[must_use]
    pub fn value(&self, position: Position) -> Option<[f64; K]> {
        self.index(position).map(|at| self.cells[at])
    }

    /// The most that the last pass changed a value by; that pass looked at every play.
    #[must_use]
    pub const fn residual(&self) -> f64 {
        self.residual
    }

    /// Passes made.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }
}
