//! Several balls: against each other, against the plane, at once.

use carom::{Restitution, Surface};
use carom_motion::Ending;
use carom_motion::bouncing::{BouncingError, FloorEventKind, Meeting, Participant, World};
use carom_motion::flight::RigidState;
use nalgebra::{Vector3, vector};

use crate::common::{GRAVITY, restitution, rigid_friction, state};

fn ball(mass: f64, radius: f64, surface: Surface, start: RigidState) -> Participant {
    Participant::ball(mass, radius, surface)
        .and_then(|ball| ball.starting(start))
        .expect("the ball is possible")
}

fn world() -> World {
    World::new(GRAVITY).expect("gravity is positive")
}

#[test]
fn a_ball_dropped_on_a_resting_ball_meets_it_and_the_plane_at_once() {
    // The elastic case of [Jia2013, 6.3.1], from real heights: the outcome scales with the speed of the fall.
    let elastic = Surface::smooth(Restitution::ELASTIC);
    let upper = ball(1.0, 1.0, elastic, state(vector![0.0, 0.0, 5.0], Vector3::zeros(), Vector3::zeros()));
    let lower =
        ball(2.0 / 3.0_f64.sqrt(), 1.0, elastic, state(Vector3::z(), Vector3::zeros(), Vector3::zeros()));
    let course = world().with_body(upper).with_body(lower).run(0.7).expect("they collide");
    let FloorEventKind::Impact { contacts } = &course.events[0].kind else { panic!("{:?}", course.events) };
    let met: Vec<Meeting> = contacts.iter().map(|touch| touch.contact).collect();
    assert_eq!(met, [Meeting::Floor { body: 1, point: 0 }, Meeting::Balls { first: 0, second: 1 }]);
    let speed = (2.0 * GRAVITY * 2.0).sqrt();
    assert!((course.events[0].time - speed / GRAVITY).abs() < 1e-15);
    let time = course.events[0].time;
    // Exact values of the engine's reference.
    assert!((course.at(0, time).velocity.z / speed - 0.945_114_612).abs() < 1e-9);
    assert!((course.at(1, time).velocity.z / speed - 0.304_064_896).abs() < 1e-9);
    assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
}

#[test]
fn two_balls_in_flight_meet_where_straight_lines_would() {
    // Relative to each other they move on straight lines: 3 m apart less 0.2 m, closing at 4 m/s.
    let elastic = Surface::smooth(Restitution::ELASTIC);
    let left =
        ball(1.0, 0.1, elastic, state(vector![0.0, 0.0, 9.0], vector![3.0, 0.0, 2.0], Vector3::zeros()));
    let right =
        ball(1.0, 0.1, elastic, state(vector![3.0, 0.0, 9.0], vector![-1.0, 0.0, 2.0], Vector3::zeros()));
    let course = world().with_body(left).with_body(right).run(1.0).expect("they collide");
    assert!((course.events[0].time - 0.7).abs() < 1e-15);
    let (a, b) = (course.at(0, 0.7), course.at(1, 0.7));
    assert!((a.velocity.x + 1.0).abs() < 1e-14 && (b.velocity.x - 3.0).abs() < 1e-14, "{a:?}");
}

#[test]
fn a_flying_ball_meets_a_sliding_one_without_overlap() {
    let surface = rigid_friction(0.6, 0.3);
    let flying =
        ball(1.0, 0.1, surface, state(vector![0.0, 0.02, 0.8], vector![2.0, 0.0, 0.5], Vector3::zeros()));
    let sliding = ball(
        2.0,
        0.15,
        surface,
        state(vector![1.3, 0.0, 0.15], vector![-0.6, 0.0, 0.0], vector![0.0, 8.0, 1.0]),
    );
    let world =
        world().with_body(flying).with_body(sliding).with_surface_between_balls(rigid_friction(0.9, 0.1));
    let course = world.run(6.0).expect("they collide");
    let together = |event: &&carom_motion::bouncing::FloorEvent| match &event.kind {
        FloorEventKind::Impact { contacts } => contacts.len() == 2,
        FloorEventKind::Settles { .. } | FloorEventKind::Rests { .. } | FloorEventKind::Rolls { .. } => false,
    };
    let impact = course.events.iter().find(together).expect("they meet on the plane");
    let distance = (course.at(0, impact.time).position - course.at(1, impact.time).position).norm();
    assert!((distance - 0.25).abs() < 1e-14);
    for sample in 0..6000 {
        let time = f64::from(sample) * 1e-3;
        let (a, b) = (course.at(0, time).position, course.at(1, time).position);
        assert!((a - b).norm() > 0.25 - 1e-12 && a.z > 0.1 - 1e-12 && b.z > 0.15 - 1e-12, "{time}");
    }
    assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before, "{:?}", course.ledger);
}

#[test]
fn balls_that_roll_meet_however_late_and_miss_however_closely() {
    let elastic = Surface::smooth(Restitution::ELASTIC);
    let rolling = |x: f64, y: f64, v: f64| {
        ball(1.0, 0.1, elastic, state(vector![x, y, 0.1], vector![v, 0.0, 0.0], vector![0.0, v / 0.1, 0.0]))
    };
    // 0.8 m to go at 1e-9 m/s.
    let late = world().with_body(rolling(0.0, 0.0, 1e-9)).with_body(rolling(1.0, 0.0, 0.0));
    let course = late.run(f64::INFINITY).expect("they meet");
    assert!((course.events[0].time / 0.8e9 - 1.0).abs() < 1e-14, "{}", course.events[0].time);
    for (aside, meets) in [(0.2 - 1e-14, true), (0.2 + 1e-14, false)] {
        let close = world().with_body(rolling(0.0, 0.0, 1.0)).with_body(rolling(1.0, aside, 0.0));
        let course = close.run(f64::INFINITY).expect("they pass");
        assert_eq!(!course.events.is_empty(), meets, "{aside}");
    }
}

