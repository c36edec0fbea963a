//! The way from bodies to their lone contact, and back.

use nalgebra::{Matrix3, Vector3};

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
            impulse: Vector3::zeros(),
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

#[cfg(test)]
mod tests {
    use nalgebra::vector;

    use super::super::{Outcome as RouthOutcome, Termination};
    use super::*;
    use crate::{Body, Compliance, Contact, Friction, Model, NormalLaw, Restitution, Separation, Stiffness};

    /// Rounding of a dozen operations on numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    fn elastic() -> NormalLaw {
        NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT)
    }

    fn impact(contacts: Vec<Contact>, separation: Separation) -> Impact {
        let ball = Body::ball(2.0, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
        let ball = ball.moving(vector![0.0, 3.0, -1.0]).unwrap();
        Impact::new(vec![ball, Body::fixed()], contacts, Model { separation, ..Model::default() }).unwrap()
    }

    fn contact(law: NormalLaw, tangential: TangentialLaw) -> Contact {
        Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law).unwrap().with_friction(tangential)
    }

    #[test]
    fn a_ball_has_its_own_matrix_with_or_without_friction() {
        for tangential in
            [TangentialLaw::Frictionless, TangentialLaw::Rigid { friction: Friction::new(0.1).unwrap() }]
        {
            let lone = impact(vec![contact(elastic(), tangential)], Separation::Instant);
            let routh = RouthImpact::between_bodies(&lone).unwrap();
            // 7/2 across and 1 along the normal, over the mass of 2.
            let expected = Matrix3::from_diagonal(&vector![1.75, 1.75, 0.5]);
            assert!((routh.inverse_mass - expected).amax() < FEW_ROUNDINGS);
            assert_eq!(routh.velocity(), vector![3.0, 0.0, -1.0]);
        }
    }

    #[test]
    fn a_ball_that_slides_throughout_is_braked_along_the_world_axis_it_slides_on() {
        let tangential = TangentialLaw::Rigid { friction: Friction::new(0.1).unwrap() };
        let lone = impact(vec![contact(elastic(), tangential)], Separation::Instant);
        let routh = RouthImpact::between_bodies(&lone).unwrap();
        let Ok(RouthOutcome::Solved(solution)) = routh.solve(Termination::Energetic) else {
            panic!("it approaches")
        };
        let outcome = solution.of_bodies(&lone);
        // p_n = 2·2·1, friction takes 0.1 of it against y, and turns the ball by p/(0.4·2).
        assert!((outcome.bodies[0].linear - vector![0.0, 2.8, 1.0]).amax() < FEW_ROUNDINGS);
        assert!((outcome.bodies[0].angular - vector![-0.5, 0.0, 0.0]).amax() < FEW_ROUNDINGS);
        assert!(outcome.energy.imbalance().abs() < FEW_ROUNDINGS * outcome.energy.before);
    }

    #[test]
    fn what_the_law_does_not_know_is_refused() {
        let plain = || contact(elastic(), TangentialLaw::Frictionless);
        let refusal = |contacts, separation| RouthImpact::between_bodies(&impact(contacts, separation)).err();
        assert_eq!(refusal(vec![], Separation::Instant), Some(RouthError::NotAlone { contacts: 0 }));
        assert_eq!(
            refusal(vec![plain(), plain()], Separation::Instant),
            Some(RouthError::NotAlone { contacts: 2 })
        );
        let open = contact(NormalLaw { gap: 0.5, ..elastic() }, TangentialLaw::Frictionless);
        assert_eq!(refusal(vec![open], Separation::Tracked), Some(RouthError::Gap { gap: 0.5 }));
        let (friction, compliance) = (Friction::new(0.1).unwrap(), Compliance::new(1.0).unwrap());
        let springs = contact(elastic(), TangentialLaw::Compliant { friction, compliance });
        assert_eq!(refusal(vec![springs], Separation::Instant), Some(RouthError::Compliant));
    }
}
