//! A block of games that advance together, so that a policy from outside chooses for thousands of
//! turns at a time. The games are those of [`simulate`](crate::simulate()), turn by turn.

use crate::batch::read_some;
use crate::game::{Chooser, Game, Turned, dice, opening, thrown};
use crate::player::Player;
use crate::simulate::{GameResult, Plan, Results, SimulateError};
use tavla_engine::rng::{DiceStream, Seed};
use tavla_engine::row::ROW;
use tavla_engine::{Dice, Position, ROLLS, Variant};
use thiserror::Error;

/// Who chooses for a seat of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chooses {
    /// One of the players that need nobody.
    Player(Player),
    /// The policy with this number, which is asked by waves.
    Policy(u8),
}

/// Every turn that one policy has to choose for now, one entry a turn in each list, in the order
/// of the games' numbers. What they can lead to is for [`batch`](crate::batch) to tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wave {
    /// The number of the policy.
    pub policy: u8,
    /// The positions, the side on roll first.
    pub positions: Vec<Position>,
    /// The dice.
    pub dice: Vec<Dice>,
    /// The numbers of the games.
    pub game: Vec<u64>,
    /// How many turns each game has behind it.
    pub turn: Vec<u16>,
    /// The seats on roll.
    pub seat: Vec<u8>,
}

impl Wave {
    fn with_room(policy: u8, turns: usize) -> Self {
        Self {
            policy,
            positions: Vec::with_capacity(turns),
            dice: Vec::with_capacity(turns),
            game: Vec::with_capacity(turns),
            turn: Vec::with_capacity(turns),
            seat: Vec::with_capacity(turns),
        }
    }
}

/// Why a block does not go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BlockError {
    /// The games cannot be had, or do not end.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// Not one row for each turn of the wave.
    #[error("expected {expected} rows, one for each turn of the wave, got {got}")]
    Length {
        /// Turns of the wave.
        expected: usize,
        /// Rows that came.
        got: usize,
    },
    /// A row that is not one of its turn's.
    #[error("turn {turn} of the wave: expected a row from {first} to {last}, got {row}")]
    Row {
        /// Which turn of the wave, from 0.
        turn: usize,
        /// Its first row.
        first: i64,
        /// Its last row.
        last: i64,
        /// The row that came.
        row: i64,
    },
    /// Offsets or boards that are not those of the wave.
    #[error("the successors are not those of the wave")]
    Successors,
}

/// Consecutive games, all under way at the same time.
///
/// ```
/// use std::ops::ControlFlow;
/// use tavla_engine::Variant;
/// use tavla_solve::batch::{Rolls, afterstates};
/// use tavla_solve::block::{Block, Chooses};
/// use tavla_solve::{Plan, Player, Threads};
///
/// let (variant, threads) = (Variant::hyper(), Threads::MIN);
/// let (rules, mut tick) = (variant.rules(), |_| ControlFlow::Continue(()));
/// let chooses = [Chooses::Policy(0), Chooses::Player(Player::Pip)];
/// let mut block = Block::new(&Plan::new(&variant, 100), chooses)?;
/// while let Some(wave) = block.wave()? {
///     let rolls = Rolls::Each(&wave.dice);
///     let next = afterstates(&rules, &wave.positions, rolls, 1 << 20, threads, &mut tick)?;
///     // The first play of every turn, whatever it is.
///     let rows = &next.indptr[..wave.positions.len()];
///     block.play(rows, &next.indptr, &next.boards)?;
/// }
/// assert_eq!(block.results().len(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Block {
    variant: Variant,
    first_game: u64,
    chooses: [Chooses; 2],
    chooser: Chooser,
    games: Vec<Game>,
    dice: DiceAhead,
    /// How the games went; `None` for those that are not over.
    results: Vec<Option<GameResult>>,
    /// The games that are not over, in order.
    live: Vec<u32>,
    /// Those that the last wave asked for, in order.
    asked: Vec<u32>,
}

