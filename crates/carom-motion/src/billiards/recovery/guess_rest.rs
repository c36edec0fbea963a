//! First guesses for a ball that comes to rest in the film.
//!
//! Where the instants T of the switch and t₁ of rest are both given, the ball has w (t₁ − T) of velocity when it begins to roll, w being μ_r g along
//! the direction in which it rolls, and v₀ = w (t₁ − T) − a T. So the path is linear in p₀, a and w, and needs no direction beforehand:
//!
//! ```text
//! t ≤ T         p = p₀ + a (½ t² − T t) + w (t₁ − T) t
//! T < t ≤ t₁    p = p₀ − a ½ T² + w ((t₁ − T) t − ½ (t − T)²)                                  (V.13)
//! ```
//!
//! and after t₁ as at t₁. The squares have valleys over both instants: those of rest hide behind a search that begins at another one.

use nalgebra::{Matrix3, Matrix3x2, Vector2, Vector3};

use super::model::PathParameters;
use super::{Coefficient, RecoveryProblem, Sample};

/// Most instants tried for either.
const MOST_INSTANTS: usize = 32;
/// Of the pairs, so many start a search at most.
const STARTS: usize = 6;

/// Least squares of (V.13).
struct Fitted {
    squares: f64,
    position: Vector2<f64>,
    /// a and w.
    sliding: Vector2<f64>,
    rolling: Vector2<f64>,
}

fn fitted(times: &[f64], samples: &[Sample], [switch, rest]: [f64; 2]) -> Option<Fitted> {
    let basis = |t: f64| {
        let (t, lasts) = (t.min(rest), rest - switch);
        if t <= switch {
            Vector3::new(1.0, 0.5 * t * t - switch * t, lasts * t)
        } else {
            let rolled = t - switch;
            Vector3::new(1.0, -0.5 * switch * switch, lasts * t - 0.5 * rolled * rolled)
        }
    };
    let (mut normal, mut right) = (Matrix3::zeros(), Matrix3x2::zeros());
    for (&time, sample) in times.iter().zip(samples) {
        let basis = basis(time);
        normal += basis * basis.transpose();
        right += basis * sample.position.transpose();
    }
    let found = normal.cholesky()?.solve(&right);
    let left =
        |(&time, sample): (&f64, &Sample)| (found.tr_mul(&basis(time)) - sample.position).norm_squared();
    let squares: f64 = times.iter().zip(samples).map(left).sum();
    let row = |row: usize| Vector2::new(found[(row, 0)], found[(row, 1)]);
    squares.is_finite().then(|| Fitted { squares, position: row(0), sliding: row(1), rolling: row(2) })
}

/// Paths from which to search, the most promising first: at the valleys over both instants.
pub(super) fn resting(problem: &RecoveryProblem, samples: &[Sample]) -> Vec<PathParameters> {
    let times: Vec<f64> = samples.iter().map(|sample| sample.time - problem.start).collect();
    let Some(&last) = times.last() else { return Vec::new() };
    // Evenly in the root of time, since slides are short; and evenly in time.
    let part = |i: usize| (i + 1) as f64 / MOST_INSTANTS as f64;
    let switches: Vec<f64> = (0..MOST_INSTANTS).map(|i| last * part(i) * part(i)).collect();
    let rests: Vec<f64> = (0..MOST_INSTANTS).map(|i| last * part(i)).collect();
    let tried = |(i, j): (usize, usize)| {
        (rests[j] > switches[i]).then(|| fitted(&times, samples, [switches[i], rests[j]])).flatten()
    };
    let pairs: Vec<(usize, usize)> =
        (0..MOST_INSTANTS).flat_map(|i| (0..MOST_INSTANTS).map(move |j| (i, j))).collect();
    let found: Vec<Option<Fitted>> = pairs.iter().map(|&pair| tried(pair)).collect();
    let squares = |i: usize, j: usize| found[i * MOST_INSTANTS + j].as_ref().map(|found| found.squares);
    let is_valley = |&(i, j): &(usize, usize)| {
        let near = |k: usize| k.saturating_sub(1)..=(k + 1).min(MOST_INSTANTS - 1);
        let mut beside = near(i).flat_map(|i| near(j).map(move |j| (i, j)));
        squares(i, j).is_some_and(|here| beside.all(|(i, j)| squares(i, j).is_none_or(|there| here <= there)))
    };
    let mut valleys: Vec<(usize, usize)> = pairs.iter().copied().filter(is_valley).collect();
    valleys.sort_by(|&(i, j), &(k, l)| {
        squares(i, j).partial_cmp(&squares(k, l)).unwrap_or(std::cmp::Ordering::Equal)
    });
    valleys.truncate(STARTS);
    let path = |&(i, j): &(usize, usize)| {
        let found = found[i * MOST_INSTANTS + j].as_ref()?;
        Some(path_of(problem, found, [switches[i], rests[j]]))
    };
    valleys.iter().filter_map(path).collect()
}

fn path_of(problem: &RecoveryProblem, found: &Fitted, [switch, rest]: [f64; 2]) -> PathParameters {
    let coefficient = |given: Coefficient, force: Vector2<f64>| match given {
        Coefficient::Known(value) => value,
        Coefficient::Sought { guess } => {
            Some(force.norm() / problem.gravity).filter(|&mu| mu > 0.0).unwrap_or(guess)
        }
    };
    let sliding_friction = coefficient(problem.sliding_friction, found.sliding);
    let along = found.sliding.try_normalize(0.0).unwrap_or_else(Vector2::zeros);
    PathParameters {
        position: found.position,
        velocity: found.rolling * (rest - switch) - found.sliding * switch,
        slip: along * (-3.5 * sliding_friction * problem.gravity * switch),
        sliding_friction,
        rolling_friction: coefficient(problem.rolling_friction, found.rolling),
    }
}
