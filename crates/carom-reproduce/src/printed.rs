//! A number as it is printed: its value and how many digits of it can be trusted.

/// A printed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    text: String,
    value: f64,
    /// One unit in the last place that is printed.
    last_place: f64,
}

impl Printed {
    /// Reads a decimal number such as `-1.92746`, `3e-4` or `5`; nothing if it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
        Some(Self { text: text.to_owned(), value, last_place: 10f64.powi(exponent - decimals) })
    }

    /// As printed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its value.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The most by which a number may differ that rounds to the printed one: half a unit in the last place, and the
    /// rounding of the comparison itself.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        0.5 * self.last_place + 4.0 * f64::EPSILON * self.value.abs()
    }

    /// How many decimals are needed to show a number beside it with two digits more.
    #[must_use]
    pub fn decimals_beside(&self) -> usize {
        (2 - self.last_place.log10().round() as i32).clamp(0, 15) as usize
    }

    /// How many significant digits are printed.
    #[must_use]
    pub fn digits(&self) -> u32 {
        significant_digits(self.value, self.last_place)
    }

    /// To how many significant digits a number agrees with it, at most as many as are printed.
    #[must_use]
    pub fn agreement(&self, computed: f64) -> u32 {
        let off = (computed - self.value).abs();
        if off <= self.rounding() {
            return self.digits();
        }
        significant_digits(self.value, 2.0 * off)
    }
}

/// How many decimal places a value has above the given unit.
fn significant_digits(value: f64, unit: f64) -> u32 {
    if value == 0.0 || !unit.is_finite() {
        return 0;
    }
    let places = value.abs().log10().floor() - (unit.log10() - 1e-9).ceil() + 1.0;
    places.clamp(0.0, 17.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Printed {
        Printed::parse(text).expect("a literal number")
    }

    #[test]
    fn the_last_place_is_that_of_the_text() {
        for (text, rounding) in
            [("0.94484", 5e-6), ("-1.92746", 5e-6), ("5", 0.5), ("3e-4", 5e-5), ("1.250", 5e-4)]
        {
            let off = printed(text).rounding() - rounding;
            assert!((0.0..1e-14).contains(&off), "{text}: {off}");
        }
        assert_eq!(Printed::parse("five"), None);
        assert_eq!(Printed::parse("inf"), None);
    }

    #[test]
    fn digits_are_counted_from_the_first_that_is_not_zero() {
        assert_eq!(["0.94484", "0.0004", "-1.92746", "120"].map(|text| printed(text).digits()), [5, 1, 6, 3]);
    }

    #[test]
    fn agreement_is_in_significant_digits() {
        assert_eq!(printed("0.94484").agreement(0.944_840_4), 5);
        // Off by 2.7e-4: half a unit of the third decimal.
        assert_eq!(printed("0.94484").agreement(0.945_114_6), 3);
        assert_eq!(printed("0.570982").agreement(0.544_090), 1);
        assert_eq!(printed("1").agreement(7.0), 0);
    }
}
