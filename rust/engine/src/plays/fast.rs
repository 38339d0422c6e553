//! The fast generator for turns in which only the roll, the bar and the bear-off matter.
//!
//! It emits each result once without looking back. Why that is enough:
//!
//! * Non-doubles away from the bear-off: the two moves' sources fix the result, except that one
//!   checker moved by both dice may go either way round, and that moving the checker in between
//!   instead gives the same counts. The conditions in [`Fast::mixed`] drop exactly those repeats.
//! * Doubles: the multiset of sources fixes the result, and a multiset can be played from the
//!   highest source down if it can be played at all, so only such lines are tried.
//! * Non-doubles in the bear-off: a handful of results, looked up one by one.

use super::board::Board;
use super::rules::Rules;
use super::{Counted, Sink};
use crate::dice::Dice;
use crate::moves::Sequence;
use crate::position::Position;
use crate::side::{BAR, OUTSIDE, Side, descending};
use arrayvec::ArrayVec;

/// One turn's work: the rules it needs and where the plays go.
pub(super) struct Fast<'a, S: Sink, const CONTRARY: bool, const HIT: bool> {
    pub rules: &'a Rules,
    pub out: Counted<'a, S>,
}

/// Results of a non-double with at most one checker outside home: two orders, at most seven
/// sources for the first die and eight for the second.
const MOST_BEARING: usize = 2 * 7 * 8;

impl<S: Sink, const CONTRARY: bool, const HIT: bool> Fast<'_, S, CONTRARY, HIT> {
    /// Emits every legal play but a dance.
    pub(super) fn run(&mut self, board: Board<CONTRARY, HIT>, dice: Dice) {
        if dice.is_double() {
            self.double(board, dice.high());
        } else {
            self.mixed(board, dice.high(), dice.low());
        }
    }

    fn emit(&mut self, sequence: Sequence, (player, opponent): (u128, u128)) {
        let after = Position {
            player: Side(player),
            opponent: Side(opponent),
        };
        self.out.play(sequence, after);
    }

    fn mixed(&mut self, board: Board<CONTRARY, HIT>, high: u8, low: u8) {
        if board.on_bar() {
            if board.count(BAR) > 1 {
                self.enter_two(board, high, low);
            } else {
                self.enter_one(board, high, low);
            }
        } else if outside_at_most_one(&board) {
            self.bear_off(board, high, low);
        } else {
            self.walk(board, high, low);
        }
        if self.out.count == 0 {
            self.single(board, high);
        }
        if self.out.count == 0 {
            self.single(board, low);
        }
    }

    /// Every move by one die, no two of them with the same result.
    fn single(&mut self, board: Board<CONTRARY, HIT>, die: u8) {
        for source in descending(board.sources(self.rules, die)) {
            self.emit(Sequence::one(source, die), board.result(source, die));
        }
    }

    /// Two or more checkers on the bar: each die enters one.
    fn enter_two(&mut self, board: Board<CONTRARY, HIT>, high: u8, low: u8) {
        if board.is_open(BAR - high) && board.is_open(BAR - low) {
            let sequence = Sequence::one(BAR, high).then(BAR, low);
            self.emit(sequence, board.moved(BAR, high).result(BAR, low));
        }
    }

    /// One checker on the bar: either die enters it, the other is free.
    fn enter_one(&mut self, board: Board<CONTRARY, HIT>, high: u8, low: u8) {
        let (by_high, by_low) = (BAR - high, BAR - low);
        if board.is_open(by_high) {
            let entered = board.moved(BAR, high);
            for source in descending(entered.walkers(low)) {
                let sequence = Sequence::one(BAR, high).then(source, low);
                self.emit(sequence, entered.result(source, low));
            }
        }
        if board.is_open(by_low) {
            let entered = board.moved(BAR, low);
            // Going on with the entered checker repeats high-then-low unless a hit differs.
            let repeats =
                board.is_open(by_high) && !board.is_blot(by_high) && !board.is_blot(by_low);
            for source in descending(entered.walkers(high)) {
                if source == by_low && repeats {
                    continue;
                }
                let sequence = Sequence::one(BAR, low).then(source, high);
                self.emit(sequence, entered.result(source, high));
            }
        }
    }

    /// Nothing on the bar and nothing to bear off this turn.
    fn walk(&mut self, board: Board<CONTRARY, HIT>, high: u8, low: u8) {
        for first in descending(board.walkers(high)) {
            let moved = board.moved(first, high);
            let behind = first + low;
            // The checker `low` behind steps into the place left: the same counts as moving it
            // by both dice, which came earlier if the way over its `high` is open. Only a hit
            // there would tell the two apart.
            let repeats = behind <= 24
                && board.is_mine(behind)
                && board.is_open(behind - high)
                && !board.is_blot(behind - high);
            let skip = if repeats { 1u32 << behind } else { 0 };
            for second in descending(moved.walkers(low) & !skip) {
                let sequence = Sequence::one(first, high).then(second, low);
                self.emit(sequence, moved.result(second, low));
            }
        }
        // Low first is new only for one checker moved by both dice.
        for first in descending(board.walkers(low)) {
            let middle = first - low;
            if middle <= high || board.is_mine(middle) || !board.is_open(middle - high) {
                continue;
            }
            let other = first - high;
            if !board.is_open(other) || board.is_blot(other) || board.is_blot(middle) {
                let sequence = Sequence::one(first, low).then(middle, high);
                self.emit(sequence, board.moved(first, low).result(middle, high));
            }
        }
    }

    /// At most one checker outside home: the order of the dice can decide what bears off.
    fn bear_off(&mut self, board: Board<CONTRARY, HIT>, high: u8, low: u8) {
        let mut seen: ArrayVec<(u128, u128), MOST_BEARING> = ArrayVec::new();
        for (die, other) in [(high, low), (low, high)] {
            for first in descending(board.sources(self.rules, die)) {
                let moved = board.moved(first, die);
                let sequence = Sequence::one(first, die);
                for second in descending(moved.sources(self.rules, other)) {
                    let result = moved.result(second, other);
                    if !seen.contains(&result) {
                        seen.push(result);
                        self.emit(sequence.then(second, other), result);
                    }
                }
            }
        }
    }

    fn double(&mut self, board: Board<CONTRARY, HIT>, die: u8) {
        let deepest = self.descend(board, die, BAR, 4, Sequence::EMPTY);
        if self.out.count == 0 && deepest > 0 {
            self.descend(board, die, BAR, deepest, Sequence::EMPTY);
        }
    }

    /// Emits every line of `left` more moves whose sources do not rise above `highest`. Returns
    /// how many moves the longest line, perhaps a shorter one, has.
    fn descend(
        &mut self,
        board: Board<CONTRARY, HIT>,
        die: u8,
        highest: u8,
        left: u8,
        so_far: Sequence,
    ) -> u8 {
        let sources = board.sources(self.rules, die) & ((2 << highest) - 1);
        if left == 1 {
            for source in descending(sources) {
                self.emit(so_far.then(source, die), board.result(source, die));
            }
            return u8::from(sources != 0);
        }
        let mut deepest = 0;
        for source in descending(sources) {
            let moved = board.moved(source, die);
            let sequence = so_far.then(source, die);
            let more = self.descend(moved, die, source, left - 1, sequence);
            deepest = deepest.max(1 + more);
        }
        deepest
    }
}

fn outside_at_most_one<const CONTRARY: bool, const HIT: bool>(
    board: &Board<CONTRARY, HIT>,
) -> bool {
    let outside = board.mine & OUTSIDE;
    outside == 0 || outside.is_power_of_two() && board.count(outside.trailing_zeros() as u8) == 1
}
