//! Elastic solids, and a table of common ones.
//!
//! Moduli, Poisson's ratios and densities are typical values at room temperature; alloys differ by a few per cent, plastics and stones by
//! tens. Yield strengths are left out, since they depend on the treatment more than on the material. So are woods, which are a tenth as stiff
//! across their grain as along it, and cemented carbides, whose moduli go from 530 to 700 GPa with their binder.

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
        SOLIDS.iter().find(|known| known.name == name).map(|known| known.solid)
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

/// A solid of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedSolid {
    /// The name by which files ask for it.
    pub name: &'static str,
    /// Its moduli and density, rounded.
    pub solid: Solid,
    /// Where they are from, and how far others of the kind may be from them.
    pub source: &'static str,
}

const fn named(
    name: &'static str,
    [gigapascals, poisson_ratio, density]: [f64; 3],
    source: &'static str,
) -> NamedSolid {
    let youngs_modulus = gigapascals * 1e9;
    NamedSolid { name, solid: Solid { youngs_modulus, poisson_ratio, density, yield_strength: None }, source }
}

/// Common solids by name; where a result depends on them, measure yours.
#[rustfmt::skip] // a line for each, as in a table
pub const SOLIDS: [NamedSolid; 14] = [
    named("alumina", [380.0, 0.22, 3900.0], "E of 99.9 % Al₂O₃ [Callister2008, table B.2], ν [Dowling2013]; sintered it has some 98 % of the crystal's 3 990 kg/m³"),
    named("aluminium", [70.0, 0.33, 2700.0], "[Gere2001], alloys: 70 to 79 GPa, 0.33, 2 600 to 2 800 kg/m³"),
    named("brass", [100.0, 0.35, 8500.0], "70 % copper, 30 % zinc [Dowling2013]: 101 GPa, 0.350; 8 400 to 8 600 kg/m³ [Gere2001]"),
    named("bronze", [110.0, 0.34, 8800.0], "[Gere2001]: 96 to 120 GPa, 0.34, 8 200 to 8 800 kg/m³"),
    named("copper", [130.0, 0.34, 8920.0], "[Dowling2013]: 130 GPa, 0.343; density [WebElements]"),
    named("glass", [70.0, 0.22, 2500.0], "soda-lime glass [Callister2008, table B.2]: 69 GPa; ν and density in the middle of [Gere2001]"),
    named("granite", [50.0, 0.21, 2700.0], "that of Westerly [Dowling2013]: 49.6 GPa, 0.213; others have 40 to 100 GPa, 2 600 to 2 900 kg/m³ [Gere2001]"),
    named("lead", [16.0, 0.44, 11340.0], "[Dowling2013]: 16.1 GPa, 0.44; density [WebElements]; it yields in all but the gentlest impacts"),
    named("magnesium", [45.0, 0.29, 1740.0], "pure [Dowling2013]: 44.7 GPa, 0.291; density [WebElements]; alloys have 41 to 45 GPa and 0.35 [Gere2001]"),
    named("nylon", [2.7, 0.41, 1140.0], "nylon 6,6, dry [Dowling2013]; density of data sheets"),
    named("phenolic", [5.8, 0.34, 1700.0], "billiard balls [Crown]: 5.84 GPa, 0.34; 5½ to 6 ounces in 2¼ inches [WPA2001] are 1 595 to 1 740 kg/m³"),
    named("polycarbonate", [2.4, 0.38, 1200.0], "[Dowling2013]; density of data sheets"),
    named("steel", [210.0, 0.29, 7850.0], "mild steel [Dowling2013]: 212 GPa, 0.293; all steels have 190 to 210 GPa, 0.27 to 0.30, 7 850 kg/m³ [Gere2001]"),
    named("titanium", [116.0, 0.32, 4510.0], "pure [WebElements]: 116 GPa, 0.32, 4 507 kg/m³"),
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
        for NamedSolid { name, solid, source } in SOLIDS {
            assert!(source.contains('['), "{name}");
            let made = Solid::new(solid.youngs_modulus, solid.poisson_ratio, solid.density);
            assert_eq!(made, Ok(solid), "{name}");
            assert_eq!(Solid::named(name), Some(solid));
        }
        assert!(SOLIDS.is_sorted_by_key(|known| known.name));
    }
    #[test]
    fn shear_moduli_are_those_that_the_sources_print_beside_the_others() {
        // In GPa: elements [WebElements], printed to two digits; alloys and glass [Gere2001].
        for (name, least, most) in [
            ("aluminium", 26.0, 30.0),
            ("brass", 36.0, 41.0),
            ("bronze", 36.0, 44.0),
            ("copper", 47.5, 48.6),
            ("glass", 19.0, 35.0),
            ("lead", 5.55, 5.65),
            ("magnesium", 16.5, 17.5),
            ("titanium", 43.5, 44.5),
        ] {
            let shear = Solid::named(name).unwrap().shear_modulus() / 1e9;
            assert!((least..=most).contains(&shear), "{name}: {shear}");
        }
    }

    #[test]
    fn a_pool_ball_of_the_table_weighs_what_the_rules_demand() {
        // [WPA2001]: 5½ to 6 ounces, 2¼ inches across.
        let volume = std::f64::consts::PI / 6.0 * (2.25 * 0.0254_f64).powi(3);
        let ounces = Solid::named("phenolic").unwrap().density * volume / 0.028_349_523;
        assert!((5.5..=6.0).contains(&ounces), "{ounces}");
    }
}
