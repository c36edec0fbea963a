//! What a sequence came to.

use std::fmt;

use nalgebra::Vector3;

use crate::body::Motion;
use crate::outcome::{ContactOutcome, Ending, EnergyLedger, JointOutcome, Outcome};

/// How a sequence ended. Either way no contact approaches any more, to rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum SequenceEnding {
    /// The collisions came to an end, or died away to rounding.
    Separated,
    /// They have none; what was left was summed, (D.4).
    Extrapolated {
        /// The largest approach speed that is left, or that the sums leave uncertain, in m/s: rounding.
        residual_speed: f64,
        /// How many sums of endless rounds were taken.
        leaps: usize,
    },
}

/// Where a collision happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the contact of this number.
    Contact(usize),
    /// At the hinge of the body of this number.
    Hinge(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contact(number) => write!(f, "contact {number}"),
            Self::Hinge(body) => write!(f, "the hinge of body {body}"),
        }
    }
}

/// One collision of a sequence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// Where it happened.
    pub place: Place,
    /// Impulse on the first body, or on the body that is on the hinge, in N s.
    pub impulse: Vector3<f64>,
    /// Impulsive couple on the body that is on the hinge, in N m s; zero at contacts.
    pub couple: Vector3<f64>,
    /// Relative velocity there before the collision, in m/s; at a hinge that of the body's point at the pivot.
    pub velocity_before: Vector3<f64>,
    /// Relative velocity there after the collision, in m/s.
    pub velocity_after: Vector3<f64>,
    /// What the normal impulse took, or the hinge, in J.
    pub normal_loss: f64,
    /// What the tangential impulse took, in J.
    pub friction_loss: f64,
}

/// The sum of an endless repetition of rounds, (D.4): its impulses are ratio/(1 − ratio) times those of the round before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leap {
    /// How many stages came before it.
    pub after: usize,
    /// How many of the last stages make up a round.
    pub period: usize,
    /// λ, by which each round is smaller than the one before.
    pub ratio: f64,
}

/// Every collision of a sequence, in order; groups that cannot feel each other one after the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SequenceCourse {
    /// The collisions.
    pub stages: Vec<Stage>,
    /// The sums in between.
    pub leaps: Vec<Leap>,
}

/// The outcome of a sequence in contact space. Vectors along (t₁, t₂, n) of each contact.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceSolution {
    /// How it ended.
    pub ending: SequenceEnding,
    /// How many collisions were made.
    pub collisions: usize,
    /// Sum of the impulses at each contact, in N s.
    pub impulse: Vec<Vector3<f64>>,
    /// Velocity of each contact after the last collision, in m/s.
    pub velocity: Vec<Vector3<f64>>,
    /// What normal impulses and hinges took, in J; negative if the law gave more than it took.
    pub lost_in_restitution: f64,
    /// What tangential impulses took, in J.
    pub lost_in_friction: f64,
}

/// What a released hinge did. World axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HingeOutcome {
    /// The body.
    pub body: usize,
    /// Impulse on the body at the pivot, in N s.
    pub impulse: Vector3<f64>,
    /// Impulsive couple on it, in N m s.
    pub couple: Vector3<f64>,
}

/// What a sequence of collisions did to bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceOutcome {
    /// How it ended.
    pub ending: SequenceEnding,
    /// How many collisions were made.
    pub collisions: usize,
    /// Motion of every body after the last.
    pub bodies: Vec<Motion>,
    /// Sum of the impulses at every contact, and its velocity before and after.
    pub contacts: Vec<ContactOutcome>,
    /// Sum of the reactions of every released hinge.
    pub hinges: Vec<HingeOutcome>,
    /// Sum of what every joint carried.
    pub joints: Vec<JointOutcome>,
    /// Where the energy went. The part of endless rounds is split between restitution and friction along the straight line
    /// from the velocities before to those after.
    pub energy: EnergyLedger,
}

impl From<SequenceOutcome> for Outcome {
    /// The outcome in the words of an impact's. Collisions count as events, and take no time.
    fn from(outcome: SequenceOutcome) -> Self {
        Self {
            ending: Ending::Separated,
            bodies: outcome.bodies,
            contacts: outcome.contacts,
            joints: outcome.joints,
            energy: outcome.energy,
            duration: 0.0,
            events: outcome.collisions,
            expansions: 0,
        }
    }
}
