//! The way from bodies to their lone contact, and back.

use nalgebra::Matrix3;

use super::outcome::{Ending, Solution};
use super::{RouthError, RouthImpact};
use crate::contact_problem::ContactSolution;
use crate::friction::TangentialLaw;
use crate::impact::{Impact, Outcome};
use crate::link::{End, Entry, Link};

impl RouthImpact {
    /// The impact of bodies at their only contact, in the frame that [`Impact::axes`] gives. Its stiffness does not matter.
    ///
    /// # Errors
    /// Any number of contacts but one, tangential springs, an open gap, or a matrix that [`RouthImpact::new`] refuses.
    pub fn between_bodies(impact: &Impact) -> Result<Self, RouthError> {
        let [contact] = impact.contacts() else {
            return Err(RouthError::NotAlone { contacts: impact.contacts().len() });
        };
        match contact.tangential_law() {
            TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => {}
            TangentialLaw::Compliant { .. } => return Err(RouthError::Compliant),
        }
        let law = contact.law();
        if law.gap > 0.0 {
            return Err(RouthError::Gap { gap: law.gap });
        }
        let friction = contact.tangential_law().coefficient();
        Self::new(inverse_mass(impact), impact.relative_velocity(0), friction, law.restitution)
    }

    /// The solution of [`Outcome::NoImpact`](super::Outcome::NoImpact): nothing changes.
    #[must_use]
    pub fn untouched(&self) -> Solution {
        Solution {
            impulse: nalgebra::Vector3::zeros(),
            velocity: self.velocity,
            normal_loss: 0.0,
            friction_loss: 0.0,
            ending: Ending::Terminated,
            events: Vec::new(),
        }
    }
}

impl Solution {
    /// The same as the solution of a contact problem with one contact. It takes no time.
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
            events: self.events.len(),
            expansions: 0,
            duration: 0.0,
        }
    }

    /// What the solution does to the bodies of the impact that it was [made from](RouthImpact::between_bodies).
    #[must_use]
    pub fn of_bodies(&self, impact: &Impact) -> Outcome {
        impact.outcome(&self.in_contact_space())
    }
}

/// W of (P.1) in full: without friction the tangents still move.
fn inverse_mass(impact: &Impact) -> Matrix3<f64> {
    let (contact, axes) = (&impact.contacts()[0], &impact.axes()[0]);
    let end = End { point: contact.point(), axes, rubs: true };
    let [a, b] = contact.bodies().map(|body| Link::through(&impact.bodies()[body], &end, &end));
    let mut entry = Entry::new(0, 1.0, &a);
    entry.add(1.0, &b);
    entry.significant().1
}
