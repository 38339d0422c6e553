//! A third generator, written from the rules text alone, on plain arrays and without any of the
//! engine's own code: every order of every die is tried, and the rules about whole turns are
//! applied to the list of lines that comes out.

use std::collections::BTreeSet;
use tavla_engine::variant::{
    Contact, InnerMoves, LimitCheck, LimitLapse, Overshoot, Release, Track, Variant,
};
use tavla_engine::{Dice, Position, Side};

pub(crate) type Counts = [u8; 26];
const OFF: usize = 0;
const BAR: usize = 25;

/// Both sides, each in its own numbering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Board {
    pub me: Counts,
    pub opp: Counts,
}

/// One move as the oracle sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Step {
    pub source: u8,
    pub target: u8,
    pub die: u8,
    pub hit: bool,
}

/// The moves of a whole turn and where they lead.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Line {
    pub steps: Vec<Step>,
    pub after: Board,
}

impl From<Position> for Board {
    fn from(position: Position) -> Self {
        Self {
            me: position.player.counts(),
            opp: position.opponent.counts(),
        }
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        let side = |counts| Side::from_counts(&counts).expect("at most 15 of a kind");
        Self {
            player: side(board.me),
            opponent: side(board.opp),
        }
    }
}

/// The same physical point in the other side's numbering (RULES, conventions).
pub(crate) fn opp(variant: &Variant, point: usize) -> usize {
    match variant.track {
        Track::Contrary => 25 - point,
        Track::Parallel => {
            if point <= 12 {
                point + 12
            } else {
                point - 12
            }
        }
    }
}

fn done(side: &Counts) -> bool {
    side[1..].iter().all(|&n| n == 0)
}

pub(crate) fn finished(board: &Board) -> bool {
    done(&board.me) || done(&board.opp)
}

/// A3: has a checker travelled far enough, or is one off?
pub(crate) fn first_is_away(variant: &Variant, me: &Counts) -> bool {
    if variant.first_away_pips == 0 {
        return true;
    }
    let start = start_point(variant);
    let reach = start - usize::from(variant.first_away_pips);
    me[OFF] > 0 || (1..=reach).any(|p| me[p] > 0)
}

fn start_point(variant: &Variant) -> usize {
    (1..=24)
        .find(|&p| variant.start[p] > 0)
        .expect("a start on the board")
}

/// A4: how many points of a range a side holds.
fn held(me: &Counts, low: u8, high: u8) -> usize {
    (usize::from(low)..=usize::from(high))
        .filter(|&p| me[p] > 0)
        .count()
}

/// A4: whether a limit has lapsed, judged on where the opponent stands.
fn lapsed(variant: &Variant, low: u8, high: u8, theirs: &Counts) -> bool {
    match variant.limit_lapse {
        LimitLapse::Never => false,
        LimitLapse::OpponentStartEmpty => {
            theirs[BAR] == 0 && (1..=24).all(|p| variant.start[p] == 0 || theirs[p] == 0)
        }
        LimitLapse::OpponentAllPassed => {
            let limited = usize::from(low)..=usize::from(high);
            let last = limited.map(|p| opp(variant, p)).min().unwrap_or(0);
            (last..=BAR).all(|p| theirs[p] == 0)
        }
    }
}

/// A9: the six points that a checker on the opponent's `s` has directly in front, all mine.
fn wall(variant: &Variant, me: &Counts, s: usize) -> bool {
    s > 6 && (s - 6..s).all(|p| me[opp(variant, p)] > 0)
}

/// A10: walls with no opposing checker beyond them, by the point behind each.
fn forbidden_walls(variant: &Variant, board: &Board) -> BTreeSet<usize> {
    (7..=25)
        .filter(|&s| wall(variant, &board.me, s))
        .filter(|&s| (0..s - 6).all(|p| board.opp[p] == 0))
        .collect()
}

/// The limits, by comparison of two positions: nothing may be made worse than it was and than
/// the rules allow. A limit that has lapsed when the turn starts stays so for the turn: no text
/// says what a hit in between would do.
fn within_limits(variant: &Variant, start: &Board, before: &Board, after: &Board) -> bool {
    for limit in &variant.held_limits {
        let was = held(&before.me, limit.low, limit.high);
        let is = held(&after.me, limit.low, limit.high);
        if is > usize::from(limit.most)
            && is > was
            && !lapsed(variant, limit.low, limit.high, &start.opp)
        {
            return false;
        }
    }
    if variant.six_prime_needs_opp_ahead {
        let was = forbidden_walls(variant, before);
        let is = forbidden_walls(variant, after);
        if !is.is_subset(&was) {
            return false;
        }
    }
    true
}

