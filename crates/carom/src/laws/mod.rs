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
//! # The laws
//!
//! - [`region::Parameterisation`]: every impulse that a collision may have, by angles, projection or Brach's ratios; [`region`] tells
//!   which those are.
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

mod collision;
mod declaration;
mod error;
mod lone_impact;
pub mod region;
pub mod routh;

pub use collision::{Collision, apply};
pub use declaration::{Declaration, Domain, ImpactLaw, Parameter, Promises};
pub use error::LawError;
pub use lone_impact::{Coefficients, LoneImpact};
pub use region::PermissibleRegion;
