//! Solved games: what `tavla.exact` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands borrowed arrays over by value"
)]

use crate::batch::{PyBatch, rows, threads, work};
use crate::errors::{InvalidPositionError, InvalidVariantError, argument};
use crate::position::PyPosition;
use crate::progress::Watch;
use crate::store::{PyStore, json_object, store_error};
use crate::variant::{PyVariant, argument_variant};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3,
    PyReadwriteArray1,
};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tavla_engine::Variant;
use tavla_engine::variant::Contact;
use tavla_solve::batch::read_rows;
use tavla_solve::exact::{
    Certificate, ExactError, Goal, Money, Planes, Stage, Stages, chances, prove, prove_money,
    solve_cubeless_from, solve_money_from,
};
use tavla_solve::store::{Parameters, StoreError};

/// The slots of a game without a cube, and of one with it for money.
const CUBELESS: [&str; 1] = ["equity"];
const MONEY: [&str; 4] = ["his", "own", "centred", "jacoby"];
const CHANCES: [&str; 5] = [
    "win",
    "gammon",
    "backgammon",
    "gammon_loss",
    "backgammon_loss",
];

/// The values of all positions of a game, one plane for each slot.
#[pyclass(name = "_Planes", module = "tavla._engine", frozen)]
pub(crate) struct PyPlanes {
    variant: Py<PyVariant>,
    planes: Planes,
}

