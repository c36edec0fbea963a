//! Bodies that joints hold together.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom::sequence::{Rules, Sequence};
use carom::{
    Body, Compliance, Contact, Friction, Impact, InputError, Joint, Model, Motion, NormalLaw, Outcome,
    Restitution, Stiffness, TangentialLaw, laws,
};
use nalgebra::{Matrix3, Rotation3, Vector3, vector};

/// Rounding of some hundred operations on numbers of the size of one.
const ROUNDING: f64 = 1e-13;

fn law(e: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::UNIT)
}

/// A slender rod along z of mass `m` and length one; thin enough for its own axis not to matter.
fn rod(m: f64, centre: Vector3<f64>) -> Body {
    Body::rigid(m, Matrix3::from_diagonal(&vector![m / 12.0, m / 12.0, m * 1e-4]))
        .unwrap()
        .at(centre)
        .unwrap()
}

/// Two rods that hang in line, the upper one from a hinge at the origin, and a ball that hits the tip of the lower one along x.
fn double_pendulum(e: f64, upper: Body, joints: Vec<Joint>) -> Impact {
    let ball =
        Body::ball(0.5, 0.1).unwrap().at(vector![-0.1, 0.0, -2.0]).unwrap().moving(Vector3::x()).unwrap();
    let bodies = vec![Body::fixed(), upper, rod(1.0, vector![0.0, 0.0, -1.5]), ball];
    let contact = Contact::new([2, 3], vector![0.0, 0.0, -2.0], Vector3::x(), law(e)).unwrap();
    Impact::with_joints(bodies, vec![contact], joints, Model::default()).unwrap()
}

fn elbow() -> Joint {
    Joint::hinge([2, 1], vector![0.0, 0.0, -1.0], Vector3::y()).unwrap()
}

fn shoulder() -> Joint {
    Joint::hinge([1, 0], Vector3::zeros(), Vector3::y()).unwrap()
}

#[test]
fn a_double_pendulum_answers_at_its_tip_as_lagranges_equations_say() {
    // M = m L² (4/3 1/2; 1/2 1/3) over the angular velocities; the tip moves at L (ω₁ + ω₂): W = 24/(7 m).
    let e = 0.6;
    let impact = double_pendulum(e, rod(1.0, vector![0.0, 0.0, -0.5]), vec![shoulder(), elbow()]);
    let w = 24.0 / 7.0 + 2.0;
    assert!((impact.contact_problem().coupling().diagonal(0) - w).abs() < ROUNDING);
    let outcome = impact.solve().unwrap();
    let p = (1.0 + e) / w;
    assert!((outcome.contacts[0].normal_impulse - p).abs() < ROUNDING);
    // A push along x turns a rod that hangs about −y: ω₁ = −6/7 p/(m L), ω₂ = 30/7 p/(m L) that way.
    assert!((outcome.bodies[1].angular - vector![0.0, 6.0 / 7.0 * p, 0.0]).norm() < ROUNDING);
    assert!((outcome.bodies[2].angular - vector![0.0, -30.0 / 7.0 * p, 0.0]).norm() < ROUNDING);
    // The lower rod's momentum is 9/7 p, of which the ball gave p; the upper one's −3/7 p, of which the elbow gave −2/7 p.
    assert!((outcome.joints[1].impulse - vector![2.0 / 7.0 * p, 0.0, 0.0]).norm() < ROUNDING);
    assert!((outcome.joints[0].impulse - vector![-1.0 / 7.0 * p, 0.0, 0.0]).norm() < ROUNDING);
    assert!(outcome.energy.imbalance().abs() < ROUNDING);
}

#[test]
fn a_hinge_to_a_fixed_body_is_a_hinge_to_the_world() {
    let pivoted = Body::rigid_on_hinge(
        1.0,
        Matrix3::from_diagonal(&vector![1.0 / 12.0, 1.0 / 12.0, 1e-4]),
        Vector3::y(),
        Vector3::zeros(),
        vector![0.0, 0.0, -0.5],
    );
    let by_bearing = double_pendulum(0.6, pivoted.unwrap(), vec![elbow()]).solve().unwrap();
    let by_joint = double_pendulum(0.6, rod(1.0, vector![0.0, 0.0, -0.5]), vec![shoulder(), elbow()]);
    assert_alike(&by_bearing, &by_joint.solve().unwrap());
}

