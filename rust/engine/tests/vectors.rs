//! The promises about dice and `hash64` against answers computed elsewhere: `tests/vectors` was
//! printed by plain Python written from the words of the promises.

use std::path::PathBuf;
use tavla_engine::hash::hash64;
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::side::SLOTS;
use tavla_engine::{Position, Side};

/// The lines of a file of vectors, questions and answers apart.
fn vectors(file: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("the vectors are part of the project");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" -> ").expect("a question and its answer"))
        .map(|(question, answer)| (words(question), words(answer)))
        .collect()
}

fn number<T: std::str::FromStr>(word: &str) -> T {
    word.parse().ok().expect("a number")
}

fn seed(hex: &str) -> Seed {
    std::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hex"))
}

#[test]
fn dice_are_the_promised_ones() {
    let vectors = vectors("dice.txt");
    assert!(vectors.len() > 1000);
    for (question, answer) in vectors {
        let [key, game, lane, indices @ ..] = question.as_slice() else {
            panic!("{question:?}");
        };
        let mut stream = DiceStream::new(&seed(key), number(game));
        let throw = |(first, second): (u8, u8)| vec![first.to_string(), second.to_string()];
        let got = match (lane.as_str(), indices) {
            ("opening", [attempt]) => throw(stream.opening(number(attempt))),
            ("dice", [turn]) => throw(stream.roll(number(turn))),
            ("choose", [seat, turn, below]) => {
                let choice = stream.choose(number(seat), number(turn), number(below));
                vec![choice.to_string()]
            }
            _ => panic!("{question:?}"),
        };
        assert_eq!(got, answer, "{question:?}");
    }
}

fn side(digits: &str) -> Side {
    let counts: Vec<u8> = digits
        .chars()
        .map(|digit| digit.to_digit(16).expect("a hex digit") as u8)
        .collect();
    let counts: [u8; SLOTS] = counts.try_into().expect("26 counts");
    Side::from_counts(&counts).expect("no count is over 15")
}

#[test]
fn hash64_is_the_promised_one() {
    let vectors = vectors("hash64.txt");
    assert!(vectors.len() > 400);
    for (question, answer) in vectors {
        let position = Position {
            player: side(&question[0]),
            opponent: side(&question[1]),
        };
        let hash = format!("{:016x}", hash64(position));
        assert_eq!([hash].as_slice(), answer, "{question:?}");
    }
}
