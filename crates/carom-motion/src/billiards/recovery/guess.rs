//! First guesses, from linear least squares.
//!
//! With the switch at T, the rolling direction d and the instant of rest given, the path is linear in p₀, v₀, the acceleration a of
//! sliding and, if it is sought, μ_r. At rest nothing changes any more, so that times beyond it count as that instant:
//!
//! ```text
//! t ≤ T    p = p₀ + v₀ t + ½ a t²
//! t > T    p = p₀ + v₀ t + a (T t − ½ T²) − ½ μ_r g d τ²,   τ = t − T, t not beyond rest              (V.12)
//! ```
//!
//! and s₀ = −(7/2) a T by (V.2). T is tried between all pictures, since a slide may last for a few of them only, and a search
//! begins in every valley that the squares have over T: the deepest of these valleys need not be the one of the whole path.

use nalgebra::{DMatrix, DVector, Vector2};

use super::model::{PathParameters, direction};
use super::{Coefficient, RecoveryProblem, Sample};

/// Most instants tried for the switch; of longer films, evenly chosen ones.
const MOST_SWITCHES: usize = 160;
/// Of these, so many start a search at most.
const STARTS: usize = 10;
/// Parts of the film of which each starts a search where it is best, valley or not.
const PARTS: usize = 4;
/// The first instants start a search each: between any two pictures of a slide that few have seen there may be a valley that their linear squares do not show.
const FIRST: usize = 10;
/// Rounds in which the rolling direction and the instant of rest follow from the last solution.
const ROUNDS: usize = 5;
/// A friction that comes out below this is none: the search begins here.
const LEAST_FRICTION: f64 = 1e-4;

/// p₀, v₀ and an acceleration for each coordinate, with basis functions 1, t and the given third one; and how much of a known shape
/// both coordinates share.
struct Linear {
    position: Vector2<f64>,
    velocity: Vector2<f64>,
    acceleration: Vector2<f64>,
    shared: f64,
    squares: f64,
}

/// Least squares of `targets` by (V.12) with given times, third basis function and, if it is not empty, shared shape.
fn linear(times: &[f64], third: &[f64], shared: &[Vector2<f64>], targets: &[Vector2<f64>]) -> Option<Linear> {
    let columns = 6 + usize::from(!shared.is_empty());
    let (rows, axes) = (2 * times.len(), 2);
    let entry = |row: usize, column: usize| {
        let (sample, axis) = (row / axes, row % axes);
        match column {
            6 => shared[sample][axis],
            _ if column % axes != axis => 0.0,
            _ => [1.0, times[sample], third[sample]][column / axes],
        }
    };
    let basis = DMatrix::from_fn(rows, columns, entry);
    let wanted = DVector::from_fn(rows, |row, _| targets[row / axes][row % axes]);
    let scale = DVector::from_iterator(columns, basis.column_iter().map(|column| column.norm()));
    if scale.iter().any(|&length| length == 0.0) || rows < columns {
        return None;
    }
    let scaled = DMatrix::from_fn(rows, columns, |row, column| basis[(row, column)] / scale[column]);
    let factored = scaled.qr();
    let found = factored.r().solve_upper_triangular(&(factored.q().transpose() * &wanted))?;
    let found = found.component_div(&scale);
    let squares = (basis * &found - wanted).norm_squared();
    let pair = |place: usize| Vector2::new(found[place], found[place + 1]);
    squares.is_finite().then(|| Linear {
        position: pair(0),
        velocity: pair(2),
        acceleration: pair(4),
        shared: if columns > 6 { found[6] } else { 0.0 },
        squares,
    })
}

fn times_of(samples: &[Sample], start: f64) -> Vec<f64> {
    samples.iter().map(|sample| sample.time - start).collect()
}

/// Instants to try for the switch, ascending: between all pictures, and at parts of the first stretch.
fn switches(times: &[f64]) -> Vec<f64> {
    let first = if times[0] > 0.0 { times[0] } else { times.get(1).copied().unwrap_or(0.0) };
    let mut tried: Vec<f64> = [0.25, 0.5, 0.75].iter().map(|part| part * first).collect();
    let every = times.len().div_ceil(MOST_SWITCHES).max(1);
    tried
        .extend(times.windows(2).step_by(every).map(|pair| 0.5 * (pair[0] + pair[1])).filter(|&t| t > first));
    tried.retain(|&t| t > 0.0);
    tried
}

/// Paths from which to search for sliding then rolling, the most promising first.
pub(super) fn both(problem: &RecoveryProblem, samples: &[Sample]) -> Vec<PathParameters> {
    let times = times_of(samples, problem.start);
    let tried: Vec<(f64, PathParameters)> = switches(&times)
        .into_iter()
        .filter_map(|switch| with_switch(problem, samples, &times, switch))
        .collect();
    let squares = |i: usize| tried[i].0;
    let is_valley = |&i: &usize| {
        (i == 0 || squares(i) <= squares(i - 1)) && (i + 1 == tried.len() || squares(i) <= squares(i + 1))
    };
    let mut chosen: Vec<usize> = (0..tried.len()).filter(is_valley).collect();
    chosen.sort_by(|&a, &b| squares(a).total_cmp(&squares(b)));
    chosen.truncate(STARTS - PARTS);
    let part = tried.len().div_ceil(PARTS).max(1);
    for begin in (0..tried.len()).step_by(part) {
        let best =
            (begin..(begin + part).min(tried.len())).min_by(|&a, &b| squares(a).total_cmp(&squares(b)));
        chosen.extend(best.filter(|best| !chosen.contains(best)));
    }
    let first: Vec<usize> = (0..FIRST.min(tried.len())).filter(|i| !chosen.contains(i)).collect();
    chosen.extend(first);
    chosen.into_iter().map(|i| tried[i].1).collect()
}

