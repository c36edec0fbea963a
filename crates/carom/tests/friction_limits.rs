//! Impacts with friction that have a closed form, or a limit in which they do.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use std::f64::consts::FRAC_PI_2;

use crate::common::friction::{ball_of_jia2012, ball_on_table, compliant, rigid};
use crate::common::{Scene, assert_near, distance, models, rack, touching};
use carom::{Body, Contact, Impact, Mode, Model, Outcome, TangentialLaw};
use nalgebra::{Rotation3, Vector3, vector};

/// Rounding of a few dozen steps.
const ROUNDING: f64 = 1e-13;
/// Errors that fall by a hundred with their cause may fall by this much less, for the terms of higher order.
const FIRST_ORDER: f64 = 50.0;

/// W of a ball on a table: 7/2 along the tangents, 1 along the normal.
const TANGENTIAL: f64 = 3.5;

fn frictions(mu: f64) -> [TangentialLaw; 2] {
    [rigid(mu), compliant(mu, 1.3)]
}

#[test]
fn without_friction_the_laws_of_friction_change_nothing() {
    for law in frictions(0.0) {
        for scene in [rack(&[1, 2, 3], 0.9), rack(&[1, 2], 0.0)] {
            let mut rubbing = scene.clone();
            rubbing.rub_all(law);
            models().for_each(|model| assert_eq!(rubbing.solve(model), scene.solve(model), "{model:?}"));
        }
    }
}

/// A head-on rack has no tangential velocity along its axis only; off it there is. Tiny friction is a small change.
#[test]
fn vanishing_friction_is_no_friction() {
    let scene = rack(&[1, 2, 3], 0.9);
    let smooth = scene.solve(Model::default()).bodies;
    let error = |mu: f64, law: fn(f64) -> TangentialLaw| {
        let mut rubbing = scene.clone();
        rubbing.rub_all(law(mu));
        distance(&rubbing.solve(Model::default()).bodies, &smooth)
    };
    for law in [rigid, |mu| compliant(mu, 1.3)] {
        let errors = [1e-3, 1e-5, 1e-7].map(|mu| error(mu, law));
        assert!(errors[0] < 1e-2 && errors[1] < errors[0] / FIRST_ORDER, "{errors:?}");
        assert!(errors[2] < errors[1] / FIRST_ORDER, "{errors:?}");
    }
}

/// Bounce of a ball with rigid friction: the tangential impulse 2|v_t|/7 stops it, unless μ(1 + e)|v_n| is less.
#[test]
fn a_ball_with_rigid_friction_slides_throughout_or_stops() {
    for (mu, e) in [(0.05, 0.5), (0.1, 1.0), (0.4, 0.5), (0.4, 0.0), (1.5, 0.8), (1e3, 0.3)] {
        let (velocity, spin) = (vector![-2.0, 1.0, -5.0], vector![1.0, 2.0, 7.0]);
        let outcome = ball_on_table(touching(e, 1.0), rigid(mu), velocity, spin).solve().unwrap();
        let sliding = outcome.contacts[0].velocity_before.xy();
        let normal = 5.0 * (1.0 + e);
        let tangential = -sliding.normalize() * (sliding.norm() / TANGENTIAL).min(mu * normal);
        let expected = [tangential.x, tangential.y, normal];
        assert_near(outcome.contacts[0].impulse.as_slice(), &expected, 10.0 * ROUNDING);
    }
}

/// A contact that always sticks is two oscillators: v_t goes as the cosine of ω_t t with ω_t²/ω_n² = W_t/(W_n η²), and the
/// contact lasts π/2 (1 + e)/ω_n. It must slip when its normal force vanishes: for a time, and so an impulse, of order 1/μ.
#[test]
fn friction_so_large_that_it_always_sticks_is_an_oscillator() {
    for (e, compliance) in [(0.5, 17.0 / 14.0), (1.0, 0.3), (0.8, 7.0)] {
        let frequency = (TANGENTIAL / compliance).sqrt();
        let expected = 2.0 * (frequency * FRAC_PI_2 * (1.0 + e)).cos();
        let error = |mu: f64| {
            let law = compliant(mu, compliance);
            let impact = ball_on_table(touching(e, 1.0), law, vector![2.0, 0.0, -5.0], Vector3::zeros());
            let after = impact.solve().unwrap().contacts[0].velocity_after;
            assert_near(&[after.y, after.z], &[0.0, 5.0 * e], 10.0 * ROUNDING);
            (after.x - expected).abs()
        };
        let errors = [1e2, 1e4, 1e6].map(error);
        assert!(errors[0] < 0.1 && errors[1] < errors[0] / FIRST_ORDER, "e = {e}: {errors:?}");
        assert!(errors[2] < errors[1] / FIRST_ORDER, "e = {e}: {errors:?}");
    }
}

