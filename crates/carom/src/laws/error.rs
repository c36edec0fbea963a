//! Why a law for a single contact has no answer.

use thiserror::Error;

/// A single-contact impact that cannot be set up, or that a law has no answer for.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum LawError {
    /// A matrix or velocity with a NaN or infinite entry.
    #[error("{what} has an entry that is not a finite number")]
    NotFinite {
        /// Which quantity.
        what: &'static str,
    },
    /// A matrix that is not symmetric.
    #[error("{what} differs from its transpose by {difference:e}")]
    NotSymmetric {
        /// Which matrix.
        what: &'static str,
        /// The largest difference, in the unit of the matrix.
        difference: f64,
    },
    /// A matrix with a negative eigenvalue.
    #[error("{what} must be {needed}, but its smallest eigenvalue is {smallest:e}")]
    NotPositive {
        /// Which matrix.
        what: &'static str,
        /// Positive definite or semidefinite.
        needed: &'static str,
        /// Smallest eigenvalue, in the unit of the matrix.
        smallest: f64,
    },
    /// A contact along whose normal nothing can move.
    #[error("no impulse along the normal changes the normal velocity: its inverse mass there is zero")]
    Immovable,
    /// Bodies with no contact, or with several.
    #[error("the law is for one contact, but there are {contacts}")]
    NotAlone {
        /// How many there are.
        contacts: usize,
    },
    /// A contact with tangential springs.
    #[error("the law has rigid friction only, but the contact has a tangential compliance")]
    Compliant,
    /// A contact that is still open.
    #[error("the law is for bodies that touch, but the contact has a gap of {gap} m")]
    Gap {
        /// The gap, in metres.
        gap: f64,
    },
    /// An impact outside the law's domain.
    #[error("the law does not know this impact: {reason}")]
    OutsideDomain {
        /// What the impact has that the law does not know.
        reason: &'static str,
    },
    /// A parameter of the law outside its range.
    #[error("{what} is {value}, but must be {allowed}")]
    Parameter {
        /// Which parameter.
        what: &'static str,
        /// The value given.
        value: f64,
        /// What would be right.
        allowed: &'static str,
    },
    /// The law's conditions contradict each other for this impact.
    #[error("no impulse fulfils the law's conditions: {reason}")]
    NoSolution {
        /// Which conditions.
        reason: &'static str,
    },
    /// An impulse outside the permissible region.
    #[error("the impulse is not permissible: it {breaks} by {by:e} {unit}")]
    NotPermissible {
        /// What it does that it must not.
        breaks: &'static str,
        /// By how much.
        by: f64,
        /// The unit of that.
        unit: &'static str,
    },
    /// Routh's law never ends: the bodies are driven together.
    #[error(
        "the contact jams: no normal impulse, however large, stops the bodies' approach at {approach} m/s"
    )]
    Jammed {
        /// How fast they approach, in m/s.
        approach: f64,
    },
    /// A law, or a case of it, whose derivatives are not known.
    #[error("derivatives of the law's impulse are not known here: {reason}")]
    NoSlopes {
        /// Why not.
        reason: &'static str,
    },
    /// More Taylor steps than a slip that turns needs.
    #[error("gave up at the normal impulse {normal_impulse:e} after {steps} Taylor steps")]
    TooManySteps {
        /// Normal impulse reached, in N s.
        normal_impulse: f64,
        /// How many steps were taken.
        steps: usize,
    },
}
