//! The thrown pencil of [Jia2012, sec. 8.2], before and after its bounce (Fig. 18).

use std::f64::consts::PI;

use carom_motion::Ending;
use carom_motion::bouncing::{FloorEventKind, Meeting, Participant, World};
use carom_motion::flight::{Flight, PrincipalInertia, RigidState};
use carom_reference::rubbing::{Rubbing, scenes};
use carom_reference::{Law, Separation};
use nalgebra::{Matrix3, UnitQuaternion, Vector3, vector};

use crate::common::{GRAVITY, jia2012_surface};

/// Cylinder r = 0.5, h₁ = 3 on a cone h₂ = 0.5, of one density and mass 1 in all.
struct Pencil {
    /// Tip to centre of mass.
    height: f64,
    inertia: Matrix3<f64>,
}

fn pencil() -> Pencil {
    let (r, long, short) = (0.5_f64, 3.0_f64, 0.5_f64);
    // Volumes h₁ : h₂/3; a cone's centre is ¾ of its height from the apex.
    let (cylinder, cone) = (long / (long + short / 3.0), short / 3.0 / (long + short / 3.0));
    let (middle, low) = (short + long / 2.0, 0.75 * short);
    let height = cylinder * middle + cone * low;
    let across = cylinder * ((3.0 * r * r + long * long) / 12.0 + (middle - height).powi(2))
        + cone * (3.0 / 80.0 * (4.0 * r * r + short * short) + (low - height).powi(2));
    let along = cylinder * 0.5 * r * r + cone * 0.3 * r * r;
    Pencil { height, inertia: Matrix3::from_diagonal(&vector![across, across, along]) }
}

/// Just before it strikes: tilted by 30° from the vertical, tip at the origin, eq. (91).
fn strike(pencil: &Pencil) -> RigidState {
    let orientation = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), PI / 6.0);
    RigidState {
        position: orientation * vector![0.0, 0.0, pencil.height],
        orientation,
        velocity: vector![-(PI / 6.0).cos(), 0.0, -(PI / 6.0).sin()] * 5.0,
        angular_velocity: orientation * vector![-1.0, -0.5, -0.5],
    }
}

fn tip(pencil: &Pencil, state: &RigidState) -> Vector3<f64> {
    state.position + state.orientation * vector![0.0, 0.0, -pencil.height]
}

#[test]
fn the_pencils_true_moment_is_not_that_of_eq_85() {
    // Eq. (85) takes the cone's moment about its apex for that about its centre of mass and gives 0.979441.
    assert!((pencil().inertia[(0, 0)] - 0.903_869).abs() < 1e-6);
}

#[test]
fn thrown_from_where_it_was_before_it_strikes_where_and_as_it_should() {
    let body = pencil();
    let strike = strike(&body);
    let inertia = PrincipalInertia::new(body.inertia).expect("a pencil has inertia");
    let flight = Flight::new(&inertia, &strike, Vector3::z() * -GRAVITY).expect("it flies");
    let thrown = flight.at(-0.4);
    assert!(tip(&body, &thrown).z > 0.0);
    let participant = Participant::with_points(
        1.0,
        body.inertia,
        vec![vector![0.0, 0.0, -body.height]],
        jia2012_surface(0.8),
    )
    .and_then(|pencil| pencil.starting(thrown))
    .expect("the pencil is possible");
    let course = World::new(GRAVITY)
        .expect("gravity is positive")
        .with_body(participant)
        .run(0.8)
        .expect("it bounces");
    let event = &course.events[0];
    let FloorEventKind::Impact { contacts } = &event.kind else { panic!("{event:?}") };
    assert_eq!(contacts[0].contact, Meeting::Floor { body: 0, point: 0 });
    assert!((event.time - 0.4).abs() < 1e-14, "{}", event.time - 0.4);
    let before = course.at_end_of(0, 0).expect("the first flight ends");
    assert!((before.position - strike.position).norm() < 1e-14);
    assert!(before.orientation.angle_to(&strike.orientation) < 1e-14);
    assert!((before.angular_velocity - strike.angular_velocity).norm() < 1e-14);
}

