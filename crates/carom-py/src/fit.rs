//! Parameters of scenes from measurements.

use carom_fit::{FitError, FitReport, LawReport, Sources, Study, draw};
use carom_plot::Page;
use carom_scene::{FitFile, SceneSource};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::errors;
use crate::figure::{self, Picture};

fn parsed(py: Python<'_>, text: &str, name: &str) -> PyResult<FitFile> {
    FitFile::parse(text).map_err(|problems| errors::scene_error(py, &problems, name, text))
}

fn study(
    py: Python<'_>,
    text: &str,
    name: &str,
    scene: Option<String>,
    data: Option<String>,
    tracks: Vec<String>,
) -> PyResult<Study> {
    let file = parsed(py, text, name)?;
    let sources = Sources { scene, data, tracks };
    Study::new(&file, &sources).map_err(|error| refused(py, &error, text, name, &sources))
}

/// An error as Python knows it.
fn refused(py: Python<'_>, error: &FitError, text: &str, name: &str, sources: &Sources) -> PyErr {
    match error {
        FitError::File(problems) => errors::scene_error(py, problems, name, text),
        FitError::Scene { problems, text } => {
            errors::scene_error(py, problems, &format!("the scene of {name}"), text)
        }
        FitError::Track { track, problems } => {
            errors::scene_error(py, problems, "the track", &sources.tracks[*track])
        }
        FitError::Data { line, column, message } => {
            let place = match (line, column) {
                (Some(line), Some(column)) => format!("line {line}, column {column} of the table: "),
                (Some(line), None) => format!("line {line} of the table: "),
                (None, _) => String::new(),
            };
            PyValueError::new_err(format!("{place}{message}"))
        }
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// The files that a fit file names, as written there: its scene and its table, if they are files, and the samples of each track, an empty
/// name where they are in the fit file.
#[pyfunction]
pub fn fit_files(
    py: Python<'_>,
    text: &str,
    name: &str,
) -> PyResult<(Option<String>, Option<String>, Vec<String>)> {
    let file = parsed(py, text, name)?;
    let scene = match file.scene {
        SceneSource::File(scene, _) => Some(scene),
        SceneSource::Inline(_) => None,
    };
    let tracks = file.tracks.into_iter().map(|track| track.file.unwrap_or_default()).collect();
    Ok((scene, file.data.map(|(data, _)| data), tracks))
}

/// Document, report and figure of a fit from the texts of its files.
#[pyfunction]
pub fn fit(
    py: Python<'_>,
    text: &str,
    name: &str,
    scene: Option<String>,
    data: Option<String>,
    tracks: Vec<String>,
    profile: bool,
) -> PyResult<(String, String, Picture)> {
    let study = study(py, text, name, scene, data, tracks)?;
    let fit = py
        .detach(|| study.fit(profile))
        .map_err(|error| refused(py, &error, text, name, &Sources::default()))?;
    let report = FitReport::new(&study, &fit);
    let picture = draw(&study, &fit, &Page::default()).map_err(|error| figure::refused(&error))?;
    Ok((report.json(), report.text(), Picture::new(picture, "fit")))
}

/// Document and report of every law that applies, fitted on a part of the rows and asked about the rest.
#[pyfunction]
pub fn fit_laws(
    py: Python<'_>,
    text: &str,
    name: &str,
    scene: Option<String>,
    data: Option<String>,
    tracks: Vec<String>,
) -> PyResult<(String, String)> {
    let study = study(py, text, name, scene, data, tracks)?;
    let compared = py
        .detach(|| study.compare())
        .map_err(|error| refused(py, &error, text, name, &Sources::default()))?;
    let report = LawReport::new(&study, &compared);
    Ok((report.json(), report.text()))
}
