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

use super::mixing;
pub use certificate::Certificate;
pub(super) use certificate::{prove, prove_money};
pub(super) use chances::chances;
pub(super) use sides::MOST_CHECKERS;
pub(super) use tables::{cubeless, money};
use tavla_engine::rank::sides;
use tavla_engine::{ROLLS, Variant};

/// The bytes that it takes to solve a variant for so many slots, lists of plays included.
pub(super) fn needed<const K: usize>(variant: &Variant) -> u128 {
    const LISTS: u128 = 400 << 20;
    let pairs = u128::from(sides(variant.checkers)).pow(2);
    // The four with the cube are solved two at a time, chances one by one.
    let slots = if K == 4 { 2 } else { 1 };
    let notes = ROLLS.len() * slots * size_of::<u16>();
    let values = (1 + mixing::TABLES) * slots * size_of::<f64>();
    // What is found already, and what has been found in the end.
    let found = K * size_of::<f64>();
    pairs * (notes + values + found) as u128 + LISTS
}
