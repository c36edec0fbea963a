//! One impact of a world: from the contacts of a cluster to the new states of its bodies.

use carom::{Body, Contact, Impact, InputError};
use nalgebra::Vector3;

use super::meeting::Meeting;
use super::participant::{Participant, Shape};
use super::world::World;
use crate::flight::RigidState;
use crate::rounding::significant;

/// The bodies of a cluster and the contacts between them, at an instant.
pub(crate) struct Cluster<'a> {
    pub(crate) world: &'a World,
    pub(crate) meetings: &'a [Meeting],
    /// Numbers of the bodies in the world, ascending.
    pub(crate) bodies: &'a [usize],
    /// Their states, in the same order.
    pub(crate) states: &'a [RigidState],
}

impl Cluster<'_> {
    /// The impact; contacts are in the order of the meetings.
    pub(crate) fn impact(&self) -> Result<Impact, InputError> {
        let participants = self.bodies.iter().map(|&body| &self.world.bodies[body]);
        let mut bodies: Vec<Body> = participants
            .zip(self.states)
            .map(|(body, state)| body.body(state))
            .collect::<Result<_, InputError>>()?;
        bodies.push(Body::fixed());
        let contacts: Vec<Contact> =
            self.meetings.iter().map(|meeting| self.contact(meeting)).collect::<Result<_, InputError>>()?;
        Impact::new(bodies, contacts, self.world.model)
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
        surface.contact(bodies, point, normal, 0.0)
    }

    fn slot(&self, body: usize) -> usize {
        self.bodies.partition_point(|&other| other < body)
    }
}

/// Whether two bodies of an impact approach each other by more than the rounding of their velocities, which are sums of a translation and a turn.
pub(crate) fn approaches(impact: &Impact) -> bool {
    let bodies = impact.bodies();
    impact.contacts().iter().any(|contact| {
        let [a, b] = contact.bodies().map(|body| &bodies[body]);
        let velocity = |body: &Body| body.velocity_at(&body.motion(), contact.point());
        let terms = |body: &Body| {
            let arm = contact.point() - body.position();
            body.motion().linear.norm() + body.motion().angular.norm() * arm.norm()
        };
        let rate = contact.normal().dot(&(velocity(a) - velocity(b)));
        significant(rate, terms(a) + terms(b)) < 0.0
    })
}

/// Where a body touches the plane: straight below a ball's centre, or at one of its points.
fn lowest(body: &Participant, state: &RigidState, point: usize) -> Vector3<f64> {
    match &body.shape {
        Shape::Ball { radius } => state.position - Vector3::z() * *radius,
        Shape::Points { points } => state.position + state.orientation * points[point],
    }
}
