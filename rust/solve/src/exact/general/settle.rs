//! A position and its mirror, which dances lead into each other.

use super::rolls::{Rolled, THROWS};
use crate::exact::stakes::Stakes;

/// The slots of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settled<const K: usize> {
    pub(super) cell: [f64; K],
    /// How far apart the highest and the lowest slots are that agree with all plays.
    pub(super) width: f64,
}

/// More than any slot can be.
const HIGHEST: f64 = 4.0;

/// The least share of a throw that one of the sides moves is 1/36: so many rounds are enough.
const MOST_ROUNDS: u32 = 20_000;

/// The slots of a position from its rolls `here`, and from those of its mirror `there`; `None`
/// when neither side can ever move.
///
/// Where both sides can dance each value hangs on the other. What a side can have falls as the
/// other's rises, and rounding keeps the order of numbers, so that two rounds of the one after
/// the other only ever fall from the highest, or rise from the lowest; what they come to
/// encloses every answer.
pub(super) fn settle<const K: usize>(
    stakes: &impl Stakes<K>,
    here: &Rolled<K>,
    there: &Rolled<K>,
) -> Option<Settled<K>> {
    let exactly = |cell| Settled { cell, width: 0.0 };
    if here.dances == 0 {
        return Some(exactly(stakes.decide(here.least)));
    }
    let round = |x: [f64; K]| stakes.decide(here.with(stakes.decide(there.with(x))));
    if there.dances == 0 {
        return Some(exactly(round([0.0; K])));
    }
    if here.dances == THROWS && there.dances == THROWS {
        return None;
    }
    let (above, below) = (limit([HIGHEST; K], round), limit([-HIGHEST; K], round));
    Some(Settled {
        cell: std::array::from_fn(|k| f64::midpoint(above[k], below[k])),
        width: (0..K).fold(0.0, |most, k| (above[k] - below[k]).max(most)),
    })
}

/// Where the rounds come to rest.
fn limit<const K: usize>(mut x: [f64; K], round: impl Fn([f64; K]) -> [f64; K]) -> [f64; K] {
    for _ in 0..MOST_ROUNDS {
        let last = x;
        x = round(last);
        if x.map(f64::to_bits) == last.map(f64::to_bits) {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::stakes::{Cubeless, Money, slot};

    fn rolled<const K: usize>(least: f64, dances: u8) -> Rolled<K> {
        Rolled {
            least: [least; K],
            dances,
        }
    }

    #[test]
    fn two_dances_are_solved_together() {
        for (mine, theirs) in [(1, 1), (20, 11), (35, 35), (36, 1), (1, 36)] {
            let share = |throws: u8| f64::from(throws) / 36.0;
            // What I leave when I move, and he when he moves.
            let (mean, his) = (-0.7 * share(36 - mine), 0.3 * share(36 - theirs));
            let settled = settle(&Cubeless, &rolled(mean, mine), &rolled(his, theirs)).unwrap();
            // x = -(mean + share(mine) y) and y = -(his + share(theirs) x).
            let x = (share(mine) * his - mean) / (1.0 - share(mine) * share(theirs));
            assert!((settled.cell[0] - x).abs() < 1e-13, "{mine} {theirs}");
            assert!(settled.width < 1e-13);
        }
    }

    #[test]
    fn two_sides_that_never_move_have_no_value() {
        let stuck = rolled::<1>(0.0, 36);
        assert_eq!(settle(&Cubeless, &stuck, &stuck), None);
    }

    #[test]
    fn a_cube_that_is_turned_for_ever_has_no_single_value() {
        // Whoever moves first wins, and both dance 25 times in 36: each redoubles while he can.
        let stakes = Money { beavers: false };
        let rolls = rolled::<4>(-11.0 / 36.0, 25);
        let settled = settle(&stakes, &rolls, &rolls).unwrap();
        assert!(settled.width > 0.1, "{settled:?}");
        // A few dances settle.
        let rolls = rolled::<4>(-32.0 / 36.0, 4);
        let settled = settle(&stakes, &rolls, &rolls).unwrap();
        assert!(settled.width < 1e-15, "{settled:?}");
        assert!((settled.cell[slot::OWN] - 1.0).abs() < 1e-15);
    }
}