#[pymethods]
impl PyPlanes {
    /// Solves a game: its planes, what the last pass changed at most, and the passes made.
    ///
    /// Args:
    ///     variant: The game.
    ///     money: None without a cube; for money whether there are beavers.
    ///     with_chances: Whether to find the chances of gammons too, which needs `money` None.
    ///     residual: The most that the last pass may change a value by.
    ///     threads: How many threads work.
    ///     memory: The bytes that may be used.
    ///     progress: As everywhere.
    ///     state: None, or a path, a JSON object that says what is solved, and seconds: at the
    ///         path the state of the work is kept every so many seconds, and gone on from where
    ///         it is one of the same work.
    ///
    /// Raises:
    ///     InvalidArgumentError: A residual that cannot be, or too little memory.
    ///     InvalidVariantError: A game without values.
    ///     MemoryError: The system has too little.
    #[staticmethod]
    #[expect(
        clippy::too_many_arguments,
        reason = "Python's function has them, by name"
    )]
    fn solve(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        money: Option<bool>,
        with_chances: bool,
        residual: f64,
        threads: &Bound<'_, PyAny>,
        memory: u64,
        progress: &Bound<'_, PyAny>,
        state: Option<(PathBuf, String, f64)>,
    ) -> PyResult<(Self, f64, u32)> {
        let variant = argument_variant(variant)?;
        let game = &variant.get().variant;
        let goal = Goal {
            residual,
            threads: self::threads(threads)?,
        };
        let mut watch = Watch::new(py, Some(progress), &format!("solve {}", game.name))?;
        let state = state.map(|(path, game, seconds)| State::new(path, &game, seconds));
        let mut state = state.transpose()?;
        let solved = py.detach(|| {
            let from = state.as_ref().and_then(State::read);
            let mut keep = |stage: Stage<'_>| {
                if let Some(state) = &mut state {
                    state.keep(&stage);
                }
            };
            let keep = Some(&mut keep as _);
            let resume = &mut Stages { from, keep };
            let tell = &mut |share| watch.tick(share);
            match money {
                None => cubeless_planes(game, goal, memory, with_chances, resume, tell),
                Some(beavers) => money_planes(game, Money { beavers }, goal, memory, resume, tell),
            }
        });
        watch.finish(py, solved.is_ok())?;
        let (planes, (residual, passes)) = solved.map_err(|error| refused(&error))?;
        let variant = variant.clone().unbind();
        Ok((Self { variant, planes }, residual, passes))
    }

    /// Proves the values: the widest distance between bounds of one, the most that one can be
    /// wrong by, and the passes made.
    ///
    /// Args:
    ///     money: As it was solved.
    ///     width: How close the bounds are to come.
    ///     threads: How many threads work.
    ///     progress: As everywhere.
    ///
    /// Raises:
    ///     DataError: The file is damaged.
    ///     InvalidArgumentError: A width that cannot be.
    ///     InvalidVariantError: A game of a kind whose values cannot be proved.
    fn prove(
        &self,
        py: Python<'_>,
        money: Option<bool>,
        width: f64,
        threads: &Bound<'_, PyAny>,
        progress: &Bound<'_, PyAny>,
    ) -> PyResult<(f64, f64, u32)> {
        let game = self.planes.variant();
        let goal = Goal {
            residual: width,
            threads: self::threads(threads)?,
        };
        self.slot(if money.is_none() {
            CUBELESS[0]
        } else {
            MONEY[0]
        })?;
        let mut watch = Watch::new(py, Some(progress), &format!("prove {}", game.name))?;
        let mut share = Share::new(game, width, 0.0, 1.0);
        let mut tick = |left| watch.tick(share.done(left));
        let proved = py.detach(|| {
            Ok::<_, StoreError>(match money {
                None => prove(&self.planes.table(CUBELESS)?, goal, &mut tick),
                Some(beavers) => {
                    let table = self.planes.table(MONEY)?;
                    prove_money(&table, Money { beavers }, goal, &mut tick)
                }
            })
        });
        watch.finish(py, matches!(proved, Ok(Ok(_))))?;
        let proved = proved.map_err(|error| store_error(&error))?;
        let Certificate {
            width,
            error,
            passes,
        } = proved.map_err(|error| refused(&error))?;
        Ok((width, error, passes))
    }

    /// Maps a file of a solved game; its parameters tell the variant.
    ///
    /// Raises:
    ///     DataError: It is foreign, truncated, damaged or of another kind.
    ///     OSError: It cannot be opened.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<PyStore> {
        let store = Planes::open(&path).map_err(|error| store_error(&error))?;
        Ok(PyStore { store })
    }

    /// The planes of a file.
    ///
    /// Raises:
    ///     DataError: They do not fit the variant.
    #[staticmethod]
    fn stored(store: &PyStore, variant: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let planes = Planes::stored(&store.store, &variant.get().variant);
        Ok(Self {
            planes: planes.map_err(|error| store_error(&error))?,
            variant: variant.clone().unbind(),
        })
    }

    /// Writes a file; `parameters` are a JSON object.
    ///
    /// Raises:
    ///     OSError: It cannot be written; nothing is left of it.
    ///     DataError: The file that the planes are read from is damaged.
    fn save(&self, py: Python<'_>, path: PathBuf, parameters: &str) -> PyResult<()> {
        let parameters = json_object(parameters)?;
        let saved = py.detach(|| self.planes.save(&path, parameters));
        saved.map_err(|error| store_error(&error))
    }

    /// The variant that is solved.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyVariant> {
        self.variant.clone_ref(py)
    }

    /// The names of the slots.
    #[getter]
    fn slots(&self) -> Vec<String> {
        self.planes.names().to_vec()
    }

    /// The value of a slot in a position.
    ///
    /// Raises:
    ///     DataError: The file is damaged there.
    ///     InvalidPositionError: It is a position of another game.
    fn value(&self, slot: &str, position: &PyPosition) -> PyResult<f64> {
        let slot = self.slot(slot)?;
        self.check(position.variant.get())?;
        let value = self.planes.value(slot, position.position);
        value.map_err(|error| store_error(&error))
    }

    /// Fills float64 (n,) with the values of a slot.
    ///
    /// Raises:
    ///     DataError: The file is damaged.
    ///     InvalidPositionError: They are positions of another game.
    fn fill(
        &self,
        py: Python<'_>,
        slot: &str,
        batch: &PyBatch,
        mut out: PyReadwriteArray1<'_, f64>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (slot, count) = (self.slot(slot)?, self::threads(threads)?);
        let (positions, out) = (batch.positions(), out.as_slice_mut()?);
        if out.len() != positions.len() {
            let expected = format!("room for {} values", positions.len());
            return Err(argument("out", &expected, &out.len().to_string()));
        }
        self.check(batch.variant())?;
        work(py, |tick| {
            self.planes.fill(slot, positions, out, count, tick)
        })
    }

    /// For each position of a batch the numbers of its sides, uint32 (n, 2), the one on roll
    /// first: fewer pips come first.
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        batch: &PyBatch,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let positions = batch.positions();
        self.check(batch.variant())?;
        let numbers = positions.iter().flat_map(|&at| self.planes.numbers(at));
        let numbers: Vec<u32> = numbers.map(|number| number as u32).collect();
        numbers.into_pyarray(py).reshape([positions.len(), 2])
    }

    /// For each segment of results its row to choose, by the values of a slot; -1 where it is
    /// empty.
    ///
    /// Args:
    ///     slot: What the other side is left with.
    ///     indptr: int64 (n + 1,), where each segment begins.
    ///     boards: uint8 (m, 2, 26), the results in the other side's view.
    ///
    /// Raises:
    ///     DataError: The file is damaged.
    ///     InvalidPositionError: A row is no position of the game.
    fn best_rows<'py>(
        &self,
        py: Python<'py>,
        slot: &str,
        indptr: PyReadonlyArray1<'py, i64>,
        boards: PyReadonlyArray3<'py, u8>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let slot = self.slot(slot)?;
        let after = read_rows(self.planes.variant(), rows(&boards)?);
        let after = after.map_err(|error| crate::batch::failed(&error))?;
        let segments = indptr.as_slice()?;
        let best = py.detach(|| {
            let pairs = segments.windows(2);
            let row = |ends: &[i64]| {
                let segment = after.get(ends[0] as usize..ends[1] as usize)?;
                let best = self.planes.best(slot, segment).transpose()?;
                Some(best.map(|play| ends[0] + play as i64))
            };
            pairs
                .map(|ends| row(ends).unwrap_or(Ok(-1)))
                .collect::<Result<Vec<i64>, _>>()
        });
        let best = best.map_err(|error| store_error(&error))?;
        Ok(best.into_pyarray(py))
    }
}

