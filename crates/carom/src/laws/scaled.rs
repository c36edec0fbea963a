//! An impact in units in which its matrix and its velocity are of order one.

use nalgebra::{Matrix3, Vector3};

use super::blocks::Blocks;
use super::units::Units;
use super::{LawError, LoneImpact};

/// W by blocks and v₀ of an impact in its own units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scaled {
    pub blocks: Blocks,
    /// v₀.
    pub velocity: Vector3<f64>,
    pub units: Units,
}

impl Scaled {
    #[inline]
    pub fn of(impact: &LoneImpact) -> Self {
        let units = Units::of(impact);
        // The reciprocal of a power of two is exact, and many products are quicker than many quotients.
        let w: Matrix3<f64> = impact.inverse_mass() * (1.0 / units.inverse_mass);
        let velocity = impact.velocity() * (1.0 / units.velocity);
        Self { blocks: Blocks::of(&w), velocity, units }
    }

    /// −M v for a scaled velocity v: what stops it, with the M or the W⁺ of the impact. In its plane for a planar one, which
    /// the rounding of W⁺ might leave.
    pub fn stopping_impulse(&self, impact: &LoneImpact, velocity: Vector3<f64>) -> Vector3<f64> {
        let stopped = impact.with_velocity(velocity);
        let impulse = stopped.sticking_impulse() * self.units.inverse_mass;
        if stopped.is_planar() { Vector3::new(impulse.x, 0.0, impulse.z) } else { impulse }
    }

    /// v₀ + W p.
    pub fn velocity_after(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.blocks.velocity_change(impulse)
    }

    /// A scaled impulse in N s.
    ///
    /// # Errors
    /// An impulse that no number can hold.
    #[inline]
    pub fn restore(&self, impulse: Vector3<f64>) -> Result<Vector3<f64>, LawError> {
        let restored = self.units.impulse(&impulse);
        if restored.iter().all(|x| x.is_finite()) {
            Ok(restored)
        } else {
            Err(LawError::NotFinite { what: "the impulse" })
        }
    }
}
