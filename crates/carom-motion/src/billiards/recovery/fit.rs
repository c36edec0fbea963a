//! Least squares with exact derivatives, by the search of `carom-estimate`, and what the result is worth.
//!
//! ```text
//! minimise |r(θ)|²,  r = path(θ) − samples,  J = ∂path/∂θ                                     (V.8)
//! covariance = σ² (JᵀJ)⁻¹ = σ² D⁻¹ V Σ⁻² Vᵀ D⁻¹   with  J D⁻¹ = U Σ Vᵀ                         (V.10)
//! ```

use carom_estimate::{Bounds, Problem, Triangle, chance_of_chi_square};
use nalgebra::{DMatrix, DVector, Matrix2xX, Vector2};

use super::Sample;

/// Singular values below this part of the largest are zero: the rounding of the derivatives, with three digits to spare.
const RANK_ROUNDING: f64 = 1e-12;

/// A family of paths.
pub(super) trait Paths {
    /// How many numbers set a path.
    fn unknowns(&self) -> usize;
    /// Position at an instant (seconds after the start) and its derivatives; nothing if no path has these numbers.
    fn at(&self, unknowns: &DVector<f64>, time: f64) -> Option<(Vector2<f64>, Matrix2xX<f64>)>;
}

/// A path fitted to samples.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    pub unknowns: DVector<f64>,
    /// Sum of the squared residuals, in square metres.
    pub squares: f64,
    jacobian: DMatrix<f64>,
    residual: DVector<f64>,
}

/// Samples of a family of paths, to be searched.
struct Seen<'a, P> {
    paths: &'a P,
    samples: &'a [Sample],
    start: f64,
}

impl<P: Paths> Problem for Seen<'_, P> {
    fn parameters(&self) -> usize {
        self.paths.unknowns()
    }

    fn reduced(&self, x: &DVector<f64>) -> Option<Triangle> {
        let here = Fit::at(self.paths, self.samples, self.start, x.clone())?;
        Some(Triangle::of(&here.jacobian, &here.residual))
    }

    fn cost(&self, x: &DVector<f64>) -> Option<f64> {
        let square = |sample: &Sample| {
            let (position, _) = self.paths.at(x, sample.time - self.start)?;
            Some((position - sample.position).norm_squared())
        };
        self.samples.iter().map(square).sum::<Option<f64>>().filter(|cost| cost.is_finite())
    }
}

/// How far samples determine a path.
pub(super) enum Worth {
    /// (JᵀJ)⁻¹.
    Full(DMatrix<f64>),
    Rank(usize),
}

impl Fit {
    /// The residual and its derivatives at the given numbers.
    fn at(paths: &impl Paths, samples: &[Sample], start: f64, unknowns: DVector<f64>) -> Option<Self> {
        let mut jacobian = DMatrix::zeros(2 * samples.len(), paths.unknowns());
        let mut residual = DVector::zeros(2 * samples.len());
        for (number, sample) in samples.iter().enumerate() {
            let (position, gradient) = paths.at(&unknowns, sample.time - start)?;
            residual.fixed_rows_mut::<2>(2 * number).copy_from(&(position - sample.position));
            jacobian.rows_mut(2 * number, 2).copy_from(&gradient);
        }
        let squares = residual.norm_squared();
        squares.is_finite().then_some(Self { unknowns, squares, jacobian, residual })
    }

    /// The best path near the given numbers.
    pub fn search(paths: &impl Paths, samples: &[Sample], start: f64, guess: DVector<f64>) -> Option<Self> {
        let seen = Seen { paths, samples, start };
        let found = carom_estimate::search(&seen, &guess, &Bounds::none(paths.unknowns()))?;
        Self::at(paths, samples, start, found.x)
    }

    fn column_lengths(&self) -> DVector<f64> {
        let length = |column: nalgebra::DVectorView<f64>| {
            let length = column.norm();
            if length > 0.0 { length } else { 1.0 }
        };
        DVector::from_iterator(self.jacobian.ncols(), self.jacobian.column_iter().map(length))
    }

    /// The chance that residuals without a pattern are as like those of the next sample: r₁ = Σ rᵢ·rᵢ₊₁/Σ rᵢ² of n independent coordinates is
    /// normal with variance 1/n, and a fit only makes it smaller. Where the residuals are rounding nothing can be said.
    pub fn chance_of_likeness(&self) -> f64 {
        let count = self.residual.len();
        if count < 6 || self.squares <= 0.0 {
            return 1.0;
        }
        let alike: f64 = (2..count).map(|i| self.residual[i] * self.residual[i - 2]).sum();
        let deviations = alike / self.squares * (count as f64).sqrt();
        if deviations <= 0.0 { 1.0 } else { 0.5 * chance_of_chi_square(deviations * deviations, 1) }
    }

    /// (V.10) without σ².
    pub fn worth(&self) -> Worth {
        let columns = self.jacobian.ncols();
        let scale = self.column_lengths();
        let mut scaled = self.jacobian.clone();
        for (mut column, length) in scaled.column_iter_mut().zip(&scale) {
            column /= *length;
        }
        let factored = scaled.svd(false, true);
        let largest = factored.singular_values.max();
        let rank = factored.singular_values.iter().filter(|&&value| value > RANK_ROUNDING * largest).count();
        match factored.v_t {
            Some(v_t) if rank == columns => {
                let spread = DMatrix::from_fn(columns, columns, |row, column| {
                    v_t[(row, column)] / (factored.singular_values[row] * scale[column])
                });
                Worth::Full(spread.tr_mul(&spread))
            }
            _ => Worth::Rank(rank),
        }
    }
}
