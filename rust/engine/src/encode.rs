//! Positions as input for learners: rows of numbers, always from the player on roll.
//!
//! Each encoding is a row of whole units and a scale for each unit. As `u8` a row holds the units
//! themselves, as `f32` each unit times its scale.

use crate::plays::Rules;
use crate::row::{ROW, Row, facing, opposing, own};
use crate::side::{BAR, OFF, SLOTS};
use crate::variant::Track;
use std::array;

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
/// Units of a row that has four for each point.
const STEPPED: usize = BOARD + 6;

const HALF: f32 = 0.5;
const FIFTEENTH: f32 = 1.0 / 15.0;

/// A number that rows are made of.
pub trait Unit: Copy + Default + 'static {
    /// So many units at a scale.
    fn scaled(units: u8, scale: f32) -> Self;

    /// Writes the units of two points for both counts, the second in the high four bits.
    #[doc(hidden)]
    fn stairs(pair: u8, units: &mut [[Self; STEPS]; 2]);
}

/// The four units of a point for each count.
const STAIRS: [[u8; STEPS]; 16] = {
    let mut stairs = [[0; STEPS]; 16];
    let mut count = 1;
    while count < 16u8 {
        let beyond = count.saturating_sub(3);
        stairs[count as usize] = [1, (count >= 2) as u8, (count >= 3) as u8, beyond];
        count += 1;
    }
    stairs
};

impl Unit for u8 {
    #[inline]
    fn scaled(units: u8, _: f32) -> Self {
        units
    }

    /// Both at once: half as many steps.
    #[inline]
    fn stairs(pair: u8, units: &mut [[Self; STEPS]; 2]) {
        static OF_PAIR: [[[u8; STEPS]; 2]; 256] = {
            let mut stairs = [[[0; STEPS]; 2]; 256];
            let mut pair = 0;
            while pair < 256 {
                stairs[pair] = [STAIRS[pair & 15], STAIRS[pair >> 4]];
                pair += 1;
            }
            stairs
        };
        *units = OF_PAIR[usize::from(pair)];
    }
}

impl Unit for f32 {
    #[inline]
    fn scaled(units: u8, scale: f32) -> Self {
        Self::from(units) * scale
    }

    #[inline]
    fn stairs(pair: u8, units: &mut [[Self; STEPS]; 2]) {
        static OF_COUNT: [[f32; STEPS]; 16] = {
            let mut stairs = [[0.0; STEPS]; 16];
            let mut count = 0;
            while count < 16 {
                let [one, two, three, beyond] = STAIRS[count];
                let beyond = beyond as f32 * HALF;
                stairs[count] = [one as f32, two as f32, three as f32, beyond];
                count += 1;
            }
            stairs
        };
        units[0] = OF_COUNT[usize::from(pair & 15)];
        units[1] = OF_COUNT[usize::from(pair >> 4)];
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
            Self::Counts => ROW,
            Self::Tesauro | Self::Parallel => STEPPED,
        }
    }

    /// Writes the encodings of rows that are sound, [`Encoding::width`] units each.
    pub fn write<U: Unit>(self, rules: &Rules, rows: &[Row], out: &mut [U]) {
        match self {
            Self::Counts => each(rows, out, |row, units: &mut [U; ROW]| {
                *units = row.map(|count| U::scaled(count, 1.0));
            }),
            Self::Tesauro => each(rows, out, |row, units| {
                along_own_points(row, units);
                tesauro_rest(row, units);
            }),
            Self::Parallel => {
                let (track, away) = (rules.track, Away::new(rules));
                // Two loops, because one runs out of registers.
                each(rows, out, |row, units| {
                    along_the_players_points(track, row, units);
                });
                each(rows, out, |row, units| parallel_rest(away, row, units));
            }
        }
    }
}

#[inline]
fn each<U, const WIDTH: usize>(rows: &[Row], out: &mut [U], write: impl Fn(&Row, &mut [U; WIDTH])) {
    let (out, _) = out.as_chunks_mut();
    for (row, units) in rows.iter().zip(out) {
        write(row, units);
    }
}

