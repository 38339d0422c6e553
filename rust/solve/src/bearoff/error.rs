//! Why there is no database.

use crate::store::StoreError;
use thiserror::Error;

/// Why a database cannot be built or read.
#[derive(Debug, Error)]
pub enum BearoffError {
    /// Races of the variant are not of this kind.
    #[error("races of the variant {variant:?}: {reason}")]
    Variant {
        /// The variant's name.
        variant: String,
        /// What stands in the way.
        reason: String,
    },
    /// There is no such board.
    #[error(
        "expected 1 to 24 points and 1 to {all} checkers for {variant}, got {points} points and \
         {checkers} checkers"
    )]
    Size {
        /// The variant's name.
        variant: String,
        /// Its checkers.
        all: u8,
        /// Points.
        points: u8,
        /// Checkers.
        checkers: u8,
    },
    /// It would not fit.
    #[error(
        "the database of {points} points and {checkers} checkers has {positions} positions and \
         needs {needed} bytes of memory; {limit} are allowed"
    )]
    Memory {
        /// Points.
        points: u8,
        /// Checkers.
        checkers: u8,
        /// Positions, those of both sides together for a two-sided one.
        positions: u128,
        /// Bytes that it would need.
        needed: u128,
        /// Bytes that it may take.
        limit: u64,
    },
    /// The system has less memory than it takes.
    #[error("the system has no {needed} bytes of memory")]
    NoMemory {
        /// The bytes.
        needed: u128,
    },
    /// `tick` asked to stop.
    #[error("stopped")]
    Stopped,
    /// The system refuses the threads.
    #[error("{threads} threads could not be started: {reason}")]
    NoThreads {
        /// The threads asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}
