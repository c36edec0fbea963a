//! Why nothing can be fitted.

use carom_scene::{Problem, Span};
use thiserror::Error;

/// Why nothing can be fitted.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// The fit file is wrong; the places are in its text.
    #[error("the fit file has {} problems, the first: {}", .0.len(), .0.first().map_or("", |problem| &problem.message))]
    File(Vec<Problem>),
    /// The scene is wrong; the places are in its text.
    #[error("the scene has {} problems, the first: {}", problems.len(), problems.first().map_or("", |problem| &problem.message))]
    Scene {
        /// What is wrong.
        problems: Vec<Problem>,
        /// The text of the scene.
        text: String,
    },
    /// The table is wrong.
    #[error("{message}")]
    Data {
        /// The line of the table, from 1; none if it is about all of it.
        line: Option<u64>,
        /// The column, from 1.
        column: Option<usize>,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// A file of samples is wrong; the places are in its text.
    #[error("a track has {} problems, the first: {}", problems.len(), problems.first().map_or("", |problem| &problem.message))]
    Track {
        /// Which of the tracks.
        track: usize,
        /// What is wrong.
        problems: Vec<Problem>,
    },
    /// No start of the search can be computed.
    #[error("no row can be solved: {0}")]
    Unsolved(String),
}

impl FitError {
    /// What is wrong with an entry of the fit file.
    pub(crate) fn entry(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::File(vec![Problem {
            span,
            message: message.into(),
            expected: Some(expected.into()),
            related: None,
            help: None,
        }])
    }

    /// What is wrong with the table as a whole.
    pub(crate) fn table(message: impl Into<String>) -> Self {
        Self::Data { line: None, column: None, message: message.into() }
    }
}