/// The player's points and then the opponent's.
#[inline]
fn along_own_points<U: Unit>(row: &Row, units: &mut [U; STEPPED]) {
    let (mine, theirs) = units[..BOARD].split_at_mut(BOARD / 2);
    for (units, counts) in [(mine, own(row)), (theirs, opposing(row))] {
        // Two neighbours in each other byte.
        let pairs = counts.map(|eight| eight | eight >> 4).map(u64::to_le_bytes);
        stairs(units, pairs.as_flattened().iter().step_by(2));
    }
}

/// What both sides have on each of the player's points.
#[inline]
fn along_the_players_points<U: Unit>(track: Track, row: &Row, units: &mut [U; STEPPED]) {
    let (mine, theirs) = (own(row), facing(track, row));
    let pairs: [_; 3] = array::from_fn(|eight| mine[eight] | theirs[eight] << 4);
    let pairs = pairs.map(u64::to_le_bytes);
    stairs(&mut units[..BOARD], pairs.as_flattened().iter());
}

#[inline]
fn tesauro_rest<U: Unit>(row: &Row, units: &mut [U; STEPPED]) {
    let [mine, theirs] = Ends::of(row);
    let on_roll = [U::scaled(1, 1.0), U::scaled(0, 1.0)];
    units[BOARD..BOARD + 2].copy_from_slice(&[mine.bar(), theirs.bar()]);
    units[BOARD + 2..BOARD + 4].copy_from_slice(&[mine.off(), theirs.off()]);
    units[BOARD + 4..].copy_from_slice(&on_roll);
}

#[inline]
fn parallel_rest<U: Unit>(away: Away, row: &Row, units: &mut [U; STEPPED]) {
    let [mine, theirs] = Ends::of(row);
    let away = [0, SLOTS].map(|side| U::scaled(u8::from(away.is_seen(row, side)), 1.0));
    units[BOARD..BOARD + 2].copy_from_slice(&[mine.off(), theirs.off()]);
    units[BOARD + 2..BOARD + 4].copy_from_slice(&away);
    units[BOARD + 4..].copy_from_slice(&[mine.bar(), theirs.bar()]);
}

/// Eight units for each pair of counts.
#[inline]
fn stairs<'a, U: Unit>(units: &mut [U], pairs: impl Iterator<Item = &'a u8>) {
    let (units, _) = units.as_chunks_mut::<STEPS>();
    let (units, _) = units.as_chunks_mut();
    for (units, &pair) in units.iter_mut().zip(pairs) {
        U::stairs(pair, units);
    }
}

/// Where a side's checkers are that are on no point.
struct Ends {
    off: u8,
    bar: u8,
}

impl Ends {
    /// The player's and the opponent's.
    fn of(row: &Row) -> [Self; 2] {
        let (off, bar) = (usize::from(OFF), usize::from(BAR));
        [0, SLOTS].map(|side| Self {
            off: row[side + off],
            bar: row[side + bar],
        })
    }

    fn off<U: Unit>(&self) -> U {
        U::scaled(self.off, FIFTEENTH)
    }

    fn bar<U: Unit>(&self) -> U {
        U::scaled(self.bar, HALF)
    }
}

/// Which slots show that a side's first checker is away: all of them, where there is no such rule.
#[derive(Clone, Copy)]
struct Away([u128; 2]);

impl Away {
    /// Where the words of a side's counts begin; the second takes some again.
    const WORDS: [usize; 2] = [0, 10];

    fn new(rules: &Rules) -> Self {
        let passed = rules.first_away.map_or(u32::MAX, |rule| rule.passed);
        let byte = |slot: usize| u8::from(passed >> slot & 1 == 1) * u8::MAX;
        let word = |first| u128::from_le_bytes(array::from_fn(|slot| byte(first + slot)));
        Self(Self::WORDS.map(word))
    }

    /// Whether the side whose slots begin here has a checker in one of them.
    #[inline]
    fn is_seen(self, row: &Row, side: usize) -> bool {
        let word = |first| u128::from_le_bytes(array::from_fn(|slot| row[side + first + slot]));
        let [low, high] = Self::WORDS.map(word);
        (low & self.0[0] | high & self.0[1]) != 0
    }
}
