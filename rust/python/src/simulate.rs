//! Simulation: the games of `tavla.simulate`.

use crate::convert::{seed, shown, whole_in};
use crate::errors::{InvalidVariantError, argument};
use crate::progress::Watch;
use crate::variant::argument_variant;
use numpy::PyArray1;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use tavla_solve::{Plan, Player, SimulateError, Threads, simulate};

/// More games than memory holds the results of.
const MOST_GAMES: i64 = 1 << 40;
/// More threads than any machine has a use for.
const MOST_THREADS: i64 = 1024;

type Columns<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u16>>,
);

/// Winners, starters, points and turns of so many games; `tavla.simulate` is the way to call it.
#[pyfunction]
#[pyo3(name = "_simulate")]
pub(crate) fn simulate_games<'py>(
    py: Python<'py>,
    variant: &Bound<'py, PyAny>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    players: [String; 2],
    threads: &Bound<'py, PyAny>,
    progress: &Bound<'py, PyAny>,
) -> PyResult<Columns<'py>> {
    let variant = argument_variant(variant)?;
    let count = whole_in(games, "games", 1, MOST_GAMES)? as u64;
    let rules = &variant.get().variant;
    let mut plan = Plan::new(rules, count);
    plan.seed = self::seed(seed)?;
    let [first, second] = players;
    plan.players = [player(&first)?, player(&second)?];
    let threads = whole_in(threads, "threads", 1, MOST_THREADS)? as usize;
    plan.threads = Threads::new(threads).unwrap_or(Threads::MIN);
    let mut watch = Watch::new(py, Some(progress), &format!("simulate {}", rules.name))?;
    let played = py.detach(|| simulate(&plan, &mut |done| watch.tick(done as f64 / count as f64)));
    watch.finish(py, played.is_ok())?;
    let results = played.map_err(|error| refused(&error, games))?;
    Ok((
        PyArray1::from_vec(py, results.winner),
        PyArray1::from_vec(py, results.starter),
        PyArray1::from_vec(py, results.points),
        PyArray1::from_vec(py, results.turns),
    ))
}

fn player(name: &str) -> PyResult<Player> {
    Player::from_name(name).ok_or_else(|| {
        let known: Vec<_> = Player::ALL.iter().map(|player| player.name()).collect();
        argument("players", &known.join(" or "), &format!("{name:?}"))
    })
}

fn refused(error: &SimulateError, games: &Bound<'_, PyAny>) -> PyErr {
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
            argument("games", &expected, &shown(games))
        }
    }
}
