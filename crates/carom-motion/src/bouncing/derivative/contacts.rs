//! What a direction is for one impact: changes of bodies, of the places and normals of contacts, and of laws.

use carom::derivative::{Axis, Direction, Parameter};
use nalgebra::{Matrix3, Vector3};

use super::super::bounce::Cluster;
use super::super::meeting::Meeting;
use super::super::participant::{Participant, Shape};
use super::carry::StateChange;
use super::direction::Changes;

/// One direction at the instant of an impact.
pub(super) struct AtImpact<'a> {
    pub cluster: &'a Cluster<'a>,
    /// δ of the cluster's bodies at that instant, in their order; heights of balls are those of their lowest points.
    pub states: &'a [StateChange],
    pub along: &'a Changes,
}

/// A gap at an instant.
pub(super) struct Gap {
    /// δ of it, in metres.
    pub change: f64,
    /// How fast it grows, in metres per second.
    pub rate: f64,
    /// Size of the speeds that this is the difference of.
    pub speed: f64,
}

impl AtImpact<'_> {
    fn slot(&self, body: usize) -> usize {
        self.cluster.bodies.partition_point(|&other| other < body)
    }

    fn participant(&self, body: usize) -> &Participant {
        &self.cluster.world.bodies[body]
    }

    /// δ of a body's centre of mass.
    fn centre(&self, body: usize) -> Vector3<f64> {
        self.states[self.slot(body)].position + Vector3::z() * self.along.bodies[body].radius
    }

    /// The gap of a contact.
    pub fn gap(&self, meeting: &Meeting) -> Gap {
        match *meeting {
            Meeting::Floor { body, point } => {
                let (state, change) = (&self.cluster.states[self.slot(body)], &self.states[self.slot(body)]);
                let arm = self.arm(body, point);
                let turning = state.angular_velocity.cross(&arm).z;
                Gap {
                    change: change.position.z + change.turn.cross(&arm).z,
                    rate: state.velocity.z + turning,
                    speed: state.velocity.norm() + turning.abs(),
                }
            }
            Meeting::Balls { first, second } => {
                let [a, b] = [first, second].map(|body| &self.cluster.states[self.slot(body)]);
                let normal = (a.position - b.position).normalize();
                let radii = self.along.bodies[first].radius + self.along.bodies[second].radius;
                Gap {
                    change: normal.dot(&(self.centre(first) - self.centre(second))) - radii,
                    rate: normal.dot(&(a.velocity - b.velocity)),
                    speed: a.velocity.norm() + b.velocity.norm(),
                }
            }
        }
    }

    /// From the centre of a body to the point that touches the plane; of a ball's lowest point none, which is carried itself.
    fn arm(&self, body: usize, point: usize) -> Vector3<f64> {
        match &self.participant(body).shape {
            Shape::Ball { .. } => Vector3::zeros(),
            Shape::Points { points } => self.cluster.states[self.slot(body)].orientation * points[point],
        }
    }

    /// The direction in the impact's own parameters.
    pub fn direction(&self) -> Direction<Parameter> {
        let mut parts = Vec::new();
        for (slot, &body) in self.cluster.bodies.iter().enumerate() {
            self.add_body(&mut parts, slot, body);
        }
        for (contact, meeting) in self.cluster.meetings.iter().enumerate() {
            let [point, normal] = self.geometry(meeting);
            add_vector(&mut parts, &point, |axis| Parameter::Point { contact, axis });
            add_vector(&mut parts, &normal, |axis| Parameter::Normal { contact, axis });
            let law = match *meeting {
                Meeting::Floor { body, .. } => self.participant(body).floor.tangential,
                Meeting::Balls { first, second } => {
                    self.cluster.world.surface_between(first, second).tangential
                }
            };
            self.along.surface(meeting, self.cluster.world).add_to(&mut parts, contact, law);
        }
        Direction(parts)
    }

    fn add_body(&self, parts: &mut Vec<(Parameter, f64)>, body: usize, number: usize) {
        let (change, by) = (&self.states[body], &self.along.bodies[number]);
        add_vector(parts, &self.centre(number), |axis| Parameter::Position { body, axis });
        add_vector(parts, &change.velocity, |axis| Parameter::Velocity { body, axis });
        add_vector(parts, &change.angular_velocity, |axis| Parameter::AngularVelocity { body, axis });
        if by.mass != 0.0 {
            parts.push((Parameter::Mass { body }, by.mass));
        }
        let participant = self.participant(number);
        let inertia = participant.inertia.in_world(&self.cluster.states[body].orientation);
        let of_radius = participant.radius().map_or(0.0, |radius| 2.0 * by.radius / radius);
        let turned = change.turn.cross_matrix() * inertia;
        let change: Matrix3<f64> =
            inertia * (by.mass / participant.mass + of_radius) + turned + turned.transpose();
        for (row, from) in Axis::ALL.into_iter().enumerate() {
            for (column, to) in Axis::ALL.into_iter().enumerate().skip(row) {
                if change[(row, column)] != 0.0 {
                    parts.push((Parameter::Inertia { body, axes: [from, to] }, change[(row, column)]));
                }
            }
        }
    }

    /// δ of the point and of the normal of a contact.
    fn geometry(&self, meeting: &Meeting) -> [Vector3<f64>; 2] {
        match *meeting {
            Meeting::Floor { body, point } => {
                let change = &self.states[self.slot(body)];
                [change.position + change.turn.cross(&self.arm(body, point)), Vector3::zeros()]
            }
            Meeting::Balls { first, second } => {
                let place = |body: usize| self.cluster.states[self.slot(body)].position;
                let apart = place(first) - place(second);
                let distance = apart.norm();
                let normal = apart / distance;
                let by = self.centre(first) - self.centre(second);
                let turned = (by - normal * normal.dot(&by)) / distance;
                let radius = self.participant(second).radius().unwrap_or(0.0);
                let along = normal * self.along.bodies[second].radius;
                [self.centre(second) + turned * radius + along, turned]
            }
        }
    }
}

fn add_vector(
    parts: &mut Vec<(Parameter, f64)>,
    change: &Vector3<f64>,
    parameter: impl Fn(Axis) -> Parameter,
) {
    for (axis, &amount) in Axis::ALL.into_iter().zip(change.iter()) {
        if amount != 0.0 {
            parts.push((parameter(axis), amount));
        }
    }
}
