//! Exact values of hitting games with up to three checkers a side, by lists of plays.
//!
//! The plays of a side depend on nothing but the one point that the other side may hold, so that they
//! are listed once. Then passes over all positions are made until nothing changes: some that look
//! at every play and note the best (`improve`), and cheap ones between them that follow what was
//! noted (`follow`).

mod board;
mod certificate;
mod chances;
mod follow;
mod grid;
mod improve;
mod iterate;
mod layer;
mod lists;
mod policy;
mod sides;
mod tables;
mod ties;

pub use certificate::Certificate;
pub(super) use certificate::{prove, prove_money};
pub(super) use chances::chances;
pub(super) use sides::MOST_CHECKERS;
pub(super) use tables::{cubeless, money};
