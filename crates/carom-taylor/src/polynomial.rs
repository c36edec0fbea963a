//! Evaluation, integration and change of variable of polynomials in ascending coefficients.

/// Σ cⱼ sʲ by Horner's rule.
#[inline]
#[must_use]
pub fn evaluate(coefficients: &[f64], s: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, &c| sum * s + c)
}

/// Value and first derivative at `s` in one pass.
///
/// With x = s², f = E(x) + s·O(x): the even and the odd part are independent chains of half the length, and the
/// processor works on both at once.
#[inline]
#[must_use]
pub fn evaluate_with_slope(coefficients: &[f64], s: f64) -> (f64, f64) {
    let x = s * s;
    let (pairs, last) = coefficients.as_chunks::<2>();
    let (mut even, mut even_slope) = (last.first().copied().unwrap_or(0.0), 0.0);
    let (mut odd, mut odd_slope) = (0.0, 0.0);
    for &[c_even, c_odd] in pairs.iter().rev() {
        (even, even_slope) = (even * x + c_even, even_slope * x + even);
        (odd, odd_slope) = (odd * x + c_odd, odd_slope * x + odd);
    }
    (even + s * odd, 2.0 * s * even_slope + odd + 2.0 * x * odd_slope)
}

/// f, f', f''/2 and f'''/6 at `s`: the expansion about `s` to third order.
///
/// As in [`evaluate_with_slope`], E and O are expanded in x = s² side by side; (s + h)² = x + 2sh + h² gives the
/// expansion in h.
pub(crate) fn expand_to_third_order(coefficients: &[f64], s: f64) -> [f64; 4] {
    let x = s * s;
    let (pairs, last) = coefficients.as_chunks::<2>();
    let (mut even, mut odd) = ([last.first().copied().unwrap_or(0.0), 0.0, 0.0, 0.0], [0.0; 4]);
    for &[c_even, c_odd] in pairs.iter().rev() {
        even = [even[0] * x + c_even, even[1] * x + even[0], even[2] * x + even[1], even[3] * x + even[2]];
        odd = [odd[0] * x + c_odd, odd[1] * x + odd[0], odd[2] * x + odd[1], odd[3] * x + odd[2]];
    }
    let in_h = |[value, first, second, third]: [f64; 4]| {
        [value, 2.0 * s * first, first + 4.0 * x * second, 4.0 * s * (second + 2.0 * x * third)]
    };
    let (even, odd) = (in_h(even), in_h(odd));
    [
        even[0] + s * odd[0],
        even[1] + s * odd[1] + odd[0],
        even[2] + s * odd[2] + odd[1],
        even[3] + s * odd[3] + odd[2],
    ]
}

/// Σ cⱼ: the value at 1, even and odd terms side by side.
#[inline]
pub(crate) fn sum(coefficients: &[f64]) -> f64 {
    let (pairs, last) = coefficients.as_chunks::<2>();
    let [even, odd] = pairs.iter().fold([0.0; 2], |[even, odd], pair| [even + pair[0], odd + pair[1]]);
    even + odd + last.first().copied().unwrap_or(0.0)
}

/// ∫₀ˢ Σ cⱼ xʲ dx = Σ cⱼ sʲ⁺¹/(j+1).
#[inline]
#[must_use]
pub fn integral(coefficients: &[f64], s: f64) -> f64 {
    let sum = coefficients.iter().enumerate().rev().fold(0.0, |sum, (j, &c)| sum * s + c / (j + 1) as f64);
    sum * s
}

/// Σ |cⱼ sʲ|: the size of the terms that make up the value at `s`, which is what its rounding error scales with.
#[inline]
#[must_use]
pub fn magnitude(coefficients: &[f64], s: f64) -> f64 {
    let x = s * s;
    let (pairs, last) = coefficients.as_chunks::<2>();
    let mut size = [last.first().map_or(0.0, |c| c.abs()), 0.0];
    for pair in pairs.iter().rev() {
        for i in 0..2 {
            size[i] = size[i] * x + pair[i].abs();
        }
    }
    size[0] + s.abs() * size[1]
}

/// Replaces c(x) by c(x·factor).
pub(crate) fn stretch(coefficients: &mut [f64], factor: f64) {
    let mut power = 1.0;
    for c in coefficients {
        *c *= power;
        power *= factor;
    }
}

/// Most coefficients of a polynomial that can be shifted.
pub(crate) const MAX_SHIFTED: usize = 48;

/// Binomial coefficients C(j, k) by rows j; exact, since the largest is below 2⁵³.
static BINOMIALS: [[f64; MAX_SHIFTED]; MAX_SHIFTED] = {
    let mut table = [[0.0; MAX_SHIFTED]; MAX_SHIFTED];
    let mut j = 0;
    while j < MAX_SHIFTED {
        table[j][0] = 1.0;
        let mut k = 1;
        while k <= j {
            table[j][k] = table[j - 1][k - 1] + table[j - 1][k];
            k += 1;
        }
        j += 1;
    }
    table
};

/// By less than this, a polynomial is shifted by Horner's scheme: powers of 1/`by` would leave the range of numbers.
const LEAST_STRETCH: f64 = 1.0 / (1u64 << 24) as f64;

/// Replaces c(x) by c(x + `by`). At most [`crate::MAX_COEFFICIENTS`] coefficients.
///
/// # Panics
/// If there are more.
pub fn shift(coefficients: &mut [f64], by: f64) {
    if by >= LEAST_STRETCH {
        stretch(coefficients, by);
        shift_by_one(coefficients);
        return stretch(coefficients, 1.0 / by);
    }
    for first in 0..coefficients.len() {
        let mut carry = 0.0;
        for c in coefficients[first..].iter_mut().rev() {
            *c += by * carry;
            carry = *c;
        }
    }
}

/// Replaces c(x) by c(1 + x): c'ₖ = Σⱼ C(j, k) cⱼ. At most [`MAX_SHIFTED`] coefficients.
pub(crate) fn shift_by_one(coefficients: &mut [f64]) {
    let mut shifted = [0.0; MAX_SHIFTED];
    for (j, (&c, row)) in coefficients.iter().zip(&BINOMIALS).enumerate() {
        for (sum, binomial) in shifted[..=j].iter_mut().zip(row) {
            *sum += c * binomial;
        }
    }
    coefficients.copy_from_slice(&shifted[..coefficients.len()]);
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
    fn a_quintic_is_expanded_to_third_order_about_any_point() {
        let c = [3.0, -1.0, 0.5, 4.0, -2.0, 1.0];
        let mut about_one = c;
        shift_by_one(&mut about_one);
        assert_eq!(expand_to_third_order(&c, 1.0)[..], about_one[..4]);
        assert_eq!(expand_to_third_order(&c, 0.0)[..], c[..4]);
        assert_eq!(expand_to_third_order(&c[..5], 1.0)[0], sum(&c[..5]));
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
