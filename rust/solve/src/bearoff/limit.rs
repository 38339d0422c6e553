//! How much memory a database may take.

use super::error::BearoffError;
use super::race::Race;

/// The most bytes that may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit(pub u64);

impl Limit {
    /// Whether so many positions of a race, and all that goes with them, may be held.
    pub(crate) fn admit(
        self,
        race: &Race,
        positions: u128,
        needed: u128,
    ) -> Result<(), BearoffError> {
        let fits = needed <= u128::from(self.0) && usize::try_from(needed).is_ok();
        if fits {
            Ok(())
        } else {
            Err(self.refusal(race, positions, needed))
        }
    }

    pub(crate) fn refusal(self, race: &Race, positions: u128, needed: u128) -> BearoffError {
        BearoffError::Memory {
            points: race.points(),
            checkers: race.checkers(),
            positions,
            needed,
            limit: self.0,
        }
    }
}
