//! Power series on a step and the first instant at which one of them falls through zero.
//!
//! A trajectory that is known by its Taylor coefficients needs no step-by-step search for events: every
//! condition is a polynomial in the local time s, and the question *when does it first fall to zero* has an
//! answer good to the last bit. This crate knows polynomials and their roots, and nothing of mechanics.
//!
//! A polynomial is a slice of coefficients in ascending order: `c[0] + c[1]·s + c[2]·s² + …`.
//!
//! ```
//! use carom_taylor::{evaluate, first_descent};
//!
//! // 1 − 3s + 2s² = (1 − s)(1 − 2s) falls through zero at s = 1/2.
//! let quadratic = [1.0, -3.0, 2.0];
//! let s = first_descent(&quadratic, 1.0).expect("it falls within the step");
//! assert_eq!(s, 0.5);
//! assert_eq!(evaluate(&quadratic, s), 0.0);
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod descent;
mod polynomial;

pub use descent::{MAX_COEFFICIENTS, first_descent};
pub use polynomial::{evaluate, evaluate_with_slope, integral, magnitude, shift};
