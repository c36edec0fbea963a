//! The first instant at which a polynomial falls through zero.
//!
//! An event has a direction: its guard f is positive while nothing happens and triggers when it *falls* to
//! zero. A guard that starts at exactly zero, because its own event has just happened, is not triggered by
//! that zero; f = sᵐ g(s) with g(0) ≠ 0, and g decides: g(0) > 0 means that the guard leaves zero on its own
//! side and the first descent of g is wanted, g(0) < 0 that it is falling right now. Nothing is nudged.
//!
//! On an interval mapped to x ∈ [0, 1], with f = Σ cⱼ xʲ and c₀ > 0, three bounds decide most cases at once:
//!
//! ```text
//! f(x)  ≥ c₀ − Σⱼ≥₁ max(0, −cⱼ)                          (R.1)  positive: no descent
//! f'(x) ≤ c₁ + Σⱼ≥₂ j·max(0,  cⱼ)                        (R.2)  negative: one descent iff f(1) < 0
//! f'(x) ≥ c₁ − Σⱼ≥₂ j·max(0, −cⱼ)                        (R.3)  positive, c₀ ≥ 0: no descent
//! ```
//!
//! What they leave open is halved and, once the left half is settled, expanded anew about its right end, so
//! the first root is found before any later one. Where two roots are so close that rounding cannot tell them
//! from a touch, the guard touches zero and does not fall through it.

use crate::polynomial::{MAX_SHIFTED, evaluate_with_slope, shift_by_one, stretch};

/// The most coefficients [`first_descent`] accepts (its workspace is on the stack).
pub const MAX_COEFFICIENTS: usize = MAX_SHIFTED;

/// Intervals are not halved below this part of the step: there, f and f' both vanish to rounding, and a descent
/// and an ascent closer than √(2⁻⁵³) of the step cannot be told from a touch by any evaluation of f.
const NARROWEST: f64 = 1.0 / (1u64 << 30) as f64;

/// Most intervals that are looked at. A root of multiplicity m leaves about 2m of the narrowest ones unclear, each a
/// few halvings deep; a polynomial that takes more is zero to rounding throughout.
const MOST_INTERVALS: usize = 2000;

/// Newton from a bracket of a simple root converges in a handful of passes; bisection takes over where it
/// would leave the bracket and needs at most one pass a bit.
const MOST_POLISHING_PASSES: usize = 64;

/// First s in [0, `end`] at which the polynomial, having been positive, falls to zero.
///
/// `Some(0.0)` if it is negative from the start, or starts at zero and falls; `None` if it stays positive, or is
/// zero throughout.
///
/// # Panics
/// If there are more than [`MAX_COEFFICIENTS`] coefficients.
#[must_use]
pub fn first_descent(coefficients: &[f64], end: f64) -> Option<f64> {
    let leading = coefficients.iter().position(|&c| c != 0.0)?;
    let guard = &coefficients[leading..];
    if guard[0] < 0.0 {
        return Some(0.0);
    }
    if end <= 1.0 && stays_positive(guard) {
        return None;
    }
    let mut workspace = [0.0; MAX_COEFFICIENTS];
    let local = &mut workspace[..guard.len()];
    local.copy_from_slice(guard);
    if end != 1.0 {
        stretch(local, end);
    }
    let (from, to) = match course(local) {
        Course::StaysPositive => return None,
        Course::Falls => (0.0, 1.0),
        Course::Unclear => bracket_first_descent(local)?,
    };
    Some(polish(guard, from * end, to * end))
}

/// (R.1) on [0, 1].
#[inline]
fn stays_positive(c: &[f64]) -> bool {
    c[0] + c[1..].iter().map(|&cj| cj.min(0.0)).sum::<f64>() > 0.0
}

enum Course {
    StaysPositive,
    Falls,
    Unclear,
}

