//! The bodies of a world.

use carom::{Body, InputError, Surface};
use nalgebra::{Matrix3, Vector3};

use crate::flight::{PrincipalInertia, RigidState};

/// Where a body can be touched.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A ball: by the plane and by other balls.
    Ball {
        /// Radius, in metres.
        radius: f64,
    },
    /// Points fixed in the body: by the plane.
    Points {
        /// From the centre of mass, in metres, body axes.
        points: Vec<Vector3<f64>>,
    },
}

/// A body of a world with its state at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct Participant {
    pub(crate) mass: f64,
    pub(crate) inertia: PrincipalInertia,
    pub(crate) shape: Shape,
    pub(crate) floor: Surface,
    pub(crate) start: RigidState,
}

impl Participant {
    /// A homogeneous ball of mass (kg) and radius (m), with what happens between it and the plane.
    pub fn ball(mass: f64, radius: f64, floor: Surface) -> Result<Self, InputError> {
        Self::ball_of_moment(mass, radius, 0.4 * mass * radius * radius, floor)
    }

    /// A ball with a moment of inertia (kg m²) of its own: hollow ones have up to ⅔ m r².
    pub fn ball_of_moment(mass: f64, radius: f64, moment: f64, floor: Surface) -> Result<Self, InputError> {
        Body::ball(mass, radius)?; // refuses impossible masses and radii
        let inertia = PrincipalInertia::round(moment)?;
        let start = RigidState { position: Vector3::new(0.0, 0.0, radius), ..RigidState::default() };
        Ok(Self { mass, inertia, shape: Shape::Ball { radius }, floor, start })
    }

    /// A body of mass (kg) and inertia tensor about its centre of mass (kg m², body axes) that meets the plane with points (m from the
    /// centre of mass, body axes).
    pub fn with_points(
        mass: f64,
        inertia: Matrix3<f64>,
        points: Vec<Vector3<f64>>,
        floor: Surface,
    ) -> Result<Self, InputError> {
        Body::rigid(mass, inertia)?;
        if points.iter().flatten().any(|x| !x.is_finite()) {
            return Err(InputError::NotFinite { what: "a contact point" });
        }
        let inertia = PrincipalInertia::new(inertia)?;
        Ok(Self { mass, inertia, shape: Shape::Points { points }, floor, start: RigidState::default() })
    }

    /// The same body in another state at the start.
    pub fn starting(self, start: RigidState) -> Result<Self, InputError> {
        Ok(Self { start: start.checked()?, ..self })
    }

    /// Where it can be touched.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its mass, in kilograms.
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// What happens between it and the plane.
    #[must_use]
    pub fn floor(&self) -> &Surface {
        &self.floor
    }

    /// Its state at the start.
    #[must_use]
    pub fn start(&self) -> &RigidState {
        &self.start
    }

    /// Its inertia about the centre of mass.
    #[must_use]
    pub fn inertia(&self) -> &PrincipalInertia {
        &self.inertia
    }

    /// Kinetic energy, and potential energy above the height z = 0, in joules.
    #[must_use]
    pub fn energy(&self, state: &RigidState, gravity: f64) -> f64 {
        0.5 * self.mass * state.velocity.norm_squared()
            + self.inertia.rotational_energy(&state.orientation, &state.angular_velocity)
            + self.mass * gravity * state.position.z
    }

    /// The radius of a ball.
    pub(crate) fn radius(&self) -> Option<f64> {
        match self.shape {
            Shape::Ball { radius } => Some(radius),
            Shape::Points { .. } => None,
        }
    }

    /// How far from the centre of mass spin moves what the plane touches, in metres: not at all for a ball, whose lowest point spin moves along the plane.
    pub(crate) fn arm(&self) -> f64 {
        match &self.shape {
            Shape::Ball { .. } => 0.0,
            Shape::Points { points } => points.iter().map(Vector3::norm).fold(0.0, f64::max),
        }
    }

    /// The body of an impact.
    pub(crate) fn body(&self, state: &RigidState) -> Result<Body, InputError> {
        Body::rigid(self.mass, self.inertia.in_world(&state.orientation))?
            .at(state.position)?
            .moving(state.velocity)?
            .spinning(state.angular_velocity)
    }
}