/// The best path with the switch at a given instant, by (V.12), and its sum of squares.
fn with_switch(
    problem: &RecoveryProblem,
    samples: &[Sample],
    times: &[f64],
    switch: f64,
) -> Option<(f64, PathParameters)> {
    let mut resistance = problem.rolling_friction.start();
    let mut rolling = Vector2::zeros();
    let mut solution = None;
    for _ in 0..ROUNDS {
        let (along, _) = direction(rolling);
        let stop = switch + rolling.norm() / (resistance * problem.gravity);
        let moves = rolling != Vector2::zeros();
        let counted: Vec<f64> = times.iter().map(|&t| if moves { t.min(stop) } else { t }).collect();
        let third: Vec<f64> = counted
            .iter()
            .map(|&t| if t <= switch { 0.5 * t * t } else { switch * t - 0.5 * switch * switch })
            .collect();
        let slowed: Vec<Vector2<f64>> = counted
            .iter()
            .map(|&t| along * (-0.5 * problem.gravity * (t - switch).max(0.0) * (t - switch).max(0.0)))
            .collect();
        let seen: Vec<Vector2<f64>> = samples.iter().map(|sample| sample.position).collect();
        let found = match problem.rolling_friction {
            Coefficient::Sought { .. } if moves => {
                let found = linear(&counted, &third, &slowed, &seen);
                resistance = found.as_ref().map_or(resistance, |found| found.shared.max(LEAST_FRICTION));
                found
            }
            _ => {
                let known = seen
                    .iter()
                    .zip(&slowed)
                    .map(|(seen, slowed)| seen - slowed * resistance)
                    .collect::<Vec<_>>();
                linear(&counted, &third, &[], &known)
            }
        }?;
        rolling = found.velocity + found.acceleration * switch;
        solution = Some(found);
    }
    let found = solution?;
    let sliding_friction = match problem.sliding_friction {
        Coefficient::Known(mu) => mu,
        Coefficient::Sought { guess } => {
            let mu = found.acceleration.norm() / problem.gravity;
            if mu > 0.0 { mu.max(LEAST_FRICTION) } else { guess }
        }
    };
    let (along, _) = direction(found.acceleration);
    let path = PathParameters {
        position: found.position,
        velocity: found.velocity,
        slip: along * (-3.5 * sliding_friction * problem.gravity * switch),
        sliding_friction,
        rolling_friction: resistance,
    };
    Some((found.squares, path))
}

/// Unknowns from which to search for sliding alone.
pub(super) fn sliding(problem: &RecoveryProblem, samples: &[Sample]) -> Option<DVector<f64>> {
    let times = times_of(samples, problem.start);
    let third: Vec<f64> = times.iter().map(|&t| 0.5 * t * t).collect();
    let targets: Vec<Vector2<f64>> = samples.iter().map(|sample| sample.position).collect();
    let found = linear(&times, &third, &[], &targets)?;
    let pull = found.acceleration / -problem.gravity;
    let mut numbers = vec![found.position.x, found.position.y, found.velocity.x, found.velocity.y];
    match problem.sliding_friction {
        Coefficient::Known(_) => numbers.push(libm::atan2(pull.y, pull.x)),
        Coefficient::Sought { .. } => numbers.extend([pull.x, pull.y]),
    }
    Some(DVector::from_vec(numbers))
}

/// Unknowns from which to search for rolling alone: for given resistances, the chord, sped up by what rolling takes. A resistance that is
/// sought is tried from far below to far above its guess: a ball that has come to rest looks otherwise from either side.
pub(super) fn rolling(problem: &RecoveryProblem, samples: &[Sample]) -> Vec<DVector<f64>> {
    match problem.rolling_friction {
        Coefficient::Known(mu) => with_resistance(problem, samples, mu).into_iter().collect(),
        Coefficient::Sought { guess } => {
            let tried = [0.1, 0.3, 1.0, 3.0, 10.0];
            let of = |factor: &f64| {
                let mu = guess * factor;
                with_resistance(problem, samples, mu).map(|numbers| numbers.push(mu))
            };
            tried.iter().filter_map(of).collect()
        }
    }
}

fn with_resistance(problem: &RecoveryProblem, samples: &[Sample], mu: f64) -> Option<DVector<f64>> {
    let (first, last) = (samples.first()?, samples.last()?);
    let lasted = last.time - first.time;
    let chord = last.position - first.position;
    let (along, _) = direction(chord);
    if lasted <= 0.0 {
        return None;
    }
    let slow = mu * problem.gravity;
    // A ball that comes to rest at the end of the chord started at v² = 2 μ_r g |chord| and took v/(μ_r g).
    let stopping = (2.0 * slow * chord.norm()).sqrt();
    let steady = chord.norm() / lasted + 0.5 * slow * lasted;
    let velocity = along * if lasted > stopping / slow { stopping } else { steady };
    Some(DVector::from_vec(vec![first.position.x, first.position.y, velocity.x, velocity.y]))
}
