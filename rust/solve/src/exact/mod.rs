//! Exact values of whole games, with the cube and without.
//!
//! `swift` solves hitting games with up to three checkers a side, `general` all others that fit in
//! memory.

mod chances;
mod general;
mod mixing;
mod numbering;
mod planes;
mod solution;
mod stages;
mod stakes;
mod swift;
mod table;

pub use chances::chance;
pub use numbering::Numbering;
pub use planes::{Planes, TIE};
pub use solution::{
    ExactError, Goal, chances, cubeless, money, prove, prove_money, solve_cubeless,
    solve_cubeless_from, solve_money, solve_money_from,
};
pub use stages::{Keep, Stage, Stages};
pub(crate) use stakes::{Cubeless, Stakes};
pub use stakes::{Money, slot};
pub use swift::Certificate;
pub use table::Table;
