//! What samples cannot tell is said, not invented.

use carom_motion::billiards::recovery::{
    Coefficient, Noise, PathParameters, Recovery, RecoveryError, RecoveryProblem, Sample, Undetermined,
};
use nalgebra::{Vector2, vector};

use crate::common::{FRAME, GRAVITY, Noisy, RADIUS, ROLLING, SLIDING, film, masse, path, problem};

const INVERTED: f64 = 1e-9;

fn rolling() -> PathParameters {
    let velocity = vector![1.1, -0.6];
    path(velocity, vector![-velocity.y, velocity.x] / RADIUS)
}

#[test]
fn a_ball_that_only_slid_shows_the_direction_of_its_slip_and_a_bound() {
    // The massé rolls after 23.6 frames.
    let truth = masse();
    let Ok(Recovery::SlidingOnly(found)) = problem().recover(&film(&truth, 0..22)) else { panic!("it slid") };
    assert!((found.slip_azimuth.value - truth.slip.y.atan2(truth.slip.x)).abs() < INVERTED);
    assert!((found.velocity[0].value - truth.velocity.x).abs() < INVERTED);
    assert!((found.least_slip - 3.5 * SLIDING * GRAVITY * 21.0 * FRAME).abs() < 1e-12);
    assert!(found.least_slip < truth.slip.norm());
    // Were the slip known, so would be the spin.
    let [x, y] = found.angular_velocity_if(truth.slip.norm(), RADIUS);
    assert!((x - 28.4584).abs() < 1e-6 && (y - 79.1561).abs() < 1e-6, "{x} {y}");
}

#[test]
fn sliding_friction_shows_in_sliding_alone() {
    let problem = RecoveryProblem { sliding_friction: Coefficient::Sought { guess: 0.3 }, ..problem() };
    let Ok(Recovery::SlidingOnly(found)) = problem.recover(&film(&masse(), 0..22)) else { panic!("it slid") };
    assert!((found.sliding_friction.value - SLIDING).abs() < INVERTED);
    assert!((found.slip_azimuth.value - masse().slip.y.atan2(masse().slip.x)).abs() < INVERTED);
}

#[test]
fn a_ball_that_only_rolled_spins_as_it_rolls() {
    for rolling_friction in [Coefficient::Known(ROLLING), Coefficient::Sought { guess: 0.03 }] {
        let problem = RecoveryProblem { rolling_friction, ..problem() };
        let Ok(Recovery::RollingOnly(found)) = problem.recover(&film(&rolling(), 0..40)) else {
            panic!("it rolled")
        };
        let [v_x, v_y] = found.motion.velocity.map(|estimate| estimate.value);
        let [w_x, w_y] = found.motion.angular_velocity.map(|estimate| estimate.value);
        assert!((v_x - 1.1).abs() < INVERTED && (v_y + 0.6).abs() < INVERTED);
        assert!((w_x + v_y / RADIUS).abs() < 1e-12 && (w_y - v_x / RADIUS).abs() < 1e-12);
        assert!((found.rolling_friction.value - ROLLING).abs() < INVERTED);
    }
}

#[test]
fn a_ball_first_seen_rolling_is_not_traced_back_to_the_cue() {
    let truth = masse();
    let samples = film(&truth, 30..60);
    let Ok(Recovery::RollingOnly(found)) = problem().recover(&samples) else { panic!("it rolled") };
    assert_eq!(found.time, samples[0].time);
    let rolled = found.time - truth.rolling_begins(GRAVITY);
    let speed = truth.rolling_velocity().norm() - ROLLING * GRAVITY * rolled;
    let [v_x, v_y] = found.motion.velocity.map(|estimate| estimate.value);
    assert!((v_x.hypot(v_y) - speed).abs() < INVERTED);
}

#[test]
fn with_noise_the_right_story_is_told() {
    let problem = RecoveryProblem { noise: Noise::Known(1e-3), ..problem() };
    let mut told = [0; 3];
    for seed in 0..100 {
        let story = |frames, path: PathParameters| {
            let mut samples = film(&path, frames);
            Noisy(seed).disturb(&mut samples, 1e-3);
            problem.recover(&samples).expect("sound samples")
        };
        told[0] += usize::from(matches!(story(0..22, masse()), Recovery::SlidingOnly(_)));
        told[1] += usize::from(matches!(story(0..40, rolling()), Recovery::RollingOnly(_)));
        told[2] += usize::from(matches!(story(0..45, masse()), Recovery::SlidingThenRolling(_)));
    }
    // One in a hundred may be taken for the longer story; five are five deviations off.
    assert!(told.iter().all(|&right| right >= 95), "{told:?}");
}

#[test]
fn a_short_blurred_film_does_not_tell_sliding_from_rolling() {
    let mut samples = film(&rolling(), 0..4);
    Noisy(3).disturb(&mut samples, 0.01);
    let problem = RecoveryProblem { noise: Noise::Known(0.01), ..problem() };
    assert_eq!(problem.recover(&samples), Ok(Recovery::Undetermined(Undetermined::SlidingOrRolling)));
}

#[test]
fn too_few_samples_are_reported() {
    let open = |frames| problem().recover(&film(&masse(), frames));
    assert_eq!(
        open(0..2),
        Ok(Recovery::Undetermined(Undetermined::TooFewSamples { unknowns: 4, coordinates: 4 }))
    );
    assert_eq!(
        open(0..0),
        Ok(Recovery::Undetermined(Undetermined::TooFewSamples { unknowns: 4, coordinates: 0 }))
    );
}

#[test]
fn a_ball_at_rest_shows_nothing_of_its_friction() {
    let still = |frame: usize| Sample { time: frame as f64 * FRAME, position: Vector2::new(0.3, 0.2) };
    let samples: Vec<Sample> = (0..20).map(still).collect();
    let sought = RecoveryProblem { rolling_friction: Coefficient::Sought { guess: 0.01 }, ..problem() };
    assert!(matches!(
        sought.recover(&samples),
        Ok(Recovery::Undetermined(Undetermined::RankDeficient { unknowns: 5, rank }) ) if rank < 5
    ));
}

#[test]
fn nonsense_is_refused() {
    let samples = film(&masse(), 0..30);
    let refused = |problem: RecoveryProblem| problem.recover(&samples);
    assert!(matches!(
        refused(RecoveryProblem { radius: 0.0, ..problem() }),
        Err(RecoveryError::NotPositive { .. })
    ));
    assert!(matches!(
        refused(RecoveryProblem { sliding_friction: Coefficient::Known(-1.0), ..problem() }),
        Err(RecoveryError::NotPositive { .. })
    ));
    assert!(matches!(
        refused(RecoveryProblem { noise: Noise::Known(f64::NAN), ..problem() }),
        Err(RecoveryError::NotPositive { .. })
    ));
    assert_eq!(
        refused(RecoveryProblem { start: 0.5, ..problem() }),
        Err(RecoveryError::NotAscending { sample: 0 })
    );
    let mut doubled = samples.clone();
    doubled[4].time = doubled[3].time;
    assert_eq!(problem().recover(&doubled), Err(RecoveryError::NotAscending { sample: 4 }));
    let mut lost = samples.clone();
    lost[7].position.x = f64::NAN;
    assert_eq!(problem().recover(&lost), Err(RecoveryError::NotFinite { sample: 7 }));
}
