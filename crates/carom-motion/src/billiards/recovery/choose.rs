//! Which story the samples tell, and its numbers.
//!
//! The longest story, sliding then rolling, contains the two shorter ones as limits and always fits best. A shorter one is kept
//! unless the longer fits significantly better: with S the sums of squares, ν = 2n − k degrees of freedom of the longer and two
//! more unknowns, the ratio of variances exceeds f with probability
//!
//! ```text
//! α = (1 + 2f/ν)^(−ν/2),  f = (S_short − S)/(2 S/ν);   with σ known  α = exp(−(S_short − S)/(2σ²))   (V.11)
//! ```

use carom_estimate::chance_of_chi_square;
use nalgebra::{DMatrix, DVector, Vector2};

use super::cases::{Both, RollingOnly, SlidingOnly};
use super::fit::{Fit, Paths, Worth};
use super::model::beginning_by_slip;
use super::outcome::{
    Estimate, FitQuality, Recovered, Recovery, RecoveryError, RollingStart, SlidingStart, StartMotion,
    Switch, Undetermined,
};
use super::{Coefficient, Noise, RecoveryProblem, SIGNIFICANCE, Sample};
use super::{guess, guess_rest};
use crate::rounding::ROUNDING;

pub(super) fn choose(problem: &RecoveryProblem, samples: &[Sample]) -> Result<Recovery, RecoveryError> {
    let (both, sliding, rolling) = (Both(problem), SlidingOnly(problem), RollingOnly(problem));
    let unknowns = rolling.unknowns();
    if 2 * samples.len() <= unknowns {
        let coordinates = 2 * samples.len();
        return Ok(Recovery::Undetermined(Undetermined::TooFewSamples { unknowns, coordinates }));
    }
    let longest = guess::both(problem, samples)
        .into_iter()
        .chain(guess_rest::resting(problem, samples))
        .filter_map(|path| Fit::search(&both, samples, problem.start, both.unknowns_of(&path)))
        .min_by(|a, b| a.squares.total_cmp(&b.squares));
    let slid = guess::sliding(problem, samples)
        .and_then(|guess| Fit::search(&sliding, samples, problem.start, guess));
    let first = samples[0].time;
    let rolled = guess::rolling(problem, samples)
        .into_iter()
        .filter_map(|guess| Fit::search(&rolling, samples, first, guess))
        .min_by(|a, b| a.squares.total_cmp(&b.squares));
    let jury = Jury::new(problem, samples, [&longest, &slid, &rolled], both.unknowns());
    if let Some(fit) = rolled.filter(|fit| jury.accepts(fit)) {
        if sliding_as_guessed(problem, samples).is_some_and(|fit| jury.accepts(&fit)) {
            return Ok(Recovery::Undetermined(Undetermined::SlidingOrRolling));
        }
        return Ok(rolling_start(problem, samples, &fit));
    }
    if let Some(fit) = slid.filter(|fit| jury.accepts(fit)) {
        return Ok(sliding_start(problem, samples, &fit));
    }
    Ok(match longest {
        Some(fit) => recovered(problem, samples, &both, &fit),
        None => Recovery::Undetermined(Undetermined::TooFewSamples {
            unknowns: both.unknowns(),
            coordinates: 2 * samples.len(),
        }),
    })
}

/// Sliding with the friction that was known or guessed: with friction at will, rolling too would look like sliding.
fn sliding_as_guessed(problem: &RecoveryProblem, samples: &[Sample]) -> Option<Fit> {
    let known = Coefficient::Known(problem.sliding_friction.start());
    let problem = RecoveryProblem { sliding_friction: known, ..*problem };
    let guess = guess::sliding(&problem, samples)?;
    Fit::search(&SlidingOnly(&problem), samples, problem.start, guess)
}

/// Decides whether a fit is refuted by a better one.
struct Jury {
    best: f64,
    allowed: f64,
}

impl Jury {
    fn new(problem: &RecoveryProblem, samples: &[Sample], fits: [&Option<Fit>; 3], unknowns: usize) -> Self {
        let squares = fits.iter().filter_map(|fit| fit.as_ref().map(|fit| fit.squares));
        let best = squares.fold(f64::INFINITY, f64::min);
        let size = samples.iter().map(|sample| sample.position.amax()).fold(0.0, f64::max);
        // Residuals no larger are the rounding of coordinates, not scatter.
        let rounding = (ROUNDING * size).powi(2);
        let freedom = 2.0 * samples.len() as f64 - unknowns as f64;
        let allowed = match problem.noise {
            Noise::Known(sigma) => -2.0 * libm::log(SIGNIFICANCE) * (sigma * sigma).max(rounding), // (V.11)
            // Without freedom there is no scatter to judge by, and the shortest story stands.
            Noise::FromScatter if freedom <= 0.0 => f64::INFINITY,
            Noise::FromScatter => {
                let ratio = libm::pow(SIGNIFICANCE, -2.0 / freedom) - 1.0; // (V.11)
                ratio * best.max(rounding * freedom)
            }
        };
        Self { best, allowed }
    }

