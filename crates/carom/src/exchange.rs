//! Bodies, contacts, joints and impacts as serde reads and writes them: what their constructors take, so that what was written is
//! checked when it is read. Numbers come back to the last bit if the format keeps it; `serde_json` does with `float_roundtrip`.

use nalgebra::{Matrix3, Unit, Vector3};
use serde::{Deserialize, Serialize};

use crate::body::{Bearing, Body, Motion, direction};
use crate::contact::Contact;
use crate::contact_problem::{Model, NormalLaw};
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::impact::Impact;
use crate::joint::{Joint, JointKind};
use crate::quantity::TangentialRestitution;

/// A direction that has length one to rounding is left as it is, so that it comes back to the last bit.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

fn unit(what: &'static str, vector: Vector3<f64>) -> Result<Unit<Vector3<f64>>, InputError> {
    if (vector.norm() - 1.0).abs() <= ROUNDING {
        Ok(Unit::new_unchecked(vector))
    } else {
        direction(what, vector)
    }
}

/// How a body may move, by what its constructor takes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BearingData {
    Free { mass: f64, inertia: Matrix3<f64> },
    Guided { inverse_mass: f64, inverse_inertia: Matrix3<f64> },
    Point { mass: f64 },
    Fixed,
    Sliding { mass: f64, axis: Vector3<f64> },
    Planar { mass: f64, moment: f64, axis: Vector3<f64> },
    Hinged { mass: f64, moment: f64, axis: Vector3<f64>, pivot: Vector3<f64>, inertia: Option<Matrix3<f64>> },
}

/// A [`Body`].
#[derive(Serialize, Deserialize)]
pub(crate) struct BodyData {
    bearing: BearingData,
    position: Vector3<f64>,
    #[serde(default)]
    motion: Motion,
}

impl From<Body> for BodyData {
    fn from(body: Body) -> Self {
        let bearing = match *body.bearing() {
            Bearing::Free { mass, inertia, .. } => BearingData::Free { mass, inertia },
            Bearing::Guided { inverse_mass, inverse_inertia, .. } => {
                BearingData::Guided { inverse_mass, inverse_inertia }
            }
            Bearing::Point { mass } => BearingData::Point { mass },
            Bearing::Fixed => BearingData::Fixed,
            Bearing::Sliding { mass, axis } => BearingData::Sliding { mass, axis: axis.into_inner() },
            Bearing::Planar { mass, moment, axis } => {
                BearingData::Planar { mass, moment, axis: axis.into_inner() }
            }
            Bearing::Hinged { mass, moment, axis, pivot, inertia } => {
                BearingData::Hinged { mass, moment, axis: axis.into_inner(), pivot, inertia }
            }
        };
        Self { bearing, position: body.position(), motion: body.motion() }
    }
}

impl TryFrom<BodyData> for Body {
    type Error = InputError;

    fn try_from(data: BodyData) -> Result<Self, InputError> {
        let body = match data.bearing {
            BearingData::Free { mass, inertia } => Self::rigid(mass, inertia)?,
            BearingData::Guided { inverse_mass, inverse_inertia } => {
                Self::from_inverse(inverse_mass, inverse_inertia)?
            }
            BearingData::Point { mass } => Self::point(mass)?,
            BearingData::Fixed => Self::fixed(),
            BearingData::Sliding { mass, axis } => {
                Self::sliding(mass, axis)?.along(unit("the sliding axis", axis)?)
            }
            BearingData::Planar { mass, moment, axis } => {
                Self::planar(mass, moment, unit("the axis", axis)?)?
            }
            BearingData::Hinged { mass, moment, axis, pivot, inertia: None } => {
                Self::hinged(mass, moment, axis, pivot)?.along(unit("the hinge axis", axis)?)
            }
            BearingData::Hinged { mass, axis, pivot, inertia: Some(inertia), .. } => {
                Self::rigid_on_hinge(mass, inertia, axis, pivot, data.position)?
                    .along(unit("the hinge axis", axis)?)
            }
        };
        body.at(data.position)?.with_motion(&data.motion)
    }
}

/// A [`Contact`].
#[derive(Serialize, Deserialize)]
pub(crate) struct ContactData {
    bodies: [usize; 2],
    point: Vector3<f64>,
    normal: Vector3<f64>,
    law: NormalLaw,
    #[serde(default)]
    tangential_law: TangentialLaw,
    #[serde(default = "no_restitution")]
    tangential_restitution: TangentialRestitution,
}

fn no_restitution() -> TangentialRestitution {
    TangentialRestitution::NONE
}

impl From<Contact> for ContactData {
    fn from(contact: Contact) -> Self {
        Self {
            bodies: contact.bodies(),
            point: contact.point(),
            normal: contact.normal().into_inner(),
            law: contact.law(),
            tangential_law: contact.tangential_law(),
            tangential_restitution: contact.coefficients().tangential_restitution,
        }
    }
}

impl TryFrom<ContactData> for Contact {
    type Error = InputError;

    fn try_from(data: ContactData) -> Result<Self, InputError> {
        let contact = Self::new(data.bodies, data.point, data.normal, data.law)?
            .with_friction(data.tangential_law)
            .with_tangential_restitution(data.tangential_restitution);
        Ok(contact.with_normal(unit("the contact normal", data.normal)?))
    }
}

/// A [`Joint`].
#[derive(Serialize, Deserialize)]
pub(crate) struct JointData {
    bodies: [usize; 2],
    point: Vector3<f64>,
    kind: JointKindData,
}

/// A [`JointKind`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum JointKindData {
    Ball,
    Hinge { axis: Vector3<f64> },
    Slider { axis: Vector3<f64> },
}

impl From<Joint> for JointData {
    fn from(joint: Joint) -> Self {
        let kind = match joint.kind() {
            JointKind::Ball => JointKindData::Ball,
            JointKind::Hinge { axis } => JointKindData::Hinge { axis: axis.into_inner() },
            JointKind::Slider { axis } => JointKindData::Slider { axis: axis.into_inner() },
        };
        Self { bodies: joint.bodies(), point: joint.point(), kind }
    }
}

impl TryFrom<JointData> for Joint {
    type Error = InputError;

    fn try_from(data: JointData) -> Result<Self, InputError> {
        let kind = match data.kind {
            JointKindData::Ball => JointKind::Ball,
            JointKindData::Hinge { axis } => JointKind::Hinge { axis: unit("the hinge axis", axis)? },
            JointKindData::Slider { axis } => JointKind::Slider { axis: unit("the sliding axis", axis)? },
        };
        Self::new(data.bodies, data.point, kind)
    }
}

/// An [`Impact`].
#[derive(Serialize, Deserialize)]
pub(crate) struct ImpactData {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    #[serde(default)]
    joints: Vec<Joint>,
    #[serde(default)]
    model: Model,
}

impl From<Impact> for ImpactData {
    fn from(impact: Impact) -> Self {
        Self {
            bodies: impact.bodies().to_vec(),
            contacts: impact.contacts().to_vec(),
            joints: impact.joints().to_vec(),
            model: impact.contact_problem().model(),
        }
    }
}

impl TryFrom<ImpactData> for Impact {
    type Error = InputError;

    fn try_from(data: ImpactData) -> Result<Self, InputError> {
        Self::with_joints(data.bodies, data.contacts, data.joints, data.model)
    }
}
