//! Residuals of rows over their noise: what is minimised.
//!
//! ```text
//! r = L⁻¹ (predicted − measured),   L Lᵀ = diag(σ²) + G diag(σ_before²) Gᵀ,   G = ∂predicted/∂before        (LS.8)
//! ```
//!
//! Without noise of what was before, L is diagonal. G is taken where the last search ended and kept during the next.

use carom_estimate::{Loss, Problem, Triangle};
use nalgebra::{Cholesky, DMatrix, DVector};
use rayon::prelude::*;

use crate::model::{Linear, Model, Origin, Steps};
use crate::predictor::{Memory, Predictor, Route};
use crate::study::Study;

/// Rows that are reduced together: enough for a tall triangle, few enough to share among threads.
const PORTION: usize = 256;
/// Rows that are reduced together where every row is a scene that is read, and perhaps followed in time.
const SLOW_PORTION: usize = 4;

/// The residuals of some rows.
#[derive(Clone, Copy)]
pub(crate) struct Weighted<'a> {
    pub study: &'a Study,
    pub rows: &'a [usize],
    /// Standard deviation of a measurement, for each group.
    pub sigma: &'a [f64],
    /// L of (LS.8) for each row of the study; empty if it is diagonal.
    pub whitening: &'a [Option<DMatrix<f64>>],
    pub loss: Loss,
    pub steps: &'a Steps,
}

/// A measurement of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    /// Its place among the numbers that are predicted.
    place: usize,
    pub value: f64,
    pub group: usize,
}

/// A row: residuals in standard deviations, for each its derivatives by all parameters, and what was measured.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub measured: Vec<Measured>,
    pub residuals: Vec<f64>,
    pub slopes: Vec<f64>,
    linear: Linear,
    memory: Memory,
}

impl Row {
    pub fn origin(&self) -> Origin {
        self.linear.origin
    }
}