impl PyPlanes {
    fn slot(&self, name: &str) -> PyResult<usize> {
        let found = self.planes.names().iter().position(|slot| slot == name);
        let known = || self.planes.names().join(" or ");
        found.ok_or_else(|| argument("slot", &known(), &format!("{name:?}")))
    }

    /// Positions are sound alike where these are the same.
    fn check(&self, other: &PyVariant) -> PyResult<()> {
        let (mine, other) = (self.planes.variant(), &other.variant);
        let board = |game: &Variant| (game.checkers, game.track, game.contact);
        if board(mine) == board(other) {
            return Ok(());
        }
        let (mine, other) = (&mine.name, &other.name);
        let words = format!("position: expected one of {mine}, got one of {other}");
        Err(InvalidPositionError::new_err(words))
    }
}

/// The planes, what the last pass changed at most, and the passes made.
type Found = Result<(Planes, (f64, u32)), ExactError>;
/// Told the share of the work that is done; it may stop the work.
type Tell<'a> = dyn FnMut(f64) -> ControlFlow<()> + Send + 'a;

fn cubeless_planes(
    game: &Variant,
    goal: Goal,
    memory: u64,
    with_chances: bool,
    resume: &mut Stages<'_>,
    tell: &mut Tell<'_>,
) -> Found {
    // Half of the time goes into the chances, or so.
    let half = if with_chances { 0.5 } else { 1.0 };
    let mut share = Share::new(game, goal.residual, 0.0, half);
    let tick = &mut |left| tell(share.done(left));
    let table = solve_cubeless_from(game, goal, memory, resume, tick)?;
    let mut planes = Planes::of(&table, CUBELESS);
    if with_chances {
        let mut share = Share::new(game, goal.residual, half, 1.0);
        let chances = chances(&table, goal, memory, &mut |left| tell(share.done(left)))?;
        planes = planes.with(&chances, CHANCES);
    }
    Ok((planes, (table.residual(), table.passes())))
}

