//! How much memory a solution takes, before any is taken.

use super::rolls::DANCE;
use crate::exact::mixing;
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

/// What there is room for on top of [`needed`], to be done sooner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Room {
    /// How many cells are noted of each roll: those that its plays lead to. None where one pass
    /// is enough.
    pub(super) noted: usize,
    /// Whether passes that follow notes are mixed.
    pub(super) mixing: bool,
}

impl Room {
    /// What `memory` bytes leave room for, when so many cells of each roll are wanted.
    pub(super) fn new<const K: usize>(variant: &Variant, wanted: usize, memory: u64) -> Self {
        let pairs = u128::from(many_sides(variant)).pow(2);
        let of_notes = ROLLS.len() * wanted * size_of::<u32>();
        let of_mixing = mixing::TABLES * size_of::<[f64; K]>();
        let fits = |bytes| needed::<K>(variant) + pairs * bytes as u128 <= u128::from(memory);
        // A note must be able to tell every cell.
        let can_note = variant.contact == Contact::Hit && pairs < u128::from(DANCE);
        let noted = if can_note && fits(of_notes) {
            wanted
        } else {
            0
        };
        Self {
            noted,
            mixing: noted > 0 && fits(of_notes + of_mixing),
        }
    }
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
