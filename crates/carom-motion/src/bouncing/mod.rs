//! Bodies that fly under gravity, bounce on a plane and on each other, come to rest, slide and roll.
//!
//! The plane is z = 0 and gravity pulls along −z. Balls meet the plane with their lowest point and each other anywhere; other bodies meet the
//! plane with points fixed in them (the tip of a pencil). Between events every centre of mass is on a parabola, so that
//!
//! - a ball meets the plane at the root of a quadratic,
//! - two balls meet at the root of a polynomial of degree two (both fly, or both roll) to four,
//! - a point of a body that turns meets the plane at the root of a Taylor polynomial ([`crate::flight::RotationSeries`]).
//!
//! What happens where bodies meet is one simultaneous [`carom::Impact`] over all contacts of the bodies that touch, the plane included.
//!
//! A ball with e < 1 comes to rest after infinitely many bounces in finite time; their sums are in [`BounceTrain`], and what friction does
//! to the ball in the meantime is in `settling.rs`. On the plane it slides with Coulomb friction until it rolls, and rolls for ever.
//!
//! ```
//! use carom::{Friction, Restitution, Stiffness, Surface, TangentialLaw};
//! use carom_motion::bouncing::{Participant, World};
//! use carom_motion::flight::RigidState;
//! use nalgebra::vector;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let floor = Surface {
//!     restitution: Restitution::new(0.5)?,
//!     stiffness: Stiffness::UNIT,
//!     tangential: TangentialLaw::Rigid { friction: Friction::new(0.3)? },
//! };
//! let thrown = RigidState { position: vector![0.0, 0.0, 1.1], velocity: vector![1.0, 0.0, 0.0], ..RigidState::default() };
//! let ball = Participant::ball(0.2, 0.1, floor)?.starting(thrown)?;
//! let course = World::new(9.81)?.with_body(ball).run(10.0)?;
//! // 5/7 of the speed is left when it rolls.
//! assert!((course.at(0, 10.0).velocity.x - 5.0 / 7.0).abs() < 1e-12);
//! assert!(course.ledger.imbalance().abs() < 1e-12);
//! # Ok(())
//! # }
//! ```

mod bounce;
mod course;
pub mod derivative;
mod error;
mod ground;
mod guards;
mod ledger;
mod meeting;
mod outlook;
mod participant;
mod piece;
mod settling;
mod simulation;
mod train;
mod world;

pub use course::{FloorCourse, FloorEvent, FloorEventKind, Touch};
pub use error::BouncingError;
pub use ledger::FloorLedger;
pub use meeting::Meeting;
pub use participant::{Participant, Shape};
pub use piece::{Piece, PieceKind, Turning};
pub use train::BounceTrain;
pub use world::World;
