//! Coefficients of products of series, of which one is kept backwards: both are then read in the same direction, four at a time.

use super::{ORDER, Series};

/// Terms that are multiplied at a time.
const LANES: usize = 4;
const _: () = assert!((ORDER + 1).is_multiple_of(LANES));

/// A series kept backwards, its last term first and zeros behind its first: what is read past the first term counts nothing.
#[derive(Debug, Clone)]
pub(super) struct Backward([f64; ORDER + LANES]);

impl Backward {
    pub const ZERO: Self = Self([0.0; ORDER + LANES]);

    pub fn set(&mut self, order: usize, term: f64) {
        self.0[ORDER - order] = term;
    }

    pub fn term(&self, order: usize) -> f64 {
        self.0[ORDER - order]
    }

    /// bⱼ, …, b₀ and zeros up to a multiple of the lanes.
    fn down_from(&self, order: usize) -> &[[f64; LANES]] {
        let first = ORDER - order;
        self.0[first..first + padded(order)].as_chunks().0
    }
}

impl Default for Backward {
    fn default() -> Self {
        Self::ZERO
    }
}

/// Number of terms up to this order, with those that fill the last lanes.
fn padded(order: usize) -> usize {
    (order / LANES + 1) * LANES
}

/// Σ aᵢ bⱼ₋ᵢ.
#[inline]
pub(super) fn convolve(a: &Series, b: &Backward, order: usize) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in a[..padded(order)].as_chunks::<LANES>().0.iter().zip(b.down_from(order)) {
        for i in 0..LANES {
            sums[i] += a[i] * b[i];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// Σ aᵢ cⱼ₋ᵢ and Σ bᵢ cⱼ₋ᵢ.
#[inline]
pub(super) fn convolve_both(a: &Series, b: &Series, c: &Backward, order: usize) -> [f64; 2] {
    let mut sums = [[0.0; LANES]; 2];
    let a = a[..padded(order)].as_chunks::<LANES>().0.iter();
    let b = b[..padded(order)].as_chunks::<LANES>().0.iter();
    for ((a, b), c) in a.zip(b).zip(c.down_from(order)) {
        for i in 0..LANES {
            sums[0][i] += a[i] * c[i];
            sums[1][i] += b[i] * c[i];
        }
    }
    sums.map(|sums| (sums[0] + sums[1]) + (sums[2] + sums[3]))
}

/// Σ bᵢ (wⱼ₋ᵢ − j·aⱼ₋ᵢ), j the order: the sum of (X.3) with wᵢ = (n + 1)·i·aᵢ.
#[inline]
pub(super) fn convolve_weighted(b: &Series, weighted: &Backward, a: &Backward, order: usize) -> f64 {
    let j = order as f64;
    let mut sums = [0.0; LANES];
    let b = b[..padded(order)].as_chunks::<LANES>().0.iter();
    for ((b, w), a) in b.zip(weighted.down_from(order)).zip(a.down_from(order)) {
        for i in 0..LANES {
            sums[i] += (w[i] - j * a[i]) * b[i];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_flow::frame::ZERO;

    /// 1/(1 − x) has all coefficients 1, and its square j + 1: sums of whole numbers are exact.
    #[test]
    fn a_geometric_series_squared_counts_its_terms() {
        let mut backward = Backward::ZERO;
        let mut series = ZERO;
        for order in 0..=ORDER {
            series[order] = 1.0;
            backward.set(order, 1.0);
            assert_eq!(convolve(&series, &backward, order), (order + 1) as f64);
        }
    }

    /// The cube of 1 + x by (X.3) is 1 + 3x + 3x² + x³, and nothing follows.
    #[test]
    fn a_power_of_a_series_follows_from_its_recurrence() {
        let n = 3.0;
        let (mut a, mut weighted) = (Backward::ZERO, Backward::ZERO);
        a.set(0, 1.0);
        a.set(1, 1.0);
        weighted.set(1, n + 1.0);
        let mut power = ZERO;
        power[0] = 1.0;
        for (order, expected) in [3.0, 3.0, 1.0, 0.0, 0.0].into_iter().enumerate() {
            let term = convolve_weighted(&power, &weighted, &a, order + 1) / (order + 1) as f64;
            power[order + 1] = term;
            assert_eq!(term, expected, "order {}", order + 1);
        }
    }
}
