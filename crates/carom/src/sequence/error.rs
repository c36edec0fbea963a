//! Why a sequence has no answer.

use thiserror::Error;

use super::outcome::Place;
use crate::error::InputError;
use crate::laws::LawError;

/// A sequence that cannot be set up, or that has no answer.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// Bodies or a mechanism that cannot be set up.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A contact that no law for a single contact can take, or for which the law has no answer.
    #[error("contact {contact}, after {collisions} collisions: {source}")]
    Law {
        /// The contact.
        contact: usize,
        /// How many collisions had been made.
        collisions: usize,
        /// Why.
        source: LawError,
    },
    /// A body that is to be released from its hinge although a joint holds it to another one.
    #[error(
        "body {body} cannot be released from its hinge, since joint {joint} holds it to another body: leave hinges intact"
    )]
    ReleasedFromJoint {
        /// The body.
        body: usize,
        /// The joint.
        joint: usize,
    },
    /// A relative uncertainty of the start that is not one.
    #[error(
        "the start's uncertainty is {size} of the largest approach speed, but must be positive and less than 1"
    )]
    Uncertainty {
        /// The value given.
        size: f64,
    },
    /// A law that lets bodies that approach pass.
    #[error("the law gives contact {contact} no impulse, although it approaches at {approach} m/s")]
    NoImpulse {
        /// The contact.
        contact: usize,
        /// How fast it approaches, in m/s.
        approach: f64,
    },
    /// Collisions that repeat for ever and lose nothing.
    #[error(
        "the collisions never end: after {collisions} of them the last {period} repeat without loss, and {place} \
         still approaches at {approach} m/s; with restitution below 1 they would die away"
    )]
    Endless {
        /// How many collisions were made.
        collisions: usize,
        /// How many of them make up a round.
        period: usize,
        /// A place of collision in every round.
        place: Place,
        /// How fast it approaches, in m/s.
        approach: f64,
    },
    /// More collisions than allowed.
    #[error(
        "gave up after {collisions} collisions: {place} still approaches at {approach} m/s, and the collisions neither \
         end nor settle into rounds that could be summed"
    )]
    TooManyCollisions {
        /// How many collisions were made.
        collisions: usize,
        /// The place of greatest approach speed.
        place: Place,
        /// How fast it approaches, in m/s.
        approach: f64,
    },
    /// The numbers left the range of double precision.
    #[error("after {collisions} collisions the motion at {place} is no longer a finite number")]
    Overflow {
        /// How many collisions were made.
        collisions: usize,
        /// A place where it is not.
        place: Place,
    },
}
