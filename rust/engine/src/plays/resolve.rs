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
    if start.is_finished() {
        return Resolution::Illegal(Broken::Finished);
    }
    let mut reader = Reader::new(rules, start, dice);
    reader.read(start, all_dice(dice), hops, Sequence::EMPTY);
    reader.resolution()
}

/// Reads exact moves, played in the order given.
#[must_use]
pub fn resolve_moves(rules: &Rules, start: Position, dice: Dice, line: Sequence) -> Resolution {
    if start.is_finished() {
        return Resolution::Illegal(Broken::Finished);
    }
    let mut reader = Reader::new(rules, start, dice);
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
    plays: Vec<Play>,
    found: Vec<Play>,
    /// The most telling failure so far and how telling it is.
    failure: Option<(Telling, Broken)>,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules, start: Position, dice: Dice) -> Self {
        Self {
            turn: Turn::new(rules, start),
            dice,
            plays: legal_plays(rules, start, dice),
            found: Vec::new(),
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
    fn read(&mut self, now: Position, left: Left, hops: &[Hop], line: Sequence) {
        if hops.is_empty() {
            self.finish(line, now);
            return;
        }
        for (index, hop) in hops.iter().enumerate() {
            let mut reached = false;
            for (die, rest) in next_dice(self.dice, left) {
                let to = target(hop.source, die);
                let gets_there = to == hop.target || self.can_reach(rest, to, hop.target);
                if hop.source <= hop.target || !gets_there {
                    continue;
                }
                reached = true;
                match self.turn.step(now, hop.source, die) {
                    Err(broken) => self.fail((Reverse(hops.len()), Kind::Move, line.len()), broken),
                    Ok((made, _)) if to == hop.target && hop.hit && !made.hit => {
                        let telling = (Reverse(hops.len()), Kind::Move, line.len());
                        self.fail(telling, Broken::NoHit { point: to });
                    }
                    Ok((_, after)) => {
                        let mut more = hops.to_vec();
                        if to == hop.target {
                            more.remove(index);
                        } else {
                            more[index].source = to;
                        }
                        self.read(after, rest, &more, line.then(hop.source, die));
                    }
                }
            }
            if !reached {
                let Hop { source, target, .. } = *hop;
                let telling = (Reverse(hops.len()), Kind::NoDie, line.len());
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
        if let Err(broken) = slow::whole_turn(&self.turn, self.dice, line, after, &self.plays) {
            self.fail((Reverse(0), Kind::Turn, line.len()), broken);
        } else if self.found.iter().all(|play| play.after != after) {
            let meant = self.plays.iter().filter(|play| play.after == after);
            self.found.extend(meant);
        }
    }

    /// Keeps the most telling failure; of equals the first.
    fn fail(&mut self, telling: Telling, broken: Broken) {
        if self.failure.is_none_or(|(best, _)| telling > best) {
            self.failure = Some((telling, broken));
        }
    }
}
