//! The series of one member of a step.

use super::{Entry, ORDER, Series, ZERO};

/// 0, 1, 2, …
static NUMBERS: Series = {
    let mut numbers = ZERO;
    let mut i = 0;
    while i <= ORDER {
        numbers[i] = i as f64;
        i += 1;
    }
    numbers
};

/// With which power of σ a compression starts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// It is zero as far as the series is known.
    Unknown,
    /// d = σᵐ·g, F = σʳ·gⁿ.
    At { m: usize, r: usize },
    /// σᵐ to the n is no power of σ, or the contact is drawn apart: it does not act in this step.
    Silent,
}

/// Series of one member.
#[derive(Debug, Clone)]
pub(in crate::power_flow) struct Member {
    pub velocity: Series,
    pub compression: Series,
    pub(super) force: Series,
    /// G.
    pub push: Series,
    pub(super) start: Start,
    /// Whether its velocity stays what it was, as far as the series is known.
    pub(super) is_steady: bool,
}

impl Member {
    pub fn starting(entry: &Entry) -> Self {
        let first = |value: f64| {
            let mut series = ZERO;
            series[0] = value;
            series
        };
        let start = if entry.compression > 0.0 { Start::At { m: 0, r: 0 } } else { Start::Unknown };
        Self {
            velocity: first(entry.velocity),
            compression: first(entry.compression),
            force: ZERO,
            push: ZERO,
            start,
            is_steady: true,
        }
    }

    /// F of this order, by (X.3). Terms of d below `rounding` are none when it is asked with which one d starts.
    pub(super) fn next_force(&mut self, entry: &Entry, order: usize, rounding: f64) {
        let n = entry.exponent.value();
        if entry.exponent.is_linear() {
            self.start = Start::At { m: 0, r: 0 };
            self.force[order] = entry.stiffness * self.compression[order];
            return;
        }
        if matches!(self.start, Start::Unknown) && self.compression[order].abs() > rounding {
            let power = order as f64 * n;
            self.start = if self.compression[order] > 0.0 && power.fract() == 0.0 {
                Start::At { m: order, r: power as usize }
            } else {
                Start::Silent
            };
        }
        let Start::At { m, r } = self.start else { return };
        let Some(j) = order.checked_sub(r) else { return };
        let g = &self.compression[m..];
        self.force[order] = if j == 0 {
            entry.stiffness * entry.exponent.power(g[0])
        } else {
            // i·n − (j − i) = i·(n + 1) − j.
            let mut weighted = [0.0; ORDER];
            for ((weighted, g), number) in weighted.iter_mut().zip(&g[1..=j]).zip(&NUMBERS[1..]) {
                *weighted = (number * (n + 1.0) - NUMBERS[j]) * g;
            }
            product(&weighted[..j], &self.force[r..r + j]) / (NUMBERS[j] * g[0])
        };
    }
}

/// Σ aᵢ b₍ₘ₋ᵢ₎, the last coefficient of a product of series of equal length. Four sums side by side: the processor need not wait for each.
#[inline]
pub(super) fn product(a: &[f64], b: &[f64]) -> f64 {
    let (quads, rest) = a.as_chunks::<4>();
    let (rest_of_b, quads_of_b) = b.as_rchunks::<4>();
    let mut sums = [0.0; 4];
    for (x, y) in quads.iter().zip(quads_of_b.iter().rev()) {
        for i in 0..4 {
            sums[i] += x[i] * y[3 - i];
        }
    }
    let rest: f64 = rest.iter().zip(rest_of_b.iter().rev()).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// The same of a series with itself: every pair of terms once.
#[inline]
pub(super) fn square(a: &Series, order: usize) -> f64 {
    let half = order.div_ceil(2);
    let (low, high) = (&a[..half], &a[order + 1 - half..=order]);
    let mut sums = [0.0; 2];
    for (i, (x, y)) in low.iter().zip(high.iter().rev()).enumerate() {
        sums[i % 2] += x * y;
    }
    let middle = if order.is_multiple_of(2) { a[order / 2] * a[order / 2] } else { 0.0 };
    2.0 * (sums[0] + sums[1]) + middle
}
