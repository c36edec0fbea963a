//! Contacts that approach equally fast.

use std::collections::HashSet;

use carom::Model;
use carom::laws::newton::Newton;
use carom::sequence::{Place, Rules, Sequence, TieRule};
use nalgebra::vector;

use crate::common::Scene;
use crate::scenes::rod;
use crate::{FEW_ROUNDINGS, solve, trace};

fn with(ties: TieRule) -> Rules {
    Rules { ties, ..Rules::default() }
}

/// Velocities of the rod's two ends, and which was first.
fn ends(scene: &Scene, ties: TieRule) -> (f64, f64, Place) {
    let impact = scene.impact(Model::default());
    let (found, course) = trace(&impact, &Newton, with(ties));
    let [left, right] = [0, 1].map(|i| found.contacts[i].velocity_after.z);
    (left, right, course.stages[0].place)
}

#[test]
fn lots_show_both_outcomes_of_a_rod_and_the_same_seed_the_same() {
    let mut seen = HashSet::new();
    for seed in 0..32 {
        let (left, right, first) = ends(&rod(0.5), TieRule::Random { seed });
        assert_eq!((left, right, first), ends(&rod(0.5), TieRule::Random { seed }));
        let (early, late) = if first == Place::Contact(0) { (left, right) } else { (right, left) };
        assert!((early - 13.0 / 32.0).abs() < FEW_ROUNDINGS && (late - 17.0 / 64.0).abs() < FEW_ROUNDINGS);
        seen.insert(left.to_bits());
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn an_uncertain_start_breaks_the_tie_and_is_the_start_of_the_ledger() {
    let impact = rod(0.5).impact(Model::default());
    let size = 1e-6;
    let mut firsts = HashSet::new();
    for seed in 0..32 {
        let sequence = Sequence::new(&impact, with(TieRule::Perturb { seed, size })).unwrap();
        let (found, course) = sequence.trace(&Newton).unwrap();
        let Place::Contact(first) = course.stages[0].place else { panic!("no hinge") };
        firsts.insert(first);
        // The start differs by what two nudges can do, and the answer by as much again.
        let [start, other] = [first, 1 - first].map(|i| found.contacts[i].velocity_before.z);
        assert!(start < other && start != -1.0 && (start + 1.0).abs() < 2.0 * size);
        let (early, late) =
            (found.contacts[first].velocity_after.z, found.contacts[1 - first].velocity_after.z);
        assert!((early - 13.0 / 32.0).abs() < 4.0 * size && (late - 17.0 / 64.0).abs() < 4.0 * size);
        assert!(found.energy.before != 1.5 && (found.energy.before - 1.5).abs() < 6.0 * size);
        assert!(found.energy.imbalance().abs() < FEW_ROUNDINGS);
    }
    assert_eq!(firsts.len(), 2);
}

/// 0.1 + 0.2 and 0.3 differ in the last bit: the order of ties decides, not the rounding.
#[test]
fn speeds_that_differ_by_rounding_are_equal() {
    for (left, right) in [(0.1 + 0.2, 0.3), (0.3, 0.1 + 0.2)] {
        let mut scene = Scene::default();
        for (x, speed) in [(0.0, left), (2.0, 0.0), (4.0, -right)] {
            scene.ball(1.0, vector![x, 0.0, 0.0], vector![speed, 0.0, 0.0]);
        }
        scene.touch(0, 1, crate::common::touching(0.5, 1.0));
        scene.touch(1, 2, crate::common::touching(0.5, 1.0));
        let found = solve(&scene.impact(Model::default()), &Newton, Rules::default());
        assert!(found.bodies[1].linear.x > 0.01, "the left ball is first: {:?}", found.bodies[1]);
    }
}

/// Two balls at rest on a third that moves with them: a velocity that cancels is no approach.
#[test]
fn what_is_left_of_velocities_that_cancel_is_no_approach() {
    let mut scene = Scene::default();
    let speed = vector![0.1, 0.7, -0.3];
    scene.ball(1.0, vector![0.0, 0.0, 0.0], speed);
    scene.ball(1.0, vector![1.3, 0.4, 1.1], speed);
    scene.solids[1].velocity.x += 1e-17;
    scene.touch(0, 1, crate::common::touching(0.5, 1.0));
    assert_eq!(solve(&scene.impact(Model::default()), &Newton, Rules::default()).collisions, 0);
}
