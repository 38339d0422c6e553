//! Two dice, the 21 rolls and their weights.

use thiserror::Error;

/// A roll of two dice, the higher first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice {
    high: u8,
    low: u8,
}

/// A die that is not 1..=6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a die shows 1 to 6, got {0}")]
pub struct InvalidDie(pub u8);

impl Dice {
    /// The roll of these two dice, in either order.
    ///
    /// # Errors
    /// When a die is not 1..=6.
    pub fn new(first: u8, second: u8) -> Result<Self, InvalidDie> {
        for die in [first, second] {
            if !(1..=6).contains(&die) {
                return Err(InvalidDie(die));
            }
        }
        Ok(Self {
            high: first.max(second),
            low: first.min(second),
        })
    }

    /// The larger die.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller die.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Both dice show the same number, so it is played four times.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many moves the roll allows: four for a double, else two.
    #[must_use]
    pub const fn moves(self) -> u8 {
        if self.is_double() { 4 } else { 2 }
    }

    /// Of the 36 throws of two dice, how many give this roll.
    #[must_use]
    pub const fn weight(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }
}

/// The 21 rolls in the order used everywhere: 1-1, 2-1, 2-2, 3-1, .., 6-6 (by higher die, then
/// by lower).
pub const ROLLS: [Dice; 21] = {
    let mut rolls = [Dice { high: 1, low: 1 }; 21];
    let (mut next, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[next] = Dice { high, low };
            next += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rolls_weigh_thirty_six() {
        assert_eq!(ROLLS.iter().map(|r| u32::from(r.weight())).sum::<u32>(), 36);
        assert!(ROLLS.is_sorted());
    }

    #[test]
    fn dice_outside_one_to_six_are_refused() {
        assert_eq!(Dice::new(0, 3), Err(InvalidDie(0)));
        assert_eq!(Dice::new(3, 7), Err(InvalidDie(7)));
    }
}