impl Block {
    /// The games of a plan, at most `u32::MAX`. Who plays is told by `chooses`, and not by the
    /// plan; nor do its threads count here.
    ///
    /// # Errors
    /// When the plan asks for what cannot be had.
    pub fn new(plan: &Plan<'_>, chooses: [Chooses; 2]) -> Result<Self, SimulateError> {
        let variant = plan.checked()?;
        let too_many = || SimulateError::NoMemory { games: plan.games };
        let count = u32::try_from(plan.games).map_err(|_| too_many())?;
        let keep = chooses.iter().any(|who| matches!(who, Chooses::Player(_)));
        let mut dice = DiceAhead::new(plan, keep).ok_or_else(too_many)?;
        let start = Position::start(&variant);
        let begin = |index| Game::new(start, dice.begin(&variant, index));
        Ok(Self {
            games: (0..count).map(begin).collect(),
            dice,
            first_game: plan.first_game,
            chooses,
            chooser: Chooser::new(&variant),
            results: vec![None; count as usize],
            live: (0..count).collect(),
            asked: Vec::new(),
            variant,
        })
    }

    /// How many games are not over.
    #[must_use]
    pub fn live(&self) -> usize {
        self.live.len()
    }

    /// How the games went that are over, in the order of their numbers; all of them when
    /// [`Block::wave`] has no more.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut results = Results::default();
        for &game in self.results.iter().flatten() {
            results.push(game);
        }
        results
    }

    /// Plays the turns that need no policy, and gives those that one policy has to choose for:
    /// seat 0's, and when no game waits for it seat 1's. `None` when all games are over. Asked
    /// again before [`Block::play`], it gives the same wave.
    ///
    /// # Errors
    /// A game that does not end.
    pub fn wave(&mut self) -> Result<Option<Wave>, BlockError> {
        self.play_alone()?;
        let Some(policy) = self.next_policy() else {
            return Ok(None);
        };
        let wanted = self.chooses.map(|who| who == Chooses::Policy(policy));
        let mut wave = Wave::with_room(policy, self.live.len());
        self.asked.clear();
        for &index in &self.live {
            let game = &self.games[index as usize];
            if !wanted[usize::from(game.seat())] {
                continue;
            }
            self.asked.push(index);
            wave.positions.push(game.position);
            wave.dice.push(self.dice.roll(index, game.turn));
            wave.game.push(self.first_game + u64::from(index));
            wave.turn.push(game.turn);
            wave.seat.push(game.seat());
        }
        Ok(Some(wave))
    }

    /// Ends the turns of the last wave, each with the position on one of its rows of `boards`:
    /// turn `i` has rows `indptr[i]` to `indptr[i + 1] - 1`. Where something is refused nothing
    /// is played.
    ///
    /// # Errors
    /// Rows that are none of their turns'; a game that does not end.
    pub fn play(&mut self, rows: &[i64], indptr: &[i64], boards: &[u8]) -> Result<(), BlockError> {
        self.check(rows, indptr)?;
        let (boards, _) = boards.as_chunks::<ROW>();
        let nexts = read_some(&self.variant, boards, rows).ok_or(BlockError::Successors)?;
        let mut endless = None;
        for (index, next) in self.asked.drain(..).zip(nexts) {
            let turned = self.games[index as usize].end_turn(&self.variant, next.flipped());
            note(&mut self.results, &mut endless, index, &turned);
        }
        Ok(self.put_away(endless)?)
    }

    fn check(&self, rows: &[i64], indptr: &[i64]) -> Result<(), BlockError> {
        let (expected, got) = (self.asked.len(), rows.len());
        if got != expected {
            return Err(BlockError::Length { expected, got });
        }
        if indptr.len() != expected + 1 {
            return Err(BlockError::Successors);
        }
        for (turn, (&row, ends)) in rows.iter().zip(indptr.windows(2)).enumerate() {
            if !(ends[0]..ends[1]).contains(&row) {
                let (first, last) = (ends[0], ends[1] - 1);
                return Err(BlockError::Row {
                    turn,
                    first,
                    last,
                    row,
                });
            }
        }
        Ok(())
    }

    /// The policy that the next wave is for; `None` when no game goes on.
    fn next_policy(&self) -> Option<u8> {
        let waits = |seat: u8| {
            let mut live = self.live.iter();
            live.any(|&index| self.games[index as usize].seat() == seat)
        };
        let seat = (0..2).find(|&seat| waits(seat))?;
        match self.chooses[usize::from(seat)] {
            Chooses::Policy(policy) => Some(policy),
            Chooses::Player(_) => unreachable!("their turns are played"),
        }
    }

    /// Plays every game until it waits for a policy or is over.
    fn play_alone(&mut self) -> Result<(), SimulateError> {
        if !self
            .chooses
            .iter()
            .any(|who| matches!(who, Chooses::Player(_)))
        {
            return Ok(());
        }
        let mut endless = None;
        for &index in &self.live {
            let game = &mut self.games[index as usize];
            while let Chooses::Player(player) = self.chooses[usize::from(game.seat())] {
                let dice = self.dice.roll(index, game.turn);
                let stream = &mut self.dice.streams[index as usize];
                let after = self.chooser.choose(player, game, dice, stream);
                let turned = game.end_turn(&self.variant, after);
                note(&mut self.results, &mut endless, index, &turned);
                if !matches!(turned, Turned::GoesOn) {
                    break;
                }
            }
        }
        self.put_away(endless)
    }

    /// Takes the games that are over out of those that go on.
    fn put_away(&mut self, endless: Option<u32>) -> Result<(), SimulateError> {
        let results = &self.results;
        self.live.retain(|&index| results[index as usize].is_none());
        match endless {
            None => Ok(()),
            Some(index) => Err(SimulateError::Endless {
                game: self.first_game + u64::from(index),
                variant: self.variant.name.clone(),
            }),
        }
    }
}

