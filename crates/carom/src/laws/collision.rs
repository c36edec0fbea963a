//! What a law makes of an impact.

use nalgebra::Vector3;

use super::{ImpactLaw, LawError, LoneImpact};
use crate::contact_problem::ContactSolution;
use crate::impact::Impact;
use crate::outcome::Outcome;

/// What a single-contact impact came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collision {
    /// Impulse on the first body in the frame (t1, t2, n), in N s.
    pub impulse: Vector3<f64>,
    /// Relative velocity after the impact in the frame (t1, t2, n), in m/s.
    pub velocity: Vector3<f64>,
    /// What the normal impulse took, in J; negative if it gave more than it took.
    pub normal_loss: f64,
    /// What the tangential impulse took, in J.
    pub friction_loss: f64,
}

impl Collision {
    /// What an impulse does. A law without a course leaves open how its impulse grew; the losses are those along the
    /// straight line from 0 to p, where the velocity is v₀ + s W p:
    ///
    /// ```text
    /// loss of a component = −∫₀¹ pᵢ (v₀ + s W p)ᵢ ds = −pᵢ (v₀ + v)ᵢ/2                              (P.5)
    /// ```
    ///
    /// Their sum is the loss of kinetic energy along any way.
    #[must_use]
    pub fn of_impulse(impact: &LoneImpact, impulse: Vector3<f64>) -> Self {
        let velocity = impact.velocity_after(&impulse);
        let mean = (impact.velocity() + velocity) / 2.0;
        Self {
            impulse,
            velocity,
            normal_loss: -impulse.z * mean.z,             // (P.5)
            friction_loss: -impulse.xy().dot(&mean.xy()), // (P.5)
        }
    }

    /// Kinetic energy lost, in J; negative if the law created some.
    #[must_use]
    pub fn energy_lost(&self) -> f64 {
        self.normal_loss + self.friction_loss
    }

    /// This collision as the solution of a contact problem with one contact. It takes no time.
    #[must_use]
    pub fn in_contact_space(&self) -> ContactSolution {
        ContactSolution {
            velocity: vec![self.velocity.z],
            impulse: vec![self.impulse.z],
            tangential_velocity: vec![self.velocity.xy()],
            tangential_impulse: vec![self.impulse.xy()],
            lost_in_restitution: self.normal_loss,
            lost_in_friction: self.friction_loss,
            trapped: 0.0,
            events: 0,
            expansions: 0,
            duration: 0.0,
        }
    }

    /// What it does to the bodies of the impact that it was [made from](LoneImpact::between_bodies).
    #[must_use]
    pub fn of_bodies(&self, impact: &Impact) -> Outcome {
        impact.outcome(&self.in_contact_space())
    }
}

/// What a law makes of an impact: nothing if the bodies part.
///
/// # Errors
/// Impacts outside the law's domain, and those for which it has no answer.
pub fn apply(law: &dyn ImpactLaw, impact: &LoneImpact) -> Result<Collision, LawError> {
    if impact.velocity().z > 0.0 {
        return Ok(Collision::of_impulse(impact, Vector3::zeros()));
    }
    law.collision(impact)
}