/// Subinterval of [0, 1] that holds the first descent and on which the polynomial falls monotonically.
fn bracket_first_descent(local: &mut [f64]) -> Option<(f64, f64)> {
    let second_half = course_of_second_half(local);
    let (mut at, mut width) = (0.0, 0.5);
    stretch(local, 0.5);
    for _ in 0..MOST_INTERVALS {
        match course(local) {
            Course::Falls => return Some((at, at + width)),
            Course::Unclear if width > NARROWEST => {
                width *= 0.5;
                stretch(local, 0.5);
                continue;
            }
            Course::Unclear if local.iter().sum::<f64>() < 0.0 => return Some((at, at + width)),
            Course::Unclear | Course::StaysPositive => {}
        }
        at += width;
        if at >= 1.0 {
            return None;
        }
        if at == 0.5 {
            match second_half {
                Course::StaysPositive => return None,
                Course::Falls => return Some((0.5, 1.0)),
                Course::Unclear => {}
            }
        }
        shift_by_one(local);
        let next = (2.0 * width).min(1.0 - at);
        stretch(local, next / width);
        width = next;
        if falls_from_zero(local) {
            return Some((at, at));
        }
    }
    None
}

/// Whether the polynomial starts at zero, or a rounding below it, and goes down.
fn falls_from_zero(c: &[f64]) -> bool {
    c[0] <= 0.0 && c[1..].iter().find(|&&cj| cj != 0.0).is_some_and(|&cj| cj < 0.0)
}

/// What the bounds (R.1) to (R.3) say of [0, 1].
fn course(c: &[f64]) -> Course {
    let [first, slope, rest @ ..] = c else { return Course::StaysPositive };
    let (mut lowest, mut least_slope, mut greatest_slope) = (first + slope.min(0.0), *slope, *slope);
    let mut order = 2.0;
    for &cj in rest {
        let (up, down) = (cj.max(0.0), cj.min(0.0));
        lowest += down;
        least_slope += order * down;
        greatest_slope += order * up;
        order += 1.0;
    }
    if lowest > 0.0 || (least_slope > 0.0 && *first >= 0.0) {
        Course::StaysPositive
    } else if greatest_slope < 0.0 {
        if c.iter().sum::<f64>() >= 0.0 { Course::StaysPositive } else { Course::Falls }
    } else {
        Course::Unclear
    }
}

/// What the same bounds say of [½, 1], each term taken at the end where it is least or greatest: not as sharp as an
/// expansion about ½, but it mostly spares one.
fn course_of_second_half(c: &[f64]) -> Course {
    let (mut lowest, mut least_slope, mut greatest_slope, mut end) = (0.0, 0.0, 0.0, 0.0);
    let (mut power, mut order) = (1.0, 0.0); // ½ʲ and j
    for &cj in c {
        let (up, down) = (cj.max(0.0), cj.min(0.0));
        lowest += up * power + down;
        least_slope += order * (2.0 * up * power + down);
        greatest_slope += order * (up + 2.0 * down * power);
        end += cj;
        power *= 0.5;
        order += 1.0;
    }
    match (lowest > 0.0 || least_slope > 0.0, greatest_slope < 0.0) {
        (true, _) => Course::StaysPositive,
        (false, true) if end < 0.0 => Course::Falls,
        (false, true) => Course::StaysPositive,
        (false, false) => Course::Unclear,
    }
}

