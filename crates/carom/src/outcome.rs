//! What an impact did to the bodies.

use nalgebra::Vector3;

use crate::body::Motion;

/// How an impact ended.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ending {
    /// Every contact has let go: none approaches.
    #[default]
    Separated,
    /// Relative motion has died out among bodies wedged between others, with strain left in their contacts.
    Converged {
        /// The strain energy that is never given back, in joules; the ledger counts it as lost in restitution.
        residual: f64,
    },
}

/// Where the energy went, in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EnergyLedger {
    /// Kinetic energy before the impact.
    pub before: f64,
    /// Kinetic energy after it.
    pub after: f64,
    /// Lost in restitution.
    pub lost_in_restitution: f64,
    /// Lost in friction.
    pub lost_in_friction: f64,
    /// Done on the other bodies by fixed ones that move: by what drives a racket.
    pub work: f64,
}

impl EnergyLedger {
    /// All that was lost, by the motions before and after.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.before + self.work - self.after
    }

    /// What the ledger fails to account for, in joules: rounding.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        self.lost() - self.lost_in_restitution - self.lost_in_friction
    }
}

/// What an impact did at one contact. Vectors in world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactOutcome {
    /// Impulse on the first body, in newton seconds.
    pub impulse: Vector3<f64>,
    /// Its normal component.
    pub normal_impulse: f64,
    /// Velocity of the first body relative to the second at the point, before, in metres per second.
    pub velocity_before: Vector3<f64>,
    /// Velocity of the first body relative to the second at the point, after, in metres per second.
    pub velocity_after: Vector3<f64>,
}

/// How a joint held its bodies together. Vectors in world axes. Where joints hold the bodies in more ways than it takes, as hinges in
/// a plane do, some take part and the others carry nothing; the bodies' motions do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointOutcome {
    /// Impulse on the first body at the joint's point, in newton seconds.
    pub impulse: Vector3<f64>,
    /// Impulsive couple on the first body, in newton metre seconds.
    pub couple: Vector3<f64>,
}

/// What an impact did.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Motion of every body after the impact.
    pub bodies: Vec<Motion>,
    /// What happened at every contact.
    pub contacts: Vec<ContactOutcome>,
    /// How every joint held.
    pub joints: Vec<JointOutcome>,
    /// Where the energy went.
    pub energy: EnergyLedger,
    /// How long the impact took, in seconds; meaningful if the stiffnesses are real.
    pub duration: f64,
    /// Number of events.
    pub events: usize,
    /// Number of Taylor series that were expanded: the cost of the solution.
    pub expansions: usize,
}
