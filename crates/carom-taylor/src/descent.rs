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
//!
//! On an interval on which f falls, the root starts as that of the parabola through f(0), f'(0) and f(1). From an
//! expansion f(s + h) = a + b·h + c·h² + d·h³ + …, reversion of the series gives the root to fourth order:
//!
//! ```text
//! h = −(u + q·u² + (2q² − r)·u³),      u = a/b,  q = c/b,  r = d/b                        (R.4)
//! ```

use crate::polynomial::{
    MAX_SHIFTED, evaluate_with_slope, expand_to_third_order, shift_by_one, stretch, sum,
};

/// The most coefficients [`first_descent`] accepts (its workspace is on the stack).
pub const MAX_COEFFICIENTS: usize = MAX_SHIFTED;

/// Intervals are not halved below this part of the step: there, f and f' both vanish to rounding, and a descent
/// and an ascent closer than √(2⁻⁵³) of the step cannot be told from a touch by any evaluation of f.
const NARROWEST: f64 = 1.0 / (1u64 << 30) as f64;

/// Most intervals that are looked at. A root of multiplicity m leaves about 2m of the narrowest ones unclear, each a
/// few halvings deep; a polynomial that takes more is zero to rounding throughout.
const MOST_INTERVALS: usize = 2000;

/// (R.4) from a bracket of a simple root converges in two or three passes; bisection takes over where it
/// would leave the bracket and needs at most one pass a bit.
const MOST_POLISHING_PASSES: usize = 64;

/// ε^¼: the fourth-order error of (R.4) after a step below this part of s is less than the last bit.
const LAST_STEP: f64 = 1.0 / (1u64 << 13) as f64;

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
    if end <= 1.0 {
        match course(guard) {
            Verdict::StaysPositive => return None,
            Verdict::Falls => return descent_of_falling(guard, end),
            Verdict::Unclear => {}
        }
    }
    let mut workspace = [0.0; MAX_COEFFICIENTS];
    let local = &mut workspace[..guard.len()];
    local.copy_from_slice(guard);
    if end != 1.0 {
        stretch(local, end);
        match course(local) {
            Verdict::StaysPositive => return None,
            Verdict::Falls => return descent_of_falling(guard, end),
            Verdict::Unclear => {}
        }
    }
    let Bracket { from, to, start } = bracket_first_descent(local)?;
    Some(polish(guard, from * end, to * end, start * end))
}

/// First descent of a polynomial that falls on the whole of [0, `end`].
fn descent_of_falling(c: &[f64], end: f64) -> Option<f64> {
    let at_end = if end == 1.0 { sum(c) } else { evaluate_with_slope(c, end).0 };
    (at_end < 0.0).then(|| polish(c, 0.0, end, end * root_of_parabola(c[0], c[1] * end, at_end)))
}

/// What the bounds say of [0, 1].
#[derive(Clone, Copy)]
enum Verdict {
    StaysPositive,
    /// The slope is negative throughout; the end may still be positive.
    Falls,
    Unclear,
}

/// Subinterval of [0, 1] that holds the first descent, and a guess of its place.
struct Bracket {
    from: f64,
    to: f64,
    start: f64,
}

/// The bracket of width `width` from `at`, on which the polynomial, mapped to [0, 1], is `local`.
fn bracket(local: &[f64], at: f64, width: f64) -> Bracket {
    let start = at + width * root_of_parabola(local[0], local[1], sum(local));
    Bracket { from: at, to: at + width, start }
}

/// Subinterval of [0, 1] that holds the first descent and on which the polynomial falls monotonically.
fn bracket_first_descent(local: &mut [f64]) -> Option<Bracket> {
    let second_half = course_of_second_half(local);
    let at_one = sum(local);
    let (mut at, mut width) = (0.0, 0.5);
    stretch(local, 0.5);
    for _ in 0..MOST_INTERVALS {
        match course(local) {
            Verdict::Unclear if width > NARROWEST => {
                width *= 0.5;
                stretch(local, 0.5);
                continue;
            }
            Verdict::Falls | Verdict::Unclear if sum(local) < 0.0 => return Some(bracket(local, at, width)),
            Verdict::Falls | Verdict::Unclear | Verdict::StaysPositive => {}
        }
        at += width;
        if at >= 1.0 {
            return None;
        }
        if at == 0.5 {
            match second_half {
                Verdict::StaysPositive => return None,
                Verdict::Falls if at_one < 0.0 => return Some(Bracket { from: 0.5, to: 1.0, start: 0.5 }),
                Verdict::Falls => return None,
                Verdict::Unclear => {}
            }
        }
        shift_by_one(local);
        let next = (2.0 * width).min(1.0 - at);
        stretch(local, next / width);
        width = next;
        if falls_from_zero(local) {
            return Some(Bracket { from: at, to: at, start: at });
        }
    }
    None
}

