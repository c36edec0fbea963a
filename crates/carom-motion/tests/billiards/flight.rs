//! Balls that leave the bed.

use carom::TangentialLaw;
use carom_motion::billiards::cloth::Travel;
use carom_motion::billiards::{Ball, BedContact, Exit, ShotEventKind, State, Table};
use nalgebra::vector;

use crate::common::{RADIUS, ball, plain, play, resting, stunned};

#[test]
fn a_ball_bounces_to_a_quarter_of_its_height_and_then_stays_on_the_cloth() {
    let mut table = plain();
    table.bed.tangential = TangentialLaw::Frictionless;
    let mut state = State::on_bed(&Ball::POOL, [0.0, 0.0]);
    state.velocity.z = 2.0;
    let shot = play(&table, &[ball(state)]);
    // Up at 2, 1, ½, … m/s while that is more than the capture speed of 0.05: six landings, the last of which ends it.
    let landings: Vec<f64> = shot.events.iter().map(|event| event.time).collect();
    let mut time = 0.0;
    for (number, landing) in landings.iter().enumerate() {
        let up = 2.0 * 0.5_f64.powi(number as i32);
        time += 2.0 * up / 9.81;
        assert!((landing - time).abs() < 1e-13, "{number}: {landing} {time}");
        assert!((shot.at(0, time - up / 9.81).position.z - RADIUS - up * up / 19.62).abs() < 1e-13);
    }
    assert_eq!(landings.len(), 6);
    assert!(shot.ledger.imbalance().abs() < 1e-14);
    assert!(shot.ledger.swallowed > 0.0);
}

#[test]
fn a_jumping_ball_flies_over_another() {
    let balls = [stunned(-0.2, 0.0, vector![1.5, 0.0, 1.5]), resting(0.0, 0.0)];
    let shot = play(&plain(), &balls);
    assert_eq!(shot.at(1, shot.end).position, balls[1].state.position);
    let over = 0.2 / 1.5;
    assert!(matches!(shot.trajectories[0].phase(over).travel, Travel::Airborne));
    assert!(shot.at(0, over).position.z > 3.0 * RADIUS);
    assert!(shot.at(0, shot.end).position.x > 0.3);
}

#[test]
fn a_ball_that_comes_down_on_another_presses_it_on_the_bed() {
    // The bed takes part: the ball below does not sink.
    let state = State::on_bed(&Ball::POOL, [-0.12, 0.0]).moving(vector![1.0, 0.0, 1.0]);
    let shot = play(&plain(), &[ball(state), resting(0.06, 0.0)]);
    let bed = shot.events.iter().any(|event| match &event.kind {
        ShotEventKind::Collides(collision) => collision.pairs.len() == 1 && collision.on_bed == [1],
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => false,
    });
    assert!(bed, "{:?}", shot.events);
    for step in 0..=1000 {
        let z = shot.at(1, shot.end * f64::from(step) / 1000.0).position.z;
        assert!(z >= RADIUS * (1.0 - 1e-12), "{z}");
    }
    assert!(shot.ledger.imbalance().abs() < 1e-12 * shot.ledger.before);
}

#[test]
fn a_ball_that_flies_over_the_rail_is_noticed() {
    let state = State::on_bed(&Ball::POOL, [0.8, 0.1]).moving(vector![4.0, 0.0, 1.5]);
    let shot = play(&Table::pool_nine_foot(), &[ball(state)]);
    assert_eq!(shot.exit(0), Some(Exit::OverTheEdge));
    assert!(shot.ledger.left_table > 0.0);
    assert!(shot.ledger.imbalance().abs() < 1e-12 * shot.ledger.before);
}

#[test]
fn with_the_bed_included_friction_between_balls_makes_one_hop() {
    let mut table = plain();
    table.bed_contact = BedContact::Included;
    table.capture_speed = 0.001;
    // A cue ball with strong draw rubs the object ball's face upwards … or downwards; the other one goes up.
    let mut cue = stunned(-0.1, 0.0, vector![4.0, 0.0, 0.0]);
    cue.state.angular_velocity.y = -4.0 / RADIUS;
    let shot = play(&table, &[cue, resting(0.0, 0.0)]);
    let hops = |ball: usize| {
        shot.trajectories[ball].pieces().iter().any(|piece| piece.phase().travel == Travel::Airborne)
    };
    assert!(hops(0) || hops(1));
    assert!(shot.ledger.imbalance().abs() < 1e-12 * shot.ledger.before);
}
