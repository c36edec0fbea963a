//! Two balls against the textbook.

use carom::Restitution;
use carom_motion::billiards::{Shot, ShotEventKind, Table};
use nalgebra::{Vector2, vector};

use crate::common::{RADIUS, plain, play, resting, rolling, stunned};

fn elastic_and_frictionless() -> Table {
    let mut table = plain();
    table.between_balls = table.between_balls.frictionless();
    table.between_balls.restitution = Restitution::ELASTIC;
    table
}

fn first_impact(shot: &Shot) -> f64 {
    let hit = |kind: &ShotEventKind| matches!(kind, ShotEventKind::Collides(_));
    shot.events.iter().find(|event| hit(&event.kind)).expect("an impact").time
}

/// Directions of the two balls long after the impact, when both roll.
fn final_directions(shot: &Shot) -> [Vector2<f64>; 2] {
    let late = shot.events.iter().rev().nth(1).expect("several events").time - 1e-3;
    [0, 1].map(|ball| shot.trajectories[ball].before(late).velocity.xy())
}

#[test]
fn without_friction_and_loss_the_balls_part_at_right_angles() {
    for offset in [0.2, 0.5, 0.9] {
        let speed = vector![2.0, 0.0, 0.0];
        let balls = [stunned(-0.3, 0.0, speed), resting(0.0, offset * 2.0 * RADIUS)];
        let shot = play(&elastic_and_frictionless(), &balls);
        let time = first_impact(&shot);
        let [cue, object] = [0, 1].map(|ball| shot.at(ball, time).velocity);
        assert!(cue.dot(&object).abs() < 1e-14, "{offset}: {cue} {object}");
        // The object ball leaves along the line of centres.
        let line = shot.at(1, time).position - shot.at(0, time).position;
        assert!(line.cross(&object).norm() < 1e-14);
    }
}

#[test]
fn a_stun_shot_hit_full_stops_the_cue_ball() {
    // It must still slide when it hits: v just before is what the object ball takes.
    let balls = [stunned(-0.2, 0.0, vector![3.0, 0.0, 0.0]), resting(0.0, 0.0)];
    let shot = play(&elastic_and_frictionless(), &balls);
    let time = first_impact(&shot);
    let before = shot.trajectories[0].before(time).velocity;
    assert!(shot.at(0, time).velocity.norm() < 1e-14);
    assert!((shot.at(1, time).velocity - before).norm() < 1e-14);
}

#[test]
fn follow_goes_on_at_two_sevenths_and_draw_comes_back() {
    let speed = 1.0;
    let table = elastic_and_frictionless();
    let follow = play(&table, &[rolling(-0.1, 0.0, vector![speed, 0.0, 0.0]), resting(0.0, 0.0)]);
    let time = first_impact(&follow);
    let hit = follow.trajectories[0].before(time).velocity.x;
    // Stopped with its spin, s = −hit: sliding ends at v = 2/7 hit.
    let rolls = follow.at(0, time + 2.0 * hit / (7.0 * 0.2 * 9.81)).velocity.x;
    assert!((rolls - 2.0 / 7.0 * hit).abs() < 1e-13, "{rolls}");

    let mut draw = [stunned(-0.1, 0.0, vector![speed, 0.0, 0.0]), resting(0.0, 0.0)];
    draw[0].state.angular_velocity.y = -speed / RADIUS;
    let shot = play(&table, &draw);
    assert!(shot.at(0, shot.end).position.x < -2.0 * RADIUS - 0.01);
}

#[test]
fn a_rolling_cue_ball_hit_half_full_leaves_at_about_thirty_degrees() {
    // [Alciatore2004]: cut angles between a quarter and three quarters of a ball deflect a rolling ball by 27° to 34°.
    let table = elastic_and_frictionless();
    for fullness in [0.35, 0.5, 0.65] {
        let offset = (1.0 - fullness) * 2.0 * RADIUS;
        let shot = play(&table, &[rolling(-0.3, 0.0, vector![1.5, 0.0, 0.0]), resting(0.0, offset)]);
        let [cue, _] = final_directions(&shot);
        let angle = cue.y.atan2(cue.x).abs().to_degrees();
        assert!((27.0..=34.5).contains(&angle), "{fullness}: {angle}");
    }
}

#[test]
fn friction_throws_the_object_ball_off_the_line_of_centres() {
    // A sliding cue ball rubs the object ball along its own tangential motion: throw, at most atan μ.
    let balls = [stunned(-0.3, 0.0, vector![1.0, 0.0, 0.0]), resting(0.0, RADIUS)];
    let shot = play(&plain(), &balls);
    let time = first_impact(&shot);
    let line = (shot.at(1, time).position - shot.at(0, time).position).xy();
    let object = shot.at(1, time).velocity.xy();
    let throw = line.perp(&object).atan2(line.dot(&object));
    assert!(throw < 0.0 && throw.abs() <= 0.05_f64.atan() + 1e-12, "{throw}");
}

#[test]
fn momentum_of_an_impact_between_balls_is_conserved() {
    let balls = [rolling(-0.3, 0.0, vector![2.5, 0.1, 0.0]), resting(0.0, 0.02)];
    let shot = play(&plain(), &balls);
    let time = first_impact(&shot);
    let sum = |at: &dyn Fn(usize) -> Vector2<f64>| at(0) + at(1);
    let before = sum(&|ball| shot.trajectories[ball].before(time).velocity.xy());
    let after = sum(&|ball| shot.at(ball, time).velocity.xy());
    assert!((before - after).norm() < 1e-12 * before.norm());
}
