//! One game from the opening roll to the last checker.

use crate::player::{Judge, Player};
use crate::simulate::GameResult;
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::variant::Opening;
use tavla_engine::{
    Dice, Pick, Position, Rules, Scratch, Sequence, Sink, Variant, generate, outcome,
};

/// A game under way.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    /// The side on roll first.
    pub(crate) position: Position,
    /// Turns played.
    pub(crate) turn: u16,
    starter: u8,
}

impl Game {
    pub(crate) const fn new(start: Position, starter: u8) -> Self {
        Self {
            position: start,
            turn: 0,
            starter,
        }
    }

    /// The seat on roll.
    pub(crate) const fn seat(&self) -> u8 {
        self.starter ^ (self.turn & 1) as u8
    }

    /// Ends the turn with the position it leads to, the side that moved still first.
    pub(crate) fn end_turn(&mut self, variant: &Variant, after: Position) -> Turned {
        let turns = self.turn + 1;
        if let Some(outcome) = outcome(variant, after) {
            return Turned::Over(GameResult {
                winner: self.seat(),
                starter: self.starter,
                points: outcome.multiplier() as i8,
                turns,
            });
        }
        if turns == u16::MAX {
            return Turned::Endless;
        }
        self.turn = turns;
        self.position = after.flipped();
        Turned::GoesOn
    }
}

/// What a turn came to.
pub(crate) enum Turned {
    GoesOn,
    Over(GameResult),
    /// As many turns are played as can be counted.
    Endless,
}

/// The players' way of choosing, and the memory it needs from turn to turn.
pub(crate) struct Chooser {
    rules: Rules,
    scratch: Scratch,
    pick: Pick,
    judge: Judge,
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

impl Chooser {
    pub(crate) fn new(variant: &Variant) -> Self {
        Self {
            rules: variant.rules(),
            scratch: Scratch::default(),
            pick: Pick::default(),
            judge: Judge::new(variant),
        }
    }

    /// The result that a player chooses in this turn of a game, the side that moved first.
    pub(crate) fn choose(
        &mut self,
        player: Player,
        game: &Game,
        dice: Dice,
        stream: &mut DiceStream,
    ) -> Position {
        let position = game.position;
        match player {
            Player::Random => {
                self.pick.clear();
                let found = generate(
                    &self.rules,
                    position,
                    dice,
                    &mut self.scratch,
                    &mut self.pick,
                );
                // A draw is a function of its turn alone, so one that decides nothing is left out.
                let row = if found == 1 {
                    0
                } else {
                    let (seat, turn) = (usize::from(game.seat()), u64::from(game.turn));
                    stream.choose(seat, turn, found)
                };
                self.pick.result(row).unwrap_or(position)
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

/// A board with two players at it.
pub(crate) struct Table<'a> {
    variant: &'a Variant,
    players: [Player; 2],
    seed: Seed,
    start: Position,
    chooser: Chooser,
}

impl<'a> Table<'a> {
    pub(crate) fn new(variant: &'a Variant, players: [Player; 2], seed: Seed) -> Self {
        Self {
            variant,
            players,
            seed,
            start: Position::start(variant),
            chooser: Chooser::new(variant),
        }
    }

    /// Plays game number `number`; `None` when it does not end within `u16::MAX` turns.
    pub(crate) fn play(&mut self, number: u64) -> Option<GameResult> {
        let mut stream = DiceStream::new(&self.seed, number);
        let (starter, opening) = opening(&mut stream);
        let mut game = Game::new(self.start, starter);
        loop {
            let dice = dice(self.variant, game.turn, opening, &mut stream);
            let player = self.players[usize::from(game.seat())];
            let after = self.chooser.choose(player, &game, dice, &mut stream);
            match game.end_turn(self.variant, after) {
                Turned::GoesOn => {}
                Turned::Over(result) => return Some(result),
                Turned::Endless => return None,
            }
        }
    }
}

/// The dice of a turn.
pub(crate) fn dice(
    variant: &Variant,
    turn: u16,
    opening: (u8, u8),
    stream: &mut DiceStream,
) -> Dice {
    thrown(match (turn, variant.opening) {
        (0, Opening::UseDice) => opening,
        _ => stream.roll(u64::from(turn)),
    })
}

/// A throw, without its order.
pub(crate) fn thrown((first, second): (u8, u8)) -> Dice {
    Dice::new(first, second).unwrap_or_else(|_| unreachable!("a throw is of two dice"))
}

/// Throws until the dice differ: the seat with the higher die, and the dice.
pub(crate) fn opening(stream: &mut DiceStream) -> (u8, (u8, u8)) {
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
        let mut chooser = Chooser::new(&variant);
        let dice = Dice::new(2, 1).unwrap();
        let start = Position::start(&variant);
        let plays = legal_plays(&variant.rules(), start, dice);
        let mut chosen = vec![0u32; plays.len()];
        for number in 0..GAMES {
            let mut stream = DiceStream::new(&[5; 32], number);
            let mut game = Game::new(start, 0);
            game.turn = 7;
            let after = chooser.choose(Player::Random, &game, dice, &mut stream);
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
