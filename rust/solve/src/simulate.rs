//! Many games at once, the same on any number of threads.

use crate::game::Table;
use crate::player::Player;
use crate::pool::{POOLS, Pools};
use rayon::ThreadPool;
use std::collections::{BTreeMap, TryReserveError};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tavla_engine::Variant;
use tavla_engine::rng::Seed;
use tavla_engine::variant::InvalidVariant;
use thiserror::Error;

/// How many threads play; 1 is the caller's own.
pub type Threads = NonZeroUsize;

/// Which games to play. Game `g` is a function of the variant, the seed, the players and `g`
/// alone, whatever else is played and on however many threads.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// How many games.
    pub games: u64,
    /// The number of the first; the others follow.
    pub first_game: u64,
    /// The seed of the dice and of the players' own randomness.
    pub seed: Seed,
    /// Who chooses for seat 0 and for seat 1.
    pub players: [Player; 2],
    /// How many threads play.
    pub threads: Threads,
}

impl<'a> Plan<'a> {
    /// So many games from number 0, seed 0, between two random players, on the caller's thread.
    #[must_use]
    pub fn new(variant: &'a Variant, games: u64) -> Self {
        Self {
            variant,
            games,
            first_game: 0,
            seed: [0; 32],
            players: [Player::Random; 2],
            threads: Threads::MIN,
        }
    }
}

/// How one game went.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// The seat that won.
    pub winner: u8,
    /// The seat that had the first turn.
    pub starter: u8,
    /// Points won by the winner: 1, 2 for a gammon, 3 for a backgammon.
    pub points: i8,
    /// Turns played, dances included.
    pub turns: u16,
}

/// How the games went, one entry a game in each list, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// The seats that won.
    pub winner: Vec<u8>,
    /// The seats that had the first turn.
    pub starter: Vec<u8>,
    /// Points won by the winners.
    pub points: Vec<i8>,
    /// Turns played, dances included.
    pub turns: Vec<u16>,
}

impl Results {
    /// Empty lists with room for so many games.
    fn with_room(games: u64) -> Result<Self, TryReserveError> {
        // More than memory can address is as much too many as this.
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        // All four at once first: one by one they might be promised what no one of them would be.
        let bytes = size_of::<u8>() * 2 + size_of::<i8>() + size_of::<u16>();
        Vec::<u8>::new().try_reserve_exact(games.saturating_mul(bytes))?;
        let mut results = Self::default();
        results.winner.try_reserve_exact(games)?;
        results.starter.try_reserve_exact(games)?;
        results.points.try_reserve_exact(games)?;
        results.turns.try_reserve_exact(games)?;
        Ok(results)
    }

    pub(crate) fn push(&mut self, game: GameResult) {
        self.winner.push(game.winner);
        self.starter.push(game.starter);
        self.points.push(game.points);
        self.turns.push(game.turns);
    }

    /// How many games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.winner.len()
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.winner.is_empty()
    }

    /// One game; `None` past the last.
    #[must_use]
    pub fn game(&self, index: usize) -> Option<GameResult> {
        Some(GameResult {
            winner: *self.winner.get(index)?,
            starter: *self.starter.get(index)?,
            points: *self.points.get(index)?,
            turns: *self.turns.get(index)?,
        })
    }
}

