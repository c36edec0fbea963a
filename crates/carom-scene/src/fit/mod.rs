//! Fit files: which parameters of a scene are sought, and what was measured.
//!
//! A fit file is TOML with a `[fit]` table. [`FitFile::parse`] reads it; the scene, the table of measurements and the tracks may be in files
//! beside it, and whoever has the files reads them. What the file means is known to those who fit; here it is only read.

mod read;
mod sought;

use carom_motion::billiards::recovery::Sample;
use nalgebra::Vector3;

use crate::problem::{Problem, Span};

/// What a fit file says.
#[derive(Debug, Clone, PartialEq)]
pub struct FitFile {
    /// Shown above the report.
    pub title: Option<String>,
    /// The scene.
    pub scene: SceneSource,
    /// The CSV file with the table, as written, and where that stands.
    pub data: Option<(String, Span)>,
    /// The name of the loss.
    pub loss: Option<String>,
    /// From how many points the search begins.
    pub starts: Option<u64>,
    /// How often intervals should hold the truth.
    pub level: Option<f64>,
    /// Smaller correlations are not reported as text.
    pub correlations_above: Option<f64>,
    /// Parts into which rows are divided for cross-validation.
    pub folds: Option<u64>,
    /// What is sought, those in the scene first.
    pub parameters: Vec<ParameterEntry>,
    /// What the columns of the table are.
    pub columns: Vec<ColumnEntry>,
    /// Where bodies touch, from how they lie.
    pub outlines: Vec<OutlineEntry>,
    /// Where balls were seen.
    pub tracks: Vec<TrackEntry>,
    /// What in the file looks like a slip of the pen.
    pub warnings: Vec<Problem>,
}

/// Where the scene is.
#[derive(Debug, Clone, PartialEq)]
pub enum SceneSource {
    /// In a file beside this one, as written, and where that stands.
    File(String, Span),
    /// In this file; as the text of a scene file of its own, with a number where something is sought.
    Inline(String),
}

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterEntry {
    /// Where the table or the word stands; nowhere in the file for one that is "sought" in the scene.
    pub span: Span,
    /// Paths into the scene, with commas between them; `*` stands for all elements of a list.
    pub at: String,
    /// What reports call it.
    pub name: Option<String>,
    /// Whether every place has a value of its own.
    pub each: bool,
    /// Where the search begins first.
    pub guess: Option<f64>,
    /// Within which it is sought.
    pub range: Option<[f64; 2]>,
    /// Whether it depends on how fast bodies approach.
    pub constancy: Constancy,
}

/// Whether a parameter is the same in all impacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constancy {
    /// It is.
    Constant,
    /// e (v/v₀)^−p, v the approach speed of the contact.
    FallsWithSpeed {
        /// v₀, in metres per second.
        reference: f64,
    },
}

/// A column of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnEntry {
    /// Where it stands in the file.
    pub span: Span,
    /// Its name in the first line.
    pub name: String,
    /// The path that it is, if its name is none.
    pub is: Option<String>,
    /// Standard deviation of a measurement, in its own unit.
    pub noise: Option<f64>,
    /// Its unit.
    pub unit: Option<String>,
}

/// Where a body touches another, from the angle by which it is turned.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineEntry {
    /// Where it stands in the file.
    pub span: Span,
    /// The column with the angle.
    pub angle: String,
    /// The contact, by name or number.
    pub contact: String,
    /// About which the first body of the contact is turned; not zero.
    pub axis: Vector3<f64>,
    /// Its shape in body axes, in metres.
    pub shape: OutlineShape,
}

/// A shape about its centre of mass, in metres.
#[derive(Debug, Clone, PartialEq)]
pub enum OutlineShape {
    /// Half axes.
    Ellipsoid(Vector3<f64>),
    /// Corners; of a box all eight.
    Corners(Vec<Vector3<f64>>),
}

/// Where a ball was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackEntry {
    /// Where it stands in the file.
    pub span: Span,
    /// The ball.
    pub ball: String,
    /// The CSV file, as written; none if the samples are here.
    pub file: Option<String>,
    /// The samples, if they are here.
    pub samples: Vec<Sample>,
    /// Standard deviation of a coordinate, in metres.
    pub noise: Option<f64>,
}

impl FitFile {
    /// Whether a text has a `[fit]` table, whatever is in it.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        toml::de::DeTable::parse_recoverable(text).0.get_ref().contains_key("fit")
    }

    /// Reads a fit file. All problems are found, not only the first.
    ///
    /// # Errors
    /// Everything that is wrong with it, in its order.
    pub fn parse(text: &str) -> Result<Self, Vec<Problem>> {
        read::file(text)
    }
}
