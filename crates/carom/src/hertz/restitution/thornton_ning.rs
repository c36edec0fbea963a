//! Elastic, then perfectly plastic spheres \[ThorntonNing1998\].
//!
//! Hertz's law holds until the pressure in the middle reaches the contact yield stress p_y; from there the force grows along the tangent,
//! and unloading is elastic with the curvature that the plastic dent has left:
//!
//! ```text
//! d_y = π²·R*·p_y²/(4·E*²),   v_y = π²·√(π·R*³·p_y⁵/(30·m·E*⁴))                                  (V.6)
//! F = F_y + π·R*·p_y·(d − d_y)      beyond d_y                                                     (V.7)
//! e² = (6√3/5)·(1 − x²/6)·√(x/(x + 2·√(6/5 − x²/5))),   x = v_y/v ≤ 1                              (V.8)
//! ```
//!
//! Slower than v_y nothing is lost. p_y is taken as 1.6 times the yield strength, the pressure at which the material below the spot
//! begins to yield \[Johnson1985\].

use super::{RestitutionFromSpeed, clipped};
use crate::error::InputError;
use crate::hertz::HertzContact;
use crate::quantity::Restitution;

/// p_y over the yield strength, for ν near 0.3.
const YIELD_PRESSURE: f64 = 1.6;

/// An elastic, perfectly plastic contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThorntonNing {
    yield_speed: f64,
}

impl ThorntonNing {
    /// From the contact of two solids, one of which has a yield strength, and the effective mass (kg).
    pub fn new(contact: &HertzContact, mass: f64) -> Result<Self, InputError> {
        let strength = contact.yield_strength().ok_or(InputError::NoYieldStrength)?;
        let pressure = YIELD_PRESSURE * strength;
        let (radius, modulus) = (contact.radius(), contact.modulus());
        let ratio = pressure / modulus;
        let squared = std::f64::consts::PI.powi(5) / 30.0 * radius.powi(3) * pressure * ratio.powi(4) / mass;
        Self::with_yield_speed(squared.sqrt()) // (V.6)
    }

    /// From the speed below which nothing yields, in metres per second.
    pub fn with_yield_speed(yield_speed: f64) -> Result<Self, InputError> {
        if yield_speed > 0.0 {
            Ok(Self { yield_speed })
        } else {
            Err(InputError::NotPositive { what: "the yield speed", value: yield_speed })
        }
    }

    /// v_y, in metres per second.
    #[must_use]
    pub fn yield_speed(&self) -> f64 {
        self.yield_speed
    }
}

impl RestitutionFromSpeed for ThorntonNing {
    fn at(&self, speed: f64) -> Restitution {
        let x = self.yield_speed / speed;
        if x.is_nan() || x >= 1.0 {
            return Restitution::ELASTIC;
        }
        let reach = x / (x + 2.0 * (1.2 - 0.2 * x * x).sqrt());
        clipped((1.2 * 3.0_f64.sqrt() * (1.0 - x * x / 6.0) * reach.sqrt()).sqrt()) // (V.8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hertz::{Curvature, Solid};
    use std::f64::consts::PI;

    /// e by the work under the curves of loading and unloading.
    fn by_work(modulus: f64, radius: f64, pressure: f64, mass: f64, speed: f64) -> f64 {
        let yields = PI * PI * radius * pressure * pressure / (4.0 * modulus * modulus);
        let k = 4.0 / 3.0 * modulus * radius.sqrt();
        let (force, energy) = (k * yields.powf(1.5), 0.4 * k * yields.powf(2.5));
        let slope = PI * radius * pressure;
        // ½ m v² = energy + force·x + slope·x²/2.
        let left = 0.5 * mass * speed * speed - energy;
        let x = (-force + (force * force + 2.0 * slope * left).sqrt()) / slope;
        let (greatest, depth) = (force + slope * x, yields + x);
        // Unloading is Hertzian from the same force, with R_p·F_max = R*·F_e: F_e what an elastic sphere would need for the same spot.
        let elastic = k * depth.powf(1.5);
        let dent = radius * elastic / greatest;
        let recovered = (greatest / (4.0 / 3.0 * modulus * dent.sqrt())).powf(2.0 / 3.0);
        (0.4 * greatest * recovered / (0.5 * mass * speed * speed)).sqrt()
    }

    #[test]
    fn e_follows_from_the_work_of_loading_and_unloading() {
        let steel = Solid::new(215e9, 0.3, 7850.0).unwrap().with_yield_strength(1.0e9).unwrap();
        let contact =
            HertzContact::new([&steel, &Solid::RIGID], Curvature::of_sphere_on_plane(0.01).unwrap()).unwrap();
        let law = ThorntonNing::new(&contact, 0.03).unwrap();
        for factor in [1.001, 1.5, 5.0, 40.0, 1000.0] {
            let speed = factor * law.yield_speed();
            let expected = by_work(contact.modulus(), 0.01, 1.6e9, 0.03, speed);
            let found = law.at(speed).value();
            assert!((found - expected).abs() < 1e-12, "{factor}: {found} {expected}");
        }
    }

    #[test]
    fn nothing_is_lost_below_the_yield_speed_and_e_falls_with_the_fourth_root_far_above() {
        let law = ThorntonNing::with_yield_speed(0.02).unwrap();
        assert_eq!(law.at(0.019), Restitution::ELASTIC);
        assert!(1.0 - law.at(0.02 * 1.000_001).value() < 1e-5);
        let ratio = law.at(2.0e4).value() / law.at(2.0e4 * 16.0).value();
        assert!((ratio - 2.0).abs() < 1e-5, "{ratio}");
        // As printed: e = 1.185·(v_y/v)^(1/4) for v_y ≪ v.
        assert!((law.at(2.0e6).value() / (0.02 / 2.0e6_f64).powf(0.25) - 1.185).abs() < 2e-3);
    }

    #[test]
    fn a_contact_without_yield_strength_has_no_yield_speed() {
        let glass = Solid::named("glass").unwrap();
        let contact =
            HertzContact::new([&glass, &glass], Curvature::of_spheres(0.01, 0.01).unwrap()).unwrap();
        assert!(ThorntonNing::new(&contact, 1.0).is_err());
    }
}
