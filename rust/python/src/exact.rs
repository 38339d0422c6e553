//! Solved games: what `tavla.exact` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands borrowed arrays over by value"
)]

use crate::batch::{PyBatch, rows, threads, work};
use crate::errors::{InvalidPositionError, argument};
use crate::position::PyPosition;
use crate::progress::Watch;
use crate::solving::{
    CHANCES, CUBELESS, MONEY, Share, State, cubeless_planes, keeper, money_planes, refused,
};
use crate::store::{PyStore, json_object, store_error};
use crate::variant::{PyVariant, argument_variant};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray3, PyReadwriteArray1};
use pyo3::prelude::*;
use std::path::PathBuf;
use tavla_engine::Variant;
use tavla_solve::batch::read_rows;
use tavla_solve::exact::{
    Certificate, Goal, Money, Planes, Stage, Stages, chances, prove, prove_money,
};
use tavla_solve::store::StoreError;

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
        state: State,
    ) -> PyResult<(Self, f64, u32)> {
        let variant = argument_variant(variant)?;
        let game = &variant.get().variant;
        let goal = Goal {
            residual,
            threads: self::threads(threads)?,
        };
        let mut watch = Watch::new(py, Some(progress), &format!("solve {}", game.name))?;
        let mut keeper = keeper(state)?;
        let solved = py.detach(|| {
            let from = keeper.as_ref().and_then(Stage::found);
            let mut keep = |stage: Stage<'_>| {
                if let Some(keeper) = &mut keeper {
                    stage.keep(keeper);
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

    /// The same planes of a game without a cube, and those of its chances.
    ///
    /// Args:
    ///     residual: The most that the last pass may change a chance by.
    ///     threads: How many threads work.
    ///     memory: The bytes that may be used.
    ///     progress: As everywhere.
    ///
    /// Raises:
    ///     DataError: The file is damaged.
    ///     InvalidArgumentError: A residual that cannot be, or too little memory.
    ///     MemoryError: The system has too little.
    fn with_chances(
        &self,
        py: Python<'_>,
        residual: f64,
        threads: &Bound<'_, PyAny>,
        memory: u64,
        progress: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let game = self.planes.variant();
        let goal = Goal {
            residual,
            threads: self::threads(threads)?,
        };
        self.slot(CUBELESS[0])?;
        let mut watch = Watch::new(py, Some(progress), &format!("chances of {}", game.name))?;
        let mut share = Share::new(game, residual, 0.0, 1.0);
        let mut tick = |left| watch.tick(share.done(left));
        let found = py.detach(|| {
            let equities = self.planes.table(CUBELESS)?;
            Ok::<_, StoreError>(chances(&equities, goal, memory, &mut tick))
        });
        watch.finish(py, matches!(found, Ok(Ok(_))))?;
        let found = found.map_err(|error| store_error(&error))?;
        let found = found.map_err(|error| refused(&error))?;
        Ok(Self {
            variant: self.variant.clone_ref(py),
            planes: self.planes.clone().with(&found, CHANCES),
        })
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
