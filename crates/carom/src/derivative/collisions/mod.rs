//! Derivatives of collisions that come one after the other, and of a single one.
//!
//! Between collisions nothing changes; each changes the variation as it changed the velocities, (D.2):
//!
//! ```text
//! δpᵢ = (∂p/∂v) δvᵢ + (∂p/∂W) δWᵢᵢ + (∂p/∂e) δe + …      δvⱼ ← δvⱼ + Wⱼᵢ δpᵢ + δWⱼᵢ pᵢ              (J.6)
//! ```
//!
//! with the law's own derivatives ([`slopes`](crate::laws::slopes())). Endless rounds, (D.4), are followed until nothing is left of them nor of what
//! they change: in the k-th round to come impulses are λᵏ times those of the last one, and velocities differ by as much from those at the
//! end. A law is homogeneous, but its derivatives need not be the same from round to round; so they are taken at each.
//!
//! The outcome has a kink where contacts tie whose order counts, where one is left that touches without approaching, and where the law
//! has one.

mod bodies;
mod contact_space;
mod replay;
mod variation;

use super::contact_space::Differentiated;
