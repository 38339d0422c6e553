//! How games of perfect players end.

use super::game::Game;
use super::iterate::Passes;
use super::memory::Room;
use super::pass::Values;
use super::rolls::{DANCE, Memory, Pair, Rolled, Rolls, Sum};
use crate::exact::ExactError;
use crate::exact::chances::Chances;
use crate::exact::planes::TIE;
use crate::exact::table::Table;
use std::ops::ControlFlow;
use tavla_engine::variant::Contact;
use tavla_engine::{Position, ROLLS, Sequence, Side, Sink, generate};

/// The chances of every position of a game whose equities are known.
///
/// # Errors
/// When stopped, or when the system has no memory.
pub(in crate::exact) fn chances(
    equities: &Table<1>,
    residual: f64,
    memory: u64,
    tick: &mut (dyn FnMut(f64) -> ControlFlow<()> + Send),
) -> Result<Table<5>, ExactError> {
    let variant = equities.variant();
    let game = Game::new(variant);
    let room = Room::new::<5>(variant, 1, memory);
    let mut values = Values::new(&game, &Chances, room.noted)?;
    let plays = Chosen {
        equities: equities.cells(),
    };
    let (change, passes) = if variant.contact == Contact::Block {
        (values.pass(&plays, tick)?.width, 1)
    } else {
        let mut passes = Passes::new(residual, tick);
        let mut last = passes.make(&mut values, &plays)?;
        while last.change > residual {
            last = if room.noted > 0 {
                passes.follow(&mut values, room, residual, u32::MAX)?
            } else {
                passes.make(&mut values, &plays)?
            };
        }
        (last.change, passes.count)
    };
    let mut cells = values.cells;
    // Rounding can lead out by as little as it can.
    for chance in cells.iter_mut().flatten() {
        *chance = chance.clamp(0.0, 1.0);
    }
    Ok(Table {
        variant: game.variant,
        numbering: game.numbering,
        cells,
        residual: change,
        passes,
    })
}

/// The plays that [`Planes::best`](crate::exact::Planes::best) chooses by equity. They are noted
/// where there is room.
struct Chosen<'a> {
    equities: &'a [[f64; 1]],
}

impl<const K: usize> Rolls<K> for Chosen<'_> {
    fn roll(
        &self,
        pair: Pair<'_>,
        cells: &[[f64; K]],
        notes: &mut [u32],
        memory: &mut Memory,
    ) -> Rolled<K> {
        let position = pair.position();
        let mut sum = Sum::default();
        for (roll, &dice) in ROLLS.iter().enumerate() {
            memory.found.clear();
            let mut all = All {
                pair,
                opponent: position.opponent,
                equities: self.equities,
                found: &mut memory.found,
            };
            generate(
                &pair.game.rules,
                position,
                dice,
                &mut memory.scratch,
                &mut all,
            );
            let at = chosen(pair.game, &memory.found);
            if let Some(note) = notes.get_mut(roll) {
                // Where there are notes, cells are few enough.
                *note = at.map_or(DANCE, |at| at as u32);
            }
            sum.add(dice, at.map(|at| cells[at]));
        }
        sum.mean()
    }
}

/// The cell to go to of those found; `None` for a dance.
fn chosen(game: &Game, found: &[(f64, usize)]) -> Option<usize> {
    let least = found.iter().map(|&(equity, _)| equity);
    let most = least.fold(f64::INFINITY, f64::min) + TIE;
    let equal = found.iter().filter(|&&(equity, _)| equity <= most);
    // Sides are numbered by their pips first. In the cell the side that moved stands second.
    let numbers = |at: &usize| (at % game.sides(), at / game.sides());
    equal.map(|&(_, at)| at).min_by_key(numbers)
}

/// The plays of one roll: the cells that they lead to, and the equities there.
struct All<'a> {
    pair: Pair<'a>,
    /// The other side before the play.
    opponent: Side,
    equities: &'a [[f64; 1]],
    found: &'a mut Vec<(f64, usize)>,
}

impl Sink for All<'_> {
    #[inline]
    fn play(&mut self, sequence: Sequence, after: Position) {
        if !sequence.is_empty() {
            let at = self.pair.after(self.opponent, after);
            self.found.push((self.equities[at][0], at));
        }
    }
}