/// One checker by one die, or nothing if a rule forbids it. `start` is the turn's first position.
pub(crate) fn step(
    variant: &Variant,
    start: &Board,
    board: &Board,
    source: usize,
    die: usize,
) -> Option<(Step, Board)> {
    let me = &board.me;
    if finished(board) || me[source] == 0 || source == OFF {
        return None;
    }
    if me[BAR] > 0 && source != BAR {
        return None;
    }
    let away = match variant.first_away_release {
        Release::Immediate => first_is_away(variant, me),
        Release::NextTurn => first_is_away(variant, &start.me),
    };
    if !away {
        let home = start_point(variant);
        let runner_left = me[home] < variant.checkers;
        if runner_left == (source == home) {
            return None;
        }
    }
    let all_home = me[7..].iter().all(|&n| n == 0);
    let mut after = *board;
    let mut hit = false;
    let target;
    if source > die {
        target = source - die;
        if all_home && variant.bearoff_inner_moves == InnerMoves::Forbidden {
            return None;
        }
        let theirs = opp(variant, target);
        match (variant.contact, board.opp[theirs]) {
            (_, 0) => {}
            (Contact::Hit, 1) => {
                hit = true;
                after.opp[theirs] -= 1;
                after.opp[BAR] += 1;
            }
            _ => return None,
        }
    } else {
        target = OFF;
        if !all_home {
            return None;
        }
        if source < die {
            let higher = (source + 1..=6).any(|p| me[p] > 0);
            if higher || variant.bearoff_overshoot == Overshoot::ExactOnly {
                return None;
            }
        }
    }
    after.me[source] -= 1;
    after.me[target] += 1;
    if variant.limit_check == LimitCheck::EachStep && !within_limits(variant, start, board, &after)
    {
        return None;
    }
    let made = Step {
        source: source as u8,
        target: target as u8,
        die: die as u8,
        hit,
    };
    Some((made, after))
}

fn explore(
    variant: &Variant,
    start: &Board,
    board: &Board,
    dice: &[usize],
    steps: &mut Vec<Step>,
    out: &mut Vec<Line>,
) {
    let ends_well =
        variant.limit_check == LimitCheck::EachStep || within_limits(variant, start, start, board);
    if ends_well {
        out.push(Line {
            steps: steps.clone(),
            after: *board,
        });
    }
    for (index, &die) in dice.iter().enumerate() {
        if dice[..index].contains(&die) {
            continue;
        }
        let mut rest = dice.to_vec();
        rest.remove(index);
        for source in 1..=BAR {
            if let Some((made, after)) = step(variant, start, board, source, die) {
                steps.push(made);
                explore(variant, start, &after, &rest, steps, out);
                steps.pop();
            }
        }
    }
}

fn all_dice(dice: Dice) -> Vec<usize> {
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    if high == low {
        vec![high; 4]
    } else {
        vec![high, low]
    }
}

/// The rules about the turn as a whole: most dice, the larger of two, the duty to open a wall.
fn whole_turns<T>(
    variant: &Variant,
    start: &Board,
    dice: Dice,
    lines: Vec<T>,
    used: impl Fn(&T) -> (usize, bool),
    after: impl Fn(&T) -> Board,
) -> Vec<T> {
    let most = lines.iter().map(|line| used(line).0).max().unwrap_or(0);
    let mut lines: Vec<T> = lines.into_iter().filter(|l| used(l).0 == most).collect();
    if most == 1 && !dice.is_double() && lines.iter().any(|line| used(line).1) {
        lines.retain(|line| used(line).1);
    }
    if variant.unblock_duty {
        let on_board: Vec<usize> = (1..=24).filter(|&p| start.opp[p] > 0).collect();
        if let [s] = on_board[..]
            && wall(variant, &start.me, s)
        {
            let opens = |line: &T| !wall(variant, &after(line).me, s);
            if lines.iter().any(opens) {
                lines.retain(opens);
            }
        }
    }
    lines
}

/// Every legal line of moves of a turn, in no particular order; a dance is one empty line. None
/// once the game is over.
pub(crate) fn lines(variant: &Variant, position: Position, dice: Dice) -> Vec<Line> {
    let start = Board::from(position);
    if finished(&start) {
        return Vec::new();
    }
    let mut out = Vec::new();
    explore(
        variant,
        &start,
        &start,
        &all_dice(dice),
        &mut Vec::new(),
        &mut out,
    );
    let uses_high = |line: &Line| line.steps.iter().any(|s| s.die == dice.high());
    whole_turns(
        variant,
        &start,
        dice,
        out,
        |line| (line.steps.len(), uses_high(line)),
        |line| line.after,
    )
}

/// The different results of a turn. Faster than [`lines`]: a position met twice with the same
/// dice left is followed once.
pub(crate) fn results(variant: &Variant, position: Position, dice: Dice) -> BTreeSet<Position> {
    let start = Board::from(position);
    if finished(&start) {
        return BTreeSet::new();
    }
    let all = all_dice(dice);
    let mut layer: BTreeSet<(Board, Vec<usize>)> = BTreeSet::from([(start, all.clone())]);
    let mut ends: Vec<(usize, bool, Board)> = Vec::new();
    while !layer.is_empty() {
        let mut next = BTreeSet::new();
        for (board, left) in &layer {
            let used = all.len() - left.len();
            let high = used > 0 && !left.contains(&all[0]);
            if variant.limit_check == LimitCheck::EachStep
                || within_limits(variant, &start, &start, board)
            {
                ends.push((used, high, *board));
            }
            for (index, &die) in left.iter().enumerate() {
                if left[..index].contains(&die) {
                    continue;
                }
                let mut rest = left.clone();
                rest.remove(index);
                for source in 1..=BAR {
                    if let Some((_, after)) = step(variant, &start, board, source, die) {
                        next.insert((after, rest.clone()));
                    }
                }
            }
        }
        layer = next;
    }
    whole_turns(variant, &start, dice, ends, |e| (e.0, e.1), |e| e.2)
        .into_iter()
        .map(|(_, _, board)| Position::from(board))
        .collect()
}
