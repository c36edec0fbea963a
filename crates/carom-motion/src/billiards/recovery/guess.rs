//! First guesses, from linear least squares.
//!
//! With the switch at T and the rolling direction d given, the path is linear in p₀, v₀ and the acceleration a of sliding:
//!
//! ```text
//! t ≤ T    p = p₀ + v₀ t + ½ a t²
//! t > T    p = p₀ + v₀ t + a (T t − ½ T²) − ½ μ_r g d τ²,   τ = t − T, not beyond rest                (V.12)
//! ```
//!
//! and s₀ = −(7/2) a T by (V.2). A few values of T are tried, and the best ones start the search.

use nalgebra::{DMatrix, DVector, Vector2};

use super::model::{PathParameters, direction};
use super::{Coefficient, RecoveryProblem, Sample};

/// Instants tried for the switch.
const SWITCHES: usize = 24;
/// Of these, so many start a search: the best one alone may lie in the wrong valley.
const STARTS: usize = 3;
/// Rounds in which the rolling direction follows from the last solution; it moves the path by some millimetres only.
const ROUNDS: usize = 3;

/// p₀, v₀ and an acceleration for each coordinate, with basis functions 1, t and the given third one.
struct Parabola {
    position: Vector2<f64>,
    velocity: Vector2<f64>,
    acceleration: Vector2<f64>,
    squares: f64,
}

fn parabola(times: &[f64], third: &[f64], targets: &[Vector2<f64>]) -> Option<Parabola> {
    let basis = DMatrix::from_fn(times.len(), 3, |row, column| [1.0, times[row], third[row]][column]);
    let wanted = DMatrix::from_fn(times.len(), 2, |row, axis| targets[row][axis]);
    let scale = DVector::from_iterator(3, basis.column_iter().map(|column| column.norm()));
    if scale.iter().any(|&length| length == 0.0) || times.len() < 3 {
        return None;
    }
    let scaled = DMatrix::from_fn(times.len(), 3, |row, column| basis[(row, column)] / scale[column]);
    let factored = scaled.qr();
    let found = factored.r().solve_upper_triangular(&(factored.q().transpose() * &wanted))?;
    let row = |number: usize| Vector2::new(found[(number, 0)], found[(number, 1)]) / scale[number];
    let solution = Parabola { position: row(0), velocity: row(1), acceleration: row(2), squares: 0.0 };
    let miss = |i: usize| {
        let fitted = solution.position + solution.velocity * times[i] + solution.acceleration * third[i];
        (targets[i] - fitted).norm_squared()
    };
    let squares: f64 = (0..times.len()).map(miss).sum();
    squares.is_finite().then_some(Parabola { squares, ..solution })
}

fn times_of(samples: &[Sample], start: f64) -> Vec<f64> {
    samples.iter().map(|sample| sample.time - start).collect()
}

/// Paths from which to search for sliding then rolling, the most promising first.
pub(super) fn both(problem: &RecoveryProblem, samples: &[Sample]) -> Vec<PathParameters> {
    let times = times_of(samples, problem.start);
    let (first, last) = (times[0], times[times.len() - 1]);
    let tried = |number: usize| first + (last - first) * (number as f64 + 0.5) / SWITCHES as f64;
    let mut found: Vec<(f64, PathParameters)> =
        (0..SWITCHES).filter_map(|number| with_switch(problem, samples, &times, tried(number))).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().take(STARTS).map(|(_, path)| path).collect()
}

/// The best path with the switch at a given instant, by (V.12), and its sum of squares.
fn with_switch(
    problem: &RecoveryProblem,
    samples: &[Sample],
    times: &[f64],
    switch: f64,
) -> Option<(f64, PathParameters)> {
    let slow = problem.rolling_friction.start() * problem.gravity;
    let third: Vec<f64> = times
        .iter()
        .map(|&t| if t <= switch { 0.5 * t * t } else { switch * t - 0.5 * switch * switch })
        .collect();
    let mut rolling = Vector2::zeros();
    let mut solution = None;
    for _ in 0..ROUNDS {
        let (along, _) = direction(rolling);
        let slowed = |time: f64| {
            // Beyond rest the ball would be v_r τ − ½ μ_r g d τ_stop² … : what is missing to v_r τ.
            let (rolled, stop) = ((time - switch).max(0.0), rolling.norm() / slow);
            let missing = if rolled <= stop || stop == 0.0 {
                0.5 * slow * rolled * rolled
            } else {
                rolling.norm() * (rolled - 0.5 * stop)
            };
            along * missing
        };
        let targets: Vec<Vector2<f64>> =
            samples.iter().zip(times).map(|(sample, &time)| sample.position + slowed(time)).collect();
        let found = parabola(times, &third, &targets)?;
        rolling = found.velocity + found.acceleration * switch;
        solution = Some(found);
    }
    let found = solution?;
    let sliding_friction = match problem.sliding_friction {
        Coefficient::Known(mu) => mu,
        Coefficient::Sought { guess } => {
            let mu = found.acceleration.norm() / problem.gravity;
            if mu > 0.0 { mu } else { guess }
        }
    };
    let (along, _) = direction(found.acceleration);
    let path = PathParameters {
        position: found.position,
        velocity: found.velocity,
        slip: along * (-3.5 * sliding_friction * problem.gravity * switch),
        sliding_friction,
        rolling_friction: problem.rolling_friction.start(),
    };
    Some((found.squares, path))
}

/// Unknowns from which to search for sliding alone.
pub(super) fn sliding(problem: &RecoveryProblem, samples: &[Sample]) -> Option<DVector<f64>> {
    let times = times_of(samples, problem.start);
    let third: Vec<f64> = times.iter().map(|&t| 0.5 * t * t).collect();
    let targets: Vec<Vector2<f64>> = samples.iter().map(|sample| sample.position).collect();
    let found = parabola(&times, &third, &targets)?;
    let pull = found.acceleration / -problem.gravity;
    let mut numbers = vec![found.position.x, found.position.y, found.velocity.x, found.velocity.y];
    match problem.sliding_friction {
        Coefficient::Known(_) => numbers.push(libm::atan2(pull.y, pull.x)),
        Coefficient::Sought { .. } => numbers.extend([pull.x, pull.y]),
    }
    Some(DVector::from_vec(numbers))
}

/// Unknowns from which to search for rolling alone: the chord, sped up by what rolling takes.
pub(super) fn rolling(problem: &RecoveryProblem, samples: &[Sample]) -> Option<DVector<f64>> {
    let (first, last) = (samples.first()?, samples.last()?);
    let lasted = last.time - first.time;
    let chord = last.position - first.position;
    let (along, _) = direction(chord);
    if lasted <= 0.0 {
        return None;
    }
    let mu = problem.rolling_friction.start();
    let slow = mu * problem.gravity;
    // A ball that comes to rest at the end of the chord started at v² = 2 μ_r g |chord| and took v/(μ_r g).
    let stopping = (2.0 * slow * chord.norm()).sqrt();
    let steady = chord.norm() / lasted + 0.5 * slow * lasted;
    let velocity = along * if lasted > stopping / slow { stopping } else { steady };
    let mut numbers = vec![first.position.x, first.position.y, velocity.x, velocity.y];
    if let Coefficient::Sought { .. } = problem.rolling_friction {
        numbers.push(mu);
    }
    Some(DVector::from_vec(numbers))
}
