//! The generator for turns in which a rule of the variant may forbid a move that is open: the
//! first checker away, a limit that can be reached, a wall to be opened.
//!
//! Such rules depend on the order of moves, so all orders are tried and repeats are dropped.

use super::board::Board;
use super::rules::{Rules, Turn};
use super::seen::Seen;
use super::{Counted, Play, Sink};
use crate::dice::Dice;
use crate::moves::Sequence;
use crate::side::{POINTS, descending, up_to};
use crate::variant::{InnerMoves, LimitCheck, Release};

/// Whether a turn of rules that are not plain needs this generator.
pub(super) fn is_needed<const CONTRARY: bool, const HIT: bool>(
    rules: &Rules,
    board: &Board<CONTRARY, HIT>,
    dice: Dice,
) -> bool {
    let mine = board.position.player.occupied();
    let bound_to_first = rules.first_away.is_some_and(|rule| mine & rule.passed == 0);
    bound_to_first
        || limit_in_reach(rules, board, dice)
        || rules.six_prime_needs_opp_ahead
        || rules.inner_moves == InnerMoves::Forbidden
        || rules.wall_of(board.position).is_some()
}

/// Whether a limit could be passed at some time of the turn.
fn limit_in_reach<const CONTRARY: bool, const HIT: bool>(
    rules: &Rules,
    board: &Board<CONTRARY, HIT>,
    dice: Dice,
) -> bool {
    if rules.limits.is_empty() {
        return false;
    }
    let new = landings(board, dice) & !board.mine;
    rules.limits.iter().any(|limit| {
        let range = limit.mask();
        let held = (board.mine & range).count_ones();
        let most_new = (new & range).count_ones().min(u32::from(dice.moves()));
        held + most_new > u32::from(limit.most)
    })
}

/// The points on which a move of the turn could land, or more.
fn landings<const CONTRARY: bool, const HIT: bool>(
    board: &Board<CONTRARY, HIT>,
    dice: Dice,
) -> u32 {
    let land = |from: u32, die: u8| from >> die & board.open;
    let (high, low) = (dice.high(), dice.low());
    let first = land(board.mine, high) | land(board.mine, low);
    if !dice.is_double() {
        return first | land(first, high) | land(first, low);
    }
    let second = first | land(first, high);
    let third = second | land(second, high);
    third | land(third, high)
}

/// One turn's work.
pub(super) struct Careful<'a, const CONTRARY: bool, const HIT: bool> {
    pub turn: Turn<'a>,
    pub seen: &'a mut Seen,
    /// The plays so far; they are handed on when the turn is complete.
    pub plays: &'a mut Vec<Play>,
    /// A line of the sought length was found, whether or not it may end there.
    deepest: u8,
}

impl<'a, const CONTRARY: bool, const HIT: bool> Careful<'a, CONTRARY, HIT> {
    pub(super) fn new(turn: Turn<'a>, seen: &'a mut Seen, plays: &'a mut Vec<Play>) -> Self {
        plays.clear();
        Self {
            turn,
            seen,
            plays,
            deepest: 0,
        }
    }

    /// Emits every legal play but a dance.
    pub(super) fn run<S: Sink>(
        mut self,
        board: Board<CONTRARY, HIT>,
        dice: Dice,
        out: &mut Counted<'_, S>,
    ) {
        let (high, low) = (dice.high(), dice.low());
        if dice.is_double() {
            let mut length = 4;
            while self.plays.is_empty() && length > 0 {
                self.lines(board, &[&[high; 4][..length]]);
                // No line is longer than the deepest; limits may rule it out as an end.
                length = (length - 1).min(usize::from(self.deepest));
            }
        } else {
            self.lines(board, &[&[high, low], &[low, high]]);
            for die in [high, low] {
                if self.plays.is_empty() {
                    self.lines(board, &[&[die]]);
                }
            }
        }
        let turn = &self.turn;
        let opens = |play: &&Play| turn.opens_wall(play.after);
        let must_open = turn.wall.is_some() && self.plays.iter().any(|play| opens(&play));
        for play in self.plays.iter().filter(|p| !must_open || opens(p)) {
            out.play(play.sequence, play.after);
        }
    }

