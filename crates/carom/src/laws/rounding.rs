//! What is no more than rounding.

/// Part of its terms by which a sum of a handful of products may miss zero: sixteen units in the last place.
pub(crate) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// What the shortest impulse that stops a velocity leaves of it is rounding below this part of its terms: that of W⁺, whose
/// eigenvalues are known to 1e-13 of the largest, with a digit to spare.
pub(super) const ROUNDING_OF_REST: f64 = 1e-12;

/// Zero if the value is within the rounding of terms of the given size.
pub(super) fn without_rounding(value: f64, terms: f64) -> f64 {
    if value.abs() <= ROUNDING * terms { 0.0 } else { value }
}
