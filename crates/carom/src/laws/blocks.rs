//! W by blocks: tangent, normal and what couples them.
//!
//! ```text
//! W = [[A, b], [bᵀ, c]] ,     W p = (A p_t + b pₙ, b·p_t + c pₙ)                                    (P.6)
//! ```

use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

/// A, b and c of (P.6).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Blocks {
    /// A, the tangential block.
    pub tangential: Matrix2<f64>,
    /// b, the column that couples tangent and normal.
    pub coupling: Vector2<f64>,
    /// c = Wₙₙ.
    pub normal: f64,
}

impl Blocks {
    #[inline]
    pub fn of(w: &Matrix3<f64>) -> Self {
        Self {
            tangential: w.fixed_view::<2, 2>(0, 0).into_owned(),
            coupling: w.fixed_view::<2, 1>(0, 2).into_owned(),
            normal: w.m33,
        }
    }

    /// W p of (P.6).
    pub fn velocity_change(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        let (tangential, normal) = (impulse.xy(), impulse.z);
        let change = self.tangential * tangential + self.coupling * normal;
        change.push(self.coupling.dot(&tangential) + self.normal * normal)
    }
    /// Whether nothing along t1 and n is coupled to t2.
    pub fn is_planar(&self) -> bool {
        self.coupling.y == 0.0 && self.tangential.m12 == 0.0
    }
}
