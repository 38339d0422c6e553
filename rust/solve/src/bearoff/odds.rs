//! A race of two sides from how many rolls each takes.

/// How a race ends for the side on roll, when each side plays for its own fewest rolls on
/// average, whatever the other does: an approximation of best play, and a little off.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Odds {
    /// The side on roll wins.
    pub win: f64,
    /// It wins before the other side has borne off a checker.
    pub gammon: f64,
    /// The other side wins before the side on roll has borne off a checker.
    pub gammon_loss: f64,
}

/// The odds from the chances of each number of rolls, from none on: of bearing off all, and of
/// bearing off the first checker (none where one is off already).
///
/// A gammon is saved by playing for the first checker alone, so that its chances are those of
/// a side that does.
#[must_use]
pub fn odds(all: [&[f64]; 2], first: [&[f64]; 2]) -> Odds {
    let [mine, theirs] = all;
    let [my_first, their_first] = first;
    Odds {
        win: before(mine, theirs, 0),
        gammon: before(mine, their_first, 0),
        gammon_loss: before(theirs, my_first, 1),
    }
}

/// The chance that one side is done while the other, which has had `behind - 1` rolls more by
/// then, is not.
fn before(one: &[f64], other: &[f64], behind: usize) -> f64 {
    // The chance that the other takes as many rolls as `passed` or more.
    let mut left = 1.0;
    let mut sum = 0.0;
    let mut passed = 0;
    for (rolls, &chance) in one.iter().enumerate() {
        while passed < rolls + behind {
            left -= other.get(passed).copied().unwrap_or(0.0);
            passed += 1;
        }
        sum += chance * f64::max(left, 0.0);
    }
    sum
}
