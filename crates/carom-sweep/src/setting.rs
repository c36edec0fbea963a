//! One `--set`: a path and the values that stand there.

use std::str::FromStr;

use crate::draw::Draws;
use crate::error::SweepError;
use crate::path;
use crate::values::Values;

/// A parameter: where it stands in the scene file and which values it takes.
///
/// Written `PATH=VALUES`. The path goes through the file: `contact.0.friction`, `body.upper.velocity.z`, `contact_defaults.restitution`;
/// bodies and contacts are called by their number from 0 or by their name, axes x, y, z. Values are a range `FROM:TO:COUNT`, equal ratios
/// `log(FROM:TO:COUNT)`, a list `0.1,0.2,0.5` of numbers or words, or draws `normal(MEAN, DEVIATION)` and `uniform(FROM, TO)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    path: String,
    pub(crate) parts: Vec<String>,
    pub(crate) values: Values,
    /// As it was written.
    pub(crate) written: String,
}

impl FromStr for Setting {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let Some((path, values)) = text.split_once('=') else {
            return Err(SweepError::NoEqualSign { written: text.to_owned() });
        };
        let path = path.trim().to_owned();
        Ok(Self {
            parts: path::parts(&path)?,
            path,
            values: Values::parse(values)?,
            written: text.to_owned(),
        })
    }
}

impl Setting {
    /// Where the values stand in the scene file, as it was written.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether all its values are numbers: not words, flags or vectors.
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        self.values.are_numbers()
    }

    /// Whether a value is drawn at random for each row.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.values.count().is_none()
    }

    /// The value in a row, as TOML; `place` is its place in the range or list.
    pub(crate) fn value(&self, place: u64, row: u64, seed: u64) -> String {
        self.values.at(place, &Draws::new(seed, &self.path, row))
    }
}
