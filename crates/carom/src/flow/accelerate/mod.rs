//! What makes impacts faster and changes no answer: leaps through long stretches in which nothing happens.
//!
//! [`modes`] writes the motion of a frame as a sum of oscillations, [`leap`] looks for its next event among them. Without this room impacts take
//! more steps.

pub(in crate::flow) mod leap;
pub(in crate::flow) mod modes;
