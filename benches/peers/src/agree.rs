//! Both sides must give the same results before their speed is worth comparing.

use crate::peer;
use std::collections::HashSet;
use tavla_engine::{Dice, Position, ROLLS, Rules, legal_plays};

/// Turns on which both sides give the same results, each once.
pub(crate) struct Agreed {
    pub turns: Vec<(Position, Dice)>,
    /// Results of those turns.
    pub plays: u64,
    /// Turns left out because the peer lists a result twice.
    pub repeated: usize,
}

/// All rolls on the positions.
///
/// For each, asserts that the sets of results are equal and that ours has no repeats. bkgm lists
/// some results of bearing off twice; those turns are left out, so that what is timed gives the
/// same number of results on both sides.
pub(crate) fn agreed<const N: u8>(rules: &Rules, positions: &[Position]) -> Agreed {
    let mut agreed = Agreed {
        turns: Vec::new(),
        plays: 0,
        repeated: 0,
    };
    for &position in positions {
        for dice in ROLLS {
            let ours = legal_plays(rules, position, dice);
            let theirs = peer::legal(peer::convert::<N>(position), &peer::dice(dice));
            let our_set: HashSet<_> = ours
                .iter()
                .map(|play| peer::convert::<N>(play.after.flipped()))
                .collect();
            let their_set: HashSet<_> = theirs.iter().copied().collect();
            assert_eq!(our_set, their_set, "{position:?} {dice:?}");
            assert_eq!(ours.len(), our_set.len(), "{position:?} {dice:?}");
            if theirs.len() == their_set.len() {
                agreed.turns.push((position, dice));
                agreed.plays += ours.len() as u64;
            } else {
                agreed.repeated += 1;
            }
        }
    }
    agreed
}