/// Why there are no results.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SimulateError {
    /// `tick` asked to stop.
    #[error("stopped after {done} games")]
    Stopped {
        /// Games finished by then.
        done: u64,
    },
    /// A game does not end: both sides may be stuck for ever.
    #[error(
        "game {game} is not over after {} turns; the variant {variant:?} may let both sides be \
         stuck for ever",
        u16::MAX
    )]
    Endless {
        /// The lowest number of such a game.
        game: u64,
        /// The variant's name.
        variant: String,
    },
    /// The results do not fit in memory.
    #[error("no memory for the results of {games} games, five bytes each")]
    NoMemory {
        /// The games asked for.
        games: u64,
    },
    /// The games' numbers do not fit 64 bits.
    #[error("{games} games from number {first_game} on: the numbers end at 2^64 - 1")]
    Numbers {
        /// The first number asked for.
        first_game: u64,
        /// The games asked for.
        games: u64,
    },
    /// The system refuses the threads.
    #[error("{threads} threads could not be started: {reason}")]
    NoThreads {
        /// The threads asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
    /// The rules contradict themselves.
    #[error(transparent)]
    Variant(#[from] InvalidVariant),
}

/// Time between two calls of `tick`.
const TICK: Duration = Duration::from_millis(50);
/// Turns played on the caller's thread before others are asked for help.
const SMALL: u64 = 4096;
/// The most games in the parts that threads take, and how many parts each should get at least.
const PART: u64 = 256;
const PARTS_A_THREAD: u64 = 8;

/// Plays the games.
///
/// `tick` is called on the caller's thread about every 50 ms with the games done, and may stop
/// the run. Small runs, and all with one thread, are played on the caller's thread.
///
/// # Errors
/// When stopped, when a game does not end, and when the plan asks for what cannot be had.
pub fn simulate(
    plan: &Plan<'_>,
    tick: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Results, SimulateError> {
    simulate_on(&POOLS, plan, tick)
}

fn simulate_on(
    pools: &Pools,
    plan: &Plan<'_>,
    tick: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Results, SimulateError> {
    plan.checked()?;
    let games = plan.games;
    let results = Results::with_room(games).map_err(|_| SimulateError::NoMemory { games })?;
    let mut run = Run {
        plan,
        results,
        tick: Ticker {
            tick,
            last: Instant::now(),
        },
    };
    let help = plan.threads > Threads::MIN;
    run.play_alone(if help { SMALL } else { u64::MAX })?;
    if run.left() > 0 {
        let lease = pools.take(plan.threads);
        match lease.map_err(|error| SimulateError::NoThreads {
            threads: plan.threads.get(),
            reason: error.to_string(),
        })? {
            Some(pool) => run.play_on(&pool)?,
            None => run.play_alone(u64::MAX)?,
        }
    }
    Ok(run.results)
}

/// Calls `tick` when it is time.
struct Ticker<'a> {
    tick: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    last: Instant,
}

impl Ticker<'_> {
    fn now(&mut self, done: u64) -> Result<(), SimulateError> {
        if self.last.elapsed() < TICK {
            return Ok(());
        }
        let go_on = (self.tick)(done);
        self.last = Instant::now();
        match go_on {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SimulateError::Stopped { done }),
        }
    }
}

/// A plan being carried out: the results are those of its first games.
struct Run<'a> {
    plan: &'a Plan<'a>,
    results: Results,
    tick: Ticker<'a>,
}

/// The results of a part of the games, or why there are none.
type Part = Result<Vec<GameResult>, SimulateError>;

impl Run<'_> {
    fn done(&self) -> u64 {
        self.results.len() as u64
    }

    fn left(&self) -> u64 {
        self.plan.games - self.done()
    }

    /// Plays on the caller's thread until so many turns are played or no game is left.
    fn play_alone(&mut self, turns: u64) -> Result<(), SimulateError> {
        let mut table = self.plan.table();
        let mut played = 0;
        while self.left() > 0 && played < turns {
            let game = self.plan.play(&mut table, self.done())?;
            played += u64::from(game.turns);
            self.results.push(game);
            self.tick.now(self.done())?;
        }
        Ok(())
    }

    /// Plays the games left on the threads of a pool, and collects them on this one.
    fn play_on(&mut self, pool: &ThreadPool) -> Result<(), SimulateError> {
        let threads = pool.current_num_threads() as u64;
        let share = (self.left() / (threads * PARTS_A_THREAD)).clamp(1, PART);
        let parts = Parts {
            plan: self.plan,
            first: self.done(),
            share,
            next: AtomicU64::new(0),
            end: AtomicU64::new(self.left().div_ceil(share)),
        };
        let workers = threads.min(self.left().div_ceil(share));
        let (sender, receiver) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for _ in 0..workers {
                let (parts, sender) = (&parts, sender.clone());
                scope.spawn(move |_| parts.work(&sender));
            }
            drop(sender);
            let collected = self.collect(&receiver);
            if collected.is_err() {
                parts.end.store(0, Ordering::Relaxed);
            }
            collected
        })
    }

    /// Puts the parts that arrive in order, until no worker is left to send one.
    fn collect(&mut self, receiver: &Receiver<(u64, Part)>) -> Result<(), SimulateError> {
        let mut early: BTreeMap<u64, Part> = BTreeMap::new();
        let (mut next, mut done) = (0, self.done());
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((number, part)) => {
                    done += part.as_ref().map_or(0, Vec::len) as u64;
                    early.insert(number, part);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(part) = early.remove(&next) {
                for game in part? {
                    self.results.push(game);
                }
                next += 1;
            }
            self.tick.now(done)?;
        }
    }
}

