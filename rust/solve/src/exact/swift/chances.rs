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
    // What a side wins and loses is found as the difference of both, which changes its sign when
    // the other side is on roll, and as their sum, which does not: one slot at a time.
    let mut signed = |times: u8, sign: f64| {
        let lost = |multiplier| [if multiplier < times { 0.0 } else { sign }];
        let mut values = start(&board, |_| [0.0], lost);
        let rule = |_, _, [left]: [f64; 1]| [sign * left];
        passes += evaluate(&board, &mut values, &policy, &rule, residual, tick)?;
        Ok::<_, ExactError>(values.cells)
    };
    let games = signed(1, -1.0)?;
    let gammons = [signed(2, 1.0)?, signed(2, -1.0)?];
    let backgammons = [signed(3, 1.0)?, signed(3, -1.0)?];
    drop(policy);
    let won_and_lost = |[sum, difference]: &[Vec<[f64; 1]>; 2], at: usize| {
        let ([sum], [difference]) = (sum[at], difference[at]);
        [sum + difference, sum - difference].map(|twice| twice.max(0.0) / 2.0)
    };
    let cells = by_number(&board, |at| {
        let [win_gammon, lose_gammon] = won_and_lost(&gammons, at);
        let [win_backgammon, lose_backgammon] = won_and_lost(&backgammons, at);
        [
            f64::midpoint(games[at][0], 1.0),
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ]
    });
    Ok(table(&solved.variant, &board, cells, residual, passes))
}
