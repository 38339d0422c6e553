//! Simulation and exact solutions of tables games.
#![forbid(unsafe_code)]

pub mod batch;
pub mod block;
pub mod exact;
mod game;
mod player;
mod pool;
mod simulate;

pub use player::{InvalidPlayer, Player, SHOTS, pip_score};
pub use simulate::{GameResult, Plan, Results, SimulateError, Threads, simulate};
