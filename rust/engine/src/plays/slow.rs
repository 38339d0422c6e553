//! The slow, obvious generator: try every move with every die in every order, then keep what
//! the rules for the whole turn allow. It defines the legal plays, their order and their
//! canonical sequences; the fast generator must give exactly the same.

use super::Play;
use super::rules::{Broken, Rules, Turn};
use crate::dice::Dice;
use crate::moves::Sequence;
use crate::position::Position;
use crate::side::BAR;

/// Moves that make a whole turn in the order made, and the position they lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves.
    pub sequence: Sequence,
    /// The result, the side that moved still first.
    pub after: Position,
}

/// Every legal line of moves, several for most results.
///
/// Lines are tried depth first, the larger die before the smaller, from the highest source to
/// the lowest. A dance is one line with no moves; a finished position has none.
#[must_use]
pub fn lines(rules: &Rules, start: Position, dice: Dice) -> Vec<Line> {
    if start.is_finished() {
        return Vec::new();
    }
    let turn = Turn::new(rules, start);
    let mut lines = Vec::new();
    for order in orders(dice) {
        explore(&turn, &order, start, Sequence::EMPTY, &mut lines);
    }
    let used = |line: &Line| line.sequence.len();
    let larger = |line: &Line| line.sequence.iter().any(|(_, die)| die == dice.high());
    lines.retain(|line| turn.end(line.after).is_ok());
    let most = lines.iter().map(used).max().unwrap_or(0);
    lines.retain(|line| used(line) == most);
    if most == 1 && lines.iter().any(larger) {
        lines.retain(larger);
    }
    if lines.iter().any(|line| turn.opens_wall(line.after)) {
        lines.retain(|line| turn.opens_wall(line.after));
    }
    lines
}

/// Every legal play, one for each resulting position.
///
/// A result stands where the first of its [`lines`] stood, and that line is its canonical
/// sequence. A dance is one play with no moves; a finished position has none.
#[must_use]
pub fn legal_plays(rules: &Rules, start: Position, dice: Dice) -> Vec<Play> {
    let mut plays: Vec<Play> = Vec::new();
    for Line { sequence, after } in lines(rules, start, dice) {
        if plays.iter().all(|play| play.after != after) {
            plays.push(Play { sequence, after });
        }
    }
    plays
}

/// The orders in which a roll's dice can be played.
fn orders(dice: Dice) -> Vec<Vec<u8>> {
    let (high, low) = (dice.high(), dice.low());
    if dice.is_double() {
        vec![vec![high; 4]]
    } else {
        vec![vec![high, low], vec![low, high]]
    }
}

/// Notes every prefix of every line: a shorter one may be all that the limits at the end of the
/// turn allow.
fn explore(turn: &Turn, order: &[u8], now: Position, so_far: Sequence, lines: &mut Vec<Line>) {
    lines.push(Line {
        sequence: so_far,
        after: now,
    });
    let Some((&die, others)) = order.split_first() else {
        return;
    };
    for source in (1..=BAR).rev() {
        if let Ok((_, after)) = turn.step(now, source, die) {
            explore(turn, others, after, so_far.then(source, die), lines);
        }
    }
}

/// The legal play, among those that the roll allows, that a line of moves makes.
///
/// # Errors
/// The rule for the whole turn that it breaks.
pub(super) fn whole_turn(
    turn: &Turn,
    dice: Dice,
    sequence: Sequence,
    after: Position,
    plays: &[Play],
) -> Result<Play, Broken> {
    turn.end(after)?;
    // Legal plays of one turn all have as many moves.
    let most = plays.first().map_or(0, |play| play.sequence.len());
    if sequence.len() < most {
        return Err(Broken::MoreDice { most: most as u8 });
    }
    let high = |line: Sequence| line.iter().any(|(_, die)| die == dice.high());
    let must_play_high = most == 1 && plays.iter().any(|play| high(play.sequence));
    if must_play_high && !high(sequence) {
        return Err(Broken::LargerDie { die: dice.high() });
    }
    if let Some(&play) = plays.iter().find(|play| play.after == after) {
        return Ok(play);
    }
    Err(if turn.wall.is_some() && !turn.opens_wall(after) {
        Broken::UnblockDuty
    } else {
        Broken::LargerDie { die: dice.high() }
    })
}
