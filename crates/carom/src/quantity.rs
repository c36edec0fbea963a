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

/// Exponent n ≥ 1 of a contact's normal spring, F = k·dⁿ: 1 for a linear spring, 3/2 for round bodies that touch in a spot
/// \[Hertz1881\].
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Exponent(f64);

impl Exponent {
    /// n = 1.
    pub const LINEAR: Self = Self(1.0);
    /// n = 3/2.
    pub const HERTZ: Self = Self(1.5);

    /// Accepts 1 ≤ n ≤ 10: a spring that is softer at larger loads is no contact, and beyond 10 it is a wall.
    pub const fn new(n: f64) -> Result<Self, InputError> {
        if 1.0 <= n && n <= 10.0 { Ok(Self(n)) } else { Err(InputError::Exponent { value: n }) }
    }

    /// The exponent n.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Whether n = 1.
    #[must_use]
    pub fn is_linear(self) -> bool {
        self == Self::LINEAR
    }

    /// xⁿ.
    #[must_use]
    pub fn power(self, x: f64) -> f64 {
        match self {
            Self::LINEAR => x,
            Self::HERTZ => x * x.sqrt(),
            Self(n) => libm::pow(x, n),
        }
    }

    /// x^(1/n).
    #[must_use]
    pub fn root(self, x: f64) -> f64 {
        if self.is_linear() { x } else { libm::pow(x, 1.0 / self.0) }
    }

    /// xⁿ⁻¹: how the slope of a force goes with the compression.
    #[must_use]
    pub fn power_of_slope(self, x: f64) -> f64 {
        match self {
            Self::LINEAR => 1.0,
            Self::HERTZ => x.sqrt(),
            Self(n) => libm::pow(x, n - 1.0),
        }
    }

    /// x^(1/(n+1)): how a compression follows from an energy.
    #[must_use]
    pub fn root_of_energy(self, x: f64) -> f64 {
        if self.is_linear() { x.sqrt() } else { libm::pow(x, 1.0 / (self.0 + 1.0)) }
    }
}

/// A contact's normal spring, F = k·dⁿ: its stiffness k > 0, in newtons per metreⁿ, and its exponent n, 1 unless it is said
/// otherwise. k is infinite for a contact that is rigid against all others. Only ratios matter for the outcome of linear
/// springs; times and forces need the real value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "WrittenSpring", into = "WrittenSpring"))]
pub struct Stiffness {
    value: f64,
    exponent: Exponent,
}

impl Stiffness {
    /// The stiffness of contacts for which none is given.
    pub const UNIT: Self = Self { value: 1.0, exponent: Exponent::LINEAR };
    /// Rigid against every contact of finite stiffness.
    pub const RIGID: Self = Self { value: f64::INFINITY, exponent: Exponent::LINEAR };

    /// A linear spring; accepts 0 < k ≤ ∞.
    pub const fn new(k: f64) -> Result<Self, InputError> {
        if k > 0.0 {
            Ok(Self { value: k, exponent: Exponent::LINEAR })
        } else {
            Err(InputError::Stiffness { value: k })
        }
    }

    /// The spring of Hertz's contact, F = k·d^(3/2); k is in newtons per metre^(3/2).
    pub const fn hertz(k: f64) -> Result<Self, InputError> {
        match Self::new(k) {
            Ok(spring) => Ok(spring.with_exponent(Exponent::HERTZ)),
            Err(error) => Err(error),
        }
    }

    /// The same k with another exponent.
    #[must_use]
    pub const fn with_exponent(self, exponent: Exponent) -> Self {
        Self { value: self.value, exponent }
    }

    /// The stiffness k, in newtons per metreⁿ.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.value
    }

    /// The exponent n.
    #[must_use]
    pub const fn exponent(self) -> Exponent {
        self.exponent
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

as_number!(Restitution, Stiffness, Exponent, Friction, TangentialRestitution, Compliance);

/// A spring as it is written: a number if it is linear.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum WrittenSpring {
    Linear(f64),
    Power { stiffness: f64, exponent: Exponent },
}

#[cfg(feature = "serde")]
impl From<Stiffness> for WrittenSpring {
    fn from(Stiffness { value, exponent }: Stiffness) -> Self {
        if exponent.is_linear() { Self::Linear(value) } else { Self::Power { stiffness: value, exponent } }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<WrittenSpring> for Stiffness {
    type Error = InputError;

    fn try_from(written: WrittenSpring) -> Result<Self, InputError> {
        match written {
            WrittenSpring::Linear(k) => Self::new(k),
            WrittenSpring::Power { stiffness, exponent } => {
                Self::new(stiffness).map(|spring| spring.with_exponent(exponent))
            }
        }
    }
}

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
        for n in [0.5, -1.5, 10.5, f64::NAN, f64::INFINITY] {
            assert!(Exponent::new(n).is_err(), "{n}");
        }
        assert_eq!(Friction::new(f64::INFINITY), Ok(Friction::INFINITE));
        assert_eq!(Stiffness::new(f64::INFINITY), Ok(Stiffness::RIGID));
        assert_eq!(Stiffness::hertz(2.0).map(|spring| spring.exponent()), Ok(Exponent::HERTZ));
        assert_eq!(Restitution::new(0.5).map(Restitution::energy_returned), Ok(0.25));
    }
}
