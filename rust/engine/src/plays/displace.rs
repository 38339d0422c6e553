//! Moving checkers without judging: what a referee or a record accepts.

use super::rules::displaced;
use crate::moves::slot_name;
use crate::position::{Position, Unsound};
use crate::side::BAR;
use crate::variant::Variant;
use thiserror::Error;

/// Why checkers cannot be moved so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DisplaceError {
    /// A slot that is none.
    #[error("move {number}: slots are 0 (off) to 25 (bar), got {slot}")]
    Slot {
        /// The move, counted from 1.
        number: usize,
        /// What came.
        slot: u8,
    },
    /// There is no checker to move.
    #[error("move {number}: there is no checker on {}", slot_name(*slot))]
    Empty {
        /// The move, counted from 1.
        number: usize,
        /// The empty slot.
        slot: u8,
    },
    /// The position that results is not sound.
    #[error("the result is no position of the variant: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unsound(Vec<Unsound>),
}

/// Moves the player's checkers, each from a slot to a slot, in order and without judging: any
/// direction, any distance. A lone opposing checker on a target goes to the bar where the game
/// has hits. The same side stays first.
///
/// # Errors
/// When a checker is missing, or when the result is not sound; on the way it need not be.
pub fn displaced_by(
    variant: &Variant,
    start: Position,
    moves: &[(u8, u8)],
) -> Result<Position, DisplaceError> {
    let rules = variant.rules();
    let mut now = start;
    for (index, &(source, target)) in moves.iter().enumerate() {
        let number = index + 1;
        if let Some(&slot) = [source, target].iter().find(|&&slot| slot > BAR) {
            return Err(DisplaceError::Slot { number, slot });
        }
        if now.player.count(source) == 0 {
            let slot = source;
            return Err(DisplaceError::Empty { number, slot });
        }
        (now, _) = displaced(&rules, now, source, target);
    }
    match now.faults(variant) {
        faults if faults.is_empty() => Ok(now),
        faults => Err(DisplaceError::Unsound(faults)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_move_without_judging_but_must_exist_and_end_somewhere() {
        let hyper = Variant::hyper();
        let start = Position::start(&hyper);
        let after = displaced_by(&hyper, start, &[(24, 1)]).unwrap();
        assert_eq!(after.opponent.count(BAR), 1);
        assert_eq!(after.opponent.count(24), 0);
        assert_eq!(displaced_by(&hyper, start, &[]), Ok(start));
        assert_eq!(
            displaced_by(&hyper, start, &[(24, 5), (24, 5)]),
            Err(DisplaceError::Empty {
                number: 2,
                slot: 24
            })
        );
        let fevga = Variant::fevga();
        let onto = displaced_by(&fevga, Position::start(&fevga), &[(24, 12)]);
        assert!(matches!(onto, Err(DisplaceError::Unsound(_))));
    }
}
