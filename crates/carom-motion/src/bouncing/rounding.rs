//! What is zero to rounding.

/// A sum below this part of the sizes of its terms is zero: sixteen units in the last place, for the few operations behind each term.
pub(crate) const CANCELLED: f64 = 16.0 * f64::EPSILON;

/// The value, or exactly zero where it is the rounding of terms of the given total size.
pub(crate) fn significant(value: f64, terms: f64) -> f64 {
    if value.abs() <= CANCELLED * terms { 0.0 } else { value }
}
