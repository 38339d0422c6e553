//! `Outcome`, `Reason`, and the words `Who` and `Kind`.

use crate::convert::{shown, whole};
use crate::errors::argument;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use tavla_engine::{Kind, Outcome, Who};

static WHO: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static KIND: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The enumeration of the two sides as a position sees them.
pub(crate) fn who(py: Python<'_>) -> PyResult<&'static Py<PyAny>> {
    let doc = "A side as a position sees it: PLAYER is on roll.";
    WHO.get_or_try_init(py, || {
        int_enum(py, "Who", &[("PLAYER", 0), ("OPPONENT", 1)], doc)
    })
}

/// The enumeration of the sizes of a win.
pub(crate) fn kind(py: Python<'_>) -> PyResult<&'static Py<PyAny>> {
    let members = [("SINGLE", 1), ("GAMMON", 2), ("BACKGAMMON", 3)];
    let doc = "How large a win is: 1, 2 or 3 times the stake.";
    KIND.get_or_try_init(py, || int_enum(py, "Kind", &members, doc))
}

fn int_enum(py: Python<'_>, name: &str, members: &[(&str, u8)], doc: &str) -> PyResult<Py<PyAny>> {
    let options = PyDict::new(py);
    options.set_item("module", "tavla")?;
    let made = py.import("enum")?.getattr("IntEnum")?;
    let made = made.call((name, members.to_vec()), Some(&options))?;
    made.setattr("__doc__", doc)?;
    Ok(made.unbind())
}

/// The result of a finished position.
#[pyclass(name = "Outcome", module = "tavla", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(pub(crate) Outcome);

const SIDES: [(Who, &str); 2] = [(Who::Player, "PLAYER"), (Who::Opponent, "OPPONENT")];
const KINDS: [(Kind, &str); 3] = [
    (Kind::Single, "SINGLE"),
    (Kind::Gammon, "GAMMON"),
    (Kind::Backgammon, "BACKGAMMON"),
];

impl PyOutcome {
    fn winner_name(&self) -> &'static str {
        let found = SIDES.iter().find(|(who, _)| *who == self.0.winner);
        found.map_or("PLAYER", |(_, name)| name)
    }

    fn kind_name(&self) -> &'static str {
        let found = KINDS.iter().find(|(kind, _)| *kind == self.0.kind);
        found.map_or("SINGLE", |(_, name)| name)
    }
}

#[pymethods]
impl PyOutcome {
    #[new]
    #[pyo3(signature = (winner, kind, multiplier = None))]
    fn new(
        winner: &Bound<'_, PyAny>,
        kind: &Bound<'_, PyAny>,
        multiplier: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let found = whole(winner).and_then(|number| SIDES.get(usize::try_from(number).ok()?));
        let (winner, _) =
            found.ok_or_else(|| argument("winner", "PLAYER or OPPONENT", &shown(winner)))?;
        let size = |value| KINDS.get(usize::try_from(whole(value)?).ok()?.checked_sub(1)?);
        let (found, _) = size(kind)
            .ok_or_else(|| argument("kind", "SINGLE, GAMMON or Kind.BACKGAMMON", &shown(kind)))?;
        let outcome = Outcome {
            winner: *winner,
            kind: *found,
        };
        if let Some(given) = multiplier
            && whole(given) != Some(i64::from(outcome.multiplier()))
        {
            let expected = format!("{} as the kind says", outcome.multiplier());
            return Err(argument("multiplier", &expected, &shown(given)));
        }
        Ok(Self(outcome))
    }

    /// The side that has borne off every checker.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        who(py)?.bind(py).getattr(self.winner_name())
    }

    /// How large the win is.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        kind(py)?.bind(py).getattr(self.kind_name())
    }

    /// 1, 2 or 3 times the stake.
    #[getter]
    fn multiplier(&self) -> u8 {
        self.0.multiplier()
    }

    fn __repr__(&self) -> String {
        format!(
            "Outcome(winner={}, kind={}, multiplier={})",
            self.winner_name(),
            self.kind_name(),
            self.0.multiplier()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let winner = u8::from(this.0.winner == Who::Opponent);
        (slf.get_type(), (winner, this.0.multiplier())).into_pyobject(py)
    }
}

/// Something a position shows that no game of its variant reaches.
#[pyclass(name = "Reason", module = "tavla", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyReason {
    pub(crate) code: String,
    pub(crate) words: String,
}

#[pymethods]
impl PyReason {
    #[new]
    fn new(code: String, words: String) -> Self {
        Self { code, words }
    }

    /// A stable word for programs.
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// The same for people.
    #[getter]
    fn words(&self) -> &str {
        &self.words
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "Reason(code={}, words={})",
            PyString::new(py, &self.code).repr()?,
            PyString::new(py, &self.words).repr()?
        ))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        (slf.get_type(), (&this.code, &this.words)).into_pyobject(slf.py())
    }
}
