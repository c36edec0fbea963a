//! The zeros of trigonometric polynomials of the second degree.
//!
//! ```text
//! f(α) = e·Qe + l·e + c ,   e = (cos α, sin α)                                                          (I.17)
//! ```
//!
//! With t = tan(α/2), f (1 + t²)² is a quartic. On t ∈ [−1, 1], and for f(α + π) again, its zeros lie between those of its
//! derivative, and so on down to a line: bisection finds all of them to rounding.

use std::f64::consts::PI;

use nalgebra::{Matrix2, Vector2};

/// (I.17).
#[derive(Debug, Clone, Copy)]
pub(super) struct Harmonic {
    /// Symmetric Q.
    pub quadratic: Matrix2<f64>,
    /// l.
    pub linear: Vector2<f64>,
    /// c.
    pub constant: f64,
}

impl Harmonic {
    /// The angles from −π/2 to 3π/2 where it changes its sign.
    pub fn zeros(&self) -> Vec<f64> {
        let halves = [(0.0, 1.0), (PI, -1.0)];
        let zeros = halves.map(|(turn, sign)| {
            let angles = zeros_of(&self.quartic(sign)).into_iter().map(move |t| 2.0 * t.atan() + turn);
            angles.collect::<Vec<_>>()
        });
        zeros.concat()
    }

    /// Coefficients of f (1 + t²)² from the lowest; `sign` is that of e.
    fn quartic(&self, sign: f64) -> [f64; 5] {
        let q = &self.quadratic;
        let constant = self.constant + (q.m11 + q.m22) / 2.0;
        let (cosine, sine) = (sign * self.linear.x, sign * self.linear.y);
        let (cosine_of_two, sine_of_two) = ((q.m11 - q.m22) / 2.0, q.m12);
        [
            constant + cosine + cosine_of_two,
            2.0 * sine + 4.0 * sine_of_two,
            2.0 * constant - 6.0 * cosine_of_two,
            2.0 * sine - 4.0 * sine_of_two,
            constant - cosine + cosine_of_two,
        ]
    }
}

fn value(coefficients: &[f64], t: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient)
}

/// The points of [−1, 1] where a polynomial changes its sign.
fn zeros_of(coefficients: &[f64]) -> Vec<f64> {
    let [_, rest @ ..] = coefficients else { return Vec::new() };
    if rest.is_empty() {
        return Vec::new();
    }
    let derivative: Vec<f64> = rest.iter().zip(1..).map(|(c, power)| c * f64::from(power)).collect();
    let mut ends = vec![-1.0];
    ends.extend(zeros_of(&derivative));
    ends.push(1.0);
    ends.windows(2).filter_map(|ends| bisect(coefficients, ends[0], ends[1])).collect()
}

/// The zero of a polynomial between two points if it changes its sign there.
fn bisect(coefficients: &[f64], mut from: f64, mut to: f64) -> Option<f64> {
    let rises = value(coefficients, to) > 0.0;
    if (value(coefficients, from) > 0.0) == rises {
        return None;
    }
    // Ends when no number lies between: after some sixty halvings, or a thousand towards zero.
    loop {
        let middle = f64::midpoint(from, to);
        if middle <= from || middle >= to {
            return Some(middle);
        }
        if (value(coefficients, middle) > 0.0) == rises {
            to = middle;
        } else {
            from = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_four_zeros_of_a_product_are_found() {
        // (cos α − 0.6)(sin α + 0.3).
        let harmonic = Harmonic {
            quadratic: Matrix2::new(0.0, 0.5, 0.5, 0.0),
            linear: Vector2::new(0.3, -0.6),
            constant: -0.18,
        };
        let mut expected = [0.6_f64.acos(), -(0.6_f64.acos()), -(0.3_f64.asin()), PI + 0.3_f64.asin()];
        expected.sort_by(f64::total_cmp);
        let mut zeros = harmonic.zeros();
        zeros.sort_by(f64::total_cmp);
        assert_eq!(zeros.len(), 4);
        for (zero, expected) in zeros.iter().zip(expected) {
            assert!((zero - expected).abs() < 1e-14, "{zero} {expected}");
        }
    }
}
