//! Simulation and exact solutions of tables games.

pub mod batch;
pub mod bearoff;
pub mod block;
pub mod exact;
mod game;
mod memory;
mod player;
mod pool;
mod simulate;
mod state;
pub mod store;

pub use player::{InvalidPlayer, Player, SHOTS, pip_score};
pub use simulate::{GameResult, Plan, Results, SimulateError, Threads, simulate};
pub use state::Keeper;
