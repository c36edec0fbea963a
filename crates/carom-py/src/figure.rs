//! Figures.

use carom_plot::{FigureKind, PlotError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A finished figure.
#[pyclass(frozen, module = "carom._native")]
pub struct Picture {
    picture: carom_plot::Picture,
    /// Which figure it is.
    #[pyo3(get)]
    kind: &'static str,
}

impl Picture {
    /// A figure of that kind.
    pub fn new(picture: carom_plot::Picture, kind: &'static str) -> Self {
        Self { picture, kind }
    }
}

#[pymethods]
impl Picture {
    /// As an SVG document.
    #[getter]
    fn svg(&self) -> &str {
        self.picture.svg()
    }

    /// As the bytes of a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.picture.to_png()).map_err(|error| refused(&error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// As the bytes of a PDF file.
    fn pdf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.picture.to_pdf()).map_err(|error| refused(&error))?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A figure that cannot be drawn.
pub fn refused(error: &PlotError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The kind of a figure by its name, among those that are `known`.
pub fn kind(name: &str, known: &[&str]) -> PyResult<Option<FigureKind>> {
    if known.contains(&name) {
        return Ok(FigureKind::parse(name));
    }
    let right = match carom_scene::closest(name, known.iter().copied()) {
        Some(close) => format!("did you mean {close:?}?"),
        None => format!("expected one of {}", known.join(", ")),
    };
    Err(PyValueError::new_err(format!("there is no figure called {name:?} here: {right}")))
}
