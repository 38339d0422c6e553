//! What is kept for each pair of sides: one plane of numbers for each *lane*.
//!
//! The cubeless equity comes first. Where gammons can happen the chances that go with it follow:
//! they are those of the play with the best equity, the lowest number among equals. Then the
//! slots of [`Money`], each with its own best play; where no gammon can happen Jacoby's rule
//! changes nothing and has no lane.

use crate::exact::{Cubeless, Money, Stakes, slot};

/// The chances of a race, from the side on roll. Wins count gammons, these backgammons.
pub(crate) const CHANCES: usize = 5;
/// Slots of the cube.
pub(crate) const SLOTS: usize = 4;
const EQUITY: usize = 0;

/// Which lanes there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    pub(crate) gammons: bool,
    /// None without the cube.
    pub(crate) money: Option<Money>,
}

/// The lanes of one pair, or their sums over rolls.
pub(crate) type Values = [f64; 1 + CHANCES + SLOTS];

impl Lanes {
    /// How many lanes there are.
    pub(crate) const fn len(self) -> usize {
        self.followers() + 1 + self.slots()
    }

    /// Lanes that follow the best cubeless play.
    pub(crate) const fn followers(self) -> usize {
        if self.gammons { CHANCES } else { 0 }
    }

    /// Slots that have a lane.
    const fn slots(self) -> usize {
        match self.money {
            None => 0,
            Some(_) if self.gammons => SLOTS,
            Some(_) => slot::JACOBY,
        }
    }

    /// The lane of a slot; `None` without the cube.
    pub(crate) fn slot(self, slot: usize) -> Option<usize> {
        let kept = slot.min(self.slots().checked_sub(1)?);
        // Without gammons Jacoby's rule is the cube in the middle.
        Some(1 + self.followers() + kept)
    }

    /// The names of the lanes, in their order.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let mut names = vec!["equity"];
        if self.gammons {
            names.extend([
                "win",
                "gammon",
                "backgammon",
                "gammon_loss",
                "backgammon_loss",
            ]);
        }
        let slots = ["his", "own", "centred", "jacoby"];
        names.extend(&slots[..self.slots()]);
        names
    }

    /// The lanes of a lost position, at so many times the stake.
    pub(crate) fn lost(self, multiplier: u8) -> Values {
        let chances = [
            0.0,
            0.0,
            0.0,
            f64::from(multiplier > 1),
            f64::from(multiplier > 2),
        ];
        let slots = match self.money {
            Some(money) => money.lost(multiplier),
            None => [0.0; SLOTS],
        };
        self.joined(Cubeless.lost(multiplier), chances, slots)
    }

    /// The lanes of a position from the weighted sums of what the other side is left with.
    #[inline]
    pub(crate) fn decide(self, left: Values) -> Values {
        let equity = Cubeless.decide([left[EQUITY]]);
        let chances = if self.gammons {
            let [win, gammon, backgammon, gammon_lost, backgammon_lost] =
                [left[1], left[2], left[3], left[4], left[5]];
            [1.0 - win, gammon_lost, backgammon_lost, gammon, backgammon]
        } else {
            [0.0; CHANCES]
        };
        let slots = match self.money {
            Some(money) => {
                let of = |slot| self.slot(slot).map_or(0.0, |lane| left[lane]);
                money.decide(std::array::from_fn(of))
            }
            None => [0.0; SLOTS],
        };
        self.joined(equity, chances, slots)
    }

    fn joined(self, [equity]: [f64; 1], chances: [f64; CHANCES], slots: [f64; SLOTS]) -> Values {
        let mut all = [0.0; 1 + CHANCES + SLOTS];
        all[EQUITY] = equity;
        let at = 1 + self.followers();
        all[1..at].copy_from_slice(&chances[..at - 1]);
        all[at..self.len()].copy_from_slice(&slots[..self.slots()]);
        all
    }
}
