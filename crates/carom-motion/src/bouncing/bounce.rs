//! One impact of a world: from the contacts of a cluster to the new states of its bodies.

use carom::{Body, Contact, Impact, InputError, NormalLaw, Outcome};
use nalgebra::Vector3;

use super::error::BouncingError;
use super::meeting::Meeting;
use super::participant::{Participant, Shape, Surface};
use super::world::World;
use crate::flight::RigidState;

/// The bodies of a cluster and the contacts between them, at an instant.
pub(crate) struct Cluster<'a> {
    pub(crate) world: &'a World,
    pub(crate) time: f64,
    pub(crate) meetings: &'a [Meeting],
    /// Numbers of the bodies in the world, ascending.
    pub(crate) bodies: &'a [usize],
    /// Their states, in the same order.
    pub(crate) states: &'a [RigidState],
}

impl Cluster<'_> {
    /// Resolves the impact; contacts are in the order of the meetings.
    pub(crate) fn resolve(&self) -> Result<Outcome, BouncingError> {
        let participants = self.bodies.iter().map(|&body| &self.world.bodies[body]);
        let mut bodies: Vec<Body> = participants
            .zip(self.states)
            .map(|(body, state)| body.body(state))
            .collect::<Result<_, InputError>>()?;
        bodies.push(Body::fixed());
        let contacts: Vec<Contact> =
            self.meetings.iter().map(|meeting| self.contact(meeting)).collect::<Result<_, InputError>>()?;
        let impact = Impact::new(bodies, contacts, self.world.model)?;
        impact.solve().map_err(|source| BouncingError::Impact { time: self.time, source })
    }

    fn contact(&self, meeting: &Meeting) -> Result<Contact, InputError> {
        let floor = self.bodies.len();
        let (bodies, point, normal, surface) = match *meeting {
            Meeting::Floor { body, point } => {
                let participant = &self.world.bodies[body];
                let at = lowest(participant, &self.states[self.slot(body)], point);
                ([self.slot(body), floor], at, Vector3::z(), &participant.floor)
            }
            Meeting::Balls { first, second } => {
                let (a, b) = (self.slot(first), self.slot(second));
                let apart = self.states[a].position - self.states[b].position;
                let radius = self.world.bodies[second].radius().unwrap_or(0.0);
                let at = self.states[b].position + apart * (radius / apart.norm());
                ([a, b], at, apart, self.world.surface_between(first, second))
            }
        };
        let Surface { restitution, stiffness, tangential } = *surface;
        let law = NormalLaw::touching(restitution, stiffness);
        Ok(Contact::new(bodies, point, normal, law)?.with_friction(tangential))
    }

    fn slot(&self, body: usize) -> usize {
        self.bodies.partition_point(|&other| other < body)
    }
}

/// Where a body touches the plane: straight below a ball's centre, or at one of its points.
fn lowest(body: &Participant, state: &RigidState, point: usize) -> Vector3<f64> {
    match &body.shape {
        Shape::Ball { radius } => state.position - Vector3::z() * *radius,
        Shape::Points { points } => state.position + state.orientation * points[point],
    }
}
