//! How a ball was moving, from where it was seen.

use carom_motion::billiards::recovery::Recovery;
use carom_scene::{RecoveryFile, RecoveryReport, TextOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;

/// Document and report of a recovery from the text of its file, whose samples may be in the text of a CSV file (name and text).
#[pyfunction]
pub fn recover(
    py: Python<'_>,
    text: &str,
    name: &str,
    csv: Option<(String, String)>,
) -> PyResult<(String, String, bool)> {
    let refused = |problems: Vec<_>| errors::scene_error(py, &problems, name, text);
    let file = RecoveryFile::parse(text).map_err(refused)?;
    let scene = match &csv {
        Some((csv_name, samples)) => file
            .with_csv(samples)
            .map_err(|problems| errors::scene_error(py, &problems, csv_name, samples))?,
        None => file.with_own_samples().map_err(refused)?,
    };
    let recovery = py.detach(|| scene.recover()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let report = RecoveryReport::new(&scene, &recovery);
    let determined = !matches!(recovery, Recovery::Undetermined(_));
    Ok((report.json(), report.text(TextOptions { all: true, colour: false }), determined))
}

/// The CSV file that a recovery file names, as written there; nothing if it holds its samples itself.
#[pyfunction]
pub fn samples_file(py: Python<'_>, text: &str, name: &str) -> PyResult<Option<String>> {
    let file =
        RecoveryFile::parse(text).map_err(|problems| errors::scene_error(py, &problems, name, text))?;
    Ok(file.samples_file().map(str::to_owned))
}
