//! The rules of tables games.
#![forbid(unsafe_code)]
