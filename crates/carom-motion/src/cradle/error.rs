//! What can be wrong with a cradle, and what can go wrong in it.

use carom::derivative::DerivativeError;
use carom::{InputError, SolveError};
use thiserror::Error;

/// A cradle that cannot be set up, or a course that cannot be followed.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum CradleError {
    /// A mass, length or coefficient that is impossible.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Numbers of balls, surfaces and angles that do not fit together.
    #[error("{balls} balls in a row need {expected} {what}, but there are {given}")]
    Count {
        /// How many balls.
        balls: usize,
        /// What was counted.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        given: usize,
    },
    /// Neighbours that start inside each other.
    #[error(
        "ball {left} starts at {left_angle} rad, further right than its right neighbour at {right_angle} rad"
    )]
    Crossed {
        /// Number of the left ball, from 0.
        left: usize,
        /// Its angle, in radians.
        left_angle: f64,
        /// The angle of its right neighbour, in radians.
        right_angle: f64,
    },
    /// A true pendulum that swings to the horizontal or beyond, where its string goes slack.
    #[error("at {time} s ball {ball} swings to the horizontal or beyond, where its string goes slack")]
    SlackString {
        /// The ball, from 0.
        ball: usize,
        /// When, in seconds.
        time: f64,
    },
    /// A collision that could not be solved.
    #[error("the collision at {time} s could not be solved: {source}")]
    Collision {
        /// When, in seconds.
        time: f64,
        /// Why.
        source: SolveError,
    },
    /// A collision that was solved but could not be differentiated.
    #[error("the collision at {time} s: {source}")]
    Derivative {
        /// When, in seconds.
        time: f64,
        /// Why.
        source: DerivativeError,
    },
    /// A direction along something that the cradle does not have.
    #[error("there is no {what} {number} in this cradle to differentiate by")]
    NoSuchParameter {
        /// What.
        what: &'static str,
        /// Its number, from 0.
        number: usize,
    },
}
