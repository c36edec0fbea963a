//! Reference solvers for simultaneous impacts, most of them frictionless.
//!
//! Everything here exists to check the product, so nothing here uses it: this crate does not depend on
//! `carom`, shares no code with it, and prefers being obviously right to being fast.
//!
//! The frictionless solvers answer the same question in contact space. Contact i has the normal velocity vᵢ (vᵢ < 0
//! approaches) and receives the normal impulse pᵢ ≥ 0:
//!
//! ```text
//! v = v₀ + W p          W = J M⁻¹ Jᵀ, symmetric, positive semidefinite                          (R.1)
//! ```
//!
//! Each contact carries a linear spring: compression d ≥ 0, force F = k d, strain energy E = k d²/2 and
//! ḋ = −v. The solvers differ in how they follow the springs:
//!
//! | module | independent variable | restitution laws | what it is for |
//! |---|---|---|---|
//! | [`brute`] | time | all three | the reference: right to about 1e-11 on small scenes |
//! | [`two_ball`] | primary impulse | hardening | \[Jia2013, sec. 4\] to the letter |
//! | [`wang`] | primary impulse | hardening | \[Wang2015, Algorithm 1\] to the letter |
//! | [`jia2012`] | normal impulse | hardening, with tangential compliance | \[Jia2012, Algorithm 1\], one contact with friction |
//! | [`lzb`] | primary impulse | bi-stiffness, hardening | the fixed-step LZB scheme, as engines run it |
//!
//! With friction there are three rows (t₁, t₂, n) per contact, and one solver: [`rubbing`], in time, with all three laws, for rigid and
//! compliant Coulomb friction, right to about 1e-12.
//!
//! [`collrule`] is the algebraic law of \[Chatterjee1998, appendix A.2\] for one contact.
//!
//! [`scenes`] builds the standard problems, and remembers the bodies behind them.
//!
//! Sources: Jia2013 is Jia, Mason and Erdmann, "Multiple impacts: a state transition diagram approach",
//! IJRR 32(1), 2013. Wang2015 is Wang, Lin and Jia, "Computational modeling of N-body collisions". Jia2008 is
//! the earlier, mono-stiffness model of the ball-ball-table collision.

pub mod brute;
pub mod collrule;
pub mod error;
pub mod jia2012;
pub mod lzb;
pub mod problem;
pub mod rubbing;
pub mod scenes;
pub mod two_ball;
pub mod wang;

pub use brute::{Brute, Law, Separation};
pub use error::ReferenceError;
pub use problem::{Outcome, Problem};
pub use scenes::Scene;
