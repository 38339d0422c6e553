//! The chances of a game without a cube: to win, and to win and lose gammons and backgammons.

use super::board::Board;
use super::iterate::{Tick, evaluate};
use super::tables::{by_number, by_place, start, table};
use super::ties::chosen;
use crate::exact::ExactError;
use crate::exact::table::Table;

/// The slots of [`chance`](crate::exact::chance) of a game that is solved. Their residual is the
/// one asked for.
///
/// # Errors
/// When stopped.
pub(crate) fn chances(
    solved: &Table<1>,
    residual: f64,
    tick: Tick<'_>,
) -> Result<Table<5>, ExactError> {
    let board = Board::new(&solved.variant);
    let policy = chosen(&board, &by_place(&board, solved));
    let mut passes = 0;
    let wins = {
        let mut values = start(&board, |_| [0.5], |_| [0.0]);
        let rule = |_, _, [loses]: [f64; 1]| [1.0 - loses];
        passes += evaluate(&board, &mut values, &policy, &rule, residual, tick)?;
        values
    };
    // What one side wins at least so many times the other loses.
    let mut at_least = |times: u8| {
        let lost = |multiplier| [0.0, if multiplier < times { 0.0 } else { 1.0 }];
        let mut values = start(&board, |_| [0.0; 2], lost);
        let rule = |_, _, [wins, loses]: [f64; 2]| [loses, wins];
        passes += evaluate(&board, &mut values, &policy, &rule, residual, tick)?;
        Ok(values)
    };
    let (gammons, backgammons) = (at_least(2)?, at_least(3)?);
    let cells = by_number(&board, |at| {
        let [win] = wins.cells[at];
        let [win_gammon, lose_gammon] = gammons.cells[at];
        let [win_backgammon, lose_backgammon] = backgammons.cells[at];
        [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ]
    });
    Ok(table(&solved.variant, &board, cells, residual, passes))
}
