//! Least squares within bounds, and what the result is worth. No word of mechanics.
//!
//! Residuals rᵢ(x) are differences between prediction and measurement over the noise; a loss ρ tells how much a large one counts:
//!
//! ```text
//! minimise  C(x) = Σ ρ(rᵢ²)   over  lower ≤ x ≤ upper                                         (LS.1)
//! J = ∂r/∂x,  [J r] = Q [R q; 0 s]:  |J δ + r|² = |R δ + q|² + s²                              (LS.2)
//! step:  minimise |R δ + q|² + λ |D δ|²  over  lower ≤ x + δ ≤ upper                           (LS.3)
//! covariance  (RᵀR)⁻¹, times the variance of the noise where that is estimated                 (LS.4)
//! profile  P(x_j) = least C with x_j held; the interval is where P − C_min stays below a quantile (LS.5)
//! ```
//!
//! A [`Problem`] is asked for C(x) and for (LS.2) alone, a triangle of the size of its parameters, so that a million residuals need no
//! more memory than ten: portions are reduced one by one ([`Triangle`]), in parallel if the problem likes, and joined.
//! [`search`] goes down to a minimum, [`Worth`] says which parameters, or which combinations of them, the residuals determine,
//! and [`profile`] follows (LS.5).
//!
//! ```
//! use carom_estimate::{Bounds, Problem, Triangle, Worth, search};
//! use nalgebra::{DMatrix, DVector};
//!
//! /// y = x₀ exp(−x₁ t), measured with a noise of 0.1.
//! struct Decay;
//! impl Problem for Decay {
//!     fn parameters(&self) -> usize { 2 }
//!     fn reduced(&self, x: &DVector<f64>) -> Option<Triangle> {
//!         let measured = [(0.0, 2.1), (1.0, 1.1), (2.0, 0.7), (3.0, 0.4)];
//!         let r = DVector::from_fn(4, |i, _| (x[0] * (-x[1] * measured[i].0).exp() - measured[i].1) / 0.1);
//!         let j = DMatrix::from_fn(4, 2, |i, k| {
//!             let e = (-x[1] * measured[i].0).exp() / 0.1;
//!             if k == 0 { e } else { -x[0] * measured[i].0 * e }
//!         });
//!         Some(Triangle::of(&j, &r))
//!     }
//! }
//! let bounds = Bounds::new(vec![0.0, 0.0], vec![f64::INFINITY, 10.0]);
//! let found = search(&Decay, &DVector::from_vec(vec![1.0, 1.0]), &bounds).expect("a start with finite residuals");
//! assert!((found.x[1] - 0.5731).abs() < 1e-4 && found.cost < 1.0);
//! assert!(Worth::of(&found.triangle, &found.x, &bounds).undetermined.is_empty());
//! ```
//!
//! # Why not a crate
//! `levenberg-marquardt` has neither bounds nor losses and holds the whole Jacobian; `argmin` has no least squares within bounds. What is
//! needed is a page of code over QR and SVD, which are nalgebra's. Distributions are statrs's.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod boxed;
mod distribution;
mod loss;
mod profile;
mod search;
mod triangle;
mod worth;

pub use boxed::least_squares_in_box;
pub use distribution::{chance_of_chi_square, chi_square_quantile, student_quantile};
pub use loss::Loss;
pub use profile::{Crossing, Profile, profile};
pub use search::{Bounds, Ending, Found, Problem, search};
pub use triangle::Triangle;
pub use worth::{Combination, Loose, Worth};
