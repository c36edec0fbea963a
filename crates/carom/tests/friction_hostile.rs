//! Extremes of friction that someone will give: an answer with a closed ledger or a typed error, never a panic, a NaN or a hang.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

mod common;

use carom::{Compliance, ContactProblem, Coupling, Friction, InputError, Model, Outcome, TangentialLaw};
use common::friction::{compliant, rigid};
use common::{Scene, models, touching};
use nalgebra::{DMatrix, Vector2, Vector3, vector};

/// Rounding of a few thousand steps, in parts of the initial energy.
const ROUNDING: f64 = 1e-11;
/// Series that an impact of two or three contacts may take: seconds at most.
const MOST_EXPANSIONS: usize = 300_000;

const EXTREME_FRICTIONS: [f64; 4] = [1e-12, 0.3, 2.0, 1e6];
const EXTREME_COMPLIANCES: [f64; 5] = [1e-9, 1e-3, 1.0, 1e3, 1e9];

/// A spinning ball hits, off centre, a ball that rests on a table; everything rubs.
fn two_balls(masses: [f64; 2], e: f64, table: f64, law: TangentialLaw) -> Scene {
    let mut scene = Scene::default();
    let first = scene.ball(masses[0], vector![-1.2, 0.3, 2.5], vector![0.8, 0.1, -1.0]);
    scene.solids[first].spin = vector![0.5, -2.0, 1.0];
    let second = scene.ball(masses[1], vector![0.0, 0.0, 1.0], Vector3::zeros());
    let table_body = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.touch(first, second, touching(e, 1.0));
    scene.touch(second, table_body, touching(e, table));
    scene.rub_all(law);
    scene
}

/// The answer, if there is one: finite, within bounds, inside the cones, with a closed ledger to `rounding`.
#[track_caller]
fn answer(scene: &Scene, model: Model, rounding: f64, context: &str) -> Option<Outcome> {
    let outcome = scene.try_impact(model).ok()?.solve().ok()?;
    let numbers = outcome.bodies.iter().flat_map(|m| m.linear.iter().chain(m.angular.iter()).copied());
    assert!(numbers.chain([outcome.duration]).all(f64::is_finite), "{context}, {model:?}: {outcome:?}");
    assert!(outcome.expansions <= MOST_EXPANSIONS, "{context}, {model:?}: {} series", outcome.expansions);
    let imbalance = outcome.energy.imbalance().abs();
    assert!(imbalance <= rounding * outcome.energy.before, "{context}, {model:?}: {:?}", outcome.energy);
    for (touch, contact) in scene.touches.iter().zip(&outcome.contacts) {
        let tangential = (contact.impulse - touch.normal.normalize() * contact.normal_impulse).norm();
        let limit = touch.friction.coefficient() * contact.normal_impulse;
        let floor = f64::EPSILON * 10.0 * contact.normal_impulse;
        assert!(tangential <= limit * (1.0 + rounding) + floor, "{context}, {model:?}: {contact:?}");
    }
    Some(outcome)
}

#[track_caller]
fn assert_answered(scene: &Scene, rounding: f64, context: &str) {
    for model in models() {
        assert!(answer(scene, model, rounding, context).is_some(), "{context}, {model:?}: no answer");
    }
}

#[test]
fn extreme_frictions_and_compliances_have_an_answer() {
    for mu in EXTREME_FRICTIONS {
        for e in [0.3, 0.8, 1.0] {
            assert_answered(
                &two_balls([1.0, 1.0], e, 1.0, rigid(mu)),
                ROUNDING,
                &format!("rigid, {mu:e}, e = {e}"),
            );
            for compliance in EXTREME_COMPLIANCES {
                let scene = two_balls([1.0, 1.0], e, 1.0, compliant(mu, compliance));
                assert_answered(&scene, ROUNDING, &format!("μ = {mu:e}, η² = {compliance:e}, e = {e}"));
            }
        }
    }
}

/// What a light body passes on between heavy ones is known to ε times the ratio of their masses.
#[test]
fn extreme_masses_have_an_answer() {
    for masses in [[1.0, 1e-6], [1.0, 1e6], [1e6, 1.0], [1e-6, 1.0]] {
        for law in [rigid(0.4), compliant(0.4, 1.3)] {
            for e in [0.3, 0.8] {
                let scene = two_balls(masses, e, 1.0, law);
                assert_answered(&scene, 1e6 * f64::EPSILON, &format!("{masses:?}, {law:?}, e = {e}"));
            }
        }
    }
}

#[test]
fn extreme_stiffnesses_have_an_answer() {
    for table in [1e-9, 1e-4, 1e4, 1e9] {
        for law in [rigid(0.4), compliant(0.4, 1.3)] {
            for e in [0.3, 0.8] {
                let scene = two_balls([1.0, 1.0], e, table, law);
                assert_answered(&scene, 100.0 * ROUNDING, &format!("k = {table:e}, {law:?}, e = {e}"));
            }
        }
    }
}

#[test]
fn a_rigid_table_with_friction_has_an_answer_or_a_typed_error() {
    for law in [rigid(0.4), compliant(0.4, 1.3)] {
        for e in [0.0, 0.5, 1.0] {
            let scene = two_balls([1.0, 1.0], e, f64::INFINITY, law);
            models().for_each(|model| {
                answer(&scene, model, ROUNDING, &format!("rigid table, {law:?}, e = {e}"));
            });
        }
    }
}

