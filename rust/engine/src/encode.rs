//! Positions as input for learners: rows of numbers, always from the player on roll.
//!
//! Each encoding is a row of whole units and a scale for each unit. As `u8` a row holds the units
//! themselves, as `f32` each unit times its scale.

use crate::plays::Rules;
use crate::position::Position;
use crate::row::{self, ROW};
use crate::side::{BAR, OFF, SLOTS, across};

/// How a position becomes a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// 52 units: the player's 26 counts and the opponent's, each in its own numbering; scale 1.
    Counts,
    /// The 198 units of G. Tesauro, "Practical Issues in Temporal Difference Learning", Machine
    /// Learning 8 (1992), as R. Sutton and A. Barto, "Reinforcement Learning" (1998), 11.1,
    /// spell them out.
    ///
    /// For each side, the player first, four units for each of his points 1 to 24: at least one
    /// checker, at least two, at least three, and those beyond three (scale 1/2). Then for the
    /// player and for the opponent the checkers on the bar (scale 1/2), for both those off
    /// (scale 1/15), and last who is on roll: the player (always 1) and the opponent (always 0).
    Tesauro,
    /// 198 units for games in which the sides travel the same way. Both sides are counted along
    /// the *player's* points, so that one block of units is one place of the board: for each
    /// of his points 1 to 24 the four units, as above, of his own checkers and then of the
    /// opponent's that stand there. Then for both the checkers off (scale 1/15), whether the
    /// first checker is away, and those on the bar (scale 1/2).
    Parallel,
}

/// Units of a point: three steps, and what is beyond them.
const STEPS: usize = 4;
const POINTS: usize = 24;
const BOARD: usize = 2 * POINTS * STEPS;

const HALF: f32 = 0.5;
const FIFTEENTH: f32 = 1.0 / 15.0;

/// A number that rows are made of.
pub trait Unit: Copy + Default + 'static {
    /// The four units of a point for each count.
    #[doc(hidden)]
    const STAIRS: [[Self; STEPS]; 16];

    /// So many units at a scale.
    fn scaled(units: u8, scale: f32) -> Self;
}

impl Unit for u8 {
    const STAIRS: [[Self; STEPS]; 16] = {
        let mut stairs = [[0; STEPS]; 16];
        let mut count = 1;
        while count < 16u8 {
            let beyond = count.saturating_sub(3);
            stairs[count as usize] = [1, (count >= 2) as u8, (count >= 3) as u8, beyond];
            count += 1;
        }
        stairs
    };

    fn scaled(units: u8, _: f32) -> Self {
        units
    }
}

impl Unit for f32 {
    const STAIRS: [[Self; STEPS]; 16] = {
        let mut stairs = [[0.0; STEPS]; 16];
        let mut count = 0;
        while count < 16 {
            let units = u8::STAIRS[count];
            let beyond = units[3] as f32 * HALF;
            stairs[count] = [units[0] as f32, units[1] as f32, units[2] as f32, beyond];
            count += 1;
        }
        stairs
    };

    fn scaled(units: u8, scale: f32) -> Self {
        Self::from(units) * scale
    }
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 3] = [Self::Counts, Self::Tesauro, Self::Parallel];

    /// The word for the encoding.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Tesauro => "tesauro",
            Self::Parallel => "parallel",
        }
    }

    /// The encoding for a word, if it is one.
    #[must_use]
    pub fn from_name(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == word)
    }

    /// Units of a row.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Self::Counts => 2 * SLOTS,
            Self::Tesauro | Self::Parallel => BOARD + 6,
        }
    }

    /// Writes the row of a position; `row` must be [`Encoding::width`] long.
    pub fn write<U: Unit>(self, rules: &Rules, position: Position, row: &mut [U]) {
        let mut cells = [0; ROW];
        row::write(position, &mut cells);
        let (mine, theirs) = cells.split_at(SLOTS);
        let off = |counts: &[u8]| U::scaled(counts[usize::from(OFF)], FIFTEENTH);
        let bar = |counts: &[u8]| U::scaled(counts[usize::from(BAR)], HALF);
        match self {
            Self::Counts => {
                for (unit, &count) in row.iter_mut().zip(&cells) {
                    *unit = U::scaled(count, 1.0);
                }
            }
            Self::Tesauro => {
                let (board, rest) = row.split_at_mut(BOARD);
                let (first, second) = board.split_at_mut(BOARD / 2);
                stairs(first, mine[1..=POINTS].iter());
                stairs(second, theirs[1..=POINTS].iter());
                let on_roll = [U::scaled(1, 1.0), U::scaled(0, 1.0)];
                rest[..4].copy_from_slice(&[bar(mine), bar(theirs), off(mine), off(theirs)]);
                rest[4..].copy_from_slice(&on_roll);
            }
            Self::Parallel => {
                let (board, rest) = row.split_at_mut(BOARD);
                let places = (1..=POINTS).flat_map(|point| {
                    let other = across(rules.track, point as u8);
                    [&mine[point], &theirs[usize::from(other)]]
                });
                stairs(board, places);
                let away = |side| U::scaled(u8::from(rules.first_is_away(side)), 1.0);
                let both_away = [away(position.player), away(position.opponent)];
                rest[..2].copy_from_slice(&[off(mine), off(theirs)]);
                rest[2..4].copy_from_slice(&both_away);
                rest[4..].copy_from_slice(&[bar(mine), bar(theirs)]);
            }
        }
    }
}

/// Four units for each count.
#[inline]
fn stairs<'a, U: Unit>(row: &mut [U], counts: impl Iterator<Item = &'a u8>) {
    for (units, &count) in row.chunks_exact_mut(STEPS).zip(counts) {
        units.copy_from_slice(&U::STAIRS[usize::from(count & 15)]);
    }
}
