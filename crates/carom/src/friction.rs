//! How a contact answers along its tangents.
//!
//! Coulomb's law bounds the tangential force: |F_t| ≤ μ·Fₙ. What happens below the bound is the contact's tangential
//! law: a rigid contact does not move at all; a compliant one has two tangential springs of stiffness k_t = k/η²,
//! which carry a massless particle that slips on the other body (\[Jia2012, sec. 3\]).

use crate::quantity::{Compliance, Friction};

/// How a contact answers along its tangents.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TangentialLaw {
    /// Not at all.
    #[default]
    Frictionless,
    /// Coulomb friction between rigid surfaces: a sticking contact has no tangential velocity.
    Rigid {
        /// Coefficient of friction μ.
        friction: Friction,
    },
    /// Coulomb friction at the end of tangential springs: a sticking contact stretches them.
    Compliant {
        /// Coefficient of friction μ.
        friction: Friction,
        /// Original normal stiffness over tangential stiffness, η².
        compliance: Compliance,
    },
}

impl TangentialLaw {
    /// Whether the contact can carry a tangential force.
    #[must_use]
    pub fn has_friction(self) -> bool {
        self.coefficient() > 0.0
    }

    /// The friction it has.
    #[must_use]
    pub fn friction(self) -> Friction {
        match self {
            Self::Frictionless => Friction::NONE,
            Self::Rigid { friction } | Self::Compliant { friction, .. } => friction,
        }
    }

    /// η², if it has tangential springs.
    #[must_use]
    pub fn compliance(self) -> Option<Compliance> {
        match self {
            Self::Frictionless | Self::Rigid { .. } => None,
            Self::Compliant { compliance, .. } => Some(compliance),
        }
    }

    /// μ; zero without friction.
    #[must_use]
    pub fn coefficient(self) -> f64 {
        self.friction().value()
    }
}
