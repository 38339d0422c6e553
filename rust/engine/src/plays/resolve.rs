//! From what a person writes to the play meant, or to the rule it breaks.

use super::paths::{Left, all_dice, next_dice};
use super::rules::{Broken, Rules, Turn};
use super::{Play, legal_plays, slow};
use crate::dice::Dice;
use crate::moves::{Sequence, target};
use crate::notation::Hop;
use crate::position::Position;
use std::cmp::Reverse;

/// What a text or a list of moves comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// It can mean these legal plays; one, unless the text is ambiguous.
    Legal(Vec<Play>),
    /// It means no legal play; this is the rule that the best reading of it breaks.
    Illegal(Broken),
}

/// Reads hops as plays: in any order, each hop by one checker with one die or several.
#[must_use]
pub fn resolve(rules: &Rules, start: Position, dice: Dice, hops: &[Hop]) -> Resolution {
    resolve_among(rules, start, dice, hops, &legal_plays(rules, start, dice))
}

/// [`resolve`] for who has the legal plays of the turn already.
pub(super) fn resolve_among(
    rules: &Rules,
    start: Position,
    dice: Dice,
    hops: &[Hop],
    plays: &[Play],
) -> Resolution {
    if start.is_finished() {
        return Resolution::Illegal(Broken::Finished);
    }
    let mut reader = Reader::new(rules, start, dice, plays);
    reader.hops.extend(hops.iter().copied().map(Some));
    reader.left = hops.len();
    reader.read(start, all_dice(dice), Sequence::EMPTY);
    reader.resolution()
}

/// Reads exact moves, played in the order given.
#[must_use]
pub fn resolve_moves(rules: &Rules, start: Position, dice: Dice, line: Sequence) -> Resolution {
    if start.is_finished() {
        return Resolution::Illegal(Broken::Finished);
    }
    let plays = legal_plays(rules, start, dice);
    let mut reader = Reader::new(rules, start, dice, &plays);
    let (mut now, mut left) = (start, all_dice(dice));
    for (source, die) in line.iter() {
        let Some((_, rest)) = next_dice(dice, left).find(|&(d, _)| d == die) else {
            let target = target(source, die);
            return Resolution::Illegal(Broken::NoSuchDie { source, target });
        };
        left = rest;
        match reader.turn.step(now, source, die) {
            Ok((_, after)) => now = after,
            Err(broken) => return Resolution::Illegal(broken),
        }
    }
    reader.finish(line, now);
    reader.resolution()
}

/// How much a failure says about what was meant: how few hops are left to play (none is best),
/// what kind of failure it is, how many dice were played before it.
type Telling = (Reverse<usize>, Kind, u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    NoDie,
    Move,
    Turn,
}

struct Reader<'a> {
    turn: Turn<'a>,
    dice: Dice,
    plays: &'a [Play],
    /// The hops, `None` once they are played.
    hops: Vec<Option<Hop>>,
    /// How many hops are left to play.
    left: usize,
    found: Vec<Play>,
    /// Nothing else can be found.
    is_sure: bool,
    /// The most telling failure so far and how telling it is.
    failure: Option<(Telling, Broken)>,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules, start: Position, dice: Dice, plays: &'a [Play]) -> Self {
        Self {
            turn: Turn::new(rules, start),
            dice,
            plays,
            hops: Vec::new(),
            left: 0,
            found: Vec::new(),
            is_sure: false,
            failure: None,
        }
    }

    fn resolution(self) -> Resolution {
        match self.failure {
            Some((_, broken)) if self.found.is_empty() => Resolution::Illegal(broken),
            _ => Resolution::Legal(self.found),
        }
    }

    /// Tries every hop left with every die left. A hop whose target is not reached yet stays,
    /// from where its checker now stands.
    fn read(&mut self, now: Position, dice: Left, line: Sequence) {
        if self.left == 0 {
            self.finish(line, now);
            return;
        }
        for index in 0..self.hops.len() {
            let this = self.hops[index];
            let Some(hop) = this.filter(|_| !self.hops[..index].contains(&this)) else {
                continue; // played, or tried as its equal
            };
            let mut reached = false;
            for (die, rest) in next_dice(self.dice, dice) {
                let to = target(hop.source, die);
                let gets_there = to == hop.target || self.can_reach(rest, to, hop.target);
                if hop.source <= hop.target || !gets_there {
                    continue;
                }
                reached = true;
                let telling = (Reverse(self.left), Kind::Move, line.len());
                match self.turn.step(now, hop.source, die) {
                    Err(broken) => self.fail(telling, broken),
                    Ok((made, _)) if to == hop.target && hop.hit && !made.hit => {
                        self.fail(telling, Broken::NoHit { point: to });
                    }
                    Ok((_, after)) => {
                        let is_there = to == hop.target;
                        self.hops[index] = (!is_there).then_some(Hop { source: to, ..hop });
                        self.left -= usize::from(is_there);
                        self.read(after, rest, line.then(hop.source, die));
                        self.left += usize::from(is_there);
                        self.hops[index] = this;
                        if self.is_sure {
                            return;
                        }
                    }
                }
            }
            if !reached {
                let Hop { source, target, .. } = hop;
                let telling = (Reverse(self.left), Kind::NoDie, line.len());
                self.fail(telling, Broken::NoSuchDie { source, target });
            }
        }
    }

    /// Whether some of the dice left take a checker from one slot exactly to another.
    fn can_reach(&self, left: Left, from: u8, to: u8) -> bool {
        from > to
            && next_dice(self.dice, left).any(|(die, rest)| {
                let next = target(from, die);
                next == to || self.can_reach(rest, next, to)
            })
    }

    /// A line that plays every hop: is it a legal play?
    fn finish(&mut self, line: Sequence, after: Position) {
        match slow::whole_turn(&self.turn, self.dice, line, after, self.plays) {
            Ok(play) if self.found.iter().all(|known| known.after != after) => {
                self.found.push(play);
            }
            Ok(_) => {}
            Err(broken) => {
                self.fail((Reverse(0), Kind::Turn, line.len()), broken);
                return;
            }
        }
        // Legal plays of one turn all have as many moves. With a hop for each, their order decides
        // nothing: the same checkers land, and hit, on the same points.
        self.is_sure = line.len() as usize == self.hops.len();
    }

    /// Keeps the most telling failure; of equals the first.
    fn fail(&mut self, telling: Telling, broken: Broken) {
        if self.failure.is_none_or(|(best, _)| telling > best) {
            self.failure = Some((telling, broken));
        }
    }
}
