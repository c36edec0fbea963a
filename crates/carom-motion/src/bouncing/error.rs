//! What can be wrong with a world, and what can go wrong in it.

use carom::derivative::DerivativeError;
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
    /// An impact that was solved but could not be differentiated.
    #[error("the impact at {time} s: {source}")]
    Derivative {
        /// When, in seconds.
        time: f64,
        /// Why.
        source: DerivativeError,
    },
    /// A body that tumbles in a way that is not differentiated.
    #[error(
        "body {body} turns about three unequal moments of inertia: derivatives are known for round bodies and those with an axis of symmetry"
    )]
    Tumbling {
        /// The body.
        body: usize,
    },
    /// A direction along something that the world does not have.
    #[error("there is no {what} to differentiate by")]
    NoSuchParameter {
        /// What.
        what: String,
    },
}

/// Why the last bounces of a ball cannot be summed: an impact among them.
#[derive(Debug, Error)]
pub(crate) enum SettlingError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Derivative(#[from] DerivativeError),
}

impl SettlingError {
    pub(crate) fn at(self, time: f64) -> BouncingError {
        match self {
            Self::Input(error) => error.into(),
            Self::Solve(source) => BouncingError::Impact { time, source },
            Self::Derivative(source) => BouncingError::Derivative { time, source },
        }
    }
}
