//! Radau's rule with sixteen nodes, and polynomials through values at them.
//!
//! The nodes are the roots of P₁₆ − P₁₅ on 0..1: the end of the step is one, its start is none, so that what is singular at the start of a
//! contact is never asked for there. Polynomials are found by their Legendre coefficients, which fall off as fast as the function is
//! smooth: written in powers of s they keep their digits because of that.

use std::sync::LazyLock;

use nalgebra::SMatrix;

/// Nodes of the rule.
pub(crate) const NODES: usize = 16;
/// Values at the nodes, or as many coefficients.
pub(crate) type Nodal = [f64; NODES];

/// The nodes, and what they give of the polynomial through values at them.
pub(crate) struct Rule {
    pub nodes: Nodal,
    /// By l and k: ∫₀^{sₖ} of the polynomial that is one at node l and zero at all others.
    integrals: [Nodal; NODES],
    /// Legendre coefficients from values, column by column.
    spectrum: [Nodal; NODES],
    /// Powers of s from Legendre coefficients, likewise.
    powers: [Nodal; NODES],
}

static RULE: LazyLock<Rule> = LazyLock::new(Rule::new);

/// The rule.
pub(crate) fn rule() -> &'static Rule {
    &RULE
}

/// Pⱼ(x) and all before it.
fn legendre(x: f64) -> [f64; NODES + 2] {
    let mut p = [1.0; NODES + 2];
    p[1] = x;
    for j in 1..=NODES {
        let n = j as f64;
        p[j + 1] = ((2.0 * n + 1.0) * x * p[j] - n * p[j - 1]) / (n + 1.0);
    }
    p
}

/// The coefficient of sⁱ in Pⱼ(2s − 1), (−1)^(i+j) C(j, i) C(j + i, i): a whole number below 2⁵³.
fn power_of_legendre(i: usize, j: usize) -> f64 {
    let first = if j.is_multiple_of(2) { 1.0 } else { -1.0 };
    if i > j {
        return 0.0;
    }
    (0..i).fold(first, |term, i| term * -(((j - i) * (j + i + 1)) as f64) / ((i + 1) * (i + 1)) as f64)
}

impl Rule {
    fn new() -> Self {
        let nodes = nodes();
        let at_node = nodes.map(|s| legendre(2.0 * s - 1.0));
        let values = SMatrix::<f64, NODES, NODES>::from_fn(|k, j| at_node[k][j]);
        let spectrum = values.try_inverse().unwrap_or_else(SMatrix::zeros);
        // ∫₀ˢ Pⱼ = (Pⱼ₊₁ − Pⱼ₋₁)/(2(2j + 1)) on 0..1.
        let integral = |k: usize, j: usize| match j {
            0 => nodes[k],
            _ => (at_node[k][j + 1] - at_node[k][j - 1]) / (2.0 * (2 * j + 1) as f64),
        };
        let integrals = SMatrix::<f64, NODES, NODES>::from_fn(integral) * spectrum;
        let powers = std::array::from_fn(|j| std::array::from_fn(|i| power_of_legendre(i, j)));
        let columns = |matrix: SMatrix<f64, NODES, NODES>| {
            std::array::from_fn(|l| std::array::from_fn(|k| matrix[(k, l)]))
        };
        Self { nodes, integrals: columns(integrals), spectrum: columns(spectrum), powers }
    }

    /// ∫₀^{sₖ} of the polynomial through these values.
    pub fn integrate(&self, values: &Nodal) -> Nodal {
        // Along one of two tangents often nothing moves.
        if values.iter().all(|&value| value == 0.0) {
            return [0.0; NODES];
        }
        apply(&self.integrals, values)
    }

    /// The weight of the value at node l in that integral up to node k.
    pub fn integral(&self, k: usize, l: usize) -> f64 {
        self.integrals[l][k]
    }

    /// The Legendre coefficients of the polynomial through these values.
    pub fn spectrum(&self, values: &Nodal) -> Nodal {
        apply(&self.spectrum, values)
    }

    /// The polynomial through these values, in powers of s.
    pub fn polynomial(&self, values: &Nodal) -> Nodal {
        apply(&self.powers, &self.spectrum(values))
    }

    /// sᵐ times the polynomial through what these values are times sᵐ: of what is known to have an m-fold zero at the start.
    pub fn polynomial_with_zeros<const N: usize>(&self, values: &Nodal, zeros: usize) -> [f64; N] {
        let reduced: Nodal = std::array::from_fn(|k| values[k] / self.nodes[k].powi(zeros as i32));
        let mut padded = [0.0; N];
        padded[zeros..zeros + NODES].copy_from_slice(&self.polynomial(&reduced));
        padded
    }
}

/// A matrix, given by its columns, times values: all nodes at a time.
fn apply(columns: &[Nodal; NODES], values: &Nodal) -> Nodal {
    let mut sum = [0.0; NODES];
    for (column, value) in columns.iter().zip(values) {
        for k in 0..NODES {
            sum[k] += column[k] * value;
        }
    }
    sum
}

/// The roots of P₁₆ − P₁₅, by Newton's method from Chebyshev's points of the kind that has the end among them.
fn nodes() -> Nodal {
    let slope = |p: &[f64; NODES + 2], x: f64, j: usize| j as f64 * (x * p[j] - p[j - 1]) / (x * x - 1.0);
    std::array::from_fn(|k| {
        if k + 1 == NODES {
            return 1.0;
        }
        let angle = std::f64::consts::PI * (2 * (NODES - 1 - k)) as f64 / (2 * NODES - 1) as f64;
        let mut x = libm::cos(angle);
        for _ in 0..20 {
            let p = legendre(x);
            x -= (p[NODES] - p[NODES - 1]) / (slope(&p, x, NODES) - slope(&p, x, NODES - 1));
        }
        0.5 * (1.0 + x)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_taylor::evaluate;

    #[test]
    fn nodes_ascend_and_integrals_are_those_of_radau() {
        let rule = rule();
        assert!(rule.nodes.is_sorted() && rule.nodes[0] > 0.0 && rule.nodes[NODES - 1] == 1.0);
        // The rule is exact up to degree 2·16 − 2 at the end of the step.
        for degree in 0..=2 * NODES - 2 {
            let values = rule.nodes.map(|s| s.powi(degree as i32));
            let error = rule.integrate(&values)[NODES - 1] - 1.0 / (degree + 1) as f64;
            assert!(error.abs() < 4e-16, "degree {degree}: {error:e}");
        }
    }

    #[test]
    fn a_smooth_function_keeps_its_digits_in_powers_of_s() {
        let rule = rule();
        let polynomial = rule.polynomial(&rule.nodes.map(|s| (2.0 * s).sin()));
        for i in 0..=100 {
            let s = f64::from(i) / 100.0;
            let error = evaluate(&polynomial, s) - (2.0 * s).sin();
            assert!(error.abs() < 2e-15, "{s}: {error:e}");
        }
    }
}
