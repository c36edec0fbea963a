//! Recovery of a ball's motion from positions on the cloth.

mod calibration;
mod common;
mod exact;
mod identifiability;
mod valleys;
