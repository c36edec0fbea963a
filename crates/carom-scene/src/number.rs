//! Numbers that stand alone in a sentence; those of a table are written by `report::digits`.

/// Sizes within which plain decimals are easier to read than powers of ten.
const PLAIN: std::ops::Range<f64> = 1e-3..1e5;

/// The number to so many significant digits, with a power of ten where it is very small or very large.
pub(crate) fn short(number: f64, digits: usize) -> String {
    exact(format!("{number:.*e}", digits.saturating_sub(1)).parse().unwrap_or(number))
}

/// All digits of the number, with a power of ten where it is very small or very large.
pub(crate) fn exact(number: f64) -> String {
    if number == 0.0 || PLAIN.contains(&number.abs()) { format!("{number}") } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_ordinary_size_are_plain_decimals() {
        for (number, written) in [
            (97.730_01, "97.73"),
            (-0.034_251, "-0.03425"),
            (99_999.0, "1e5"),
            (12_345.6, "12350"),
            (0.001, "0.001"),
            (0.000_987_654, "9.877e-4"),
            (0.0, "0"),
        ] {
            assert_eq!(short(number, 4), written);
        }
    }
}
