//! Motion between impacts: closed forms from event to event, and every impact one simultaneous problem.
//!
//! Between events each body moves on a curve that is known in closed form. Event times are the roots of polynomials, found to
//! the last bit; what happens there is for [`carom::Impact`]. Time is in seconds, lengths in metres, world axes throughout, with
//! gravity along −z.
//!
//! - [`flight`]: rigid bodies in free flight, with any inertia.
//! - [`bouncing`]: bodies that fly, bounce on a plane and on each other, come to rest, slide and roll.
//! - [`cradle`]: Newton's cradle in time.
//! - [`billiards`]: balls, cloth, cushions, pockets, cues and racks.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod billiards;
pub mod bouncing;
pub mod cradle;
mod encounter;
mod energy;
pub mod flight;
mod follow;
mod history;
mod kink;
mod progress;
mod rounding;
mod surface_change;

pub use encounter::Encounter;
pub use energy::Energy;
pub use history::{Ending, History};
pub use kink::{MotionKink, MotionKinkCause};
pub use progress::{Progress, Watch};
