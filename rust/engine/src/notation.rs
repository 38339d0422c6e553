//! Play text: `24/18 13/11`, `bar/22* 6/5(2) 3/off`, `24/20*/14`.

use crate::dice::Dice;
use crate::moves::{Move, Sequence, slot_name};
use crate::plays::{Rules, moves_of};
use crate::position::Position;
use crate::side::{BAR, OFF, across};
use crate::variant::Contact;
use arrayvec::ArrayVec;
use std::fmt::Write as _;
use thiserror::Error;

/// One leg of a checker's way in play text, by one die or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hop {
    /// Where the leg starts: 1..=24, or 25 for the bar.
    pub source: u8,
    /// Where it ends: 1..=24, or 0 for off.
    pub target: u8,
    /// A hit is marked where it ends.
    pub hit: bool,
}

/// Text that is no play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read {text:?} as a play: at character {at}, expected {expected}")]
pub struct NotationError {
    /// The whole text.
    pub text: String,
    /// The character, counted from 1, where reading stopped.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

/// More legs than any turn has is a mistake, not a play.
const MOST_HOPS: usize = 16;

/// The words, in lower case and without brackets, for a turn without a move.
const DANCES: [&str; 7] = [
    "dance",
    "no move",
    "no moves",
    "no play",
    "cannot move",
    "can't move",
    "pass",
];

/// The text of a turn without a move.
pub const DANCE: &str = "dance";

/// Reads play text into legs. A dance gives none.
///
/// Case does not matter, nor does white space; moves may be separated by commas or semicolons,
/// slots by `/`, `-` or `>`; the bar is `bar`, `b` or 25, off is `off`, `o` or 0.
///
/// # Errors
/// Where and why the text is no play.
pub fn parse(text: &str) -> Result<Vec<Hop>, NotationError> {
    let mut reader = Reader {
        text,
        at: 0,
        hops: Vec::new(),
    };
    if is_dance(text) {
        return Ok(reader.hops);
    }
    reader.skip_separators();
    while !reader.is_at_end() {
        reader.chain()?;
        if reader.hops.len() > MOST_HOPS {
            return Err(reader.error("at most four moves"));
        }
        reader.skip_separators();
    }
    if reader.hops.is_empty() {
        return Err(reader.error("moves such as 24/18, or the word dance"));
    }
    Ok(reader.hops)
}

fn is_dance(text: &str) -> bool {
    let words = text.trim().trim_matches(['(', ')']);
    DANCES.iter().any(|dance| words.eq_ignore_ascii_case(dance))
}

struct Reader<'a> {
    text: &'a str,
    /// The byte that comes next.
    at: usize,
    hops: Vec<Hop>,
}

impl Reader<'_> {
    fn error(&self, expected: &'static str) -> NotationError {
        NotationError {
            text: self.text.into(),
            at: self.text[..self.at].chars().count() + 1,
            expected,
        }
    }

    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn skip_while(&mut self, skips: impl Fn(char) -> bool) {
        while let Some(c) = self.next().filter(|&c| skips(c)) {
            self.at += c.len_utf8();
        }
    }

    fn skip_separators(&mut self) {
        self.skip_while(|c| c.is_whitespace() || matches!(c, ',' | ';'));
    }

    /// Steps over white space and then over one of `wanted`, if it comes next.
    fn take(&mut self, wanted: &[char]) -> bool {
        let before = self.at;
        self.skip_while(char::is_whitespace);
        let found = self.next().filter(|c| wanted.contains(c));
        self.at = found.map_or(before, |c| self.at + c.len_utf8());
        found.is_some()
    }

    /// `24/20*/14(2)`: one checker's way, made by one checker or several.
    fn chain(&mut self) -> Result<(), NotationError> {
        let first = self.hops.len();
        let mut source = self.slot()?;
        if source == OFF {
            return Err(self.error("a point or the bar to move from"));
        }
        while self.take(&['/', '-', '>']) {
            let target = self.slot()?;
            if source == OFF || target == BAR {
                return Err(self.error("a point or off to move to"));
            }
            let hit = self.take(&['*']);
            self.hops.push(Hop {
                source,
                target,
                hit,
            });
            source = target;
        }
        let legs = first..self.hops.len();
        if legs.is_empty() {
            return Err(self.error("a slash and where the checker goes"));
        }
        for _ in 1..self.copies()? {
            let copy = self.hops.len();
            self.hops.extend_from_within(legs.clone());
            // A mark on a repeated leg says that the first of the checkers hits.
            for leg in &mut self.hops[copy..] {
                leg.hit = false;
            }
        }
        Ok(())
    }

    fn copies(&mut self) -> Result<u8, NotationError> {
        if !self.take(&['(']) {
            return Ok(1);
        }
        self.skip_while(char::is_whitespace);
        let digit = self.next().and_then(|c| c.to_digit(10));
        match digit {
            Some(copies @ 1..=4) => {
                self.at += 1;
                if self.take(&[')']) {
                    Ok(copies as u8)
                } else {
                    Err(self.error("a closing bracket"))
                }
            }
            _ => Err(self.error("how many checkers, 1 to 4")),
        }
    }

    fn slot(&mut self) -> Result<u8, NotationError> {
        const EXPECTED: &str = "a point from 1 to 24, bar or off";
        self.skip_while(char::is_whitespace);
        let first = self.at;
        self.skip_while(char::is_alphanumeric);
        let word = &self.text[first..self.at];
        let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        let slot = match word {
            _ if is(["bar", "b"]) => Some(BAR),
            _ if is(["off", "o"]) => Some(OFF),
            digits if digits.len() <= 2 => digits.parse().ok().filter(|&n: &u8| n <= BAR),
            _ => None,
        };
        slot.ok_or_else(|| {
            self.at = first;
            self.error(EXPECTED)
        })
    }
}