fn assert_alike(a: &Outcome, b: &Outcome) {
    for (a, b) in a.bodies.iter().zip(&b.bodies) {
        assert!(
            (a.linear - b.linear).norm() + (a.angular - b.angular).norm() < ROUNDING * 10.0,
            "{a:?} {b:?}"
        );
    }
}

#[test]
fn what_is_held_twice_moves_as_if_it_were_held_once() {
    // A door on one hinge, and on two in line.
    let upper = || Joint::hinge([1, 0], vector![0.0, 0.0, 1.0], Vector3::z()).unwrap();
    let lower = || Joint::hinge([1, 0], vector![0.0, 0.0, -1.0], Vector3::z()).unwrap();
    let outcomes = [vec![upper()], vec![upper(), lower()], vec![lower(), upper(), upper()]].map(|joints| {
        let inertia = Matrix3::from_diagonal(&vector![2.0, 3.0, 1.5]);
        let door = Body::rigid(8.0, inertia).unwrap().at(vector![0.4, 0.0, 0.0]).unwrap();
        let ball = Body::ball(1.0, 0.1).unwrap().at(vector![0.7, -0.1, 0.3]).unwrap();
        let ball = ball.moving(vector![0.5, 2.0, 0.0]).unwrap();
        let friction = TangentialLaw::Rigid { friction: Friction::new(0.5).unwrap() };
        let contact = Contact::new([1, 2], vector![0.7, 0.0, 0.3], Vector3::y(), law(0.5)).unwrap();
        let contacts = vec![contact.with_friction(friction)];
        Impact::with_joints(vec![Body::fixed(), door, ball], contacts, joints, Model::default())
            .unwrap()
            .solve()
            .unwrap()
    });
    assert_alike(&outcomes[0], &outcomes[1]);
    assert_alike(&outcomes[0], &outcomes[2]);
    assert!(outcomes[0].bodies[1].angular.z > 0.1);
}

#[test]
fn a_slider_to_a_fixed_body_is_a_cue() {
    let axis = vector![3.0, 0.0, 4.0];
    let hit = |cue: Body, joints: Vec<Joint>| {
        let cue = cue.at(vector![0.0, 0.0, 1.0]).unwrap().moving(axis * -0.4).unwrap();
        let ball = Body::ball(0.2, 0.03).unwrap().at(vector![0.0, 0.01, 0.0]).unwrap();
        let friction = TangentialLaw::Compliant {
            friction: Friction::new(0.6).unwrap(),
            compliance: Compliance::new(1.2).unwrap(),
        };
        let contact = Contact::new([1, 2], vector![0.01, 0.01, 0.03], Vector3::z(), law(0.8)).unwrap();
        let contacts = vec![contact.with_friction(friction)];
        Impact::with_joints(vec![Body::fixed(), cue, ball], contacts, joints, Model::default())
            .unwrap()
            .solve()
            .unwrap()
    };
    let slider = Joint::slider([0, 1], vector![0.0, 0.0, 1.0], axis).unwrap();
    let by_bearing = hit(Body::sliding(0.5, axis).unwrap(), Vec::new());
    let by_joint = hit(Body::rigid(0.5, Matrix3::identity() * 0.1).unwrap(), vec![slider]);
    assert_alike(&by_bearing, &by_joint);
}

