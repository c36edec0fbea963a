//! Exceptions. Their classes are in Python (`carom.errors`), where users find and document them.

use carom_scene::{Problem, diagnostics};
use pyo3::prelude::*;
use pyo3::types::PyDict;

const MODULE: &str = "carom.errors";

/// `carom.SceneError`: everything that is wrong with the text of a scene, each with its place.
pub fn scene_error(py: Python, problems: &[Problem], name: &str, text: &str) -> PyErr {
    let rendered = diagnostics::render(problems, name, text, false);
    let entries: PyResult<Vec<Bound<PyDict>>> =
        problems.iter().map(|problem| entry(py, problem, text)).collect();
    raised(py, "SceneError", entries.and_then(|entries| (rendered.trim_end(), entries).into_pyobject(py)))
}

/// `carom.SolveError` from the document of what could not be solved.
pub fn solve_error(py: Python, document: &str) -> PyErr {
    raised(py, "SolveError", (document,).into_pyobject(py))
}

fn raised<'py>(py: Python<'py>, class: &str, arguments: PyResult<Bound<'py, pyo3::types::PyTuple>>) -> PyErr {
    let made = arguments.and_then(|arguments| {
        let class = py.import(MODULE)?.getattr(class)?;
        class.getattr("_made")?.call1(arguments)
    });
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

fn entry<'py>(py: Python<'py>, problem: &Problem, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let (line, column) = place(text, problem.span.start);
    let entry = PyDict::new(py);
    entry.set_item("message", &problem.message)?;
    entry.set_item("line", line)?;
    entry.set_item("column", column)?;
    entry.set_item("expected", problem.expected.as_deref())?;
    entry.set_item("help", problem.help.as_deref())?;
    Ok(entry)
}

/// Line and column of a byte, from 1, in characters.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}
