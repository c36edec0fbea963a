//! The contact's equations of motion, (Q.1), over the normal impulse or, where friction is infinite, over the tangential one.
//!
//! Slip moves along (dp_t, dpₙ) = (−μu, 1) dx. Infinite friction leaves no normal impulse for it, (Q.9), and the same line is
//! (−u, 0) dx. Both are (−m u, k) dx with weights m and k, and with them everything else is the same.

//!
//! Unlike the weights of [`Cone`](crate::laws::cone::Cone), of which the larger is one, k is one for every finite μ: the course
//! is pₙ itself, so that what slip stored is still worth the same when the contact sticks.

use nalgebra::Vector2;

use crate::laws::blocks::Blocks;
use crate::laws::rounding::{ROUNDING, without_rounding};
use crate::laws::tangent::perpendicular;

/// W by blocks, and the two weights of slip.
#[derive(Debug, Clone)]
pub(crate) struct ContactSpace {
    pub blocks: Blocks,
    /// m: tangential impulse of slip per unit of its course x. μ, or one where that is infinite.
    pub friction: f64,
    /// k: normal impulse of slip per unit of its course x. One, or zero where friction is infinite.
    pub share: f64,
}

impl ContactSpace {
    pub fn new(blocks: Blocks, friction: f64) -> Self {
        let (friction, share) = if friction.is_finite() { (friction, 1.0) } else { (1.0, 0.0) };
        Self { blocks, friction, share }
    }

    /// dvₙ/dx of (Q.1) for the impulse (φ, k) dx; zero if that is all but rounding.
    pub fn normal_rate(&self, force: &Vector2<f64>, share: f64) -> f64 {
        let (push, pull) = (self.blocks.normal * share, self.blocks.coupling.dot(force));
        without_rounding(push + pull, push + pull.abs())
    }

    /// h of (Q.5): dv_t/dx while slipping along `direction`.
    pub fn slip_drift(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        self.blocks.coupling * self.share - self.blocks.tangential * direction * self.friction
    }

    /// Whether friction can carry the tangential force φ per unit of normal force: |φ| ≤ μ.
    pub fn holds(&self, force: &Vector2<f64>) -> bool {
        force.norm() * self.share <= self.friction
    }

    /// Bound of |h| over all directions.
    pub fn drift_scale(&self) -> f64 {
        self.blocks.coupling.norm() * self.share + self.friction * self.blocks.tangential.norm()
    }

    /// Whether slip along `direction` does not turn: |g| of (Q.5) is rounding.
    pub fn is_invariant(&self, direction: &Vector2<f64>) -> bool {
        perpendicular(direction).dot(&self.slip_drift(direction)).abs() <= ROUNDING * self.drift_scale()
    }
}
