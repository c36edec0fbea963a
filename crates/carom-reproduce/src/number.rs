//! How numbers are written.

use crate::claim::{Computed, Published};
use crate::printed::Printed;

/// What stands in a column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// Numbers, each with its sign and digits.
    Numbers(Vec<String>),
    /// A text.
    Words(String),
}

impl Shown {
    /// As one line.
    pub fn line(self) -> String {
        match self {
            Self::Numbers(numbers) => numbers.join(", "),
            Self::Words(text) => text,
        }
    }
}

/// A true minus sign instead of a hyphen.
fn with_minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

/// A number with two decimals more than the printed one beside it.
fn beside(printed: &Printed, value: f64) -> String {
    let decimals = printed.decimals_beside();
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    with_minus(if is_zero { text.trim_start_matches('-') } else { &text })
}

/// What was published.
pub fn published(published: &Published) -> Shown {
    match published {
        Published::Numbers(printed) => {
            Shown::Numbers(printed.iter().map(|number| with_minus(number.text())).collect())
        }
        Published::Words(text) | Published::Statement(text) | Published::OwnCheck(text) => {
            Shown::Words(text.clone())
        }
    }
}

/// What was computed, to be read beside what was published.
pub fn computed(published: &Published, computed: &Computed) -> Shown {
    match (published, computed) {
        (Published::Numbers(printed), Computed::Numbers(values)) => {
            Shown::Numbers(printed.iter().zip(values).map(|(p, &value)| beside(p, value)).collect())
        }
        (_, Computed::Numbers(values)) => {
            Shown::Numbers(values.iter().map(|value| with_minus(&value.to_string())).collect())
        }
        (_, Computed::Words(text)) => Shown::Words(text.clone()),
        (_, Computed::Checked(check)) => Shown::Words(check.evidence.clone()),
    }
}

/// The largest difference, if numbers were published.
pub fn difference(published: &Published, computed: &Computed) -> Option<f64> {
    let (Published::Numbers(printed), Computed::Numbers(values)) = (published, computed) else { return None };
    printed.iter().zip(values).map(|(p, c)| (c - p.value()).abs()).reduce(f64::max)
}

/// A size or an error in so many significant digits, as a power of ten only where plain decimals would be long.
pub fn size(value: f64, digits: usize) -> String {
    /// From here to [`LARGE`] decimals are short.
    const SMALL: f64 = 1e-3;
    const LARGE: f64 = 1e4;
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(SMALL..LARGE).contains(&value.abs()) {
        return format!("{value:.*e}", digits.saturating_sub(1));
    }
    let above_one = value.abs().log10().floor() as i32;
    let decimals = (digits as i32 - 1 - above_one).max(0) as usize;
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_ten_only_where_decimals_are_long() {
        let sizes = [(0.0, "0"), (32.9, "32.9"), (-0.5, "-0.500"), (1e-12, "1.00e-12"), (7.0e4, "7.00e4")];
        for (value, text) in sizes {
            assert_eq!(size(value, 3), text);
        }
        assert_eq!(size(1234.5, 2), "1234");
        assert_eq!(size(f64::NAN, 2), "NaN");
    }
}
