//! Vectors of numbers with derivatives.

use nalgebra::{Matrix3, Vector3};

use crate::dual::Number;

pub(super) type V<T> = [T; 3];

#[inline]
pub(super) fn constant<T: Number>(vector: &Vector3<f64>) -> V<T> {
    [T::constant(vector.x), T::constant(vector.y), T::constant(vector.z)]
}

#[inline]
pub(super) fn value<T: Number>(v: &V<T>) -> Vector3<f64> {
    Vector3::new(v[0].value(), v[1].value(), v[2].value())
}

#[inline]
pub(super) fn zero<T: Number>() -> V<T> {
    [T::constant(0.0); 3]
}

#[inline]
pub(super) fn add<T: Number>(a: &V<T>, b: &V<T>) -> V<T> {
    std::array::from_fn(|i| a[i] + b[i])
}

#[inline]
pub(super) fn sub<T: Number>(a: &V<T>, b: &V<T>) -> V<T> {
    std::array::from_fn(|i| a[i] - b[i])
}

#[inline]
pub(super) fn scaled<T: Number>(a: &V<T>, by: T) -> V<T> {
    a.map(|x| x * by)
}

#[inline]
pub(super) fn dot<T: Number>(a: &V<T>, b: &V<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
pub(super) fn cross<T: Number>(a: &V<T>, b: &V<T>) -> V<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline]
pub(super) fn transformed<T: Number>(m: &Matrix3<f64>, a: &V<T>) -> V<T> {
    std::array::from_fn(|i| (0..3).fold(T::constant(0.0), |sum, j| sum + T::constant(m[(i, j)]) * a[j]))
}
