//! Why a sweep cannot begin.

use carom_scene::Problem;
use thiserror::Error;

/// Why a sweep cannot begin.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A setting without `=`.
    #[error("`{written}` sets nothing: expected PATH=VALUES, such as contact.0.friction=0:1:101")]
    NoEqualSign {
        /// The setting.
        written: String,
    },
    /// A path that is none.
    #[error("`{path}` is no path: {why}; expected one such as contact.0.friction or body.upper.velocity.z")]
    Path {
        /// The path.
        path: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Values that are none.
    #[error(
        "`{values}` are no values: {why}; expected a range 0:1:101, log(1e-3:1:7), a list 0.1,0.2,0.5, \
         normal(0.9, 0.02) or uniform(0, 1)"
    )]
    Values {
        /// The values as written.
        values: String,
        /// What is wrong with them.
        why: &'static str,
    },
    /// A shard that is none.
    #[error("`{written}` is no shard: expected NUMBER/COUNT with NUMBER from 1 to COUNT, such as 2/8")]
    Shard {
        /// The shard as written.
        written: String,
    },
    /// A path that leads nowhere in the scene file.
    #[error("`{path}` leads nowhere: {why}")]
    Nowhere {
        /// The path.
        path: String,
        /// Where it ends, and what is there.
        why: String,
    },
    /// A path to a key that scenes do not have.
    #[error("`{path}`: {message}{}", help.as_ref().map(|help| format!("; {help}")).unwrap_or_default())]
    UnknownKey {
        /// The path.
        path: String,
        /// What the reader of scenes says.
        message: String,
        /// What it suggests.
        help: Option<String>,
    },
    /// No setting at all.
    #[error("nothing is varied: expected at least one setting, such as contact.0.friction=0:1:101")]
    NothingVaried,
    /// Two settings of one value, or of a value and a part of it.
    #[error("`{path}` is set twice, or is part of another setting")]
    SetTwice {
        /// The path.
        path: String,
    },
    /// More rows than can be.
    #[error("the sweep has too many rows: expected at most {most:e}")]
    TooManyRows {
        /// How many there may be.
        most: f64,
    },
    /// No draws although there are random values.
    #[error("there are no draws: expected at least 1")]
    NoDraws,
    /// A column that the results do not have.
    #[error("the results have no `{column}`: {expected}")]
    NoSuchColumn {
        /// The column asked for.
        column: String,
        /// What there is instead.
        expected: String,
    },
    /// The scene file itself is refused.
    #[error("the scene has {} problems, the first: {}", problems.len(), problems.first().map_or("", |p| &p.message))]
    Scene {
        /// All of them.
        problems: Vec<Problem>,
    },
}
