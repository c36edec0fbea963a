//! Inputs that no one should give and extremes that someone will: an answer or a typed error, never a panic, a NaN or a hang.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common;
use crate::common::{Scene, ball_ball_table, chain, contact_problem, models, rack, touching};
use carom::{
    Body, Contact, ContactProblem, Coupling, Ending, Impact, InputError, Model, NormalLaw, Restitution,
    Stiffness,
};
use nalgebra::{DMatrix, Matrix3, Vector3, vector};

/// Extreme scenes that are a mere change of units must give the converted answer to rounding.
const ROUNDING: f64 = 1e-11;
const NOT_NUMBERS: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn law() -> NormalLaw {
    touching(0.5, 1.0)
}

#[test]
fn numbers_that_are_none_are_refused() {
    let sound = || Body::ball(1.0, 1.0).unwrap();
    for bad in NOT_NUMBERS {
        let vector = vector![0.0, bad, 0.0];
        assert!(Restitution::new(bad).is_err());
        assert!(Body::ball(bad, 1.0).is_err() && Body::ball(1.0, bad).is_err());
        assert!(Body::point(bad).is_err() && Body::sliding(bad, Vector3::x()).is_err());
        assert!(Body::rigid(1.0, Matrix3::from_diagonal_element(bad)).is_err());
        assert!(Body::hinged(1.0, bad, Vector3::x(), Vector3::zeros()).is_err());
        assert!(Body::hinged(1.0, 1.0, vector, Vector3::zeros()).is_err());
        assert!(Body::hinged(1.0, 1.0, Vector3::x(), vector).is_err());
        assert!(sound().at(vector).is_err());
        assert!(sound().moving(vector).is_err());
        assert!(sound().spinning(vector).is_err());
        assert!(Contact::new([0, 1], vector, Vector3::x(), law()).is_err());
        assert!(Contact::new([0, 1], Vector3::zeros(), vector, law()).is_err());
        assert!(Coupling::from_matrix(&DMatrix::from_element(1, 1, bad)).is_err());
        let unit = || Coupling::from_matrix(&DMatrix::identity(1, 1)).unwrap();
        assert!(ContactProblem::new(unit(), vec![bad], vec![law()], Model::default()).is_err());
        let gapped = vec![NormalLaw { gap: bad, ..law() }];
        assert!(ContactProblem::new(unit(), vec![-1.0], gapped, common::TRACKED).is_err());
    }
    assert!(Stiffness::new(f64::NAN).is_err() && Stiffness::new(f64::NEG_INFINITY).is_err());
}

#[test]
fn masses_that_are_none_are_refused() {
    for bad in [0.0, -0.0, -1.0] {
        assert!(matches!(Body::point(bad), Err(InputError::NotPositive { .. })), "{bad}");
        assert!(Body::ball(bad, 1.0).is_err() && Body::ball(1.0, bad).is_err(), "{bad}");
        assert!(Body::sliding(bad, Vector3::x()).is_err() && Stiffness::new(bad).is_err(), "{bad}");
        assert!(Body::hinged(1.0, bad, Vector3::x(), Vector3::zeros()).is_err(), "{bad}");
    }
}

#[test]
fn contacts_that_are_none_are_refused() {
    let no_normal = Contact::new([0, 1], Vector3::zeros(), Vector3::zeros(), law());
    assert!(matches!(no_normal, Err(InputError::NoDirection { .. })));
    let impact = |bodies: [usize; 2]| {
        let both = vec![Body::ball(1.0, 1.0).unwrap(), Body::fixed(), Body::fixed()];
        let contact = Contact::new(bodies, Vector3::zeros(), Vector3::z(), law()).unwrap();
        Impact::new(both, vec![contact], Model::default()).err()
    };
    assert_eq!(impact([0, 3]), Some(InputError::NoSuchBody { contact: 0, body: 3, bodies: 3 }));
    assert_eq!(
        impact([usize::MAX, 0]),
        Some(InputError::NoSuchBody { contact: 0, body: usize::MAX, bodies: 3 })
    );
    assert_eq!(impact([0, 0]), Some(InputError::SelfContact { contact: 0, body: 0 }));
    assert_eq!(impact([1, 2]), Some(InputError::Immovable { contact: 0 }));
}

