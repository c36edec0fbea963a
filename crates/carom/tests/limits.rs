//! Limits in which the impact has a closed form: rigid and soft tables, a lone contact, e → 0, heavy bodies, vanishing gaps.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{Scene, assert_near, ball_ball_table, distance, heights, models, rack, touching};
use carom::{Model, NormalLaw, Outcome, RestitutionLaw, Separation, Stiffness};
use nalgebra::{Vector3, vector};

/// Rounding of a few dozen steps, in parts of the initial speed 1.
const ROUNDING: f64 = 1e-12;
/// A limit is approached at half an order at least (√ of a ratio of stiffnesses is a ratio of times): when its cause falls by
/// a hundred the error falls by ten. Half of that is asked, for the terms of higher order in the first errors.
const HALF_AN_ORDER: f64 = 5.0;
/// Below this an error cannot be asked to fall further: the rounding of an impact of ten thousand oscillations.
const ROUNDING_OF_MANY: f64 = 1e-9;

const RATIOS: [f64; 4] = [1e3, 1e5, 1e7, 1e9];

fn velocities(outcome: &Outcome) -> [f64; 2] {
    [outcome.bodies[0].linear.z, outcome.bodies[1].linear.z]
}

/// Errors of ever better approximations, which must fall until they are rounding.
#[track_caller]
fn assert_converging(errors: &[f64], context: &str) {
    for pair in errors.windows(2) {
        assert!(pair[1] <= (pair[0] / HALF_AN_ORDER).max(ROUNDING_OF_MANY), "{context}: {errors:?}");
    }
}

fn error(found: [f64; 2], expected: [f64; 2]) -> f64 {
    (found[0] - expected[0]).abs().max((found[1] - expected[1]).abs())
}

/// [Jia2013, note 16]: the lower ball can be treated as a part of the table, so v₁ = −e₁ v₀ and v₂ = 0.
#[test]
fn on_a_table_that_stiffens_the_lower_ball_becomes_part_of_it() {
    for e in [[0.9, 0.7], [0.5, 0.5], [0.3, 1.0], [0.0, 0.5]] {
        for model in models() {
            let solve = |ratio| velocities(&ball_ball_table(1.2, e, ratio).solve(model));
            let errors = RATIOS.map(|ratio| error(solve(ratio), [e[0], 0.0]));
            assert_converging(&errors, &format!("e = {e:?}, {model:?}"));
        }
    }
}

#[test]
fn a_rigid_table_is_the_limit_of_a_stiff_one() {
    for e in [[0.9, 0.7], [1.0, 1.0], [0.3, 0.0], [0.0, 0.5]] {
        for model in models() {
            let found = velocities(&ball_ball_table(1.2, e, Stiffness::RIGID.value()).solve(model));
            assert_near(&found, &[e[0], 0.0], ROUNDING);
        }
    }
}

/// One impact after the other between ball and ball (reduced mass) and ball and table, until nothing approaches.
fn one_after_the_other(lower_mass: f64, e: [f64; 2]) -> [f64; 2] {
    let [mut v1, mut v2] = [-1.0, 0.0];
    loop {
        if v1 < v2 {
            let impulse = (1.0 + e[0]) * (v2 - v1) * lower_mass / (1.0 + lower_mass);
            v1 += impulse;
            v2 -= impulse / lower_mass;
        } else if v2 < 0.0 {
            v2 *= -e[1];
        } else {
            return [v1, v2];
        }
    }
}

/// [Jia2013] leaves k₂/k₁ = 0 to its supplement. With a soft table the springs act one at a time, but only where the upper
/// ball does not follow the lower one so closely that they meet again while the table still acts. These do not.
#[test]
fn on_a_table_that_softens_impacts_come_one_after_the_other() {
    for (lower_mass, e) in [(1.2, [0.9, 0.7]), (2.0, [1.0, 0.8]), (1.0, [0.8, 0.5]), (1.5, [1.0, 1.0])] {
        let expected = one_after_the_other(lower_mass, e);
        for model in models().filter(|model| model.separation == Separation::Tracked) {
            let solve = |ratio: f64| velocities(&ball_ball_table(lower_mass, e, 1.0 / ratio).solve(model));
            let errors = RATIOS.map(|ratio| error(solve(ratio), expected));
            assert_converging(&errors, &format!("m2 = {lower_mass}, e = {e:?}, {model:?}"));
        }
    }
}

fn assert_tends_to_plastic(model: Model) {
    for table in [0.0, 0.7, 1.0] {
        let solve = |e: f64| velocities(&ball_ball_table(1.2, [e, table], 1.0).solve(model));
        let plastic = solve(0.0);
        let errors = [1e-2, 1e-4, 1e-6, 1e-8].map(|e| error(solve(e), plastic));
        assert_converging(&errors, &format!("e2 = {table}, {model:?}"));
    }
}

/// Under the other laws it does not: a pressed contact of small e > 0 yields again with its original spring, one with e = 0 is rigid.
#[test]
fn small_restitution_tends_to_none_under_hardening() {
    models().filter(|m| m.restitution == RestitutionLaw::Hardening).for_each(assert_tends_to_plastic);
}