#[test]
fn a_body_on_a_ball_joint_answers_by_its_inertia_about_the_joint() {
    let (m, centre, point) = (2.0, vector![0.3, -0.2, 0.5], vector![0.6, 0.1, 0.9]);
    let inertia = Matrix3::new(0.3, 0.02, 0.0, 0.02, 0.25, -0.03, 0.0, -0.03, 0.2);
    let about_joint: Matrix3<f64> =
        inertia + m * (Matrix3::<f64>::identity() * centre.norm_squared() - centre * centre.transpose());
    let normal = vector![0.2, -0.9, 0.4].normalize();
    let arm = point.cross(&normal);
    let expected = arm.dot(&(about_joint.try_inverse().unwrap() * arm));
    let body = Body::rigid(m, inertia).unwrap().at(centre).unwrap();
    let joint = Joint::ball([0, 1], Vector3::zeros()).unwrap();
    let contact = Contact::new([0, 1], point, normal, law(0.5)).unwrap();
    let impact =
        Impact::with_joints(vec![body, Body::fixed()], vec![contact], vec![joint], Model::default()).unwrap();
    assert!((impact.contact_problem().coupling().diagonal(0) - expected).abs() < ROUNDING);
}

/// An arm of two links, the first on a ball joint on a plate that moves, with a ball in its hand that hits two others with friction;
/// turned as a whole, and seen from a frame that moves with −`boost`.
fn arm(turn: &Rotation3<f64>, boost: Vector3<f64>) -> Impact {
    let at = |x: f64, y: f64, z: f64| turn * vector![x, y, z];
    let placed = |body: Body, place: Vector3<f64>| body.at(place).unwrap();
    let link = |m: f64| {
        let inertia = Matrix3::from_diagonal(&vector![0.01 * m, 0.09 * m, 0.09 * m]);
        Body::rigid(m, turn * inertia * turn.inverse()).unwrap()
    };
    // All of the arm swings about the base, which moves.
    let spin = at(0.2, 1.0, -0.5);
    let swung = |body: Body| {
        let velocity = at(0.0, 0.3, 0.1) + spin.cross(&body.position()) + boost;
        body.moving(velocity).unwrap().spinning(spin).unwrap()
    };
    let ball = |place: Vector3<f64>| placed(Body::ball(0.4, 0.1).unwrap(), place);
    let bodies = vec![
        Body::fixed().moving(at(0.0, 0.3, 0.1) + boost).unwrap(),
        swung(placed(link(1.0), at(0.5, 0.0, 0.0))),
        swung(placed(link(0.7), at(1.5, 0.0, 0.0))),
        swung(ball(at(2.1, 0.0, 0.0))),
        ball(at(2.2, 0.05, -0.16)).moving(boost).unwrap(),
        ball(at(2.05, -0.05, -0.19)).moving(boost + at(0.0, 0.1, 0.6)).unwrap(),
    ];
    let joints = vec![
        Joint::ball([1, 0], Vector3::zeros()).unwrap(),
        Joint::hinge([2, 1], at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.2)).unwrap(),
        Joint::slider([3, 2], at(2.0, 0.0, 0.0), at(1.0, 0.0, 0.0)).unwrap(),
    ];
    let contact = |bodies: [usize; 2], from: Vector3<f64>, to: Vector3<f64>, mu: f64| {
        let friction = TangentialLaw::Compliant {
            friction: Friction::new(mu).unwrap(),
            compliance: Compliance::new(1.2).unwrap(),
        };
        Contact::new(bodies, (from + to) / 2.0, from - to, law(0.7)).unwrap().with_friction(friction)
    };
    let place = |body: usize| bodies[body].position();
    let contacts = vec![contact([3, 4], place(3), place(4), 0.3), contact([3, 5], place(3), place(5), 0.6)];
    Impact::with_joints(bodies, contacts, joints, Model::default()).unwrap()
}