#[test]
fn a_cue_struck_across_its_axis_is_immovable() {
    let bodies = vec![Body::sliding(1.0, Vector3::x()).unwrap(), Body::fixed()];
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::y(), law()).unwrap();
    let refused = Impact::new(bodies, vec![contact], Model::default()).err();
    assert_eq!(refused, Some(InputError::Immovable { contact: 0 }));
}

#[test]
fn matrices_of_the_wrong_size_are_refused() {
    let coupling = || Coupling::from_matrix(&DMatrix::identity(2, 2)).unwrap();
    assert!(ContactProblem::new(coupling(), vec![-1.0; 3], vec![law(); 2], Model::default()).is_err());
    assert!(ContactProblem::new(coupling(), vec![-1.0; 2], vec![law(); 3], Model::default()).is_err());
}

#[test]
fn an_impact_of_nothing_is_over_at_once() {
    for model in models() {
        let empty = Impact::new(vec![], vec![], model).unwrap();
        let (outcome, trace) = empty.trace().unwrap();
        assert_eq!((outcome.ending, outcome.events, outcome.bodies.len()), (Ending::Separated, 0, 0));
        assert!(trace.events().is_empty() && trace.sample(&[0.0, 1.0]).len() == 2);
        let lone = Impact::new(vec![Body::ball(1.0, 1.0).unwrap()], vec![], model).unwrap();
        assert_eq!(lone.solve().unwrap().bodies.len(), 1);
        let solution = contact_problem(&DMatrix::zeros(0, 0), vec![], vec![], model).solve().unwrap();
        assert!(solution.velocity.is_empty() && solution.impulse.is_empty());
    }
}

#[test]
fn bodies_that_separate_or_rest_are_left_alone() {
    for speed in [0.0, 1.0] {
        let mut scene = ball_ball_table(1.0, [0.5, 0.5], 1.0);
        scene.solids[0].velocity = vector![0.3, 0.0, speed];
        for model in models() {
            let outcome = scene.solve(model);
            assert_eq!(outcome.bodies[0].linear, scene.solids[0].velocity);
            assert_eq!((outcome.events, outcome.duration), (0, 0.0));
        }
    }
}

/// An answer must be finite and keep the ledger. Returns whether there is one.
#[track_caller]
fn has_answer(scene: &Scene, model: Model, ratio: f64) -> bool {
    let Ok(outcome) = scene.impact(model).solve() else { return false };
    let numbers = outcome.bodies.iter().flat_map(|m| m.linear.iter().chain(m.angular.iter()).copied());
    assert!(numbers.chain([outcome.duration]).all(f64::is_finite), "{model:?}: {outcome:?}");
    let imbalance = outcome.energy.imbalance();
    // What a light body passes on between heavy ones is known to ε times the ratio of masses in contact space.
    let conditioning = f64::EPSILON / ratio.min(1.0);
    let allowed = (ROUNDING + conditioning) * outcome.energy.before;
    assert!(imbalance.abs() <= allowed, "{model:?}: {:?}", outcome.energy);
    true
}

#[test]
fn mass_ratios_up_to_1e15_have_an_answer() {
    for e in [0.0, 0.5, 1.0] {
        for ratio in [1e-9, 1e9, 1e15] {
            for model in models() {
                assert!(
                    has_answer(&ball_ball_table(ratio, [e, e], 1.0), model, ratio),
                    "e = {e}, {ratio:e}, {model:?}"
                );
            }
        }
    }
}

/// A lower ball of mass 1e-15 bounces 1e7 times between the upper one and the table.
#[test]
#[ignore = "slow: some 40 s in all"]
fn a_mass_ratio_of_1e_minus_15_has_an_answer_or_a_typed_error() {
    for e in [0.0, 0.5, 1.0] {
        models().for_each(|model| {
            has_answer(&ball_ball_table(1e-15, [e, e], 1.0), model, 1e-15);
        });
    }
}

