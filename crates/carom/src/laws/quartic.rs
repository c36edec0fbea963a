//! All roots of a polynomial of degree four at most on [−1, 1].
//!
//! Between two neighbouring roots of its derivative a polynomial is monotone, so that a change of sign there brackets exactly
//! one root. The roots of the derivative are found the same way; a parabola has a closed form. A root at which the
//! polynomial touches zero without a change of sign beyond rounding is left out.

use carom_taylor::{evaluate, evaluate_with_slope};

use super::short_list::ShortList;

/// Most roots.
const DEGREE: usize = 4;

/// Newton's method from a bracket of a simple root converges in a handful of passes; bisection takes over where it would leave
/// the bracket, and needs at most one pass a bit.
const MOST_PASSES: usize = 64;

/// Roots in ascending order.
pub(super) type Roots = ShortList<f64, DEGREE>;

/// The roots on [−1, 1] of c₀ + c₁t + c₂t² + c₃t³ + c₄t⁴; none of a polynomial that is zero.
pub(super) fn roots(coefficients: &[f64; DEGREE + 1]) -> Roots {
    let [_, c1, c2, c3, c4] = *coefficients;
    let slope = [c1, 2.0 * c2, 3.0 * c3, 4.0 * c4];
    let curvature = [slope[1], 2.0 * slope[2], 3.0 * slope[3]];
    let turns = between(&slope, &parabola(&curvature));
    between(coefficients, &turns)
}

/// The roots of a polynomial on [−1, 1] that is monotone between `turns`.
fn between(coefficients: &[f64], turns: &Roots) -> Roots {
    let mut found = Roots::new();
    let (mut from, mut at_from) = (-1.0, evaluate(coefficients, -1.0));
    if at_from == 0.0 && coefficients.iter().any(|&c| c != 0.0) {
        found.push(from);
    }
    for &to in turns.iter().chain(&[1.0]) {
        let at_to = evaluate(coefficients, to);
        if at_to == 0.0 && at_from != 0.0 {
            found.push(to);
        } else if (at_from < 0.0) != (at_to < 0.0) && at_from != 0.0 {
            found.push(bracketed(coefficients, from, to, at_from < 0.0));
        }
        (from, at_from) = (to, at_to);
    }
    found
}

/// The root between two points at which the polynomial has different signs.
fn bracketed(coefficients: &[f64], mut from: f64, mut to: f64, rises: bool) -> f64 {
    let mut root = f64::midpoint(from, to);
    for _ in 0..MOST_PASSES {
        let (value, slope) = evaluate_with_slope(coefficients, root);
        if value == 0.0 {
            break;
        }
        *(if (value < 0.0) == rises { &mut from } else { &mut to }) = root;
        let newton = root - value / slope;
        let next = if newton > from && newton < to { newton } else { f64::midpoint(from, to) };
        if (next - root).abs() <= f64::EPSILON / 2.0 * root.abs() {
            break;
        }
        root = next;
    }
    root
}

/// The roots of c₀ + c₁t + c₂t² within (−1, 1).
fn parabola(&[c0, c1, c2]: &[f64; 3]) -> Roots {
    let mut found = Roots::new();
    let discriminant = c1 * c1 - 4.0 * c0 * c2;
    if discriminant < 0.0 {
        return found;
    }
    // The sum of numbers of one sign; the other root from the product of both.
    let sum = -(c1 + discriminant.sqrt().copysign(c1)) / 2.0;
    let (a, b) = (sum / c2, c0 / sum);
    for root in [a.min(b), a.max(b)] {
        if root.abs() < 1.0 {
            found.push(root);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dozen roundings of numbers of order one, times the condition of roots a tenth apart.
    const ACCURACY: f64 = 1e-13;

    /// The polynomial with these roots.
    fn with_roots(roots: [f64; 4]) -> [f64; 5] {
        roots.iter().fold([1.0, 0.0, 0.0, 0.0, 0.0], |c, root| {
            let mut product = [0.0; 5];
            for i in 0..5 {
                product[i] = -root * c[i] + if i > 0 { c[i - 1] } else { 0.0 };
            }
            product
        })
    }

    #[test]
    fn all_roots_within_are_found_and_none_without() {
        for given in [[-0.9, -0.3, 0.2, 0.7], [-3.0, -0.5, 0.5, 4.0], [-1.0, 0.0, 0.25, 1.0], [2.0; 4]] {
            let found = roots(&with_roots(given));
            let expected: Vec<f64> = given.into_iter().filter(|r| r.abs() <= 1.0).collect();
            assert_eq!(found.len(), expected.len(), "{given:?} {found:?}");
            for (root, given) in found.iter().zip(expected) {
                assert!((root - given).abs() < ACCURACY, "{root} {given}");
            }
        }
    }

    #[test]
    fn lower_degrees_and_nothing_are_polynomials_too() {
        assert_eq!(roots(&[0.5, -1.0, 0.0, 0.0, 0.0])[..], [0.5]);
        assert_eq!(roots(&[-0.25, 0.0, 1.0, 0.0, 0.0])[..], [-0.5, 0.5]);
        assert!(roots(&[1.0, 0.0, 0.0, 0.0, 0.0]).is_empty());
        assert!(roots(&[0.0; 5]).is_empty());
    }
}
