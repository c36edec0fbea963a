//! Shapes: what they weigh and where they touch.
//!
//! A [`Shape`] gives the centre of mass and the inertia of a body from its dimensions ([`Shape::mass_properties`]);
//! two [`Placed`] shapes give the points at which they touch ([`touching`]) or the gap still between them ([`distance`]).
//!
//! ```
//! use carom_shapes::{Placed, Shape, touching};
//! use nalgebra::{UnitQuaternion, Vector3};
//!
//! let ball = Shape::Sphere { radius: 0.5 };
//! let table = Shape::Plane { normal: Vector3::z() };
//! let upper = Placed { shape: &ball, position: Vector3::new(0.0, 0.0, 0.5), orientation: UnitQuaternion::identity() };
//! let lower = Placed { shape: &table, position: Vector3::zeros(), orientation: UnitQuaternion::identity() };
//! let touches = touching(&upper, &lower)?;
//! assert_eq!(touches.len(), 1);
//! assert_eq!(touches[0].normal.into_inner(), Vector3::z());
//! # Ok::<(), carom_shapes::ShapeError>(())
//! ```
//!
//! # How a contact is found
//! Every shape is a union of convex solids (`solid`) or one half-space. For two solids A and B and a unit vector n from B to A
//!
//! ```text
//! gap(n) = min over A of n·x  −  max over B of n·x                                             (gap)
//! ```
//!
//! is the clearance along n, and the contact normal is the n that maximises it. Each step below has a file:
//! - `nearest`: that n. In closed form for spheres; otherwise by `polish`, which starts from parry's GJK and goes on to
//!   rounding.
//! - `feature`: what of a solid lies extreme along ±n: a point, an edge, a face or a disc.
//! - `patch`: where two such features overlap, seen along n: the contact points.
//! - `fit`: how far a contact that somebody states is from what the shapes say.
//! - `pair`: units, origin and order of the two bodies, so that neither the unit of length nor the order of the
//!   arguments can change the result.
//!
//! # Accuracy
//! Against planes, and for spheres against everything, points, normals and gaps are right to a few 1e-15 of the size, as
//! the tests assert. The other pairs were measured once on 3e5 random arrangements of bodies of size 1: gaps within 8e-14;
//! normals within 4e-16 in the median, 7e-15 for 99 %, 5e-13 for 99.99 %, at worst 2e-9. They worsen as ε/θ² where straight
//! sides are nearly parallel, at an angle θ. Two of the 1e5 that touched, with an edge all but tangent to a rim, were
//! refused as [`ShapeError::NotConverged`]. The tests repeat this on fewer pairs, the same in every run.
//!
//! Parry is met only in `parry_adapter`; this crate knows nothing of velocities, impulses or files.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod error;
mod feature;
mod fit;
mod mass;
mod nearest;
mod pair;
mod parry_adapter;
mod patch;
mod placed;
mod polish;
mod shape;
mod solid;
mod touch;

pub use error::ShapeError;
pub use fit::{Misfit, misfit, misfit_alone};
pub use mass::MassProperties;
pub use placed::Placed;
pub use shape::{Part, Shape};
pub use touch::{RIM_POINTS, Separation, TOUCH_TOLERANCE, Touch, distance, touching};
