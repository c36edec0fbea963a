//! What can go wrong, with the numbers that tell why.

use thiserror::Error;

/// Why a reference solver gave no answer.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ReferenceError {
    /// The parts of a problem have different numbers of contacts.
    #[error("{what} has {found} entries where the problem has {expected} contacts")]
    Dimension {
        /// The part that does not fit.
        what: &'static str,
        /// The number of contacts, taken from W.
        expected: usize,
        /// The number of entries found.
        found: usize,
    },
    /// A physical parameter is outside its range.
    #[error("{what} = {value} is outside its range")]
    OutOfRange {
        /// The parameter.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The method is not defined for a coefficient of restitution of zero.
    #[error("contact {contact} has e = 0, which {method} does not cover")]
    PerfectlyPlastic {
        /// The method that was asked.
        method: &'static str,
        /// The contact with e = 0.
        contact: usize,
    },
    /// The steps or states allowed were used up before the collision ended.
    #[error("{method} did not end within {limit} {unit}")]
    Unfinished {
        /// The method that was asked.
        method: &'static str,
        /// How many were allowed.
        limit: usize,
        /// What was counted.
        unit: &'static str,
    },
    /// The energy has grown, so what follows is not an answer.
    #[error(
        "{method} gained energy: {ratio} times the energy at the start; the step is too long for this impact"
    )]
    EnergyGained {
        /// The method that was asked.
        method: &'static str,
        /// Kinetic and strain energy over the energy at the start.
        ratio: f64,
    },
    /// No set of closed contacts is consistent with itself.
    #[error("no consistent set of reactions for the closed contacts {contacts:?}")]
    NoReaction {
        /// The closed contacts.
        contacts: Vec<usize>,
    },
    /// A contact became rigid while rigid friction acts at it or elsewhere.
    #[error("contact {contact} closes beside rigid friction, which the reference does not cover")]
    ClosedBesideRigidFriction {
        /// The contact that closed.
        contact: usize,
    },
    /// Newton's method found no impulse ratios to start a state with.
    #[error("initialisation did not converge for the active contacts {active:?}: last change {residual:e}")]
    Initialisation {
        /// The contacts whose ratios were sought.
        active: Vec<usize>,
        /// The largest change of a ratio in the last Newton step.
        residual: f64,
    },
}
