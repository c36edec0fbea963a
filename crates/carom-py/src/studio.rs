//! The browser's page.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The browser's page as one HTML file, which opens with a scene if one is given. Fails if the module was compiled without the page.
#[pyfunction]
#[pyo3(signature = (scene: "str | None" = None) -> "str")]
pub fn studio_page(scene: Option<&str>) -> PyResult<String> {
    let page = carom_studio::found().and_then(|page| carom_studio::with_scene(&page, scene));
    page.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
