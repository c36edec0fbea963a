//! Recovery: how a ball moved and turned, from a file with where it was seen.
//!
//! A recovery file is TOML with a `[recovery]` table: what is known of ball and cloth, and the samples, inline or in a CSV file of their
//! own. [`RecoveryFile::parse`] reads it; if the samples are elsewhere, [`RecoveryFile::samples_file`] says where, and
//! [`RecoveryFile::with_csv`] takes their text. What the samples say is found by [`RecoveryScene::recover`] and told by a
//! [`RecoveryReport`].

mod csv;
mod json;
mod read;
mod text;

use carom_motion::billiards::recovery::{
    Coefficient, FittedPath, Noise, Recovery, RecoveryError, RecoveryProblem, Sample,
};

use crate::problem::{Located, Problem, Span};
use crate::report::{TextOptions, layout};

/// What a recovery file says, before its samples are read.
#[derive(Debug, Clone)]
pub struct RecoveryFile {
    title: Option<String>,
    known: Known,
    samples: Source,
    warnings: Vec<Problem>,
}

/// What is known besides the samples.
#[derive(Debug, Clone, Copy)]
struct Known {
    radius: f64,
    gravity: f64,
    sliding_friction: Coefficient,
    rolling_resistance: Coefficient,
    noise: Noise,
    /// None: the instant of the first sample.
    start: Option<Located<f64>>,
}

/// Where the samples are.
#[derive(Debug, Clone)]
enum Source {
    Inline(Vec<Located<Sample>>),
    File(Located<String>),
}

/// A recovery with its samples.
#[derive(Debug, Clone)]
pub struct RecoveryScene {
    title: Option<String>,
    problem: RecoveryProblem,
    samples: Vec<Sample>,
}

impl RecoveryFile {
    /// Whether a text has a `[recovery]` table, whatever is in it.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        toml::de::DeTable::parse_recoverable(text).0.get_ref().contains_key("recovery")
    }

    /// Reads a recovery file. All problems are found, not only the first.
    pub fn parse(text: &str) -> Result<Self, Vec<Problem>> {
        read::file(text)
    }

    /// What in the file looks like a slip of the pen.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The CSV file that holds the samples, as written; it is relative to the recovery file.
    #[must_use]
    pub fn samples_file(&self) -> Option<&str> {
        match &self.samples {
            Source::Inline(_) => None,
            Source::File(name) => Some(&name.value),
        }
    }

    /// The problem of a samples file that cannot be read, at the place that names it.
    #[must_use]
    pub fn unreadable(&self, reason: &str) -> Problem {
        let span = match &self.samples {
            Source::Inline(_) => Span::default(),
            Source::File(name) => name.span,
        };
        Problem::new(span, format!("the samples cannot be read: {reason}"))
            .expected("expected a CSV file beside this one, with the columns time, x, y")
    }

    /// The recovery with samples that are in the file itself; problems point into its text.
    pub fn with_own_samples(self) -> Result<RecoveryScene, Vec<Problem>> {
        match self.samples.clone() {
            Source::Inline(samples) => self.scene(samples),
            Source::File(name) => {
                Err(vec![Problem::new(name.span, "the samples are in another file").expected("not read yet")])
            }
        }
    }

    /// The recovery with samples from the text of a CSV file; problems point into that text.
    pub fn with_csv(self, text: &str) -> Result<RecoveryScene, Vec<Problem>> {
        let samples = csv::read(text)?;
        self.scene(samples)
    }

    fn scene(self, samples: Vec<Located<Sample>>) -> Result<RecoveryScene, Vec<Problem>> {
        let problems = read::refused_samples(&samples, self.known.start);
        if !problems.is_empty() {
            return Err(problems);
        }
        let first = samples.first().map_or(0.0, |sample| sample.value.time);
        let Known { radius, gravity, sliding_friction, rolling_resistance, noise, start } = self.known;
        let problem = RecoveryProblem {
            radius,
            gravity,
            sliding_friction,
            rolling_friction: rolling_resistance,
            noise,
            start: start.map_or(first, |start| start.value),
        };
        let samples = samples.into_iter().map(|sample| sample.value).collect();
        Ok(RecoveryScene { title: self.title, problem, samples })
    }
}

impl RecoveryScene {
    /// The title; empty if the file has none.
    #[must_use]
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or_default()
    }

    /// The samples.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The path that was found; none if the samples leave the motion open.
    #[must_use]
    pub fn fitted_path(&self, recovery: &Recovery) -> Option<FittedPath> {
        self.problem.fitted_path(recovery)
    }

    /// What the samples say.
    pub fn recover(&self) -> Result<Recovery, RecoveryError> {
        self.problem.recover(&self.samples)
    }
}

/// The samples in the text of a CSV file, in order; problems point into that text.
///
/// # Errors
/// Lines that are no samples, and samples that are out of order or not within a room.
pub fn samples_of_csv(text: &str) -> Result<Vec<Sample>, Vec<Problem>> {
    let samples = csv::read(text)?;
    let problems = read::refused_samples(&samples, None);
    if problems.is_empty() {
        Ok(samples.into_iter().map(|sample| sample.value).collect())
    } else {
        Err(problems)
    }
}

/// A recovery and what came of it.
#[derive(Debug)]
pub struct RecoveryReport<'a> {
    scene: &'a RecoveryScene,
    recovery: &'a Recovery,
}

impl<'a> RecoveryReport<'a> {
    /// A report of what samples say.
    #[must_use]
    pub fn new(scene: &'a RecoveryScene, recovery: &'a Recovery) -> Self {
        Self { scene, recovery }
    }

    /// The JSON document, without a final line break.
    #[must_use]
    pub fn json(&self) -> String {
        layout::to_string(&json::document(self.scene, self.recovery))
    }

    /// The report in words and tables.
    #[must_use]
    pub fn text(&self, options: TextOptions) -> String {
        text::report(self.scene, self.recovery, options)
    }
}
