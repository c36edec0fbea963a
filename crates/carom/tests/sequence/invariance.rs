//! What must not matter: numbering, axes, units.

use carom::Model;
use carom::laws::ImpactLaw;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::sequence::{Rules, TieRule};
use nalgebra::Rotation3;

use crate::common::{Scene, distance, rack, turned, turned_back};
use crate::scenes::{Draws, random, rod};
use crate::{outcome, solve};

/// Rounding of some hundred collisions.
const MANY_ROUNDINGS: f64 = 1e-10;

/// The scene with bodies and contacts in another order, contacts turned over, and where each body went.
fn renumbered(scene: &Scene, seed: u64) -> (Scene, Vec<usize>) {
    let mut draws = Draws::new(seed);
    let mut shuffled = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        (1..count).for_each(|i| order.swap(i, draws.below(i + 1)));
        order
    };
    let (bodies, contacts) = (shuffled(scene.solids.len()), shuffled(scene.touches.len()));
    let mut place = vec![0; bodies.len()];
    bodies.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let mut other =
        Scene { solids: bodies.iter().map(|&old| scene.solids[old].clone()).collect(), touches: vec![] };
    for old in contacts {
        let mut touch = scene.touches[old].clone();
        touch.bodies = touch.bodies.map(|body| place[body]);
        if old % 2 == 0 {
            touch.bodies.reverse();
            touch.normal = -touch.normal;
        }
        other.touches.push(touch);
    }
    (other, place)
}

#[test]
fn numbering_does_not_matter_even_where_symmetry_leaves_the_order_open() {
    let mut scenes: Vec<(Scene, &dyn ImpactLaw)> =
        vec![(rod(0.5), &Newton), (rack(&[1, 2, 3], 0.9), &Newton)];
    (0..50).for_each(|seed| scenes.push((random(seed, 6, 12, [0.2, 1.0], [0.0, 1.0]), &ChatterjeeRuina)));
    for rules in [TieRule::Order, TieRule::Random { seed: 3 }, TieRule::Perturb { seed: 5, size: 1e-9 }] {
        let rules = Rules { ties: rules, ..Rules::default() };
        for (number, (scene, law)) in scenes.iter().enumerate() {
            let expected = solve(&scene.impact(Model::default()), *law, rules);
            let (other, place) = renumbered(scene, 7 + number as u64);
            let found = solve(&other.impact(Model::default()), *law, rules);
            let found: Vec<_> = place.iter().map(|&new| found.bodies[new]).collect();
            let apart = distance(&found, &expected.bodies);
            assert!(apart < MANY_ROUNDINGS, "{rules:?} scene {number}: {apart:e}");
        }
    }
}

#[test]
fn axes_do_not_matter_without_ties() {
    for seed in 0..50 {
        let scene = random(seed, 6, 12, [0.2, 1.0], [0.0, 1.0]);
        let q = Rotation3::new(Draws::new(seed).vector() * 3.0).into_inner();
        let expected = outcome(&scene, &ChatterjeeRuina);
        let found = outcome(&turned(&scene, &q), &ChatterjeeRuina);
        let apart = distance(&turned_back(found.bodies, &q), &expected.bodies);
        assert!(apart < MANY_ROUNDINGS, "{seed}: {apart:e}");
    }
}

#[test]
fn units_do_not_matter_to_the_last_bit() {
    // Powers of two, so that nothing is rounded: a mass unit of 2⁻⁷ kg, a length of 2⁵ m, a speed of 2¹¹ m/s.
    let (mass, length, speed) = (128.0, 0.03125, 2048.0);
    let mut scenes: Vec<Scene> = (0..50).map(|seed| random(seed, 6, 12, [0.0, 1.0], [0.0, 1.0])).collect();
    scenes.extend([rod(0.05), rack(&[1, 2, 3], 0.9)]);
    for scene in scenes {
        let mut other = scene.clone();
        for solid in &mut other.solids {
            solid.properties =
                solid.properties.map(|(m, inertia)| (m * mass, inertia * (mass * length * length)));
            solid.position *= length;
            solid.velocity *= speed;
            solid.spin *= speed / length;
        }
        other.touches.iter_mut().for_each(|touch| touch.point *= length);
        let (expected, found) = (outcome(&scene, &ChatterjeeRuina), outcome(&other, &ChatterjeeRuina));
        assert_eq!(found.collisions, expected.collisions);
        for (found, expected) in found.bodies.iter().zip(&expected.bodies) {
            assert_eq!(found.linear, expected.linear * speed);
            assert_eq!(found.angular, expected.angular * (speed / length));
        }
    }
}
