//! The slow, obvious generator: try every move with every die in every order, then keep what
//! the rules for the whole turn allow. It defines the legal plays, their order and their
//! canonical sequences; the fast generator must give exactly the same.

use super::Play;
use super::rules::{Broken, Rules, Turn};
use crate::dice::Dice;
use crate::moves::Sequence;
use crate::position::Position;
use crate::side::BAR;

/// A line of moves that cannot or need not go on.
struct Line {
    sequence: Sequence,
    after: Position,
}

/// Every legal play, one for each resulting position.
///
/// Lines are tried depth first, the larger die before the smaller, from the highest source to
/// the lowest. A result stands where its first line stood, and that line is its canonical
/// sequence. A dance is one play with no moves; a finished position has none.
#[must_use]
pub fn legal_plays(rules: &Rules, start: Position, dice: Dice) -> Vec<Play> {
    if start.is_finished() {
        return Vec::new();
    }
    let turn = Turn::new(rules, start);
    let mut lines = Vec::new();
    for order in orders(dice) {
        explore(&turn, &order, start, Sequence::EMPTY, &mut lines);
    }
    let may_end = lines.iter().filter(|line| turn.end(line.after).is_ok());
    let used = |line: &Line| line.sequence.len();
    let most = may_end.clone().map(used).max().unwrap_or(0);
    let maximal = may_end.filter(|line| used(line) == most);
    let larger = |line: &&Line| line.sequence.iter().any(|(_, die)| die == dice.high());
    let only_larger = most == 1 && maximal.clone().any(|line| larger(&line));
    let by_dice = maximal.filter(|line| !only_larger || larger(line));
    let opens = by_dice.clone().any(|line| turn.opens_wall(line.after));
    let legal = by_dice.filter(|line| !opens || turn.opens_wall(line.after));
    let mut plays: Vec<Play> = Vec::new();
    for &Line { sequence, after } in legal {
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

/// Which rule for the whole turn a line of moves breaks, given what the roll allows.
///
/// # Errors
/// The rule broken.
pub(super) fn whole_turn(
    turn: &Turn,
    dice: Dice,
    sequence: Sequence,
    after: Position,
    plays: &[Play],
) -> Result<(), Broken> {
    turn.end(after)?;
    let most = plays
        .iter()
        .map(|play| play.sequence.len())
        .max()
        .unwrap_or(0);
    if sequence.len() < most {
        return Err(Broken::MoreDice { most: most as u8 });
    }
    let high = |line: Sequence| line.iter().any(|(_, die)| die == dice.high());
    let must_play_high = most == 1 && plays.iter().any(|play| high(play.sequence));
    if must_play_high && !high(sequence) {
        return Err(Broken::LargerDie { die: dice.high() });
    }
    if plays.iter().any(|play| play.after == after) {
        return Ok(());
    }
    Err(if turn.wall.is_some() && !turn.opens_wall(after) {
        Broken::UnblockDuty
    } else {
        Broken::LargerDie { die: dice.high() }
    })
}
