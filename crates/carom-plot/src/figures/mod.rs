//! One file for each kind of figure.

mod arrow;
pub(crate) mod diagram;
pub(crate) mod energies;
pub(crate) mod forces;
pub(crate) mod impulse_curve;
pub(crate) mod impulse_plane;
pub(crate) mod impulse_space;
mod layout;
mod motion;
mod over_time;
pub(crate) mod sliding;
mod space_view;
mod tangents;
pub(crate) mod velocities;
pub(crate) mod wave;
