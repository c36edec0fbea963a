//! Series that end early: in a short step most terms of high order are zero, and products need not visit them.
//!
//! Components that always go together are stored side by side, so that the processor multiplies them at once.

use std::ops::{Deref, Index};

use crate::flow::series::{Polynomial, TERMS};

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

    /// The same series about s instead of zero.
    pub fn shifted(&self, s: f64) -> Polynomial {
        let mut shifted = self.coefficients;
        for lowest in 0..self.terms {
            for k in (lowest..self.terms - 1).rev() {
                shifted[k] += s * shifted[k + 1];
            }
        }
        shifted
    }

    /// Takes over these terms from an order on.
    #[inline]
    pub fn take(&mut self, first: usize, terms: impl ExactSizeIterator<Item = f64>) {
        self.terms = self.terms.max(first + terms.len());
        self.coefficients[first..].iter_mut().zip(terms).for_each(|(own, term)| *own = term);
    }

    #[inline]
    pub fn set(&mut self, order: usize, term: f64) {
        self.coefficients[order] = term;
        if term != 0.0 {
            self.terms = self.terms.max(order + 1);
        }
    }
}

/// Two numbers, placed so that the processor takes both at once.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(16))]
struct Two([f64; 2]);

impl Two {
    const ZERO: Self = Self([0.0; 2]);

    /// Adds a·b, component by component.
    #[inline(always)]
    fn add_product(&mut self, a: Self, b: Self) {
        self.0 = [self.0[0] + a.0[0] * b.0[0], self.0[1] + a.0[1] * b.0[1]];
    }

    #[inline(always)]
    fn add_scaled(&mut self, a: f64, b: Self) {
        self.add_product(Self([a; 2]), b);
    }

    fn sum(self) -> f64 {
        self.0[0] + self.0[1]
    }
}

/// Two series side by side, of which the terms from some order on are zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    coefficients: [Two; TERMS],
    terms: usize,
}

impl Default for Pair {
    fn default() -> Self {
        Self { coefficients: [Two::ZERO; TERMS], terms: 0 }
    }
}

impl Index<usize> for Pair {
    type Output = [f64; 2];

    #[inline]
    fn index(&self, order: usize) -> &[f64; 2] {
        &self.coefficients[order].0
    }
}

impl Pair {
    pub fn clear(&mut self) {
        if self.terms > 0 {
            self.coefficients[..self.terms].fill(Two::ZERO);
            self.terms = 0;
        }
    }

    #[inline]
    pub fn set(&mut self, order: usize, term: [f64; 2]) {
        self.coefficients[order] = Two(term);
        if term != [0.0; 2] {
            self.terms = self.terms.max(order + 1);
        }
    }

    /// Sets a term that is hardly ever zero.
    #[inline]
    pub fn put(&mut self, order: usize, term: [f64; 2]) {
        self.coefficients[order] = Two(term);
        self.terms = self.terms.max(order + 1);
    }

    /// Both series at s.
    pub fn evaluate(&self, s: f64) -> [f64; 2] {
        let terms = self.coefficients[..self.terms].iter().rev();
        terms.fold([0.0; 2], |[x, y], &Two([a, b])| [x * s + a, y * s + b])
    }

    /// The same two series about s instead of zero.
    pub fn shifted(&self, s: f64) -> Self {
        let mut shifted = *self;
        for lowest in 0..self.terms {
            for k in (lowest..self.terms - 1).rev() {
                let next = shifted.coefficients[k + 1];
                shifted.coefficients[k].add_scaled(s, next);
            }
        }
        shifted
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
        let [x, y] = if n.is_multiple_of(2) && n > 0 { self[n / 2] } else { [0.0; 2] };
        2.0 * pairs + (x * x + y * y)
    }

    /// Σ a_k b_{n−k} for both components b.
    #[inline]
    pub fn scaled_term(&self, scale: &Short, n: usize) -> [f64; 2] {
        let end = scale.terms.min(n + 1);
        let first = (n + 1).saturating_sub(self.terms).min(end);
        let terms = &self.coefficients[n + 1 - end..n + 1 - first];
        let mut sums = Two::ZERO;
        for (&a, &b) in scale.coefficients[first..end].iter().zip(terms.iter().rev()) {
            sums.add_scaled(a, b);
        }
        sums.0
    }

    /// The terms of both below `terms` that meet in order n, in ascending order.
    #[inline]
    fn facing<'a>(&'a self, terms: usize, other: &'a Self, n: usize) -> [&'a [Two]; 2] {
        let end = terms.min(n + 1);
        let first = (n + 1).saturating_sub(other.terms).min(end);
        [&self.coefficients[first..end], &other.coefficients[n + 1 - end..n + 1 - first]]
    }
}

/// Σ a_k·b_{m−1−k}, m the length of both.
#[inline]
fn dot(a: &[Two], b: &[Two]) -> f64 {
    let mut sums = Two::ZERO;
    for (&a, &b) in a.iter().zip(b.iter().rev()) {
        sums.add_product(a, b);
    }
    sums.sum()
}

/// The series of a slipping contact whose products are needed order by order.
#[derive(Debug, Clone, Copy)]
pub(in crate::flow) struct Slipping<'a> {
    pub normal: &'a Short,
    pub heading: &'a Pair,
}

/// What an order of a direction takes, all that is known before its own term h_j is: found in one pass, since each term of the
/// direction meets terms of equal order in all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) struct Met {
    /// Σ_{0<k<j} h_k·h_{j−k}.
    pub square: f64,
    /// Σ_{0<k≤j} q_k h_{j−k}, q the normal load.
    pub pressed: [f64; 2],
}

