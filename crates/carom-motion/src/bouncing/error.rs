//! What can be wrong with a world, and what can go wrong in it.

use carom::{InputError, SolveError};
use thiserror::Error;

/// A world that cannot be set up, or a course that cannot be followed.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BouncingError {
    /// A body, contact or number that is impossible.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A pair names a body that is not there, or one that is no ball.
    #[error("body {body} cannot be one of a pair of balls: it is not there, not a ball, or named twice")]
    NotABall {
        /// The body named.
        body: usize,
    },
    /// A body starts below the plane.
    #[error("body {body} starts {depth:e} m below the plane")]
    BelowFloor {
        /// The body.
        body: usize,
        /// How deep, in metres.
        depth: f64,
    },
    /// Two balls start inside each other.
    #[error("balls {first} and {second} overlap by {depth:e} m at the start")]
    Overlap {
        /// One ball.
        first: usize,
        /// The other.
        second: usize,
        /// How far, in metres.
        depth: f64,
    },
    /// An impact on the way could not be solved.
    #[error("the impact at {time} s could not be solved: {source}")]
    Impact {
        /// When, in seconds.
        time: f64,
        /// Why.
        source: SolveError,
    },
}

/// Why the last bounces of a ball cannot be summed: an impact among them.
#[derive(Debug, Error)]
pub(crate) enum SettlingError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl SettlingError {
    pub(crate) fn at(self, time: f64) -> BouncingError {
        match self {
            Self::Input(error) => error.into(),
            Self::Solve(source) => BouncingError::Impact { time, source },
        }
    }
}
