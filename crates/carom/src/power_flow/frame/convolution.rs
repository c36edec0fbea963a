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
}
