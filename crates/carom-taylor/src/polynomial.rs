//! Evaluation, integration and change of variable of polynomials in ascending coefficients.

/// Σ cⱼ sʲ by Horner's rule.
#[inline]
#[must_use]
pub fn evaluate(coefficients: &[f64], s: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, &c| sum * s + c)
}

/// Value and first derivative at `s` in one pass.
#[inline]
#[must_use]
pub fn evaluate_with_slope(coefficients: &[f64], s: f64) -> (f64, f64) {
    coefficients.iter().rev().fold((0.0, 0.0), |(value, slope), &c| (value * s + c, slope * s + value))
}

/// ∫₀ˢ Σ cⱼ xʲ dx = Σ cⱼ sʲ⁺¹/(j+1).
#[inline]
#[must_use]
pub fn integral(coefficients: &[f64], s: f64) -> f64 {
    let sum = coefficients.iter().enumerate().rev().fold(0.0, |sum, (j, &c)| sum * s + c / (j + 1) as f64);
    sum * s
}

/// Σ |cⱼ| sʲ: the size of the terms that make up the value at `s`, which is what its rounding error scales with.
#[inline]
#[must_use]
pub fn magnitude(coefficients: &[f64], s: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, &c| sum * s + c.abs())
}

/// Replaces c(x) by c(x·factor).
pub fn stretch(coefficients: &mut [f64], factor: f64) {
    let mut power = 1.0;
    for c in coefficients {
        *c *= power;
        power *= factor;
    }
}

/// Replaces c(x) by c(1 + x), by repeated synthetic division: n(n−1)/2 additions.
pub fn shift_by_one(coefficients: &mut [f64]) {
    let n = coefficients.len();
    for lowest in 0..n.saturating_sub(1) {
        for j in (lowest..n - 1).rev() {
            coefficients[j] += coefficients[j + 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn horner_gives_value_slope_and_integral_of_a_cubic() {
        let c = [2.0, -1.0, 0.5, 4.0];
        assert_eq!(evaluate(&c, 2.0), 2.0 - 2.0 + 2.0 + 32.0);
        assert_eq!(evaluate_with_slope(&c, 2.0), (34.0, -1.0 + 2.0 + 48.0));
        assert_eq!(integral(&c, 2.0), 4.0 - 2.0 + 0.5 * 8.0 / 3.0 + 16.0);
        assert_eq!(magnitude(&c, 2.0), 2.0 + 2.0 + 2.0 + 32.0);
    }

    #[test]
    fn the_empty_polynomial_is_zero() {
        assert_eq!(evaluate(&[], 3.0), 0.0);
        assert_eq!(integral(&[], 3.0), 0.0);
        shift_by_one(&mut []);
    }

    #[test]
    fn shifting_and_stretching_change_the_variable() {
        let c = [1.0, 2.0, 3.0, -4.0];
        let mut shifted = c;
        shift_by_one(&mut shifted);
        assert_eq!(evaluate(&shifted, 0.5), evaluate(&c, 1.5));
        let mut stretched = c;
        stretch(&mut stretched, 0.25);
        assert_eq!(evaluate(&stretched, 2.0), evaluate(&c, 0.5));
    }
}
