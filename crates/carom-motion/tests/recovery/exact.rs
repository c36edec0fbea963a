//! Without noise recovery inverts the motion.

use carom_motion::billiards::recovery::{Coefficient, PathParameters, RecoveryProblem};
use nalgebra::{Vector2, vector};

use crate::common::{FRAME, GRAVITY, RADIUS, ROLLING, SLIDING, film, masse, path, problem, recovered};

/// What the issue of inversion is held to, in SI units; the conditioning of these fits leaves far less.
const INVERTED: f64 = 1e-9;

fn assert_inverted(problem: &RecoveryProblem, truth: &PathParameters, frames: std::ops::Range<usize>) {
    let found = recovered(problem.recover(&film(truth, frames)).expect("sound samples"));
    let spin = vector![truth.slip.y - truth.velocity.y, truth.velocity.x - truth.slip.x] / RADIUS;
    let pairs = [
        (found.motion.position, truth.position, 1.0),
        (found.motion.velocity, truth.velocity, 1.0),
        (found.motion.angular_velocity, spin, truth.velocity.norm() / RADIUS),
    ];
    for (estimates, truth, scale) in pairs {
        let value = Vector2::from(estimates.map(|estimate| estimate.value));
        assert!((value - truth).norm() < INVERTED * scale, "{value} {truth}");
    }
    assert!((found.switch.time.value - truth.rolling_begins(GRAVITY)).abs() < INVERTED);
    assert!((found.sliding_friction.value - truth.sliding_friction).abs() < INVERTED);
    assert!((found.rolling_friction.value - truth.rolling_friction).abs() < INVERTED);
}

#[test]
fn the_masse_of_jia2013_is_recovered_from_its_own_trajectory() {
    // Rolling begins after 0.79 s; the film runs for 1.5 s.
    assert!((masse().rolling_begins(GRAVITY) - 0.788).abs() < 5e-4);
    assert_inverted(&problem(), &masse(), 0..45);
}

#[test]
fn both_frictions_are_found_too_if_asked() {
    let problem = RecoveryProblem {
        sliding_friction: Coefficient::Sought { guess: 0.25 },
        rolling_friction: Coefficient::Sought { guess: 0.02 },
        ..problem()
    };
    assert_inverted(&problem, &masse(), 0..60);
    let slid_only = RecoveryProblem { rolling_friction: Coefficient::Known(ROLLING), ..problem };
    assert_inverted(&slid_only, &masse(), 0..60);
    let rolled_only = RecoveryProblem { sliding_friction: Coefficient::Known(SLIDING), ..problem };
    assert_inverted(&rolled_only, &masse(), 0..60);
}

#[test]
fn stun_draw_follow_and_swerve_are_recovered() {
    let velocity = vector![1.2, -0.7];
    let roll = vector![-velocity.y, velocity.x] / RADIUS;
    for (spin, frames) in [
        (Vector2::zeros(), 0..50),
        (-roll, 0..60),
        (roll * 0.3, 0..40),
        (roll * 2.0, 0..60),
        (roll * 0.5 + vector![20.0, -11.0], 0..60),
    ] {
        assert_inverted(&problem(), &path(velocity, spin), frames);
    }
}

#[test]
fn a_film_that_runs_on_after_the_ball_has_stopped_does_no_harm() {
    let slow = path(vector![0.4, 0.1], Vector2::zeros());
    let frames = (slow.stops(GRAVITY) / FRAME) as usize + 20;
    assert_inverted(&problem(), &slow, 0..frames);
}

#[test]
fn the_start_may_lie_before_the_first_frame() {
    assert_inverted(&problem(), &masse(), 6..50);
}
