//! The motion of one ball against formulas written down by hand.

use carom_motion::billiards::cloth::{Change, Travel};
use carom_motion::billiards::{Ball, Cloth, Shot, ShotEventKind, State};
use nalgebra::{Vector3, vector};

use crate::common::{RADIUS, ball, plain, play, rolling, stunned};

/// A handful of roundings of numbers of the order of one.
const ROUNDING: f64 = 1e-14;
const G: f64 = 9.81;

fn ends(shot: &Shot, wanted: Change) -> f64 {
    let found = shot.events.iter().find(|event| match event.kind {
        ShotEventKind::Ends { change, .. } => change == wanted,
        ShotEventKind::Collides(_) | ShotEventKind::Leaves { .. } => false,
    });
    found.expect("such an event").time
}

#[test]
fn a_stun_shot_slides_for_two_sevenths_and_rolls_on_at_five_sevenths() {
    let speed = 2.0;
    let shot = play(&plain(), &[stunned(0.0, 0.0, vector![speed, 0.0, 0.0])]);
    let time = ends(&shot, Change::SlidingEnds);
    assert!((time - 2.0 * speed / (7.0 * 0.2 * G)).abs() < ROUNDING, "{time}");
    let state = shot.at(0, time);
    assert!((state.velocity.x - 5.0 / 7.0 * speed).abs() < ROUNDING, "{}", state.velocity);
    assert!((state.angular_velocity.y - 5.0 / 7.0 * speed / RADIUS).abs() < ROUNDING / RADIUS);
    // It slides 12 v²/(49 μ g) on the way.
    assert!((state.position.x - 12.0 * speed * speed / (49.0 * 0.2 * G)).abs() < ROUNDING);
}

#[test]
fn any_slip_dies_out_in_two_sevenths_of_itself_over_mu_g() {
    let velocity = vector![1.0, -0.5, 0.0];
    let spin = vector![20.0, 35.0, 12.0];
    let state = State::on_bed(&Ball::POOL, [0.0, 0.0]).moving(velocity).spinning(spin);
    let slip = vector![1.0 - RADIUS * 35.0, -0.5 + RADIUS * 20.0];
    let shot = play(&plain(), &[ball(state)]);
    let time = ends(&shot, Change::SlidingEnds);
    assert!((time - 2.0 * slip.norm() / (7.0 * 0.2 * G)).abs() < ROUNDING);
    // v = v₀ − 2/7 s₀, and the contact point rests.
    let after = shot.at(0, time);
    assert!((after.velocity.xy() - (velocity.xy() - slip * (2.0 / 7.0))).norm() < ROUNDING);
    assert!(Ball::POOL.slip(&after).norm() < ROUNDING);
}

#[test]
fn a_masse_shot_moves_on_a_parabola() {
    let velocity = vector![1.5, 0.0, 0.0];
    let state = State::on_bed(&Ball::POOL, [0.0, 0.0]).moving(velocity).spinning(vector![-60.0, 0.0, 0.0]);
    let shot = play(&plain(), &[ball(state)]);
    let end = ends(&shot, Change::SlidingEnds);
    let slip = vector![1.5, -60.0 * RADIUS];
    let pull = -slip.normalize() * (0.2 * G);
    for part in [0.1, 0.5, 0.9] {
        let t = part * end;
        let expected = velocity.xy() * t + pull * (0.5 * t * t);
        assert!((shot.at(0, t).position.xy() - expected).norm() < ROUNDING, "at {t}");
    }
}

#[test]
fn a_rolling_ball_stops_after_v_squared_over_two_mu_g() {
    let speed = 0.8;
    let shot = play(&plain(), &[rolling(0.0, 0.0, vector![0.0, speed, 0.0])]);
    assert!((shot.end - speed / (0.01 * G)).abs() < 10.0 * ROUNDING, "{}", shot.end);
    let last = shot.at(0, shot.end);
    assert!((last.position.y - speed * speed / (2.0 * 0.01 * G)).abs() < 10.0 * ROUNDING);
    assert_eq!(last.velocity, Vector3::zeros());
    assert_eq!(last.angular_velocity, Vector3::zeros());
}

#[test]
fn spin_about_the_vertical_decays_on_its_own_beside_rolling() {
    let velocity = vector![0.5, 0.0, 0.0];
    let state = State::on_bed(&Ball::POOL, [0.0, 0.0]).moving(velocity);
    let shot = play(&plain(), &[ball(state.spinning(Ball::POOL.rolling(velocity, 20.0)))]);
    let rate = 5.0 * Cloth::POOL.spin_friction * G / (2.0 * RADIUS);
    let end = ends(&shot, Change::SpinningEnds);
    assert!((end - 20.0 / rate).abs() < 10.0 * ROUNDING);
    assert!((shot.at(0, 0.5 * end).angular_velocity.z - 10.0).abs() < 1e3 * ROUNDING);
    // The path is that of a ball without spin.
    let plain_roll = play(&plain(), &[rolling(0.0, 0.0, velocity)]);
    for t in [0.3, 1.9, 3.0] {
        assert!((shot.at(0, t).position - plain_roll.at(0, t).position).norm() < ROUNDING);
    }
    assert!(matches!(shot.trajectories[0].phase(3.0).travel, Travel::Rolling { .. }));
}

#[test]
fn a_spinning_ball_stays_where_it_is() {
    let state = State::on_bed(&Ball::POOL, [0.3, 0.2]).spinning(vector![0.0, 0.0, -50.0]);
    let shot = play(&plain(), &[ball(state)]);
    assert_eq!(shot.at(0, shot.end).position, state.position);
    let rate = 5.0 * Cloth::POOL.spin_friction * G / (2.0 * RADIUS);
    assert!((shot.end - 50.0 / rate).abs() < 10.0 * ROUNDING);
}

#[test]
fn balls_at_rest_stay_at_rest() {
    let shot = play(&plain(), &crate::common::diamond(0.0));
    assert_eq!((shot.end, shot.events.len()), (0.0, 0));
}