/// Mono-stiffness ends restitution at E = (1 − e²) E_max. A rounding ε of E there changes e² v² by ε v², and so e v by
/// ε v/(2e); four such roundings are allowed.
fn rounding_of_return(e: f64, model: Model) -> f64 {
    match model.restitution {
        RestitutionLaw::MonoStiffness if e > 0.0 => ROUNDING + 2.0 * f64::EPSILON / e,
        _ => ROUNDING,
    }
}

#[test]
fn a_lone_contact_returns_e_of_its_speed_under_every_law() {
    for e in [0.0, 1e-6, 0.1, 0.5, 0.99, 1.0] {
        for (masses, k) in [([1.0, 1.0], 1.0), ([1e-4, 3.0], 1e8), ([7.0, 0.2], 1e-5)] {
            let mut scene = Scene::default();
            scene.ball(masses[0], vector![0.0, 0.0, 2.0], vector![0.5, 0.0, -1.0]);
            scene.ball(masses[1], Vector3::zeros(), vector![0.0, 0.3, 0.25]);
            scene.touch(0, 1, touching(e, k));
            for model in models() {
                let after = heights(&scene.solve(model));
                assert_near(&[after[0] - after[1]], &[1.25 * e], rounding_of_return(e, model));
            }
        }
    }
}

/// A body of mass M in place of the table moves by 1/M of the impulse and takes 1/M of the energy.
#[test]
fn a_very_heavy_body_is_like_a_fixed_one() {
    const HEAVY: f64 = 1e12;
    for e in [[1.0, 1.0], [0.9, 0.7], [0.2, 0.0]] {
        let fixed = ball_ball_table(1.2, e, 1.0);
        let mut heavy = fixed.clone();
        let properties = (HEAVY, nalgebra::Matrix3::from_diagonal_element(HEAVY));
        heavy.solids[2].properties = Some(properties);
        for model in models() {
            let error = distance(&heavy.solve(model).bodies, &fixed.solve(model).bodies);
            assert!(error <= 10.0 / HEAVY, "e = {e:?}, {model:?}: off by {error:e}");
        }
    }
}

/// The lower ball hovers; the gap delays its spring by the time the ball takes to cross it.
#[test]
fn a_vanishing_gap_tends_to_touching() {
    for e in [[1.0, 1.0], [0.9, 0.7], [0.6, 0.3]] {
        for model in models().filter(|model| model.separation == Separation::Tracked) {
            let solve = |gap: f64| {
                let mut scene = ball_ball_table(1.2, e, 1.0);
                scene.touches[1].law = NormalLaw { gap, ..scene.touches[1].law };
                velocities(&scene.solve(model))
            };
            let touching = solve(0.0);
            let errors = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10].map(|gap| error(solve(gap), touching));
            assert_converging(&errors, &format!("e = {e:?}, {model:?}"));
        }
    }
}

/// A gap so wide that the balls have parted when it closes: one impact after the other.
#[test]
fn a_wide_gap_separates_the_impacts() {
    let (lower_mass, e) = (1.2, [0.9, 0.7]);
    let mut scene = ball_ball_table(lower_mass, e, 1.0);
    scene.touches[1].law = NormalLaw { gap: 1e3, ..scene.touches[1].law };
    for model in models().filter(|model| model.separation == Separation::Tracked) {
        assert_near(&velocities(&scene.solve(model)), &one_after_the_other(lower_mass, e), ROUNDING);
    }
}

/// Two scenes side by side on one fixed body.
#[test]
fn clusters_that_share_only_the_table_do_not_feel_each_other() {
    let left = ball_ball_table(1.2, [0.9, 0.7], 1.0);
    let right = ball_ball_table(0.4, [0.3, 0.0], 5.0);
    let mut both = left.clone();
    both.solids.extend(right.solids[..2].iter().cloned());
    both.touches.extend(right.touches.iter().cloned().map(|mut touch| {
        touch.bodies = touch.bodies.map(|body| if body == 2 { 2 } else { body + 3 });
        touch
    }));
    for model in models() {
        let found = both.solve(model).bodies;
        let (left, right) = (left.solve(model).bodies, right.solve(model).bodies);
        assert_eq!(found[..3], left[..], "{model:?}");
        assert_eq!(found[3..], right[..2], "{model:?}");
    }
}

#[test]
fn free_clusters_do_not_feel_each_other() {
    let rack = rack(&[1, 2, 3], 0.9);
    let mut both = rack.clone();
    let count = rack.solids.len();
    both.solids.extend(rack.solids.iter().cloned());
    both.touches.extend(rack.touches.iter().cloned().map(|mut touch| {
        touch.bodies = touch.bodies.map(|body| body + count);
        touch
    }));
    let (found, alone) = (both.solve(Model::default()).bodies, rack.solve(Model::default()).bodies);
    assert_eq!(found[..count], alone[..]);
    assert_eq!(found[count..], alone[..]);
}
