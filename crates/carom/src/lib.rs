//! What happens when rigid bodies hit each other at several points at once: exact to rounding, and with the reasons.
//!
//! Every contact is a virtual spring with an energetic coefficient of restitution. Between events the motion of
//! all contacts is linear in time, so its Taylor series is known to any order and every event is the root of a
//! polynomial: no step size, no tolerance. The result is the motion of every body, the impulse at every contact, an
//! energy ledger that closes to rounding and, on demand, the whole course of the impact.
//!
//! ```
//! use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
//! use nalgebra::{Vector3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A ball falls on a ball that rests on a table.
//! let upper = Body::ball(1.0, 1.0)?.at(vector![0.0, 0.0, 3.0])?.moving(vector![0.0, 0.0, -1.0])?;
//! let lower = Body::ball(2.0 / 3.0_f64.sqrt(), 1.0)?.at(vector![0.0, 0.0, 1.0])?;
//! let elastic = NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT);
//! let contacts = vec![
//!     Contact::new([0, 1], vector![0.0, 0.0, 2.0], Vector3::z(), elastic)?,
//!     Contact::new([1, 2], vector![0.0, 0.0, 0.0], Vector3::z(), elastic)?,
//! ];
//! let impact = Impact::new(vec![upper, lower, Body::fixed()], contacts, Model::default())?;
//!
//! let outcome = impact.solve()?;
//! assert!((outcome.bodies[0].linear.z - 0.945114612).abs() < 1e-9);
//! assert!((outcome.bodies[1].linear.z - 0.304064896).abs() < 1e-9);
//! assert!(outcome.energy.imbalance().abs() < 1e-15);
//! # Ok(())
//! # }
//! ```
//!
//! - [`Impact`] takes bodies and contacts; [`ContactProblem`] takes the contact-space matrix of a mechanism directly.
//! - [`Impact::solve`] gives the outcome alone, [`Impact::trace`] also the states, the events and every quantity at
//!   any instant.
//! - [`Workspace`] keeps memory from impact to impact; [`Impact::set_velocities`] keeps the geometry.
//! - [`Joint`] holds two bodies together; a fixed [`Body`] may move.
//! - [`Error`] is what can go wrong with any of it.
//! - [`laws`] has the algebraic laws for a lone contact, [`comparison`] all of them side by side, [`sequence`] collisions one after the other,
//!   [`hertz`] springs from materials, [`derivative`] how outcomes depend on what they begin with.
//! - [`phase`] is the model in one function, [`transition`](phase::transition()): which phase of a contact follows which.
//! - [`analysis`] is not needed to solve anything. It has what the papers draw and prove with: transition diagrams, the impulse plane, the permissible region.
//!
//! Vectors are in world axes, quantities in SI units; the normal of a contact points from its second body to its
//! first, and impulses are those on the first. Linear algebra is that of [`nalgebra`], which is exported again. With the feature
//! `serde` inputs and outcomes can be written and read. The crate does no input or output, reads no clock and has no globals.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod analysis;
mod body;
pub mod comparison;
mod contact;
mod contact_problem;
mod coupling;
pub mod derivative;
mod dual;
mod error;
#[cfg(feature = "serde")]
mod exchange;
mod flow;
mod friction;
mod grip;
pub mod hertz;
mod history;
mod impact;
mod joint;
pub mod laws;
mod link;
mod linkage;
mod lone_contact;
mod losses;
mod outcome;
pub mod phase;
mod power_flow;
mod quantity;
mod root;
pub mod sequence;
mod snapshot;
mod surface;
mod timeline;
mod workspace;

/// The snippets of the README are compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeSnippets;

/// And so are those of the book.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/how-to/library.md")]
struct BookSnippets;

pub use body::{Body, Motion};
pub use contact::Contact;
pub use contact_problem::{ContactProblem, ContactSolution, Model, NormalLaw};
pub use coupling::Coupling;
pub use error::{Error, InputError, SolveError};
pub use flow::Separation;
pub use friction::TangentialLaw;
pub use history::Trace;
pub use impact::Impact;
pub use joint::{Joint, JointKind};
pub use nalgebra;
pub use outcome::{ContactOutcome, Ending, EnergyLedger, JointOutcome, Outcome};
pub use phase::{EventKind, Phase, RestitutionLaw};
pub use quantity::{Compliance, Exponent, Friction, Restitution, Stiffness, TangentialRestitution};
pub use snapshot::{Event, Mode, Peak, Snapshot, State, TangentialSnapshot};
pub use surface::Surface;
pub use timeline::Timeline;
pub use workspace::Workspace;
