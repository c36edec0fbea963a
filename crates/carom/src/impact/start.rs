//! What a contact starts with: its axes and velocity.

use nalgebra::Vector3;

use crate::body::Body;
use crate::contact::Contact;
use crate::link::CANCELLED;

/// A contact's axes and velocity before the impact; exactly zero where the bodies' velocities cancel to rounding.
pub(super) struct Start {
    /// (t₁, t₂, n), right-handed, with t₁ along the tangential velocity: what is planar stays so to the last bit.
    pub axes: [Vector3<f64>; 3],
    pub normal_velocity: f64,
    pub normal_terms: f64,
    pub tangential_speed: f64,
}

impl Start {
    pub fn of(bodies: &[Body], contact: &Contact) -> Self {
        let velocity_of = |side: usize| {
            let body = &bodies[contact.bodies()[side]];
            body.velocity_at(&body.motion(), contact.point())
        };
        let (a, b) = (velocity_of(0), velocity_of(1));
        let normal = contact.normal().into_inner();
        let significant = |value: f64, terms: f64| if value.abs() <= CANCELLED * terms { 0.0 } else { value };
        let normal_velocity = normal.dot(&(a - b));
        let sliding = (a - b) - normal * normal_velocity;
        let tangential_speed = significant(sliding.norm(), a.norm() + b.norm());
        let first = if tangential_speed > 0.0 { sliding / tangential_speed } else { any_tangent(&normal) };
        let terms = normal.abs().dot(&(a.abs() + b.abs()));
        Self {
            axes: [first, normal.cross(&first), normal],
            normal_velocity: significant(normal_velocity, terms),
            normal_terms: terms,
            tangential_speed,
        }
    }
}

/// A unit vector across the normal: the coordinate axis most across it, made orthogonal.
pub(crate) fn any_tangent(normal: &Vector3<f64>) -> Vector3<f64> {
    let mut axis = Vector3::zeros();
    axis[normal.iamin()] = 1.0;
    (axis - normal * normal.dot(&axis)).normalize()
}
