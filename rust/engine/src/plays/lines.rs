//! Every way of making a turn, not only one for each result.

use super::board::{Board, Known};
use super::rules::Rules;
use super::slow::{self, Line};
use crate::dice::Dice;
use crate::moves::Sequence;
use crate::position::Position;
use crate::side::descending;
use crate::variant::{Contact, Track};

/// Every legal line of moves, several for most results, in the order of [`slow::lines`].
#[must_use]
pub fn lines(rules: &Rules, start: Position, dice: Dice) -> Vec<Line> {
    if !rules.is_plain() || start.is_finished() {
        return slow::lines(rules, start, dice);
    }
    match (rules.track, rules.contact) {
        (Track::Contrary, Contact::Hit) => plain::<true, true>(rules, start, dice),
        (Track::Contrary, Contact::Block) => plain::<true, false>(rules, start, dice),
        (Track::Parallel, Contact::Hit) => plain::<false, true>(rules, start, dice),
        (Track::Parallel, Contact::Block) => plain::<false, false>(rules, start, dice),
    }
}

fn plain<const CONTRARY: bool, const HIT: bool>(
    rules: &Rules,
    start: Position,
    dice: Dice,
) -> Vec<Line> {
    let board = Board::<CONTRARY, HIT>::look_up(start, &mut Known::default());
    let (high, low) = (dice.high(), dice.low());
    let mut all = All {
        rules,
        lines: Vec::new(),
        most: 0,
    };
    if dice.is_double() {
        all.explore(&board, &[high; 4], Sequence::EMPTY);
    } else {
        all.explore(&board, &[high, low], Sequence::EMPTY);
        all.explore(&board, &[low, high], Sequence::EMPTY);
    }
    all.lines.retain(|line| line.sequence.len() == all.most);
    let larger = |line: &Line| line.sequence.iter().any(|(_, die)| die == high);
    if all.most == 1 && all.lines.iter().any(larger) {
        all.lines.retain(larger);
    }
    all.lines
}

struct All<'a> {
    rules: &'a Rules,
    lines: Vec<Line>,
    /// Moves of the longest line so far.
    most: u32,
}

impl All<'_> {
    /// Notes every line that is as long as any before it.
    fn explore<const CONTRARY: bool, const HIT: bool>(
        &mut self,
        board: &Board<CONTRARY, HIT>,
        order: &[u8],
        so_far: Sequence,
    ) {
        if so_far.len() >= self.most {
            self.most = so_far.len();
            self.lines.push(Line {
                sequence: so_far,
                after: board.position,
            });
        }
        let Some((&die, others)) = order.split_first() else {
            return;
        };
        for source in descending(board.sources(self.rules, die)) {
            let moved = board.moved(source, die);
            self.explore(&moved, others, so_far.then(source, die));
        }
    }
}
