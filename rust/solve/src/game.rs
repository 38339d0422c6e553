//! One game from the opening roll to the last checker.

use crate::player::{Judge, Player};
use crate::simulate::GameResult;
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::variant::Opening;
use tavla_engine::{Dice, Position, Rules, Scratch, Sequence, Sink, Variant, generate, outcome};

/// A board with two players at it, and the memory they need from turn to turn.
pub(crate) struct Table<'a> {
    variant: &'a Variant,
    players: [Player; 2],
    seed: Seed,
    rules: Rules,
    start: Position,
    scratch: Scratch,
    results: Results,
    judge: Judge,
}

/// The results of a turn, the side that moved first.
#[derive(Default)]
struct Results(Vec<Position>);

impl Sink for Results {
    fn play(&mut self, _: Sequence, after: Position) {
        self.0.push(after);
    }
}

/// The best result so far.
struct Best<'a> {
    judge: &'a mut Judge,
    best: Option<(i32, Position)>,
}

impl Sink for Best<'_> {
    fn play(&mut self, _: Sequence, after: Position) {
        let value = self.judge.score(after);
        if self.best.is_none_or(|(best, _)| value > best) {
            self.best = Some((value, after));
        }
    }
}

impl<'a> Table<'a> {
    pub(crate) fn new(variant: &'a Variant, players: [Player; 2], seed: Seed) -> Self {
        Self {
            variant,
            players,
            seed,
            rules: variant.rules(),
            start: Position::start(variant),
            scratch: Scratch::default(),
            results: Results::default(),
            judge: Judge::new(variant),
        }
    }

    /// Plays game number `game`; `None` when it does not end within `u16::MAX` turns.
    pub(crate) fn play(&mut self, game: u64) -> Option<GameResult> {
        let mut stream = DiceStream::new(&self.seed, game);
        let (starter, opening) = opening(&mut stream);
        let mut position = self.start;
        for turn in 0..u16::MAX {
            let seat = starter ^ (turn & 1) as u8;
            let (first, second) = match (turn, self.variant.opening) {
                (0, Opening::UseDice) => opening,
                _ => stream.roll(u64::from(turn)),
            };
            let dice =
                Dice::new(first, second).unwrap_or_else(|_| unreachable!("a throw is of two dice"));
            let after = self.choose(position, dice, &mut stream, seat, turn);
            if let Some(outcome) = outcome(self.variant, after) {
                return Some(GameResult {
                    winner: seat,
                    starter,
                    points: outcome.multiplier() as i8,
                    turns: turn + 1,
                });
            }
            position = after.flipped();
        }
        None
    }

    /// The result that the seat's player chooses.
    fn choose(
        &mut self,
        position: Position,
        dice: Dice,
        stream: &mut DiceStream,
        seat: u8,
        turn: u16,
    ) -> Position {
        match self.players[usize::from(seat)] {
            Player::Random => {
                self.results.0.clear();
                let found = generate(
                    &self.rules,
                    position,
                    dice,
                    &mut self.scratch,
                    &mut self.results,
                );
                // A draw is a function of its turn alone, so one that decides nothing is left out.
                let row = match found {
                    1 => 0,
                    _ => stream.choose(usize::from(seat), u64::from(turn), found),
                };
                self.results.0[row as usize]
            }
            Player::Pip => {
                let mut sink = Best {
                    judge: &mut self.judge,
                    best: None,
                };
                generate(&self.rules, position, dice, &mut self.scratch, &mut sink);
                sink.best.map_or(position, |(_, after)| after)
            }
        }
    }
}

/// Throws until the dice differ: the seat with the higher die, and the dice.
fn opening(stream: &mut DiceStream) -> (u8, (u8, u8)) {
    let mut attempt = 0;
    loop {
        let (first, second) = stream.opening(attempt);
        if first != second {
            return (u8::from(second > first), (first, second));
        }
        attempt += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tavla_engine::legal_plays;

    #[test]
    fn random_chooses_evenly_among_distinct_results() {
        const GAMES: u64 = 100_000;
        let variant = Variant::backgammon();
        let mut table = Table::new(&variant, [Player::Random; 2], [5; 32]);
        let dice = Dice::new(2, 1).unwrap();
        let plays = legal_plays(&table.rules, table.start, dice);
        let mut chosen = vec![0u32; plays.len()];
        for game in 0..GAMES {
            let mut stream = DiceStream::new(&[5; 32], game);
            let after = table.choose(table.start, dice, &mut stream, 1, 7);
            let row = plays.iter().position(|play| play.after == after).unwrap();
            chosen[row] += 1;
        }
        let expected = GAMES as f64 / plays.len() as f64;
        let square = |&n: &u32| (f64::from(n) - expected).powi(2) / expected;
        let chi: f64 = chosen.iter().map(square).sum();
        assert_eq!(plays.len(), 15);
        // 14 degrees of freedom: 36.1 is passed once in a thousand seeds.
        assert!(chi < 36.1, "{chi}");
    }

    #[test]
    fn a_tied_opening_is_thrown_again() {
        let attempts = |game| {
            let mut stream = DiceStream::new(&[0; 32], game);
            let throws = (0..).map(|attempt| stream.opening(attempt));
            let mut throws = throws.skip_while(|(first, second)| first == second);
            let (first, second) = throws.next().unwrap();
            (u8::from(second > first), (first, second))
        };
        let mut tied = 0;
        for game in 0..1000 {
            let mut stream = DiceStream::new(&[0; 32], game);
            let (first, second) = stream.opening(0);
            tied += usize::from(first == second);
            assert_eq!(opening(&mut stream), attempts(game));
        }
        assert!(tied > 100);
    }
}
