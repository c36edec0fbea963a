//! Bodies released from their hinge, and couples that act on them.

use nalgebra::{Unit, Vector3};

use super::{Bearing, Body, Motion, VANISHING_MOMENT, invertible};
use crate::error::InputError;

/// The hinge of a body that was released from it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hinge {
    pub axis: Unit<Vector3<f64>>,
    pub pivot: Vector3<f64>,
    /// Moment of inertia about the axis, in kg m².
    pub moment: f64,
}

impl Body {
    /// The change of motion that an impulsive couple (newton metre seconds) causes.
    #[must_use]
    pub(crate) fn response_to_couple(&self, couple: Vector3<f64>) -> Motion {
        let turned = |angular| Motion { linear: Vector3::zeros(), angular };
        match &self.bearing {
            Bearing::Free { inverse_inertia, .. } | Bearing::Guided { inverse_inertia, .. } => {
                turned(inverse_inertia * couple)
            }
            Bearing::Point { .. } | Bearing::Fixed | Bearing::Sliding { .. } => Motion::default(),
            Bearing::Planar { moment, axis, .. } => turned(axis.into_inner() * (axis.dot(&couple) / moment)),
            Bearing::Hinged { moment, axis, pivot, .. } => {
                let angular = axis.into_inner() * (axis.dot(&couple) / moment);
                Motion { linear: angular.cross(&(self.position - pivot)), angular }
            }
        }
    }

    /// Angular momentum of a motion about the centre of mass, in newton metre seconds, as far as the bearing lets it change.
    #[must_use]
    pub(crate) fn spin_momentum(&self, motion: &Motion) -> Vector3<f64> {
        let about = |moment: &f64, axis: &Unit<Vector3<f64>>| {
            axis.into_inner() * (axis.dot(&motion.angular) * moment)
        };
        match &self.bearing {
            Bearing::Free { inertia, .. } | Bearing::Guided { inertia, .. } => inertia * motion.angular,
            Bearing::Point { .. } | Bearing::Fixed | Bearing::Sliding { .. } => Vector3::zeros(),
            Bearing::Planar { moment, axis, .. } => about(moment, axis),
            Bearing::Hinged { mass, moment, axis, pivot, .. } => {
                about(&(moment - mass * axis.cross(&(self.position - pivot)).norm_squared()), axis)
            }
        }
    }

    /// The body without its hinge, and the hinge; none if it has none. Without an inertia tensor it is released across the
    /// axis alone, (W.5).
    pub(crate) fn released(&self) -> Result<Option<(Self, Hinge)>, InputError> {
        let Bearing::Hinged { mass, moment, axis, pivot, inertia } = &self.bearing else { return Ok(None) };
        let hinge = Hinge { axis: *axis, pivot: *pivot, moment: *moment };
        let bearing = match inertia {
            Some(inertia) => {
                let (inertia, inverse_inertia) = invertible(*inertia)?;
                Bearing::Free { mass: *mass, inertia, inverse_inertia }
            }
            None => {
                let own = moment - mass * axis.cross(&(self.position - pivot)).norm_squared();
                if own <= VANISHING_MOMENT * moment {
                    let what =
                        "the moment of inertia about the centre of mass of a body released from its hinge";
                    return Err(InputError::NotPositive { what, value: own });
                }
                Bearing::Planar { mass: *mass, moment: own, axis: *axis }
            }
        };
        Ok(Some((Self { bearing, ..self.clone() }, hinge)))
    }
}
