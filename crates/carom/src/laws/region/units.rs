//! Powers of two that bring an impact to the order of one: exact, so that the units of the input do not matter.

use nalgebra::Vector3;

use crate::laws::LoneImpact;
use crate::laws::scaled::power_of_two;

/// The units in which W and v₀ are of order one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Units {
    /// In 1/kg.
    pub inverse_mass: f64,
    /// In m/s.
    pub velocity: f64,
}

impl Units {
    pub fn of(impact: &LoneImpact) -> Self {
        let unit = |size: f64| if size > 0.0 { power_of_two(size) } else { 1.0 };
        Self { inverse_mass: unit(impact.inverse_mass().amax()), velocity: unit(impact.velocity().amax()) }
    }

    /// An impulse from N s.
    pub fn scaled(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        impulse * self.inverse_mass / self.velocity
    }

    /// An impulse in N s.
    pub fn impulse(&self, scaled: &Vector3<f64>) -> Vector3<f64> {
        scaled / self.inverse_mass * self.velocity
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
