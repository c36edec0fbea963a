//! Derivatives of a cradle: the angles and speeds of its balls at the end, and when they collide, by how they are held, their masses, the strings,
//! gravity and the laws between them.
//!
//! The variation of every ball's state, at a fixed time, is carried from collision to collision. It swings by `Transfer`; a collision
//! that comes later by δτ gives balls their new rates later:
//!
//! ```text
//! δτ  = −δΔ/Δ'                       Δ the gap that closes, θ₂ − θ₁                                       (N.10)
//! δθ⁺ = δθ⁻ + (θ'⁻ − θ'⁺) δτ,      δθ'⁺ = R' δθ'⁻ + δR                                                   (N.11)
//! ```
//!
//! R is the impact in the speeds w = l θ', with derivatives of [`carom::derivative`]. The angular acceleration is that of all balls which touch, since
//! they have one angle, and R passes on what all of them have: it drops out.
//!
//! ```
//! use carom::derivative::Direction;
//! use carom::{Restitution, Surface};
//! use carom_motion::cradle::derivative::CradleParameter;
//! use carom_motion::cradle::{Cradle, Until};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Two equal balls: after the collision they move with (1 ∓ e)/2 of the speed.
//! let e = 0.9;
//! let cradle = Cradle::equal(2, 0.1, 0.02, 1.0, Surface::smooth(Restitution::new(e)?))?.lift_left(1, 0.2)?;
//! let (course, found) = cradle.run_with_derivatives(
//!     Until::Collisions(1),
//!     &[Direction::along(CradleParameter::Restitution { pair: 0 })],
//! )?;
//! let speed = course.collisions[0].velocities_before[0];
//! assert!((found.states[0][0].speed + 0.5 * speed).abs() < 1e-15);
//! assert!((found.states[0][1].speed - 0.5 * speed).abs() < 1e-15);
//! # Ok(())
//! # }
//! ```

mod tangent;
mod transfer;

use carom::derivative::Direction;

use super::course::CradleCourse;
use super::error::CradleError;
use super::row::{Cradle, Until};
use crate::kink::MotionKink;
use tangent::Tangent;

/// A number that the motion of a cradle depends on. Balls and pairs of neighbours are numbered from 0, from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CradleParameter {
    /// The angle at which a ball is held, in radians.
    Angle {
        /// The ball.
        ball: usize,
    },
    /// Length of the strings, in metres.
    Length,
    /// Gravity, in metres per second squared.
    Gravity,
    /// Mass of a ball, in kilograms.
    Mass {
        /// The ball.
        ball: usize,
    },
    /// e between two neighbours.
    Restitution {
        /// The pair: this ball and its right neighbour.
        pair: usize,
    },
    /// k between two neighbours, in newtons per metre.
    Stiffness {
        /// The pair: this ball and its right neighbour.
        pair: usize,
    },
}

/// δ of a ball.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BallChange {
    /// Of its angle, in radians.
    pub angle: f64,
    /// Of its speed along the arc, in metres per second.
    pub speed: f64,
}

/// What the course of a cradle changes by along each direction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CradleDerivatives {
    /// By direction and ball: the states at the end. Of a course that ends with a collision that is just after it, whenever it comes; of others at
    /// the time at which it ended.
    pub states: Vec<Vec<BallChange>>,
    /// By direction: when the course ends, in seconds; zero if it was stopped at a given time. None if balls swing together: that comes after
    /// ever more collisions, and rounding says when.
    pub end: Option<Vec<f64>>,
    /// By collision and direction: when it happens, in seconds.
    pub collisions: Vec<Vec<f64>>,
    /// Where there is no derivative, and the numbers are those of what did happen.
    pub kinks: Vec<MotionKink>,
}

impl CradleDerivatives {
    /// Whether the course is differentiable along a direction.
    #[must_use]
    pub fn is_smooth_along(&self, direction: usize) -> bool {
        self.kinks.iter().all(|kink| !kink.directions.contains(&direction))
    }
}

impl Cradle {
    /// What happens after the balls are let go, and its derivatives along directions.
    ///
    /// # Errors
    /// A course that cannot be followed, numbers that the cradle does not have, and collisions whose derivatives are not known.
    pub fn run_with_derivatives(
        &self,
        until: Until,
        directions: &[Direction<CradleParameter>],
    ) -> Result<(CradleCourse, CradleDerivatives), CradleError> {
        let course = self.run(until)?;
        let mut tangent = Tangent::new(self, directions)?;
        for collision in &course.collisions {
            tangent.collide(collision)?;
        }
        let found = tangent.finish(&course);
        Ok((course, found))
    }
}
