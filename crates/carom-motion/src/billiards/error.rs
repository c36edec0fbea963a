//! What is refused, and what can fail.

use carom::derivative::DerivativeError;
use carom::{InputError, SolveError};
use thiserror::Error;

/// A shot that cannot be played, or could not be played to its end.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ShotError {
    /// A quantity that must be positive and finite.
    #[error("the {what} is {value}, but must be positive and finite")]
    NotPositive {
        /// Which.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// A quantity of the table that must not be negative.
    #[error("the table's {what} is {value}, but must be zero or positive and finite")]
    Negative {
        /// Which.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// Cushions that cannot stop a ball.
    #[error("noses at a height of {nose} m pass over ball {ball}, whose radius is {radius} m")]
    NoseTooHigh {
        /// The ball.
        ball: usize,
        /// Height of the noses, in metres.
        nose: f64,
        /// Radius of the ball, in metres.
        radius: f64,
    },
    /// A ball so large that the cushions would throw it up rather than back.
    #[error("noses at a height of {nose} m meet ball {ball} far below its centre: its radius is {radius} m")]
    NoseTooLow {
        /// The ball.
        ball: usize,
        /// Height of the noses, in metres.
        nose: f64,
        /// Radius of the ball, in metres.
        radius: f64,
    },
    /// A number that is not finite.
    #[error("the state of ball {ball} is not finite")]
    NotFinite {
        /// The ball.
        ball: usize,
    },
    /// Two balls in one place.
    #[error("balls {first} and {second} overlap by {overlap:e} m")]
    Overlap {
        /// One ball.
        first: usize,
        /// The other.
        second: usize,
        /// How far one is in the other, in metres.
        overlap: f64,
    },
    /// A ball in a cushion, in the bed or beyond the table.
    #[error("ball {ball} is not within the table: it is {depth:e} m inside its bed, a cushion or a pocket")]
    OutsideTable {
        /// The ball.
        ball: usize,
        /// How far, in metres.
        depth: f64,
    },
    /// An impact that could not be set up.
    #[error("the impact at {time} s: {source}")]
    ImpactInput {
        /// When, in seconds.
        time: f64,
        /// Why.
        source: InputError,
    },
    /// An impact that could not be solved.
    #[error("the impact of balls {balls:?} at {time} s: {source}")]
    Impact {
        /// When, in seconds.
        time: f64,
        /// The balls.
        balls: Vec<usize>,
        /// Why.
        source: SolveError,
    },
    /// An impact that was solved but could not be differentiated.
    #[error("the impact of balls {balls:?} at {time} s: {source}")]
    Derivative {
        /// When, in seconds.
        time: f64,
        /// The balls.
        balls: Vec<usize>,
        /// Why.
        source: DerivativeError,
    },
    /// A direction along something that the shot does not have.
    #[error("there is no {what} {number} in this shot to differentiate by")]
    NoSuchParameter {
        /// What.
        what: &'static str,
        /// Its number.
        number: usize,
    },
    /// More events than any shot needs.
    #[error("gave up at {time} s after {events} events")]
    TooManyEvents {
        /// Time reached, in seconds.
        time: f64,
        /// Events so far.
        events: usize,
    },
}
