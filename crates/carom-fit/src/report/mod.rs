//! What came of a fit: as text, and as a JSON document.

mod compared;
mod json;
mod text;

use carom_scene::json_text;

use crate::compare::LawComparison;
use crate::fit::Fit;
use crate::study::Study;

/// A study and its fit.
#[derive(Debug)]
pub struct FitReport<'a> {
    study: &'a Study,
    fit: &'a Fit,
}

impl<'a> FitReport<'a> {
    /// A report of a fit.
    #[must_use]
    pub fn new(study: &'a Study, fit: &'a Fit) -> Self {
        Self { study, fit }
    }

    /// The JSON document, without a final line break.
    #[must_use]
    pub fn json(&self) -> String {
        json_text(&json::document(self.study, self.fit))
    }

    /// The report in words and tables.
    #[must_use]
    pub fn text(&self) -> String {
        text::report(self.study, self.fit)
    }
}

/// Laws side by side on measurements.
#[derive(Debug)]
pub struct LawReport<'a> {
    study: &'a Study,
    comparison: &'a LawComparison,
}

impl<'a> LawReport<'a> {
    /// A report of a comparison.
    #[must_use]
    pub fn new(study: &'a Study, comparison: &'a LawComparison) -> Self {
        Self { study, comparison }
    }

    /// The JSON document, without a final line break.
    #[must_use]
    pub fn json(&self) -> String {
        json_text(&compared::document(self.study, self.comparison))
    }

    /// One table of all laws.
    #[must_use]
    pub fn text(&self) -> String {
        compared::text(self.study, self.comparison)
    }
}
