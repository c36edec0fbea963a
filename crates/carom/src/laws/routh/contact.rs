//! The contact's equations of motion over the normal impulse, (Q.1).

use nalgebra::{Matrix2, Matrix3, Vector2};

/// Part of its terms by which a sum of a handful of products may miss zero: sixteen units in the last place.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// W of (P.1) by blocks, and the coefficient of friction.
#[derive(Debug, Clone)]
pub(super) struct ContactSpace {
    /// A, the tangential block.
    pub tangential: Matrix2<f64>,
    /// b, the column that couples tangent and normal.
    pub coupling: Vector2<f64>,
    /// c = Wₙₙ.
    pub normal: f64,
    /// μ.
    pub friction: f64,
}

impl ContactSpace {
    pub fn new(inverse_mass: &Matrix3<f64>, friction: f64) -> Self {
        Self {
            tangential: inverse_mass.fixed_view::<2, 2>(0, 0).into_owned(),
            coupling: inverse_mass.fixed_view::<2, 1>(0, 2).into_owned(),
            normal: inverse_mass.m33,
            friction,
        }
    }

    /// dvₙ/dpₙ of (Q.1) under the tangential force φ per unit of normal force; zero if that is all but rounding.
    pub fn normal_rate(&self, force: &Vector2<f64>) -> f64 {
        let pull = self.coupling.dot(force);
        without_rounding(self.normal + pull, self.normal + pull.abs())
    }

    /// h of (Q.5): dv_t/dpₙ while slipping along `direction`.
    pub fn slip_drift(&self, direction: &Vector2<f64>) -> Vector2<f64> {
        self.coupling - self.tangential * direction * self.friction
    }

    /// Bound of |h| over all directions.
    pub fn drift_scale(&self) -> f64 {
        self.coupling.norm() + self.friction * self.tangential.norm()
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
