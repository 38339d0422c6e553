//! Blocks of games whose policies are Python's: what `tavla.waves` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands borrowed arrays over by value"
)]

use crate::batch::PyBatch;
use crate::convert::{seed, shown};
use crate::errors::argument;
use crate::simulate::{Columns, columns, player, refused};
use crate::variant::{PyVariant, argument_variant};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3,
};
use pyo3::prelude::*;
use tavla_engine::row::{self, ROW};
use tavla_engine::side::SLOTS;
use tavla_engine::{Dice, Position};
use tavla_solve::Plan;
use tavla_solve::block::{Block, BlockError, Chooses, Wave};

/// Consecutive games that advance together.
///
/// Args:
///     variant: The rules.
///     seed: The seed of the dice.
///     first_game: The number of the first game.
///     games: How many.
///     chooses: For each seat the name of a player, or the number of a policy.
#[pyclass(name = "_Block", module = "tavla._engine")]
pub(crate) struct PyBlock {
    variant: Py<PyVariant>,
    block: Block,
}

/// Policy, positions with their dice, boards, dice, game, turn, seat.
type Turns<'py> = (
    u8,
    PyBatch,
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<u8>>,
);

#[pymethods]
impl PyBlock {
    #[new]
    fn new(
        variant: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        first_game: u64,
        games: u64,
        chooses: [Bound<'_, PyAny>; 2],
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let mut plan = Plan::new(&variant.get().variant, games);
        (plan.seed, plan.first_game) = (self::seed(seed)?, first_game);
        let [first, second] = &chooses;
        let chooses = [who_chooses(first)?, who_chooses(second)?];
        let made = variant.py().detach(|| Block::new(&plan, chooses));
        Ok(Self {
            variant: variant.clone().unbind(),
            block: made.map_err(|error| refused(&error, games))?,
        })
    }

    /// How many games are not over.
    #[getter]
    fn live(&self) -> usize {
        self.block.live()
    }

    /// The turns that one policy has to choose for now; None when all games are over.
    ///
    /// Returns:
    ///     The number of the policy; a batch of the positions with their dice, and the same as
    ///     uint8 (n, 2, 26) and uint8 (n, 2), the higher die first; uint64 (n,) games; uint16
    ///     (n,) turns; uint8 (n,) seats.
    fn wave<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Turns<'py>>> {
        let block = &mut self.block;
        let made = py.detach(|| {
            let wave = block.wave()?;
            Ok(wave.map(|wave| {
                let cells = (board_cells(&wave.positions), dice_cells(&wave.dice));
                (wave, cells)
            }))
        });
        let made = made.map_err(|error| self.failed(&error))?;
        let Some((wave, (boards, dice))) = made else {
            return Ok(None);
        };
        let Wave {
            policy,
            positions,
            dice: rolls,
            game,
            turn,
            seat,
        } = wave;
        let turns = positions.len();
        let batch = PyBatch::of(self.variant.clone_ref(py), positions, rolls);
        Ok(Some((
            policy,
            batch,
            boards.into_pyarray(py).reshape([turns, 2, SLOTS])?,
            dice.into_pyarray(py).reshape([turns, 2])?,
            game.into_pyarray(py),
            turn.into_pyarray(py),
            seat.into_pyarray(py),
        )))
    }

    /// Ends the turns of the last wave, each with one of its rows of the successors.
    ///
    /// Args:
    ///     rows: int64 (n,).
    ///     indptr: int64 (n + 1,), where each turn's rows begin.
    ///     boards: uint8 (m, 2, 26), the rows.
    ///
    /// Returns:
    ///     The first turn whose row is none of its own, when nothing was played; else None.
    fn play(
        &mut self,
        rows: PyReadonlyArray1<'_, i64>,
        indptr: PyReadonlyArray1<'_, i64>,
        boards: PyReadonlyArray3<'_, u8>,
    ) -> PyResult<Option<usize>> {
        let (rows, indptr) = (rows.as_slice()?, indptr.as_slice()?);
        match self.block.play(rows, indptr, boards.as_slice()?) {
            Ok(()) => Ok(None),
            Err(BlockError::Row { turn, .. }) => Ok(Some(turn)),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Winners, starters, points and turns of the games that are over.
    fn results<'py>(&self, py: Python<'py>) -> Columns<'py> {
        columns(py, self.block.results())
    }
}

impl PyBlock {
    fn failed(&self, error: &BlockError) -> PyErr {
        match error {
            BlockError::Simulate(error) => refused(error, self.block.live() as u64),
            _ => argument("rows", "the rows of the last wave", &error.to_string()),
        }
    }
}

fn who_chooses(value: &Bound<'_, PyAny>) -> PyResult<Chooses> {
    if let Ok(name) = value.extract::<String>() {
        return Ok(Chooses::Player(player(&name)?));
    }
    let number = value.extract::<u8>();
    let number = number.map_err(|_| argument("chooses", "a number of a policy", &shown(value)))?;
    Ok(Chooses::Policy(number))
}

fn board_cells(positions: &[Position]) -> Vec<u8> {
    let mut cells = vec![0; positions.len() * ROW];
    let (rows, _) = cells.as_chunks_mut::<ROW>();
    for (row, &position) in rows.iter_mut().zip(positions) {
        row::write(position, row);
    }
    cells
}

fn dice_cells(dice: &[Dice]) -> Vec<u8> {
    let mut cells = vec![0; dice.len() * 2];
    let (rows, _) = cells.as_chunks_mut::<2>();
    for (row, dice) in rows.iter_mut().zip(dice) {
        *row = [dice.high(), dice.low()];
    }
    cells
}
