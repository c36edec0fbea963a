//! Sequences without end.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::sequence::{Rules, Sequence, SequenceEnding, SequenceError};
use carom::{Body, Impact, Model};
use nalgebra::vector;

use crate::common::{Scene, distance, touching};
use crate::plain::plain_run;
use crate::scenes::{random, rigid, rod};
use crate::{FEW_ROUNDINGS, along_x, outcome, solve};

/// A ball between two walls.
fn between_walls(e: f64) -> Scene {
    let mut scene = Scene::default();
    scene.ball(1.0, vector![0.0, 0.0, 0.0], vector![1.0, 0.0, 0.0]);
    scene.fixed(vector![2.0, 0.0, 0.0]);
    scene.fixed(vector![-2.0, 0.0, 0.0]);
    scene.touch(0, 1, touching(e, 1.0));
    scene.touch(0, 2, touching(e, 1.0));
    scene
}

#[test]
fn a_ball_between_walls_comes_to_rest_whatever_is_lost() {
    for e in [0.0, 0.5, 0.9, 0.999, 1.0 - 1e-6, 1.0 - 1e-9] {
        let found = outcome(&between_walls(e), &Newton);
        // The walls push 1/(1 − e) N s in all, and the velocity is a difference of such sums.
        let rounding = 64.0 * f64::EPSILON / (1.0 - e);
        assert!(found.bodies[0].linear.norm() < rounding, "{e}: {found:?}");
        assert!(found.collisions < 200, "{e}: {}", found.collisions);
        assert!((found.energy.lost_in_restitution - 0.5).abs() < rounding, "{e}: {:?}", found.energy);
    }
}

#[test]
fn a_ball_between_elastic_walls_never_ends() {
    let impact = between_walls(1.0).impact(Model::default());
    let error = Sequence::new(&impact, Rules::default()).unwrap().solve(&Newton).unwrap_err();
    let SequenceError::Endless { period, approach, collisions, .. } = error else { panic!("{error}") };
    assert_eq!((period, approach), (2, 1.0));
    assert!(collisions < 20);
}

#[test]
fn collisions_are_never_more_than_allowed() {
    let impact = between_walls(0.999).impact(Model::default());
    let rules = Rules { collisions_per_contact: 2, ..Rules::default() };
    let error = Sequence::new(&impact, rules).unwrap().solve(&Newton).unwrap_err();
    let SequenceError::TooManyCollisions { collisions: 4, approach, .. } = error else { panic!("{error}") };
    assert!((approach - 0.999_f64.powi(4)).abs() < FEW_ROUNDINGS);
}

/// A point mass between walls slides along them and is braked by μ of every blow, 3 N s in all. It stops just before the blows
/// have died away, at the twentieth or so: the rounds before know nothing of it.
#[test]
fn a_slip_that_ends_in_the_tail_of_the_rounds_is_not_leapt_over() {
    for (hits, friction) in [(3, 0.2), (10, 0.2), (16, 0.1), (24, 0.2), (60, 0.2)] {
        let mut scene = between_walls(0.5);
        scene.rub_all(rigid(friction));
        let bodies = scene.solids.len();
        let slip = friction * 3.0 * (1.0 - 0.5_f64.powi(hits));
        let mass = Body::point(1.0).and_then(|mass| mass.moving(vector![1.0, slip, 0.0])).expect("sound");
        let impact = scene.impact(Model::default());
        let mut all = vec![mass];
        all.extend(impact.bodies()[1..bodies].iter().cloned());
        let impact = Impact::new(all, impact.contacts().to_vec(), Model::default()).expect("sound");
        let found = solve(&impact, &ChatterjeeRuina, Rules::default());
        assert!(found.bodies[0].linear.norm() < 1e-13, "{hits}: {:?}", found.bodies[0]);
    }
}

/// π in collisions: a heavy ball drives a light one against a wall. Nothing dies away, and no leap may be made.
#[test]
fn collisions_of_very_unequal_masses_count_the_digits_of_pi() {
    for (ratio, expected) in [(1.0, 3), (100.0, 31), (1e4, 314), (1e6, 3141)] {
        let mut scene = Scene::default();
        scene.ball(ratio, vector![4.0, 0.0, 0.0], vector![-1.0, 0.0, 0.0]);
        scene.ball(1.0, vector![2.0, 0.0, 0.0], vector![0.0, 0.0, 0.0]);
        scene.fixed(vector![0.0, 0.0, 0.0]);
        scene.touch(0, 1, touching(1.0, 1.0));
        scene.touch(1, 2, touching(1.0, 1.0));
        let found = outcome(&scene, &Newton);
        assert_eq!(found.collisions, expected);
        assert_eq!(found.ending, SequenceEnding::Separated);
        let imbalance = found.energy.imbalance() / found.energy.before;
        // The heavy ball's velocity is a difference of velocities √ratio as fast, rounded √ratio times.
        assert!(imbalance.abs() < 8.0 * f64::EPSILON * ratio, "{imbalance:e}");
        assert!(along_x(&found)[0] > 0.0);
    }
}

/// What a leap sums agrees with as many collisions as it takes.
#[test]
fn leaps_end_where_plain_collisions_do() {
    let mut leapt = 0;
    for e in [0.0, 0.02, 0.06, 0.0718] {
        let scene = rod(e);
        // Not flat, so that nothing depends on the rounding of a tie.
        let mut scene = scene;
        scene.solids[0].spin = vector![0.0, 0.3, 0.0];
        leapt += compare(&scene, false, 1e-13);
    }
    for seed in 0..200 {
        leapt += compare(&random(seed, 4, 8, [0.0, 0.3], [0.0, 0.0]), false, 1e-9);
        leapt += compare(&random(seed, 4, 8, [0.0, 0.3], [0.0, 0.5]), true, 1e-9);
    }
    assert!(leapt >= 50, "only {leapt} sequences leapt");
}

/// Whether the sequence leapt; if so its outcome is that of a million plain collisions.
fn compare(scene: &Scene, rubs: bool, tolerance: f64) -> usize {
    let impact = scene.impact(Model::default());
    let law: &dyn carom::laws::ImpactLaw = if rubs { &ChatterjeeRuina } else { &Newton };
    let found = solve(&impact, law, Rules::default());
    let SequenceEnding::Extrapolated { residual_speed, .. } = found.ending else { return 0 };
    assert!(residual_speed < tolerance * scene.speed(), "{residual_speed:e}");
    let plain = plain_run(&impact, law, 1_000_000);
    let apart = distance(&found.bodies, &plain);
    assert!(apart <= tolerance * scene.speed(), "{apart:e} after {} collisions", found.collisions);
    1
}
