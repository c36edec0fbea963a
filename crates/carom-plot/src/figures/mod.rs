//! One file for each kind of figure.

pub(crate) mod arrow;
pub(crate) mod ball_mark;
pub(crate) mod diagram;
mod edge_labels;
pub(crate) mod energies;
pub(crate) mod forces;
pub(crate) mod furniture;
pub(crate) mod impulse_curve;
pub(crate) mod impulse_plane;
pub(crate) mod impulse_space;
pub(crate) mod laws;
mod layout;
mod motion;
pub(crate) mod motion_over_time;
mod over_time;
pub(crate) mod paint;
pub(crate) mod residuals;
pub(crate) mod sequence;
pub(crate) mod side;
pub(crate) mod sliding;
mod space_view;
pub(crate) mod table;
mod tangents;
mod trail;
pub(crate) mod velocities;
pub(crate) mod wave;
pub(crate) mod world_energies;
