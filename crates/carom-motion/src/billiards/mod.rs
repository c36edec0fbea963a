//! Billiards: from the cue's blow to the last ball at rest.
//!
//! - [`cue`]: a cue strikes a ball on the bed.
//! - [`rack`]: where the balls stand before the break.
//! - [`derivative`]: how the end of a shot depends on its beginning.
//! - [`recovery`]: how a ball was moving and turning, from positions seen on the cloth.
//!
//! A shot is played from event to event. Between events every ball moves in closed form ([`cloth`]); event times are roots
//! of polynomials; every impact is one simultaneous problem for [`carom::Impact`] over all balls, cushions and the bed that
//! touch. The world's origin is the middle of the bed, x runs along the table, y across it, z upwards.
//!
//! ```
//! use carom_motion::billiards::{Ball, BallState, State, Table, Until, simulate};
//! use nalgebra::{Vector3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let table = Table::pool_nine_foot();
//! let ball = Ball::POOL;
//! let cue = State::on_bed(&ball, [-0.6, 0.0]).moving(vector![2.0, 0.0, 0.0]);
//! let object = State::on_bed(&ball, [0.0, 0.0]);
//! let balls = [cue, object].map(|state| BallState { ball, state });
//!
//! let shot = simulate(&table, &balls, Until::Rest)?;
//! assert!(shot.ledger.imbalance().abs() < 1e-12);
//! assert_eq!(shot.final_states()[0].state.velocity, Vector3::zeros());
//! # Ok(())
//! # }
//! ```

mod ball;
pub mod cloth;
mod cluster;
mod collision;
pub mod cue;
mod cushion;
pub mod derivative;
mod detection;
mod error;
mod event;
mod game;
mod guard;
mod kind;
mod law;
mod ledger;
mod outline;
mod phase;
mod pressing;
pub mod rack;
pub mod recovery;
mod schedule;
mod shot;
mod simulation;
mod table;
mod trajectory;

pub use ball::{Ball, BallState, State};
pub use cloth::Cloth;
pub use cushion::Cushion;
pub use error::ShotError;
pub use event::{Collision, Exit, ShotEvent, ShotEventKind};
pub use game::MOST_EVENTS;
pub use kind::TableKind;
pub use law::{BedContact, CushionModel};
pub use ledger::ShotLedger;
pub use outline::{Outline, Pocket, PocketMouth};
pub use shot::{Shot, Until};
pub use simulation::{encounter, simulate, simulate_watched};
pub use table::Table;
pub use trajectory::Trajectory;
