//! The order of contacts along a fixed direction.

use std::cmp::Ordering;

use nalgebra::{Vector3, vector};

/// Where a contact or hinge is, and its normal or axis.
pub(super) struct Position {
    pub point: Vector3<f64>,
    pub direction: Vector3<f64>,
}

/// (1, ∛2, ∛5): no combination of its components with rational coefficients, or with square roots of rationals, is zero. So
/// the points of square, cubic and hexagonal arrangements all lie at different places along it.
fn nowhere_special() -> Vector3<f64> {
    vector![1.0, libm::cbrt(2.0), libm::cbrt(5.0)]
}

/// The numbers in the order of their places along [`nowhere_special`]; at the same place by normal, then by number.
pub(super) fn order(positions: &[Position]) -> Vec<usize> {
    let along = nowhere_special();
    let place = |i: &usize| {
        let Position { point, direction } = &positions[*i];
        [point.dot(&along), direction.dot(&along)]
    };
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
    order
}
