//! How games end that are played for the best equity without a cube.

use super::stakes::Stakes;

/// The slots of a table of chances, from the side on roll. Gammons count backgammons.
pub mod chance {
    /// That it wins.
    pub const WIN: usize = 0;
    /// That it wins a gammon.
    pub const WIN_GAMMON: usize = 1;
    /// That it wins a backgammon.
    pub const WIN_BACKGAMMON: usize = 2;
    /// That it loses a gammon.
    pub const LOSE_GAMMON: usize = 3;
    /// That it loses a backgammon.
    pub const LOSE_BACKGAMMON: usize = 4;
}

/// Chances in place of what is played for. They say nothing of which plays are best.
pub(crate) struct Chances;

impl Stakes<5> for Chances {
    fn lost(&self, multiplier: u8) -> [f64; 5] {
        let at_least = |size| f64::from(u8::from(multiplier >= size));
        [0.0, 0.0, 0.0, at_least(2), at_least(3)]
    }

    #[inline]
    fn decide(&self, next: [f64; 5]) -> [f64; 5] {
        let [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ] = next;
        [
            1.0 - win,
            lose_gammon,
            lose_backgammon,
            win_gammon,
            win_backgammon,
        ]
    }
}
