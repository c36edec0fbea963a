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

use crate::model::{Model, Steps};
use crate::predictor::Predictor;
use crate::study::Study;

/// Rows that are reduced together: enough for a tall triangle, few enough to share among threads.
pub(crate) const PORTION: usize = 64;

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

/// Residuals of a row in standard deviations, their derivatives, and their groups.
pub(crate) struct RowResiduals {
    pub residuals: DVector<f64>,
    pub jacobian: DMatrix<f64>,
    pub groups: Vec<usize>,
}

impl Weighted<'_> {
    fn predictor(&self) -> &Predictor {
        &self.study.predictor
    }

    /// The residuals of a row without derivatives.
    pub fn residuals(&self, row: usize, x: &[f64]) -> Result<(DVector<f64>, Vec<usize>), String> {
        let predicted = self.predictor().predict(row, x)?;
        let kept = self.kept(row);
        let raw = DVector::from_iterator(
            kept.len(),
            kept.iter().map(|&(place, value, _)| predicted[place] - value),
        );
        let groups: Vec<usize> = kept.iter().map(|&(_, _, group)| group).collect();
        Ok((self.whitened(row, raw, &groups), groups))
    }

    /// Residuals and derivatives of a row.
    pub fn linearised(&self, row: usize, x: &[f64]) -> Result<RowResiduals, String> {
        let (predicted, jacobian) = self.predictor().jacobian(row, x, self.steps)?;
        let kept = self.kept(row);
        let raw = DVector::from_iterator(
            kept.len(),
            kept.iter().map(|&(place, value, _)| predicted[place] - value),
        );
        let slopes = DMatrix::from_fn(kept.len(), x.len(), |i, j| jacobian[(kept[i].0, j)]);
        let groups: Vec<usize> = kept.iter().map(|&(_, _, group)| group).collect();
        let residuals = self.whitened(row, raw, &groups);
        let jacobian = match self.whitening.get(row).and_then(Option::as_ref) {
            Some(lower) => lower.solve_lower_triangular(&slopes).unwrap_or(slopes),
            None => DMatrix::from_fn(groups.len(), x.len(), |i, j| slopes[(i, j)] / self.sigma[groups[i]]),
        };
        Ok(RowResiduals { residuals, jacobian, groups })
    }

    /// Places, values and groups of what was measured in a row.
    fn kept(&self, row: usize) -> Vec<(usize, f64, usize)> {
        let numbers = self.study.measurements.row(row).enumerate();
        numbers
            .filter(|(_, (value, _))| value.is_finite())
            .map(|(place, (value, group))| (place, value, group))
            .collect()
    }

    fn whitened(&self, row: usize, raw: DVector<f64>, groups: &[usize]) -> DVector<f64> {
        match self.whitening.get(row).and_then(Option::as_ref) {
            Some(lower) => lower.solve_lower_triangular(&raw).unwrap_or(raw),
            None => DVector::from_iterator(
                raw.len(),
                raw.iter().zip(groups).map(|(r, &group)| r / self.sigma[group]),
            ),
        }
    }

    fn portion(&self, rows: &[usize], x: &[f64]) -> Option<Triangle> {
        let parts: Vec<RowResiduals> =
            rows.iter().map(|&row| self.linearised(row, x).ok()).collect::<Option<_>>()?;
        let height = parts.iter().map(|part| part.residuals.len()).sum();
        let mut jacobian = DMatrix::zeros(height, x.len());
        let mut residual = DVector::zeros(height);
        let (mut at, mut cost) = (0, 0.0);
        for part in &parts {
            for (i, &r) in part.residuals.iter().enumerate() {
                let (row_factor, residual_factor) = self.loss.factors(r);
                jacobian.row_mut(at).copy_from(&(part.jacobian.row(i) * row_factor));
                residual[at] = r * residual_factor;
                cost += self.loss.cost(r);
                at += 1;
            }
        }
        Some(Triangle::with_cost(&jacobian, &residual, cost))
    }

    /// L of (LS.8) for every row, where x is.
    pub fn whitening_at(&self, x: &[f64]) -> Vec<Option<DMatrix<f64>>> {
        let one = |row: usize| {
            let predictor = self.predictor();
            let kept = self.kept(row);
            let mut covariance = DMatrix::zeros(kept.len(), kept.len());
            for (i, &(_, _, group)) in kept.iter().enumerate() {
                covariance[(i, i)] = self.sigma[group] * self.sigma[group];
            }
            for &(column, noise) in &self.study.input_noise {
                // A difference over the noise itself: what a kink within it does counts.
                let above = predictor.predict_shifted(row, x, Some((column, noise))).ok()?;
                let below = predictor.predict_shifted(row, x, Some((column, -noise))).ok()?;
                let slope = DVector::from_iterator(
                    kept.len(),
                    kept.iter().map(|&(place, ..)| 0.5 * (above[place] - below[place])),
                );
                covariance += &slope * slope.transpose();
            }
            Cholesky::new(covariance).map(|factored| factored.l())
        };
        if self.study.input_noise.is_empty() {
            return Vec::new();
        }
        (0..self.study.rows()).into_par_iter().map(one).collect()
    }
}

impl Problem for Weighted<'_> {
    fn parameters(&self) -> usize {
        self.predictor().parameters()
    }

    fn reduced(&self, x: &DVector<f64>) -> Option<Triangle> {
        let x = x.as_slice();
        let portions: Vec<Triangle> =
            self.rows.par_chunks(PORTION).map(|rows| self.portion(rows, x)).collect::<Option<_>>()?;
        // Joined in their order, so that the answer does not depend on the number of threads.
        let empty = Triangle::empty(x.len());
        Some(portions.iter().fold(empty, |whole, part| whole.joined(part)))
    }

    fn cost(&self, x: &DVector<f64>) -> Option<f64> {
        let x = x.as_slice();
        let cost = |&row: &usize| {
            let (residuals, _) = self.residuals(row, x).ok()?;
            Some(residuals.iter().map(|&r| self.loss.cost(r)).sum::<f64>())
        };
        let portions: Vec<f64> = self
            .rows
            .par_chunks(PORTION)
            .map(|rows| rows.iter().map(cost).sum::<Option<f64>>())
            .collect::<Option<_>>()?;
        Some(portions.iter().sum())
    }
}
