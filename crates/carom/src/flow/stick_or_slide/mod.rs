//! Whether rigid contacts stick or slide, and what holds those that stick.
//!
//! ```text
//! least of  x·R x/2 + b·x   over   |xᵢ| ≤ μᵢqᵢ                                                            (G.1)
//! ```
//!
//! [`grip`] asks, at the order at which a normal load begins, [`tresca`] answers where normal loads are given (along the path of [`interior_point`]), [`discs`] and [`cones`] where they are reactions that
//! depend on the answer, [`sharing`] says when redundant contacts can share their load no longer, and [`bracing`] which share is reported. [`answer`] finds what holds in an order and
//! the equations (U.1) of it, [`equations`] solves them, and [`elimination`] takes them out of a smaller problem.

pub(in crate::flow) mod answer;
pub(in crate::flow) mod bracing;
pub(in crate::flow) mod collapse;
pub(in crate::flow) mod cones;
pub(in crate::flow) mod discs;
pub(in crate::flow) mod elimination;
pub(in crate::flow) mod equations;
pub(in crate::flow) mod few;
pub(in crate::flow) mod grip;
mod interior_point;
mod neighbours;
mod ordering;
mod shared;
pub(in crate::flow) mod sharing;
mod sparse;
pub(in crate::flow) mod tresca;
