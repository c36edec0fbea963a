//! Bodies: motions, world axes and the ledger.

use carom::laws::complementarity::{Answer, ContactMode, solve};
use carom::{Body, Contact, Friction, Impact, Model, NormalLaw, Restitution, Stiffness, TangentialLaw};
use nalgebra::{Matrix3, Vector3, vector};

/// Rounding of an elimination of a few rows.
const ROUNDING: f64 = 1e-13;

fn contact(bodies: [usize; 2], point: Vector3<f64>, normal: Vector3<f64>, e: f64, mu: f64) -> Contact {
    let restitution = Restitution::new(e).expect("the tests stay within 0..=1");
    let friction = Friction::new(mu).expect("the tests have friction of zero or more");
    Contact::new(bodies, point, normal, NormalLaw::touching(restitution, Stiffness::UNIT))
        .expect("the normal is not zero")
        .with_friction(TangentialLaw::Rigid { friction })
}

fn solved(bodies: Vec<Body>, contacts: Vec<Contact>) -> Answer {
    let impact = Impact::new(bodies, contacts, Model::default()).expect("the impact is complete");
    solve(&impact).expect("it has an answer")
}

/// A thin rod along x, of mass 1 and half-length 1, on the floor with both ends.
fn fallen_rod(velocity: Vector3<f64>, e: f64, mu: f64) -> Answer {
    let inertia = Matrix3::from_diagonal(&vector![0.01, 1.0 / 3.0, 1.0 / 3.0]);
    let rod = Body::rigid(1.0, inertia).and_then(|rod| rod.moving(velocity)).expect("a fine rod");
    let end = |x: f64| contact([0, 1], vector![x, 0.0, 0.0], Vector3::z(), e, mu);
    solved(vec![rod, Body::fixed()], vec![end(1.0), end(-1.0)])
}

#[test]
fn a_rod_that_falls_flat_and_sticks_is_held_by_both_ends_alike() {
    // Along the rod one end could hold alone: the ends are redundant there.
    let answer = fallen_rod(vector![0.1, 0.0, -1.0], 0.5, 0.5);
    for outcome in &answer.outcome.contacts {
        assert!((outcome.impulse - vector![-0.05, 0.0, 0.75]).amax() < ROUNDING, "{outcome:?}");
    }
    assert_eq!(answer.contacts.compression.modes, [ContactMode::Stick; 2]);
    assert!((answer.outcome.bodies[0].linear - vector![0.0, 0.0, 0.5]).amax() < ROUNDING);
    assert!(answer.outcome.bodies[0].angular.amax() < ROUNDING);
}

#[test]
fn a_rod_that_falls_flat_and_slides_is_braked_by_both_ends_alike() {
    let answer = fallen_rod(vector![0.0, 2.0, -1.0], 0.5, 0.2);
    for outcome in &answer.outcome.contacts {
        assert!((outcome.impulse - vector![0.0, -0.15, 0.75]).amax() < ROUNDING, "{outcome:?}");
    }
    assert!((answer.outcome.bodies[0].linear - vector![0.0, 1.7, 0.5]).amax() < ROUNDING);
    assert!(answer.outcome.bodies[0].angular.amax() < ROUNDING);
}

/// A ball that hits another one, which lies on the floor, from above and from the side.
#[test]
fn motions_contacts_and_ledger_belong_together() {
    let ball = |z: f64| Body::ball(1.0, 0.5).and_then(|ball| ball.at(vector![0.0, 0.0, z]));
    let normal = vector![0.6, 0.0, 0.8];
    let upper = Body::ball(2.0, 0.5).and_then(|ball| ball.at(normal + vector![0.0, 0.0, 0.5]));
    let upper = upper.and_then(|ball| ball.moving(vector![-1.0, 0.4, -2.0])).expect("a fine ball");
    let bodies = vec![upper, ball(0.5).expect("a fine ball"), Body::fixed()];
    let between = contact([0, 1], normal * 0.5 + vector![0.0, 0.0, 0.5], normal, 0.7, 0.3);
    let below = contact([1, 2], Vector3::zeros(), Vector3::z(), 0.4, 0.2);
    let answer = solved(bodies, vec![between, below]);
    let (outcome, space) = (&answer.outcome, &answer.contacts.solution);
    assert!(outcome.energy.imbalance().abs() < ROUNDING * outcome.energy.before);
    assert!(outcome.energy.lost_in_friction > 0.0);
    for (i, (contact, normal)) in outcome.contacts.iter().zip([normal, Vector3::z()]).enumerate() {
        assert!((contact.velocity_after.dot(&normal) - space.velocity[i]).abs() < ROUNDING);
        assert!((contact.impulse.dot(&normal) - space.impulse[i]).abs() < ROUNDING);
        assert!(contact.velocity_after.dot(&normal) > -ROUNDING);
    }
    let momentum = outcome.bodies[0].linear * 2.0 + outcome.bodies[1].linear;
    let before = vector![-2.0, 0.8, -4.0] + outcome.contacts[1].impulse;
    assert!((momentum - before).amax() < ROUNDING * 10.0);
}
