//! Springs of real bodies: Hertz's contact, from Young's modulus, Poisson's ratio and the curvature of the surfaces.
//!
//! Two round bodies that touch at a point press on each other with
//!
//! ```text
//! F = k·d^(3/2),   k = 4/3·E*·√R*,   a = √(R*·d)                                                  (E.1)
//! 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂,   1/R* = 1/R₁ + 1/R₂                                       (E.2)
//! ```
//!
//! \[Johnson1985, sec. 4.2\], d the overlap and a the radius of the spot in which they touch. Where the curvatures differ along two
//! directions, as between cylinders that cross, the spot is an ellipse; k follows from its shape ([`Curvature`]).
//!
//! A lone impact at speed v of bodies with effective mass m = 1/W then has the closed forms
//!
//! ```text
//! d_max = (5 m v²/(4 k))^(2/5),   F_max = k·d_max^(3/2),   duration = 2.943275… d_max/v             (E.3)
//! ```
//!
//! Along its tangents the spot gives way with Mindlin's stiffness, as long as all of it sticks:
//!
//! ```text
//! k_t = 8·G*·a,   1/G* = (2 − ν₁)/G₁ + (2 − ν₂)/G₂,   Gᵢ = Eᵢ/(2(1 + νᵢ))                           (E.6)
//! ```
//!
//! \[Mindlin1949\]. The normal spring has dF/dd = 2 E* a, so that η² = E*/(4 G*) is the same at every load; for equal solids it is
//! (2 − ν)/(2(1 − ν)). The spot of an oval contact is taken for the round one of the same spring.

mod curvature;
mod restitution;
mod solid;

pub use curvature::Curvature;
pub use restitution::{HuntCrossley, RestitutionFromSpeed, ThorntonNing, Tsuji, WaltonBraun};
pub use solid::{NamedSolid, SOLIDS, Solid};

use crate::error::InputError;
use crate::quantity::{Compliance, Stiffness};

/// 2·∫₀¹ dx/√(1 − x^(5/2)): the duration of an elastic impact in units of d_max/v.
pub const DURATION: f64 = 2.943_275_184_324_704_7;

/// Hertz's contact between two bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HertzContact {
    modulus: f64,
    /// G*, in pascals.
    shear_modulus: f64,
    curvature: Curvature,
    /// Density of the softer body, kg/m³, and its yield strength, Pa, where it is known.
    yield_strength: Option<f64>,
}

impl HertzContact {
    /// The contact of two solids whose surfaces have this curvature relative to each other. At least one must not be rigid.
    pub fn new(solids: [&Solid; 2], curvature: Curvature) -> Result<Self, InputError> {
        let compliance: f64 = solids.iter().map(|solid| solid.plane_compliance()).sum(); // (E.2)
        if compliance <= 0.0 {
            return Err(InputError::NotPositive {
                what: "the compliance of two rigid bodies",
                value: compliance,
            });
        }
        let yields = solids.iter().filter_map(|solid| solid.yield_strength);
        let shear_compliance: f64 = solids.iter().map(|solid| solid.shear_compliance()).sum(); // (E.6)
        Ok(Self {
            modulus: 1.0 / compliance,
            shear_modulus: 1.0 / shear_compliance,
            curvature,
            yield_strength: yields.reduce(f64::min),
        })
    }

    /// G*, in pascals.
    #[must_use]
    pub fn shear_modulus(&self) -> f64 {
        self.shear_modulus
    }

    /// η² = E*/(4 G*) of Mindlin's tangential springs, by (E.6).
    pub fn tangential_compliance(&self) -> Result<Compliance, InputError> {
        Compliance::new(self.modulus / (4.0 * self.shear_modulus))
    }

    /// E*, in pascals.
    #[must_use]
    pub fn modulus(&self) -> f64 {
        self.modulus
    }

