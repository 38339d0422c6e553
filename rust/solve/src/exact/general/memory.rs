//! How much memory a solution takes, before any is taken.

use super::rolls::DANCE;
use std::mem::size_of;
use tavla_engine::rank::sides;
use tavla_engine::side::SLOTS;
use tavla_engine::variant::Contact;
use tavla_engine::{ROLLS, Variant};

/// A layer of equal pips holds less than this many times the share that all would hold if they
/// were equally large.
const CROWDED: u128 = 4;

/// The bytes that solving a variant with `K` slots takes: its table, and what one pass holds.
pub(in crate::exact) fn needed<const K: usize>(variant: &Variant) -> u128 {
    let pairs = u128::from(many_sides(variant)).pow(2);
    let layers = 2 * u128::from(variant.checkers) * (SLOTS as u128 - 2);
    let slots = size_of::<[f64; K]>() as u128;
    // What the rolls of a pair come to, and what is settled from that.
    let in_layer = 2 * slots + 4 * size_of::<f64>() as u128;
    pairs * slots + CROWDED * pairs * in_layer / layers
}

/// The bytes that solving sooner takes, by noting the best plays and by mixing; `None` when
/// there are more cells than a note can tell.
pub(super) fn needed_for_notes<const K: usize>(variant: &Variant) -> Option<u128> {
    let pairs = u128::from(many_sides(variant)).pow(2);
    let notes = ROLLS.len() * K * size_of::<u32>();
    let mixing = 3 * size_of::<[f64; K]>();
    let fits = pairs < u128::from(DANCE);
    fits.then(|| needed::<K>(variant) + pairs * (notes + mixing) as u128)
}

/// How many sides there are; without hits none has a checker on the bar.
fn many_sides(variant: &Variant) -> u64 {
    let all = sides(variant.checkers);
    match variant.contact {
        Contact::Hit => all,
        // With one checker on the bar, the others can be anywhere.
        Contact::Block => all - sides(variant.checkers - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Game;
    use super::super::pass::Layer;
    use super::*;

    #[test]
    fn sides_are_counted_before_they_are_made() {
        for (checkers, block, hit) in [(1, 25, 26), (2, 325, 351), (3, 2925, 3276)] {
            for (contact, many) in [(Contact::Block, block), (Contact::Hit, hit)] {
                let variant = Variant {
                    checkers,
                    contact,
                    ..Variant::hyper()
                };
                assert_eq!(many_sides(&variant), many);
                let game = Game::new(&variant);
                assert_eq!(game.sides() as u64, many);
                let layers = 2..=2 * game.numbering.most_pips();
                let pairs = layers.map(|pips| Layer::new(&game, pips).pairs()).max();
                let share = many.pow(2) / (48 * u64::from(checkers));
                assert!(pairs.unwrap() as u64 <= CROWDED as u64 * share.max(1));
            }
        }
    }

    #[test]
    fn large_games_need_more_than_any_machine_has() {
        assert_eq!(needed::<1>(&Variant::backgammon()) >> 70, 11);
    }
}
