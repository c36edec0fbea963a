//! What happened in a world, as text for a terminal and as a JSON document.
//!
//! The document holds every motion exactly, as pieces in closed form; samples at equal times are there on demand.

mod cue;
mod energy;
mod events;
mod json;
mod places;
mod states;
mod text;
mod words;

use super::{WorldError, WorldRun, WorldScene};
use crate::report::{TextOptions, layout};

/// A world and what became of it.
#[derive(Debug)]
pub struct WorldReport<'a> {
    scene: &'a WorldScene,
    run: &'a Result<WorldRun, WorldError>,
}

impl<'a> WorldReport<'a> {
    /// A report of a world that was followed, or could not be.
    #[must_use]
    pub fn new(scene: &'a WorldScene, run: &'a Result<WorldRun, WorldError>) -> Self {
        Self { scene, run }
    }

    /// The JSON document, without a final line break; with samples of every body every `samples` seconds and at the end, if that is a positive
    /// number. No more than a million samples are taken of a body: for more, the steps are widened.
    #[must_use]
    pub fn json(&self, samples: Option<f64>) -> String {
        match self.run {
            Ok(run) => layout::to_string(&json::document(self.scene, run, samples)),
            Err(error) => layout::to_string(&json::failure(self.scene, error)),
        }
    }

    /// The report in words and tables.
    #[must_use]
    pub fn text(&self, options: TextOptions) -> String {
        text::report(self.scene, self.run, options)
    }
}
