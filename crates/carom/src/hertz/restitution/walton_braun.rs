//! Stiffer on unloading than on loading, the more so the greater the load \[WaltonBraun1986\].
//!
//! ```text
//! loading F = K₁·d,   unloading F = K₂·(d − d₀),   K₂ = K₁ + S·F_max                               (V.4)
//! e = √(K₁/K₂) = (1 + S·v·√(m/K₁))^(−1/2)                                                         (V.5)
//! ```
//!
//! m is the effective mass, and F_max = v·√(m·K₁). With S = 0 nothing is lost.

use super::{RestitutionFromSpeed, clipped};
use crate::error::InputError;
use crate::quantity::Restitution;

/// Latching springs whose unloading stiffness grows with the load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaltonBraun {
    stiffness: f64,
    slope: f64,
    mass: f64,
}

impl WaltonBraun {
    /// Accepts K₁ > 0 (N/m), S ≥ 0 (1/m) and an effective mass m > 0 (kg).
    pub fn new(stiffness: f64, slope: f64, mass: f64) -> Result<Self, InputError> {
        for (what, value) in [("the loading stiffness", stiffness), ("the effective mass", mass)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(InputError::NotPositive { what, value });
            }
        }
        if !(slope >= 0.0 && slope.is_finite()) {
            return Err(InputError::NotPositive {
                what: "the slope of the unloading stiffness",
                value: slope,
            });
        }
        Ok(Self { stiffness, slope, mass })
    }
}

impl RestitutionFromSpeed for WaltonBraun {
    fn at(&self, speed: f64) -> Restitution {
        clipped(1.0 / (1.0 + self.slope * speed * (self.mass / self.stiffness).sqrt()).sqrt()) // (V.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e_follows_from_the_work_of_loading_and_unloading() {
        let (k1, s, m) = (3.0e5, 40.0, 0.02);
        let law = WaltonBraun::new(k1, s, m).unwrap();
        for v in [0.01, 1.0, 30.0_f64] {
            let greatest = v * (m * k1).sqrt();
            let k2 = k1 + s * greatest;
            let (loaded, unloaded) = (0.5 * greatest * greatest / k1, 0.5 * greatest * greatest / k2);
            assert!((loaded - 0.5 * m * v * v).abs() < 1e-12 * loaded);
            assert!((law.at(v).value() - (unloaded / loaded).sqrt()).abs() < 1e-14);
        }
    }
}
