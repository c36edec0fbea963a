//! Newton's cradle in time: pendulums in a row that collide with their neighbours \[Wang2015, sec. II-C\].
//!
//! All balls hang on strings of the same length l and touch their neighbours at rest. Let θ be the angle of a string from the vertical, positive
//! to the right, r₁ + r₂ = D the distance of two strings. For the centres c₁, c₂ of two neighbours
//!
//! ```text
//! D² − |c₂ − c₁|² = −4 l sin(Δ/2) · (D cos θ̄ + l sin(Δ/2)),     Δ = θ₂ − θ₁, θ̄ the mean         (N.1)
//! ```
//!
//! so that, with |θ| < π/2, they touch exactly where Δ = 0, whatever the angle: the gap function is Δ itself, and the line of centres is horizontal then.
//! The strings take up what would stretch them: an impulse P along the line of centres changes the speed w = lθ' along the arc by P cos θ/m, and balls
//! approach at cos θ times the difference of their w. All contacts of a cluster have the same θ, so that in the time t cos θ their springs obey the
//! equations of balls in a straight row: the outcome is the same in w, and impulses are those of the row over cos θ.
//!
//! Each collision is one simultaneous [`carom::Impact`] over all balls that touch, those at rest included. Neighbours that have the same angle and rate
//! keep them: they swing together, and when all do nothing happens any more.
//!
//! ```
//! use carom::{Restitution, Surface};
//! use carom_motion::Ending;
//! use carom_motion::cradle::{Cradle, Until};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let smooth = Surface::smooth(Restitution::new(0.95)?);
//! let cradle = Cradle::equal(5, 0.044, 0.011, 0.129, smooth)?.lift_left(1, 0.4)?;
//! let course = cradle.run(Until::Together)?;
//! assert!(matches!(course.ending, Ending::Together { .. }));
//! let first = course.collisions[0].velocities_after[4] / course.collisions[0].velocities_before[0];
//! assert!((first - 0.877827).abs() < 1e-6);
//! # Ok(())
//! # }
//! ```

mod collision;
mod course;
pub mod derivative;
mod error;
mod gap;
mod jacobi;
mod pendulum;
mod row;
mod series;
mod simulation;

pub use course::{BallState, Collision, CradleCourse, CradleLedger};
pub use error::CradleError;
pub use pendulum::{Pendulum, PendulumState, Swing};
pub use row::{Ball, Cradle, Until};
