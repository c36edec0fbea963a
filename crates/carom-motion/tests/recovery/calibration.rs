//! With noise the stated uncertainties are those that occur.

use carom_motion::billiards::recovery::{Coefficient, Noise, Recovered, RecoveryProblem};

use crate::common::{GRAVITY, Noisy, RADIUS, film, masse, problem, recovered};

const TRIALS: usize = 500;
/// One millimetre: a ball's centre read off a video.
const SIGMA: f64 = 1e-3;
/// Part of a normal distribution within one deviation.
const WITHIN_ONE: f64 = 0.682_689_5;
/// Four standard errors of that part over the trials: √(p(1 − p)/500) = 0.0208.
const FOUR_ERRORS: f64 = 4.0 * 0.0208;

/// Trial results: how far each number is from the truth, in its own stated deviation.
fn misses(found: &Recovered) -> Vec<f64> {
    let truth = masse();
    let spin = [truth.slip.y - truth.velocity.y, truth.velocity.x - truth.slip.x].map(|part| part / RADIUS);
    let motion = &found.motion;
    let mut pairs: Vec<_> = motion.position.into_iter().zip([truth.position.x, truth.position.y]).collect();
    pairs.extend(motion.velocity.into_iter().zip([truth.velocity.x, truth.velocity.y]));
    pairs.extend(motion.angular_velocity.into_iter().zip(spin));
    pairs.push((found.switch.time, truth.rolling_begins(GRAVITY)));
    let rolling = truth.rolling_velocity();
    pairs.extend(found.switch.velocity.into_iter().zip([rolling.x, rolling.y]));
    for (estimate, truth) in
        [(found.sliding_friction, truth.sliding_friction), (found.rolling_friction, truth.rolling_friction)]
    {
        if estimate.deviation > 0.0 {
            pairs.push((estimate, truth));
        }
    }
    pairs.iter().map(|(estimate, truth)| (estimate.value - truth) / estimate.deviation).collect()
}

/// Parts of the trials within one deviation, and the mean of χ² over its degrees of freedom.
fn trials(problem: &RecoveryProblem) -> (Vec<f64>, f64) {
    let clean = film(&masse(), 0..60);
    let mut within: Vec<usize> = Vec::new();
    let mut reduced = 0.0;
    for trial in 0..TRIALS {
        let mut samples = clean.clone();
        Noisy(1000 + trial as u64).disturb(&mut samples, SIGMA);
        let found = recovered(problem.recover(&samples).expect("sound samples"));
        let misses = misses(&found);
        within.resize(misses.len(), 0);
        for (count, miss) in within.iter_mut().zip(misses) {
            *count += usize::from(miss.abs() < 1.0);
        }
        let scatter = found.quality.noise * found.quality.noise / (SIGMA * SIGMA);
        reduced += scatter * found.quality.chi_square / found.quality.degrees_of_freedom as f64;
    }
    (within.iter().map(|&count| count as f64 / TRIALS as f64).collect(), reduced / TRIALS as f64)
}

fn assert_calibrated(problem: &RecoveryProblem) {
    let (within, reduced) = trials(problem);
    for (number, part) in within.iter().enumerate() {
        assert!((part - WITHIN_ONE).abs() < FOUR_ERRORS, "number {number}: {part} of {within:?}");
    }
    // χ²/ν has the standard error √(2/ν/500) = 0.006 for ν = 114.
    assert!((reduced - 1.0).abs() < 0.025, "{reduced}");
}

#[test]
fn two_thirds_of_the_truths_lie_within_one_deviation_if_the_noise_is_known() {
    assert_calibrated(&RecoveryProblem { noise: Noise::Known(SIGMA), ..problem() });
}

#[test]
fn two_thirds_of_the_truths_lie_within_one_deviation_if_the_noise_is_taken_from_the_scatter() {
    assert_calibrated(&problem());
}

#[test]
fn two_thirds_of_the_truths_lie_within_one_deviation_if_the_frictions_are_sought_too() {
    assert_calibrated(&RecoveryProblem {
        sliding_friction: Coefficient::Sought { guess: 0.2 },
        rolling_friction: Coefficient::Sought { guess: 0.02 },
        noise: Noise::Known(SIGMA),
        ..problem()
    });
}
