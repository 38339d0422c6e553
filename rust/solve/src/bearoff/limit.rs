//! How much memory a database may take.

use super::error::BearoffError;
use super::race::Race;
use crate::memory;

/// The most bytes that may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit(pub u64);

impl Limit {
    /// Whether so many positions of a race, and all that goes with them, may be held, and can.
    pub(crate) fn admit(
        self,
        race: &Race,
        positions: u128,
        needed: u128,
    ) -> Result<(), BearoffError> {
        if needed > u128::from(self.0) {
            return Err(BearoffError::Memory {
                points: race.points(),
                checkers: race.checkers(),
                positions,
                needed,
                limit: self.0,
            });
        }
        if memory::has(needed) {
            Ok(())
        } else {
            Err(BearoffError::NoMemory { needed })
        }
    }
}
