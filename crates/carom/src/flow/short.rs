//! Series that end early: in a short step most terms of high order are zero, and products need not visit them.
//!
//! Components that always go together are stored side by side, so that the processor multiplies them at once.

use std::ops::{Deref, Index};

use super::series::{Polynomial, TERMS};

/// The coefficients of a series, of which those from some order on are zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Short {
    coefficients: Polynomial,
    /// Orders below this may be other than zero.
    terms: usize,
}

impl Default for Short {
    fn default() -> Self {
        Self { coefficients: [0.0; TERMS], terms: 0 }
    }
}

impl Deref for Short {
    type Target = Polynomial;

    fn deref(&self) -> &Polynomial {
        &self.coefficients
    }
}

impl Short {
    pub fn clear(&mut self) {
        if self.terms > 0 {
            self.coefficients[..self.terms].fill(0.0);
            self.terms = 0;
        }
    }

    #[inline]
    pub fn set(&mut self, order: usize, term: f64) {
        self.coefficients[order] = term;
        if term != 0.0 {
            self.terms = self.terms.max(order + 1);
        }
    }
}

/// Two series side by side, of which the terms from some order on are zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    coefficients: [[f64; 2]; TERMS],
    terms: usize,
}

impl Default for Pair {
    fn default() -> Self {
        Self { coefficients: [[0.0; 2]; TERMS], terms: 0 }
    }
}

impl Index<usize> for Pair {
    type Output = [f64; 2];

    #[inline]
    fn index(&self, order: usize) -> &[f64; 2] {
        &self.coefficients[order]
    }
}

impl Pair {
    pub fn clear(&mut self) {
        if self.terms > 0 {
            self.coefficients[..self.terms].fill([0.0; 2]);
            self.terms = 0;
        }
    }

    #[inline]
    pub fn set(&mut self, order: usize, term: [f64; 2]) {
        self.coefficients[order] = term;
        if term != [0.0; 2] {
            self.terms = self.terms.max(order + 1);
        }
    }

    /// Number of leading terms that hold all that are not zero.
    #[inline]
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// Σ a_k·b_{n−k}, the scalar product of each two terms.
    #[inline]
    pub fn dot_term(&self, other: &Self, n: usize) -> f64 {
        let [a, b] = self.facing(self.terms, other, n);
        dot(a, b)
    }

    /// Σ_{0<k<n} a_k·a_{n−k}: a term of the square without those in which a₀ stands.
    #[inline]
    pub fn inner_square_term(&self, n: usize) -> f64 {
        let half = n.div_ceil(2);
        let first = (n + 1).saturating_sub(self.terms).max(1).min(half);
        let pairs = dot(&self.coefficients[first..half], &self.coefficients[n + 1 - half..n + 1 - first]);
        let [x, y] = if n.is_multiple_of(2) && n > 0 { self.coefficients[n / 2] } else { [0.0; 2] };
        2.0 * pairs + (x * x + y * y)
    }

    /// Σ a_k b_{n−k} for both components b.
    #[inline]
    pub fn scaled_term(&self, scale: &Short, n: usize) -> [f64; 2] {
        let end = scale.terms.min(n + 1);
        let first = (n + 1).saturating_sub(self.terms).min(end);
        let terms = &self.coefficients[n + 1 - end..n + 1 - first];
        let mut sums = [0.0; 2];
        for (&a, b) in scale.coefficients[first..end].iter().zip(terms.iter().rev()) {
            sums[0] += a * b[0];
            sums[1] += a * b[1];
        }
        sums
    }

    /// The terms of both below `terms` that meet in order n, in ascending order.
    #[inline]
    fn facing<'a>(&'a self, terms: usize, other: &'a Self, n: usize) -> [&'a [[f64; 2]]; 2] {
        let end = terms.min(n + 1);
        let first = (n + 1).saturating_sub(other.terms).min(end);
        [&self.coefficients[first..end], &other.coefficients[n + 1 - end..n + 1 - first]]
    }
}

/// Σ a_k·b_{m−1−k}, m the length of both.
#[inline]
fn dot(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let mut sums = [0.0; 2];
    for (a, b) in a.iter().zip(b.iter().rev()) {
        sums[0] += a[0] * b[0];
        sums[1] += a[1] * b[1];
    }
    sums[0] + sums[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (1, −1), (2, 1), (3, −1)… up to order 6, and ones up to order 12 with their orders.
    fn pairs() -> [Pair; 2] {
        let [mut counted, mut ones] = [Pair::default(); 2];
        (0..7).for_each(|j| counted.set(j, [(j + 1) as f64, if j % 2 == 0 { -1.0 } else { 1.0 }]));
        (0..13).for_each(|j| ones.set(j, [1.0, j as f64]));
        [counted, ones]
    }

    fn product(a: [f64; 2], b: [f64; 2]) -> f64 {
        a[0] * b[0] + a[1] * b[1]
    }

    #[test]
    fn terms_of_products_are_those_of_all_coefficients() {
        let [a, b] = pairs();
        for n in 0..TERMS {
            let whole: f64 = (0..=n).map(|k| product(a[k], b[n - k])).sum();
            assert_eq!(a.dot_term(&b, n), whole, "order {n}");
            assert_eq!(b.dot_term(&a, n), whole, "order {n}");
        }
    }

    #[test]
    fn scaled_terms_are_those_of_all_coefficients() {
        let [a, b] = pairs();
        let mut scale = Short::default();
        (0..9).for_each(|j| scale.set(j, 2.0 + j as f64));
        for terms in [a, b] {
            for n in 0..TERMS {
                let of = |i: usize| -> f64 { (0..=n).map(|k| scale[k] * terms[n - k][i]).sum() };
                assert_eq!(terms.scaled_term(&scale, n), [of(0), of(1)], "order {n}");
            }
        }
    }

    #[test]
    fn terms_of_squares_are_those_of_all_coefficients_but_the_first() {
        for a in pairs() {
            for n in 0..TERMS {
                let whole: f64 = (1..n).map(|k| product(a[k], a[n - k])).sum();
                assert_eq!(a.inner_square_term(n), whole, "order {n}");
            }
        }
    }
}
