//! What a game is played for: the values that are kept for each position, and what they are made of.
//!
//! Every value is from the side on roll, in units of the cube. A *slot* is one value of a position; what a
//! position is worth follows from the least that the other side can be left with, slot by slot.

/// The slots of a position and how they follow from those of the positions after it.
pub(crate) trait Stakes<const K: usize>: Sync {
    /// The slots of a lost position: the other side has borne off its last checker, for so many
    /// times the stake.
    fn lost(&self, multiplier: u8) -> [f64; K];

    /// The slots of a position, from the weighted sums of the least slots that the plays of each
    /// roll leave the other side.
    fn decide(&self, least: [f64; K]) -> [f64; K];
}

/// No cube.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cubeless;

impl Stakes<1> for Cubeless {
    fn lost(&self, multiplier: u8) -> [f64; 1] {
        [-f64::from(multiplier)]
    }

    #[inline]
    fn decide(&self, [least]: [f64; 1]) -> [f64; 1] {
        [-least]
    }
}

/// Money with the cube, normalised to a cube of 1.
///
/// `n` is the value of rolling without doubling, `f` that before the decision to double; "his"
/// is the cube of the other side.
#[derive(Clone, Copy, Debug)]
pub struct Money {
    /// Whether a double may be turned back once, the doubler answering by a pass or not.
    pub beavers: bool,
}

/// The slots of [`Money`].
pub mod slot {
    /// `n` with his cube.
    pub const HIS: usize = 0;
    /// `f` with one's own cube.
    pub const OWN: usize = 1;
    /// `f` with the cube in the middle.
    pub const CENTRED: usize = 2;
    /// `f` with the cube in the middle, gammons counting once until somebody doubles.
    pub const JACOBY: usize = 3;
}

impl Stakes<4> for Money {
    fn lost(&self, multiplier: u8) -> [f64; 4] {
        let all = -f64::from(multiplier);
        [all, all, all, -1.0]
    }

    #[inline]
    fn decide(&self, least: [f64; 4]) -> [f64; 4] {
        let [his, own] = self.turned([least[slot::HIS], least[slot::OWN]]);
        let centred = [least[slot::CENTRED], least[slot::JACOBY]];
        let [centred, jacoby] = self.centred(his, centred);
        [his, own, centred, jacoby]
    }
}

impl Money {
    /// The slots with a cube that somebody has, from their least. They need no others.
    #[inline]
    pub(crate) fn turned(self, [his, own]: [f64; 2]) -> [f64; 2] {
        // My cube is his when he is on roll, and the other way round.
        let (his, own) = (-own, -his);
        [his, own.max(self.doubled(his))]
    }

    /// The slots with the cube in the middle, without Jacoby's rule and with it, from their least
    /// and the value of the position with his cube.
    #[inline]
    pub(crate) fn centred(self, his: f64, least: [f64; 2]) -> [f64; 2] {
        let doubled = self.doubled(his);
        least.map(|least| (-least).max(doubled))
    }

    /// What a double is worth: the other side passes, takes, or turns it back, whichever leaves
    /// least.
    #[inline]
    pub(crate) fn doubled(self, his: f64) -> f64 {
        let taken = (2.0 * his).min(1.0);
        if self.beavers {
            taken.min((4.0 * his).max(-2.0))
        } else {
            taken
        }
    }
}
