//! Billiards: from the cue's blow to the last ball at rest.
//!
//! - [`cue`]: a cue strikes a ball on the bed.
//! - [`rack`]: where the balls stand before the break.
//! - [`recovery`]: how a ball was moving and turning, from positions seen on the cloth.

pub mod cue;
pub mod rack;
pub mod recovery;
