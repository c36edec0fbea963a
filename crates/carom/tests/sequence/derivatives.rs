//! Derivatives of sequences against differences of the sequences themselves.

use carom::derivative::{
    Axis, Coefficient, DerivativeError, ImpactJacobian, KinkCause, LawParameter, Output, Parameter,
};
use carom::laws::ImpactLaw;
use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::routh::Routh;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::sequence::{Hinges, Place, Rules, Sequence, SequenceEnding, TieRule};
use carom::{Friction, Model, Outcome, Restitution};
use nalgebra::{DVector, Vector3, vector};

use crate::common::{Scene, touching};
use crate::scenes::{Draws, random, rigid};
use crate::trace;

/// Differences of sixth order are sure to 1e-10 where a sequence does not amplify rounding.
const AGREED: f64 = 1e-8;

fn jacobian(scene: &Scene, law: &dyn ImpactLaw) -> Result<ImpactJacobian, DerivativeError> {
    let impact = scene.impact(Model::default());
    let sequence = Sequence::new(&impact, Rules::default()).expect("a sound impact");
    sequence.solve_with_jacobian(law).map(|(_, jacobian)| jacobian)
}

/// The scene with its numbers moved along a direction.
fn moved(scene: &Scene, columns: &[Parameter], direction: &[f64], by: f64) -> Scene {
    let mut scene = scene.clone();
    for (parameter, amount) in columns.iter().zip(direction) {
        let amount = amount * by;
        match *parameter {
            Parameter::Velocity { body, axis } => scene.solids[body].velocity[axis.index()] += amount,
            Parameter::AngularVelocity { body, axis } => scene.solids[body].spin[axis.index()] += amount,
            Parameter::Position { body, axis } => scene.solids[body].position[axis.index()] += amount,
            Parameter::Mass { body } => {
                if let Some((mass, _)) = &mut scene.solids[body].properties {
                    *mass += amount;
                }
            }
            Parameter::Inertia { body, axes: [a, b] } => {
                if let Some((_, inertia)) = &mut scene.solids[body].properties {
                    inertia[(a.index(), b.index())] += amount;
                    if a != b {
                        inertia[(b.index(), a.index())] += amount;
                    }
                }
            }
            Parameter::Moment { .. } => {}
            Parameter::Point { contact, axis } => scene.touches[contact].point[axis.index()] += amount,
            Parameter::Normal { contact, axis } => {
                let normal = scene.touches[contact].normal.normalize();
                let mut turned = normal;
                turned[axis.index()] += amount;
                scene.touches[contact].normal = turned;
            }
            Parameter::Law(LawParameter { contact, coefficient }) => {
                let touch = &mut scene.touches[contact];
                match coefficient {
                    Coefficient::Restitution => {
                        let e = touch.law.restitution.value() + amount;
                        touch.law.restitution = Restitution::new(e).expect("within its range");
                    }
                    Coefficient::Friction => {
                        let mu = touch.friction.friction().value() + amount;
                        touch.friction =
                            carom::TangentialLaw::Rigid { friction: Friction::new(mu).expect("positive") };
                    }
                    Coefficient::Stiffness
                    | Coefficient::Gap
                    | Coefficient::Compliance
                    | Coefficient::TangentialRestitution => {}
                }
            }
        }
    }
    scene
}

/// What a scene ends with, and the places of its collisions.
fn values(scene: &Scene, law: &dyn ImpactLaw, rows: &[Output]) -> (DVector<f64>, Vec<Place>) {
    let impact = scene.impact(Model::default());
    let (outcome, course) = trace(&impact, law, Rules::default());
    let outcome = Outcome::from(outcome);
    let values = rows.iter().map(|row| row.value(&outcome)).collect::<Vec<_>>();
    (DVector::from_vec(values), course.stages.iter().map(|stage| stage.place).collect())
}

/// A difference quotient of sixth order.
fn difference(
    scene: &Scene,
    law: &dyn ImpactLaw,
    jacobian: &ImpactJacobian,
    direction: &[f64],
    step: f64,
) -> DVector<f64> {
    let at = |multiple: f64| {
        values(&moved(scene, jacobian.columns(), direction, multiple * step), law, jacobian.rows()).0
    };
    let pair = |multiple: f64| at(multiple) - at(-multiple);
    (pair(1.0) * 45.0 - pair(2.0) * 9.0 + pair(3.0)) / (60.0 * step)
}

/// By how much the derivative along a direction differs from differences of the best of several sizes, as a part of the largest entry.
fn furthest(scene: &Scene, law: &dyn ImpactLaw, jacobian: &ImpactJacobian, direction: &[f64]) -> f64 {
    let expected = jacobian.matrix() * DVector::from_column_slice(direction);
    let size = jacobian.matrix().amax();
    let off = |step: f64| (difference(scene, law, jacobian, direction, step) - &expected).amax() / size;
    [1e-3, 2e-4, 4e-5, 8e-6, 1e-6].into_iter().map(off).fold(f64::INFINITY, f64::min)
}

