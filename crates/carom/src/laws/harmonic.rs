//! The zeros of trigonometric polynomials of the second degree.
//!
//! ```text
//! f(u) = u·Qu + l·u + c ,   u = (cos α, sin α)                                                        (I.17)
//! ```
//!
//! With t = tan(α/2), f (1 + t²)² is a quartic. Its roots with |t| ≤ 1, and those of the quartic for −u, are all there are.

use std::f64::consts::PI;

use nalgebra::{Matrix2, Vector2};

use super::quartic;
use super::short_list::ShortList;

/// Most zeros that are listed: four of each quartic, for a zero across t1 may be a root of both.
pub(crate) const MOST_ZEROS: usize = 8;

/// (I.17).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Harmonic {
    /// Symmetric Q.
    pub quadratic: Matrix2<f64>,
    /// l.
    pub linear: Vector2<f64>,
    /// c.
    pub constant: f64,
}

/// The half of the circle that a quartic covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// About t1.
    Near,
    /// About −t1.
    Far,
}

impl Harmonic {
    /// The unit vectors u at which it is zero.
    pub fn directions(&self) -> ShortList<Vector2<f64>, MOST_ZEROS> {
        self.zeros(|t, side| {
            let direction = Vector2::new(1.0 - t * t, 2.0 * t) / (1.0 + t * t);
            match side {
                Side::Near => direction,
                Side::Far => -direction,
            }
        })
    }

    /// Their angles, from −π/2 to 3π/2.
    pub fn angles(&self) -> ShortList<f64, MOST_ZEROS> {
        self.zeros(|t, side| match side {
            Side::Near => 2.0 * libm::atan(t),
            Side::Far => 2.0 * libm::atan(t) + PI,
        })
    }

    fn zeros<T: Copy + Default>(&self, zero: impl Fn(f64, Side) -> T) -> ShortList<T, MOST_ZEROS> {
        let mut zeros = ShortList::new();
        for side in [Side::Near, Side::Far] {
            for &t in quartic::roots(&self.quartic(side)).iter() {
                zeros.push(zero(t, side));
            }
        }
        zeros
    }

    /// Coefficients of f (1 + t²)² from the lowest.
    fn quartic(&self, side: Side) -> [f64; 5] {
        let (q, c) = (&self.quadratic, self.constant);
        let linear = match side {
            Side::Near => self.linear,
            Side::Far => -self.linear,
        };
        let (x, y) = (linear.x, linear.y);
        let mixed = 2.0 * q.m12;
        [
            q.m11 + c + x,
            2.0 * (mixed + y),
            4.0 * q.m22 + 2.0 * c - 2.0 * q.m11,
            2.0 * (y - mixed),
            q.m11 + c - x,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dozen roundings of numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    /// (cos α − 0.6)(sin α + 0.3).
    fn product() -> Harmonic {
        Harmonic {
            quadratic: Matrix2::new(0.0, 0.5, 0.5, 0.0),
            linear: Vector2::new(0.3, -0.6),
            constant: -0.18,
        }
    }

    #[test]
    fn all_four_zeros_of_a_product_are_found() {
        let mut expected = [0.6_f64.acos(), -(0.6_f64.acos()), -(0.3_f64.asin()), PI + 0.3_f64.asin()];
        expected.sort_by(f64::total_cmp);
        let mut angles = product().angles().to_vec();
        angles.sort_by(f64::total_cmp);
        assert_eq!(angles.len(), 4);
        for (angle, expected) in angles.iter().zip(expected) {
            assert!((angle - expected).abs() < FEW_ROUNDINGS, "{angle} {expected}");
        }
    }

    #[test]
    fn directions_are_those_of_the_angles() {
        for (direction, angle) in product().directions().iter().zip(product().angles().iter()) {
            assert!((direction - Vector2::new(angle.cos(), angle.sin())).norm() < FEW_ROUNDINGS);
        }
    }
}