/// The games that threads share, in parts that they take in order.
struct Parts<'a> {
    plan: &'a Plan<'a>,
    /// How many games of the plan come before the first part.
    first: u64,
    /// Games a part; the last may have fewer.
    share: u64,
    next: AtomicU64,
    /// Parts from here on are not wanted.
    end: AtomicU64,
}

impl Parts<'_> {
    fn is_wanted(&self, part: u64) -> bool {
        part < self.end.load(Ordering::Relaxed)
    }

    /// What each worker does: one part after another.
    fn work(&self, sender: &Sender<(u64, Part)>) {
        let mut table = self.plan.table();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.play(number, &mut table) else {
                return;
            };
            if part.is_err() {
                // The parts before may hold an error with a lower number.
                self.end.fetch_min(number + 1, Ordering::Relaxed);
            }
            if sender.send((number, part)).is_err() {
                return;
            }
        }
    }

    /// One part's games; `None` when it is not wanted, or not any more.
    fn play(&self, number: u64, table: &mut Table<'_>) -> Option<Part> {
        if !self.is_wanted(number) {
            return None;
        }
        let first = self.first + number * self.share;
        let last = (first + self.share).min(self.plan.games);
        let mut games = Vec::with_capacity((last - first) as usize);
        for index in first..last {
            if !self.is_wanted(number) {
                return None;
            }
            match self.plan.play(table, index) {
                Ok(game) => games.push(game),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(games))
    }
}

impl<'a> Plan<'a> {
    /// The variant, when its rules and the games' numbers are in order.
    pub(crate) fn checked(&self) -> Result<Variant, SimulateError> {
        let &Self {
            games, first_game, ..
        } = self;
        if games > 0 && first_game.checked_add(games - 1).is_none() {
            return Err(SimulateError::Numbers { first_game, games });
        }
        Ok(self.variant.clone().validated()?)
    }

    fn table(&self) -> Table<'a> {
        Table::new(self.variant, self.players, self.seed)
    }

    /// Plays the game with this index among those of the plan.
    fn play(&self, table: &mut Table<'_>, index: u64) -> Result<GameResult, SimulateError> {
        let game = self.first_game + index;
        table.play(game).ok_or_else(|| SimulateError::Endless {
            game,
            variant: self.variant.name.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_on(_: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn plan(variant: &Variant, games: u64, threads: usize) -> Plan<'_> {
        Plan {
            threads: Threads::new(threads).unwrap(),
            ..Plan::new(variant, games)
        }
    }

    #[test]
    fn a_small_run_and_one_thread_touch_no_pool() {
        let variant = Variant::hyper();
        for plan in [plan(&variant, 50, 4), plan(&variant, 5_000, 1)] {
            let pools = Pools::new();
            let results = simulate_on(&pools, &plan, &mut go_on).unwrap();
            assert_eq!(results.len() as u64, plan.games);
            assert!(!pools.are_touched());
        }
        let pools = Pools::new();
        simulate_on(&pools, &plan(&variant, 5_000, 2), &mut go_on).unwrap();
        assert!(pools.are_touched());
    }

    #[test]
    fn a_forked_child_plays_on_its_own_thread() {
        let variant = Variant::hyper();
        let plan = plan(&variant, 2_000, 3);
        let alone = simulate_on(&Pools::of_another_process(), &plan, &mut go_on).unwrap();
        assert_eq!(
            alone,
            simulate_on(&Pools::new(), &plan, &mut go_on).unwrap()
        );
    }

    #[test]
    fn calls_at_the_same_time_do_not_wait_for_each_other() {
        let variant = Variant::hyper();
        let pools = Pools::new();
        let (outer, inner) = (plan(&variant, 50_000_000, 2), plan(&variant, 3_000, 2));
        let mut inner_done = 0;
        // The second run is asked for in the middle of the first, whose threads are all busy.
        let stopped = simulate_on(&pools, &outer, &mut |_| {
            inner_done = simulate_on(&pools, &inner, &mut go_on).unwrap().len();
            ControlFlow::Break(())
        });
        assert!(matches!(stopped, Err(SimulateError::Stopped { .. })));
        assert_eq!(inner_done, 3_000);
    }
}
