//! A block of games that advance together, so that a policy from outside chooses for thousands of
//! turns at a time. The games are those of [`simulate`](crate::simulate()), turn by turn.

use crate::batch::{self, Afterstates, BatchError, Rolls};
use crate::game::{Chooser, Game, Turned};
use crate::player::Player;
use crate::simulate::{GameResult, Plan, Results, SimulateError, Threads};
use std::ops::ControlFlow;
use tavla_engine::row::{self, ROW};
use tavla_engine::{Dice, Position, Variant};
use thiserror::Error;

/// Who chooses for a seat of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chooses {
    /// One of the players that need nobody.
    Player(Player),
    /// The policy with this number, which is asked by waves.
    Policy(u8),
}

/// Every turn that one policy has to choose for now, the games in the order of their numbers.
///
/// The lists have one entry a turn, but for the successors.
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
    /// What the turns can lead to; a turn has at least one row, and chooses one of them.
    pub successors: Afterstates,
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
            successors: Afterstates::default(),
        }
    }
}

/// Why a block does not go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BlockError {
    /// The games cannot be had, or do not end.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// The successors cannot be had.
    #[error(transparent)]
    Batch(#[from] BatchError),
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
    /// Boards that are not those of the wave.
    #[error("the boards are not those of the wave")]
    Boards,
}

/// Consecutive games, all under way at the same time.
///
/// ```
/// use tavla_engine::Variant;
/// use tavla_solve::block::{Block, Chooses};
/// use tavla_solve::{Plan, Player, Threads};
///
/// let variant = Variant::hyper();
/// let chooses = [Chooses::Policy(0), Chooses::Player(Player::Pip)];
/// let mut block = Block::new(&Plan::new(&variant, 100), chooses)?;
/// while let Some(wave) = block.wave(Threads::MIN)? {
///     // The first play of every turn, whatever it is.
///     let rows = &wave.successors.indptr[..wave.positions.len()];
///     block.play(rows, &wave.successors.boards)?;
/// }
/// assert_eq!(block.results().len(), 100);
/// # Ok::<(), tavla_solve::block::BlockError>(())
/// ```
pub struct Block {
    variant: Variant,
    first_game: u64,
    chooses: [Chooses; 2],
    chooser: Chooser,
    games: Vec<Game>,
    /// How the games went; `None` for those that are not over.
    results: Vec<Option<GameResult>>,
    /// The games that are not over, in order.
    live: Vec<u32>,
    /// Those that the last wave asked for, in order.
    asked: Vec<u32>,
    /// Where each turn's rows of the last wave begin, and where they end.
    indptr: Vec<i64>,
}

impl Block {
    /// The games of a plan, at most `u32::MAX`. Who plays is told by `chooses`, and not by the
    /// plan; nor do its threads count here.
    ///
    /// # Errors
    /// When the plan asks for what cannot be had.
    pub fn new(plan: &Plan<'_>, chooses: [Chooses; 2]) -> Result<Self, SimulateError> {
        let variant = plan.checked()?;
        let no_memory = || SimulateError::NoMemory { games: plan.games };
        let count = u32::try_from(plan.games).map_err(|_| no_memory())?;
        let mut games = Vec::new();
        games
            .try_reserve_exact(count as usize)
            .map_err(|_| no_memory())?;
        let start = Position::start(&variant);
        let numbers = (0..count).map(|index| plan.first_game + u64::from(index));
        games.extend(numbers.map(|number| Game::new(start, &plan.seed, number)));
        Ok(Self {
            first_game: plan.first_game,
            chooses,
            chooser: Chooser::new(&variant),
            games,
            results: vec![None; count as usize],
            live: (0..count).collect(),
            asked: Vec::new(),
            indptr: Vec::new(),
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
    /// A game that does not end; no memory.
    pub fn wave(&mut self, threads: Threads) -> Result<Option<Wave>, BlockError> {
        self.play_alone()?;
        let Some(policy) = self.next_policy() else {
            return Ok(None);
        };
        let mut wave = Wave::with_room(policy, self.live.len());
        self.asked.clear();
        for &index in &self.live {
            let game = &mut self.games[index as usize];
            if self.chooses[usize::from(game.seat())] != Chooses::Policy(policy) {
                continue;
            }
            self.asked.push(index);
            wave.positions.push(game.position);
            wave.dice.push(game.dice(&self.variant));
            wave.game.push(self.first_game + u64::from(index));
            wave.turn.push(game.turn);
            wave.seat.push(game.seat());
        }
        wave.successors = batch::afterstates(
            self.chooser.rules(),
            &wave.positions,
            Rolls::Each(&wave.dice),
            usize::MAX,
            threads,
            &mut |_| ControlFlow::Continue(()),
        )?;
        self.indptr.clone_from(&wave.successors.indptr);
        Ok(Some(wave))
    }

    /// Ends the turns of the last wave, each with one of its rows. `boards` are the wave's. When
    /// a row is refused nothing is played.
    ///
    /// # Errors
    /// Rows that are none of their turns'; a game that does not end.
    pub fn play(&mut self, rows: &[i64], boards: &[u8]) -> Result<(), BlockError> {
        self.check(rows)?;
        let (boards, _) = boards.as_chunks::<ROW>();
        let result = |&row: &i64| row::read(boards.get(row as usize)?);
        let afters: Option<Vec<Position>> = rows.iter().map(result).collect();
        let afters = afters.ok_or(BlockError::Boards)?;
        let mut endless = None;
        for (&index, next) in self.asked.iter().zip(afters) {
            let turned = self.games[index as usize].end_turn(&self.variant, next.flipped());
            note(&mut self.results, &mut endless, index, &turned);
        }
        self.asked.clear();
        self.indptr.clear();
        Ok(self.put_away(endless)?)
    }

    fn check(&self, rows: &[i64]) -> Result<(), BlockError> {
        let (expected, got) = (self.asked.len(), rows.len());
        if got != expected {
            return Err(BlockError::Length { expected, got });
        }
        for (turn, (&row, ends)) in rows.iter().zip(self.indptr.windows(2)).enumerate() {
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
        let mut endless = None;
        for &index in &self.live {
            let game = &mut self.games[index as usize];
            while let Chooses::Player(player) = self.chooses[usize::from(game.seat())] {
                let dice = game.dice(&self.variant);
                let after = self.chooser.choose(player, game, dice);
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
