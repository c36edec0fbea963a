//! Extremes of friction that someone will give: an answer with a closed ledger or a typed error, never a panic, a NaN or a hang.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::{compliant, rigid};
use crate::common::{Scene, models, touching};
use carom::{
    Compliance, ContactProblem, Coupling, Friction, InputError, Model, Outcome, RestitutionLaw, SolveError,
    TangentialLaw,
};
use nalgebra::{DMatrix, Vector2, Vector3, vector};

/// Rounding of a few thousand steps, in parts of the initial energy.
const ROUNDING: f64 = 1e-11;
/// Series that an impact of two or three contacts may take: seconds at most.
const MOST_EXPANSIONS: usize = 300_000;

const EXTREME_FRICTIONS: [f64; 4] = [1e-12, 0.3, 2.0, 1e6];

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
    answer_within(MOST_EXPANSIONS, scene, model, rounding, context)
}

#[track_caller]
fn answer_within(most: usize, scene: &Scene, model: Model, rounding: f64, context: &str) -> Option<Outcome> {
    let outcome = scene.try_impact(model).ok()?.solve().ok()?;
    let numbers = outcome.bodies.iter().flat_map(|m| m.linear.iter().chain(m.angular.iter()).copied());
    assert!(numbers.chain([outcome.duration]).all(f64::is_finite), "{context}, {model:?}: {outcome:?}");
    assert!(outcome.expansions <= most, "{context}, {model:?}: {} series", outcome.expansions);
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
        assert!(
            answer(scene, model, rounding, context).is_some(),
            "{context}, {model:?}: {:?}",
            scene.impact(model).solve()
        );
    }
}

fn extreme_frictions(frictions: &[f64], compliances: &[f64]) {
    for &mu in frictions {
        for e in [0.3, 0.8, 1.0] {
            for &compliance in compliances {
                let scene = two_balls([1.0, 1.0], e, 1.0, compliant(mu, compliance));
                assert_answered(&scene, ROUNDING, &format!("μ = {mu:e}, η² = {compliance:e}, e = {e}"));
            }
        }
    }
}

#[test]
fn extreme_frictions_and_compliances_have_an_answer() {
    extreme_frictions(&[1e-12, 0.3, 2.0, 1e2], &[1e-3, 1.0, 1e3, 1e9]);
}

/// The normal force at which a contact slips is then rounding, and the tangential spring is put back on a cone of rounding.
#[test]

fn a_friction_of_1e6_has_an_answer() {
    extreme_frictions(&[1e6], &[1e-3, 1.0, 1e3, 1e9]);
}

/// Tangential springs that stick swing 6e4 times as fast as the normal ones, and every swing is followed: 4e5 radians in all.
#[test]
#[ignore = "slow: up to 4e5 series each, two minutes in all"]
fn a_compliance_of_1e_minus_9_has_an_answer() {
    for mu in EXTREME_FRICTIONS {
        for e in [0.3, 0.8, 1.0] {
            let scene = two_balls([1.0, 1.0], e, 1.0, compliant(mu, 1e-9));
            for model in models() {
                let context = format!("μ = {mu:e}, e = {e}");
                assert!(
                    answer_within(1_000_000, &scene, model, ROUNDING, &context).is_some(),
                    "{context}, {model:?}"
                );
            }
        }
    }
}

#[test]
fn extreme_rigid_frictions_have_an_answer() {
    for mu in EXTREME_FRICTIONS {
        for e in [0.3, 0.8, 1.0] {
            let scene = two_balls([1.0, 1.0], e, 1.0, rigid(mu));
            assert_answered(&scene, ROUNDING, &format!("rigid, μ = {mu:e}, e = {e}"));
        }
    }
}

/// What a light body passes on between heavy ones is known to ε times the ratio of their masses.
fn extreme_masses(ratio: f64, restitution: &[f64]) {
    for masses in [[1.0, 1.0 / ratio], [1.0, ratio], [ratio, 1.0], [1.0 / ratio, 1.0]] {
        for law in [rigid(0.4), compliant(0.4, 1.3)] {
            for e in restitution {
                let scene = two_balls(masses, *e, 1.0, law);
                let rounding = ROUNDING + ratio * f64::EPSILON;
                assert_answered(&scene, rounding, &format!("{masses:?}, {law:?}, e = {e}"));
            }
        }
    }
}

#[test]
fn extreme_masses_have_an_answer() {
    extreme_masses(1e3, &[0.3, 0.8]);
    extreme_masses(1e6, &[0.8]);
}

/// Springs that do not harden never catch a light ball between a heavy one and the table: it bounces to and fro with a speed in proportion to that
/// of the heavy ball, which every bounce slows by a few parts in a million. That falls off exponentially and takes for ever: the
/// one case that is refused.
#[test]
fn a_light_ball_of_little_restitution_bounces_without_end_only_where_nothing_hardens() {
    for masses in [[1.0, 1e-6], [1.0, 1e6], [1e6, 1.0], [1e-6, 1.0]] {
        for law in [rigid(0.4), compliant(0.4, 1.3)] {
            let scene = two_balls(masses, 0.3, 1.0, law);
            for model in models() {
                let context = format!("{masses:?}, {law:?}");
                let is_caught = masses[1] < masses[0];
                if is_caught && model.restitution == RestitutionLaw::MonoStiffness {
                    let refused = scene.impact(model).solve();
                    assert!(
                        matches!(refused, Err(SolveError::TooManySteps { .. })),
                        "{context}, {model:?}: {refused:?}"
                    );
                } else {
                    let rounding = ROUNDING + 1e6 * f64::EPSILON;
                    assert!(answer(&scene, model, rounding, &context).is_some(), "{context}, {model:?}");
                }
            }
        }
    }
}

