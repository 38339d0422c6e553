//! Exact values of hitting games with up to three checkers a side, with the cube and without.
//!
//! Values are found by passes over all positions (`sweep`) until nothing changes: passes that
//! look at every play and note the best, and cheaper ones between them that follow what was
//! noted.

mod board;
mod general;
mod lists;
mod mixing;
mod numbering;
mod sides;
mod solution;
mod stakes;
mod sweep;
mod table;

pub use numbering::Numbering;
pub use solution::{ExactError, Goal, cubeless, money, solve_cubeless, solve_money};
pub use stakes::{Money, slot};
pub use table::Table;
