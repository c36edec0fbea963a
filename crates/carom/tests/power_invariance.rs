//! What must not change an impact with Hertz's springs and friction: turning, mirroring, boosting and renumbering it, and splitting
//! a contact into parts.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::compliant;
use crate::common::{LAWS, Scene, distance, turned, turned_back};
use carom::{
    Exponent, Friction, Model, Motion, NormalLaw, Restitution, RestitutionLaw, Separation, Stiffness,
    TangentialLaw,
};
use nalgebra::{Matrix3, Rotation3, Vector3, vector};

/// Outcomes agree to this part of the fastest speed, which is about 1.
const OUTCOME: f64 = 1e-11;

fn hertz(k: f64, e: f64) -> NormalLaw {
    let spring = Stiffness::new(k).unwrap().with_exponent(Exponent::HERTZ);
    NormalLaw::touching(Restitution::new(e).unwrap(), spring)
}

fn rigid(mu: f64) -> TangentialLaw {
    TangentialLaw::Rigid { friction: Friction::new(mu).unwrap() }
}

/// A spinning ball falls aslant on a ball that rests on a table; the balls' contact is off all axes.
fn heap(e: f64, friction: TangentialLaw) -> Scene {
    let mut scene = Scene::default();
    let up = vector![0.36, 0.48, 0.8];
    scene.ball(1.0, vector![0.0, 0.0, 1.0] + 2.0 * up, vector![0.3, -0.2, -1.0]);
    scene.ball(1.4, vector![0.0, 0.0, 1.0], Vector3::zeros());
    scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.solids[0].spin = vector![0.4, 0.7, -0.3];
    scene.touch(0, 1, hertz(1.0, e));
    scene.touch(1, 2, hertz(2.5, e));
    scene.rub_all(friction);
    scene
}

fn heaps() -> impl Iterator<Item = (String, Scene, Model)> {
    let frictions =
        [("rigid", rigid(0.2)), ("compliant", compliant(0.2, 1.2)), ("gripping", compliant(2.0, 1.2))];
    LAWS.into_iter().flat_map(move |restitution| {
        frictions.into_iter().map(move |(name, friction)| {
            let model = Model { restitution, separation: Separation::Instant };
            (format!("{restitution:?}, {name}"), heap(0.8, friction), model)
        })
    })
}

fn motions(scene: &Scene, model: Model) -> Vec<Motion> {
    scene.solve(model).bodies
}

#[test]
fn turned_and_mirrored_impacts_end_turned_and_mirrored() {
    let rotation = Rotation3::from_euler_angles(0.4, -1.1, 2.3).into_inner();
    let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
    for (name, scene, model) in heaps() {
        let usual = motions(&scene, model);
        for q in [rotation, rotation * mirror] {
            let found = turned_back(motions(&turned(&scene, &q), model), &q);
            let error = distance(&found, &usual);
            assert!(error < OUTCOME, "{name}: off by {error:e}");
        }
    }
}

#[test]
fn balls_seen_from_a_moving_place_part_alike() {
    let boost = vector![0.7, -0.4, 1.3];
    for (name, mut scene, model) in heaps() {
        // The table cannot move along: only the two balls.
        scene.touches.truncate(1);
        let usual = motions(&scene, model);
        let mut moved = scene.clone();
        moved.solids.iter_mut().take(2).for_each(|solid| solid.velocity += boost);
        let mut found = motions(&moved, model);
        found.iter_mut().take(2).for_each(|motion| motion.linear -= boost);
        let error = distance(&found, &usual);
        assert!(error < OUTCOME, "{name}: off by {error:e}");
    }
}

#[test]
fn numbering_and_the_order_of_two_bodies_make_no_difference() {
    for (name, scene, model) in heaps() {
        let usual = motions(&scene, model);
        let mut other = scene.clone();
        other.touches.reverse();
        for touch in &mut other.touches {
            touch.bodies.reverse();
            touch.normal = -touch.normal;
        }
        let error = distance(&motions(&other, model), &usual);
        assert!(error < OUTCOME, "{name}: off by {error:e}");
    }
}

/// Two springs side by side at one point are one of twice the stiffness: k_t goes with k^(1/n)·F^(1 − 1/n), so with k at the same d.
#[test]
fn a_contact_in_two_halves_is_the_whole_contact() {
    for friction in [rigid(0.3), compliant(0.3, 1.2)] {
        let model = Model { restitution: RestitutionLaw::Hardening, separation: Separation::Instant };
        let mut whole = heap(0.8, friction);
        whole.touches.truncate(1);
        let mut halves = whole.clone();
        halves.touches[0].law = hertz(0.5, 0.8);
        halves.touches.push(halves.touches[0].clone());
        let error = distance(&motions(&halves, model), &motions(&whole, model));
        assert!(error < OUTCOME, "{friction:?}: off by {error:e}");
    }
}

#[test]
fn ledgers_close_with_friction_in_a_heap() {
    for (name, scene, model) in heaps() {
        let impact = scene.impact(model);
        let outcome = impact.solve().unwrap_or_else(|error| panic!("{name}: {error}"));
        let open = outcome.energy.imbalance() / outcome.energy.before;
        assert!(open.abs() < 1e-12, "{name}: open by {open:e}");
    }
}
