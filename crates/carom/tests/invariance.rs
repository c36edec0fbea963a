//! What must not matter: labels, axes, origin, units, an overall stiffness or speed, a common velocity, and handedness.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{Scene, distance, models, rack, touching, turned, turned_back};
use carom::{Model, Motion, Stiffness};
use nalgebra::{Matrix3, Rotation3, Vector3, vector};

/// Transformed inputs differ by rounding, 1e-16, and an impact of a few dozen events passes errors on from ball to ball:
/// answers may differ by 1e5 roundings of the fastest initial speed.
const ROUNDING: f64 = 1e-11;
/// A mirror-symmetric scene is symmetric to rounding in its input; only the order of sums differs between the halves.
const ROUNDING_OF_SUMS: f64 = 1e-12;

/// Unequal balls in a loose heap, struck by one of them; no body is fixed.
fn heap(e: [f64; 3]) -> Scene {
    let mut scene = Scene::default();
    let masses = [1.0, 0.7, 1.9, 0.4, 1.1, 2.3];
    let row = 3.0_f64.sqrt();
    let places = [
        vector![0.0, 0.0, 0.0],
        vector![2.0, 0.0, 0.0],
        vector![1.0, row, 0.0],
        vector![1.0, row / 3.0, (8.0_f64 / 3.0).sqrt()],
        vector![3.2, 1.6, 0.0],
        vector![1.0, row / 3.0 + 1.2, (8.0_f64 / 3.0).sqrt() + 1.6],
    ];
    for (mass, place) in masses.into_iter().zip(places) {
        scene.ball(mass, place, Vector3::zeros());
    }
    scene.solids[5].velocity = vector![0.1, -0.6, -0.9];
    scene.solids[4].velocity = vector![-0.2, -0.3, 0.05];
    scene.touch_all(touching(e[0], 1.0));
    for (i, touch) in scene.touches.iter_mut().enumerate() {
        touch.law = touching(e[i % 3], [1.0, 2.7, 0.6, 1.4][i % 4]);
    }
    scene
}

/// A brick on three uneven feet, spinning a little, hit off centre by a ball; the table is fixed.
fn brick(e: [f64; 3]) -> Scene {
    let mut scene = Scene::default();
    scene.fixed(Vector3::zeros());
    let brick = scene.block(2.0, vector![4.0, 3.0, 1.0], vector![0.0, 0.0, 0.5]);
    scene.solids[brick].spin = vector![0.1, -0.2, 0.3];
    for (x, y, e) in [(-1.8, -1.2, e[0]), (1.9, -1.0, e[1]), (0.3, 1.4, e[2])] {
        scene.touch_at([brick, 0], vector![x, y, 0.0], Vector3::z(), touching(e, 1.3));
    }
    let ball = scene.ball(1.0, vector![0.9, 0.4, 2.0], vector![0.1, 0.2, -1.0]);
    scene.touch_at([ball, brick], vector![0.9, 0.4, 1.0], Vector3::z(), touching(e[0], 0.8));
    scene
}

/// A heap beside a wall.
fn heap_at_a_wall(e: [f64; 3]) -> Scene {
    let mut scene = heap(e);
    let wall = scene.fixed(Vector3::zeros());
    scene.touch_at([0, wall], vector![-1.0, 0.0, 0.0], Vector3::x(), touching(e[1], 2.0));
    scene.touch_at([1, wall], vector![2.0, -1.0, 0.0], Vector3::y(), touching(e[2], 1.5));
    scene
}

const RESTITUTIONS: [[f64; 3]; 4] = [[1.0, 1.0, 1.0], [0.9, 0.7, 0.95], [0.3, 0.0, 0.6], [0.0, 0.0, 0.0]];

fn scenes() -> Vec<(String, Scene)> {
    let named = |e: [f64; 3]| {
        [("heap", heap(e)), ("brick", brick(e)), ("heap at a wall", heap_at_a_wall(e))]
            .map(|(name, scene)| (format!("{name}, e = {e:?}"), scene))
    };
    RESTITUTIONS.into_iter().flat_map(named).collect()
}

/// Solves every scene, and again after `change`; `back` maps the motions of the changed scene back.
#[track_caller]
fn assert_invariant(change: impl Fn(&Scene) -> Scene, back: impl Fn(&Scene, Vec<Motion>) -> Vec<Motion>) {
    for (name, scene) in scenes() {
        let changed = change(&scene);
        for model in models() {
            let expected = scene.solve(model).bodies;
            let found = back(&scene, changed.solve(model).bodies);
            let error = distance(&found, &expected) / scene.speed();
            assert!(error <= ROUNDING, "{name}, {model:?}: off by {error:e}");
        }
    }
}

#[test]
fn the_order_of_contacts_does_not_matter() {
    let reversed = |scene: &Scene| {
        let mut scene = scene.clone();
        scene.touches.reverse();
        scene.touches.rotate_left(2);
        scene
    };
    assert_invariant(reversed, |_, motions| motions);
}

