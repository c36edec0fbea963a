//! The contact's equations of motion, (Q.1), over the normal impulse or, where friction is infinite, over the tangential one.
//!
//! Slip moves along (dp_t, dpₙ) = (−μu, 1) dx. Infinite friction leaves no normal impulse for it, (Q.9), and the same line is
//! (−u, 0) dx. Both are (−m u, k) dx with weights m and k, and with them everything else is the same.

use nalgebra::{Matrix2, Matrix3, Vector2};

/// Part of its terms by which a sum of a handful of products may miss zero: sixteen units in the last place.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// W of (P.1) by blocks, and the two weights of slip.
#[derive(Debug, Clone)]
pub(super) struct ContactSpace {
    /// A, the tangential block.
    pub tangential: Matrix2<f64>,
    /// b, the column that couples tangent and normal.
    pub coupling: Vector2<f64>,
    /// c = Wₙₙ.
    pub normal: f64,
    /// m: tangential impulse of slip per unit of its course x. μ, or one where that is infinite.
    pub friction: f64,
    /// k: normal impulse of slip per unit of its course x. One, or zero where friction is infinite.
    pub share: f64,
}

impl ContactSpace {
    pub fn new(inverse_mass: &Matrix3<f64>, friction: f64) -> Self {
        let (friction, share) = if friction.is_finite() { (friction, 1.0) } else { (1.0, 0.0) };
        Self {
            tangential: inverse_mass.fixed_view::<2, 2>(0, 0).into_owned(),
            coupling: inverse_mass.fixed_view::<2, 1>(0, 2).into_owned(),
            normal: inverse_mass.m33,
            friction,
            share,
        }
    }

    /// dvₙ/dx of (Q.1) for the impulse (φ, k) dx; zero if that is all but rounding.
    pub fn normal_rate(&self, force: &Vector2<f64>, share: f64) -> f64 {
        let (push, pull) = (self.normal * share, self.coupling.dot(force));
        without_rounding(push + pull, push + pull.abs())
    }

    /// h of (Q.5): dv_t/dx while slipping along `direction`.
    pub fn slip_drift(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        self.coupling * self.share - self.tangential * direction * self.friction
    }

    /// Whether friction can carry the tangential force φ per unit of normal force: |φ| ≤ μ.
    pub fn holds(&self, force: &Vector2<f64>) -> bool {
        force.norm() * self.share <= self.friction
    }

    /// Bound of |h| over all directions.
    pub fn drift_scale(&self) -> f64 {
        self.coupling.norm() * self.share + self.friction * self.tangential.norm()
    }

    /// Whether slip along `direction` does not turn: |g| of (Q.5) is rounding.
    pub fn is_invariant(&self, direction: &Vector2<f64>) -> bool {
        perpendicular(direction).dot(&self.slip_drift(direction)).abs() <= ROUNDING * self.drift_scale()
    }
}

/// The vector turned by a right angle, from t1 towards t2.
pub(super) fn perpendicular(vector: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-vector.y, vector.x)
}

/// Zero if the value is within the rounding of terms of the given size.
pub(super) fn without_rounding(value: f64, terms: f64) -> f64 {
    if value.abs() <= ROUNDING * terms { 0.0 } else { value }
}
