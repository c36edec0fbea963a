//! Fixed bodies that move, bodies from their inverses, and bodies that overlap a little.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom::{
    Body, Contact, Friction, Impact, InputError, Model, Motion, NormalLaw, Outcome, Restitution, Stiffness,
    TangentialLaw,
};
use nalgebra::{Matrix3, Vector3, vector};

/// Rounding of some hundred operations on numbers of the size of one.
const ROUNDING: f64 = 1e-13;

fn law(e: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::UNIT)
}

fn rubbing(contact: Contact, mu: f64) -> Contact {
    contact.with_friction(TangentialLaw::Rigid { friction: Friction::new(mu).unwrap() })
}

/// A ball between a racket that swings and a ball that rests, all seen from a frame that moves with −`boost`.
fn stroke(boost: Vector3<f64>) -> Impact {
    let racket = Body::fixed()
        .at(vector![0.0, 0.0, -1.0])
        .unwrap()
        .moving(vector![0.4, -0.2, 2.0] + boost)
        .unwrap()
        .spinning(vector![0.0, 1.5, 0.3])
        .unwrap();
    let ball = Body::ball(0.06, 0.03).unwrap().at(vector![0.0, 0.0, 0.03]).unwrap();
    let ball =
        ball.moving(vector![1.0, 0.0, -3.0] + boost).unwrap().spinning(vector![5.0, -20.0, 2.0]).unwrap();
    let other = Body::ball(0.1, 0.05).unwrap().at(vector![0.0, 0.0, 0.11]).unwrap().moving(boost).unwrap();
    let contacts = vec![
        rubbing(Contact::new([1, 0], Vector3::zeros(), Vector3::z(), law(0.7)).unwrap(), 0.4),
        rubbing(Contact::new([2, 1], vector![0.0, 0.0, 0.06], Vector3::z(), law(0.9)).unwrap(), 0.2),
    ];
    Impact::new(vec![racket, ball, other], contacts, Model::default()).unwrap()
}

#[test]
fn a_racket_returns_a_ball_as_a_wall_does_in_its_own_frame() {
    // Relative speed u + V before, e(u + V) after, and the racket keeps V: the ball leaves with V + e(u + V).
    let (u, v, e) = (3.0, 2.0, 0.75);
    let racket = Body::fixed().moving(Vector3::z() * v).unwrap();
    let ball = Body::ball(0.06, 0.03)
        .unwrap()
        .at(vector![0.0, 0.0, 0.03])
        .unwrap()
        .moving(Vector3::z() * -u)
        .unwrap();
    let contact = Contact::new([1, 0], Vector3::zeros(), Vector3::z(), law(e)).unwrap();
    let outcome = Impact::new(vec![racket, ball], vec![contact], Model::default()).unwrap().solve().unwrap();
    assert!((outcome.bodies[1].linear.z - (v + e * (u + v))).abs() < ROUNDING);
    assert_eq!(outcome.bodies[0].linear, Vector3::z() * v);
    // The racket gives the impulse m(1 + e)(u + V) along its velocity, and restitution takes m(1 − e²)(u + V)²/2.
    assert!((outcome.energy.work - 0.06 * (1.0 + e) * (u + v) * v).abs() < ROUNDING);
    assert!((outcome.energy.lost_in_restitution - 0.03 * (1.0 - e * e) * (u + v).powi(2)).abs() < ROUNDING);
    assert!(outcome.energy.imbalance().abs() < ROUNDING);
}

#[test]
fn a_boost_of_everything_shifts_the_motions_and_leaves_impulses_and_losses() {
    let boost = vector![7.0, -3.0, 5.0];
    let [still, moving]: [Outcome; 2] = [Vector3::zeros(), boost].map(|boost| stroke(boost).solve().unwrap());
    for (a, b) in still.bodies.iter().zip(&moving.bodies) {
        assert!((b.linear - a.linear - boost).norm() < ROUNDING * boost.norm(), "{a:?} {b:?}");
        assert!((b.angular - a.angular).norm() < ROUNDING * 100.0, "{a:?} {b:?}");
    }
    for (a, b) in still.contacts.iter().zip(&moving.contacts) {
        assert!((a.impulse - b.impulse).norm() < ROUNDING);
    }
    assert!((still.energy.lost_in_restitution - moving.energy.lost_in_restitution).abs() < ROUNDING);
    assert!((still.energy.lost_in_friction - moving.energy.lost_in_friction).abs() < ROUNDING);
    for outcome in [&still, &moving] {
        // Kinetic energies in the moving frame are some 10 J.
        assert!(outcome.energy.imbalance().abs() < ROUNDING * 10.0, "{:?}", outcome.energy);
    }
    assert!(still.energy.lost_in_friction > 1e-3 && still.energy.work > 0.1);
}

