//! Motion between impacts: closed forms from event to event, and every impact one simultaneous problem.
//!
//! Between events each body moves on a curve that is known in closed form. Event times are the roots of polynomials, found to
//! the last bit; what happens there is for [`carom::Impact`]. Time is in seconds, lengths in metres, world axes throughout, with
//! gravity along −z.
//!
//! - [`billiards`]: balls, cloth, cushions, pockets, cues and racks.

pub mod billiards;
