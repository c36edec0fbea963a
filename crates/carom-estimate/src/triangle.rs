//! (LS.2): residuals and their derivatives, reduced to a triangle.

use nalgebra::{DMatrix, DVector};

/// What is left of residuals and their derivatives after an orthogonal transformation: [R q; 0 s], and what the residuals cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Triangle {
    /// R and q side by side, above s.
    rows: DMatrix<f64>,
    /// Σ ρ(r²).
    pub cost: f64,
}

impl Triangle {
    /// Nothing seen yet.
    #[must_use]
    pub fn empty(parameters: usize) -> Self {
        Self { rows: DMatrix::zeros(0, parameters + 1), cost: 0.0 }
    }

    /// Of plain squares: derivatives, one row for each residual, and residuals.
    #[must_use]
    pub fn of(jacobian: &DMatrix<f64>, residual: &DVector<f64>) -> Self {
        Self::with_cost(jacobian, residual, residual.norm_squared())
    }

    /// Of residuals and derivatives that were weighted for a loss, and what they cost under it.
    #[must_use]
    pub fn with_cost(jacobian: &DMatrix<f64>, residual: &DVector<f64>, cost: f64) -> Self {
        let columns = jacobian.ncols();
        let mut rows = DMatrix::zeros(jacobian.nrows(), columns + 1);
        rows.columns_mut(0, columns).copy_from(jacobian);
        rows.set_column(columns, residual);
        Self { rows: reduced(rows), cost }
    }

    /// Both together.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let (above, below) = (self.rows.nrows(), other.rows.nrows());
        let mut rows = DMatrix::zeros(above + below, self.rows.ncols());
        rows.rows_mut(0, above).copy_from(&self.rows);
        rows.rows_mut(above, below).copy_from(&other.rows);
        Self { rows: reduced(rows), cost: self.cost + other.cost }
    }

    /// How many parameters there are.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.rows.ncols() - 1
    }

    /// R: |R δ|² = |J δ|².
    #[must_use]
    pub fn factor(&self) -> DMatrix<f64> {
        self.rows.columns(0, self.parameters()).into_owned()
    }

    /// q: |R δ + q|² is |J δ + r|² but for a constant.
    #[must_use]
    pub fn target(&self) -> DVector<f64> {
        self.rows.column(self.parameters()).into_owned()
    }

    /// The triangle after a step, if residuals change as the derivatives say; the cost is left as it was.
    #[must_use]
    pub(crate) fn moved(&self, step: &DVector<f64>) -> Self {
        let mut moved = self.clone();
        let target = self.target() + self.factor() * step;
        moved.rows.set_column(self.parameters(), &target);
        moved
    }

    /// The triangle for residuals and derivatives that are `factor` times as large; the cost goes with the square.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self { rows: &self.rows * factor, cost: self.cost * factor * factor }
    }
}

/// The triangle of a tall matrix; a low one stays as it is.
fn reduced(rows: DMatrix<f64>) -> DMatrix<f64> {
    if rows.nrows() <= rows.ncols() { rows } else { rows.qr().unpack_r() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_joined_in_any_way_are_the_whole() {
        let jacobian = DMatrix::from_fn(40, 3, |i, j| libm::sin((7 * i + 3 * j) as f64));
        let residual = DVector::from_fn(40, |i, _| libm::cos(i as f64));
        let whole = Triangle::of(&jacobian, &residual);
        let mut joined = Triangle::empty(3);
        for (from, count) in [(0, 1), (1, 15), (16, 2), (18, 22)] {
            let part = Triangle::of(
                &jacobian.rows(from, count).into_owned(),
                &residual.rows(from, count).into_owned(),
            );
            joined = joined.joined(&part);
        }
        let square = |t: &Triangle| t.factor().tr_mul(&t.factor());
        let slope = |t: &Triangle| t.factor().tr_mul(&t.target());
        /// Sums of forty products of size one.
        const ROUNDED: f64 = 40.0 * 8.0 * f64::EPSILON;
        assert!((square(&whole) - square(&joined)).amax() < ROUNDED);
        assert!((slope(&whole) - slope(&joined)).amax() < ROUNDED);
        assert!((square(&whole) - jacobian.tr_mul(&jacobian)).amax() < ROUNDED);
        assert!((whole.cost - joined.cost).abs() < ROUNDED);
    }
}
