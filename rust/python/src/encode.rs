//! Encodings of positions: what `tavla.batch.encode` calls.
#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands borrowed arrays over by value"
)]

use crate::batch::{rows, threads, work};
use crate::errors::argument;
use crate::variant::argument_variant;
use numpy::{PyReadonlyArray3, PyReadwriteArray2};
use pyo3::prelude::*;
use tavla_engine::encode::{Encoding, Unit};
use tavla_engine::row::Row;
use tavla_solve::batch;

/// Units of a row in an encoding.
#[pyfunction]
#[pyo3(name = "_encoding_width")]
pub(crate) fn encoding_width(encoding: &str) -> PyResult<usize> {
    Ok(self::encoding(encoding)?.width())
}

/// Fills float32 (n, width) with the encoding's units times their scales.
///
/// Args:
///     variant: The rules.
///     boards: uint8 (n, 2, 26), C-contiguous; no memory of `out`.
///     encoding: The encoding.
///     out: The rows.
///     threads: How many threads work.
///
/// Raises:
///     InvalidPositionError: A row is no position; the first is named. Others may have been written.
#[pyfunction]
#[pyo3(name = "_encode_f32")]
pub(crate) fn encode_f32(
    variant: &Bound<'_, PyAny>,
    boards: PyReadonlyArray3<'_, u8>,
    encoding: &str,
    mut out: PyReadwriteArray2<'_, f32>,
    threads: &Bound<'_, PyAny>,
) -> PyResult<()> {
    encode(
        variant,
        rows(&boards)?,
        encoding,
        out.as_slice_mut()?,
        threads,
    )
}

/// Fills uint8 (n, width) with the encoding's units; otherwise as `_encode_f32`.
#[pyfunction]
#[pyo3(name = "_encode_u8")]
pub(crate) fn encode_u8(
    variant: &Bound<'_, PyAny>,
    boards: PyReadonlyArray3<'_, u8>,
    encoding: &str,
    mut out: PyReadwriteArray2<'_, u8>,
    threads: &Bound<'_, PyAny>,
) -> PyResult<()> {
    encode(
        variant,
        rows(&boards)?,
        encoding,
        out.as_slice_mut()?,
        threads,
    )
}

fn encode<U: Unit + Send>(
    variant: &Bound<'_, PyAny>,
    rows: &[Row],
    encoding: &str,
    out: &mut [U],
    threads: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = variant.py();
    let variant = argument_variant(variant)?.get();
    let (encoding, count) = (self::encoding(encoding)?, self::threads(threads)?);
    let (cells, given) = (encoding.width() * rows.len(), out.len());
    if given != cells {
        return Err(argument(
            "out",
            &format!("{cells} cells"),
            &given.to_string(),
        ));
    }
    work(py, |tick| {
        batch::encode(
            &variant.variant,
            &variant.rules,
            rows,
            encoding,
            out,
            count,
            tick,
        )
    })
}

fn encoding(name: &str) -> PyResult<Encoding> {
    Encoding::from_name(name).ok_or_else(|| {
        let known: Vec<_> = Encoding::ALL.iter().map(|one| one.name()).collect();
        argument("encoding", &known.join(", "), &format!("{name:?}"))
    })
}
