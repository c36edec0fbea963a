//! How a body moves before the impact, as far as its bearing lets it.

use nalgebra::Vector3;

use super::{Bearing, Body, OFF_BEARING, finite};
use crate::error::InputError;

/// Linear and angular velocity of a body, or a change of them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// Velocity of the centre of mass, in metres per second, world axes.
    pub linear: Vector3<f64>,
    /// Angular velocity, in radians per second, world axes.
    pub angular: Vector3<f64>,
}

impl std::ops::AddAssign for Motion {
    fn add_assign(&mut self, other: Self) {
        self.linear += other.linear;
        self.angular += other.angular;
    }
}

impl std::ops::Mul<f64> for Motion {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { linear: self.linear * factor, angular: self.angular * factor }
    }
}

/// What a velocity and an angular velocity are called in errors.
const VELOCITY: &str = "velocity";
const ANGULAR: &str = "angular velocity";

/// What a body cannot have, and what would be right.
type Refusal = (&'static str, &'static str);

impl Body {
    /// Gives the centre of mass a velocity (metres per second). A hinged body takes its motion from
    /// [`Body::spinning`] alone. A fixed body keeps the velocity, whatever hits it.
    pub fn moving(mut self, velocity: Vector3<f64>) -> Result<Self, InputError> {
        let velocity = finite("the velocity", velocity)?;
        self.motion.linear = match &self.bearing {
            Bearing::Hinged { .. } => {
                return Err(of_bearing((VELOCITY, "left out: angular velocity gives it")));
            }
            _ => self.linear_allowed(velocity).map_err(of_bearing)?,
        };
        Ok(self)
    }

    /// Gives the body an angular velocity (radians per second, world axes). Place a hinged body first. A fixed body keeps it.
    pub fn spinning(mut self, angular_velocity: Vector3<f64>) -> Result<Self, InputError> {
        let spin = finite("the angular velocity", angular_velocity)?;
        let spin = self.angular_allowed(spin).map_err(of_bearing)?;
        self.motion.angular = spin;
        if let Bearing::Hinged { pivot, .. } = &self.bearing {
            self.motion.linear = spin.cross(&(self.position - pivot));
        }
        Ok(self)
    }

    /// Refuses a motion that the body cannot have: what of it, and what would be right.
    pub(crate) fn allowed(&self, motion: &Motion) -> Result<(), Refusal> {
        for (what, vector) in [(VELOCITY, &motion.linear), (ANGULAR, &motion.angular)] {
            finite(what, *vector).map_err(|_| (what, "finite"))?;
        }
        let angular = self.angular_allowed(motion.angular)?;
        let Bearing::Hinged { pivot, .. } = &self.bearing else {
            return self.linear_allowed(motion.linear).map(|_| ());
        };
        let of_hinge = angular.cross(&(self.position - pivot));
        if (motion.linear - of_hinge).norm() > OFF_BEARING * of_hinge.norm() {
            return Err((VELOCITY, "what the angular velocity gives on the hinge"));
        }
        Ok(())
    }

    /// Takes on a motion that is [`Body::allowed`].
    pub(crate) fn set_motion(&mut self, motion: &Motion) {
        self.motion.linear = self.linear_allowed(motion.linear).unwrap_or(motion.linear);
        self.motion.angular = self.angular_allowed(motion.angular).unwrap_or(motion.angular);
        if let Bearing::Hinged { pivot, .. } = &self.bearing {
            self.motion.linear = self.motion.angular.cross(&(self.position - pivot));
        }
    }

    /// The motion that nothing changes: that of a fixed body, none for others.
    pub(crate) fn prescribed(&self) -> Motion {
        if self.is_fixed() { self.motion } else { Motion::default() }
    }

    /// A velocity of the centre of mass, less what is rounding against the bearing.
    fn linear_allowed(&self, velocity: Vector3<f64>) -> Result<Vector3<f64>, Refusal> {
        match &self.bearing {
            Bearing::Free { .. } | Bearing::Point { .. } | Bearing::Fixed => Ok(velocity),
            Bearing::Guided { inverse_mass, .. } if *inverse_mass > 0.0 => Ok(velocity),
            Bearing::Guided { .. } if velocity == Vector3::zeros() => Ok(velocity),
            Bearing::Guided { .. } => Err((VELOCITY, "zero for a body whose centre does not move")),
            Bearing::Planar { axis, .. } => Ok(velocity - axis.into_inner() * axis.dot(&velocity)),
            Bearing::Sliding { axis, .. } => {
                along(axis, velocity).ok_or((VELOCITY, "along the sliding axis"))
            }
            Bearing::Hinged { .. } => Ok(velocity),
        }
    }

    /// An angular velocity, less what is rounding against the bearing.
    fn angular_allowed(&self, spin: Vector3<f64>) -> Result<Vector3<f64>, Refusal> {
        match &self.bearing {
            Bearing::Free { .. } | Bearing::Fixed => Ok(spin),
            Bearing::Planar { axis, .. } => Ok(axis.into_inner() * axis.dot(&spin)),
            Bearing::Guided { inertia, inverse_inertia, .. } => {
                let turning = inverse_inertia * (inertia * spin);
                if (spin - turning).norm() > OFF_BEARING * spin.norm() {
                    return Err((ANGULAR, "about axes that the inverse inertia lets turn"));
                }
                Ok(turning)
            }
            Bearing::Hinged { axis, .. } => along(axis, spin).ok_or((ANGULAR, "along the hinge axis")),
            Bearing::Point { .. } | Bearing::Sliding { .. } if spin == Vector3::zeros() => Ok(spin),
            Bearing::Point { .. } => Err((ANGULAR, "zero for a point mass")),
            Bearing::Sliding { .. } => Err((ANGULAR, "zero for a body that only slides")),
        }
    }
}

pub(super) fn of_bearing((what, allowed): Refusal) -> InputError {
    InputError::VelocityAgainstBearing { what, allowed }
}

/// The part of a vector along an axis, if the rest is rounding.
fn along(axis: &Vector3<f64>, vector: Vector3<f64>) -> Option<Vector3<f64>> {
    let along = axis * axis.dot(&vector);
    ((vector - along).norm() <= OFF_BEARING * vector.norm()).then_some(along)
}