    /// R*, in metres: that of the sphere on a plane with the same spring.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.curvature.effective_radius()
    }

    /// The lesser yield strength of the two solids, in pascals.
    #[must_use]
    pub fn yield_strength(&self) -> Option<f64> {
        self.yield_strength
    }

    /// The spring of (E.1), k in newtons per metre^(3/2).
    pub fn spring(&self) -> Result<Stiffness, InputError> {
        Stiffness::hertz(4.0 / 3.0 * self.modulus * self.radius().sqrt())
    }

    /// k of (E.1), in newtons per metre^(3/2).
    #[must_use]
    pub fn stiffness(&self) -> f64 {
        4.0 / 3.0 * self.modulus * self.radius().sqrt()
    }

    /// Greatest overlap of a lone elastic impact at `speed` (m/s) of bodies with the effective mass `mass` (kg), by (E.3), in metres.
    #[must_use]
    pub fn greatest_overlap(&self, mass: f64, speed: f64) -> f64 {
        libm::pow(1.25 * mass * speed * speed / self.stiffness(), 0.4)
    }

    /// Duration of a lone elastic impact, by (E.3), in seconds.
    #[must_use]
    pub fn duration(&self, mass: f64, speed: f64) -> f64 {
        DURATION * self.greatest_overlap(mass, speed) / speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two digits of the last one printed.
    fn agrees(found: f64, printed: f64, digit: f64) -> bool {
        (found - printed).abs() <= 0.51 * digit
    }

    fn solid(modulus: f64, ratio: f64, density: f64) -> Solid {
        Solid::new(modulus * 1e9, ratio, density).unwrap()
    }

    fn mass(solid: &Solid, radius: f64) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * solid.density
    }

    #[test]
    fn equal_spheres_have_the_published_overlap_force_and_duration() {
        for (solid, overlap, force, time) in [
            (solid(48.0, 0.2, 2800.0), 274.113, 10.6969, 40.339),
            (solid(20.0, 0.25, 2500.0), 368.304, 7.10824, 54.201),
        ] {
            let contact =
                HertzContact::new([&solid, &solid], Curvature::of_spheres(0.01, 0.01).unwrap()).unwrap();
            let m = mass(&solid, 0.01) / 2.0;
            let d = contact.greatest_overlap(m, 20.0);
            assert!(agrees(d * 1e6, overlap, 1e-3), "{d}");
            assert!(agrees(
                contact.stiffness() * d.powf(1.5) / 1e3,
                force,
                if force > 10.0 { 1e-4 } else { 1e-5 }
            ));
            assert!(agrees(contact.duration(m, 20.0) * 1e6, time, 1e-3));
        }
    }

    #[test]
    fn spheres_on_a_rigid_plane_have_the_published_overlap_force_and_duration() {
        let rigid = Solid::RIGID;
        for (solid, overlap, force, time) in [
            (solid(70.0, 0.3, 2699.0), 49.7172, 11.3699, 731.66),
            (solid(40.0, 0.35, 1800.0), 52.1233, 7.23268, 767.07),
        ] {
            let contact =
                HertzContact::new([&solid, &rigid], Curvature::of_sphere_on_plane(0.1).unwrap()).unwrap();
            let m = mass(&solid, 0.1);
            let d = contact.greatest_overlap(m, 0.2);
            assert!(agrees(d * 1e6, overlap, 1e-4), "{d}");
            assert!(agrees(
                contact.stiffness() * d.powf(1.5) / 1e3,
                force,
                if force > 10.0 { 1e-4 } else { 1e-5 }
            ));
            assert!(agrees(contact.duration(m, 0.2) * 1e6, time, 1e-2));
        }
    }

    #[test]
    fn equal_solids_have_mindlins_ratio_of_stiffnesses() {
        for ratio in [0.0, 0.23, 0.3, 0.5] {
            let solid = solid(70.0, ratio, 2500.0);
            let contact =
                HertzContact::new([&solid, &solid], Curvature::of_spheres(0.01, 0.02).unwrap()).unwrap();
            let mindlin = (2.0 - ratio) / (2.0 * (1.0 - ratio));
            assert!((contact.tangential_compliance().unwrap().value() / mindlin - 1.0).abs() < 1e-15);
            // The other body rigid: only ν counts, again.
            let contact =
                HertzContact::new([&solid, &Solid::RIGID], Curvature::of_sphere_on_plane(0.01).unwrap());
            assert!(
                (contact.unwrap().tangential_compliance().unwrap().value() / mindlin - 1.0).abs() < 1e-15
            );
        }
    }

    #[test]
    fn the_duration_is_the_complete_beta_integral() {
        let closed = 2.0 * std::f64::consts::PI.sqrt() * libm::tgamma(1.4) / libm::tgamma(0.9);
        assert!((DURATION / closed - 1.0).abs() < 1e-13, "{closed:.16}");
    }

    #[test]
    fn two_rigid_bodies_have_no_spring() {
        let rigid = Solid::RIGID;
        assert!(HertzContact::new([&rigid, &rigid], Curvature::of_sphere_on_plane(1.0).unwrap()).is_err());
    }
}
