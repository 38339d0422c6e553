//! A reusable set of positions met during one turn.

use crate::position::Position;
use crate::side::Side;

/// Positions with the dice left, open addressing, cleared without touching its memory.
#[derive(Default, Debug)]
pub(super) struct Seen {
    slots: Vec<Slot>,
    /// Slots of an earlier round count as empty.
    round: u32,
    used: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Slot {
    round: u32,
    left: u8,
    position: Position,
}

const FIRST_SIZE: usize = 256;

impl Seen {
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(Slot::default());
            self.round = 1;
        }
    }

    /// Adds a position; false when it was there.
    pub(super) fn insert(&mut self, position: Position, left: u8) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mut at = hash(position, left) & (self.slots.len() - 1);
        loop {
            let slot = &mut self.slots[at];
            if slot.round != self.round {
                *slot = Slot {
                    round: self.round,
                    left,
                    position,
                };
                self.used += 1;
                return true;
            }
            if slot.position == position && slot.left == left {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(FIRST_SIZE);
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        let round = std::mem::replace(&mut self.round, 1);
        self.used = 0;
        for slot in old {
            if slot.round == round && round != 0 {
                self.insert(slot.position, slot.left);
            }
        }
    }
}

fn hash(position: Position, left: u8) -> usize {
    let fold = |side: Side| side.0[0] ^ side.0[1];
    let mixed = fold(position.player)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(fold(position.opponent).rotate_left(29) ^ u64::from(left));
    (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as usize
}
