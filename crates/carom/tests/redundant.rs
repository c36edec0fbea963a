//! More contacts than degrees of freedom: W is singular, and only velocities are determined, not the single impulses.
//!
//! Contacts that move alike act as one whose stiffness is the sum, under every law, and that gives exact answers.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::families::{Family, Surface};
use crate::common::{
    Scene, assert_near, assert_sound, ball_ball_table, chain, distance, models, touching, turned, turned_back,
};
use carom::{Ending, Model, SolveError};
use nalgebra::{Rotation3, Vector3, vector};

/// Rounding of a few dozen steps, in parts of the initial speed 1.
const ROUNDING: f64 = 1e-12;
/// Redundant closed contacts share a reaction that is solved for; the answer carries the condition of that system.
const ROUNDING_OF_REACTIONS: f64 = 1e-11;

const RESTITUTIONS: [f64; 5] = [0.0, 0.2, 0.5, 0.9, 1.0];
const SIDES: Vector3<f64> = Vector3::new(4.0, 3.0, 1.0);

/// A plate on feet (x, y, stiffness), hit from above at (x, y) by a ball of mass 1 and speed 1. Bodies: ball, plate, table.
fn plate(feet: &[(f64, f64, f64)], hit: (f64, f64), e: f64) -> Scene {
    let mut scene = Scene::default();
    let ball = scene.ball(1.0, vector![hit.0, hit.1, 2.0], -Vector3::z());
    let plate = scene.block(2.0, SIDES, vector![0.0, 0.0, 0.5]);
    let table = scene.fixed(Vector3::zeros());
    scene.touch_at([ball, plate], vector![hit.0, hit.1, 1.0], Vector3::z(), touching(0.8, 1.0));
    for &(x, y, k) in feet {
        scene.touch_at([plate, table], vector![x, y, 0.0], Vector3::z(), touching(e, k));
    }
    scene
}

const FOUR_FEET: [(f64, f64, f64); 4] =
    [(-2.0, -1.5, 0.7), (2.0, -1.5, 0.7), (2.0, 1.5, 0.7), (-2.0, 1.5, 0.7)];

#[track_caller]
fn assert_same(redundant: &Scene, plain: &Scene, context: &str) {
    for model in models() {
        let impact = redundant.impact(model);
        let outcome = impact.solve().unwrap_or_else(|error| panic!("{context}, {model:?}: {error}"));
        assert_sound(&impact, &outcome, ROUNDING);
        let error = distance(&outcome.bodies, &plain.solve(model).bodies);
        assert!(error <= ROUNDING_OF_REACTIONS, "{context}, {model:?}: off by {error:e}");
    }
}

#[test]
fn four_feet_hit_between_them_act_as_one_in_the_middle() {
    for e in RESTITUTIONS {
        let one = plate(&[(0.0, 0.0, 2.8)], (0.0, 0.0), e);
        assert_same(&plate(&FOUR_FEET, (0.0, 0.0), e), &one, &format!("e = {e}"));
    }
}

/// Hit on its long axis, the plate does not roll: the two feet of a side move alike.
#[test]
fn four_feet_hit_on_the_axis_act_as_two() {
    for e in RESTITUTIONS {
        for x in [0.3, 1.1, 2.0] {
            let two = plate(&[(-2.0, 0.0, 1.4), (2.0, 0.0, 1.4)], (x, 0.0), e);
            assert_same(&plate(&FOUR_FEET, (x, 0.0), e), &two, &format!("e = {e}, hit at {x}"));
        }
    }
}

#[test]
fn four_feet_hit_anywhere_keep_the_ledger() {
    for e in RESTITUTIONS {
        for hit in [(0.4, 0.3), (-1.0, 1.2), (1.9, 1.4), (2.0, 1.5)] {
            for model in models() {
                let impact = plate(&FOUR_FEET, hit, e).impact(model);
                let outcome =
                    impact.solve().unwrap_or_else(|error| panic!("e = {e}, {hit:?}, {model:?}: {error}"));
                assert_sound(&impact, &outcome, ROUNDING);
            }
        }
    }
}

/// Each contact twice, with half the stiffness each.
fn doubled(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for touch in &mut scene.touches {
        touch.law = touching(touch.law.restitution.value(), 0.5 * touch.law.stiffness.value());
    }
    scene.touches.extend(scene.touches.clone());
    scene
}

#[test]
fn a_contact_given_twice_acts_as_one_of_twice_the_stiffness() {
    for e in RESTITUTIONS {
        for (name, scene) in [
            ("ball on ball on table", ball_ball_table(1.3, [e, 0.7], 1.0)),
            ("chain", chain(4, e)),
            ("three-legged table", plate(&FOUR_FEET[..3], (0.5, -0.3), e)),
            ("four-legged table", plate(&FOUR_FEET, (0.5, -0.3), e)),
        ] {
            assert_same(&doubled(&scene), &scene, &format!("{name}, e = {e}"));
        }
    }
}