impl Weighted<'_> {
    fn predictor(&self) -> &Predictor {
        &self.study.predictor
    }

    /// How many rows are best taken together.
    pub fn portion_size(&self) -> usize {
        match self.predictor().route {
            Route::Direct(_) => PORTION,
            Route::Text { .. } => SLOW_PORTION,
        }
    }

    /// The residuals of a row without derivatives.
    fn find_residuals(&self, number: usize, x: &[f64], row: &mut Row) -> Result<(), String> {
        self.predictor().predict(number, x, &mut row.memory, &mut row.linear.values)?;
        self.compare(number, row);
        Ok(())
    }

    /// Residuals and derivatives of a row.
    pub fn linearise(&self, number: usize, x: &[f64], row: &mut Row) -> Result<(), String> {
        self.predictor().linearise(number, x, self.steps, &mut row.memory, &mut row.linear)?;
        self.compare(number, row);
        let Row { measured, slopes, linear, .. } = row;
        let n = x.len();
        slopes.clear();
        match self.whitening.get(number).and_then(Option::as_ref) {
            Some(lower) => {
                let plain =
                    DMatrix::from_fn(measured.len(), n, |i, j| linear.slopes[measured[i].place * n + j]);
                let white = lower.solve_lower_triangular(&plain).unwrap_or(plain);
                slopes.extend(
                    (0..measured.len()).flat_map(|i| white.row(i).iter().copied().collect::<Vec<_>>()),
                );
            }
            None => {
                for measured in measured {
                    let sigma = self.sigma[measured.group];
                    let own = &linear.slopes[measured.place * n..(measured.place + 1) * n];
                    slopes.extend(own.iter().map(|slope| slope / sigma));
                }
            }
        }
        Ok(())
    }

    /// Residuals of what is predicted.
    fn compare(&self, number: usize, row: &mut Row) {
        let Row { measured, residuals, linear, .. } = row;
        measured.clear();
        measured.extend(self.measured(number));
        residuals.clear();
        match self.whitening.get(number).and_then(Option::as_ref) {
            Some(lower) => {
                let off = measured.iter().map(|m| linear.values[m.place] - m.value);
                let off = DVector::from_iterator(measured.len(), off);
                residuals.extend(lower.solve_lower_triangular(&off).unwrap_or(off).iter());
            }
            None => residuals
                .extend(measured.iter().map(|m| (linear.values[m.place] - m.value) / self.sigma[m.group])),
        }
    }

    /// What was measured in a row.
    fn measured(&self, number: usize) -> impl Iterator<Item = Measured> + '_ {
        let numbers = self.study.measurements.row(number).enumerate();
        numbers.filter(|(_, (value, _))| value.is_finite()).map(|(place, (value, group))| Measured {
            place,
            value,
            group,
        })
    }

    fn portion(&self, rows: &[usize], x: &[f64], row: &mut Row) -> Option<Triangle> {
        let height = rows.iter().map(|&number| self.measured(number).count()).sum();
        let mut jacobian = DMatrix::zeros(height, x.len());
        let mut residual = DVector::zeros(height);
        let (mut at, mut cost) = (0, 0.0);
        for &number in rows {
            self.linearise(number, x, row).ok()?;
            for (i, &r) in row.residuals.iter().enumerate() {
                let slopes = &row.slopes[i * x.len()..(i + 1) * x.len()];
                let (row_factor, residual_factor) = self.loss.factors(r);
                slopes.iter().enumerate().for_each(|(j, slope)| jacobian[(at, j)] = slope * row_factor);
                residual[at] = r * residual_factor;
                cost += self.loss.cost(r);
                at += 1;
            }
        }
        Some(Triangle::with_cost(&jacobian, &residual, cost))
    }

    /// L of (LS.8) for every row, where x is.
    pub fn whitening_at(&self, x: &[f64]) -> Vec<Option<DMatrix<f64>>> {
        let one = |(memory, above, below): &mut (Memory, Vec<f64>, Vec<f64>), &number: &usize| {
            let predictor = self.predictor();
            let measured: Vec<Measured> = self.measured(number).collect();
            let mut covariance = DMatrix::zeros(measured.len(), measured.len());
            for (i, measured) in measured.iter().enumerate() {
                covariance[(i, i)] = self.sigma[measured.group] * self.sigma[measured.group];
            }
            for &(column, noise) in &self.study.input_noise {
                // A difference over the noise itself: what a kink within it does counts.
                predictor.predict_shifted(number, x, (column, noise), memory, above).ok()?;
                predictor.predict_shifted(number, x, (column, -noise), memory, below).ok()?;
                let slope = measured.iter().map(|m| 0.5 * (above[m.place] - below[m.place]));
                let slope = DVector::from_iterator(measured.len(), slope);
                covariance += &slope * slope.transpose();
            }
            Cholesky::new(covariance).map(|factored| factored.l())
        };
        if self.study.input_noise.is_empty() {
            return Vec::new();
        }
        let found: Vec<Option<DMatrix<f64>>> = self.rows.par_iter().map_init(Default::default, one).collect();
        let mut all = vec![None; self.study.rows()];
        self.rows.iter().zip(found).for_each(|(&number, lower)| all[number] = lower);
        all
    }
}

impl Problem for Weighted<'_> {
    fn parameters(&self) -> usize {
        self.predictor().parameters()
    }

    fn reduced(&self, x: &DVector<f64>) -> Option<Triangle> {
        let x = x.as_slice();
        let portions: Vec<Triangle> = self
            .rows
            .par_chunks(self.portion_size())
            .map_init(Row::default, |row, rows| self.portion(rows, x, row))
            .collect::<Option<_>>()?;
        // Joined in their order, so that the answer does not depend on the number of threads.
        let empty = Triangle::empty(x.len());
        Some(portions.iter().fold(empty, |whole, part| whole.joined(part)))
    }

    fn cost(&self, x: &DVector<f64>) -> Option<f64> {
        let x = x.as_slice();
        let cost = |row: &mut Row, number: usize| {
            self.find_residuals(number, x, row).ok()?;
            Some(row.residuals.iter().map(|&r| self.loss.cost(r)).sum::<f64>())
        };
        let portions: Vec<f64> = self
            .rows
            .par_chunks(self.portion_size())
            .map_init(Row::default, |row, rows| {
                rows.iter().map(|&number| cost(row, number)).sum::<Option<f64>>()
            })
            .collect::<Option<_>>()?;
        Some(portions.iter().sum())
    }
}
