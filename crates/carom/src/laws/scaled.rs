//! An impact in units in which its matrix and its velocity are of order one.
//!
//! The units are powers of two, so that nothing is rounded: laws computed in them do not depend on the units of the input to
//! the last bit, and neither overflow nor underflow on the way.

use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

use super::{LawError, LoneImpact};

/// W by blocks and v₀ of an impact in its own units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scaled {
    /// A, the tangential block of W.
    pub tangential: Matrix2<f64>,
    /// b, the column of W that couples tangent and normal.
    pub coupling: Vector2<f64>,
    /// c = Wₙₙ.
    pub normal: f64,
    /// v₀.
    pub velocity: Vector3<f64>,
    /// The unit of W, in 1/kg.
    inverse_mass_unit: f64,
    /// The unit of v₀, in m/s.
    velocity_unit: f64,
}

impl Scaled {
    pub fn of(impact: &LoneImpact) -> Self {
        let inverse_mass_unit = power_of_two(impact.inverse_mass().amax());
        let velocity_unit = power_of_two(impact.velocity().amax());
        let w: Matrix3<f64> = impact.inverse_mass() / inverse_mass_unit;
        Self {
            tangential: w.fixed_view::<2, 2>(0, 0).into_owned(),
            coupling: w.fixed_view::<2, 1>(0, 2).into_owned(),
            normal: w.m33,
            velocity: impact.velocity() / velocity_unit,
            inverse_mass_unit,
            velocity_unit,
        }
    }

    /// A velocity in the scaled units.
    pub fn speed(&self, velocity: f64) -> f64 {
        velocity / self.velocity_unit
    }

    /// −M v for a scaled velocity v: what stops it, with the M or the W⁺ of the impact. In its plane for a planar one, which
    /// the rounding of W⁺ might leave.
    pub fn stopping_impulse(&self, impact: &LoneImpact, velocity: Vector3<f64>) -> Vector3<f64> {
        let stopped = impact.with_velocity(velocity);
        let impulse = stopped.sticking_impulse() * self.inverse_mass_unit;
        if stopped.is_planar() { Vector3::new(impulse.x, 0.0, impulse.z) } else { impulse }
    }

    /// W p.
    pub fn velocity_change(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        let (tangential, normal) = (impulse.xy(), impulse.z);
        let change = self.tangential * tangential + self.coupling * normal;
        Vector3::new(change.x, change.y, self.coupling.dot(&tangential) + self.normal * normal)
    }

    /// v₀ + W p.
    pub fn velocity_after(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.velocity_change(impulse)
    }

    /// A scaled impulse in N s.
    ///
    /// # Errors
    /// An impulse that no number can hold.
    pub fn restore(&self, impulse: Vector3<f64>) -> Result<Vector3<f64>, LawError> {
        let restored = impulse * (self.velocity_unit / self.inverse_mass_unit);
        if restored.iter().all(|x| x.is_finite()) {
            Ok(restored)
        } else {
            Err(LawError::NotFinite { what: "the impulse" })
        }
    }
}

/// Length and direction of a vector however short; none of zero.
pub(super) fn polar(vector: Vector2<f64>) -> Option<(f64, Vector2<f64>)> {
    let largest = vector.amax();
    if largest == 0.0 {
        return None;
    }
    let scaled = vector / largest;
    let length = scaled.norm();
    Some((largest * length, scaled / length))
}

/// The power of two at or just below a positive number; the smallest normal one for zero.
pub(super) fn power_of_two(x: f64) -> f64 {
    const EXPONENT_BITS: u64 = 0x7ff0_0000_0000_0000;
    f64::from_bits(x.max(f64::MIN_POSITIVE).to_bits() & EXPONENT_BITS)
}
