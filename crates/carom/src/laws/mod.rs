//! Laws for a single contact: from the velocity at one contact before the impact to the one after it.
//!
//! A lone contact needs neither springs nor time. Everything is in the contact's own frame (t1, t2, n), with
//!
//! ```text
//! v = v₀ + W p                                                                                     (P.1)
//! ```
//!
//! where v is the relative velocity of the first body, p the impulse on it and W, three by three, what the bodies, their
//! bearings and the mechanism behind them make of a unit impulse.
//!
//! - [`routh`]: Coulomb's friction along the whole course of the impact, and three ways to say when it is over.

pub mod routh;
