//! The common row of a match file: ` 12) 31: 8/5 6/5          42: 24/20 13/11`.

use arrayvec::ArrayVec;

/// What most sites write for a turn without a move.
pub const CANNOT_MOVE: &str = "Cannot Move";

/// A roll in a row, with what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollCell<'a> {
    /// Where it starts in the line, from 0.
    pub start: usize,
    /// The two digits of the dice, which may be no dice.
    pub dice: &'a str,
    /// The play without blanks around it; it may be none.
    pub play: &'a str,
}

/// The rolls of a row that has its number, one roll or two, and nothing that is not made of what
/// plays are made of; `None` for any other line.
///
/// ```
/// use tavla_engine::match_row::plain_row;
///
/// let rolls = plain_row(" 12) 31: 8/5 6/5          42: 24/20 13/11").unwrap_or_default();
/// let plays: Vec<_> = rolls.iter().map(|roll| (roll.dice, roll.play)).collect();
/// assert_eq!(plays, [("31", "8/5 6/5"), ("42", "24/20 13/11")]);
/// assert_eq!(plain_row(" 13)  Doubles => 2           Takes"), None);
/// ```
#[must_use]
pub fn plain_row(line: &str) -> Option<ArrayVec<RollCell<'_>, 2>> {
    let number = line.trim_start_matches(' ');
    let bracket = number.trim_start_matches(is_digit);
    if bracket.len() == number.len() {
        return None;
    }
    let first = bracket.strip_prefix(')')?.trim_start_matches(' ');
    let (dice, rest) = dice_and_rest(first)?;
    let (play, second) = match rest.find(':') {
        None => (rest, None),
        Some(colon) => {
            let (play, second) = rest.split_at_checked(colon.checked_sub(2)?)?;
            (play.strip_suffix(' ')?, Some(second))
        }
    };
    let mut cells = ArrayVec::new();
    cells.push(RollCell {
        start: line.len() - first.len(),
        dice,
        play: moves(play)?,
    });
    if let Some(second) = second {
        let (dice, play) = dice_and_rest(second)?;
        cells.push(RollCell {
            start: line.len() - second.len(),
            dice,
            play: moves(play)?,
        });
    }
    Some(cells)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The two digits before a colon, and what follows it.
fn dice_and_rest(text: &str) -> Option<(&str, &str)> {
    let (dice, rest) = text.split_at_checked(2)?;
    let rest = rest.strip_prefix(':')?;
    dice.chars().all(is_digit).then_some((dice, rest))
}

/// Text that is made of what moves are made of, without the blanks around it.
fn moves(text: &str) -> Option<&str> {
    let text = text.trim_matches(' ');
    let is_part = |byte: u8| {
        matches!(byte, b'0'..=b'9' | b'/' | b'*' | b'(' | b')' | b' ') || b"barofBO".contains(&byte)
    };
    // Digits alone are no play: in `12:33` they are the end of a time.
    let is_play = text.is_empty() || text.contains('/') && text.bytes().all(is_part);
    let is_plain = text == CANNOT_MOVE || is_play && !ends_with_row(text);
    is_plain.then_some(text)
}

/// Whether the number of the next row got into the cell, as in `24/20 13)`.
fn ends_with_row(text: &str) -> bool {
    text.strip_suffix(')').is_some_and(|head| {
        let before = head.trim_end_matches(is_digit);
        before.len() < head.len() && (before.is_empty() || before.ends_with(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Option<Vec<(usize, &str, &str)>> {
        let cells = plain_row(line)?;
        Some(cells.iter().map(|c| (c.start, c.dice, c.play)).collect())
    }

    #[test]
    fn a_row_gives_its_rolls_with_their_places() {
        assert_eq!(
            cut("  3) 31: 8/5 6/5     42: Cannot Move  "),
            Some(vec![(5, "31", "8/5 6/5"), (21, "42", "Cannot Move")])
        );
        assert_eq!(cut("1)                 65:"), Some(vec![(19, "65", "")]));
        assert_eq!(
            cut("10)66: 13/7(2)* 77: bar/off"),
            Some(vec![(3, "66", "13/7(2)*"), (16, "77", "bar/off")])
        );
    }

    #[test]
    fn any_other_line_is_left_to_who_looks_closer() {
        for line in [
            "",
            ") 31: 8/5",
            " 3 31: 8/5",
            " 3) 3: 8/5",
            " 3) 311: 8/5",
            " 3) 31: 8/5 6/5  Doubles => 2",
            " 3)  Takes                  31: 8/5",
            " 3) 31: 8/5 6/5 4)",
            " 3) 31: 4)",
            " 3) 31: 8/542: 6/5",
            " 3) 31: 8/5 42: 6/5 51: 6/1",
            " 3) 31: 8/5 6/5 12:33",
            " 3) 31: 8/5 6/5 0:15",
            " 3) 31: 8/5 6/5   42: 24/20 6/4 10:05",
            " 3) 31: 8\u{a0}5",
            " 3) \u{e9}1: 8/5",
            " 3) 31: \u{e9}\u{e9}:",
            " 3) 31: :",
        ] {
            assert_eq!(cut(line), None, "{line:?}");
        }
    }
}
