//! The fit itself: starts, searches, noise, and what the result is worth.

use carom_estimate::{
    Combination, Ending, Found, Profile, Worth, chance_of_chi_square, profile, search, student_quantile,
};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

use crate::error::FitError;
use crate::measurements::all_rows;
use crate::model::Steps;
use crate::noise::{self, Assessment, Prior};
use crate::parameter::{Parameter, bounds};
use crate::starts::{self, Begun};
use crate::study::{Group, Study};
use crate::weighted::Weighted;

/// What is known of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// A value with an error.
    Determined {
        /// Standard error.
        deviation: f64,
        /// The interval of the study's level.
        interval: [f64; 2],
    },
    /// At an end of its range, where an error has no meaning; a profile says how far it may be from there.
    AtBound,
    /// The measurements leave it open.
    Undetermined,
    /// A value without an error: there are no more measurements than parameters, and no noise is given.
    Exact,
}

/// A parameter that was sought.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// What it is called.
    pub name: String,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// Where the search ended.
    pub value: f64,
    /// What that is worth.
    pub standing: Standing,
    /// How the cost grows about it, if that was asked for.
    pub profile: Option<Profile>,
}

/// Measurements that are alike, after a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupFit {
    /// What they are.
    pub group: Group,
    /// How many there are.
    pub count: usize,
    /// Standard deviation of one, in SI units: given, or estimated.
    pub noise: f64,
    /// Root mean square of measured less predicted, in SI units.
    pub scatter: f64,
    /// How many are more than [`OUTLYING`] standard deviations off.
    pub outliers: usize,
}

/// Measurements further off than this many standard deviations are counted: one in sixteen thousand is, by chance.
pub const OUTLYING: f64 = 4.0;

/// A measurement with what was predicted for it, for figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Which of the groups.
    pub group: usize,
    /// The row, from 0.
    pub row: usize,
    /// In SI units.
    pub measured: f64,
    /// Predicted less measured, in standard deviations.
    pub residual: f64,
}

/// Whether the model describes the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The scatter is as large as the noise says.
    Described,
    /// The scatter is larger than the noise allows: a χ² as large comes by chance less often than once in a thousand times.
    NotDescribed,
    /// The scatter is smaller than the noise says.
    NoiseTooLarge,
    /// The noise was taken from the scatter, or outliers bent the test: there is nothing to judge by.
    NotTested,
}

/// What measurements say about the parameters of a scene.
#[derive(Debug, Clone)]
pub struct Fit {
    /// What was sought.
    pub estimates: Vec<Estimate>,
    /// Covariance of the estimates; zero where there is no error.
    pub covariance: DMatrix<f64>,
    /// What is known of undetermined parameters together.
    pub combinations: Vec<Combination>,
    /// The measurements.
    pub groups: Vec<GroupFit>,
    /// χ²: the sum of the squares of all residuals in standard deviations.
    pub chi_square: f64,
    /// Measurements less parameters that they determine.
    pub freedom: usize,
    /// The chance of a χ² as large, if the noise was given.
    pub chance: Option<f64>,
    /// Whether the model describes the measurements.
    pub verdict: Verdict,
    /// Rows that were fitted.
    pub rows: usize,
    /// Rows that were left out because they cannot be solved, or because all are copies of one, and why.
    pub left_out: Vec<(String, String)>,
    /// Rows whose contacts do not approach, so that nothing happens.
    pub idle: Vec<String>,
    /// From how many points searches began, and how many of them came to the same minimum.
    pub starts: [usize; 2],
    /// Whether the search ended at a kink of the cost.
    pub at_kink: bool,
    /// Rows whose derivatives are those of a closed form; differences of the solver are taken in the others.
    pub exact_rows: usize,
    /// Measurements with what was predicted for them: all, or some thousand evenly chosen ones.
    pub points: Vec<Point>,
}

impl Fit {
    /// Correlation of two parameters; none if one of them has no error.
    #[must_use]
    pub fn correlation(&self, a: usize, b: usize) -> Option<f64> {
        let scale = (self.covariance[(a, a)] * self.covariance[(b, b)]).sqrt();
        (scale > 0.0).then(|| self.covariance[(a, b)] / scale)
    }
}

/// With more rows, parameters and noise are sought on about as many of them first.
const MANY: usize = 20_000;

/// A fit on the way.
pub(crate) struct Fitted {
    pub found: Found,
    pub sigma: Vec<f64>,
    pub whitening: Vec<Option<DMatrix<f64>>>,
    pub rows: Vec<usize>,
    pub left_out: Vec<(String, String)>,
    pub starts: [usize; 2],
}

impl Study {
    /// Fits the parameters; with their profiles if they are wanted.
    ///
    /// # Errors
    /// Rows that cannot be solved, whatever the parameters.
    pub fn fit(&self, with_profiles: bool) -> Result<Fit, FitError> {
        self.fit_rows(&all_rows(&self.measurements), with_profiles)
    }

