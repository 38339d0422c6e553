//! The Python extension module `tavla._engine`: conversion, threads and errors. No rule lives here.

use pyo3::prelude::*;

/// The compiled core of tavla; import the package `tavla` instead.
#[pymodule(gil_used = false)]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
