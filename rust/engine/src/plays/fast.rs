//! The fast generator for turns in which only the roll, the bar and the bear-off matter.
//!
//! It emits each result once without looking back. Why that is enough:
//!
//! * Non-doubles away from the bear-off: the two moves' sources fix the result, except that one
//!   checker moved by both dice may go either way round, and that moving the checker in between
//!   instead gives the same counts. The masks in [`Fast::walk`] drop exactly those repeats.
//! * Doubles: the multiset of sources fixes the result, and a multiset can be played from the
//!   highest source down if it can be played at all, so only such lines are tried.
//! * Non-doubles in the bear-off: the order of the dice also decides what may bear off;
//!   [`Fast::new_low_first`] keeps of the second order what the first did not give.

use super::board::Board;
use super::rules::Rules;
use super::{Counted, LastMoves, Sink};
use crate::dice::Dice;
use crate::moves::Sequence;
use crate::position::Position;
use crate::side::{BAR, OFF, descending, up_to};

/// One turn's work: the rules it needs and where the plays go.
pub(super) struct Fast<'a, S: Sink, const CONTRARY: bool, const HIT: bool> {
    pub rules: &'a Rules,
    pub out: Counted<'a, S>,
}

impl<S: Sink, const CONTRARY: bool, const HIT: bool> Fast<'_, S, CONTRARY, HIT> {
    /// Emits every legal play but a dance.
    pub(super) fn run(&mut self, board: &Board<CONTRARY, HIT>, dice: Dice) {
        if dice.is_double() {
            self.double(board, dice.high());
        } else {
            self.mixed(board, dice.high(), dice.low());
        }
    }

    /// Emits one play for each of `sources` making the last move, by `die`, after `so_far`. The
    /// moves from `hitters` hit.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a call for every few plays costs a tenth of the time"
    )]
    fn last(&mut self, now: Position, hitters: u32, sources: u32, die: u8, so_far: Sequence) {
        if !S::WANTS_PLAYS {
            let plays = sources.count_ones();
            self.out.count += plays;
            self.out.sink.last_moves(LastMoves {
                now,
                sources,
                hitters,
                die,
                track: Board::<CONTRARY, HIT>::TRACK,
                plays,
            });
            return;
        }
        let mut count = 0;
        for source in descending(sources) {
            count += 1;
            let after = Board::<CONTRARY, HIT>::step(now, hitters, source, die);
            self.out.sink.play(so_far.then(source, die), after);
        }
        self.out.count += count;
    }

    /// The sequence so far and one more move, where anybody asks for it.
    fn then(so_far: Sequence, source: u8, die: u8) -> Sequence {
        if S::WANTS_PLAYS {
            so_far.then(source, die)
        } else {
            so_far
        }
    }

    /// [`Fast::last`] on a whole board.
    fn last_on(&mut self, board: &Board<CONTRARY, HIT>, sources: u32, die: u8, so_far: Sequence) {
        let hitters = board.hitters(die);
        self.last(board.position, hitters, sources, die, so_far);
    }

    fn mixed(&mut self, board: &Board<CONTRARY, HIT>, high: u8, low: u8) {
        if board.on_bar() {
            if board.count(BAR) > 1 {
                self.enter_two(board, high, low);
            } else {
                self.enter_one(board, high, low);
            }
        } else if board.outside() < 2 {
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
    fn single(&mut self, board: &Board<CONTRARY, HIT>, die: u8) {
        let sources = board.sources(self.rules, die);
        self.last_on(board, sources, die, Sequence::EMPTY);
    }

    /// Two or more checkers on the bar: each die enters one.
    fn enter_two(&mut self, board: &Board<CONTRARY, HIT>, high: u8, low: u8) {
        if board.is_open(BAR - high) && board.is_open(BAR - low) {
            let entered = board.moved(BAR, high);
            self.last_on(&entered, 1 << BAR, low, Sequence::one(BAR, high));
        }
    }

    /// One checker on the bar: either die enters it, the other is free.
    fn enter_one(&mut self, board: &Board<CONTRARY, HIT>, high: u8, low: u8) {
        let (by_high, by_low) = (BAR - high, BAR - low);
        if board.is_open(by_high) {
            let entered = board.moved(BAR, high);
            let sources = entered.walkers(low);
            self.last_on(&entered, sources, low, Sequence::one(BAR, high));
        }
        if board.is_open(by_low) {
            let entered = board.moved(BAR, low);
            // Going on with the entered checker repeats high-then-low unless a hit differs.
            let repeats =
                board.is_open(by_high) && !board.is_blot(by_high) && !board.is_blot(by_low);
            let sources = entered.walkers(high) & !(u32::from(repeats) << by_low);
            self.last_on(&entered, sources, high, Sequence::one(BAR, low));
        }
    }

    /// Nothing on the bar and nothing to bear off this turn.
    fn walk(&mut self, board: &Board<CONTRARY, HIT>, high: u8, low: u8) {
        let quietly = board.quiet_walkers(high);
        for first in descending(board.walkers(high)) {
            let sources = board.walkers_after(first, high, low) & !repeat(quietly, first, low);
            let after = board.result(first, high);
            let hitters = board.hitters_after(first, high, low);
            self.last(after, hitters, sources, low, Sequence::one(first, high));
        }
        // Low first is new only for one checker moved by both dice, when it cannot go the other
        // way round or hits something on one of the ways.
        let both = board.walkers(low) & (board.open << (low + high)) & !(board.mine << low);
        let differ = !(board.open << high) | board.hitters(high) | board.hitters(low);
        for first in descending(both & differ) {
            let moved = board.moved(first, low);
            self.last_on(&moved, 1 << (first - low), high, Sequence::one(first, low));
        }
    }

    /// At most one checker outside home: the order of the dice can decide what bears off.
    fn bear_off(&mut self, board: &Board<CONTRARY, HIT>, high: u8, low: u8) {
        let quietly = board.quiet_walkers(high);
        let by_high = board.sources(self.rules, high);
        for first in descending(by_high) {
            let moved = board.moved(first, high);
            let sources = moved.sources(self.rules, low) & !repeat(quietly, first, low);
            self.last_on(&moved, sources, low, Sequence::one(first, high));
        }
        for first in descending(board.sources(self.rules, low)) {
            let moved = board.moved(first, low);
            let sources = moved.sources(self.rules, high);
            let new = self.new_low_first(board, &moved, first, high, low);
            self.last_on(&moved, sources & new, high, Sequence::one(first, low));
        }
    }

    /// Where the high die may go on, `first` having moved by the low one, without repeating a
    /// line that began with the high die.
    fn new_low_first(
        &self,
        board: &Board<CONTRARY, HIT>,
        moved: &Board<CONTRARY, HIT>,
        first: u8,
        high: u8,
        low: u8,
    ) -> u32 {
        let quietly = board.quiet_walkers(high) >> first & 1 != 0;
        // Another checker: it could as well have moved before, unless it bears off only now that
        // `first` has come home or is no longer behind it. Both off is one result in any order.
        let mut others = 0;
        if first > low {
            others = board.mine & !board.sources(self.rules, high);
            if first == low + high && quietly {
                // The same as `first` going all the way, stopping where the other one stands.
                others &= !(1 << high);
            }
        }
        // The same checker again: it could have gone the other way round, unless a hit tells the
        // two apart, or the low die would not bear it off before the checkers behind it.
        let Some(middle) = first.checked_sub(low).filter(|&middle| middle != OFF) else {
            return others;
        };
        if board.is_mine(middle) {
            return others;
        }
        let rest = moved.mine & !(1 << middle);
        let repeats = quietly
            && !board.is_blot(middle)
            && (first >= high + low || rest >> (first - high + 1) == 0);
        others | u32::from(!repeats) << middle
    }

    fn double(&mut self, board: &Board<CONTRARY, HIT>, die: u8) {
        let sources = board.sources(self.rules, die);
        self.descend(board, sources, die, 4, Sequence::EMPTY);
        if self.out.count == 0 {
            let longest = self.longest(board, sources, die, 3);
            if longest > 0 {
                self.descend(board, sources, die, longest, Sequence::EMPTY);
            }
        }
    }

    /// How many moves the longest line has, `most` at most.
    fn longest(&self, board: &Board<CONTRARY, HIT>, sources: u32, die: u8, most: u8) -> u8 {
        if sources == 0 || most == 0 {
            return 0;
        }
        let after = |source| {
            let moved = board.moved(source, die);
            let next = moved.sources(self.rules, die) & up_to(source);
            1 + self.longest(&moved, next, die, most - 1)
        };
        descending(sources).map(after).max().unwrap_or(0)
    }

    /// Emits every line of `left` more moves, the next from one of `sources`, the others from no
    /// higher than the one before.
    fn descend(
        &mut self,
        board: &Board<CONTRARY, HIT>,
        sources: u32,
        die: u8,
        left: u8,
        so_far: Sequence,
    ) {
        match left {
            1 => return self.last_on(board, sources, die, so_far),
            2 if board.only_walks(2) => return self.last_two(board, sources, die, so_far),
            3 if board.only_walks(3) => return self.last_three(board, sources, die, so_far),
            _ => {}
        }
        for source in descending(sources) {
            let moved = board.moved(source, die);
            let next = moved.sources(self.rules, die) & up_to(source);
            self.descend(&moved, next, die, left - 1, Self::then(so_far, source, die));
        }
    }

    /// [`Fast::descend`] for the last three moves, when all are sure to be walks.
    fn last_three(
        &mut self,
        board: &Board<CONTRARY, HIT>,
        sources: u32,
        die: u8,
        so_far: Sequence,
    ) {
        for source in descending(sources) {
            let moved = board.moved(source, die);
            let next = moved.walkers(die) & up_to(source);
            self.last_two(&moved, next, die, Self::then(so_far, source, die));
        }
    }

    /// [`Fast::descend`] for the last two moves, when both are sure to be walks.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: see `last`")]
    fn last_two(&mut self, board: &Board<CONTRARY, HIT>, sources: u32, die: u8, so_far: Sequence) {
        let hitters = board.hitters(die);
        for source in descending(sources) {
            let next = board.walkers_after(source, die, die) & up_to(source);
            let after = board.result(source, die);
            // The blot that `source` may have hit is gone.
            let hitters = hitters & !(1 << source);
            self.last(after, hitters, next, die, Self::then(so_far, source, die));
        }
    }
}

/// The checker that would repeat a result as the second to move, by `low`, after `first` moved by
/// the high die.
///
/// It stands `low` behind `first` and steps into the place left: the same counts as moving it
/// by both dice, which came earlier if the way over its high die is open. Only a hit there would
/// tell the two apart.
fn repeat(quietly: u32, first: u8, low: u8) -> u32 {
    quietly & 1 << (first + low)
}
