//! Derivatives of bodies that fly, bounce, come to rest, slide and roll: where and how fast they are at the end, and when things happen, by how they
//! began, what they are and the laws between them.
//!
//! The variation δy of every body's state y, at a fixed time, is carried beside the motion. Between events it is that of the closed forms; an event
//! that comes later by δτ changes it by what the state changes, and by what the two motions differ in meanwhile:
//!
//! ```text
//! δy⁺ = R' (δy⁻ + y'⁻ δτ) + δR − y'⁺ δτ,      y⁺ = R(y⁻)                                    (B.11)
//! δτ  = −δg/g'      where a guard g falls to zero                                           (B.12)
//! ```
//!
//! R is the impact, whose derivatives are those of [`carom::derivative`]; nothing where sliding ends; and where a ball comes to rest the sum over
//! all its last bounces, (B.3), (B.8), (B.9). The height of a ball is carried as that of its lowest point, which is as small as its bounces are: so times
//! keep all their digits up to the last bounce. A ball that begins to roll and would slip a little otherwise stops slipping at once, having changed
//! its velocity by −1/c of the slip (B.7): there is no kink.
//!
//! ```
//! use carom::derivative::{Axis, Direction};
//! use carom::{Restitution, Surface};
//! use carom_motion::bouncing::derivative::{BouncingParameter, SurfaceOf};
//! use carom_motion::bouncing::{Participant, World};
//! use carom_motion::flight::RigidState;
//! use nalgebra::vector;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Dropped from a height h, a ball rests after √(2h/g)·(1 + e)/(1 − e).
//! let (e, height, gravity) = (0.8, 1.0, 9.81);
//! let floor = Surface::smooth(Restitution::new(e)?);
//! let held = RigidState { position: vector![0.0, 0.0, height + 0.1], ..RigidState::default() };
//! let world = World::new(gravity)?.with_body(Participant::ball(0.2, 0.1, floor)?.starting(held)?);
//! let directions = [
//!     Direction::along(BouncingParameter::Position { body: 0, axis: Axis::Z }),
//!     Direction::along(BouncingParameter::Restitution(SurfaceOf::Floor { body: 0 })),
//! ];
//! let (_, found) = world.run_with_derivatives(f64::INFINITY, &directions)?;
//! let end = found.end.ok_or("it comes to rest")?;
//! let fall = (2.0 * height / gravity).sqrt();
//! let by_height = 0.5 * fall / height * (1.0 + e) / (1.0 - e);
//! let by_restitution = 2.0 * fall / ((1.0 - e) * (1.0 - e));
//! assert!((end[0] / by_height - 1.0).abs() < 1e-12 && (end[1] / by_restitution - 1.0).abs() < 1e-12);
//! # Ok(())
//! # }
//! ```

mod carry;
mod contacts;
mod direction;
mod settling;
mod tangent;

use carom::derivative::Direction;

use super::course::FloorCourse;
use super::error::BouncingError;
use super::simulation::Simulation;
use super::world::World;
use crate::kink::MotionKink;

pub use carry::StateChange;
pub use direction::{BouncingParameter, SurfaceOf};
use settling::SettledChange;
pub(super) use tangent::{StruckChange, Tangent};

/// What a course changes by along each direction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BouncingDerivatives {
    /// By direction and body: the states at the end, whenever that comes.
    pub states: Vec<Vec<StateChange>>,
    /// By direction: when the course ends, in seconds; zero if it was stopped at a given time. None if it ends with bodies that press on each other
    /// for good, or was given up: rounding says when.
    pub end: Option<Vec<f64>>,
    /// By event of the course and direction: when it happens, in seconds.
    pub events: Vec<Vec<f64>>,
    /// Where there is no derivative, and the numbers are those of what did happen.
    pub kinks: Vec<MotionKink>,
}

impl BouncingDerivatives {
    /// Whether the course is differentiable along a direction.
    #[must_use]
    pub fn is_smooth_along(&self, direction: usize) -> bool {
        self.kinks.iter().all(|kink| !kink.directions.contains(&direction))
    }
}

impl World {
    /// What happens from time 0 until the given time in seconds, or until nothing happens any more, and its derivatives along directions.
    ///
    /// # Errors
    /// A course that cannot be followed, numbers that the world does not have, bodies that tumble about three unequal moments of inertia, and impacts
    /// whose derivatives are not known.
    pub fn run_with_derivatives(
        &self,
        until: f64,
        directions: &[Direction<BouncingParameter>],
    ) -> Result<(FloorCourse, BouncingDerivatives), BouncingError> {
        self.check_time(until)?;
        Simulation::new(self)?.run_with_derivatives(until, directions)
    }
}
