//! A rigid body in free flight: its centre of mass on a parabola, its rotation free of torque.
//!
//! ```text
//! x(t) = x₀ + v₀ t + ½ g t²                                                             (F.1)
//! ```
//!
//! The rotation is in closed form for bodies with two equal moments of inertia (a ball, a pencil: [`FreeRotation`]) and a chain of Taylor
//! series for all others. Time runs both ways: a flight can be asked where the body was before.
//!
//! ```
//! use carom_motion::flight::{Flight, PrincipalInertia, RigidState};
//! use nalgebra::{Matrix3, Vector3, vector};
//!
//! # fn main() -> Result<(), carom::InputError> {
//! let inertia = PrincipalInertia::new(Matrix3::from_diagonal(&vector![1.0, 1.0, 0.2]))?;
//! let start = RigidState { velocity: vector![1.0, 0.0, 2.0], angular_velocity: vector![0.1, 0.0, 9.0], ..RigidState::default() };
//! let flight = Flight::new(&inertia, &start, vector![0.0, 0.0, -10.0])?;
//! let later = flight.at(0.4);
//! assert!((later.position - vector![0.4, 0.0, 0.0]).norm() < 1e-15);
//! # Ok(())
//! # }
//! ```

mod inertia;
mod period;
mod rotation;
mod series;
mod turning;
mod variation;

use carom::InputError;
use nalgebra::{UnitQuaternion, Vector3};

pub use inertia::{PrincipalInertia, Symmetry};
pub use rotation::FreeRotation;
pub use series::{RotationSeries, TERMS};
pub use turning::turned;
pub(crate) use variation::RotationChange;

/// Where a rigid body is and how it moves. World axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidState {
    /// Centre of mass, in metres.
    pub position: Vector3<f64>,
    /// Takes body axes to world axes.
    pub orientation: UnitQuaternion<f64>,
    /// Velocity of the centre of mass, in metres per second.
    pub velocity: Vector3<f64>,
    /// Angular velocity, in radians per second.
    pub angular_velocity: Vector3<f64>,
}

impl Default for RigidState {
    fn default() -> Self {
        Self {
            position: Vector3::zeros(),
            orientation: UnitQuaternion::identity(),
            velocity: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
        }
    }
}

impl RigidState {
    /// Refuses what is not finite.
    pub fn checked(self) -> Result<Self, InputError> {
        let vectors = [
            ("the position", self.position),
            ("the velocity", self.velocity),
            ("the angular velocity", self.angular_velocity),
            ("the orientation", self.orientation.imag()),
        ];
        match vectors.into_iter().find(|(_, vector)| vector.iter().any(|x| !x.is_finite())) {
            Some((what, _)) => Err(InputError::NotFinite { what }),
            None => Ok(self),
        }
    }
}

/// The flight of a rigid body from a given state on.
#[derive(Debug, Clone, PartialEq)]
pub struct Flight {
    parabola: [Vector3<f64>; 3],
    rotation: FreeRotation,
}

impl Flight {
    /// The flight of a body with this inertia from `start`, where gravity (metres per second squared, world axes) pulls.
    pub fn new(
        inertia: &PrincipalInertia,
        start: &RigidState,
        gravity: Vector3<f64>,
    ) -> Result<Self, InputError> {
        if gravity.iter().any(|g| !g.is_finite()) {
            return Err(InputError::NotFinite { what: "the gravity" });
        }
        let start = start.checked()?;
        Ok(Self {
            parabola: [start.position, start.velocity, gravity * 0.5], // (F.1)
            rotation: FreeRotation::new(inertia, start.orientation, start.angular_velocity),
        })
    }

    /// The state `time` seconds after the start; before it if negative.
    #[must_use]
    pub fn at(&self, time: f64) -> RigidState {
        let [position, velocity, half_gravity] = self.parabola;
        let (orientation, angular_velocity) = self.rotation.at(time);
        RigidState {
            position: position + (velocity + half_gravity * time) * time,
            orientation,
            velocity: velocity + half_gravity * (2.0 * time),
            angular_velocity,
        }
    }

    /// The centre of mass as a polynomial in the seconds since the start: x₀, v₀, ½g.
    #[must_use]
    pub fn parabola(&self) -> &[Vector3<f64>; 3] {
        &self.parabola
    }

    /// The rotation.
    #[must_use]
    pub fn rotation(&self) -> &FreeRotation {
        &self.rotation
    }
}