#[test]
fn a_ball_between_two_is_struck_by_both_at_once_and_stays() {
    let elastic = Surface::smooth(Restitution::ELASTIC);
    let side = |x: f64, v: f64| {
        ball(1.0, 0.1, elastic, state(vector![x, 0.0, 0.1], vector![v, 0.0, 0.0], Vector3::zeros()))
    };
    let course = world()
        .with_body(side(-1.2, 2.0))
        .with_body(side(0.0, 0.0))
        .with_body(side(1.2, -2.0))
        .run(2.0)
        .expect("they collide");
    assert_eq!(course.events.len(), 1);
    assert!((course.events[0].time - 0.5).abs() < 1e-15);
    assert!(course.at(1, 2.0).velocity.norm() < 1e-15);
    assert!((course.at(0, 2.0).velocity.x + 2.0).abs() < 1e-14);
}

#[test]
fn numbering_changes_nothing() {
    let surface = rigid_friction(0.7, 0.2);
    let starts = [
        state(vector![0.0, 0.0, 1.0], vector![0.3, 0.1, 0.0], vector![3.0, 0.0, 1.0]),
        state(vector![0.05, 0.01, 0.4], Vector3::zeros(), Vector3::zeros()),
        state(vector![0.1, -0.1, 1.7], vector![0.0, 0.2, -1.0], Vector3::zeros()),
    ];
    let run = |order: [usize; 3]| {
        let empty = world().with_surface_between_balls(rigid_friction(0.8, 0.1));
        let full = order
            .iter()
            .fold(empty, |world, &i| world.with_body(ball(1.0 + i as f64, 0.1, surface, starts[i])));
        full.run(1.5).expect("they bounce")
    };
    let (straight, turned) = (run([0, 1, 2]), run([2, 0, 1]));
    assert!(straight.events.len() > 5);
    for (i, slot) in [(0, 1), (1, 2), (2, 0)] {
        let apart = straight.at(i, 1.5).position - turned.at(slot, 1.5).position;
        // Collisions of balls amplify rounding, some tenfold each.
        assert!(apart.norm() < 1e-10, "{i}: {:e}", apart.norm());
    }
}

#[test]
fn a_mirrored_world_has_a_mirrored_course() {
    let surface = rigid_friction(0.7, 0.2);
    let starts = [
        state(vector![0.0, 0.0, 1.0], vector![0.3, 0.1, 0.0], vector![3.0, 0.0, 1.0]),
        state(vector![0.05, 0.01, 0.4], Vector3::zeros(), vector![0.0, 4.0, 0.0]),
    ];
    // Vectors change the sign of x; angular velocities, of y and z.
    let mirrored = |start: &RigidState| {
        let flip = vector![-1.0, 1.0, 1.0];
        state(
            start.position.component_mul(&flip),
            start.velocity.component_mul(&flip),
            -start.angular_velocity.component_mul(&flip),
        )
    };
    let run = |starts: [RigidState; 2]| {
        let empty = world().with_surface_between_balls(rigid_friction(0.8, 0.1));
        let full =
            starts.into_iter().fold(empty, |world, start| world.with_body(ball(1.0, 0.1, surface, start)));
        full.run(3.0).expect("they bounce")
    };
    let (here, there) = (run(starts), run([mirrored(&starts[0]), mirrored(&starts[1])]));
    assert_eq!(here.events.len(), there.events.len());
    for body in 0..2 {
        for sample in 0..30 {
            let time = 0.1 * f64::from(sample);
            let apart = mirrored(&here.at(body, time)).position - there.at(body, time).position;
            assert!(apart.norm() < 1e-12, "{body}, {time}: {:e}", apart.norm());
        }
    }
}

#[test]
fn a_ball_that_comes_to_rest_on_a_ball_ends_the_course_with_that_reason() {
    let surface = Surface::smooth(restitution(0.5));
    let upper = ball(1.0, 0.1, surface, state(vector![0.0, 0.0, 0.5], Vector3::zeros(), Vector3::zeros()));
    let lower = ball(1.0, 0.1, surface, state(vector![0.0, 0.0, 0.1], Vector3::zeros(), Vector3::zeros()));
    let world = world().with_body(upper).with_body(lower).with_surface_between_balls(surface);
    let course = world.run(10.0).expect("it is followed to there");
    assert!(matches!(course.ending, Ending::LastingContact { .. }), "{:?}", course.ending);
    assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
}

#[test]
fn impossible_worlds_are_refused() {
    let surface = Surface::smooth(Restitution::ELASTIC);
    let at = |z: f64| state(vector![0.0, 0.0, z], Vector3::zeros(), Vector3::zeros());
    let sunk = world().with_body(ball(1.0, 1.0, surface, at(0.5)));
    assert!(matches!(sunk.run(1.0), Err(BouncingError::BelowFloor { body: 0, .. })));
    let inside =
        world().with_body(ball(1.0, 1.0, surface, at(1.0))).with_body(ball(1.0, 1.0, surface, at(2.0)));
    assert!(matches!(inside.run(1.0), Err(BouncingError::Overlap { first: 0, second: 1, .. })));
    for gravity in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(World::new(gravity).is_err());
    }
    assert!(world().run(f64::NAN).is_err());
    assert!(world().with_pair([0, 1], surface).is_err());
    assert!(Participant::ball(1.0, 0.0, surface).is_err());
    assert!(ball(1.0, 1.0, surface, at(1.0)).starting(at(f64::NAN)).is_err());
    assert_eq!(world().run(3.0).expect("nothing happens").events.len(), 0);
}
