//! The plays of a side in a race, by the number of the side after each.

use super::numbering::{Falls, Numbering};
use super::race::Race;
use crate::exact::TIE;
use tavla_engine::{Dice, LastMoves, Position, Scratch, Sequence, Side, Sink};

/// The plays of one roll after another, in memory that is kept.
pub(crate) struct Plays<'a> {
    race: &'a Race,
    scratch: Scratch,
    found: Found<'a>,
}

impl<'a> Plays<'a> {
    pub(crate) fn new(race: &'a Race, numbering: &'a Numbering) -> Self {
        Self {
            race,
            scratch: Scratch::default(),
            found: Found {
                numbering,
                numbers: Vec::new(),
                falls: Falls::default(),
            },
        }
    }

    /// The numbers of the sides that the plays of a roll lead to, each once, in no order.
    pub(crate) fn of(&mut self, alone: Position, dice: Dice) -> &[u32] {
        self.found.numbers.clear();
        self.race
            .plays(alone, dice, &mut self.scratch, &mut self.found);
        &self.found.numbers
    }
}

/// Notes the numbers of plays without making them.
struct Found<'a> {
    numbering: &'a Numbering,
    numbers: Vec<u32>,
    falls: Falls,
}

impl Sink for Found<'_> {
    const WANTS_PLAYS: bool = false;

    fn play(&mut self, _: Sequence, after: Position) {
        self.numbers.push(self.numbering.number(after.player));
    }

    #[inline]
    fn last_moves(&mut self, last: LastMoves) {
        let (now, mut sources) = (last.now().player, last.sources());
        if sources.count_ones() < 2 {
            if sources != 0 {
                self.numbers.push(self.one(now, sources, last.die()));
            }
            return;
        }
        let Self {
            numbering,
            numbers,
            falls,
        } = self;
        falls.begin(numbering, now);
        while sources != 0 {
            let source = sources.trailing_zeros() as u8;
            numbers.push(falls.after(source, last.die()));
            sources &= sources - 1;
        }
    }
}

impl Found<'_> {
    fn one(&self, now: Side, sources: u32, die: u8) -> u32 {
        let source = sources.trailing_zeros() as u8;
        let after = now.moved(source, source.saturating_sub(die));
        self.numbering.number(after)
    }
}

/// The number with the least mean of some; among equals the lowest.
#[inline]
pub(crate) fn least(numbers: &[u32], means: &[f64]) -> usize {
    // In two passes without a branch that nobody can predict.
    let mean = |&number: &u32| means[number as usize];
    let lower = |one: f64, other: f64| if other < one { other } else { one };
    let least = numbers.iter().map(mean).fold(f64::INFINITY, lower);
    let tie = |number: &u32| {
        if mean(number) <= least + TIE {
            *number
        } else {
            u32::MAX
        }
    };
    numbers
        .iter()
        .map(tie)
        .min()
        .map_or(0, |number| number as usize)
}

/// The numbers of the sides after each play, rising.
pub(crate) fn sorted(plays: &mut Plays<'_>, alone: Position, dice: Dice) -> Vec<u32> {
    let mut numbers = plays.of(alone, dice).to_vec();
    numbers.sort_unstable();
    numbers
}
