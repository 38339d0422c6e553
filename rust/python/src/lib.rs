//! The Python extension module `tavla._engine`: conversion, threads and errors. No rule lives here.
#![allow(
    clippy::doc_markdown,
    reason = "the documentation of classes and functions is read in Python, as Python's"
)]

mod act;
mod batch;
mod bearoff;
mod block;
mod convert;
mod dice;
mod encode;
mod errors;
mod exact;
mod explain;
mod options;
mod outcome;
mod perft;
mod play;
mod position;
mod progress;
mod rank;
mod simulate;
mod store;
mod variant;

use pyo3::prelude::*;

/// The compiled core of tavla; import the package `tavla` instead.
#[pymodule(gil_used = false)]
mod _engine {
    use super::{dice, outcome, simulate, variant};
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::act::{PyAct, follow, plain_rows, unpacked_turn};
    #[pymodule_export]
    use super::batch::{PyBatch, best_rows, roll};
    #[pymodule_export]
    use super::bearoff::{PyOneSided, PyTwoSided, bearoff_numbers};
    #[pymodule_export]
    use super::block::PyBlock;
    #[pymodule_export]
    use super::convert::whole_number;
    #[pymodule_export]
    use super::dice::{PyDiceStream, seed_bytes};
    #[pymodule_export]
    use super::encode::{encode_f32, encode_u8, encoding_width};
    #[pymodule_export]
    use super::exact::PyPlanes;
    #[pymodule_export]
    use super::explain::PyExplanation;
    #[pymodule_export]
    use super::outcome::{PyOutcome, PyReason};
    #[pymodule_export]
    use super::perft::{PyPerft, perft};
    #[pymodule_export]
    use super::play::{PyLegalPlays, PyMove, PyPlay, restore_play};
    #[pymodule_export]
    use super::position::{PyPosition, set_drawing};
    #[pymodule_export]
    use super::rank::{rank, unrank};
    #[pymodule_export]
    use super::simulate::simulate_games;
    #[pymodule_export]
    use super::store::{PyStore, write_store};
    #[pymodule_export]
    use super::variant::{PyVariant, variant as variant_by_name};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        for preset in variant::presets(py)? {
            let name = preset.get().variant.name.to_uppercase();
            module.add(name.as_str(), preset)?;
        }
        module.add("VARIANTS", variant::by_name(py)?)?;
        module.add("ROLLS", dice::rolls(py)?)?;
        module.add("ROLL_WEIGHTS", dice::roll_weights(py)?)?;
        module.add("_PLAYERS", simulate::names(py)?)?;
        let (who, kind) = (outcome::who(py)?.bind(py), outcome::kind(py)?.bind(py));
        module.add("Who", who)?;
        module.add("Kind", kind)?;
        for (words, names) in [(who, ["PLAYER", "OPPONENT"]), (kind, ["SINGLE", "GAMMON"])] {
            for name in names {
                module.add(name, words.getattr(name)?)?;
            }
        }
        // A sequence in every respect, so that `isinstance` and `match` know it as one.
        py.import("collections.abc")?
            .getattr("Sequence")?
            .call_method1("register", (py.get_type::<PyLegalPlays>(),))?;
        Ok(())
    }
}
