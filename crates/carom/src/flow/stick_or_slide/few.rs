//! Systems of a few linear equations, solved on the stack.
//!
//! Two contacts have at most six unknowns. Their equations are solved in every order of every step, and a matrix whose size is known only when
//! it is met costs several times the work itself.

use nalgebra::DMatrix;

/// Most equations.
pub(in crate::flow) const FEW: usize = 6;

/// L and U of a matrix whose rows have been exchanged, the largest pivot of each column first.
#[derive(Debug, Clone, Copy)]
pub(in crate::flow) struct FewEquations {
    equations: usize,
    /// U on and above the diagonal, L below it.
    factors: [[f64; FEW]; FEW],
    /// The row that each has been exchanged with.
    exchanged: [usize; FEW],
}

impl FewEquations {
    /// None if there are too many.
    pub fn of(matrix: &DMatrix<f64>) -> Option<Self> {
        let n = matrix.nrows();
        if n > FEW {
            return None;
        }
        let mut factors = [[0.0; FEW]; FEW];
        for (i, row) in factors.iter_mut().enumerate().take(n) {
            (0..n).for_each(|j| row[j] = matrix[(i, j)]);
        }
        let mut exchanged = [0; FEW];
        for k in 0..n {
            let larger = |a: usize, b: usize| if factors[b][k].abs() > factors[a][k].abs() { b } else { a };
            let pivot = (k..n).fold(k, larger);
            exchanged[k] = pivot;
            factors.swap(k, pivot);
            let row = factors[k];
            if row[k] == 0.0 {
                continue;
            }
            for below in &mut factors[k + 1..n] {
                below[k] /= row[k];
                (k + 1..n).for_each(|j| below[j] -= below[k] * row[j]);
            }
        }
        Some(Self { equations: n, factors, exchanged })
    }

    /// The pivot of one column.
    pub fn pivot(&self, k: usize) -> f64 {
        self.factors[k][k]
    }

    /// Turns the right-hand side into the solution; pivots must not be zero.
    pub fn solve_in_place(&self, wanted: &mut [f64]) {
        let n = self.equations;
        let mut x = [0.0; FEW];
        x[..n].copy_from_slice(wanted);
        for k in 0..n {
            x.swap(k, self.exchanged[k]);
            let row = &self.factors[k];
            x[k] -= (0..k).map(|j| row[j] * x[j]).sum::<f64>();
        }
        for k in (0..n).rev() {
            let row = &self.factors[k];
            x[k] = (x[k] - (k + 1..n).map(|j| row[j] * x[j]).sum::<f64>()) / row[k];
        }
        wanted.copy_from_slice(&x[..n]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    /// Some sixty operations, of numbers that a matrix of condition ten lets grow by that.
    const ROUNDING: f64 = 1e-13;

    /// A matrix with small pivots first, so that rows must be exchanged.
    fn matrix(n: usize) -> DMatrix<f64> {
        DMatrix::from_fn(n, n, |i, j| {
            let (i, j) = (i as f64, j as f64);
            if i == j { 0.01 * i } else { 1.0 / (1.0 + i + 2.0 * j) + if i + 1.0 == j { 2.0 } else { 0.0 } }
        })
    }

    #[test]
    fn solutions_fulfil_their_equations() {
        for n in 2..=FEW {
            let (matrix, wanted) = (matrix(n), DVector::from_fn(n, |i, _| 1.0 - 0.3 * i as f64));
            let mut x = wanted.clone();
            FewEquations::of(&matrix).unwrap().solve_in_place(x.as_mut_slice());
            assert!((&matrix * &x - &wanted).amax() < ROUNDING * x.amax(), "{n} equations: {x}");
        }
    }

    #[test]
    fn more_than_a_few_are_left_to_others() {
        assert!(FewEquations::of(&DMatrix::identity(FEW + 1, FEW + 1)).is_none());
    }

    #[test]
    fn dependent_equations_have_a_pivot_of_zero() {
        let dependent = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 2.0, 4.0]);
        assert_eq!(FewEquations::of(&dependent).unwrap().pivot(1), 0.0);
    }
}
