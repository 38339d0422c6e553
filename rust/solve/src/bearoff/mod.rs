//! Bear-off databases: races, in which neither side can hinder the other any more.
//!
//! A *one-sided* database has for each side how many rolls it takes to bear off, when it plays for
//! the fewest on average. A *two-sided* one has the exact values of every pair of sides, with the
//! cube and without.

mod build;
mod error;
mod lanes;
mod limit;
mod mix;
mod numbering;
mod odds;
mod one_sided;
mod plays;
mod race;
mod real;
mod rolls;
mod steps;
mod sweep;
mod two_sided;
mod work;

pub use error::BearoffError;
pub use limit::Limit;
pub use numbering::{Numbering, positions};
pub use odds::{Odds, odds};
pub use one_sided::OneSided;
pub use race::{Outside, Race};
pub use real::Precision;
pub use two_sided::{Plan, TwoSided};
pub use work::Tick;
