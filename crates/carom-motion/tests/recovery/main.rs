//! Recovery of a ball's motion from positions on the cloth.

mod calibration;
mod common;
mod exact;
mod exhaustive;
mod identifiability;
mod tracks;
mod valleys;
