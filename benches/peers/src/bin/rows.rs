//! The loops that the Python package is measured against, in Rust alone: `rows VARIANT FILE` reads
//! turns, 52 counts and two dice each, and for every line of its input, the name of a work, does it
//! once and prints how many results there were and the CPU-seconds it took.

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::io::BufRead;
use tavla_engine::row::{self, ROW, Row};
use tavla_engine::{
    Dice, Position, Rules, Scratch, Sequence, Sink, Variant, generate, legal_plays,
};

/// Bytes of a turn in the file.
const TURN: usize = ROW + 2;

type Turns = Vec<(Position, Dice)>;

fn main() {
    let [variant, file] = std::env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .expect("a variant and a file");
    let variant = Variant::presets()
        .into_iter()
        .find(|preset| preset.name == variant)
        .expect("the name of a preset");
    let rules = variant.rules();
    let turns = read(&std::fs::read(file).expect("the file of turns"));
    let (mut scratch, mut rows) = (Scratch::default(), Rows(Vec::new()));
    for work in std::io::stdin().lock().lines() {
        let start = ThreadTime::now();
        let results = match work.expect("the name of a work").as_str() {
            "afterstates" => afterstates(&rules, &turns, &mut scratch, &mut rows),
            "plays" => plays(&rules, &turns),
            other => panic!("no work is called {other:?}"),
        };
        println!("{results} {}", start.elapsed().as_secs_f64());
    }
}

fn read(bytes: &[u8]) -> Turns {
    let turn = |cells: &[u8]| {
        let row: &Row = cells[..ROW].try_into().expect("a row");
        let dice = Dice::new(cells[ROW], cells[ROW + 1]).expect("dice");
        (row::read(row).expect("a position"), dice)
    };
    bytes.chunks_exact(TURN).map(turn).collect()
}

/// Rows in the next player's view, one after the other.
struct Rows(Vec<u8>);

impl Sink for Rows {
    #[inline]
    fn play(&mut self, _: Sequence, after: Position) {
        let mut cells = [0; ROW];
        row::write(after.flipped(), &mut cells);
        self.0.extend_from_slice(&cells);
    }
}

/// All results as rows of one buffer, which is kept from pass to pass.
fn afterstates(rules: &Rules, turns: &Turns, scratch: &mut Scratch, rows: &mut Rows) -> usize {
    rows.0.clear();
    for &(position, dice) in turns {
        generate(rules, position, dice, scratch, rows);
    }
    black_box(&rows.0).len() / ROW
}

/// A list of plays for each turn, each given up before the next.
fn plays(rules: &Rules, turns: &Turns) -> usize {
    let list = |&(position, dice): &_| black_box(legal_plays(rules, position, dice)).len();
    turns.iter().map(list).sum()
}
