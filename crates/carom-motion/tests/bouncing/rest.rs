//! Bounces that accumulate, and what comes after.

use carom::Surface;
use carom_motion::Ending;
use carom_motion::bouncing::{BounceTrain, FloorEventKind, Participant, PieceKind, World};
use nalgebra::{Vector3, vector};

use crate::common::{GRAVITY, restitution, rigid_friction, state};

/// Rounding of a few dozen impacts and flights.
const ROUNDED: f64 = 1e-13;

fn dropped(surface: Surface, height: f64, velocity: Vector3<f64>, spin: Vector3<f64>) -> World {
    let start = state(vector![0.0, 0.0, 0.1 + height], velocity, spin);
    let ball = Participant::ball(0.3, 0.1, surface)
        .and_then(|ball| ball.starting(start))
        .expect("the ball is possible");
    World::new(GRAVITY).expect("gravity is positive").with_body(ball)
}

#[test]
fn each_bounce_is_e_squared_as_high_as_the_last() {
    let world = dropped(Surface::smooth(restitution(0.8)), 2.0, Vector3::zeros(), Vector3::zeros());
    let course = world.run(f64::INFINITY).expect("it bounces");
    for (bounce, piece) in course.pieces[0].iter().enumerate().skip(1).take(40) {
        let top = piece.at(0.5 * (piece.start + piece.end)).position.z - 0.1;
        let expected = 2.0 * 0.64_f64.powi(bounce as i32);
        assert!((top - expected).abs() < ROUNDED, "bounce {bounce}: {top}");
    }
}

#[test]
fn the_ball_rests_when_the_sum_of_all_bounces_says_so() {
    for e in [0.0, 0.3, 0.5, 0.9, 0.97] {
        let world = dropped(Surface::smooth(restitution(e)), 1.0, Vector3::zeros(), Vector3::zeros());
        let course = world.run(f64::INFINITY).expect("it comes to rest");
        let fall = (2.0 / GRAVITY).sqrt();
        let train = BounceTrain::new(GRAVITY * fall, restitution(e), GRAVITY).expect("it lands");
        let Ending::Quiet { since } = course.ending else { panic!("{:?}", course.ending) };
        assert!((since - fall - train.duration()).abs() < ROUNDED * since.max(1.0), "e {e}: {since}");
        assert!(course.at(0, since + 1.0).velocity.norm() < ROUNDED);
        assert_eq!(course.at(0, since + 1.0).position.z, 0.1);
        assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
    }
}

#[test]
fn a_ball_that_rolls_in_the_end_has_the_velocity_friction_cannot_change() {
    // V − (2/7)s is untouched by any force at the lowest point.
    for (e, friction) in [(0.2, 0.05), (0.6, 0.1), (0.8, 0.5)] {
        let (velocity, spin) = (vector![3.0, -1.0, 0.0], vector![4.0, 9.0, 2.0]);
        let world = dropped(rigid_friction(e, friction), 0.5, velocity, spin);
        let course = world.run(f64::INFINITY).expect("it comes to roll");
        let slip = velocity + Vector3::z().cross(&spin) * 0.1;
        let expected = velocity - slip * (2.0 / 7.0);
        let end = course.at(0, course.end);
        assert!((end.velocity - expected).norm() < ROUNDED * 10.0, "{:?}", end.velocity - expected);
        assert!((end.velocity + Vector3::z().cross(&end.angular_velocity) * 0.1).norm() < ROUNDED);
        assert_eq!(end.angular_velocity.z, 2.0);
        assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
        assert_eq!(course.pieces[0].last().expect("it has pieces").kind, PieceKind::Rolling);
    }
}

#[test]
fn a_sliding_ball_rolls_after_two_sevenths_of_its_slip_over_the_friction() {
    let start = state(vector![0.0, 0.0, 0.1], vector![2.0, 0.0, 0.0], Vector3::zeros());
    let ball = Participant::ball(0.3, 0.1, rigid_friction(0.5, 0.2))
        .and_then(|ball| ball.starting(start))
        .expect("the ball is possible");
    let world = World::new(GRAVITY).expect("gravity is positive").with_body(ball);
    let course = world.run(f64::INFINITY).expect("it slides");
    assert_eq!(course.events.len(), 1);
    assert_eq!(course.events[0].kind, FloorEventKind::Rolls { body: 0 });
    let time = 2.0 * 2.0 / (7.0 * 0.2 * GRAVITY);
    assert!((course.events[0].time - time).abs() < 1e-15);
    let end = course.at(0, time);
    assert!((end.velocity.x - 5.0 / 7.0 * 2.0).abs() < 1e-15);
    // 12 v²/(49 μ g)
    assert!((end.position.x - 12.0 * 4.0 / (49.0 * 0.2 * GRAVITY)).abs() < 1e-15);
    let later = course.at(0, time + 3.0);
    assert!((later.position.x - end.position.x - 3.0 * end.velocity.x).abs() < 1e-14);
    assert!(course.ledger.imbalance().abs() < 1e-15);
}

#[test]
fn impulse_over_all_bounces_makes_friction_forget_that_the_ball_bounced() {
    // A ball that slips all the way takes μ(n + gT) from its velocity: as if it had been struck once and then slid.
    let (e, friction) = (0.5, 0.01);
    let world = dropped(rigid_friction(e, friction), 1.0, vector![5.0, 0.0, 0.0], Vector3::zeros());
    let course = world.run(f64::INFINITY).expect("it bounces and slides");
    let landing = (2.0 * GRAVITY).sqrt();
    let rests = course.events.iter().find(|event| event.kind == FloorEventKind::Rests { body: 0 });
    let time = rests.expect("it comes to rest").time;
    let bouncing = time - landing / GRAVITY;
    let expected = 5.0 - friction * (landing + GRAVITY * bouncing);
    assert!((course.at(0, time).velocity.x - expected).abs() < ROUNDED);
}

#[test]
fn an_elastic_ball_bounces_for_ever_at_one_height() {
    let world = dropped(Surface::smooth(restitution(1.0)), 1.0, Vector3::zeros(), Vector3::zeros());
    let course = world.run(100.0).expect("it bounces");
    assert_eq!(course.ending, Ending::TimeReached);
    // 110 bounces, each rounded.
    assert!(course.events.len() > 100);
    assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
    let last = course.pieces[0].len() - 2;
    let piece = &course.pieces[0][last];
    assert!((piece.at(0.5 * (piece.start + piece.end)).position.z - 1.1).abs() < 1e-12);
}

#[test]
fn a_ball_that_falls_for_a_year_still_comes_to_rest() {
    // Its last bounces are shorter than the rounding of time.
    let slow = vector![0.0, 0.0, 3e8];
    let world = dropped(rigid_friction(0.5, 0.1), 1.0, slow, Vector3::zeros());
    let course = world.run(f64::INFINITY).expect("it comes to rest");
    assert!(matches!(course.ending, Ending::Quiet { .. }), "{:?}", course.ending);
    assert!(course.end > 6e7);
}
