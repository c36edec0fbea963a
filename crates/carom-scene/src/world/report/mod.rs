//! What happened in a world, as text for a terminal and as a JSON document.
//!
//! The document holds every motion exactly, as pieces in closed form; samples at equal times are there on demand.

mod cue;
pub(super) mod energy;
mod events;
mod json;
mod places;
mod sensitivities;
mod states;
mod text;
mod words;

use super::{WorldError, WorldRun, WorldScene};
use crate::derivatives::Derivatives;
use crate::report::{TextOptions, layout};
use crate::samples;

/// A world and what became of it.
#[derive(Debug)]
pub struct WorldReport<'a> {
    scene: &'a WorldScene,
    run: &'a Result<WorldRun, WorldError>,
    derivatives: Option<&'a Derivatives>,
}

impl<'a> WorldReport<'a> {
    /// A report of a world that was followed, or could not be.
    #[must_use]
    pub fn new(scene: &'a WorldScene, run: &'a Result<WorldRun, WorldError>) -> Self {
        Self { scene, run, derivatives: None }
    }

    /// The same report with derivatives of the end.
    #[must_use]
    pub fn with_derivatives(self, derivatives: &'a Derivatives) -> Self {
        Self { derivatives: Some(derivatives), ..self }
    }

    /// Most samples in a document, of all bodies together: some 200 bytes each.
    pub const MOST_SAMPLES: usize = samples::MOST;

    /// The shortest time between samples that gives no more than [`Self::MOST_SAMPLES`] of them, in seconds, rounded up to two digits;
    /// zero for a world that could not be followed.
    #[must_use]
    pub fn finest_samples(&self) -> f64 {
        let bodies = self.scene.names.len().max(1);
        self.run.as_ref().map_or(0.0, |run| samples::finest_step(run.end(), Self::MOST_SAMPLES / bodies))
    }

    /// The JSON document, without a final line break; with samples of every body every `samples` seconds and at the end, if that is a positive
    /// number. Shorter times than [`Self::finest_samples`] are lengthened to that.
    #[must_use]
    pub fn json(&self, samples: Option<f64>) -> String {
        match self.run {
            Ok(run) => {
                let step = samples.map(|step| step.max(self.finest_samples()));
                layout::to_string(&json::document(self.scene, run, step, self.derivatives))
            }
            Err(error) => layout::to_string(&json::failure(self.scene, error)),
        }
    }

    /// The report in words and tables.
    #[must_use]
    pub fn text(&self, options: TextOptions) -> String {
        let mut text = text::report(self.scene, self.run, options);
        if let Some(derivatives) = self.derivatives {
            let WorldScene { setup, names, .. } = self.scene;
            sensitivities::append(&mut text, setup, names, derivatives, options);
        }
        text
    }
}