    /// Collects the plays that use all dice of one of the orders.
    fn lines(&mut self, board: Board<CONTRARY, HIT>, orders: &[&[u8]]) {
        self.seen.clear();
        for order in orders {
            self.explore(board, order, Sequence::EMPTY, 0);
        }
    }

    /// Follows every line of the dice in `order`, except that the next move is from none of
    /// `tried`.
    fn explore(&mut self, board: Board<CONTRARY, HIT>, order: &[u8], so_far: Sequence, tried: u32) {
        let [die, others @ ..] = order else {
            return;
        };
        // What can follow depends on the position and the dice left alone. The dice left are told
        // apart by their sum: none, one of two, or so many of a double.
        let left = others.iter().sum();
        let sources = self.sources(&board, *die);
        // The next die's sources now, where the order of the two moves is tried the other way
        // round before: all with a higher die, and with an equal one those above the first.
        let (next, sooner) = match others.first() {
            Some(&next) if next == *die => (next, sources),
            Some(&next) if next > *die => (next, self.sources(&board, next)),
            _ => (0, 0),
        };
        for source in descending(sources & !tried) {
            let moved = board.moved(source, *die);
            let sequence = so_far.then(source, *die);
            self.deepest = self.deepest.max(sequence.len() as u8);
            let after = moved.position;
            if !self.seen.insert(after, left) {
                continue;
            }
            if others.is_empty() {
                if self.turn.end(after).is_ok() {
                    self.plays.push(Play { sequence, after });
                }
                continue;
            }
            let above = if next == *die {
                !up_to(source)
            } else {
                u32::MAX
            };
            let tried = self.exchangeable(&board, source, *die, next) & sooner & above;
            self.explore(moved, others, sequence, tried);
        }
    }

    /// The sources of moves by `next` that surely can be made before the move from `source` by
    /// `die`, if they are open at all before it, and leave that move legal.
    ///
    /// The order matters only when a limit is about to bind, when one checker leaves where the
    /// other lands, and under rules about the position as a whole, for which nothing is claimed.
    fn exchangeable(&self, board: &Board<CONTRARY, HIT>, source: u8, die: u8, next: u8) -> u32 {
        let rules = self.turn.rules;
        if rules.six_prime_needs_opp_ahead || rules.inner_moves == InnerMoves::Forbidden {
            return 0;
        }
        let target = 1u32 << source >> die;
        let raising = self.raising(board);
        if raising & target == 0 {
            !target
        } else {
            !(raising << next | 1 << (source + next))
        }
    }

    /// The empty points that count against a limit which two moves could pass.
    fn raising(&self, board: &Board<CONTRARY, HIT>) -> u32 {
        if self.turn.rules.limit_check != LimitCheck::EachStep {
            return 0;
        }
        let mut ranges = 0;
        for limit in &self.turn.limits {
            let range = limit.mask();
            if (board.mine & range).count_ones() + 2 > u32::from(limit.most) {
                ranges |= range;
            }
        }
        ranges & !board.mine
    }

    /// The sources of moves that the rules of the variant allow now.
    fn sources(&self, board: &Board<CONTRARY, HIT>, die: u8) -> u32 {
        let rules = self.turn.rules;
        let mut sources = board.sources(rules, die);
        if let Some(rule) = self.turn.first_away {
            let away = rule.release == Release::Immediate
                && board.position.player.occupied() & rule.passed != 0;
            let start = 1 << rule.start;
            if !away && board.mine & !start != 0 {
                sources &= !start;
            }
        }
        if rules.limit_check == LimitCheck::EachStep {
            for limit in &self.turn.limits {
                let range = limit.mask();
                if (board.mine & range).count_ones() >= u32::from(limit.most) {
                    // A new point is one too many, unless a checker leaves another for it.
                    let adds = (range & !board.mine & POINTS) << die;
                    sources &= !(adds & !(range & !board.several));
                }
            }
            if rules.six_prime_needs_opp_ahead {
                let now = board.position;
                for source in descending(sources) {
                    if self.turn.step(now, source, die).is_err() {
                        sources &= !(1 << source);
                    }
                }
            }
        }
        sources
    }
}
