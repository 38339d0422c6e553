//! Enumerating with memory that is kept from turn to turn allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use tavla_engine::plays::count_plays;
use tavla_engine::rng::DiceStream;
use tavla_engine::{
    Dice, Position, ROLLS, Rules, Scratch, Sequence, Sink, Variant, generate, legal_plays,
};

thread_local! {
    /// Allocations of this thread.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static GLOBAL: Counting = Counting;

fn note() {
    ALLOCATIONS.with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged; counting neither allocates nor
// unwinds, the counter being a constant-initialised cell without a destructor.
#[expect(unsafe_code, reason = "the trait is unsafe to implement")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: the caller keeps the contract of `alloc`, which is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and `alloc` gave the system's memory.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        // SAFETY: as for `dealloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

struct Count(u64);

impl Sink for Count {
    fn play(&mut self, _: Sequence, _: Position) {
        self.0 += 1;
    }
}

/// Positions of some random games.
fn positions(variant: &Variant) -> Vec<Position> {
    let rules = variant.rules();
    let mut met = Vec::new();
    for game in 0..3 {
        let mut stream = DiceStream::new(&[9; 32], game);
        let mut now = Position::start(variant);
        for turn in 0.. {
            met.push(now);
            if now.is_finished() {
                break;
            }
            let (first, second) = stream.roll(turn);
            let dice = Dice::new(first, second).expect("the stream throws dice");
            let plays = legal_plays(&rules, now, dice);
            let chosen = stream.choose(0, turn, plays.len() as u32);
            now = plays[chosen as usize].after.flipped();
        }
    }
    met
}

fn enumerate(rules: &Rules, positions: &[Position], scratch: &mut Scratch) -> u64 {
    let mut count = Count(0);
    let mut told = 0;
    for &position in positions {
        for dice in ROLLS {
            told += u64::from(generate(rules, position, dice, scratch, &mut count));
        }
    }
    assert_eq!(count.0, told);
    let mut counted = 0;
    for &position in positions {
        for dice in ROLLS {
            counted += u64::from(count_plays(rules, position, dice, scratch));
        }
    }
    assert_eq!(counted, told);
    told
}

#[test]
fn a_warm_generator_allocates_nothing() {
    for variant in Variant::presets() {
        let (rules, positions) = (variant.rules(), positions(&variant));
        let mut scratch = Scratch::default();
        let first = enumerate(&rules, &positions, &mut scratch);
        let before = ALLOCATIONS.get();
        let second = enumerate(&rules, &positions, &mut scratch);
        assert_eq!(ALLOCATIONS.get() - before, 0, "{}", variant.name);
        assert_eq!(first, second);
    }
}
