//! Shots of balls that touch with Hertz's springs.

use carom::{Exponent, Restitution, Stiffness};
use carom_motion::billiards::{Shot, ShotEventKind, Table};
use nalgebra::vector;

use crate::common::{RADIUS, plain, play, resting, stunned};

/// Frictionless balls with springs of this exponent.
fn table(exponent: Exponent, restitution: f64) -> Table {
    let mut table = plain();
    table.between_balls = table.between_balls.frictionless();
    table.between_balls.restitution = Restitution::new(restitution).expect("between none and one");
    table.between_balls.stiffness = Stiffness::new(1e9).expect("a stiffness").with_exponent(exponent);
    table
}

fn first_impact(shot: &Shot) -> f64 {
    let hit = |kind: &ShotEventKind| matches!(kind, ShotEventKind::Collides(_));
    shot.events.iter().find(|event| hit(&event.kind)).expect("an impact").time
}

/// What two balls do to each other depends on e alone, and so does the whole shot.
#[test]
fn two_hertz_balls_run_and_stop_as_two_linear_ones() {
    for offset in [0.0, 0.3, 0.8] {
        let balls = [stunned(-0.3, 0.0, vector![2.0, 0.0, 0.0]), resting(0.0, offset * 2.0 * RADIUS)];
        let [hertz, linear] =
            [Exponent::HERTZ, Exponent::LINEAR].map(|exponent| play(&table(exponent, 0.93), &balls));
        assert_eq!(hertz.events.len(), linear.events.len());
        for ball in [0, 1] {
            let apart = hertz.at(ball, hertz.end).position - linear.at(ball, linear.end).position;
            assert!(apart.norm() < 1e-12, "{offset}: {apart}");
        }
    }
}

/// The cue ball hits two that touch, full: speeds over that of the cue ball by DOP853 of SciPy with a relative tolerance of 10⁻¹³. Linear springs
/// would give −0.1303, 0.1502 and 0.9800.
#[test]
fn three_hertz_balls_in_a_row_leave_as_integrated() {
    let expected = [-0.070_952_353_651, 0.076_403_039_071, 0.994_549_314_580];
    for speed in [0.5, 3.0, 9.0] {
        let balls =
            [stunned(-0.3, 0.0, vector![speed, 0.0, 0.0]), resting(0.0, 0.0), resting(2.0 * RADIUS, 0.0)];
        let shot = play(&table(Exponent::HERTZ, 1.0), &balls);
        let time = first_impact(&shot);
        let before = shot.trajectories[0].before(time).velocity.x;
        for (ball, expected) in expected.into_iter().enumerate() {
            let after = shot.at(ball, time).velocity.x / before;
            assert!((after - expected).abs() < 1e-10, "{speed}, ball {ball}: {after} instead of {expected}");
        }
    }
}
