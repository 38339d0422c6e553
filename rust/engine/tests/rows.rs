//! Rows are checked as positions are, in every preset and in composed variants, and their
//! encodings are those that the description gives for the position.

mod common;

use common::{Random, oracle, variants};
use tavla_engine::encode::{Encoding, Unit};
use tavla_engine::row::{self, ROW, Row, Soundness};
use tavla_engine::side::{SLOTS, across};
use tavla_engine::{Position, Side, Variant};

fn row_of(position: Position) -> Row {
    let mut row = [0; ROW];
    row::write(position, &mut row);
    row
}

/// Checks a row both ways, and gives what comes out.
fn is_sound(variant: &Variant, row: &Row) -> bool {
    let faults = row::faults(variant, row);
    let holds = Soundness::of(variant).holds(&[*row]);
    assert_eq!(holds, faults.is_empty(), "{}: {row:?}", variant.name);
    if let Some(position) = row::read(row) {
        assert_eq!(position.faults(variant), faults);
    }
    holds
}

#[test]
fn single_bytes_of_the_start() {
    for variant in variants() {
        let start = row_of(Position::start(&variant));
        assert!(is_sound(&variant, &start));
        for slot in 0..ROW {
            for count in 0..=u8::MAX {
                let mut row = start;
                row[slot] = count;
                assert_eq!(is_sound(&variant, &row), row == start);
            }
        }
    }
}

#[test]
fn random_rows_and_what_becomes_of_them() {
    let mut random = Random(1);
    for variant in variants() {
        let mut sound = 0;
        for _ in 0..5_000 {
            let row = row_of(random.position(&variant));
            assert!(is_sound(&variant, &row));
            let mut corrupt = row;
            corrupt[random.below(ROW)] ^= 1 << random.below(8);
            assert!(!is_sound(&variant, &corrupt));
            // A checker from here to there keeps the totals, so that the other reasons are met.
            let (mut moved, side) = (row, random.below(2) * SLOTS);
            let [source, target] = [(); 2].map(|()| side + random.below(SLOTS));
            moved[source] = moved[source].wrapping_sub(1);
            moved[target] = moved[target].wrapping_add(1);
            sound += u32::from(is_sound(&variant, &moved));
            is_sound(&variant, &std::array::from_fn(|_| random.next() as u8));
        }
        assert!((200..4_800).contains(&sound), "{}: {sound}", variant.name);
    }
}

#[test]
fn counts_that_come_to_a_multiple_of_256_too_many() {
    let mut random = Random(2);
    for variant in variants() {
        for _ in 0..2_000 {
            let mut row = row_of(random.position(&variant));
            let side = random.below(2) * SLOTS;
            // Spread over few slots or many, so that the sums of bytes wrap, or do not.
            let (mut left, many) = (256 * (1 + random.below(3)), 1 + random.below(255));
            while left > 0 {
                let cell = &mut row[side + random.below(SLOTS)];
                let more = many.min(left).min(usize::from(u8::MAX - *cell));
                *cell += more as u8;
                left -= more;
            }
            assert!(!is_sound(&variant, &row));
        }
    }
}

#[test]
fn both_sides_on_one_point() {
    for variant in variants() {
        for point in 1..=24 {
            for other in 1..=24 {
                let mut row = [0; ROW];
                row[point] = variant.checkers;
                row[SLOTS + other] = variant.checkers;
                let met = usize::from(across(variant.track, point as u8)) == other;
                assert_eq!(is_sound(&variant, &row), !met);
            }
        }
    }
}

#[test]
fn one_bad_row_among_many() {
    let variant = Variant::hyper();
    let sound = Soundness::of(&variant);
    assert!(sound.holds(&[]));
    let mut rows = [row_of(Position::start(&variant)); 37];
    assert!(sound.holds(&rows));
    for row in 0..rows.len() {
        rows[row][3] ^= 1;
        assert!(!sound.holds(&rows));
        rows[row][3] ^= 1;
    }
}

/// The units and their scales, from the description.
fn described(variant: &Variant, position: Position, encoding: Encoding) -> Vec<(u8, f32)> {
    let [mine, theirs] = [position.player, position.opponent].map(Side::counts);
    let whole = |unit: u8| (unit, 1.0);
    let stairs = |count: u8| {
        let step = |n| whole(u8::from(count >= n));
        [step(1), step(2), step(3), (count.saturating_sub(3), 0.5)]
    };
    let off = [mine, theirs].map(|side| (side[0], 1.0 / 15.0));
    let bar = [mine, theirs].map(|side| (side[25], 0.5));
    match encoding {
        Encoding::Counts => mine.into_iter().chain(theirs).map(whole).collect(),
        Encoding::Tesauro => {
            let points = mine[1..25].iter().chain(&theirs[1..25]);
            let board = points.flat_map(|&count| stairs(count));
            let rest = [bar, off, [whole(1), whole(0)]];
            board.chain(rest.into_iter().flatten()).collect()
        }
        Encoding::Parallel => {
            let board = (1..=24u8).flat_map(|point| {
                let other = across(variant.track, point);
                [mine[usize::from(point)], theirs[usize::from(other)]]
            });
            let away = |side| whole(u8::from(oracle::first_is_away(variant, side)));
            let rest = [off, [away(&mine), away(&theirs)], bar];
            let board = board.flat_map(stairs);
            board.chain(rest.into_iter().flatten()).collect()
        }
    }
}

fn encoded<U: Unit>(variant: &Variant, rows: &[Row], encoding: Encoding) -> Vec<U> {
    let mut units = vec![U::default(); rows.len() * encoding.width()];
    encoding.write(&variant.rules(), rows, &mut units);
    units
}

#[test]
fn encodings_of_rows_are_those_of_their_positions() {
    let mut random = Random(3);
    for variant in variants() {
        let positions: Vec<_> = (0..300).map(|_| random.position(&variant)).collect();
        let rows: Vec<_> = positions.iter().copied().map(row_of).collect();
        for encoding in Encoding::ALL {
            let each = |&position| described(&variant, position, encoding);
            let units: Vec<_> = positions.iter().flat_map(each).collect();
            let whole: Vec<u8> = units.iter().map(|&(unit, _)| unit).collect();
            let scaled: Vec<f32> = units
                .iter()
                .map(|&(n, scale)| f32::from(n) * scale)
                .collect();
            let bits = |units: &[f32]| units.iter().map(|unit| unit.to_bits()).collect::<Vec<_>>();
            assert_eq!(encoded::<u8>(&variant, &rows, encoding), whole);
            assert_eq!(bits(&encoded(&variant, &rows, encoding)), bits(&scaled));
        }
    }
}