/// A box that falls on its four corners: twelve conditions on six degrees of freedom.
fn falling_box(velocity: Vector3<f64>, e: f64, law: TangentialLaw) -> Scene {
    let mut scene = Scene::default();
    let block = scene.block(2.0, vector![2.0, 3.0, 1.0], vector![0.0, 0.0, 0.5]);
    scene.solids[block].velocity = velocity;
    let floor = scene.fixed(Vector3::zeros());
    for (x, y) in [(-1.0, -1.5), (1.0, -1.5), (1.0, 1.5), (-1.0, 1.5)] {
        scene.touch_at([block, floor], vector![x, y, 0.0], Vector3::z(), touching(e, 1.0));
    }
    scene.rub_all(law);
    scene
}

#[test]
fn a_box_on_four_corners_has_an_answer() {
    for velocity in [vector![0.0, 0.0, -1.0], vector![0.5, 0.3, -1.0]] {
        for law in [rigid(0.2), rigid(2.0), compliant(0.2, 1.3), compliant(2.0, 1.3)] {
            for e in [0.3, 1.0] {
                assert_answered(
                    &falling_box(velocity, e, law),
                    ROUNDING,
                    &format!("{velocity:?}, {law:?}, e = {e}"),
                );
            }
        }
    }
}

/// Straight down nothing slides: the box bounces with e, whatever the friction.
#[test]
fn a_box_that_falls_straight_bounces_straight() {
    for law in [rigid(0.5), compliant(0.5, 1.3)] {
        for e in [0.0, 0.5, 1.0] {
            let scene = falling_box(vector![0.0, 0.0, -1.0], e, law);
            models().for_each(|model| {
                let after = scene.solve(model).bodies[0];
                let error = (after.linear - vector![0.0, 0.0, e]).amax().max(after.angular.amax());
                assert!(error <= ROUNDING, "{law:?}, e = {e}, {model:?}: {after:?}");
            });
        }
    }
}

#[test]
fn the_same_contact_twice_has_an_answer() {
    for law in [rigid(0.4), compliant(0.4, 1.3)] {
        for e in [0.3, 0.8, 1.0] {
            let mut scene = two_balls([1.0, 1.0], e, 1.0, law);
            let again = scene.touches[1].clone();
            scene.touches.push(again);
            assert_answered(&scene, ROUNDING, &format!("{law:?}, e = {e}"));
        }
    }
}

#[test]
fn bodies_at_rest_stay_at_rest() {
    for law in [rigid(0.4), compliant(0.4, 1.3)] {
        let mut scene = two_balls([1.0, 1.0], 0.5, 1.0, law);
        for solid in &mut scene.solids {
            (solid.velocity, solid.spin) = (Vector3::zeros(), Vector3::zeros());
        }
        for model in models() {
            let outcome = scene.solve(model);
            assert_eq!((outcome.events, outcome.duration), (0, 0.0));
            assert!(outcome.bodies.iter().all(|m| m.linear.norm() == 0.0 && m.angular.norm() == 0.0));
        }
    }
}

/// Friction takes at most μ(1 + e)·1e-9 of the momentum.
#[test]
fn grazing_incidence_has_an_answer() {
    for approach in [1e-9, 1e-14] {
        for law in [rigid(0.4), compliant(0.4, 1.3), rigid(1e6), compliant(1e6, 1.3)] {
            let mut scene = two_balls([1.0, 1.0], 0.7, 1.0, law);
            let normal = scene.touches[0].normal.normalize();
            let across = normal.cross(&Vector3::x()).normalize();
            scene.solids[0].velocity = across - normal * approach;
            scene.solids[0].spin = Vector3::zeros();
            assert_answered(&scene, ROUNDING, &format!("{approach:e}, {law:?}"));
        }
    }
}

#[test]
fn frictions_that_are_none_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -1e-300] {
        assert!(matches!(Friction::new(bad), Err(InputError::Friction { .. })), "{bad}");
        assert!(matches!(Compliance::new(bad), Err(InputError::Compliance { .. })), "{bad}");
    }
    assert!(Compliance::new(0.0).is_err() && Friction::new(0.0).is_ok());
}

#[test]
fn contact_problems_with_bad_tangents_are_refused() {
    let problem = |w: &DMatrix<f64>| {
        let coupling =
            if w.nrows() == 3 { Coupling::from_spatial_matrix(w) } else { Coupling::from_matrix(w) }.unwrap();
        ContactProblem::new(coupling, vec![-1.0], vec![touching(0.5, 1.0)], Model::default()).unwrap()
    };
    let spatial = problem(&DMatrix::identity(3, 3));
    let sliding = |x: f64| vec![Vector2::new(x, 0.0)];
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(spatial.clone().with_friction(vec![rigid(0.4)], sliding(bad)).is_err());
        assert!(Coupling::from_spatial_matrix(&DMatrix::from_element(3, 3, bad)).is_err());
    }
    assert!(spatial.clone().with_friction(vec![rigid(0.4); 2], sliding(1.0)).is_err());
    assert!(spatial.with_friction(vec![rigid(0.4)], vec![]).is_err());
    let flat = problem(&DMatrix::identity(1, 1)).with_friction(vec![rigid(0.4)], sliding(1.0));
    assert_eq!(flat.err(), Some(InputError::FrictionNeedsTangents { contact: 0 }));
}
