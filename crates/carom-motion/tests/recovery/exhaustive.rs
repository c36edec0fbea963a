//! An independent and exhaustive search for the path that fits positions best: from so many starts all over the place that the deepest
//! valley is among those that they lead to. It shares nothing with the library: the path is followed phase by phase, derivatives are
//! differences, and Levenberg's damping is the simplest there is.

use nalgebra::{DMatrix, DVector, Vector2, vector};

use crate::common::{GRAVITY, Noisy};
use carom_motion::billiards::recovery::{PathParameters, Sample};

/// Which coefficients are sought; what is known of the others.
#[derive(Debug, Clone, Copy)]
pub struct Sought {
    /// Known μ_s, or none.
    pub sliding: Option<f64>,
    /// Known μ_r, or none.
    pub rolling: Option<f64>,
}

/// Steps of one descent.
const STEPS: usize = 60;
/// Steps of difference quotients, as parts of one unit; errors are this squared.
const DIFFERENCE: f64 = 1e-6;
/// A descent ends where a step gains less than this part.
const SETTLED: f64 = 1e-12;

/// Position of a ball that slides and then rolls, from p₀, v₀ and s₀: phase by phase.
fn place(x: &DVector<f64>, sought: Sought, time: f64) -> Option<Vector2<f64>> {
    let (p, v, s) = (vector![x[0], x[1]], vector![x[2], x[3]], vector![x[4], x[5]]);
    let mut next = 6;
    let mut coefficient = |known: Option<f64>| {
        known.unwrap_or_else(|| {
            next += 1;
            x[next - 1]
        })
    };
    let (sliding, rolling) = (coefficient(sought.sliding) * GRAVITY, coefficient(sought.rolling) * GRAVITY);
    if !(sliding > 0.0 && rolling > 0.0) {
        return None;
    }
    // The slip falls by 7/2 of what friction takes from the velocity.
    let slides = s.norm() / (3.5 * sliding);
    let slid = time.min(slides);
    let pull = if s.norm() > 0.0 { s.normalize() * sliding } else { Vector2::zeros() };
    let at = p + v * slid - pull * (0.5 * slid * slid);
    if time <= slides {
        return Some(at);
    }
    let velocity = v - pull * slides;
    let speed = velocity.norm();
    if speed == 0.0 {
        return Some(at);
    }
    let rolled = (time - slides).min(speed / rolling);
    Some(at + velocity * (rolled - 0.5 * rolling * rolled * rolled / speed))
}

fn residual(x: &DVector<f64>, sought: Sought, samples: &[Sample]) -> Option<DVector<f64>> {
    let mut left = DVector::zeros(2 * samples.len());
    for (number, sample) in samples.iter().enumerate() {
        left.fixed_rows_mut::<2>(2 * number).copy_from(&(place(x, sought, sample.time)? - sample.position));
    }
    Some(left)
}

/// The least sum of squares that one descent reaches, in square metres.
fn descend(mut x: DVector<f64>, sought: Sought, samples: &[Sample]) -> Option<f64> {
    let mut here = residual(&x, sought, samples)?;
    let mut damping = 1e-2;
    for _ in 0..STEPS {
        let mut slopes = DMatrix::zeros(here.len(), x.len());
        for column in 0..x.len() {
            let moved = |by: f64| {
                let mut moved = x.clone();
                moved[column] += by;
                residual(&moved, sought, samples)
            };
            slopes.set_column(column, &((moved(DIFFERENCE)? - moved(-DIFFERENCE)?) / (2.0 * DIFFERENCE)));
        }
        let normal = slopes.tr_mul(&slopes);
        let target = slopes.tr_mul(&here);
        let mut gained = 0.0;
        while damping < 1e9 {
            let mut damped = normal.clone();
            (0..x.len()).for_each(|i| damped[(i, i)] += damping * normal[(i, i)].max(1e-12));
            let tried = damped.cholesky().map(|factor| &x - factor.solve(&target));
            let better = tried.and_then(|tried| Some((residual(&tried, sought, samples)?, tried)));
            if let Some((left, tried)) = better.filter(|(left, _)| left.norm_squared() < here.norm_squared())
            {
                gained = 1.0 - left.norm_squared() / here.norm_squared();
                (x, here) = (tried, left);
                damping = (0.2 * damping).max(1e-12);
                break;
            }
            damping *= 5.0;
        }
        if gained < SETTLED {
            break;
        }
    }
    Some(here.norm_squared())
}

/// The least sum of squares of all descents from so many random starts, and from the path that made the samples; in square metres.
pub fn least_squares(
    samples: &[Sample],
    truth: &PathParameters,
    sought: Sought,
    starts: usize,
    random: &mut Noisy,
) -> f64 {
    let numbers = |path: &PathParameters| {
        let vectors = [path.position, path.velocity, path.slip];
        let mut x: Vec<f64> = vectors.iter().flat_map(|vector| [vector.x, vector.y]).collect();
        x.extend(sought.sliding.is_none().then_some(path.sliding_friction));
        x.extend(sought.rolling.is_none().then_some(path.rolling_friction));
        DVector::from_vec(x)
    };
    let film = samples[samples.len() - 1].time;
    let few = 4.min(samples.len() - 1);
    let first = (samples[few].position - samples[0].position) / (samples[few].time - samples[0].time);
    let mut best = descend(numbers(truth), sought, samples).unwrap_or(f64::INFINITY);
    for _ in 0..starts {
        let sliding_friction = sought.sliding.unwrap_or(0.05 + 0.35 * random.part());
        // As many starts at slides of a few pictures as of the whole film and beyond.
        let lasts = film * 1.3 * random.part().powi(3);
        let along = std::f64::consts::TAU * random.part();
        let slip = vector![along.cos(), along.sin()] * (3.5 * sliding_friction * GRAVITY * lasts);
        let start = PathParameters {
            position: samples[0].position,
            velocity: first + random.pair() * (0.1 * first.norm()),
            slip,
            sliding_friction,
            rolling_friction: sought.rolling.unwrap_or(0.002 * libm::exp(3.5 * random.part())),
        };
        best = best.min(descend(numbers(&start), sought, samples).unwrap_or(f64::INFINITY));
    }
    best
}
