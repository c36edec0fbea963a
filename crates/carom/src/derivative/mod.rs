//! Derivatives of an impact: of what it ends with by what it starts with, exact to rounding.
//!
//! An impact is a map from velocities, masses, places and coefficients to velocities and impulses, smooth but for the events' order. Its
//! derivatives solve the variational equations of the recorded course: linear ones between events, and at every event what
//! it changes, with the shift of its own time where forces jump. They are followed beside the course, which has been
//! decided in plain numbers.
//!
//! - [`crate::Impact::solve_with_jacobian`] differentiates what bodies do by everything they start with,
//!   [`crate::Impact::solve_with_derivatives`] along given directions, at the cost of these alone.
//! - [`crate::ContactProblem::solve_with_jacobian`] does the same in contact space.
//! - [`crate::sequence::Sequence::solve_with_jacobian`] and [`crate::sequence::ContactSequence::solve_with_jacobian`] do the same for collisions one after the
//!   other, or for a single one, under any law that has derivatives.
//! - [`LoneBodies`] solves and differentiates one contact in closed form, for many impacts that differ in numbers only.
//! - [`crate::Impact::solve_one_sided`] gives the derivative towards one side, which exists at a kink too.
//! - Where the outcome has a kink the matrix is that of the branch taken, and [`Jacobian::kinks`] says where, why and in which columns.

mod after;
mod basis;
mod bodies;
mod changes;
mod clock;
mod collisions;
mod collocated;
mod contact_space;
mod elimination;
mod ending;
mod error;
mod event;
mod following;
mod geometry;
mod halting;
mod jacobian;
mod kink;
mod linear;
mod lone;
mod one_sided;
mod output;
mod parameter;
mod power;
mod replay;
mod resting;
mod rows;
mod values;

pub use crate::dual::{Dual, LANES, Number};
pub use error::DerivativeError;
pub use jacobian::{ContactJacobian, ImpactDerivatives, ImpactJacobian, Jacobian};
pub use kink::{Kink, KinkCause};
pub use lone::{LoneBodies, LoneContact, LoneOutcome};
pub use one_sided::OneSided;
pub use output::{ContactOutput, Output};
pub use parameter::{Axis, Coefficient, ContactAxis, ContactParameter, Direction, LawParameter, Parameter};
