//! Single moves: which ones begin or go on with some full legal play, over all paths.

use super::rules::{Broken, Rules, Turn};
use super::{Play, legal_plays, slow};
use crate::dice::Dice;
use crate::moves::{Move, Sequence};
use crate::position::Position;
use crate::side::{BAR, OFF};
use std::collections::HashMap;

/// A move already made in a turn. The die may be left out where it can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Where the checker stood.
    pub source: u8,
    /// Where it went.
    pub target: u8,
    /// The die used, if known.
    pub die: Option<u8>,
}

impl From<Move> for Played {
    fn from(made: Move) -> Self {
        Self {
            source: made.source,
            target: made.target,
            die: Some(made.die),
        }
    }
}

/// A move said to be played already is not legal at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfTurn {
    /// Its index among the moves played.
    pub index: usize,
    /// The rule it breaks.
    pub broken: Broken,
}

/// How many of the high and the low die are left; a double counts as high.
pub(super) type Left = [u8; 2];

pub(super) fn all_dice(dice: Dice) -> Left {
    if dice.is_double() { [4, 0] } else { [1, 1] }
}

/// The dice left with what remains after playing one, the larger first.
pub(super) fn next_dice(dice: Dice, left: Left) -> impl Iterator<Item = (u8, Left)> {
    [dice.high(), dice.low()]
        .into_iter()
        .enumerate()
        .filter(move |&(which, _)| left[which] > 0)
        .map(move |(which, die)| {
            let mut rest = left;
            rest[which] -= 1;
            (die, rest)
        })
}

/// The moves of the roll that begin or continue a full legal play after the moves `played`: the
/// larger die first, then from the highest source down. Empty when the play is complete.
///
/// # Errors
/// When a move of `played` neither begins nor continues one.
pub fn legal_moves(
    rules: &Rules,
    start: Position,
    dice: Dice,
    played: &[Played],
) -> Result<Vec<Move>, OutOfTurn> {
    let mut paths = Paths::new(rules, start, dice);
    let mut at = Point {
        now: start,
        left: all_dice(dice),
        sequence: Sequence::EMPTY,
    };
    for (index, &made) in played.iter().enumerate() {
        at = paths
            .follow(at, made)
            .map_err(|broken| OutOfTurn { index, broken })?;
    }
    Ok(paths.open(at).into_iter().map(|(made, _)| made).collect())
}

/// A place along a line of moves.
#[derive(Clone, Copy)]
struct Point {
    now: Position,
    left: Left,
    sequence: Sequence,
}

struct Paths<'a> {
    turn: Turn<'a>,
    dice: Dice,
    plays: Vec<Play>,
    most: u32,
    must_play_high: bool,
    completes: HashMap<(Position, Left), bool>,
}

impl<'a> Paths<'a> {
    fn new(rules: &'a Rules, start: Position, dice: Dice) -> Self {
        let plays = legal_plays(rules, start, dice);
        let most = plays.iter().map(|p| p.sequence.len()).max().unwrap_or(0);
        let by_high = |play: &Play| play.sequence.iter().any(|(_, die)| die == dice.high());
        Self {
            turn: Turn::new(rules, start),
            dice,
            most,
            must_play_high: most == 1 && plays.iter().any(by_high),
            plays,
            completes: HashMap::new(),
        }
    }

    /// The moves from here that lead on to a full legal play.
    fn open(&mut self, at: Point) -> Vec<(Move, Point)> {
        let mut moves = Vec::new();
        if at.sequence.len() == self.most {
            return moves;
        }
        for (made, next) in self.steps(at) {
            if self.leads_to_play(next) {
                moves.push((made, next));
            }
        }
        moves
    }

    /// Every single move the rules allow from here, wherever it leads.
    fn steps(&self, at: Point) -> Vec<(Move, Point)> {
        let mut steps = Vec::new();
        for (die, left) in next_dice(self.dice, at.left) {
            for source in (1..=BAR).rev() {
                if let Ok((made, now)) = self.turn.step(at.now, source, die) {
                    let sequence = at.sequence.then(source, die);
                    let next = Point {
                        now,
                        left,
                        sequence,
                    };
                    steps.push((made, next));
                }
            }
        }
        steps
    }

    fn leads_to_play(&mut self, at: Point) -> bool {
        if let Some(&known) = self.completes.get(&(at.now, at.left)) {
            return known;
        }
        let found = if at.sequence.len() == self.most {
            self.is_legal_end(at)
        } else {
            let steps = self.steps(at);
            steps.into_iter().any(|(_, next)| self.leads_to_play(next))
        };
        self.completes.insert((at.now, at.left), found);
        found
    }

    fn is_legal_end(&self, at: Point) -> bool {
        let high = at.sequence.iter().any(|(_, die)| die == self.dice.high());
        self.plays.iter().any(|play| play.after == at.now) && (high || !self.must_play_high)
    }

    fn follow(&mut self, at: Point, made: Played) -> Result<Point, Broken> {
        let Played {
            source,
            target,
            die,
        } = made;
        if at.now.is_finished() {
            return Err(Broken::Finished);
        }
        let fits = |(step, _): &(Move, Point)| {
            step.source == source && step.target == target && die.is_none_or(|d| d == step.die)
        };
        if let Some((_, next)) = self.open(at).into_iter().find(fits) {
            return Ok(next);
        }
        if let Some((_, next)) = self.steps(at).into_iter().find(fits) {
            return Err(self.dead_end(next));
        }
        Err(self.why_no_step(at, made))
    }

    fn why_no_step(&self, at: Point, made: Played) -> Broken {
        let Played {
            source,
            target,
            die,
        } = made;
        let lands = |d: u8| source > OFF && crate::moves::target(source, d) == target;
        next_dice(self.dice, at.left)
            .filter(|&(d, _)| lands(d) && die.is_none_or(|wanted| wanted == d))
            .find_map(|(d, _)| self.turn.step(at.now, source, d).err())
            .unwrap_or(Broken::NoSuchDie { source, target })
    }

    /// Why no line from here is a legal play: what the longest one breaks.
    fn dead_end(&self, at: Point) -> Broken {
        let mut longest = at;
        let mut ahead = vec![at];
        while let Some(point) = ahead.pop() {
            if point.sequence.len() > longest.sequence.len() {
                longest = point;
            }
            ahead.extend(self.steps(point).into_iter().map(|(_, next)| next));
        }
        slow::whole_turn(
            &self.turn,
            self.dice,
            longest.sequence,
            longest.now,
            &self.plays,
        )
        .err()
        .unwrap_or(Broken::MoreDice {
            most: self.most as u8,
        })
    }
}