/// Whether the polynomial starts at zero, or a rounding below it, and goes down.
fn falls_from_zero(c: &[f64]) -> bool {
    c[0] <= 0.0 && c[1..].iter().find(|&&cj| cj != 0.0).is_some_and(|&cj| cj < 0.0)
}

/// What the bounds (R.1) to (R.3) say of [0, 1]. Even and odd terms are added up side by side.
#[inline]
fn course(c: &[f64]) -> Verdict {
    let [first, slope, rest @ ..] = c else { return Verdict::StaysPositive };
    let [mut down, mut fall, mut rise] = [[0.0; 2]; 3];
    let mut order = [2.0, 3.0];
    let (pairs, last) = rest.as_chunks::<2>();
    for pair in pairs {
        let (below, above) = (pair.map(negative_part), pair.map(positive_part));
        down = [down[0] + below[0], down[1] + below[1]];
        fall = [fall[0] + order[0] * below[0], fall[1] + order[1] * below[1]];
        rise = [rise[0] + order[0] * above[0], rise[1] + order[1] * above[1]];
        order = [order[0] + 2.0, order[1] + 2.0];
    }
    if let &[cj] = last {
        down[0] += negative_part(cj);
        fall[0] += order[0] * negative_part(cj);
        rise[0] += order[0] * positive_part(cj);
    }
    let lowest = first + negative_part(*slope) + (down[0] + down[1]);
    let (least_slope, greatest_slope) = (slope + (fall[0] + fall[1]), slope + (rise[0] + rise[1]));
    if lowest > 0.0 || (least_slope > 0.0 && *first >= 0.0) {
        Verdict::StaysPositive
    } else if greatest_slope < 0.0 {
        Verdict::Falls
    } else {
        Verdict::Unclear
    }
}

/// max(0, c), by a comparison that takes no account of what is no number: such a term counts as zero.
#[inline]
fn positive_part(c: f64) -> f64 {
    if c > 0.0 { c } else { 0.0 }
}

/// min(0, c), likewise.
#[inline]
fn negative_part(c: f64) -> f64 {
    if c < 0.0 { c } else { 0.0 }
}

/// What the same bounds say of [½, 1], each term taken at the end where it is least or greatest: not as sharp as an
/// expansion about ½, but it mostly spares one.
fn course_of_second_half(c: &[f64]) -> Verdict {
    let (mut lowest, mut least_slope, mut greatest_slope) = (0.0, 0.0, 0.0);
    let (mut power, mut order) = (1.0, 0.0); // ½ʲ and j
    for &cj in c {
        let (up, down) = (positive_part(cj), negative_part(cj));
        lowest += up * power + down;
        least_slope += order * (2.0 * up * power + down);
        greatest_slope += order * (up + 2.0 * down * power);
        power *= 0.5;
        order += 1.0;
    }
    match (lowest > 0.0 || least_slope > 0.0, greatest_slope < 0.0) {
        (true, _) => Verdict::StaysPositive,
        (false, true) => Verdict::Falls,
        (false, false) => Verdict::Unclear,
    }
}

/// Root in [0, 1] of the parabola with the given value and slope at 0 and value at 1; ½ if it has none there.
fn root_of_parabola(value: f64, slope: f64, at_one: f64) -> f64 {
    let bend = at_one - value - slope;
    let root = 2.0 * value / ((slope * slope - 4.0 * bend * value).sqrt() - slope);
    if (0.0..=1.0).contains(&root) { root } else { 0.5 }
}

/// Root in a bracket on which `c` falls, by (R.4) kept inside the bracket, until it moves no more.
fn polish(c: &[f64], mut from: f64, mut to: f64, mut s: f64) -> f64 {
    for _ in 0..MOST_POLISHING_PASSES {
        let [value, slope, bend, twist] = expand_to_third_order(c, s);
        if value > 0.0 {
            from = s;
        } else {
            to = s;
        }
        let per_slope = 1.0 / slope;
        let (u, q, r) = (value * per_slope, bend * per_slope, twist * per_slope);
        let correction = u * u * (q + (2.0 * q * q - r) * u);
        let reverts = correction.abs() <= 0.5 * u.abs(); // otherwise Newton's step alone
        let goal = if reverts { s - (u + correction) } else { s - u };
        let next = if goal >= from && goal <= to { goal } else { 0.5 * (from + to) };
        let moved = (next - s).abs();
        let left_out = (2.0 * q * q + r.abs()) * u.abs() * moved * moved;
        s = next;
        let last_bit = f64::EPSILON * s;
        if moved <= last_bit || (reverts && moved <= LAST_STEP * s && left_out <= last_bit) {
            break; // no further step would move it, but between two neighbours
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