/// Root in a bracket on which `c` falls, by Newton's method kept inside the bracket, until it moves no more.
fn polish(c: &[f64], mut from: f64, mut to: f64) -> f64 {
    let (high, low) = (evaluate_with_slope(c, from).0, evaluate_with_slope(c, to).0);
    let mut s = if high > low { from + (to - from) * (high / (high - low)).clamp(0.0, 1.0) } else { from };
    for _ in 0..MOST_POLISHING_PASSES {
        let (value, slope) = evaluate_with_slope(c, s);
        if value > 0.0 {
            from = s;
        } else {
            to = s;
        }
        let newton = s - value / slope;
        let next = if newton >= from && newton <= to { newton } else { 0.5 * (from + to) };
        let moved = (next - s).abs();
        s = next;
        if moved <= f64::EPSILON * s {
            break; // by the last bit at most: Newton's method would go on between two neighbours
        }
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Coefficients of (r₀ − s)(r₁ − s)…
    fn with_roots(roots: &[f64]) -> Vec<f64> {
        let mut c = vec![1.0];
        for &r in roots {
            let mut next = vec![0.0; c.len() + 1];
            for (j, &cj) in c.iter().enumerate() {
                next[j] += r * cj;
                next[j + 1] -= cj;
            }
            c = next;
        }
        c
    }

    #[test]
    fn the_first_of_several_descents_is_found() {
        // Positive at 0, falls at 0.2, rises at 0.3, falls at 0.7.
        let c = with_roots(&[0.2, 0.3, 0.7]);
        assert!((first_descent(&c, 1.0).unwrap() - 0.2).abs() < 1e-15);
    }

    #[test]
    fn a_descent_beyond_the_end_does_not_count() {
        let c = with_roots(&[0.6]);
        assert_eq!(first_descent(&c, 0.5), None);
        assert!(first_descent(&c, 0.7).is_some());
    }

    #[test]
    fn a_guard_that_starts_at_zero_and_rises_waits_for_its_own_descent() {
        // s(0.4 − s): leaves zero upwards, falls at 0.4.
        assert!((first_descent(&[0.0, 0.4, -1.0], 1.0).unwrap() - 0.4).abs() < 1e-15);
        // s²(0.4 − s)
        assert!((first_descent(&[0.0, 0.0, 0.4, -1.0], 1.0).unwrap() - 0.4).abs() < 1e-15);
    }

    #[test]
    fn a_guard_that_falls_from_zero_triggers_at_once() {
        assert_eq!(first_descent(&[0.0, -1.0], 1.0), Some(0.0));
        assert_eq!(first_descent(&[0.0, 0.0, -1e-300, 1.0], 1.0), Some(0.0));
        assert_eq!(first_descent(&[-1.0, 5.0], 1.0), Some(0.0));
    }

    #[test]
    fn what_never_falls_has_no_descent() {
        assert_eq!(first_descent(&[1.0, -1.0, 1.0], 1.0), None);
        assert_eq!(first_descent(&[0.0; 5], 1.0), None);
        assert_eq!(first_descent(&[], 1.0), None);
        assert_eq!(first_descent(&[0.0, 0.0, 3.0], 1.0), None);
    }

    #[test]
    fn a_touch_is_no_descent_and_a_shallow_dip_is_one() {
        // (s − ½)² touches; (s − ½)² − 10⁻¹² dips below zero between 0.5 ± 10⁻⁶.
        assert_eq!(first_descent(&[0.25, -1.0, 1.0], 1.0), None);
        let s = first_descent(&[0.25 - 1e-12, -1.0, 1.0], 1.0).unwrap();
        assert!((s - (0.5 - 1e-6)).abs() < 1e-9, "{s}");
    }

    #[test]
    fn what_is_no_number_has_no_descent() {
        assert_eq!(first_descent(&[f64::NAN, 1.0, -2.0], 1.0), None);
        assert_eq!(first_descent(&[1.0, f64::NAN, -2.0], 1.0), None);
    }

    #[test]
    fn the_cosine_series_falls_at_half_pi_to_the_last_bit() {
        let mut c = [0.0; 31];
        let mut term = 1.0;
        for j in 0..=15 {
            c[2 * j] = term;
            term /= -(((2 * j + 1) * (2 * j + 2)) as f64);
        }
        let s = first_descent(&c, 2.0).unwrap();
        assert!((s - std::f64::consts::FRAC_PI_2).abs() <= 2.0 * f64::EPSILON, "{s}");
    }

    #[test]
    fn neighbouring_roots_are_told_apart() {
        for gap in [1e-2, 1e-4, 1e-6] {
            let c = with_roots(&[0.5, 0.5 + gap, 0.9]);
            let s = first_descent(&c, 1.0).unwrap();
            // The root's own conditioning: rounding of c over the slope gap·0.4 there.
            assert!((s - 0.5).abs() < 1e-15 / gap, "gap {gap}: {s}");
        }
    }
}
