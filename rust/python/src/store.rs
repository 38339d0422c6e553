//! Files of tables: what `tavla.cache` and the rooms of databases call.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands paths and lists over by value"
)]

use crate::errors::{DataError, argument};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;
use tavla_solve::store::{Cells, Described, Parameters, Store, StoreError, Writer};

/// A file of tables, mapped and checked as it is read.
#[pyclass(name = "_Store", module = "tavla._engine", frozen)]
pub(crate) struct PyStore {
    pub(crate) store: Store,
}

/// Does something with the type of a kind of cells, which must be one of those there are.
macro_rules! with_cells {
    ($name:expr, $kind:ident => $does:expr) => {
        match $name {
            "u8" => with_cells!(@ u8, $kind, $does),
            "u16" => with_cells!(@ u16, $kind, $does),
            "u32" => with_cells!(@ u32, $kind, $does),
            "u64" => with_cells!(@ u64, $kind, $does),
            "i8" => with_cells!(@ i8, $kind, $does),
            "i16" => with_cells!(@ i16, $kind, $does),
            "i32" => with_cells!(@ i32, $kind, $does),
            "i64" => with_cells!(@ i64, $kind, $does),
            "f32" => with_cells!(@ f32, $kind, $does),
            "f64" => with_cells!(@ f64, $kind, $does),
            other => Err(argument("cells", "a kind of number such as f64", other)),
        }
    };
    (@ $type:ty, $kind:ident, $does:expr) => {{
        type $kind = $type;
        $does
    }};
}

#[pymethods]
impl PyStore {
    /// Maps a file of a kind and checks its head.
    ///
    /// Raises:
    ///     DataError: It is foreign, truncated, damaged or of another kind.
    ///     OSError: It cannot be opened.
    #[staticmethod]
    fn open(path: PathBuf, kind: &str) -> PyResult<Self> {
        let store = Store::open(&path, kind).map_err(|error| store_error(&error))?;
        Ok(Self { store })
    }

    /// What the file says of its planes, as JSON.
    #[getter]
    fn parameters(&self) -> String {
        serde_json::Value::Object(self.store.parameters().clone()).to_string()
    }

    /// Name, kind of numbers and length of each plane.
    #[getter]
    fn planes(&self) -> Vec<(String, String, usize)> {
        let planes = self.store.planes();
        planes
            .map(|plane| (plane.name.clone(), plane.cells.clone(), plane.length))
            .collect()
    }

    /// A copy of some numbers of a plane.
    ///
    /// Raises:
    ///     DataError: There is no such plane, or it is damaged there.
    ///     InvalidArgumentError: It is not so long.
    fn read<'py>(
        &self,
        py: Python<'py>,
        plane: &str,
        start: usize,
        stop: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self
            .store
            .planes()
            .find(|described| described.name == plane);
        let length = found.map_or(0, |described| described.length);
        if found.is_some() && !(start <= stop && stop <= length) {
            let expected = format!("a part of 0 to {length}");
            return Err(argument(
                "start and stop",
                &expected,
                &format!("{start} to {stop}"),
            ));
        }
        let cells = found.map_or("u8", |described| described.cells.as_str());
        with_cells!(cells, Kind => {
            let plane = self.store.plane::<Kind>(plane).map_err(|error| store_error(&error))?;
            let part = py.detach(|| plane.part(start..stop).map(<[Kind]>::to_vec));
            Ok(part.map_err(|error| store_error(&error))?.into_pyarray(py).into_any())
        })
    }

    /// Checks every block.
    ///
    /// Raises:
    ///     DataError: One is damaged; the first is named.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.store.check())
            .map_err(|error| store_error(&error))
    }
}

/// Writes a file of planes, each a contiguous array of one dimension.
///
/// Args:
///     path: Where; what is there is replaced when the file is whole.
///     kind: What must be said to open it.
///     parameters: A JSON object.
///     planes: Name and array of each.
///
/// Raises:
///     OSError: It cannot be written, for want of room say; nothing is left of it.
///     InvalidArgumentError: Two planes of one name, other arrays, or no JSON object.
#[pyfunction]
#[pyo3(name = "_write_store")]
pub(crate) fn write_store(
    py: Python<'_>,
    path: PathBuf,
    kind: &str,
    parameters: &str,
    planes: Vec<(String, Bound<'_, PyUntypedArray>)>,
) -> PyResult<()> {
    let mut described = Vec::with_capacity(planes.len());
    for (name, array) in &planes {
        if described
            .iter()
            .any(|other: &Described| other.name == *name)
        {
            return Err(argument(
                "planes",
                "names that differ",
                &format!("{name:?} twice"),
            ));
        }
        described.push(with_cells!(cells_of(array)?, Kind => {
            Ok(Described::new::<Kind>(name, contiguous::<Kind>(array)?.len()))
        })?);
    }
    let parameters = json_object(parameters)?;
    let writer = Writer::create(&path, kind, parameters, &described);
    let mut writer = writer.map_err(|error| store_error(&error))?;
    for (_, array) in &planes {
        with_cells!(cells_of(array)?, Kind => {
            let array = contiguous::<Kind>(array)?.readonly();
            let numbers = array.as_slice()?;
            py.detach(|| writer.fill(numbers)).map_err(|error| store_error(&error))
        })?;
    }
    py.detach(|| writer.finish())
        .map_err(|error| store_error(&error))
}

/// The kind of the numbers of an array.
fn cells_of(array: &Bound<'_, PyUntypedArray>) -> PyResult<&'static str> {
    let dtype = array.dtype().to_string();
    Ok(match dtype.as_str() {
        "uint8" => "u8",
        "uint16" => "u16",
        "uint32" => "u32",
        "uint64" => "u64",
        "int8" => "i8",
        "int16" => "i16",
        "int32" => "i32",
        "int64" => "i64",
        "float32" => "f32",
        "float64" => "f64",
        _ => return Err(argument("planes", "arrays of numbers", &dtype)),
    })
}

/// Reads the parameters of a file.
pub(crate) fn json_object(text: &str) -> PyResult<Parameters> {
    serde_json::from_str(text)
        .map_err(|error| argument("parameters", "a JSON object", &error.to_string()))
}

fn contiguous<'a, 'py, T: Cells + Element>(
    array: &'a Bound<'py, PyUntypedArray>,
) -> PyResult<&'a Bound<'py, PyArray1<T>>> {
    let found = array.cast::<PyArray1<T>>().ok();
    let found = found.filter(|array| array.is_contiguous());
    found.ok_or_else(|| {
        let expected = format!("contiguous arrays of one dimension, of {}", T::NAME);
        argument("planes", &expected, "another")
    })
}

/// What is wrong with a file, for Python.
pub(crate) fn store_error(error: &StoreError) -> PyErr {
    match error {
        StoreError::System { path, reason } => match reason.raw_os_error() {
            // Python chooses the subclass, and puts the number and the file into words.
            Some(number) => {
                let words = std::io::Error::from_raw_os_error(number).to_string();
                let words = words
                    .split(" (os error")
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                PyOSError::new_err((number, words, path.as_os_str().to_owned()))
            }
            None => PyOSError::new_err(error.to_string()),
        },
        StoreError::Data { .. } => DataError::new_err(error.to_string()),
    }
}