#[test]
fn stiffness_ratios_up_to_1e9_have_an_answer() {
    for e in [0.0, 0.5, 1.0] {
        for ratio in [1e-9, 1e-6, 1e6, 1e9] {
            for model in models() {
                assert!(
                    has_answer(&ball_ball_table(1.0, [e, e], ratio), model, 1.0),
                    "e = {e}, {ratio:e}, {model:?}"
                );
            }
        }
    }
}

/// The scene in other units of length, mass and time; `None` if a stiffness is then no longer one.
fn converted(scene: &Scene, length: f64, mass: f64, time: f64) -> Option<Scene> {
    let mut scene = scene.clone();
    for solid in &mut scene.solids {
        solid.position *= length;
        solid.velocity *= length / time;
        solid.properties = solid.properties.map(|(m, i)| (m * mass, i * (mass * length * length)));
    }
    for touch in &mut scene.touches {
        touch.point *= length;
        let stiffness = touch.law.stiffness.value() * (mass / (time * time));
        touch.law.stiffness = Stiffness::new(stiffness).ok().filter(|k| k.value().is_finite())?;
    }
    Some(scene)
}

/// Either a typed error (numbers out of range) or the answer of the same scene at ordinary speed.
#[track_caller]
fn assert_same_or_refused(extreme: &Scene, ordinary: &Scene, speed: f64, context: &str) {
    for model in models() {
        let Ok(impact) = extreme.try_impact(model) else { continue };
        let Ok(outcome) = impact.solve() else { continue };
        for (found, expected) in outcome.bodies.iter().zip(ordinary.solve(model).bodies) {
            let error = (found.linear / speed - expected.linear).amax();
            assert!(error <= ROUNDING, "{context}, {model:?}: off by {error:e}");
        }
    }
}

fn ordinary_scenes() -> [Scene; 4] {
    [
        ball_ball_table(1.2, [0.9, 0.7], 1.0),
        ball_ball_table(1.2, [0.2, 0.0], 1.0),
        chain(5, 1.0),
        rack(&[1, 2, 3], 0.9),
    ]
}

#[test]
fn extreme_speeds_give_the_scaled_answer_or_a_typed_error() {
    for scene in ordinary_scenes() {
        for speed in [1e-200, 1e-150, 1e-100, 1e100, 1e150] {
            let mut extreme = scene.clone();
            extreme.solids.iter_mut().for_each(|solid| solid.velocity *= speed);
            assert_same_or_refused(&extreme, &scene, speed, &format!("speed {speed:e}"));
        }
    }
}

#[test]
fn tiny_and_huge_units_give_the_converted_answer_or_a_typed_error() {
    for scene in ordinary_scenes() {
        for size in [1e-100, 1e-30, 1e-9, 1e9, 1e30, 1e100] {
            for (length, mass, time) in [(size, 1.0, 1.0), (1.0, size, 1.0), (1.0, 1.0, size)] {
                let context = format!("units {length:e} m, {mass:e} kg, {time:e} s");
                let Some(extreme) = converted(&scene, length, mass, time) else { continue };
                assert_same_or_refused(&extreme, &scene, length / time, &context);
            }
        }
    }
}

/// Units of everyday extremes must not be refused: nanometres, kilometres, micrograms, tons, nanoseconds, years.
#[test]
fn everyday_units_have_an_answer() {
    for scene in ordinary_scenes() {
        for size in [1e-9, 1e-3, 1e3, 1e9] {
            for (length, mass, time) in [(size, 1.0, 1.0), (1.0, size, 1.0), (1.0, 1.0, size)] {
                let scene = converted(&scene, length, mass, time).unwrap();
                models().for_each(|model| assert!(has_answer(&scene, model, 1.0), "{size:e}, {model:?}"));
            }
        }
    }
}
