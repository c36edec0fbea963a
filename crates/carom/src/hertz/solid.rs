//! Elastic solids, and a table of common ones.
//!
//! Moduli, Poisson's ratios and densities are typical values at room temperature; alloys differ by a few per cent, woods, plastics and
//! stones by tens. Yield strengths are left out where they depend on the treatment more than on the material.

use crate::error::InputError;

/// An elastic solid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solid {
    /// E, in pascals; infinite for a rigid body.
    pub youngs_modulus: f64,
    /// ν.
    pub poisson_ratio: f64,
    /// In kilograms per cubic metre; zero if it has none.
    pub density: f64,
    /// In pascals, where it is known.
    pub yield_strength: Option<f64>,
}

impl Solid {
    /// A body that does not give at all, for tables and walls; it has no density.
    pub const RIGID: Self =
        Self { youngs_modulus: f64::INFINITY, poisson_ratio: 0.0, density: 0.0, yield_strength: None };

    /// Accepts E > 0 (Pa), −0.9 ≤ ν ≤ 1/2 and a density ≥ 0 (kg/m³). At ν = −1 an isotropic solid would be rigid in shear.
    pub fn new(youngs_modulus: f64, poisson_ratio: f64, density: f64) -> Result<Self, InputError> {
        if youngs_modulus.is_nan() || youngs_modulus <= 0.0 {
            return Err(InputError::NotPositive { what: "Young's modulus", value: youngs_modulus });
        }
        if !(-0.9..=0.5).contains(&poisson_ratio) {
            return Err(InputError::PoissonRatio { value: poisson_ratio });
        }
        if !(density >= 0.0 && density.is_finite()) {
            return Err(InputError::NotPositive { what: "the density", value: density });
        }
        Ok(Self { youngs_modulus, poisson_ratio, density, yield_strength: None })
    }

    /// The same solid with a yield strength (Pa).
    pub fn with_yield_strength(self, yield_strength: f64) -> Result<Self, InputError> {
        if yield_strength.is_nan() || yield_strength <= 0.0 {
            return Err(InputError::NotPositive { what: "the yield strength", value: yield_strength });
        }
        Ok(Self { yield_strength: Some(yield_strength), ..self })
    }

    /// The solid of this name in the table, or `rigid`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "rigid" {
            return Some(Self::RIGID);
        }
        SOLIDS.iter().find(|(known, _)| *known == name).map(|&(_, solid)| solid)
    }

    /// (1 − ν²)/E, in 1/Pa; zero for a rigid body.
    #[must_use]
    pub fn plane_compliance(&self) -> f64 {
        (1.0 - self.poisson_ratio * self.poisson_ratio) / self.youngs_modulus
    }

    /// (2 − ν)/G, in 1/Pa; zero for a rigid body.
    #[must_use]
    pub fn shear_compliance(&self) -> f64 {
        (2.0 - self.poisson_ratio) / self.shear_modulus()
    }

    /// G = E/(2(1 + ν)), in pascals.
    #[must_use]
    pub fn shear_modulus(&self) -> f64 {
        self.youngs_modulus / (2.0 * (1.0 + self.poisson_ratio))
    }
}

const fn solid(gigapascals: f64, poisson_ratio: f64, density: f64) -> Solid {
    Solid { youngs_modulus: gigapascals * 1e9, poisson_ratio, density, yield_strength: None }
}

/// Common solids by name: typical values, rounded, of no particular source; where a result depends on them, measure yours. Phenolic
/// resin is that of billiard balls.
pub const SOLIDS: [(&str, Solid); 16] = [
    ("alumina", solid(380.0, 0.23, 3900.0)),
    ("aluminium", solid(70.0, 0.33, 2700.0)),
    ("brass", solid(100.0, 0.35, 8500.0)),
    ("bronze", solid(110.0, 0.34, 8800.0)),
    ("copper", solid(130.0, 0.34, 8930.0)),
    ("glass", solid(70.0, 0.22, 2500.0)),
    ("granite", solid(50.0, 0.25, 2700.0)),
    ("lead", solid(16.0, 0.44, 11340.0)),
    ("magnesium", solid(45.0, 0.29, 1740.0)),
    ("maple", solid(12.0, 0.35, 700.0)),
    ("nylon", solid(2.8, 0.40, 1140.0)),
    ("phenolic", solid(5.8, 0.34, 1700.0)),
    ("polycarbonate", solid(2.4, 0.37, 1200.0)),
    ("steel", solid(210.0, 0.29, 7850.0)),
    ("titanium", solid(116.0, 0.32, 4510.0)),
    ("tungsten-carbide", solid(600.0, 0.22, 15600.0)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_solids_are_refused() {
        for (modulus, ratio, density) in [
            (0.0, 0.3, 1.0),
            (f64::NAN, 0.3, 1.0),
            (1.0, 0.6, 1.0),
            (1.0, -1.0, 1.0),
            (1.0, 0.3, -1.0),
            (1.0, 0.3, f64::INFINITY),
        ] {
            assert!(Solid::new(modulus, ratio, density).is_err(), "{modulus} {ratio} {density}");
        }
        assert!(Solid::named("steel").is_some_and(|steel| steel.with_yield_strength(0.0).is_err()));
    }

    #[test]
    fn every_solid_of_the_table_is_a_possible_one_and_names_ascend() {
        for (name, solid) in SOLIDS {
            let made = Solid::new(solid.youngs_modulus, solid.poisson_ratio, solid.density);
            assert_eq!(made, Ok(solid), "{name}");
            assert_eq!(Solid::named(name), Some(solid));
        }
        assert!(SOLIDS.is_sorted_by_key(|(name, _)| *name));
    }
}
