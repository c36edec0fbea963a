//! How numbers are written.

use crate::claim::{Computed, Published};
use crate::printed::Printed;

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
pub fn published(published: &Published) -> String {
    match published {
        Published::Numbers(printed) => {
            printed.iter().map(|number| with_minus(number.text())).collect::<Vec<_>>().join(", ")
        }
        Published::Words(text) | Published::Statement(text) => text.clone(),
    }
}

/// What was computed, to be read beside what was published.
pub fn computed(published: &Published, computed: &Computed) -> String {
    match (published, computed) {
        (Published::Numbers(printed), Computed::Numbers(values)) => {
            printed.iter().zip(values).map(|(p, &value)| beside(p, value)).collect::<Vec<_>>().join(", ")
        }
        (_, Computed::Numbers(values)) => {
            values.iter().map(|value| with_minus(&value.to_string())).collect::<Vec<_>>().join(", ")
        }
        (_, Computed::Words(text)) => text.clone(),
        (_, Computed::Checked(check)) => check.evidence.clone(),
    }
}

/// The largest difference, if numbers were published.
pub fn difference(published: &Published, computed: &Computed) -> Option<f64> {
    let (Published::Numbers(printed), Computed::Numbers(values)) = (published, computed) else { return None };
    printed.iter().zip(values).map(|(p, c)| (c - p.value()).abs()).reduce(f64::max)
}
