//! Units in which an impact's matrix and velocity are of order one.
//!
//! They are powers of two, so that nothing is rounded: laws computed in them do not depend on the units of the input to the
//! last bit, and neither overflow nor underflow on the way.

use nalgebra::Vector3;

use super::LoneImpact;

/// The units in which W and v₀ are of order one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Units {
    /// In 1/kg.
    pub inverse_mass: f64,
    /// In m/s.
    pub velocity: f64,
}

impl Units {
    #[inline]
    pub fn of(impact: &LoneImpact) -> Self {
        Self {
            inverse_mass: power_of_two(impact.inverse_mass().amax()),
            velocity: power_of_two(impact.velocity().amax()),
        }
    }

    /// An impulse from N s.
    pub fn scaled(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        impulse * self.inverse_mass / self.velocity
    }

    /// An impulse in N s.
    pub fn impulse(&self, scaled: &Vector3<f64>) -> Vector3<f64> {
        scaled * (1.0 / self.inverse_mass) * self.velocity
    }

    /// The length of an impulse in N s.
    pub fn length(&self, scaled: f64) -> f64 {
        scaled / self.inverse_mass * self.velocity
    }

    /// An energy in J.
    pub fn energy(&self, scaled: f64) -> f64 {
        scaled * self.velocity / self.inverse_mass * self.velocity
    }
}

/// The power of two at or just below a positive number; one for zero, which has no size.
#[inline]
pub(crate) fn power_of_two(x: f64) -> f64 {
    const EXPONENT_BITS: u64 = 0x7ff0_0000_0000_0000;
    if x == 0.0 { 1.0 } else { f64::from_bits(x.max(f64::MIN_POSITIVE).to_bits() & EXPONENT_BITS) }
}
