//! The outcome of checking a statement on many cases.

use crate::number;

/// A statement checked on cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// How many cases were tried.
    pub cases: usize,
    /// How many of them contradict the statement.
    pub failures: usize,
    /// What was measured, in words with numbers: the largest error found, or the counter-example.
    pub evidence: String,
}

impl Check {
    /// A statement that holds in all but `failures` of the cases.
    #[must_use]
    pub fn counted(cases: usize, failures: usize, evidence: impl Into<String>) -> Self {
        Self { cases, failures, evidence: evidence.into() }
    }

    /// A statement about one case.
    #[must_use]
    pub fn once(holds: bool, evidence: impl Into<String>) -> Self {
        Self::counted(1, usize::from(!holds), evidence)
    }

    /// Numbers that must not exceed a bound; `quantity` says what they are. One that is not a number fails.
    #[must_use]
    pub fn bounded(quantity: &str, values: impl IntoIterator<Item = f64>, bound: f64) -> Self {
        let (mut cases, mut failures, mut worst) = (0, 0, f64::NEG_INFINITY);
        for value in values {
            cases += 1;
            failures += usize::from(value.is_nan() || value > bound);
            worst = if value > worst || value.is_nan() { value } else { worst };
        }
        let [worst, bound] = [worst, bound].map(|size| number::size(size, 3));
        Self::counted(cases, failures, format!("largest {quantity}: {worst} (allowed: {bound})"))
    }

    /// Whether it holds in every case, of which there must be one at least.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.cases > 0 && self.failures == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_fails_where_it_is_passed_and_where_nothing_was_checked() {
        assert!(Check::bounded("error", [1.0, 2.0], 2.0).holds());
        assert!(!Check::bounded("error", [1.0, 3.0], 2.0).holds());
        assert!(!Check::bounded("error", [f64::NAN], 2.0).holds());
        assert!(!Check::bounded("error", [], 2.0).holds());
    }
}
