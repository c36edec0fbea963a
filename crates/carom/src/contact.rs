//! A contact between two bodies.

use nalgebra::{Unit, Vector3};

use crate::body::direction;
use crate::contact_problem::NormalLaw;
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::laws::Coefficients;
use crate::link::{End, Port, Takes};
use crate::quantity::{Restitution, Stiffness, TangentialRestitution};

/// A contact between two bodies.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::exchange::ContactData", into = "crate::exchange::ContactData")
)]
pub struct Contact {
    bodies: [usize; 2],
    point: Vector3<f64>,
    normal: Unit<Vector3<f64>>,
    law: NormalLaw,
    tangential: TangentialLaw,
    tangential_restitution: TangentialRestitution,
}

impl Contact {
    /// A contact of `bodies[0]` with `bodies[1]` at a point (metres, world); the normal points from the second to
    /// the first and need not have length one. Impulses are those on the first.
    pub fn new(
        bodies: [usize; 2],
        point: Vector3<f64>,
        normal: Vector3<f64>,
        law: NormalLaw,
    ) -> Result<Self, InputError> {
        if point.iter().any(|x| !x.is_finite()) {
            return Err(InputError::NotFinite { what: "the contact point" });
        }
        let normal = direction("the contact normal", normal)?;
        let tangential = TangentialLaw::Frictionless;
        Ok(Self {
            bodies,
            point,
            normal,
            law,
            tangential,
            tangential_restitution: TangentialRestitution::NONE,
        })
    }

    /// The same contact with friction.
    #[must_use]
    pub fn with_friction(self, tangential: TangentialLaw) -> Self {
        Self { tangential, ..self }
    }

    /// The same contact with a tangential restitution, for the laws that use one.
    #[must_use]
    pub fn with_tangential_restitution(self, tangential_restitution: TangentialRestitution) -> Self {
        Self { tangential_restitution, ..self }
    }

    /// The same contact with another spring.
    #[must_use]
    pub fn with_stiffness(self, stiffness: Stiffness) -> Self {
        Self { law: NormalLaw { stiffness, ..self.law }, ..self }
    }

    /// The same contact with another coefficient of restitution.
    #[must_use]
    pub fn with_restitution(self, restitution: Restitution) -> Self {
        Self { law: NormalLaw { restitution, ..self.law }, ..self }
    }

    /// The two bodies.
    #[must_use]
    pub fn bodies(&self) -> [usize; 2] {
        self.bodies
    }

    /// Where they touch, in metres.
    #[must_use]
    pub fn point(&self) -> Vector3<f64> {
        self.point
    }

    /// Unit normal, from the second body to the first.
    #[must_use]
    pub fn normal(&self) -> Unit<Vector3<f64>> {
        self.normal
    }

    /// How the contact answers along its normal.
    #[must_use]
    pub fn law(&self) -> NormalLaw {
        self.law
    }

    /// How the contact answers along its tangents.
    #[must_use]
    pub fn tangential_law(&self) -> TangentialLaw {
        self.tangential
    }

    /// The coefficients that laws for a single contact use.
    #[must_use]
    pub fn coefficients(&self) -> Coefficients {
        Coefficients {
            restitution: self.law.restitution,
            friction: self.tangential.friction(),
            tangential_restitution: self.tangential_restitution,
        }
    }

    /// The same contact with exactly this normal.
    #[cfg(feature = "serde")]
    pub(crate) fn with_normal(self, normal: Unit<Vector3<f64>>) -> Self {
        Self { normal, ..self }
    }

    /// Whether it can carry a tangential force.
    pub(crate) fn rubs(&self) -> bool {
        self.tangential.has_friction()
    }

    /// The same contact with another gap, in metres.
    pub(crate) fn with_gap(self, gap: f64) -> Self {
        Self { law: NormalLaw { gap, ..self.law }, ..self }
    }

    /// Where the contact's impulses act.
    pub(crate) fn port(&self, axes: &[Vector3<f64>; 3], takes: Takes) -> Port {
        let end = End { point: self.point, axes: *axes, takes };
        Port { end, bodies: self.bodies.map(Some) }
    }
}
