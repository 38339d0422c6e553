//! The rules of tables games: positions, legal plays, notation and identities.
//!
//! Rules only: no threads, no files, no Python. A game is a [`Variant`], which is data; a
//! [`Position`] is two sides of 26 counts, the player on roll first; [`plays`] says what may be
//! played.
#![forbid(unsafe_code)]

pub mod dice;
pub mod encode;
pub mod hash;
pub mod ids;
pub mod key;
pub mod match_row;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod plays;
pub mod position;
mod presets;
pub mod rank;
pub mod rng;
pub mod row;
pub mod side;
pub mod variant;

pub use dice::{Dice, ROLLS};
pub use moves::{Move, Sequence};
pub use outcome::{Kind, Outcome, Who, outcome};
pub use plays::{
    Broken, LastMoves, Pick, Play, Rules, Scratch, Sink, count_plays, generate, legal_plays,
};
pub use position::Position;
pub use side::Side;
pub use variant::Variant;