/// Rigid friction is the limit η → 0. Springs that stick hold u ~ η² and swing with a phase that grows as 1/η, so the error is
/// η² times a bounded factor that never settles; a factor of four in it makes the order, seen over six decades, uncertain by 0.1.
#[test]
fn rigid_friction_is_the_limit_of_vanishing_compliance() {
    let bounce = |law: TangentialLaw| {
        let impact = ball_on_table(touching(0.5, 1.0), law, vector![-2.0, 1.0, -5.0], vector![1.0, 2.0, 7.0]);
        impact.solve().unwrap().bodies
    };
    for mu in [0.4, 1.5] {
        let expected = bounce(rigid(mu));
        let [first, last] = [1e-2, 1e-8].map(|c| distance(&bounce(compliant(mu, c)), &expected));
        let order = (first / last).log10() / 6.0;
        assert!((order - 1.0).abs() <= 0.1, "order {order}, from {first:e} to {last:e}");
    }
    let always_slides = [rigid(0.05), compliant(0.05, 1e-2)].map(bounce);
    assert!(distance(&always_slides[0], &always_slides[1]) <= ROUNDING);
}

/// A compliance of 1e-99 would need 1e49 steps; it is rigid friction to the last bit.
#[test]
fn a_compliance_below_all_rounding_is_none() {
    for mu in [0.4, 1.5] {
        let outcome = |law| {
            let impact =
                ball_on_table(touching(0.5, 1.0), law, vector![-2.0, 1.0, -5.0], vector![1.0, 2.0, 7.0]);
            impact.solve().unwrap()
        };
        assert_eq!(outcome(compliant(mu, 1e-99)), outcome(rigid(mu)));
    }
}

/// A ball that falls straight into a corner between floor and wall is mirror-symmetric about the diagonal and stays so.
#[track_caller]
fn assert_corner_symmetric(e: f64, law: TangentialLaw) {
    let mut scene = Scene::default();
    let ball = scene.ball(1.0, vector![1.0, 0.0, 1.0], vector![-1.0, 0.0, -1.0]);
    let corner = scene.fixed(Vector3::zeros());
    scene.touch_at([ball, corner], vector![1.0, 0.0, 0.0], Vector3::z(), touching(e, 1.0));
    scene.touch_at([ball, corner], vector![0.0, 0.0, 1.0], Vector3::x(), touching(e, 1.0));
    scene.rub_all(law);
    for model in models() {
        let outcome = scene.solve(model);
        let after = outcome.bodies[0];
        let context = format!("e = {e}, {law:?}, {model:?}: {after:?}");
        assert!((after.linear.x - after.linear.z).abs() <= ROUNDING, "{context}");
        assert!(after.angular.norm() <= ROUNDING && after.linear.y == 0.0, "{context}");
        assert!(outcome.energy.imbalance().abs() <= ROUNDING, "{context}");
        assert!(after.linear.x >= -ROUNDING, "{context}");
    }
}

const CORNER_FRICTIONS: [f64; 3] = [0.1, 0.7, 3.0];

#[test]
fn a_corner_answers_symmetrically_and_keeps_the_ledger() {
    for mu in CORNER_FRICTIONS {
        for e in [0.3, 0.5, 1.0] {
            [rigid(mu), compliant(mu, 1.3), compliant(mu, 5.0)]
                .into_iter()
                .for_each(|law| assert_corner_symmetric(e, law));
        }
    }
}

#[test]
fn a_plastic_corner_with_rigid_friction_answers_symmetrically() {
    CORNER_FRICTIONS.into_iter().for_each(|mu| assert_corner_symmetric(0.0, rigid(mu)));
}

/// The tangential springs push the ball out of both closed contacts at once, and no member is left to expand.
#[test]
fn a_plastic_corner_with_compliant_friction_answers_symmetrically() {
    CORNER_FRICTIONS.into_iter().for_each(|mu| assert_corner_symmetric(0.0, compliant(mu, 1.3)));
}

