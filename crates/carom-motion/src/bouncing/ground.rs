//! A ball on the plane: it slides until it rolls, and rolls for ever.
//!
//! With moment of inertia κ m r² and c = 1 + 1/κ (7/2 for a homogeneous ball), s the velocity of its lowest point:
//!
//! ```text
//! s = V + r z × ω                                                                       (B.5)
//! V' = −μ g ŝ,     ω' = (μ g/(κ r)) z × ŝ,     s' = −c μ g ŝ                             (B.6)
//! V_r = V − s/c                      stays, whatever horizontal impulse acts at the lowest point     (B.7)
//! ```
//!
//! The direction ŝ stays too. Sliding ends after |s|/(c μ g), 2|s|/(7 μ g) for a homogeneous ball; then V = V_r. The power lost is
//! μ m g |s|. Spin about the vertical does not rub: the contact is a point.

use nalgebra::Vector3;

use super::participant::Participant;
use super::piece::PieceKind;
use crate::flight::RigidState;
use crate::rounding::significant;

/// What of a ball matters on the plane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroundedBall {
    pub(crate) mass: f64,
    pub(crate) radius: f64,
    /// c = 1 + 1/κ: how many times easier the lowest point is to move than the ball.
    pub(crate) mobility: f64,
    pub(crate) friction: f64,
}

/// The motion of a grounded ball until its next event: coefficients in the time since its start.
pub(crate) struct GroundMotion {
    pub(crate) position: [Vector3<f64>; 3],
    pub(crate) spin: [Vector3<f64>; 2],
    /// Seconds; infinite if it goes on for ever.
    pub(crate) duration: f64,
    pub(crate) kind: PieceKind,
}

impl GroundedBall {
    pub(crate) fn of(body: &Participant, radius: f64) -> Self {
        let moment_ratio = body.inertia.moments().x / (body.mass * radius * radius);
        Self {
            mass: body.mass,
            radius,
            mobility: 1.0 + 1.0 / moment_ratio,
            friction: body.floor.tangential.coefficient(),
        }
    }

    /// Velocity of the lowest point along the plane, (B.5); exactly zero where the ball rolls to rounding.
    pub(crate) fn slip(&self, state: &RigidState) -> Vector3<f64> {
        let of_spin = Vector3::z().cross(&state.angular_velocity) * self.radius;
        let slip = Vector3::new(state.velocity.x + of_spin.x, state.velocity.y + of_spin.y, 0.0);
        let terms = state.velocity.xy().norm() + of_spin.norm();
        if significant(slip.norm(), terms) == 0.0 { Vector3::zeros() } else { slip }
    }

    /// The velocity at which it rolls in the end, (B.7).
    pub(crate) fn rolling_velocity(&self, state: &RigidState) -> Vector3<f64> {
        let velocity = Vector3::new(state.velocity.x, state.velocity.y, 0.0);
        velocity - self.slip(state) / self.mobility
    }

    /// The state with another slip at the same V_r, and on the plane.
    pub(crate) fn with_slip(&self, state: &RigidState, slip: Vector3<f64>) -> RigidState {
        let velocity = self.rolling_velocity(state) + slip / self.mobility;
        // (B.5) solved for the horizontal part of ω: r z × ω = s − V.
        let spin = Vector3::z().cross(&(velocity - slip)) / self.radius;
        RigidState {
            position: Vector3::new(state.position.x, state.position.y, self.radius),
            velocity,
            angular_velocity: Vector3::new(spin.x, spin.y, state.angular_velocity.z),
            ..*state
        }
    }

    /// What it does from here on.
    pub(crate) fn motion(&self, state: &RigidState, gravity: f64) -> GroundMotion {
        let slip = self.slip(state);
        let speed = slip.norm();
        let still = Vector3::zeros();
        if speed == 0.0 {
            let rolling = self.with_slip(state, still);
            return GroundMotion {
                position: [rolling.position, rolling.velocity, still],
                spin: [rolling.angular_velocity, still],
                duration: f64::INFINITY,
                kind: PieceKind::Rolling,
            };
        }
        let direction = slip / speed;
        let deceleration = self.friction * gravity;
        let sliding = self.with_slip(state, slip);
        let spin_rate = deceleration * (self.mobility - 1.0) / self.radius; // 1/κ = c − 1
        GroundMotion {
            position: [sliding.position, sliding.velocity, direction * (-0.5 * deceleration)], // (B.6)
            spin: [sliding.angular_velocity, Vector3::z().cross(&direction) * spin_rate],
            duration: speed / (self.mobility * deceleration),
            kind: PieceKind::Sliding,
        }
    }

    /// Energy lost in sliding for `time` seconds from an initial slip, in joules: ∫ μ m g |s|.
    pub(crate) fn lost_in_sliding(&self, slip: f64, time: f64, gravity: f64) -> f64 {
        let force = self.friction * self.mass * gravity;
        force * time * (slip - 0.5 * self.mobility * self.friction * gravity * time)
    }
}
