//! What is zero to rounding, for all motion: a sum is the rounding of its terms if it is a few units in their last place.

/// A sum below this part of the sizes of its terms is zero: sixteen units in the last place, for the few operations behind each term.
/// Also the floor of the impact engine's velocities, twice over.
pub(crate) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The value, or exactly zero where it is the rounding of terms of the given total size.
pub(crate) fn significant(value: f64, terms: f64) -> f64 {
    if value.abs() <= ROUNDING * terms { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_terms_that_cancel_is_nothing_and_a_part_in_a_million_of_them_is_something() {
        assert_eq!(significant(0.1 + 0.2 - 0.3, 0.6), 0.0);
        assert_eq!(significant(1e-6, 1.0), 1e-6);
    }
}
