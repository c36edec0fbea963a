//! Coefficients that refuse impossible values when they are made.

use crate::error::InputError;

/// Energetic coefficient of restitution e ∈ [0, 1]: e² is the part of the strain energy that comes back.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Restitution(f64);

impl Restitution {
    /// e = 1: nothing is lost.
    pub const ELASTIC: Self = Self(1.0);
    /// e = 0: all strain energy is lost and the contact closes.
    pub const PLASTIC: Self = Self(0.0);

    /// Accepts 0 ≤ e ≤ 1.
    pub const fn new(e: f64) -> Result<Self, InputError> {
        if 0.0 <= e && e <= 1.0 { Ok(Self(e)) } else { Err(InputError::Restitution { value: e }) }
    }

    /// The coefficient e.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }

    /// e², the part of the strain energy that is given back.
    #[must_use]
    pub fn energy_returned(self) -> f64 {
        self.0 * self.0
    }
}

/// Stiffness k > 0 of a contact's normal spring, in newtons per metre; infinite for a contact that is rigid
/// against all others. Only ratios matter for the outcome; times and forces need the real value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Stiffness(f64);

impl Stiffness {
    /// The stiffness of contacts for which none is given.
    pub const UNIT: Self = Self(1.0);
    /// Rigid against every contact of finite stiffness.
    pub const RIGID: Self = Self(f64::INFINITY);

    /// Accepts 0 < k ≤ ∞.
    pub const fn new(k: f64) -> Result<Self, InputError> {
        if k > 0.0 { Ok(Self(k)) } else { Err(InputError::Stiffness { value: k }) }
    }

    /// The stiffness k, in newtons per metre.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Coefficient of friction μ ≥ 0: the tangential force is at most μ times the normal one. Infinite where nothing ever slips,
/// which laws for a single contact know.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Friction(f64);

impl Friction {
    /// No friction at all.
    pub const NONE: Self = Self(0.0);
    /// Nothing ever slips.
    pub const INFINITE: Self = Self(f64::INFINITY);

    /// Accepts 0 ≤ μ ≤ ∞.
    pub const fn new(mu: f64) -> Result<Self, InputError> {
        if mu >= 0.0 { Ok(Self(mu)) } else { Err(InputError::Friction { value: mu }) }
    }

    /// The coefficient μ.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Coefficient of tangential restitution e_t ∈ [−1, 1]: the part of the tangential velocity that is reversed, unless friction
/// forbids it; −1 leaves it as it was.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct TangentialRestitution(f64);

impl TangentialRestitution {
    /// e_t = 0: what friction can stop, it stops.
    pub const NONE: Self = Self(0.0);

    /// Accepts −1 ≤ e_t ≤ 1.
    pub fn new(e_t: f64) -> Result<Self, InputError> {
        if (-1.0..=1.0).contains(&e_t) {
            Ok(Self(e_t))
        } else {
            Err(InputError::TangentialRestitution { value: e_t })
        }
    }

    /// The coefficient e_t.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Tangential compliance η² > 0 of a contact: its original normal stiffness over its tangential one.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Compliance(f64);

impl Compliance {
    /// Accepts 0 < η² < ∞.
    pub const fn new(compliance: f64) -> Result<Self, InputError> {
        if compliance > 0.0 && compliance.is_finite() {
            Ok(Self(compliance))
        } else {
            Err(InputError::Compliance { value: compliance })
        }
    }

    /// η² = (2 − ν)/(2(1 − ν)) of bodies of one material with Poisson's ratio ν that touch in a round spot: 17/14 for ν = 0.3
    /// \[Jia2012, footnote 8\].
    pub fn of_round_contact(poissons_ratio: f64) -> Result<Self, InputError> {
        Self::new((2.0 - poissons_ratio) / (2.0 * (1.0 - poissons_ratio)))
    }

    /// The ratio η².
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Checked conversion from the plain number, and back.
macro_rules! as_number {
    ($($quantity:ident),*) => {$(
        impl TryFrom<f64> for $quantity {
            type Error = InputError;

            fn try_from(value: f64) -> Result<Self, InputError> {
                Self::new(value)
            }
        }

        impl From<$quantity> for f64 {
            fn from(quantity: $quantity) -> Self {
                quantity.value()
            }
        }
    )*};
}

as_number!(Restitution, Stiffness, Friction, TangentialRestitution, Compliance);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_outside_their_range_are_refused() {
        for e in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Restitution::new(e).is_err(), "{e}");
        }
        for k in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
            assert!(Stiffness::new(k).is_err(), "{k}");
        }
        for mu in [-0.1, f64::NAN, f64::NEG_INFINITY] {
            assert!(Friction::new(mu).is_err(), "{mu}");
        }
        for compliance in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Compliance::new(compliance).is_err(), "{compliance}");
        }
        for e_t in [-1.1, 1.1, f64::NAN] {
            assert!(TangentialRestitution::new(e_t).is_err(), "{e_t}");
        }
        assert_eq!(Friction::new(f64::INFINITY), Ok(Friction::INFINITE));
        assert_eq!(Stiffness::new(f64::INFINITY), Ok(Stiffness::RIGID));
        assert_eq!(Restitution::new(0.5).map(Restitution::energy_returned), Ok(0.25));
    }
}