/// A ball that moves with `velocity` against walls with the given inward normals.
fn ball_in_a_corner(normals: &[Vector3<f64>], velocity: Vector3<f64>, e: f64) -> Scene {
    let mut scene = Scene::default();
    let ball = scene.ball(1.5, Vector3::zeros(), velocity);
    let wall = scene.fixed(Vector3::zeros());
    for normal in normals {
        scene.touch_at([ball, wall], -normal.normalize(), *normal, touching(e, 1.0));
    }
    scene
}

#[test]
fn walls_at_right_angles_reflect_each_component_by_itself() {
    let velocity = vector![-0.3, -1.0, -0.7];
    for e in RESTITUTIONS {
        for walls in [2, 3] {
            let normals = &[Vector3::x(), Vector3::y(), Vector3::z()][..walls];
            let mut expected = velocity;
            expected.rows_mut(0, walls).scale_mut(-e);
            for model in models() {
                let after = ball_in_a_corner(normals, velocity, e).solve(model).bodies[0].linear;
                assert_near(after.as_slice(), expected.as_slice(), ROUNDING);
            }
        }
    }
}

/// Three walls around the axis z, and the same three twice as six: by symmetry all move alike and each returns −e v.
#[test]
fn a_ball_that_falls_into_a_symmetric_funnel_comes_back_with_e_of_its_speed() {
    let wall = |i: i32| {
        let angle = std::f64::consts::TAU * f64::from(i) / 3.0;
        vector![angle.cos(), angle.sin(), 0.8]
    };
    let three: Vec<Vector3<f64>> = (0..3).map(wall).collect();
    for e in RESTITUTIONS {
        for normals in [three.clone(), [three.clone(), three.clone()].concat()] {
            for model in models() {
                let impact = ball_in_a_corner(&normals, -Vector3::z(), e).impact(model);
                let outcome = impact.solve().unwrap();
                assert_sound(&impact, &outcome, ROUNDING);
                assert_near(outcome.bodies[0].linear.as_slice(), &[0.0, 0.0, e], ROUNDING_OF_REACTIONS);
            }
        }
    }
}

/// Three walls whose normals lie in a plane: one contact more than the ball has degrees of freedom there.
#[test]
fn three_walls_in_a_plane_keep_the_ledger() {
    let normals = [vector![1.0, 0.3, 0.0], vector![0.2, 1.0, 0.0], vector![1.0, 1.0, 0.0]];
    for e in RESTITUTIONS {
        for velocity in [vector![-1.0, -1.0, 0.2], vector![-1.0, -0.1, 0.0], vector![-0.2, -1.0, 0.0]] {
            for model in models() {
                let impact = ball_in_a_corner(&normals, velocity, e).impact(model);
                assert_sound(&impact, &impact.solve().unwrap(), ROUNDING);
            }
        }
    }
}

/// Bouncing between the two, the ball loses 1 − e² of its energy each time: what is left is nothing.
#[test]
fn a_ball_wedged_between_opposite_walls_comes_to_rest() {
    let normals = [Vector3::x(), -Vector3::x()];
    for e in [0.0, 0.2, 0.5, 0.9] {
        for model in models() {
            let outcome = ball_in_a_corner(&normals, vector![-1.0, 0.5, 0.0], e).solve(model);
            assert!(matches!(outcome.ending, Ending::Separated | Ending::Converged { .. }));
            assert_near(outcome.bodies[0].linear.as_slice(), &[0.0, 0.5, 0.0], ROUNDING);
            assert!(outcome.energy.imbalance().abs() <= ROUNDING * outcome.energy.before);
        }
    }
}

#[test]
fn an_elastic_ball_between_opposite_walls_is_refused_not_followed_for_ever() {
    let normals = [Vector3::x(), -Vector3::x()];
    let result = ball_in_a_corner(&normals, -Vector3::x(), 1.0).impact(Model::default()).solve();
    assert!(matches!(result, Err(SolveError::TooManySteps { .. })), "{result:?}");
}

/// Three closed corners hold a box for good; the fourth, hardened by all its bounces, then carries a force and moves by rounding alone. Its
/// compression would never end, and every step was a period of its spring: 2·10⁶ of them, and no answer.
#[test]
fn a_corner_that_three_closed_ones_keep_from_moving_closes_too() {
    const FEW_STEPS: usize = 1000;
    let scene = Family::PressedBox.scene(Surface::None, 193);
    let turn = Rotation3::new(vector![0.3, -1.1, 0.7]).into_inner();
    let (impact, other) = (scene.impact(Model::default()), turned(&scene, &turn).impact(Model::default()));
    let (outcome, other) = (impact.solve().unwrap(), other.solve().unwrap());
    assert_sound(&impact, &outcome, ROUNDING);
    assert!(outcome.expansions < FEW_STEPS, "{} series", outcome.expansions);
    let apart = distance(&turned_back(other.bodies, &turn), &outcome.bodies);
    assert!(apart <= ROUNDING_OF_REACTIONS * scene.speed(), "{apart:e}");
}