    /// A fit to some of the rows.
    pub(crate) fn fit_rows(&self, rows: &[usize], with_profiles: bool) -> Result<Fit, FitError> {
        let steps = self.steps();
        let fitted = self.fitted(rows, &steps)?;
        Ok(self.concluded(fitted, &steps, with_profiles))
    }

    pub(crate) fn steps(&self) -> Steps {
        let size = |parameter: &Parameter| {
            parameter.guess.abs().max(match parameter.range {
                [least, most] if (most - least).is_finite() && most - least < 100.0 => 0.1 * (most - least),
                _ => 0.0,
            })
        };
        let size = |parameter: &Parameter| Some(size(parameter)).filter(|size| *size > 0.0).unwrap_or(1.0);
        Steps::new(
            self.parameters().iter().map(size).collect(),
            self.parameters().iter().map(|parameter| parameter.range).collect(),
        )
    }

    /// The best parameters for some rows with noise that is known, from parameters that are nearly right.
    pub(crate) fn refitted(
        &self,
        rows: &[usize],
        steps: &Steps,
        (from, sigma): (&DVector<f64>, &[f64]),
    ) -> Result<DVector<f64>, FitError> {
        let (rows, _) = starts::solvable(self, rows)?;
        let loss = self.settings.loss;
        let plain = Weighted { study: self, rows: &rows, sigma, whitening: &[], loss, steps };
        let whitening = plain.whitening_at(from.as_slice());
        let weighted = Weighted { whitening: &whitening, ..plain };
        let found = search(&weighted, from, &bounds(self.parameters()));
        let found =
            found.ok_or_else(|| FitError::Unsolved("the search has no start on all rows".to_owned()))?;
        Ok(found.x)
    }

    /// The best parameters for some rows, from several starts.
    pub(crate) fn fitted(&self, rows: &[usize], steps: &Steps) -> Result<Fitted, FitError> {
        let (mut rows, mut left_out) = starts::solvable(self, rows)?;
        left_out.extend(self.leave_out_copies(&mut rows));
        let prior = Prior::of(self, &rows);
        let (begun, sigma) = if rows.len() > MANY {
            // Parameters and noise are nearly found on some of the rows.
            let every = rows.len().div_ceil(MANY);
            let some: Vec<usize> = rows.iter().copied().step_by(every).collect();
            let Fitted { found, sigma, starts, .. } = self.fitted(&some, steps)?;
            (Begun { points: vec![found.x], agreement: starts }, sigma)
        } else {
            (starts::best(self, &rows, &prior.sigma, steps)?, prior.sigma.clone())
        };
        self.refined(rows, left_out, &prior, begun, sigma, steps)
    }

    /// The rows in which nothing happens.
    fn idle(&self, rows: &[usize], x: &[f64]) -> Vec<String> {
        let idle = rows.par_iter().filter(|&&row| self.predictor.is_idle(row, x));
        idle.map(|&row| self.measurements.name(row)).collect()
    }

    /// Where all rows are alike one is kept: copies of a row tell nothing of its noise, and an error from them would be none. Returns the others.
    fn leave_out_copies(&self, rows: &mut Vec<usize>) -> Vec<(String, String)> {
        let [first, others @ ..] = rows.as_slice() else { return Vec::new() };
        let number = |row: usize| self.measurements.row(row).map(|(value, _)| value.to_bits());
        let is_copy = |&row: &usize| {
            number(row).eq(number(*first))
                && self.predictor.before.iter().all(|column| column[row] == column[*first])
        };
        if others.is_empty() || !others.iter().all(is_copy) {
            return Vec::new();
        }
        let kept = self.measurements.name(*first);
        let why = format!("all rows are alike, so that they count as one, {kept}");
        let left_out = others.iter().map(|&row| (self.measurements.name(row), why.clone())).collect();
        rows.truncate(1);
        left_out
    }

