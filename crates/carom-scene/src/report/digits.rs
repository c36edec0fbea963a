//! Numbers for people: as many digits as make sense beside the other numbers of a table.

/// Significant digits of the largest number of a table; one more for a power of ten, so that what is left of a unit
/// has them too.
const SIGNIFICANT: i32 = 6;
/// Below this part of the largest number of a table a number is the rounding of a zero.
const ROUNDING: f64 = 1e-13;
/// Powers of ten next above the largest number for which plain decimals are easier to read than exponents.
const PLAIN: std::ops::RangeInclusive<i32> = -3..=7;

/// The same of what many impacts one after the other have led to: each multiplies the rounding of those before, a break by 10⁵.
const GROWN_ROUNDING: f64 = 1e-10;

/// How the numbers of one table are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Digits {
    largest: f64,
    rounding: f64,
}

impl Digits {
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let largest = numbers.into_iter().map(f64::abs).filter(|x| x.is_finite()).fold(0.0, f64::max);
        Self { largest, rounding: ROUNDING }
    }

    /// Digits for the end of a motion.
    pub fn of_end(numbers: impl IntoIterator<Item = f64>) -> Self {
        Self { rounding: GROWN_ROUNDING, ..Self::of(numbers) }
    }

    /// Whether a number is nothing beside the largest.
    pub fn is_rounding(&self, x: f64) -> bool {
        x.abs() <= self.rounding * self.largest
    }

    pub fn write(&self, x: f64) -> String {
        if self.is_rounding(x) {
            return "0".to_owned();
        }
        if self.largest == 0.0 {
            return x.to_string(); // Not finite.
        }
        let power = libm::log10(self.largest).ceil() as i32;
        let decimals = (SIGNIFICANT - power).max(0);
        let visible = x.abs() >= 0.5 * 10f64.powi(-decimals);
        match (PLAIN.contains(&power), visible) {
            (true, true) => format!("{x:.*}", decimals as usize),
            (true, false) => format!("{x:.1e}"),
            (false, _) => format!("{x:.*e}", SIGNIFICANT as usize - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<const N: usize>(numbers: [f64; N]) -> [String; N] {
        let digits = Digits::of(numbers);
        numbers.map(|x| digits.write(x))
    }

    #[test]
    fn all_numbers_of_a_table_end_at_the_same_decimal() {
        assert_eq!(written([12.5, -0.123456789]), ["12.5000", "-0.1235"]);
    }

    #[test]
    fn rounding_is_shown_as_zero_and_small_numbers_keep_a_digit() {
        assert_eq!(written([1.0, 1e-17, -2.5e-9]), ["1.000000", "0", "-2.5e-9"]);
    }

    #[test]
    fn rounding_that_impacts_have_multiplied_is_shown_as_zero_too() {
        let end = Digits::of_end([1.2, -6.3e-12]);
        assert_eq!([1.2, -6.3e-12, 2e-9].map(|x| end.write(x)), ["1.20000", "0", "2.0e-9"]);
    }

    #[test]
    fn numbers_far_from_one_have_exponents() {
        assert_eq!(written([1.5e-9, 0.0]), ["1.50000e-9", "0"]);
        assert_eq!(written([2.0e12]), ["2.00000e12"]);
        assert_eq!(written([0.0]), ["0"]);
    }
}
