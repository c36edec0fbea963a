//! Viscous damping that leaves e the same at all speeds \[Tsuji1992\].
//!
//! ```text
//! F = k·d^(3/2) + α·√(m·k)·d^(1/4)·d',   e = exp(−π·α/√(5 − α²))                                 (V.1)
//! ```
//!
//! With z = d^(5/4) the motion is that of a damped linear oscillator traced at another pace, which gives e in closed form
//! \[Antypov2011\]; Tsuji1992 draws it as a curve. At α = √5 and beyond nothing comes back.

use super::{RestitutionFromSpeed, clipped};
use crate::error::InputError;
use crate::quantity::Restitution;

/// Damping that goes with the fourth root of the overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tsuji {
    damping: f64,
}

impl Tsuji {
    /// Accepts α ≥ 0, a pure number.
    pub fn new(damping: f64) -> Result<Self, InputError> {
        if damping >= 0.0 && damping.is_finite() {
            Ok(Self { damping })
        } else {
            Err(InputError::NotPositive { what: "the damping", value: damping })
        }
    }
}

impl RestitutionFromSpeed for Tsuji {
    fn at(&self, _: f64) -> Restitution {
        let left = 5.0 - self.damping * self.damping;
        if left <= 0.0 {
            return Restitution::PLASTIC;
        }
        clipped(libm::exp(-std::f64::consts::PI * self.damping / left.sqrt())) // (V.1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rebound;
    use super::*;

    #[test]
    fn e_is_that_of_an_independent_integration_at_any_speed() {
        for damping in [0.0, 0.05, 0.3, 0.8] {
            let law = Tsuji::new(damping).unwrap();
            for speed in [0.3, 1.0, 4.0] {
                let force = |d: f64, u: f64| d.max(0.0).powf(1.5) + damping * d.max(0.0).powf(0.25) * u;
                let found = rebound(force, speed, 2e-4);
                assert!((law.at(speed).value() - found).abs() < 1e-5, "{damping} {speed}: {found}");
            }
        }
    }

    #[test]
    fn strong_damping_gives_nothing_back() {
        assert_eq!(Tsuji::new(2.3).unwrap().at(1.0), Restitution::PLASTIC);
        assert!(Tsuji::new(-0.1).is_err());
    }
}