/// A cue with a smooth tip strikes a ball that rests on a table, through its centre, `tilt` from the vertical.
fn shot(tilt: f64, on_table: TangentialLaw) -> Impact {
    let up = vector![-tilt.sin(), 0.0, tilt.cos()];
    let ball = Body::ball(1.0, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
    let tip = vector![0.0, 0.0, 1.0] + up;
    let cue = Body::sliding(2.0, up).unwrap().at(tip).unwrap().moving(-up).unwrap();
    let on_ball = Contact::new([1, 0], tip, up, touching(0.7, 1.0)).unwrap();
    let resting = Contact::new([0, 2], Vector3::zeros(), Vector3::z(), touching(0.6, 0.8)).unwrap();
    let contacts = vec![on_ball, resting.with_friction(on_table)];
    Impact::new(vec![ball, cue, Body::fixed()], contacts, Model::default()).unwrap()
}

/// What the contact with the table does in the first thousandth of the shot.
fn first_mode(impact: &Impact) -> Mode {
    let (outcome, trace) = impact.trace().unwrap();
    trace.sample(&[1e-3 * outcome.duration])[0].tangential[1].mode
}

/// Before the table answers, cue and ball make both v_t and v_n grow as t², in the ratio tan(tilt). To leading order the
/// test of [Jia2012, Prop. 1] is on these: stick iff tan(tilt) ≤ μη².
#[test]
fn a_ball_struck_at_rest_sticks_or_slips_by_leading_order() {
    let (mu, compliance) = (0.15_f64, 3.0_f64);
    for (part, mode) in [(0.99, Mode::Stick), (1.01, Mode::Slip), (0.3, Mode::Stick), (3.0, Mode::Slip)] {
        let tilt = (part * mu * compliance).atan();
        assert_eq!(first_mode(&shot(tilt, compliant(mu, compliance))), mode, "{part}");
    }
}

/// Rigid friction begins as t³, too late to hold what moves as t².
#[test]
fn a_ball_struck_at_rest_slips_from_the_start_on_rigid_friction() {
    for tilt in [0.01, 0.3, 1.0] {
        assert_eq!(first_mode(&shot(tilt, rigid(0.3))), Mode::Slip, "{tilt}");
    }
    assert_eq!(first_mode(&shot(0.0, rigid(0.3))), Mode::Stick);
}

/// A ball struck from straight above presses the table and nothing else.
#[test]
fn a_ball_struck_from_above_does_not_roll() {
    for law in frictions(0.3) {
        let outcome = shot(0.0, law).solve().unwrap();
        let ball = outcome.bodies[0];
        assert_eq!((ball.linear.x, ball.linear.y, ball.angular), (0.0, 0.0, Vector3::zeros()));
        assert_eq!(outcome.energy.lost_in_friction, 0.0);
    }
}

fn off_plane(outcome: &Outcome, across: &Vector3<f64>) -> f64 {
    let off = |body: &carom::Motion| {
        let along = body.angular - across * across.dot(&body.angular);
        across.dot(&body.linear).abs().max(along.norm())
    };
    outcome.bodies.iter().map(off).fold(0.0, f64::max)
}

/// Two balls on a table, one hitting the other, all in the plane y = 0; every contact rubs.
fn planar(e: f64, law: TangentialLaw) -> Scene {
    let mut scene = Scene::default();
    let first = scene.ball(1.0, vector![-1.6, 0.0, 2.2], vector![2.0, 0.0, -1.5]);
    scene.solids[first].spin = vector![0.0, 3.0, 0.0];
    let second = scene.ball(0.7, vector![0.0, 0.0, 1.0], Vector3::zeros());
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.touch(first, second, touching(e, 1.0));
    scene.touch(second, table, touching(e, 1.4));
    scene.rub_all(law);
    scene
}

/// [Jia2012, Theorem 2], also for two contacts: to the last bit in axes that respect the plane.
#[test]
fn planar_impacts_stay_planar() {
    for mu in [0.05, 0.4, 2.0] {
        for law in [rigid(mu), compliant(mu, 1.3), compliant(mu, 12.0)] {
            for e in [0.4, 0.9, 1.0] {
                models().for_each(|model| {
                    let outcome = planar(e, law).solve(model);
                    assert_eq!(off_plane(&outcome, &Vector3::y()), 0.0, "e = {e}, {law:?}, {model:?}");
                });
            }
        }
    }
    assert_eq!(off_plane(&ball_of_jia2012(0.5).solve().unwrap(), &Vector3::y()), 0.0);
}

/// In any other axes the plane is one to rounding.
#[test]
fn planar_impacts_stay_planar_in_any_axes() {
    let turn = Rotation3::from_scaled_axis(vector![0.3, -1.1, 0.7]);
    for law in [rigid(0.4), compliant(0.4, 1.3)] {
        let mut scene = planar(0.8, law);
        for solid in &mut scene.solids {
            solid.position = turn * solid.position;
            solid.velocity = turn * solid.velocity;
            solid.spin = turn * solid.spin;
        }
        for touch in &mut scene.touches {
            touch.point = turn * touch.point;
            touch.normal = turn * touch.normal;
        }
        let across = turn * Vector3::y();
        models().for_each(|model| {
            let off = off_plane(&scene.solve(model), &across);
            assert!(off <= ROUNDING, "{law:?}, {model:?}: {off:e}");
        });
    }
}