#[test]
fn a_body_from_its_inverses_is_the_body() {
    let inertia = Matrix3::new(2.0, 0.3, 0.0, 0.3, 1.5, -0.2, 0.0, -0.2, 1.0);
    let body = Body::rigid(3.0, inertia).unwrap();
    let same = Body::from_inverse(1.0 / 3.0, inertia.try_inverse().unwrap()).unwrap();
    let (impulse, point) = (vector![1.0, -2.0, 0.5], vector![0.3, 0.1, -0.7]);
    let [a, b] = [&body, &same].map(|body| body.response(impulse, point));
    assert!((a.linear - b.linear).norm() + (a.angular - b.angular).norm() < 1e-15);
    let motion = Motion { linear: vector![1.0, 2.0, 3.0], angular: vector![-1.0, 0.5, 2.0] };
    assert!((body.kinetic_energy(&motion) - same.kinetic_energy(&motion)).abs() < 1e-13);
    assert!((same.mass() - 3.0).abs() < 1e-15);
}

#[test]
fn zeros_among_inverses_are_what_does_not_move() {
    assert!(Body::from_inverse(0.0, Matrix3::zeros()).unwrap().is_fixed());
    let point = Body::from_inverse(0.5, Matrix3::zeros()).unwrap();
    assert_eq!(
        point.response(Vector3::x(), vector![0.0, 1.0, 0.0]),
        Motion { linear: Vector3::x() * 0.5, angular: Vector3::zeros() }
    );
    // It turns about z alone, with moment 1/4.
    let axle = Body::from_inverse(0.5, Matrix3::from_diagonal(&vector![0.0, 0.0, 4.0])).unwrap();
    let pushed = axle.response(vector![1.0, 0.0, 1.0], vector![0.0, 1.0, 0.0]);
    assert!((pushed.angular - vector![0.0, 0.0, -4.0]).norm() < 1e-15, "{pushed:?}");
    assert!((axle.kinetic_energy(&pushed) - (0.5 * 2.0 * 0.5 + 0.5 * 0.25 * 16.0)).abs() < 1e-15);
    assert!(axle.clone().spinning(Vector3::z()).is_ok());
    assert!(matches!(axle.spinning(Vector3::x()), Err(InputError::VelocityAgainstBearing { .. })));
    // Its centre stands still.
    let wheel = Body::from_inverse(0.0, Matrix3::identity()).unwrap();
    assert_eq!(wheel.response(Vector3::x(), Vector3::y()).linear, Vector3::zeros());
    assert!(wheel.moving(Vector3::x()).is_err());
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(Body::from_inverse(bad, Matrix3::identity()).is_err(), "{bad}");
    }
    let negative = Matrix3::from_diagonal(&vector![1.0, 1.0, -1.0]);
    assert!(matches!(Body::from_inverse(1.0, negative), Err(InputError::InverseInertiaNegative { .. })));
}

#[test]
fn bodies_that_overlap_a_little_touch_and_others_are_refused() {
    let with_gap = |gap: f64| {
        let ball =
            Body::ball(1.0, 0.5).unwrap().at(vector![0.0, 0.0, 0.5]).unwrap().moving(-Vector3::z()).unwrap();
        let law = NormalLaw { gap, ..law(0.5) };
        let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law).unwrap();
        Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())
    };
    // 1 % of the half metre from the contact to the ball's centre.
    let overlapping = with_gap(-0.004).unwrap();
    assert_eq!(overlapping.contacts()[0].law().gap, 0.0);
    assert_eq!(overlapping.solve(), with_gap(0.0).unwrap().solve());
    assert_eq!(
        with_gap(-0.006).unwrap_err(),
        InputError::Overlap { contact: 0, depth: 0.006, allowed: 0.005 }
    );
    assert!(matches!(with_gap(f64::NEG_INFINITY), Err(InputError::Gap { .. })));
    assert!(matches!(with_gap(f64::NAN), Err(InputError::Gap { .. })));
}

#[test]
fn motions_that_do_not_fit_are_refused_with_the_body_and_change_nothing() {
    let mut impact = stroke(Vector3::zeros());
    let before = impact.solve().unwrap();
    assert_eq!(impact.set_velocities(&[]), Err(InputError::MotionCount { found: 0, bodies: 3 }));
    let mut motions = [Motion::default(); 3];
    motions[2].angular.y = f64::NAN;
    assert!(matches!(impact.set_velocities(&motions), Err(InputError::MotionOfBody { body: 2, .. })));
    assert_eq!(impact.solve().unwrap(), before);
}
