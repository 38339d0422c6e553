//! Simulation and exact solutions of tables games.
#![forbid(unsafe_code)]