    /// Parameters and noise that follow each other, on all rows, until both are found.
    fn refined(
        &self,
        rows: Vec<usize>,
        left_out: Vec<(String, String)>,
        prior: &Prior,
        begun: Begun,
        mut sigma: Vec<f64>,
        steps: &Steps,
    ) -> Result<Fitted, FitError> {
        let bounds = bounds(self.parameters());
        let mut whitening = Vec::new();
        let mut found: Option<Found> = None;
        /// Rounds in which the noise and the parameters follow each other; a handful suffices.
        const MOST_ROUNDS: usize = 30;
        /// Noise that changes by less is found.
        const SETTLED: f64 = 1e-4;
        /// Parameters count as changed relative to this much at least: one that tends to zero has no size of its own.
        const LEAST_SIZE: f64 = 1e-12;
        for _ in 0..MOST_ROUNDS {
            let weighted = Weighted {
                study: self,
                rows: &rows,
                sigma: &sigma,
                whitening: &whitening,
                loss: self.settings.loss,
                steps,
            };
            let from: Vec<DVector<f64>> = match &found {
                Some(found) => vec![found.x.clone()],
                None => begun.points.clone(),
            };
            let searched = from.iter().filter_map(|start| search(&weighted, start, &bounds));
            let best = searched.min_by(|a, b| a.cost.total_cmp(&b.cost));
            let best =
                best.ok_or_else(|| FitError::Unsolved("the search has no start on all rows".to_owned()))?;
            let next = noise::next(&weighted, &best, prior);
            let change =
                next.iter().zip(&sigma).map(|(new, old)| (new / old - 1.0).abs()).fold(0.0, f64::max);
            let was_whitened = !whitening.is_empty();
            whitening = weighted.whitening_at(best.x.as_slice());
            let moved = found.as_ref().map_or(f64::INFINITY, |before| {
                (&before.x - &best.x).component_div(&best.x.map(|x| x.abs().max(LEAST_SIZE))).amax()
            });
            sigma = next;
            found = Some(best);
            if change < SETTLED && (whitening.is_empty() || (was_whitened && moved < SETTLED)) {
                break;
            }
        }
        // Once more with the noise as it is reported.
        let weighted = Weighted {
            study: self,
            rows: &rows,
            sigma: &sigma,
            whitening: &whitening,
            loss: self.settings.loss,
            steps,
        };
        let start = found.map(|found| found.x).unwrap_or_else(|| begun.points[0].clone());
        let found = search(&weighted, &start, &bounds)
            .ok_or_else(|| FitError::Unsolved("the search has no start on all rows".to_owned()))?;
        Ok(Fitted { found, sigma, whitening, rows, left_out, starts: begun.agreement })
    }

    fn concluded(&self, fitted: Fitted, steps: &Steps, with_profiles: bool) -> Fit {
        let Fitted { found, sigma, whitening, rows, left_out, starts } = &fitted;
        let weighted = Weighted { study: self, rows, sigma, whitening, loss: self.settings.loss, steps };
        let range = bounds(self.parameters());
        let assessment = Assessment::of(&weighted, found);
        let worth = Worth::of(&assessment.plain, &found.x, &range);
        let determined = self.parameters().len() - worth.undetermined.len() + worth.combinations.len();
        let freedom = assessment.count.saturating_sub(determined);
        let estimates_noise = self.groups.iter().any(|group| group.noise.is_none());
        let spread = assessment.spread(freedom);
        let reach = student_quantile(self.settings.level, estimates_noise.then_some(freedom as f64));
        let covariance = &worth.covariance * spread;
        let has_errors = !(estimates_noise && freedom == 0);
        let estimates = self.parameters().iter().enumerate().map(|(j, parameter)| {
            let value = found.x[j];
            let deviation = covariance[(j, j)].sqrt();
            let standing = if worth.undetermined.contains(&j) {
                Standing::Undetermined
            } else if worth.at_bound.contains(&j) {
                Standing::AtBound
            } else if !has_errors {
                Standing::Exact
            } else {
                Standing::Determined {
                    deviation,
                    interval: [value - reach * deviation, value + reach * deviation],
                }
            };
            let profile = (with_profiles && has_errors).then(|| {
                let usual =
                    if deviation > 0.0 { reach * deviation } else { first_reach(value, parameter.range) };
                profile(&weighted, found, &range, j, usual, reach * reach * assessment.growth())
            });
            Estimate { name: parameter.name.clone(), unit: parameter.unit, value, standing, profile }
        });
        let estimates = estimates.collect();
        let combinations = worth
            .combinations
            .into_iter()
            .map(|combination| Combination {
                deviation: combination.deviation * spread.sqrt(),
                ..combination
            })
            .collect();
        let is_tested =
            !estimates_noise && self.settings.loss == carom_estimate::Loss::Squares && freedom > 0;
        let chance = is_tested.then(|| chance_of_chi_square(assessment.chi_square, freedom));
        /// Less likely than once in a thousand times is no chance.
        const RARE: f64 = 1e-3;
        let verdict = match chance {
            None => Verdict::NotTested,
            Some(chance) if chance < RARE => Verdict::NotDescribed,
            Some(chance) if chance > 1.0 - RARE => Verdict::NoiseTooLarge,
            Some(_) => Verdict::Described,
        };
        let groups = self.groups.iter().zip(&assessment.groups).enumerate();
        Fit {
            estimates,
            covariance,
            combinations,
            groups: groups
                .map(|(g, (group, seen))| GroupFit {
                    group: group.clone(),
                    count: seen.count,
                    noise: sigma[g],
                    scatter: (seen.raw_squares / seen.count.max(1) as f64).sqrt(),
                    outliers: seen.outliers,
                })
                .collect(),
            chi_square: assessment.chi_square,
            freedom,
            chance,
            verdict,
            rows: rows.len(),
            left_out: left_out.clone(),
            idle: self.idle(rows, found.x.as_slice()),
            starts: *starts,
            at_kink: found.ending == Ending::Kink,
            exact_rows: assessment.exact_rows,
            points: assessment.points,
        }
    }
}

/// How far a profile looks first where there is no error to go by.
fn first_reach(value: f64, range: [f64; 2]) -> f64 {
    let width = range[1] - range[0];
    if width.is_finite() { 0.05 * width } else { 0.1 * value.abs().max(1e-6) }
}
