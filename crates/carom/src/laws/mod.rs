//! Laws for a single contact: from the velocity at one contact before the impact to the impulse that it takes.
//!
//! A lone contact needs neither springs nor time. Everything is in the contact's own frame (t1, t2, n), with
//!
//! ```text
//! v = v₀ + W p                                                                                     (P.1)
//! ```
//!
//! where v is the relative velocity of the first body, p the impulse on it and W, three by three, what the bodies, their
//! bearings and the mechanism behind them make of a unit impulse. [`LoneImpact`] holds W, v₀ and the contact's
//! coefficients; an [`ImpactLaw`] makes an impulse of them and [declares](Declaration) what it needs and what it promises;
//! [`apply`] gives the [`Collision`].
//!
//! The laws, from the simplest domain to the widest choice:
//! - [`newton`]: no friction, the normal velocity reversed in part;
//! - [`bilinear`]: for spheres and disks, normal and tangent each on its own;
//! - [`routh`]: Coulomb's friction along the normal impulse, with three ways to end;
//! - [`whittaker`]: friction against the slip that is left; may create energy;
//! - [`smith`]: friction against a mean of the slips before and after;
//! - [`brach`]: a kinematic coefficient of restitution and ratios of impulses;
//! - [`pfeiffer_glocker`]: compression and expansion in one step each, friction against the slip that each leaves;
//! - [`chatterjee_ruina`]: two plastic impulses summed with two coefficients of restitution;
//! - [`composite`]: a weighted sum of any of them;
//! - [`Parameterisation`](crate::analysis::region::Parameterisation): laws that reach each impulse that is permissible at all.
//!
//! [`complementarity`] is what [`pfeiffer_glocker`] is, for several contacts at once.
//!
//! # One more law
//!
//! 1. A module here whose documentation has the equations with their labels, which go to `NOTATION.md`; the source; what the law
//!    promises and why; and what it does with infinite friction, with grazing bodies, vₙ = 0, and where W has no inverse.
//! 2. [`ImpactLaw`] for a type of its own: [`Declaration`], and an impulse that is homogeneous in v₀ and does not depend on the
//!    frame's turn about n. `scaled.rs` has the impact in units of order one.
//! 3. A line in [`every_law`](crate::comparison::every_law), which comparisons show, and one in `tests/laws/main.rs`, which holds
//!    the law to its promises.
//! 4. Its name in scene files: `carom-scene/src/read/law.rs`.
//!
//! ```
//! use carom::laws::{self, Coefficients, LoneImpact, routh::Routh};
//! use carom::{Friction, Restitution};
//! use nalgebra::{Matrix3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A ball of mass 1 hits a table: 7/2 in the tangent plane, 1 along the normal.
//! let inverse_mass = Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]);
//! let coefficients = Coefficients {
//!     restitution: Restitution::new(0.5)?,
//!     friction: Friction::new(0.4)?,
//!     ..Coefficients::default()
//! };
//! let impact = LoneImpact::new(inverse_mass, vector![-3.0, 0.0, -5.0], coefficients)?;
//! let collision = laws::apply(&Routh::default(), &impact)?;
//! assert_eq!(collision.velocity.z, 2.5);
//! # Ok(())
//! # }
//! ```

pub mod bilinear;
pub(crate) mod blocks;
pub mod brach;
pub mod chatterjee_ruina;
mod collision;
pub mod complementarity;
pub mod composite;
pub(crate) mod cone;
mod declaration;
mod error;
mod final_slip;
mod given_normal_impulse;
pub(crate) mod harmonic;
pub(crate) mod lone_impact;
pub mod newton;
pub mod pfeiffer_glocker;
mod quartic;
mod rounding;
pub mod routh;
mod scaled;
mod short_list;
mod slopes;
pub mod smith;
mod tangent;
pub(crate) mod units;
pub mod whittaker;

pub use collision::{Collision, apply};
pub use declaration::{Declaration, Domain, ImpactLaw, Parameter, Promises};
pub use error::LawError;
pub use lone_impact::{Coefficients, LoneImpact};
pub use slopes::{
    Border, FRICTION, NUMBERS, RESTITUTION, Slopes, TANGENTIAL_RESTITUTION, place_of_entry, slopes,
};