impl Slipping<'_> {
    /// The sums of order j, and Σ a_k·h_{i−k} and Σ b_k·g_{i−k} of order i = j − 1, given g as `bend`.
    #[inline]
    pub fn turning(&self, a: &Pair, b: &Pair, bend: &Pair, j: usize) -> (Met, [f64; 2]) {
        let [of_a, of_b, square, pressed] = self.turning_sums(a, b, bend, j);
        (Met { square: square.sum(), pressed: pressed.0 }, [of_a.sum(), of_b.sum()])
    }

    /// The sums of a turning direction, component by component: in a function of its own, in which nothing tempts to add them up crosswise.
    #[inline(never)]
    fn turning_sums(&self, a: &Pair, b: &Pair, bend: &Pair, j: usize) -> [Two; 4] {
        let heading = &self.heading.coefficients;
        let first = j.saturating_sub(self.heading.terms); // those of g are no more
        let m = j - first;
        let (own, bend) = (&heading[..m], &bend.coefficients[..m]);
        let (a, b) = (&a.coefficients[first..][..m], &b.coefficients[first..][..m]);
        let (next, load) = (&heading[first + 1..][..m], &self.normal.coefficients[first + 1..][..m]);
        let [mut of_a, mut of_b, mut square, mut pressed] = [Two::ZERO; 4];
        for k in 0..m {
            let (h, g) = (own[m - 1 - k], bend[m - 1 - k]);
            of_a.add_product(a[k], h);
            of_b.add_product(b[k], g);
            square.add_product(next[k], h);
            pressed.add_scaled(load[k], h);
        }
        [of_a, of_b, square, pressed]
    }

    /// The sums of order j > 0, and Σ_{0<k<j} a_k h_{j−k}.
    #[inline]
    pub fn sliding(&self, a: &Short, j: usize) -> (Met, [f64; 2]) {
        let heading = &self.heading.coefficients;
        let first = j.saturating_sub(self.heading.terms);
        let m = j - first;
        let own = &heading[..m];
        let (a, next) = (&a.coefficients[first + 1..][..m], &heading[first + 1..][..m]);
        let load = &self.normal.coefficients[first + 1..][..m];
        let [mut of_a, mut square, mut pressed] = [Two::ZERO; 3];
        for k in 0..m {
            let h = own[m - 1 - k];
            of_a.add_scaled(a[k], h);
            square.add_product(next[k], h);
            pressed.add_scaled(load[k], h);
        }
        (Met { square: square.sum(), pressed: pressed.0 }, of_a.0)
    }
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
    fn shifted_series_have_the_same_values() {
        // Halves and quarters of small whole numbers: no digit is rounded.
        for series in pairs() {
            assert_eq!(series.shifted(0.5).evaluate(0.25), series.evaluate(0.75));
            let mut first = Short::default();
            (0..7).for_each(|j| first.set(j, series[j][0]));
            let shifted = first.shifted(0.5);
            assert_eq!(carom_taylor::evaluate(&shifted, 0.25), carom_taylor::evaluate(&*first, 0.75));
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

    /// A direction of which the terms below `known` are known, and a normal load.
    fn slipping(known: usize) -> (Pair, Short) {
        let (mut heading, mut normal) = (Pair::default(), Short::default());
        (0..known).for_each(|j| heading.set(j, [(j + 1) as f64, if j % 2 == 0 { -1.0 } else { 1.0 }]));
        (0..9).for_each(|j| normal.set(j, 2.0 + j as f64));
        (heading, normal)
    }

    fn assert_met(met: &Met, heading: &Pair, normal: &Short, j: usize) {
        let square: f64 = (1..j).map(|k| product(heading[k], heading[j - k])).sum();
        let pressed = |i: usize| -> f64 { (1..=j).map(|k| normal[k] * heading[j - k][i]).sum() };
        assert_eq!(*met, Met { square, pressed: [pressed(0), pressed(1)] }, "order {j}");
    }

    #[test]
    fn sums_of_a_turning_direction_are_those_of_all_coefficients() {
        let [a, b] = pairs();
        for j in 1..TERMS {
            let (heading, normal) = slipping(j.min(6));
            let (bend, _) = slipping(j.min(5));
            let slipping = Slipping { normal: &normal, heading: &heading };
            let (met, [of_a, of_b]) = slipping.turning(&a, &b, &bend, j);
            assert_met(&met, &heading, &normal, j);
            assert_eq!(of_a, (0..j).map(|k| product(a[k], heading[j - 1 - k])).sum::<f64>(), "order {j}");
            assert_eq!(of_b, (0..j).map(|k| product(b[k], bend[j - 1 - k])).sum::<f64>(), "order {j}");
        }
    }

    #[test]
    fn sums_of_a_direction_that_follows_are_those_of_all_coefficients() {
        for j in 1..TERMS {
            let (heading, normal) = slipping(j.min(6));
            let mut speed = Short::default();
            (0..j).for_each(|k| speed.set(k, 1.0 - k as f64));
            let (met, known) = Slipping { normal: &normal, heading: &heading }.sliding(&speed, j);
            assert_met(&met, &heading, &normal, j);
            let of = |i: usize| -> f64 { (1..j).map(|k| speed[k] * heading[j - k][i]).sum() };
            assert_eq!(known, [of(0), of(1)], "order {j}");
        }
    }
}
