//! Real roots of a quartic between −1 and 1.

use carom_taylor::evaluate;

/// Bisections from an interval of length two to neighbouring numbers of order one; regula falsi needs a dozen.
const MOST_PASSES: usize = 120;

/// All roots in [−1, 1] of Σ cⱼ tʲ, each where the sign changes. Between the roots of its derivative a polynomial is monotone,
/// so that the derivatives, from the linear one up, isolate the roots of each other.
pub(crate) fn roots(coefficients: &[f64; 5]) -> Vec<f64> {
    let mut between = Vec::new();
    for order in (0..4).rev() {
        let derivative: Vec<f64> = (order..5).map(|j| coefficients[j] * falling(j, order)).collect();
        let mut ends = vec![-1.0];
        ends.append(&mut between);
        ends.push(1.0);
        between = ends.windows(2).filter_map(|pair| sign_change(&derivative, pair[0], pair[1])).collect();
        between.dedup();
    }
    between
}

/// j(j − 1)…(j − order + 1).
fn falling(j: usize, order: usize) -> f64 {
    (0..order).map(|i| (j - i) as f64).product()
}

/// The root of a monotone polynomial between two numbers, by bisection and regula falsi in turn.
fn sign_change(coefficients: &[f64], low: f64, high: f64) -> Option<f64> {
    let (mut low, mut high) = (low, high);
    let (mut at_low, mut at_high) = (evaluate(coefficients, low), evaluate(coefficients, high));
    if at_low == 0.0 {
        return Some(low);
    }
    if at_high == 0.0 {
        return Some(high);
    }
    if at_low.signum() == at_high.signum() {
        return None;
    }
    for pass in 0..MOST_PASSES {
        let middle = if pass % 2 == 0 {
            low - at_low * (high - low) / (at_high - at_low)
        } else {
            low + (high - low) / 2.0
        };
        if middle <= low || middle >= high {
            if pass % 2 == 1 {
                break;
            }
            continue;
        }
        let value = evaluate(coefficients, middle);
        if value == 0.0 {
            return Some(middle);
        }
        if value.signum() == at_low.signum() {
            (low, at_low) = (middle, value);
        } else {
            (high, at_high) = (middle, value);
        }
    }
    Some(if at_low.abs() <= at_high.abs() { low } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two roots of order one a tenth apart lose a digit or two.
    const FEW_ROUNDINGS: f64 = 1e-13;

    /// (t − r₁)(t − r₂)(t − r₃)(t − r₄).
    fn with_roots(r: [f64; 4]) -> [f64; 5] {
        let mut c = [1.0, 0.0, 0.0, 0.0, 0.0];
        for (degree, r) in r.into_iter().enumerate() {
            for j in (0..=degree + 1).rev() {
                c[j] = if j > 0 { c[j - 1] } else { 0.0 } - r * c[j];
            }
        }
        c
    }

    #[test]
    fn all_roots_in_the_interval_are_found_and_no_others() {
        let found = roots(&with_roots([-0.9, 0.1, 0.2, 3.0]));
        assert_eq!(found.len(), 3);
        for (found, expected) in found.iter().zip([-0.9, 0.1, 0.2]) {
            assert!((found - expected).abs() < FEW_ROUNDINGS, "{found}");
        }
        assert!(roots(&with_roots([2.0, -2.0, 1.5, -1.5])).is_empty());
        assert_eq!(roots(&with_roots([1.0, -1.0, 0.5, -0.5])).len(), 4);
    }

    #[test]
    fn lower_degrees_are_quartics_too() {
        assert_eq!(roots(&[-0.5, 1.0, 0.0, 0.0, 0.0]), [0.5]);
        assert!(roots(&[1.0, 0.0, 0.0, 0.0, 0.0]).is_empty());
        assert!((roots(&[-0.25, 0.0, 1.0, 0.0, 0.0])[1] - 0.5).abs() < FEW_ROUNDINGS);
    }
}