    fn accepts(&self, fit: &Fit) -> bool {
        fit.squares - self.best <= self.allowed
    }
}

/// Covariance and quality of a fit, or why there is none.
fn weigh(
    problem: &RecoveryProblem,
    samples: &[Sample],
    fit: &Fit,
) -> Result<(DMatrix<f64>, FitQuality), Undetermined> {
    let (coordinates, unknowns) = (2 * samples.len(), fit.unknowns.len());
    let inverse = match fit.worth() {
        Worth::Full(inverse) => inverse,
        Worth::Rank(rank) => return Err(Undetermined::RankDeficient { unknowns, rank }),
    };
    let degrees_of_freedom = coordinates.saturating_sub(unknowns);
    let variance = match problem.noise {
        Noise::Known(sigma) => sigma * sigma,
        Noise::FromScatter if degrees_of_freedom == 0 => {
            return Err(Undetermined::TooFewSamples { unknowns, coordinates });
        }
        Noise::FromScatter => fit.squares / degrees_of_freedom as f64,
    };
    let chi_square = if variance > 0.0 { fit.squares / variance } else { 0.0 };
    let chance = match problem.noise {
        Noise::Known(_) => chance_of_chi_square(chi_square, degrees_of_freedom),
        Noise::FromScatter => fit.chance_of_likeness(),
    };
    Ok((inverse * variance, FitQuality { noise: variance.sqrt(), chi_square, degrees_of_freedom, chance }))
}

/// The numbers `map · unknowns + …` as estimates: values given, deviations from the covariance.
fn estimates<const N: usize>(
    values: [f64; N],
    map: &DMatrix<f64>,
    covariance: &DMatrix<f64>,
) -> [Estimate; N] {
    let spread = map * covariance * map.transpose();
    std::array::from_fn(|i| Estimate { value: values[i], deviation: spread[(i, i)].max(0.0).sqrt() })
}

/// Rows of a linear map given entry by entry: (row, column, factor).
fn linear_map(rows: usize, columns: usize, entries: &[(usize, usize, f64)]) -> DMatrix<f64> {
    let mut map = DMatrix::zeros(rows, columns);
    for &(row, column, factor) in entries {
        map[(row, column)] = factor;
    }
    map
}

fn motion(values: [f64; 6], map: &DMatrix<f64>, covariance: &DMatrix<f64>) -> StartMotion {
    let [x, y, v_x, v_y, spin_x, spin_y] = estimates(values, map, covariance);
    StartMotion { position: [x, y], velocity: [v_x, v_y], angular_velocity: [spin_x, spin_y] }
}

/// A coefficient as it comes out: known, or the next of the unknowns.
fn outcome_of(given: Coefficient, fit: &Fit, covariance: &DMatrix<f64>, place: usize) -> (Estimate, usize) {
    match given {
        Coefficient::Known(value) => (Estimate::known(value), place),
        Coefficient::Sought { .. } => {
            let deviation = covariance[(place, place)].max(0.0).sqrt();
            (Estimate { value: fit.unknowns[place], deviation }, place + 1)
        }
    }
}

fn recovered(problem: &RecoveryProblem, samples: &[Sample], both: &Both, fit: &Fit) -> Recovery {
    let (covariance, quality) = match weigh(problem, samples, fit) {
        Ok(weighed) => weighed,
        Err(open) => return Recovery::Undetermined(open),
    };
    let (path, radius) = (both.path(&fit.unknowns), problem.radius);
    let columns = fit.unknowns.len();
    // (V.1): ω_x = (s_y − v_y)/R, ω_y = (v_x − s_x)/R.
    let spin = Vector2::new(path.slip.y - path.velocity.y, path.velocity.x - path.slip.x) / radius;
    let mut map = DMatrix::identity(columns, columns);
    for (row, column, factor) in [(4, 3, -1.0), (4, 5, 1.0), (5, 2, 1.0), (5, 4, -1.0)] {
        map[(row, column)] = factor / radius;
    }
    map[(4, 4)] = 0.0;
    map[(5, 5)] = 0.0;
    let values = [path.position.x, path.position.y, path.velocity.x, path.velocity.y, spin.x, spin.y];
    let (sliding_friction, next) = outcome_of(problem.sliding_friction, fit, &covariance, 6);
    let (rolling_friction, _) = outcome_of(problem.rolling_friction, fit, &covariance, next);
    Recovery::SlidingThenRolling(Recovered {
        motion: motion(values, &map.rows(0, 6).into_owned(), &covariance),
        sliding_friction,
        rolling_friction,
        switch: switch(problem, both, fit, &covariance),
        covariance: &map * &covariance * map.transpose(),
        quality,
    })
}

