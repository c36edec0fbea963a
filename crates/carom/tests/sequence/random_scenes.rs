//! What holds of every sequence.

use carom::laws::ImpactLaw;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::laws::routh::Routh;
use carom::sequence::{Rules, Sequence, SequenceEnding};
use carom::{Model, Motion};
use nalgebra::{Vector3, vector};

use crate::common::{Scene, assert_sound, distance, touching};
use crate::plain::plain_run;
use crate::scenes::random;
use crate::{solve, trace};

/// Momentum and moment of momentum about the origin.
fn momenta(scene: &Scene, motions: &[Motion]) -> [Vector3<f64>; 2] {
    let mut sums = [Vector3::zeros(); 2];
    for (solid, motion) in scene.solids.iter().zip(motions) {
        let (mass, inertia) = solid.properties.expect("all bodies move");
        sums[0] += motion.linear * mass;
        sums[1] += inertia * motion.angular + solid.position.cross(&motion.linear) * mass;
    }
    sums
}

/// Ledgers close to rounding, momenta are kept, nothing approaches, nothing pulls, friction stays in its cone.
fn check(scene: &Scene, law: &dyn ImpactLaw) -> usize {
    let impact = scene.impact(Model::default());
    let (found, course) = trace(&impact, law, Rules::default());
    let before: Vec<Motion> = impact.bodies().iter().map(carom::Body::motion).collect();
    let [was, is] = [momenta(scene, &before), momenta(scene, &found.bodies)];
    for (was, is) in was.iter().zip(&is) {
        // Ten bodies at a few metres and metres per second.
        assert!((was - is).amax() < 1e-13 * 100.0, "{:e}", (was - is).amax());
    }
    for stage in &course.stages {
        assert!(stage.normal_loss + stage.friction_loss >= -1e-13 * found.energy.before, "{stage:?}");
    }
    if let SequenceEnding::Extrapolated { residual_speed, .. } = found.ending {
        assert!(residual_speed < 1e-11, "{residual_speed:e}");
    }
    for (contact, outcome) in impact.contacts().iter().zip(&found.contacts) {
        let tangential = outcome.impulse - contact.normal().into_inner() * outcome.normal_impulse;
        let most = contact.coefficients().friction.value() * outcome.normal_impulse;
        assert!(tangential.norm() <= most * (1.0 + 1e-12) + 1e-13, "{contact:?} {outcome:?}");
    }
    let collisions = found.collisions;
    assert_sound(&impact, &found.into(), 1e-13);
    collisions
}

#[test]
fn ten_bodies_with_thirty_contacts_part_with_ledgers_that_close() {
    let mut most = 0;
    for seed in 0..100 {
        for e in [[0.0, 0.0], [0.5, 0.5], [0.0, 1.0], [1.0, 1.0]] {
            most = most.max(check(&random(seed, 10, 30, e, [0.0, 0.0]), &Newton));
            most = most.max(check(&random(seed, 10, 30, e, [0.0, 1.0]), &ChatterjeeRuina));
        }
    }
    assert!(most > 100);
}

/// A box that falls flat on its four corners has a tie of four, and W is singular. The corners cannot all come to rest one by
/// one unless their collisions never end.
#[test]
fn a_box_that_falls_flat_loses_no_momentum_to_the_order_of_its_corners() {
    for e in [0.0, 0.05, 0.3, 0.5, 0.9, 1.0] {
        let mut scene = Scene::default();
        let falling = scene.block(2.0, vector![2.0, 1.0, 0.5], Vector3::zeros());
        scene.solids[falling].velocity = -Vector3::z();
        let floor = scene.fixed(Vector3::zeros());
        for (x, y) in [(-1.0, -0.5), (-1.0, 0.5), (1.0, -0.5), (1.0, 0.5)] {
            scene.touch_at([falling, floor], vector![x, y, -0.25], Vector3::z(), touching(e, 1.0));
        }
        let impact = scene.impact(Model::default());
        let found = solve(&impact, &Newton, Rules::default());
        let pushed: f64 = found.contacts.iter().map(|contact| contact.normal_impulse).sum();
        assert!((pushed - 2.0 * (found.bodies[falling].linear.z + 1.0)).abs() < 1e-13);
        assert_sound(&impact, &found.into(), 1e-13);
    }
}

#[test]
fn rouths_law_in_three_dimensions_does_too() {
    (0..50).for_each(|seed| {
        check(&random(seed, 5, 10, [0.3, 1.0], [0.0, 0.5]), &Routh::default());
    });
}

#[test]
fn finite_sequences_are_the_plain_ones() {
    for seed in 0..200 {
        let scene = random(seed, 8, 20, [0.5, 1.0], [0.0, 1.0]);
        let impact = scene.impact(Model::default());
        let found = Sequence::new(&impact, Rules::default()).unwrap().solve(&ChatterjeeRuina).unwrap();
        let plain = plain_run(&impact, &ChatterjeeRuina, 1_000_000);
        let apart = distance(&found.bodies, &plain);
        assert!(apart < 1e-10, "{seed}: {apart:e} after {} collisions", found.collisions);
    }
}
