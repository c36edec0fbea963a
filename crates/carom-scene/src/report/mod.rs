//! What an impact did, as a JSON document and as text for a terminal.
//!
//! The document is complete and keeps every digit; the text is for reading: numbers have six significant digits, what
//! is rounding is shown as zero, and long lists are abbreviated.

pub(crate) mod about;
mod collisions;
pub(crate) mod columns;
mod comparison;
mod comparison_json;
pub(crate) mod digits;
mod friction;
mod joints;
pub(crate) mod json;
pub(crate) mod layout;
pub(crate) mod ledger;
mod loads;
mod motions;
mod over_impulse;
mod sensitivities;
mod states;
pub(crate) mod text;
pub(crate) mod words;

use carom::Trace;
use carom::comparison::Comparison;

use crate::derivatives::Derivatives;
use crate::samples::{Interval, SamplesError, contact_samples};
use crate::scene::{Scene, Solved};
use crate::unsolved::Unsolved;

/// How a text report looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextOptions {
    /// Show long lists in full.
    pub all: bool,
    /// Use terminal colours.
    pub colour: bool,
}

/// A scene and what became of it.
#[derive(Debug)]
pub struct Report<'a> {
    scene: &'a Scene,
    solved: &'a Result<Solved, Unsolved>,
    derivatives: Option<&'a Derivatives>,
}

impl<'a> Report<'a> {
    /// A report of a scene that was solved, or could not be.
    #[must_use]
    pub fn new(scene: &'a Scene, solved: &'a Result<Solved, Unsolved>) -> Self {
        Self { scene, solved, derivatives: None }
    }

    /// The same report with derivatives of the outcome.
    #[must_use]
    pub fn with_derivatives(self, derivatives: &'a Derivatives) -> Self {
        Self { derivatives: Some(derivatives), ..self }
    }

    /// The JSON document, without a final line break.
    #[must_use]
    pub fn json(&self) -> String {
        match self.solved {
            Ok(solved) => layout::to_string(&json::document(self.scene, solved, None, self.derivatives)),
            Err(error) => {
                let until_then = self.scene.course_until_failure();
                layout::to_string(&json::Failed::new(self.scene, error, until_then.as_ref(), None))
            }
        }
    }

    /// The document with samples of every contact.
    ///
    /// # Errors
    /// A method without time, or too many samples.
    pub fn json_with_samples(&self, interval: Interval) -> Result<String, SamplesError> {
        let sampled = |trace: &Trace| contact_samples(self.scene, trace, interval);
        Ok(match self.solved {
            Ok(solved) => {
                let samples = sampled(solved.course.trace().ok_or(SamplesError::NoTime)?)?;
                layout::to_string(&json::document(self.scene, solved, Some(samples), self.derivatives))
            }
            Err(error) => {
                let until_then = self.scene.course_until_failure();
                let samples = until_then.as_ref().map(sampled).transpose()?;
                layout::to_string(&json::Failed::new(self.scene, error, until_then.as_ref(), samples))
            }
        })
    }

    /// The report in words and tables.
    #[must_use]
    pub fn text(&self, options: TextOptions) -> String {
        match self.solved {
            Ok(solved) => {
                let mut text = text::solved(self.scene, solved, options);
                if let Some(derivatives) = self.derivatives {
                    sensitivities::append(&mut text, derivatives, options);
                }
                text
            }
            Err(error) => text::failed(self.scene, error, options),
        }
    }
}

/// A scene and what every model says of it.
#[derive(Debug)]
pub struct ComparisonReport<'a> {
    scene: &'a Scene,
    comparison: &'a Comparison,
}

impl<'a> ComparisonReport<'a> {
    /// A report of a scene's [comparison](Scene::compare).
    #[must_use]
    pub fn new(scene: &'a Scene, comparison: &'a Comparison) -> Self {
        Self { scene, comparison }
    }

    /// The JSON document, without a final line break.
    #[must_use]
    pub fn json(&self) -> String {
        layout::to_string(&comparison_json::document(self.scene, self.comparison))
    }

    /// The comparison as a table.
    #[must_use]
    pub fn text(&self, options: TextOptions) -> String {
        comparison::text(self.scene, self.comparison, options)
    }
}
