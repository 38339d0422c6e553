//! `Explanation`.

use crate::play::PyPlay;
use crate::position::PyPosition;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tavla_engine::notation::{self, NotationError};
use tavla_engine::plays::Resolution;
use tavla_engine::{Dice, Play};

/// What a play comes to: legal, or the rule it breaks.
#[pyclass(name = "Explanation", module = "tavla", frozen)]
pub(crate) struct PyExplanation {
    code: String,
    words: String,
    plays: Py<PyTuple>,
}

impl PyExplanation {
    pub(crate) fn unreadable(py: Python<'_>, error: &NotationError) -> Self {
        Self {
            code: "notation".into(),
            words: error.to_string(),
            plays: PyTuple::empty(py).unbind(),
        }
    }

    pub(crate) fn of(
        position: &Bound<'_, PyPosition>,
        dice: Dice,
        resolution: Resolution,
    ) -> PyResult<Self> {
        let here = position.get();
        let words =
            |play: &Play| notation::format(here.rules(), here.position, dice, play.sequence);
        let (code, words, plays) = match resolution {
            Resolution::Illegal(broken) => (broken.code(), broken.to_string(), Vec::new()),
            Resolution::Legal(plays) => match plays.as_slice() {
                [play] => ("legal", format!("{} is legal", words(play)), plays),
                several => {
                    let texts: Vec<_> = several.iter().map(words).collect();
                    let words = format!("it can mean {}", texts.join(" or "));
                    ("ambiguous", words, plays)
                }
            },
        };
        let objects = plays.into_iter().map(|play| PyPlay {
            position: position.clone().unbind(),
            dice,
            play,
        });
        let objects: Vec<_> = objects.collect();
        Ok(Self {
            code: code.into(),
            words,
            plays: PyTuple::new(position.py(), objects)?.unbind(),
        })
    }
}

#[pymethods]
impl PyExplanation {
    #[new]
    fn new(code: String, words: String, plays: Py<PyTuple>) -> Self {
        Self { code, words, plays }
    }

    /// Whether it means one legal play.
    #[getter]
    fn legal(&self) -> bool {
        self.code == "legal"
    }

    /// `"legal"`, `"ambiguous"`, `"notation"`, or the rule it breaks, a stable word.
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// The same for people.
    #[getter]
    fn words(&self) -> &str {
        &self.words
    }

    /// The legal plays it can mean: one, several when ambiguous, none when not legal.
    #[getter]
    fn plays(&self, py: Python<'_>) -> Py<PyTuple> {
        self.plays.clone_ref(py)
    }

    fn __bool__(&self) -> bool {
        self.legal()
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "Explanation(code={}, words={}, plays={})",
            PyString::new(py, &self.code).repr()?,
            PyString::new(py, &self.words).repr()?,
            self.plays.bind(py).repr()?,
        ))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.code == other.code
            && self.words == other.words
            && self.plays.bind(py).eq(other.plays.bind(py))?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (&self.code, &self.words, &self.plays)
            .into_pyobject(py)?
            .hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        (slf.get_type(), (&this.code, &this.words, &this.plays)).into_pyobject(slf.py())
    }
}