fn extreme_stiffnesses(ratios: &[f64]) {
    for &table in ratios {
        for law in [rigid(0.4), compliant(0.4, 1.3)] {
            for e in [0.3, 0.8] {
                let scene = two_balls([1.0, 1.0], e, table, law);
                assert_answered(&scene, 100.0 * ROUNDING, &format!("k = {table:e}, {law:?}, e = {e}"));
            }
        }
    }
}

/// Contacts that do not harden keep bouncing under the push of a table a million times softer, which lasts as long as a
/// thousand of their bounces; without leaps every one of them is followed.
#[test]
fn a_table_a_million_times_softer_has_an_answer() {
    extreme_stiffnesses(&[1e-7, 1e-6, 3e-6, 1e-5, 1e-4]);
}

#[test]
fn extreme_stiffnesses_have_an_answer() {
    extreme_stiffnesses(&[1e-3, 1e3, 1e6]);
}

#[test]
#[ignore = "slow: 2e5 series each, a minute in all"]
fn stiffness_ratios_of_1e9_have_an_answer() {
    extreme_stiffnesses(&[1e-9, 1e9]);
}

/// A stiff contact with friction may be one that no friction fits: then a typed error says so.
fn rigid_table(law: TangentialLaw, e: f64) {
    let scene = two_balls([1.0, 1.0], e, f64::INFINITY, law);
    models().for_each(|model| {
        answer(&scene, model, ROUNDING, &format!("rigid table, {law:?}, e = {e}"));
    });
}

#[test]
fn a_rigid_table_with_friction_has_an_answer_or_a_typed_error() {
    [0.5, 1.0].into_iter().for_each(|e| rigid_table(compliant(0.4, 1.3), e));
    [0.0, 0.5, 1.0].into_iter().for_each(|e| rigid_table(rigid(0.4), e));
}

#[test]
fn a_rigid_plastic_table_with_compliant_friction_has_an_answer() {
    rigid_table(compliant(0.4, 1.3), 0.0);
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

fn box_on_corners(velocity: Vector3<f64>, law: TangentialLaw) {
    for e in [0.3, 1.0] {
        let context = format!("{velocity:?}, {law:?}, e = {e}");
        assert_answered(&falling_box(velocity, e, law), ROUNDING, &context);
    }
}

const STRAIGHT: Vector3<f64> = Vector3::new(0.0, 0.0, -1.0);
const OBLIQUE: Vector3<f64> = Vector3::new(0.5, 0.3, -1.0);

#[test]
fn a_box_on_four_corners_has_an_answer() {
    for law in [compliant(0.2, 1.3), compliant(2.0, 1.3)] {
        box_on_corners(STRAIGHT, law);
        box_on_corners(OBLIQUE, law);
    }
    box_on_corners(OBLIQUE, rigid(0.2));
    for mu in [0.05, 0.2, 0.5, 1.0, 2.0] {
        box_on_corners(STRAIGHT, rigid(mu));
    }
}

/// Rigid friction holds all four corners, which share what holds them in more than one way.
#[test]
fn an_oblique_box_on_four_corners_with_rigid_friction_has_an_answer() {
    box_on_corners(OBLIQUE, rigid(2.0));
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

fn grazing(approach: f64, law: TangentialLaw) -> Scene {
    let mut scene = two_balls([1.0, 1.0], 0.7, 1.0, law);
    let normal = scene.touches[0].normal.normalize();
    let across = normal.cross(&Vector3::x()).normalize();
    scene.solids[0].velocity = across - normal * approach;
    scene.solids[0].spin = Vector3::zeros();
    scene
}

fn grazing_frictions() -> [TangentialLaw; 4] {
    [rigid(0.4), compliant(0.4, 1.3), rigid(1e6), compliant(1e6, 1.3)]
}

#[test]
fn grazing_incidence_has_an_answer() {
    for approach in [1e-6, 1e-9] {
        for law in grazing_frictions() {
            assert_answered(&grazing(approach, law), ROUNDING, &format!("{approach:e}, {law:?}"));
        }
    }
}

/// An approach that is all but rounding; compliant friction overflows there, which is a typed error.
#[test]
fn an_approach_of_rounding_has_an_answer_or_a_typed_error() {
    for law in grazing_frictions() {
        let scene = grazing(1e-14, law);
        models().for_each(|model| {
            answer(&scene, model, ROUNDING, &format!("1e-14, {law:?}"));
        });
    }
}

#[test]
fn frictions_that_are_none_are_refused() {
    for bad in [f64::NAN, f64::NEG_INFINITY, -1.0, -1e-300] {
        assert!(matches!(Friction::new(bad), Err(InputError::Friction { .. })), "{bad}");
        assert!(matches!(Compliance::new(bad), Err(InputError::Compliance { .. })), "{bad}");
    }
    assert!(
        Compliance::new(0.0).is_err()
            && Compliance::new(f64::INFINITY).is_err()
            && Friction::new(0.0).is_ok()
    );
}

#[test]
fn infinite_friction_is_left_to_the_laws_of_one_contact() {
    let w = DMatrix::from_diagonal(&nalgebra::dvector![3.5, 3.5, 1.0]);
    let coupling = Coupling::from_spatial_matrix(&w).unwrap();
    let problem =
        ContactProblem::new(coupling, vec![-1.0], vec![touching(0.5, 1.0)], Model::default()).unwrap();
    let law = TangentialLaw::Rigid { friction: Friction::INFINITE };
    let problem = problem.with_friction(vec![law], vec![Vector2::new(1.0, 0.0)]).unwrap();
    assert_eq!(problem.solve(), Err(SolveError::InfiniteFriction { contact: 0 }));
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
