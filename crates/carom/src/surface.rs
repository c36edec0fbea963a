//! What a contact is made of: how it answers along its normal and its tangents, wherever it is.

use nalgebra::Vector3;

use crate::contact::Contact;
use crate::contact_problem::NormalLaw;
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::quantity::{Restitution, Stiffness};

/// What a contact is made of: floor and ball, tip and ball, two balls.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// Energetic coefficient of restitution.
    pub restitution: Restitution,
    /// Stiffness of the normal spring, in newtons per metre (metreⁿ for F = k·dⁿ); only ratios matter unless times are wanted.
    pub stiffness: Stiffness,
    /// Friction, with or without tangential compliance.
    pub tangential: TangentialLaw,
}

impl Surface {
    /// Without loss, without friction, and with the stiffness of contacts for which none is given.
    pub const ELASTIC: Self = Self {
        restitution: Restitution::ELASTIC,
        stiffness: Stiffness::UNIT,
        tangential: TangentialLaw::Frictionless,
    };

    /// Without friction, and with the stiffness of contacts for which none is given.
    #[must_use]
    pub fn smooth(restitution: Restitution) -> Self {
        Self { restitution, ..Self::ELASTIC }
    }

    /// This surface without its friction.
    #[must_use]
    pub fn frictionless(self) -> Self {
        Self { tangential: TangentialLaw::Frictionless, ..self }
    }

    /// How it answers along its normal, with a gap (metres) still open.
    #[must_use]
    pub fn normal_law(&self, gap: f64) -> NormalLaw {
        NormalLaw { restitution: self.restitution, stiffness: self.stiffness, gap }
    }

    /// A contact of this surface with a gap (metres) still open; bodies, point and normal as in [`Contact::new`].
    pub fn contact(
        &self,
        bodies: [usize; 2],
        point: Vector3<f64>,
        normal: Vector3<f64>,
        gap: f64,
    ) -> Result<Contact, InputError> {
        Ok(Contact::new(bodies, point, normal, self.normal_law(gap))?.with_friction(self.tangential))
    }
}
