//! Legal plays: whole turns, one for each resulting position, in a frozen order.

mod board;
mod careful;
mod displace;
mod fast;
mod follow;
mod lines;
mod paths;
mod pick;
mod resolve;
mod rules;
mod seen;
pub mod slow;

pub use displace::{DisplaceError, displaced_by};
pub use follow::Follower;
pub use lines::lines;
pub use paths::{OutOfTurn, Played, legal_moves};
pub use pick::{LastMoves, Pick};
pub use resolve::{Resolution, resolve, resolve_moves};
pub use rules::{Broken, Rules, Turn, displaced};

use crate::dice::Dice;
use crate::moves::{Move, Sequence};
use crate::position::Position;
use crate::variant::{Contact, Track};
use arrayvec::ArrayVec;
use board::{Board, Known};
use careful::Careful;
use fast::Fast;
use seen::Seen;

/// A whole turn: its canonical sequence of moves and the position it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// The first line, in the frozen order of lines, that leads to the result.
    pub sequence: Sequence,
    /// The result, the side that moved still first.
    pub after: Position,
}

impl Play {
    /// Whether no checker moves.
    #[must_use]
    pub const fn is_dance(&self) -> bool {
        self.sequence.is_empty()
    }
}

/// Where generated plays go, in the frozen order.
pub trait Sink {
    /// False when plays need not be made: then those that differ in their last move alone come
    /// by one call of [`Sink::last_moves`], and the others by [`Sink::play`].
    const WANTS_PLAYS: bool = true;

    /// Takes one play; `after` has the side that moved still first.
    fn play(&mut self, sequence: Sequence, after: Position);

    /// Takes plays that are not made, none at all sometimes.
    fn last_moves(&mut self, _: LastMoves) {}
}

impl Sink for Vec<Play> {
    fn play(&mut self, sequence: Sequence, after: Position) {
        self.push(Play { sequence, after });
    }
}

/// A sink that counts what it passes on.
struct Counted<'a, S: Sink> {
    sink: &'a mut S,
    count: u32,
}

impl<S: Sink> Counted<'_, S> {
    fn play(&mut self, sequence: Sequence, after: Position) {
        self.count += 1;
        self.sink.play(sequence, after);
    }
}

/// Memory that the generator keeps from turn to turn, so that no turn allocates.
#[derive(Default, Debug)]
pub struct Scratch {
    known: Known,
    seen: Seen,
    plays: Vec<Play>,
}

/// Hands every legal play to `sink`, in the frozen order of [`slow::legal_plays`], and returns
/// how many there are. A dance is one play with no moves; a finished position has none.
///
/// The position must be sound for the variant of `rules`.
pub fn generate<S: Sink>(
    rules: &Rules,
    position: Position,
    dice: Dice,
    scratch: &mut Scratch,
    sink: &mut S,
) -> u32 {
    match (rules.track, rules.contact) {
        (Track::Contrary, Contact::Hit) => {
            turn::<S, true, true>(rules, position, dice, scratch, sink)
        }
        (Track::Contrary, Contact::Block) => {
            turn::<S, true, false>(rules, position, dice, scratch, sink)
        }
        (Track::Parallel, Contact::Hit) => {
            turn::<S, false, true>(rules, position, dice, scratch, sink)
        }
        (Track::Parallel, Contact::Block) => {
            turn::<S, false, false>(rules, position, dice, scratch, sink)
        }
    }
}

/// How many plays [`generate`] gives, without making most of them.
pub fn count_plays(rules: &Rules, position: Position, dice: Dice, scratch: &mut Scratch) -> u32 {
    struct Nowhere;
    impl Sink for Nowhere {
        const WANTS_PLAYS: bool = false;
        fn play(&mut self, _: Sequence, _: Position) {}
    }
    generate(rules, position, dice, scratch, &mut Nowhere)
}

fn turn<S: Sink, const CONTRARY: bool, const HIT: bool>(
    rules: &Rules,
    position: Position,
    dice: Dice,
    scratch: &mut Scratch,
    sink: &mut S,
) -> u32 {
    if position.is_finished() {
        return 0;
    }
    let board = Board::<CONTRARY, HIT>::look_up(position, &mut scratch.known);
    let mut out = Counted { sink, count: 0 };
    if !rules.is_plain() && careful::is_needed(rules, &board, dice) {
        let turn = Turn::new(rules, position);
        Careful::new(turn, &mut scratch.seen, &mut scratch.plays).run(board, dice, &mut out);
    } else {
        let mut fast = Fast { rules, out };
        fast.run(&board, dice);
        out = fast.out;
    }
    if out.count == 0 {
        out.play(Sequence::EMPTY, position);
    }
    out.count
}

/// Every legal play in the frozen order, collected.
#[must_use]
pub fn legal_plays(rules: &Rules, position: Position, dice: Dice) -> Vec<Play> {
    let mut plays = Vec::new();
    generate(rules, position, dice, &mut Scratch::default(), &mut plays);
    plays
}

/// The moves of a sequence played from a position, with their targets and hits.
#[must_use]
pub fn moves_of(rules: &Rules, start: Position, sequence: Sequence) -> ArrayVec<Move, 4> {
    let mut now = start;
    let mut moves = ArrayVec::new();
    for (source, die) in sequence.iter() {
        let target = crate::moves::target(source, die);
        let (after, hit) = displaced(rules, now, source, target);
        now = after;
        moves.push(Move {
            source,
            target,
            die,
            hit,
        });
    }
    moves
}