/// The way of one checker: its stops, and which of them are hits.
#[derive(Clone, PartialEq, Eq)]
struct Way {
    stops: ArrayVec<u8, 5>,
    hits: u8,
    copies: u8,
}

/// Writes a play: chains joined, hits marked, repeats counted, from the highest source down.
#[must_use]
pub fn format(rules: &Rules, start: Position, dice: Dice, sequence: Sequence) -> String {
    let moves = moves_of(rules, start, sequence);
    if moves.is_empty() {
        return DANCE.into();
    }
    let all_stops = names_middle(rules, start, dice, &moves);
    let mut text = String::new();
    for way in ways(&moves) {
        if !text.is_empty() {
            text.push(' ');
        }
        write_way(&mut text, &way, all_stops);
    }
    text
}

/// Whether one checker's way must be written stop by stop: another way to the same target hits.
fn names_middle(rules: &Rules, start: Position, dice: Dice, moves: &[Move]) -> bool {
    let [first, second] = moves else { return false };
    let one_checker = !dice.is_double() && first.target == second.source && !first.hit;
    let Some(other) = first.source.checked_sub(second.die).filter(|&p| p > OFF) else {
        return false;
    };
    let theirs = start.opponent.count(across(rules.track, other));
    one_checker && rules.contact == Contact::Hit && theirs == 1
}

fn ways(moves: &[Move]) -> ArrayVec<Way, 4> {
    let mut ways: ArrayVec<Way, 4> = ArrayVec::new();
    for made in moves {
        let goes_on = |way: &&mut Way| way.stops.last() == Some(&made.source);
        let way = if let Some(way) = ways.iter_mut().find(goes_on) {
            way
        } else {
            let stops = ArrayVec::from_iter([made.source]);
            ways.push(Way {
                stops,
                hits: 0,
                copies: 1,
            });
            ways.last_mut()
                .unwrap_or_else(|| unreachable!("just pushed"))
        };
        way.hits |= u8::from(made.hit) << way.stops.len();
        way.stops.push(made.target);
    }
    let mut merged: ArrayVec<Way, 4> = ArrayVec::new();
    for way in ways {
        match merged.iter_mut().find(|other| other.stops == way.stops) {
            Some(other) => {
                other.hits |= way.hits;
                other.copies += 1;
            }
            None => merged.push(way),
        }
    }
    merged.sort_by(|a, b| b.stops.cmp(&a.stops));
    merged
}

fn write_way(text: &mut String, way: &Way, all_stops: bool) {
    let last = way.stops.len() - 1;
    for (index, &stop) in way.stops.iter().enumerate() {
        let hit = way.hits >> index & 1 == 1;
        if index == 0 {
            text.push_str(&slot_name(stop));
        } else if hit || index == last || all_stops {
            text.push('/');
            text.push_str(&slot_name(stop));
        }
        if hit {
            text.push('*');
        }
    }
    if way.copies > 1 {
        let _ = write!(text, "({})", way.copies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(source: u8, target: u8, hit: bool) -> Hop {
        Hop {
            source,
            target,
            hit,
        }
    }

    #[test]
    fn text_is_read_as_people_type_it() {
        let expected = vec![
            hop(25, 22, true),
            hop(6, 5, false),
            hop(6, 5, false),
            hop(3, 0, false),
        ];
        for text in [
            "bar/22* 6/5(2) 3/off",
            "BAR/22*  6/5 (2), 3/Off",
            "25/22 * ; 6 / 5 ( 2 ) 3/0",
            "b-22* 6-5(2) 3-o",
        ] {
            assert_eq!(parse(text).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(
            parse("24/20*/14"),
            Ok(vec![hop(24, 20, true), hop(20, 14, false)])
        );
        assert_eq!(parse("(no play)"), Ok(vec![]));
    }

    #[test]
    fn text_that_is_no_play_says_where() {
        for (text, at) in [
            ("", 1),
            ("24", 3),
            ("24/", 4),
            ("26/20", 1),
            ("off/3", 4),
            ("6/bar", 6),
            ("6/5(9)", 5),
            ("6/5(2", 6),
            ("24/18 x", 7),
        ] {
            assert_eq!(parse(text).map_err(|e| e.at), Err(at), "{text}");
        }
    }
}
