//! The tangential side of a member at an instant of its step.

use nalgebra::Vector2;

use super::rub::{Load, RubCourse};
use crate::power_flow::frame::{Frame, Role};
use crate::snapshot::Mode;

/// A tangential side at an instant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrictionNow {
    /// Since the step began.
    pub impulse: Vector2<f64>,
    pub force: Vector2<f64>,
    pub stretch: Vector2<f64>,
    pub sliding: Vector2<f64>,
    pub mode: Mode,
    /// Of the tangential springs.
    pub energy: f64,
}

impl Frame {
    /// The tangential side of a member at σ = `s`.
    pub fn friction_of(&self, member: usize, s: f64) -> FrictionNow {
        let (entry, rub) = (&self.entries[member], &self.rubs[member]);
        let normal = self.force_at(member, s);
        let root = entry.exponent.root(normal);
        let stiffness = match rub.start.tangential {
            coefficient if entry.exponent.is_linear() => coefficient,
            coefficient if root > 0.0 => coefficient * normal / root, // (X.6)
            _ => 0.0,
        };
        let force = match rub.start.course {
            // Where a contact begins, impulse and time begin as powers of σ, and their quotient is rounding.
            RubCourse::Slipping(_) | RubCourse::Sliding => rub.direction_at(s) * (-rub.start.mu * normal),
            RubCourse::Idle | RubCourse::Stretching(_) | RubCourse::Held => rub.friction_at(s),
        };
        let stretch = if stiffness > 0.0 { -force / stiffness } else { Vector2::zeros() };
        let (mode, sliding) = match rub.start.course {
            RubCourse::Idle => (Mode::Free, Vector2::zeros()),
            RubCourse::Stretching(_) | RubCourse::Held => (Mode::Stick, Vector2::zeros()),
            RubCourse::Sliding => (Mode::Slip, rub.velocity_at(s)),
            RubCourse::Slipping(load) => {
                // (X.8), with r' = −ρ·vₙ; of closed contacts, whose springs do not move, without it.
                let n = if load == Load::Rises { entry.exponent.value() } else { 1.0 };
                let reach_rate = match entry.role {
                    Role::Acting => -rub.reach_per_compression * self.velocity_at(member, s),
                    Role::Held | Role::Faint | Role::Passive => 0.0,
                };
                let direction = rub.direction_at(s);
                (Mode::Slip, direction * (rub.velocity_at(s).dot(&direction) - n * reach_rate))
            }
        };
        let energy = 0.5 * stiffness * stretch.norm_squared();
        FrictionNow { impulse: rub.impulse_to(s), force, stretch, sliding, mode, energy }
    }
}