/// A direction along all numbers but tangential restitution, which these scenes do not have.
fn along_all(draws: &mut Draws, jacobian: &ImpactJacobian) -> Vec<f64> {
    let amount = |parameter: &Parameter| match parameter {
        Parameter::Law(LawParameter { coefficient: Coefficient::TangentialRestitution, .. }) => 0.0,
        _ => draws.between(-0.3, 0.3),
    };
    jacobian.columns().iter().map(amount).collect()
}

fn laws() -> Vec<Box<dyn ImpactLaw>> {
    vec![
        Box::new(Routh::default()),
        Box::new(ChatterjeeRuina),
        Box::new(Whittaker),
        Box::new(Smith),
        Box::new(Brach::default()),
        Box::new(PfeifferGlocker::default()),
    ]
}

#[test]
fn derivatives_of_random_sequences_are_those_of_differences() {
    for law in laws() {
        let (mut judged, mut agree, mut collisions) = (0, 0, 0);
        for seed in 0..24 {
            let scene = random(seed, 4, 5, [0.2, 0.9], [0.1, 0.8]);
            let found = jacobian(&scene, law.as_ref()).unwrap_or_else(|e| panic!("{law:?} {seed}: {e}"));
            let mut draws = Draws::new(seed + 100);
            let direction = along_all(&mut draws, &found);
            collisions += values(&scene, law.as_ref(), found.rows()).1.len();
            judged += 1;
            agree += usize::from(furthest(&scene, law.as_ref(), &found, &direction) < AGREED);
        }
        println!("{law:?}: {agree} of {judged}, {collisions} collisions");
        // Within reach of the differences the order of collisions may change.
        assert!(agree * 10 >= judged * 9, "{law:?}: {agree} of {judged}");
    }
}

#[test]
fn without_friction_derivatives_are_those_of_differences() {
    let (mut agree, mut judged) = (0, 0);
    for seed in 0..60 {
        let scene = random(seed, 6, 10, [0.1, 0.95], [0.0, 0.0]);
        let found = jacobian(&scene, &Newton).unwrap_or_else(|e| panic!("{seed}: {e}"));
        let mut draws = Draws::new(seed + 100);
        let direction = along_all(&mut draws, &found);
        judged += 1;
        agree += usize::from(furthest(&scene, &Newton, &found, &direction) < AGREED);
    }
    println!("{agree} of {judged}");
    assert!(agree * 10 >= judged * 9, "{agree} of {judged}");
}

/// A ball that moves aslant into a narrow wedge of two walls: collisions without end.
fn in_a_wedge(e: f64, friction: f64) -> Scene {
    let mut scene = Scene::default();
    scene.ball(1.3, vector![0.0, 0.0, 0.0], vector![0.4, 0.3, -1.0]);
    scene.solids[0].spin = vector![0.3, -0.5, 0.2];
    scene.fixed(vector![1.1, 0.1, -0.2]);
    scene.fixed(vector![-0.9, 0.0, -0.15]);
    for wall in [1, 2] {
        scene.touch(0, wall, touching(e, 1.0));
        scene.touches[wall - 1].friction = rigid(friction);
    }
    scene
}

#[test]
fn endless_rounds_have_the_derivatives_of_their_limit() {
    for (law, friction) in [
        (&Newton as &dyn ImpactLaw, 0.0),
        (&Routh::default(), 0.2),
        (&ChatterjeeRuina, 0.1),
        (&Whittaker, 0.3),
    ] {
        for e in [0.1, 0.2, 0.3] {
            let scene = in_a_wedge(e, friction);
            let impact = scene.impact(Model::default());
            let sequence = Sequence::new(&impact, Rules::default()).expect("a sound impact");
            let (outcome, found) = sequence.solve_with_jacobian(law).expect("it has derivatives");
            assert!(matches!(outcome.ending, SequenceEnding::Extrapolated { .. }), "{outcome:?}");
            let mut draws = Draws::new(7);
            let direction = along_all(&mut draws, &found);
            let off = furthest(&scene, law, &found, &direction);
            assert!(off < AGREED, "{law:?}, e = {e}: {off:e}, kinks {:?}", found.kinks());
        }
    }
}

#[test]
fn a_ball_that_hits_two_at_once_has_a_kink_where_one_is_hit_first() {
    let mut scene = Scene::default();
    scene.ball(1.0, vector![0.0, 0.0, 0.0], vector![1.0, 0.0, 0.0]);
    let aside = 3.0_f64.sqrt();
    scene.ball(1.0, vector![aside, 1.0, 0.0], Vector3::zeros());
    scene.ball(1.0, vector![aside, -1.0, 0.0], Vector3::zeros());
    scene.touch(0, 1, touching(0.9, 1.0));
    scene.touch(0, 2, touching(0.9, 1.0));
    let found = jacobian(&scene, &Newton).expect("it has derivatives");
    let column = |parameter| found.columns().iter().position(|c| *c == parameter).expect("it is one");
    let faster = column(Parameter::Velocity { body: 0, axis: Axis::X });
    let aside = column(Parameter::Velocity { body: 0, axis: Axis::Y });
    let concerns = |column: usize| {
        found.kinks().iter().any(|kink| {
            kink.cause == KinkCause::Coincidence && kink.contacts == [0, 1] && kink.columns.contains(&column)
        })
    };
    assert!(!concerns(faster) && concerns(aside), "{:?}", found.kinks());
    // The same shot, faster, is the same shot.
    let last = found.get(&Output::Velocity { body: 1, axis: Axis::X }, &found.columns()[faster]);
    let outcome = values(&scene, &Newton, &[Output::Velocity { body: 1, axis: Axis::X }]).0[0];
    assert!((last.expect("it is there") - outcome).abs() < 1e-14);
}

