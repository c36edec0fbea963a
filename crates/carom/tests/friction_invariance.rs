//! What must not matter to an impact with friction: labels, axes, handedness, units, an overall stiffness or speed.
//!
//! Transformed inputs differ by rounding, and an impact passes errors on from event to event. How much it does is measured: the same
//! impact with velocities changed by a billionth. Scenes that amplify such a change beyond all use are chaotic, or on the edge
//! between two courses; there is nothing to compare in them, and few may be of that kind.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::{compliant, rigid};
use crate::common::{Scene, distance, models, touching, turned, turned_back};
use carom::{Model, Motion, Stiffness, TangentialLaw};
use carom_reference::scenes::SplitMix;
use nalgebra::{Matrix3, Rotation3, Vector3, vector};

/// Differences allowed in parts of the fastest initial speed, where the impact amplifies errors by less than [`TAME`].
const ROUNDING: f64 = 1e-11;
/// Change of the initial velocities by which the amplification is measured: small against the distance between events, large
/// against rounding.
const NUDGE: f64 = 1e-9;
/// Rounding of a few hundred operations, 1e-14, reaches [`ROUNDING`] when it is amplified by this.
const TAME: f64 = 1e3;
/// The part of all impacts that must be tame.
const MOSTLY: f64 = 0.9;
/// Scenes, from the seeds 0, 1, 2, …
const SCENES: u64 = 36;

fn within_cube(random: &mut SplitMix) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.between(-1.0, 1.0))
}

/// Bodies of any inertia in a tree of one to five contacts, and one contact more that closes a loop; every third scene has a fixed body.
fn scene(seed: u64) -> Scene {
    let mut random = SplitMix(seed);
    let mut scene = Scene::default();
    let bodies = 2 + random.below(5);
    for body in 0..bodies {
        let place = within_cube(&mut random) * 3.0;
        let number = if body == 0 && seed.is_multiple_of(3) {
            scene.fixed(place)
        } else {
            let sides = Vector3::from_fn(|_, _| random.between(0.8, 2.5));
            scene.block(random.between(0.5, 2.0), sides, place)
        };
        if scene.solids[number].properties.is_some() {
            scene.solids[number].velocity = within_cube(&mut random);
            scene.solids[number].spin = within_cube(&mut random);
        }
    }
    let loops = if bodies > 2 { 1 } else { 0 };
    for contact in 0..bodies - 1 + loops {
        let (a, b) = if contact + 1 < bodies { (contact + 1, random.below(contact + 1)) } else { (1, 2) };
        let point = (scene.solids[a].position + scene.solids[b].position) * 0.5 + within_cube(&mut random);
        let law = touching(random.between(0.3, 1.0), random.between(0.3, 3.0));
        scene.touch_at([a, b], point, within_cube(&mut random), law);
        scene.touches[contact].friction = any_friction(&mut random);
    }
    if scene.solve(Model::default()).events == 0 {
        reverse(&mut scene);
    }
    scene
}

/// If nothing approaches, something does when all velocities are reversed.
fn reverse(scene: &mut Scene) {
    for solid in &mut scene.solids {
        (solid.velocity, solid.spin) = (-solid.velocity, -solid.spin);
    }
}

fn any_friction(random: &mut SplitMix) -> TangentialLaw {
    let mu = random.between(0.0, 2.0);
    match random.below(3) {
        0 => rigid(mu),
        _ => compliant(mu, random.between(0.1_f64.ln(), 20.0_f64.ln()).exp()),
    }
}

/// By how much the impact amplifies a change of its velocities.
fn amplification(scene: &Scene, model: Model, outcome: &[Motion]) -> f64 {
    let mut random = SplitMix(0);
    let mut nudged = scene.clone();
    for solid in nudged.solids.iter_mut().filter(|solid| solid.properties.is_some()) {
        solid.velocity += within_cube(&mut random) * NUDGE;
        solid.spin += within_cube(&mut random) * NUDGE;
    }
    distance(&nudged.solve(model).bodies, outcome) / NUDGE
}

/// Solves every scene, and again after `change`; `back` maps the motions of the changed scene back.
#[track_caller]
fn assert_invariant(change: impl Fn(&Scene) -> Scene, back: impl Fn(Vec<Motion>) -> Vec<Motion>) {
    let (mut impacts, mut tame) = (0.0, 0.0);
    for seed in 0..SCENES {
        let scene = scene(seed);
        let changed = change(&scene);
        for model in models() {
            let expected = scene.solve(model).bodies;
            let found = back(changed.solve(model).bodies);
            let error = distance(&found, &expected) / scene.speed();
            let amplified = amplification(&scene, model, &expected);
            impacts += 1.0;
            if amplified <= TAME {
                tame += 1.0;
                assert!(
                    error <= ROUNDING,
                    "seed {seed}, {model:?}: off by {error:e}, amplified {amplified:.0}"
                );
            }
        }
    }
    assert!(tame >= MOSTLY * impacts, "only {tame} of {impacts} impacts are tame");
}

#[test]
fn the_order_of_contacts_does_not_matter() {
    let reversed = |scene: &Scene| {
        let mut scene = scene.clone();
        scene.touches.reverse();
        scene
    };
    assert_invariant(reversed, |motions| motions);
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
    assert_invariant(swapped, |motions| motions);
}

#[test]
fn a_turned_scene_has_the_turned_outcome() {
    let q = Rotation3::from_scaled_axis(vector![0.3, -1.1, 0.7]).into_inner();
    assert_invariant(|scene| turned(scene, &q), |motions| turned_back(motions, &q));
}

#[test]
fn a_mirrored_scene_has_the_mirrored_outcome() {
    let plane = vector![2.0, -1.0, 0.5].normalize();
    let q = Matrix3::identity() - plane * plane.transpose() * 2.0;
    assert_invariant(|scene| turned(scene, &q), |motions| turned_back(motions, &q));
}

#[test]
fn units_do_not_matter() {
    for (length, mass, time) in [(1e3, 1.0, 1.0), (1.0, 1e-3, 1.0), (39.37, 2.2046, 1e-3)] {
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
        assert_invariant(converted, |motions| motions.into_iter().map(back).collect());
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
        assert_invariant(stiffer, |motions| motions);
    }
}

/// [Jia2012, Theorem 3].
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
        assert_invariant(faster, |motions| motions.into_iter().map(|m| m * (1.0 / factor)).collect());
    }
}
