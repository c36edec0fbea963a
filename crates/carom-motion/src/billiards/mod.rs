//! Billiards: from the cue's blow to the last ball at rest.
//!
//! - [`cue`]: a cue strikes a ball on the bed.

pub mod cue;
