//! GNU Backgammon's Position ID: 14 characters for the checkers of a position.
//!
//! Ten bytes, filled from the lowest bit up: for the opponent and then for the player, for each
//! of his points 1..=24 and his bar, a one for each checker and then a zero; base64 without
//! padding. Checkers borne off are not stored, nor is the variant. (GNU Backgammon manual,
//! "A technical description of the Position ID".)

use crate::position::{Position, Unsound};
use crate::side::{OFF, SLOTS};
use crate::variant::{Contact, Track, Variant};
use thiserror::Error;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Characters of an id.
pub const ID_LENGTH: usize = 14;
const ID_BITS: u32 = 80;

/// Text that is no Position ID of the variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IdError {
    /// The id can only say positions of games with hits that move in contrary directions.
    #[error(
        "a GNU Position ID cannot hold positions of {0:?}: it is for games with hits, played in contrary directions"
    )]
    Variant(String),
    /// Not 14 characters.
    #[error(
        "a GNU Position ID has {ID_LENGTH} characters (what follows a colon is a Match ID), got {0}"
    )]
    Length(usize),
    /// A character outside the base64 alphabet.
    #[error("character {at} of a GNU Position ID must be a letter, a digit, + or /, got {got:?}")]
    Character {
        /// Counted from 1.
        at: usize,
        /// The character.
        got: char,
    },
    /// The last character holds two bits only.
    #[error("the last character of a GNU Position ID must be A, Q, g or w, got {0:?}")]
    Last(char),
    /// More than 15 ones for one slot, or fewer than 50 zeros.
    #[error("the id holds too many checkers")]
    TooMany,
    /// Bits are set after both sides are complete.
    #[error("the id goes on after both sides are complete")]
    Trailing,
    /// It is no position of the variant.
    #[error("the id is no position of {variant}: {}", reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unsound {
        /// The variant's name.
        variant: String,
        /// Every reason.
        reasons: Vec<Unsound>,
    },
}

/// Whether a Position ID can say the variant's positions.
#[must_use]
pub fn has_position_id(variant: &Variant) -> bool {
    variant.track == Track::Contrary && variant.contact == Contact::Hit
}

/// The Position ID of a sound position.
///
/// # Errors
/// [`IdError::Variant`] where the variant's positions have none.
pub fn position_id(variant: &Variant, position: Position) -> Result<String, IdError> {
    if !has_position_id(variant) {
        return Err(IdError::Variant(variant.name.clone()));
    }
    let (mut bits, mut at) = (0u128, 0);
    for side in [position.opponent, position.player] {
        for &count in &side.counts()[1..] {
            bits |= ((1 << count) - 1) << at;
            at += u32::from(count) + 1;
        }
    }
    let bytes = bits.to_le_bytes();
    let sextet = |i: usize| {
        let first = 6 * i;
        let word = u16::from_be_bytes([bytes[first / 8], bytes[first / 8 + 1]]);
        ALPHABET[usize::from(word >> (10 - first % 8) & 63)]
    };
    Ok((0..ID_LENGTH).map(|i| char::from(sextet(i))).collect())
}

/// The position that a Position ID says, read as one of `variant`; strictly.
///
/// # Errors
/// Why the text is no id, or no position of the variant.
pub fn parse_position_id(variant: &Variant, text: &str) -> Result<Position, IdError> {
    if !has_position_id(variant) {
        return Err(IdError::Variant(variant.name.clone()));
    }
    let mut bits = read_bits(text)?;
    let mut sides = [[0u8; SLOTS]; 2];
    let mut read = 0;
    for counts in &mut sides {
        for count in &mut counts[1..] {
            *count = bits.trailing_ones() as u8;
            read += u32::from(*count) + 1;
            if read > ID_BITS || *count > crate::side::MAX_CHECKERS {
                return Err(IdError::TooMany);
            }
            bits >>= *count + 1;
        }
    }
    if bits != 0 {
        return Err(IdError::Trailing);
    }
    let [opponent, player] = sides.map(|counts| with_off(variant.checkers, counts));
    Position::from_counts(variant, &player, &opponent).map_err(|reasons| IdError::Unsound {
        variant: variant.name.clone(),
        reasons,
    })
}

fn read_bits(text: &str) -> Result<u128, IdError> {
    let length = text.chars().count();
    if length != ID_LENGTH {
        return Err(IdError::Length(length));
    }
    let mut bits = 0u128;
    for (index, got) in text.chars().enumerate() {
        let value = u8::try_from(got)
            .ok()
            .and_then(|byte| ALPHABET.iter().position(|&letter| letter == byte))
            .ok_or(IdError::Character { at: index + 1, got })? as u128;
        if index == ID_LENGTH - 1 && value & 15 != 0 {
            return Err(IdError::Last(got));
        }
        // The sextets come from the highest bit of each byte down, the bytes from the lowest up.
        for bit in 0..6 {
            let from_top = 6 * index + bit;
            let at = from_top / 8 * 8 + (7 - from_top % 8);
            if at < ID_BITS as usize {
                bits |= (value >> (5 - bit) & 1) << at;
            }
        }
    }
    Ok(bits)
}

/// Counts with the checkers that the id does not store as borne off.
fn with_off(checkers: u8, mut counts: [u8; SLOTS]) -> [u8; SLOTS] {
    let on_board: u32 = counts.iter().map(|&n| u32::from(n)).sum();
    counts[usize::from(OFF)] = u32::from(checkers).saturating_sub(on_board) as u8;
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side::Side;

    fn side(stacks: &[(usize, u8)]) -> Side {
        let mut counts = [0; SLOTS];
        for &(slot, count) in stacks {
            counts[slot] = count;
        }
        Side::from_counts(&counts).unwrap()
    }

    #[test]
    fn known_ids_are_read_and_written() {
        let start = Position::start(&Variant::backgammon());
        let after = Position {
            player: start.player,
            opponent: side(&[(24, 1), (18, 1), (13, 4), (10, 1), (8, 3), (6, 5)]),
        };
        for (variant, id, position) in [
            (Variant::backgammon(), "4HPwATDgc/ABMA", start),
            (Variant::backgammon(), "4HPiQSDgc/ABMA", after),
            (
                Variant::hyper(),
                "AACgAgAAKgAAAA",
                Position::start(&Variant::hyper()),
            ),
        ] {
            assert_eq!(position_id(&variant, position).as_deref(), Ok(id));
            assert_eq!(parse_position_id(&variant, id), Ok(position));
        }
    }

    #[test]
    fn faulty_ids_say_why() {
        let bg = Variant::backgammon();
        let parse = |text: &str| parse_position_id(&bg, text).unwrap_err();
        assert_eq!(parse("4HPwATDgc/ABM"), IdError::Length(13));
        assert_eq!(
            parse("4HPwATDgc/AB-A"),
            IdError::Character { at: 13, got: '-' }
        );
        assert_eq!(parse("4HPwATDgc/ABMB"), IdError::Last('B'));
        assert_eq!(parse("//////////////"), IdError::Last('/'));
        assert_eq!(parse("/////////////w"), IdError::TooMany);
        assert_eq!(parse("AAAAAAAAAAAAAg"), IdError::Trailing);
        assert!(matches!(
            parse_position_id(&Variant::hyper(), "4HPwATDgc/ABMA"),
            Err(IdError::Unsound { .. })
        ));
        assert!(matches!(
            parse_position_id(&Variant::fevga(), "4HPwATDgc/ABMA"),
            Err(IdError::Variant(_))
        ));
    }
}
