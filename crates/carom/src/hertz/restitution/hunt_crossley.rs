//! Viscous damping in proportion to the force \[HuntCrossley1975\].
//!
//! ```text
//! F = k·dⁿ·(1 + λ·d')                                                                             (V.2)
//! λ·(v + e·v) = ln((1 + λ·v)/(1 − λ·e·v))                                                         (V.3)
//! ```
//!
//! (V.3) follows by separation: v dv/(1 + λ·v) = −(k/m)·dⁿ dd, and compression does the same ∫k·dⁿ dd as restitution. Neither k, n nor
//! the masses matter. For slow impacts e = 1 − (2/3)·λ·v, the line that Hunt and Crossley fit to measurements (their α is 2λ/3).

use super::{RestitutionFromSpeed, clipped};
use crate::error::InputError;
use crate::quantity::Restitution;

/// Damping in proportion to the elastic force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HuntCrossley {
    damping: f64,
}

impl HuntCrossley {
    /// Accepts λ ≥ 0, in seconds per metre.
    pub fn new(damping: f64) -> Result<Self, InputError> {
        if damping >= 0.0 && damping.is_finite() {
            Ok(Self { damping })
        } else {
            Err(InputError::NotPositive { what: "the damping", value: damping })
        }
    }
}

impl RestitutionFromSpeed for HuntCrossley {
    fn at(&self, speed: f64) -> Restitution {
        let x = self.damping * speed;
        if x <= 0.0 {
            return Restitution::ELASTIC;
        }
        // (V.3) in y = λ·e·v: x − ln(1 + x) = −y − ln(1 − y), whose right side rises from 0 at y = 0 without bound at y = 1.
        let given = less_logarithm(x);
        let (mut low, mut high) = (0.0, x.min(1.0));
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if less_logarithm(-middle) < given { low = middle } else { high = middle }
        }
        clipped(0.5 * (low + high) / x)
    }
}

/// x − ln(1 + x), by its series where that cancels.
fn less_logarithm(x: f64) -> f64 {
    if x.abs() > 0.1 {
        return x - libm::log1p(x);
    }
    let mut term = x;
    let mut sum = 0.0;
    for j in 2..20 {
        term *= -x;
        sum -= term / f64::from(j);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::rebound;
    use super::*;

    #[test]
    fn e_is_that_of_an_independent_integration() {
        for n in [1.0, 1.5, 2.0] {
            for damping in [0.05, 0.3, 1.0] {
                let law = HuntCrossley::new(damping).unwrap();
                for speed in [0.2, 1.0, 3.0] {
                    let force = |d: f64, u: f64| d.max(0.0).powf(n) * (1.0 + damping * u);
                    let found = rebound(force, speed, 1e-3);
                    assert!((law.at(speed).value() - found).abs() < 1e-7, "{n} {damping} {speed}: {found}");
                }
            }
        }
    }

    #[test]
    fn slow_impacts_lose_in_proportion_to_their_speed() {
        let law = HuntCrossley::new(0.3).unwrap();
        for speed in [1e-3, 1e-5, 1e-7] {
            let lost = 1.0 - law.at(speed).value();
            let line = 2.0 / 3.0 * 0.3 * speed;
            assert!((lost / line - 1.0).abs() < speed + 1e-16 / line, "{speed}");
        }
    }
}
