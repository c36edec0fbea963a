//! Why there are no derivatives.

use thiserror::Error;

use crate::error::SolveError;
use crate::laws::LawError;
use crate::sequence::SequenceError;

/// An impact whose derivatives cannot be given.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum DerivativeError {
    /// The impact itself could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A sequence that has no answer.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// A contact whose law has no derivatives.
    #[error("contact {contact}, after {collisions} collisions: {source}")]
    Law {
        /// The contact.
        contact: usize,
        /// How many collisions had been made.
        collisions: usize,
        /// Why.
        source: LawError,
    },
    /// A body that was released from its hinge.
    #[error(
        "body {body} is released from its hinge: derivatives of a sequence are known for hinges that stay intact"
    )]
    ReleasedHinge {
        /// The body.
        body: usize,
    },
    /// A sequence whose start is changed at random.
    #[error(
        "the start of the sequence is changed at random: derivatives are known for ties that are decided by order or by lot"
    )]
    PerturbedStart,
    /// A direction along a number that the impact does not have.
    #[error("there is no {parameter} in this impact to differentiate by: {reason}")]
    NoSuchParameter {
        /// The parameter, by its name.
        parameter: String,
        /// Why not.
        reason: &'static str,
    },
    /// An impact that ends with bodies wedged between others.
    #[error(
        "at t = {time} bodies are left wedged between others, with strain that is not given back: derivatives through that are not known"
    )]
    Wedged {
        /// When, in seconds.
        time: f64,
    },
    /// Bodies that joints connect.
    #[error(
        "bodies are joined: derivatives of an impact are known for bodies that nothing but contacts connects"
    )]
    Joints,
    /// A spring F = k·dⁿ with n > 1, and friction at it or at contacts that feel it.
    #[error(
        "contact {contact} has a spring F = k d^n with n > 1, and there is friction: derivatives of such springs are known without"
    )]
    PowerSpring {
        /// The contact.
        contact: usize,
    },
    /// Contacts whose derivatives are not known.
    #[error("contact {contact} {what} at t = {time}: derivatives through that are not known")]
    Unsupported {
        /// The contact.
        contact: usize,
        /// When, in seconds.
        time: f64,
        /// What it does.
        what: &'static str,
    },
    /// Derivatives that left the range of numbers.
    #[error("derivatives overflow at t = {time}, contact {contact}")]
    Overflow {
        /// The contact.
        contact: usize,
        /// When, in seconds.
        time: f64,
    },
    /// A direction that leaves what an impact can be: a restitution above 1, a gap below 0.
    #[error("the direction leaves the range of a number: expected one along which the impact can be changed")]
    OutOfRange,
    /// An outcome that jumps along a direction.
    #[error("{output} jumps along the direction: it has no derivative, to neither side")]
    Jumps {
        /// What jumps.
        output: String,
    },
    /// Derivatives that come to no limit as a kink is approached.
    #[error(
        "derivatives come to no limit along the direction: the outcome has kinks as near to this impact as can be told"
    )]
    NoLimit,
}
