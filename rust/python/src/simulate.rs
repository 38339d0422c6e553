//! Simulation: the games of `tavla.simulate`.

use crate::convert::seed;
use crate::errors::{InvalidVariantError, argument};
use crate::progress::Watch;
use crate::variant::argument_variant;
use numpy::PyArray1;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tavla_solve::{Plan, Player, Results, SimulateError, Threads, simulate};

pub(crate) type Columns<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u16>>,
);

/// Winners, starters, points and turns of so many games; `tavla.simulate` is the way to call it.
#[pyfunction]
#[pyo3(name = "_simulate")]
#[expect(
    clippy::too_many_arguments,
    reason = "Python's function has them, by name"
)]
pub(crate) fn simulate_games<'py>(
    py: Python<'py>,
    variant: &Bound<'py, PyAny>,
    first_game: u64,
    games: u64,
    seed: &Bound<'py, PyAny>,
    players: [String; 2],
    threads: usize,
    progress: &Bound<'py, PyAny>,
) -> PyResult<Columns<'py>> {
    let variant = argument_variant(variant)?;
    let rules = &variant.get().variant;
    let mut plan = Plan::new(rules, games);
    (plan.first_game, plan.seed) = (first_game, self::seed(seed)?);
    let [first, second] = players;
    plan.players = [player(&first)?, player(&second)?];
    plan.threads = Threads::new(threads).unwrap_or(Threads::MIN);
    let mut watch = Watch::new(py, Some(progress), &format!("simulate {}", rules.name))?;
    let played = py.detach(|| simulate(&plan, &mut |done| watch.tick(done as f64 / games as f64)));
    watch.finish(py, played.is_ok())?;
    let results = played.map_err(|error| refused(&error, games))?;
    Ok(columns(py, results))
}

pub(crate) fn columns(py: Python<'_>, results: Results) -> Columns<'_> {
    (
        PyArray1::from_vec(py, results.winner),
        PyArray1::from_vec(py, results.starter),
        PyArray1::from_vec(py, results.points),
        PyArray1::from_vec(py, results.turns),
    )
}

/// The names of the players there are.
pub(crate) fn names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Player::ALL.iter().map(|player| player.name()))
}

pub(crate) fn player(name: &str) -> PyResult<Player> {
    Player::from_name(name).ok_or_else(|| {
        let known: Vec<_> = Player::ALL.iter().map(|player| player.name()).collect();
        argument("players", &known.join(" or "), &format!("{name:?}"))
    })
}

pub(crate) fn refused(error: &SimulateError, games: u64) -> PyErr {
    match error {
        SimulateError::Stopped { .. } => PyKeyboardInterrupt::new_err(error.to_string()),
        SimulateError::Endless { .. } | SimulateError::Variant(_) => {
            InvalidVariantError::new_err((error.to_string(), vec![error.to_string()]))
        }
        SimulateError::NoThreads { .. } => {
            argument("threads", "as many as the system gives", &error.to_string())
        }
        SimulateError::NoMemory { .. } | SimulateError::Numbers { .. } => {
            let expected = format!("so many that the results fit in memory ({error})");
            argument("games", &expected, &games.to_string())
        }
    }
}
