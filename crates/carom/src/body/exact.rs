//! Bodies as they were written, to the last bit, for serde.

use nalgebra::{Unit, Vector3};

use super::motion::of_bearing;
use super::{Bearing, Body, Motion, positive};
use crate::error::InputError;

impl Body {
    pub(crate) fn bearing(&self) -> &Bearing {
        &self.bearing
    }

    /// The same body with exactly this axis, if it has one.
    pub(crate) fn along(mut self, exact: Unit<Vector3<f64>>) -> Self {
        match &mut self.bearing {
            Bearing::Sliding { axis, .. } | Bearing::Planar { axis, .. } | Bearing::Hinged { axis, .. } => {
                *axis = exact
            }
            Bearing::Free { .. } | Bearing::Guided { .. } | Bearing::Point { .. } | Bearing::Fixed => {}
        }
        self
    }

    /// A body that moves across an axis alone, with its moment of inertia about the centre of mass.
    pub(crate) fn planar(mass: f64, moment: f64, axis: Unit<Vector3<f64>>) -> Result<Self, InputError> {
        let (mass, moment) = (positive("the mass", mass)?, positive("the moment of inertia", moment)?);
        Ok(Self::with(Bearing::Planar { mass, moment, axis }))
    }

    /// The same body in a motion that its bearing allows.
    pub(crate) fn with_motion(mut self, motion: &Motion) -> Result<Self, InputError> {
        self.allowed(motion).map_err(of_bearing)?;
        self.set_motion(motion);
        Ok(self)
    }
}
