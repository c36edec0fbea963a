//! Numbers as NumPy arrays, without copying them.

use nalgebra::Vector3;
use numpy::ndarray::{Array, Dimension, ShapeBuilder};
use numpy::{Element, IntoPyArray, PyArray};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

/// An array of that shape over the numbers of a vector.
pub fn shaped<'py, T: Element, D: Dimension, S: ShapeBuilder<Dim = D>>(
    py: Python<'py>,
    shape: S,
    numbers: Vec<T>,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let array = Array::from_shape_vec(shape, numbers)
        .map_err(|error| PyValueError::new_err(format!("an array does not have its shape: {error}")))?;
    Ok(array.into_pyarray(py))
}

/// Refuses answers for which there is no memory, before any is taken: a failed allocation would end the interpreter.
pub fn refuse_too_many(rows: usize, bytes_of_each: usize) -> PyResult<()> {
    let bytes = rows.saturating_mul(bytes_of_each);
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| {
        let gigabytes = bytes as f64 / 1e9;
        PyMemoryError::new_err(format!(
            "the answers of {rows} rows need {gigabytes:.0} GB of memory: solve them in several batches, or with carom.sweep, which writes to disk"
        ))
    })
}

/// Appends a vector; −0 has a sign that means nothing here.
pub fn push(numbers: &mut Vec<f64>, vector: &Vector3<f64>) {
    numbers.extend(vector.iter().map(|x| x + 0.0));
}