fn money_planes(
    game: &Variant,
    stakes: Money,
    goal: Goal,
    memory: u64,
    resume: &mut Stages<'_>,
    tell: &mut Tell<'_>,
) -> Found {
    let mut share = Share::new(game, goal.residual, 0.0, 1.0);
    let tick = &mut |left| tell(share.done(left));
    let table = solve_money_from(game, stakes, goal, memory, resume, tick)?;
    let planes = Planes::of(&table, MONEY);
    Ok((planes, (table.residual(), table.passes())))
}

/// Where the state of long work is kept.
struct State {
    path: PathBuf,
    /// What is solved, and by which version.
    game: Parameters,
    every: Duration,
    last: Instant,
}

impl State {
    fn new(path: PathBuf, game: &str, seconds: f64) -> PyResult<Self> {
        let mut game = json_object(game)?;
        game.insert("by".into(), env!("CARGO_PKG_VERSION").into());
        let every = Duration::try_from_secs_f64(seconds);
        let refused = |_| argument("state", "seconds", &seconds.to_string());
        Ok(Self {
            path,
            game,
            every: every.map_err(refused)?,
            last: Instant::now(),
        })
    }

    fn read(&self) -> Option<Stage<'static>> {
        Stage::open(&self.path, &self.game)
    }

    /// Where it cannot be kept the work goes on all the same.
    fn keep(&mut self, stage: &Stage<'_>) {
        if stage.passes > 0 && self.last.elapsed() >= self.every {
            let _ = stage.save(&self.path, &self.game);
            self.last = Instant::now();
        }
    }
}

/// How far a solution is, from what a pass left to do.
struct Share {
    /// Whether one pass does it all.
    is_single: bool,
    residual: f64,
    /// The shares of all the work at which this part of it begins and ends.
    begin: f64,
    end: f64,
    first: Option<f64>,
    most: f64,
}

impl Share {
    fn new(variant: &Variant, residual: f64, begin: f64, end: f64) -> Self {
        Self {
            is_single: variant.contact == Contact::Block,
            residual,
            begin,
            end,
            first: None,
            most: 0.0,
        }
    }

    fn done(&mut self, left: f64) -> f64 {
        let share = if self.is_single {
            1.0 - left
        } else if left.is_finite() {
            // Each pass gains about as many digits.
            let first = *self.first.get_or_insert(left.max(self.residual));
            let digits = (first / self.residual).log10();
            (first / left.max(self.residual)).log10() / digits.max(f64::MIN_POSITIVE)
        } else {
            0.0
        };
        self.most = share.clamp(self.most, 1.0);
        self.begin + self.most * (self.end - self.begin)
    }
}

fn refused(error: &ExactError) -> PyErr {
    let words = error.to_string();
    match error {
        ExactError::Stopped => PyKeyboardInterrupt::new_err(words),
        ExactError::NoMemory { .. } => PyMemoryError::new_err(words),
        ExactError::Residual => argument("residual", "1e-15 or more", &words),
        ExactError::TooLarge { needed, memory, .. } => argument(
            "memory",
            &format!("at least {needed} bytes for this game"),
            &memory.to_string(),
        ),
        ExactError::NoThreads { .. } => argument("threads", "as many as the system gives", &words),
        ExactError::Variant { .. } | ExactError::Deadlock { .. } | ExactError::Unsettled { .. } => {
            InvalidVariantError::new_err((words.clone(), vec![words]))
        }
    }
}
