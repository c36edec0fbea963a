//! Where searches begin, and which of them are worth following on all rows.
//!
//! The cost has kinks where contacts change their course, and valleys behind them: a contact that sticks in all rows says nothing about
//! friction. So searches begin at several points, spread evenly by Halton's sequence, on some of the rows; the best of what
//! they find is followed on all.

use carom_estimate::search;
use carom_scene::Method;
use nalgebra::DVector;
use rayon::prelude::*;

use crate::error::FitError;
use crate::model::{Model, Steps};
use crate::parameter::bounds;
use crate::predictor::{Memory, Route};
use crate::study::Study;
use crate::weighted::Weighted;

/// Rows on which starts are tried.
const ROWS: usize = 400;
/// Rows on which they are tried where contacts are followed in time, a hundred times as slowly.
const FOLLOWED_ROWS: usize = 100;
/// Rows on which they are tried where every row is a scene that is read and followed in time.
const SLOW_ROWS: usize = 40;
/// Minima that are followed on all rows.
const FOLLOWED: usize = 3;
/// Most rows that may be left out because they cannot be solved, as a part of all.
const MOST_LEFT_OUT: f64 = 0.2;

/// Points from which to search on all rows, the best first.
pub(crate) struct Begun {
    pub points: Vec<DVector<f64>>,
    /// Starts, and how many of them led to the best minimum.
    pub agreement: [usize; 2],
}

type Solvable = (Vec<usize>, Vec<(String, String)>);

/// Rows that can be solved with the first guess, and the others with the reason.
pub(crate) fn solvable(study: &Study, rows: &[usize]) -> Result<Solvable, FitError> {
    let mut first_reason = None;
    for number in 0..study.settings.starts.max(1) {
        let x = start(study, number);
        let reason = |(memory, into): &mut (Memory, Vec<f64>), &row: &usize| {
            study.predictor.predict(row, x.as_slice(), memory, into).err()
        };
        let reasons: Vec<Option<String>> = rows.par_iter().map_init(Default::default, reason).collect();
        let failed = reasons.iter().filter(|reason| reason.is_some()).count();
        if failed as f64 <= MOST_LEFT_OUT * rows.len() as f64 {
            let kept = rows
                .iter()
                .zip(&reasons)
                .filter(|(_, reason)| reason.is_none())
                .map(|(&row, _)| row)
                .collect();
            let left_out = rows
                .iter()
                .zip(reasons)
                .filter_map(|(&row, reason)| Some((study.measurements.name(row), reason?)));
            return Ok((kept, left_out.collect()));
        }
        if first_reason.is_none() {
            let worst = rows.iter().zip(reasons).find_map(|(&row, reason)| Some((row, reason?)));
            first_reason = worst.map(|(row, reason)| format!("{}: {reason}", study.measurements.name(row)));
        }
    }
    Err(FitError::Unsolved(first_reason.unwrap_or_default()))
}

/// The start with this number; the first is the guess.
pub(crate) fn start(study: &Study, number: usize) -> DVector<f64> {
    let parameters = study.parameters();
    DVector::from_fn(parameters.len(), |j, _| {
        let parameter = &parameters[j];
        match number {
            0 => parameter.guess,
            _ => parameter.starts.at(halton(number, PRIMES[j % PRIMES.len()]), parameter.guess),
        }
    })
}

const PRIMES: [usize; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// A point of the van der Corput sequence: the digits of a number mirrored at the point.
fn halton(number: usize, base: usize) -> f64 {
    let (mut left, mut part, mut sum) = (number, 1.0, 0.0);
    while left > 0 {
        part /= base as f64;
        sum += part * (left % base) as f64;
        left /= base;
    }
    sum
}

/// Whether contacts are followed in time, instead of by a law or a closed form.
pub(crate) fn is_followed(study: &Study) -> bool {
    match &study.predictor.route {
        Route::Direct(direct) => {
            direct.lone.is_none() && matches!(direct.scene.method(), Method::Simultaneous)
        }
        Route::Text { .. } => true,
    }
}

/// Searches from all starts on some of the rows.
pub(crate) fn best(study: &Study, rows: &[usize], sigma: &[f64], steps: &Steps) -> Result<Begun, FitError> {
    let most = match &study.predictor.route {
        Route::Direct(_) if is_followed(study) => FOLLOWED_ROWS,
        Route::Direct(_) => ROWS,
        Route::Text { .. } => SLOW_ROWS,
    };
    let every = rows.len().div_ceil(most).max(1);
    let some: Vec<usize> = rows.iter().copied().step_by(every).collect();
    let weighted = Weighted { study, rows: &some, sigma, whitening: &[], loss: study.settings.loss, steps };
    let bounds = bounds(study.parameters());
    let count = study.settings.starts.max(1);
    let mut minima: Vec<(f64, DVector<f64>)> = (0..count)
        .into_par_iter()
        .filter_map(|number| {
            search(&weighted, &start(study, number), &bounds).map(|found| (found.cost, found.x))
        })
        .collect();
    minima.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some((least, _)) = minima.first() else {
        return Err(FitError::Unsolved("no start of the search can be computed on all rows".to_owned()));
    };
    /// Costs that differ by less are of the same minimum.
    const ALIKE: f64 = 1e-6;
    let agree = minima.iter().filter(|(cost, _)| cost - least <= ALIKE * (1.0 + least)).count();
    let mut points: Vec<DVector<f64>> = Vec::new();
    for (_, x) in &minima {
        let is_new = |known: &DVector<f64>| (known - x).norm() > 1e-3 * x.norm();
        if points.iter().all(is_new) {
            points.push(x.clone());
        }
    }
    points.truncate(FOLLOWED);
    Ok(Begun { points, agreement: [count, agree] })
}