/// Where rolling begins, with (V.6) and (V.7).
fn switch(problem: &RecoveryProblem, both: &Both, fit: &Fit, covariance: &DMatrix<f64>) -> Switch {
    let path = both.path(&fit.unknowns);
    let columns = fit.unknowns.len();
    let begins = path.rolling_begins(problem.gravity);
    let mut by_unknowns = DVector::zeros(columns);
    by_unknowns.fixed_rows_mut::<2>(4).copy_from(&beginning_by_slip(&path, begins));
    if let Coefficient::Sought { .. } = problem.sliding_friction {
        by_unknowns[6] = -begins / path.sliding_friction;
    }
    let [time] =
        estimates([begins], &DMatrix::from_row_slice(1, columns, by_unknowns.as_slice()), covariance);
    let slid = path.velocity - path.slip / 7.0;
    let place = path.position + slid * begins;
    let through_time = slid * by_unknowns.transpose();
    let mut map = DMatrix::from_fn(2, columns, |row, column| through_time[(row, column)]);
    for axis in 0..2 {
        map[(axis, axis)] += 1.0;
        map[(axis, axis + 2)] += begins;
        map[(axis, axis + 4)] -= begins / 7.0;
    }
    let velocity = path.rolling_velocity();
    let entries = [(0, 2, 1.0), (1, 3, 1.0), (0, 4, -2.0 / 7.0), (1, 5, -2.0 / 7.0)];
    Switch {
        time,
        position: estimates([place.x, place.y], &map, covariance),
        velocity: estimates([velocity.x, velocity.y], &linear_map(2, columns, &entries), covariance),
    }
}

fn rolling_start(problem: &RecoveryProblem, samples: &[Sample], fit: &Fit) -> Recovery {
    let (covariance, quality) = match weigh(problem, samples, fit) {
        Ok(weighed) => weighed,
        Err(open) => return Recovery::Undetermined(open),
    };
    let (columns, per_radius) = (fit.unknowns.len(), 1.0 / problem.radius);
    let [x, y, v_x, v_y] = std::array::from_fn(|i| fit.unknowns[i]);
    let mut entries: Vec<(usize, usize, f64)> = (0..4).map(|i| (i, i, 1.0)).collect();
    entries.extend([(4, 3, -per_radius), (5, 2, per_radius)]); // (V.1) with s = 0
    let map = linear_map(6, columns, &entries);
    let (rolling_friction, _) = outcome_of(problem.rolling_friction, fit, &covariance, 4);
    Recovery::RollingOnly(RollingStart {
        time: samples[0].time,
        motion: motion([x, y, v_x, v_y, -v_y * per_radius, v_x * per_radius], &map, &covariance),
        rolling_friction,
        quality,
    })
}

fn sliding_start(problem: &RecoveryProblem, samples: &[Sample], fit: &Fit) -> Recovery {
    let (covariance, quality) = match weigh(problem, samples, fit) {
        Ok(weighed) => weighed,
        Err(open) => return Recovery::Undetermined(open),
    };
    let columns = fit.unknowns.len();
    let deviation = |place: usize| covariance[(place, place)].max(0.0).sqrt();
    let estimate = |place: usize| Estimate { value: fit.unknowns[place], deviation: deviation(place) };
    let (slip_azimuth, sliding_friction) = match problem.sliding_friction {
        Coefficient::Known(mu) => (estimate(4), Estimate::known(mu)),
        Coefficient::Sought { .. } => {
            let pull = Vector2::new(fit.unknowns[4], fit.unknowns[5]);
            let (mu, along) = (pull.norm(), pull.normalize());
            let entries = [(0, 4, -along.y / mu), (0, 5, along.x / mu), (1, 4, along.x), (1, 5, along.y)];
            let [azimuth, mu] =
                estimates([libm::atan2(pull.y, pull.x), mu], &linear_map(2, columns, &entries), &covariance);
            (azimuth, mu)
        }
    };
    let seen = samples[samples.len() - 1].time - problem.start;
    Recovery::SlidingOnly(SlidingStart {
        position: [estimate(0), estimate(1)],
        velocity: [estimate(2), estimate(3)],
        slip_azimuth,
        least_slip: 3.5 * sliding_friction.value * problem.gravity * seen, // (V.2)
        sliding_friction,
        quality,
    })
}
