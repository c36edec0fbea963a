//! Boxes that rock on three plastic corners, against `carom_reference::rubbing`.
//!
//! A corner that comes back to the floor is rigid, since e = 0 has hardened it without end: it is stopped at once, and corners that lie on
//! the floor are pressed by that, or lifted. When one closes, the reactions of all jump, and their tangential springs slip to the cones of
//! the reactions that come of it.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use std::ops::Range;

use crate::common::friction::{brute_force, compliant, impulse_rows, problem_of, reference_of};
use crate::common::{Scene, touching};
use carom::{Model, RestitutionLaw, Separation};
use carom_reference::scenes::SplitMix;
use nalgebra::{Vector3, vector};

/// Velocities must agree to this part of the fastest initial one: a few hundred steps of the reference, each wrong by 1e-13 at most.
const ERROR: f64 = 1e-11;
/// The reference may refuse this many, where it finds no consistent reactions.
const REFUSED: usize = 2;
/// Three: how four share a load is open.
const CORNERS: [[f64; 2]; 3] = [[-1.0, -1.5], [1.0, -1.5], [1.0, 1.5]];

/// A box that falls on its corners, turning, while a ball falls on it. The ball has e = 0.9, so that it does not close.
fn rocking(seed: u64) -> Scene {
    let random = &mut SplitMix(seed);
    let mut vector_within = |size: f64| Vector3::from_fn(|_, _| random.between(-size, size));
    let mut scene = Scene::default();
    let block = scene.block(2.0, vector![2.0, 3.0, 1.0], vector![0.0, 0.0, 0.5]);
    scene.solids[block].velocity = vector![0.0, 0.0, -1.0] + vector_within(0.8);
    scene.solids[block].spin = vector_within(1.0);
    let floor = scene.fixed(Vector3::zeros());
    for [x, y] in CORNERS {
        scene.touch_at([block, floor], vector![x, y, 0.0], Vector3::z(), touching(0.0, 1.0));
    }
    let [x, y] = [random.between(-0.8, 0.8), random.between(-1.0, 1.0)];
    let ball = scene.ball(random.scale(0.2, 2.0), vector![x, y, 2.0], vector![0.0, 0.0, -1.0]);
    scene.touch_at([ball, block], vector![x, y, 1.0], Vector3::z(), touching(0.9, random.scale(0.3, 3.0)));
    scene.rub_all(compliant(random.scale(1e-3, 0.5), random.scale(0.1, 10.0)));
    scene
}

#[track_caller]
fn assert_agreement(separation: Separation, seeds: Range<u64>) {
    let model = Model { restitution: RestitutionLaw::Hardening, separation };
    let mut refused = 0;
    for seed in seeds {
        let problem = reference_of(&rocking(seed).impact(model));
        let found = problem_of(&problem, model).solve().unwrap_or_else(|error| panic!("box {seed}: {error}"));
        let Ok(reference) = brute_force(model, problem.contacts()).solve(&problem) else {
            refused += 1;
            continue;
        };
        let off = &problem.w * (impulse_rows(&found) - reference.impulse);
        let error = off.amax() / problem.velocity.amax();
        assert!(error <= ERROR, "box {seed}: off by {error:e}");
    }
    assert!(refused <= REFUSED, "the reference refuses {refused}");
}

#[test]
fn boxes_whose_corners_return_to_the_floor_agree_with_brute_force() {
    assert_agreement(Separation::Tracked, 100..180);
}

#[test]
fn boxes_whose_corners_act_again_as_they_turn_back_agree_with_brute_force() {
    assert_agreement(Separation::Instant, 100..180);
}

/// Corners that rest are pressed again when the ball comes back, each as long as the other is not.
#[test]
fn a_ball_that_returns_to_a_box_at_rest_agrees_with_brute_force() {
    assert_agreement(Separation::Tracked, 17..18);
}