#[test]
fn after_the_bounce_it_flies_on_as_scenes_pencil_says_and_keeps_energy_and_spin() {
    let body = pencil();
    let participant = Participant::with_points(
        1.0,
        body.inertia,
        vec![vector![0.0, 0.0, -body.height]],
        jia2012_surface(0.8),
    )
    .and_then(|pencil| pencil.starting(strike(&body)))
    .expect("the pencil is possible");
    let energy_before = participant.energy(&strike(&body), GRAVITY);
    let course = World::new(GRAVITY)
        .expect("gravity is positive")
        .with_body(participant.clone())
        .run(0.4)
        .expect("it bounces");
    assert_eq!(course.events[0].time, 0.0);
    let after = course.at(0, 0.0);
    let in_body = after.orientation.inverse_transform_vector(&after.angular_velocity);
    // No torque about its own axis (the contact is on it): −0.5 stays, as in eq. (92).
    assert!((in_body.z + 0.5).abs() < 1e-14);
    // The whole bounce by the independent solver.
    let scene = scenes::pencil().expect("the pencil is possible");
    let outcome =
        Rubbing::new(Law::Hardening, Separation::Instant).solve(&scene.problem).expect("it can be followed");
    let reference = scene.velocities(&outcome.impulse);
    let velocity = vector![reference[0], reference[1], reference[2]];
    assert!((after.velocity - velocity).norm() < 1e-10, "{:?} {velocity:?}", after.velocity);
    // Signs and sizes of eq. (92), which used another inertia: V = (−0.467515, 0.668992, 2.86495).
    assert!(
        after.velocity.x < 0.0 && after.velocity.y > 0.0 && after.velocity.z > 2.0,
        "{:?}",
        after.velocity
    );
    let lost = course.ledger.lost_in_restitution + course.ledger.lost_in_impact_friction;
    assert!((energy_before - lost - participant.energy(&after, GRAVITY)).abs() < 1e-13);
    // The frames of Fig. 18, every 0.1 s: energy stays, and the tip does not sink.
    for frame in 1..=4 {
        let state = course.at(0, 0.1 * f64::from(frame));
        assert!((participant.energy(&state, GRAVITY) - participant.energy(&after, GRAVITY)).abs() < 1e-13);
        assert!(tip(&body, &state).z > -1e-15, "frame {frame}: {}", tip(&body, &state).z);
    }
}

#[test]
fn a_stick_of_three_unequal_moments_lands_exactly_on_its_ends() {
    let inertia = Matrix3::from_diagonal(&vector![0.02, 0.05, 0.06]);
    let ends: Vec<Vector3<f64>> = [(0.5, 0.1), (0.5, -0.1), (-0.5, 0.1), (-0.5, -0.1)]
        .iter()
        .map(|&(x, y)| vector![x, y, 0.0])
        .collect();
    let start = RigidState {
        position: vector![0.0, 0.0, 2.0],
        velocity: vector![0.3, 0.0, 1.0],
        angular_velocity: vector![7.0, 3.0, -11.0],
        ..RigidState::default()
    };
    let stick = Participant::with_points(1.0, inertia, ends.clone(), jia2012_surface(0.3))
        .and_then(|stick| stick.starting(start))
        .expect("the stick is possible");
    let course =
        World::new(GRAVITY).expect("gravity is positive").with_body(stick).run(1.6).expect("it bounces");
    assert!(course.events.len() >= 3, "{}", course.events.len());
    for event in &course.events {
        let FloorEventKind::Impact { contacts } = &event.kind else { panic!("{event:?}") };
        for touch in contacts {
            let Meeting::Floor { point, .. } = touch.contact else { panic!("{touch:?}") };
            let state = course.at(0, event.time);
            let height = state.position.z + (state.orientation * ends[point]).z;
            assert!(height.abs() < 1e-14, "{height:e}");
        }
    }
    // In the end one corner bounces ever faster while the stick turns over it: a contact that lasts.
    assert!(matches!(course.ending, Ending::LastingContact { .. }), "{:?}", course.ending);
    // Nowhere below the plane in between.
    for sample in 0..1000 {
        let state = course.at(0, course.end * f64::from(sample) * 1e-3);
        for end in &ends {
            assert!(state.position.z + (state.orientation * end).z > -1e-13);
        }
    }
    assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
}
