//! Least squares: Levenberg-Marquardt steps with exact derivatives, and what the result is worth.
//!
//! ```text
//! minimise |r(θ)|²,  r = samples − path(θ),  J = ∂path/∂θ                                     (V.8)
//! step:  min |J δ − r|² + λ |D δ|²,  D the lengths of the columns of J                         (V.9)
//! covariance = σ² (JᵀJ)⁻¹ = σ² D⁻¹ V Σ⁻² Vᵀ D⁻¹   with  J D⁻¹ = U Σ Vᵀ                         (V.10)
//! ```

use nalgebra::{DMatrix, DVector, Matrix2xX, Vector2};

use super::Sample;

/// Steps until the search is given up; paths of billiards take about ten.
const MOST_STEPS: usize = 200;
/// Damping at the start, and when a step cannot be made to reduce the residual any more: then the residual is at its rounding.
const FIRST_DAMPING: f64 = 1e-3;
const LAST_DAMPING: f64 = 1e12;
/// Damping falls by this factor after a good step and rises by it after a bad one.
const DAMPING_FACTOR: f64 = 10.0;
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
            residual.fixed_rows_mut::<2>(2 * number).copy_from(&(sample.position - position));
            jacobian.rows_mut(2 * number, 2).copy_from(&gradient);
        }
        let squares = residual.norm_squared();
        squares.is_finite().then_some(Self { unknowns, squares, jacobian, residual })
    }

    /// The best path near the given numbers.
    pub fn search(paths: &impl Paths, samples: &[Sample], start: f64, guess: DVector<f64>) -> Option<Self> {
        let mut best = Self::at(paths, samples, start, guess)?;
        let mut damping = FIRST_DAMPING;
        for _ in 0..MOST_STEPS {
            let Some(step) = best.step(damping) else { return Some(best) };
            let next = Self::at(paths, samples, start, &best.unknowns + step);
            match next {
                Some(next) if next.squares < best.squares => {
                    best = next;
                    damping /= DAMPING_FACTOR;
                }
                _ if damping > LAST_DAMPING => return Some(best),
                _ => damping *= DAMPING_FACTOR,
            }
        }
        Some(best)
    }

    fn column_lengths(&self) -> DVector<f64> {
        let length = |column: nalgebra::DVectorView<f64>| {
            let length = column.norm();
            if length > 0.0 { length } else { 1.0 }
        };
        DVector::from_iterator(self.jacobian.ncols(), self.jacobian.column_iter().map(length))
    }

    /// (V.9), in unknowns scaled by D.
    fn step(&self, damping: f64) -> Option<DVector<f64>> {
        let (rows, columns) = self.jacobian.shape();
        let scale = self.column_lengths();
        let mut stacked = DMatrix::zeros(rows + columns, columns);
        for column in 0..columns {
            let scaled = self.jacobian.column(column) / scale[column];
            stacked.view_mut((0, column), (rows, 1)).copy_from(&scaled);
            stacked[(rows + column, column)] = damping.sqrt();
        }
        let mut target = DVector::zeros(rows + columns);
        target.rows_mut(0, rows).copy_from(&self.residual);
        let factored = stacked.qr();
        factored.q_tr_mul(&mut target);
        let scaled_step =
            factored.unpack_r().solve_upper_triangular(&target.rows(0, columns).into_owned())?;
        Some(scaled_step.component_div(&scale))
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