#[test]
fn joints_hold_through_an_impact_with_friction_and_do_no_work() {
    let impact = arm(&Rotation3::identity(), Vector3::zeros());
    let outcome = impact.solve().unwrap();
    assert!(outcome.contacts.iter().all(|contact| contact.normal_impulse > 0.01), "{:?}", outcome.contacts);
    for (joint, expected_turning) in impact.joints().iter().zip([3, 1, 0]) {
        let [a, b] = joint.bodies();
        let velocity = |body: usize| impact.bodies()[body].velocity_at(&outcome.bodies[body], joint.point());
        let apart = velocity(a) - velocity(b);
        let turning = outcome.bodies[a].angular - outcome.bodies[b].angular;
        match expected_turning {
            3 => assert!(apart.norm() < ROUNDING),
            1 => {
                let axis = vector![0.0, 1.0, 0.2].normalize();
                assert!(apart.norm() < ROUNDING && turning.cross(&axis).norm() < ROUNDING * 10.0);
                assert!(turning.norm() > 0.01, "the elbow moves");
            }
            _ => assert!(apart.cross(&Vector3::x()).norm() < ROUNDING && turning.norm() < ROUNDING * 10.0),
        }
    }
    assert!(outcome.energy.imbalance().abs() < ROUNDING, "{:?}", outcome.energy);
    assert!(outcome.energy.lost_in_friction > 1e-4 && outcome.energy.work.abs() > 1e-4);
    // Momentum of all that is not driven changes by what the base gives.
    let momentum = |motions: &[Motion]| -> Vector3<f64> {
        (1..6).map(|body| motions[body].linear * impact.bodies()[body].mass()).sum()
    };
    let before: Vec<Motion> = impact.bodies().iter().map(Body::motion).collect();
    let gained = momentum(&outcome.bodies) - momentum(&before);
    assert!((gained - outcome.joints[0].impulse).norm() < ROUNDING);
}

#[test]
fn turning_and_boosting_a_linkage_changes_nothing() {
    let still = arm(&Rotation3::identity(), Vector3::zeros()).solve().unwrap();
    let turn = Rotation3::from_euler_angles(0.7, -1.1, 2.3);
    let boost = vector![2.0, -1.0, 0.5];
    let moved = arm(&turn, boost).solve().unwrap();
    for (a, b) in still.bodies.iter().zip(&moved.bodies) {
        assert!((turn * a.linear + boost - b.linear).norm() < ROUNDING * 10.0);
        assert!((turn * a.angular - b.angular).norm() < ROUNDING * 100.0);
    }
    for (a, b) in still.joints.iter().zip(&moved.joints) {
        assert!(
            (turn * a.impulse - b.impulse).norm() + (turn * a.couple - b.couple).norm() < ROUNDING * 10.0
        );
    }
    assert!((still.energy.lost_in_friction - moved.energy.lost_in_friction).abs() < ROUNDING);
}

#[test]
fn one_collision_after_the_other_knows_joints_too() {
    let e = 0.6;
    let impact = double_pendulum(e, rod(1.0, vector![0.0, 0.0, -0.5]), vec![shoulder(), elbow()]);
    let at_once = impact.solve().unwrap();
    let outcome = Sequence::new(&impact, Rules::default()).unwrap().solve(&laws::newton::Newton).unwrap();
    assert_alike(&at_once, &outcome.into());
}

#[test]
fn joints_that_cannot_be_are_refused() {
    let refused = |bodies: Vec<Body>, joint: Joint| {
        Impact::with_joints(bodies, Vec::new(), vec![joint], Model::default()).unwrap_err()
    };
    let ball = || Body::ball(1.0, 0.5).unwrap();
    let joint = |bodies| Joint::ball(bodies, Vector3::zeros()).unwrap();
    assert!(matches!(refused(vec![ball()], joint([0, 1])), InputError::NoBodyToJoin { body: 1, .. }));
    assert!(matches!(refused(vec![ball()], joint([0, 0])), InputError::JointHoldsNothing { joint: 0 }));
    let fixed = vec![Body::fixed(), Body::fixed()];
    assert!(matches!(refused(fixed, joint([0, 1])), InputError::JointHoldsNothing { joint: 0 }));
    let apart = vec![ball().moving(Vector3::x()).unwrap(), ball()];
    assert!(matches!(refused(apart, joint([0, 1])), InputError::JointPulledApart { joint: 0, .. }));
    assert!(Joint::hinge([0, 1], Vector3::zeros(), Vector3::zeros()).is_err());
    assert!(Joint::ball([0, 1], vector![0.0, f64::NAN, 0.0]).is_err());
}