#[test]
fn the_numbers_of_bodies_do_not_matter() {
    let renumbered = |scene: &Scene| {
        let mut scene = scene.clone();
        let last = scene.solids.len() - 1;
        scene.solids.reverse();
        scene.touches.iter_mut().for_each(|touch| touch.bodies = touch.bodies.map(|body| last - body));
        scene
    };
    assert_invariant(renumbered, |_, motions| motions.into_iter().rev().collect());
}

#[test]
fn it_does_not_matter_which_body_of_a_contact_comes_first() {
    let swapped = |scene: &Scene| {
        let mut scene = scene.clone();
        for touch in scene.touches.iter_mut().step_by(2) {
            touch.bodies.reverse();
            touch.normal = -touch.normal;
        }
        scene
    };
    assert_invariant(swapped, |_, motions| motions);
}

#[test]
fn a_turned_scene_has_the_turned_outcome() {
    let q = Rotation3::from_scaled_axis(vector![0.3, -1.1, 0.7]).into_inner();
    assert_invariant(|scene| turned(scene, &q), |_, motions| turned_back(motions, &q));
}

#[test]
fn a_mirrored_scene_has_the_mirrored_outcome() {
    let plane = vector![2.0, -1.0, 0.5].normalize();
    let q = Matrix3::identity() - plane * plane.transpose() * 2.0;
    assert_invariant(|scene| turned(scene, &q), |_, motions| turned_back(motions, &q));
}

#[test]
fn where_the_scene_is_does_not_matter() {
    let shift = vector![3.0, -5.0, 7.0];
    let shifted = |scene: &Scene| {
        let mut scene = scene.clone();
        scene.solids.iter_mut().for_each(|solid| solid.position += shift);
        scene.touches.iter_mut().for_each(|touch| touch.point += shift);
        scene
    };
    assert_invariant(shifted, |_, motions| motions);
}

#[test]
fn units_do_not_matter() {
    for (length, mass, time) in [(1e3, 1.0, 1.0), (1.0, 1e-3, 1.0), (1.0, 1.0, 60.0), (39.37, 2.2046, 1e-3)] {
        let converted = |scene: &Scene| {
            let mut scene = scene.clone();
            for solid in &mut scene.solids {
                solid.position *= length;
                solid.velocity *= length / time;
                solid.spin /= time;
                solid.properties = solid.properties.map(|(m, i)| (m * mass, i * (mass * length * length)));
            }
            for touch in &mut scene.touches {
                touch.point *= length;
                touch.law.stiffness = scaled(touch.law.stiffness, mass / (time * time));
            }
            scene
        };
        let back = |motion: Motion| Motion {
            linear: motion.linear * (time / length),
            angular: motion.angular * time,
        };
        assert_invariant(converted, |_, motions| motions.into_iter().map(back).collect());
    }
}

fn scaled(stiffness: Stiffness, factor: f64) -> Stiffness {
    Stiffness::new(stiffness.value() * factor).unwrap()
}

#[test]
fn only_ratios_of_stiffnesses_matter() {
    for factor in [1e-6, 3.7, 1e9] {
        let stiffer = |scene: &Scene| {
            let mut scene = scene.clone();
            scene.touches.iter_mut().for_each(|t| t.law.stiffness = scaled(t.law.stiffness, factor));
            scene
        };
        assert_invariant(stiffer, |_, motions| motions);
    }
}

#[test]
fn outcomes_scale_with_speed() {
    for factor in [1e-6, 3.7, 1e9] {
        let faster = |scene: &Scene| {
            let mut scene = scene.clone();
            for solid in &mut scene.solids {
                solid.velocity *= factor;
                solid.spin *= factor;
            }
            scene
        };
        assert_invariant(faster, |_, motions| motions.into_iter().map(|m| m * (1.0 / factor)).collect());
    }
}

/// Only where nothing is fixed.
#[test]
fn a_common_velocity_is_only_added() {
    let wind = vector![0.4, -0.3, 0.7];
    for e in RESTITUTIONS {
        let scene = heap(e);
        let mut moving = scene.clone();
        moving.solids.iter_mut().for_each(|solid| solid.velocity += wind);
        for model in models() {
            let mut found = moving.solve(model).bodies;
            found.iter_mut().for_each(|motion| motion.linear -= wind);
            let error = distance(&found, &scene.solve(model).bodies);
            assert!(error <= ROUNDING, "e = {e:?}, {model:?}: off by {error:e}");
        }
    }
}

#[track_caller]
fn assert_symmetric(scene: &Scene, model: Model) {
    let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
    let after = scene.solve(model).bodies;
    for (i, solid) in scene.solids.iter().enumerate() {
        let image = mirror * solid.position;
        let partner = scene.solids.iter().position(|other| (other.position - image).norm() < 1e-9).unwrap();
        let error = (mirror * after[i].linear - after[partner].linear).amax();
        assert!(error <= ROUNDING_OF_SUMS, "{model:?}: balls {i} and {partner} differ by {error:e}");
    }
}

#[test]
fn racks_hit_head_on_break_symmetrically() {
    for rows in [&[1, 2, 3, 2, 1][..], &[1, 2, 3, 4, 5]] {
        for e in [0.0, 0.3, 0.7, 0.96, 1.0] {
            models().for_each(|model| assert_symmetric(&rack(rows, e), model));
        }
    }
}