/// Turns whose dice are thrown at a time.
const AHEAD: usize = 32;

/// The dice of a block, close together, since the streams that give them take a kilobyte each.
struct DiceAhead {
    seed: Seed,
    first_game: u64,
    games: usize,
    /// Where they are needed for more than dice, every game's, else none.
    streams: Vec<DiceStream>,
    keep: bool,
    /// Turn by turn, in each the games in order; turn `t` stands where turn `t + AHEAD` will.
    rolls: Vec<Dice>,
}

impl DiceAhead {
    /// Room for the dice of a plan; `None` without memory.
    fn new(plan: &Plan<'_>, keep: bool) -> Option<Self> {
        let games = usize::try_from(plan.games).ok()?;
        let (mut rolls, mut streams) = (Vec::new(), Vec::new());
        rolls.try_reserve_exact(games.checked_mul(AHEAD)?).ok()?;
        rolls.resize(games * AHEAD, ROLLS[0]);
        if keep {
            streams.try_reserve_exact(games).ok()?;
        }
        Some(Self {
            seed: plan.seed,
            first_game: plan.first_game,
            games,
            streams,
            keep,
            rolls,
        })
    }

    /// Begins the next game, the first being number 0: throws its first dice, and tells who
    /// starts.
    fn begin(&mut self, variant: &Variant, index: u32) -> u8 {
        let mut stream = DiceStream::new(&self.seed, self.first_game + u64::from(index));
        let (starter, throw) = opening(&mut stream);
        for turn in 0..AHEAD as u16 {
            let at = self.place(index, turn);
            self.rolls[at] = dice(variant, turn, throw, &mut stream);
        }
        if self.keep {
            self.streams.push(stream);
        }
        starter
    }

    /// The dice of a game's turn; turns come in order.
    fn roll(&mut self, index: u32, turn: u16) -> Dice {
        if turn > 0 && usize::from(turn).is_multiple_of(AHEAD) {
            self.throw(index, turn);
        }
        self.rolls[self.place(index, turn)]
    }

    /// Throws the next dice of a game.
    fn throw(&mut self, index: u32, first: u16) {
        let mut fresh;
        let (games, at) = (self.games, self.place(index, first));
        let stream = if let Some(stream) = self.streams.get_mut(index as usize) {
            stream
        } else {
            fresh = DiceStream::new(&self.seed, self.first_game + u64::from(index));
            &mut fresh
        };
        let places = self.rolls[at..].iter_mut().step_by(games);
        for (roll, turn) in places.zip(u64::from(first)..) {
            *roll = thrown(stream.roll(turn));
        }
    }

    fn place(&self, index: u32, turn: u16) -> usize {
        usize::from(turn) % AHEAD * self.games + index as usize
    }
}

/// Writes down what a turn came to, and the first game that does not end.
fn note(
    results: &mut [Option<GameResult>],
    endless: &mut Option<u32>,
    index: u32,
    turned: &Turned,
) {
    match *turned {
        Turned::GoesOn => {}
        Turned::Over(result) => results[index as usize] = Some(result),
        Turned::Endless => *endless = endless.or(Some(index)),
    }
}