#[test]
fn contacts_that_tie_far_from_each_other_have_no_kink() {
    // Two pairs that do not feel each other, and the same in one cluster: the ends of a row.
    let mut scene = Scene::default();
    for x in [0.0, 2.0, 4.0, 6.0] {
        scene.ball(1.0, vector![x, 0.0, 0.0], Vector3::zeros());
    }
    scene.solids[0].velocity = Vector3::x();
    scene.solids[3].velocity = -Vector3::x();
    for (a, b) in [(0, 1), (1, 2), (2, 3)] {
        scene.touch(a, b, touching(0.8, 1.0));
    }
    let found = jacobian(&scene, &Newton).expect("it has derivatives");
    let ties = found.kinks().iter().filter(|kink| kink.cause == KinkCause::Coincidence);
    assert!(ties.clone().all(|kink| kink.contacts != [0, 2]), "{:?}", found.kinks());
}

#[test]
fn a_contact_that_is_left_at_rest_has_a_kink() {
    // The second ball lies against a third; nothing presses them together.
    let mut scene = Scene::default();
    scene.ball(1.0, vector![0.0, 0.0, 0.0], Vector3::x());
    scene.ball(1.0, vector![2.0, 0.0, 0.0], Vector3::zeros());
    scene.ball(1.0, vector![2.0, 2.0, 0.0], Vector3::zeros());
    scene.touch(0, 1, touching(0.5, 1.0));
    scene.touch(1, 2, touching(0.5, 1.0));
    let found = jacobian(&scene, &Newton).expect("it has derivatives");
    let towards = Parameter::Velocity { body: 1, axis: Axis::Y };
    let kink = found.kinks().iter().find(|kink| kink.cause == KinkCause::AtRest).expect("contact 1");
    assert_eq!(kink.contacts, [1]);
    assert!(kink.columns.iter().any(|&column| found.columns()[column] == towards));
    // Faster or slower, it is not touched.
    let faster = Parameter::Velocity { body: 0, axis: Axis::X };
    assert!(kink.columns.iter().all(|&column| found.columns()[column] != faster));
}

#[test]
fn a_plastic_contact_is_left_at_rest_without_a_kink_but_that_of_its_restitution() {
    let mut scene = Scene::default();
    scene.ball(1.0, vector![0.0, 0.0, 0.0], vector![1.0, 0.2, 0.0]);
    scene.ball(1.0, vector![2.0, 0.0, 0.0], Vector3::zeros());
    scene.touch(0, 1, touching(0.0, 1.0));
    let found = jacobian(&scene, &Newton).expect("it has derivatives");
    let law = Parameter::Law(LawParameter { contact: 0, coefficient: Coefficient::Restitution });
    let concerned: Vec<Parameter> =
        found.kinks().iter().flat_map(|kink| &kink.columns).map(|&column| found.columns()[column]).collect();
    assert!(!concerned.is_empty() && concerned.iter().all(|parameter| *parameter == law), "{concerned:?}");
}

#[test]
fn what_has_no_derivatives_is_refused_by_name() {
    let scene = random(3, 4, 5, [0.2, 0.9], [0.1, 0.8]);
    let impact = scene.impact(Model::default());
    let perturbed = Rules { ties: TieRule::Perturb { seed: 1, size: 1e-9 }, ..Rules::default() };
    let sequence = Sequence::new(&impact, perturbed).expect("a sound impact");
    let refused = sequence.solve_with_jacobian(&Routh::default()).map(|_| ());
    assert_eq!(refused, Err(DerivativeError::PerturbedStart));
    let bodies = vec![
        carom::Body::hinged(1.0, 1.5, Vector3::y(), vector![0.0, 0.0, 2.0])
            .expect("a pendulum")
            .at(vector![0.0, 0.0, 1.0])
            .expect("below its pivot")
            .spinning(Vector3::y())
            .expect("about its axis"),
        carom::Body::fixed(),
    ];
    let law = touching(0.5, 1.0);
    let contact = carom::Contact::new([0, 1], vector![-1.0, 0.0, 1.0], Vector3::x(), law).expect("a contact");
    let impact = carom::Impact::new(bodies, vec![contact], Model::default()).expect("a pendulum at a wall");
    let released = Rules { hinges: Hinges::Released, ..Rules::default() };
    let sequence = Sequence::new(&impact, released).expect("a sound impact");
    let refused = sequence.solve_with_jacobian(&Newton).map(|_| ());
    assert_eq!(refused, Err(DerivativeError::ReleasedHinge { body: 0 }));
}
