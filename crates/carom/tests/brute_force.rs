//! Agreement with `carom_reference::Brute`, which shares no code with this library: tiny Runge-Kutta steps, bisected events.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

mod common;

use carom::{Model, NormalLaw, RestitutionLaw};
use carom_reference::scenes::{self, Scene, SplitMix};
use carom_reference::{Brute, Law, Separation};
use common::{contact_problem, models, touching};

/// Steps per radian of the reference. Its phase error is N⁻⁴/120 = 5e-12 per radian of its fastest spring.
const STEPS_PER_RADIAN: u32 = 200;
/// Velocities must agree to this part of the fastest initial one: the reference's error over two hundred radians, which
/// few of these scenes exceed. They have three or four bodies of like masses and two to five like springs.
const REFERENCE_ERROR: f64 = 1e-9;

const RESTITUTIONS: [(f64, f64); 5] = [(0.5, 1.0), (0.0, 0.3), (0.0, 0.0), (1.0, 1.0), (0.0, 1.0)];

fn law_of(model: Model) -> Law {
    match model.restitution {
        RestitutionLaw::Hardening => Law::Hardening,
        RestitutionLaw::BiStiffness => Law::BiStiffness,
        RestitutionLaw::MonoStiffness => Law::MonoStiffness,
    }
}

fn separation_of(model: Model, gaps: &[f64]) -> Separation {
    match model.separation {
        carom::Separation::Instant => Separation::Instant,
        carom::Separation::Tracked => Separation::Tracked { gaps: gaps.to_vec() },
    }
}

#[track_caller]
fn assert_agreement(name: &str, scene: &Scene, gaps: &[f64], model: Model) {
    let problem = &scene.problem;
    let reference = Brute::new(law_of(model), separation_of(model, gaps))
        .with_steps_per_radian(STEPS_PER_RADIAN)
        .solve(problem)
        .unwrap_or_else(|error| panic!("{name}, {model:?}: the reference fails: {error}"));
    let law = |i: usize| NormalLaw { gap: gaps[i], ..touching(problem.restitution[i], problem.stiffness[i]) };
    let laws = (0..problem.contacts()).map(law).collect();
    let found = contact_problem(&problem.w, problem.velocity.as_slice().to_vec(), laws, model)
        .solve()
        .unwrap_or_else(|error| panic!("{name}, {model:?}: {error}"));
    let expected = scene.velocities(&reference.impulse);
    let velocities = scene.velocities(&found.impulse.clone().into());
    let error = (&velocities - &expected).amax() / scene.initial.amax();
    assert!(error <= REFERENCE_ERROR, "{name}, {model:?}: off by {error:e}\n{velocities}\n{expected}");
}

fn touching_scenes(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for restitution in RESTITUTIONS {
            for balls in [3, 4] {
                let scene = scenes::random(seed, balls, restitution).unwrap();
                let gaps = vec![0.0; scene.problem.contacts()];
                let name = format!("seed {seed}, {balls} balls, e in {restitution:?}");
                models().for_each(|model| assert_agreement(&name, &scene, &gaps, model));
            }
        }
    }
}

/// The same scenes with other springs, and gaps of up to a tenth of the balls' radius at half of the contacts.
fn changed_scenes(seeds: std::ops::Range<u64>, decades: f64, with_gaps: bool) {
    for seed in seeds {
        for restitution in RESTITUTIONS {
            let mut random = SplitMix(seed + 1_000_000);
            let mut scene = scenes::random(seed, 3 + (seed % 2) as usize, restitution).unwrap();
            for stiffness in &mut scene.problem.stiffness {
                *stiffness = 10.0_f64.powf(random.between(-0.5 * decades, 0.5 * decades));
            }
            let mut gap = || if with_gaps { random.between(-0.1, 0.1).max(0.0) } else { 0.0 };
            let gaps: Vec<f64> = (0..scene.problem.contacts()).map(|_| gap()).collect();
            let name = format!("seed {seed}, {decades} decades, gaps {gaps:?}, e in {restitution:?}");
            models()
                .filter(|model| !with_gaps || model.separation == carom::Separation::Tracked)
                .for_each(|model| assert_agreement(&name, &scene, &gaps, model));
        }
    }
}

#[test]
fn random_clusters_agree_with_brute_force() {
    touching_scenes(0..60);
}

#[test]
fn contacts_that_start_with_a_gap_agree_with_brute_force() {
    changed_scenes(0..60, 1.0, true);
}

#[test]
fn stiffnesses_over_three_decades_agree_with_brute_force() {
    changed_scenes(0..30, 3.0, false);
}

/// Not with e near 0: there the reference resolves the coincident events of closing contacts one after the other, and its
/// own answer is not symmetric.
#[test]
fn the_nine_ball_rack_agrees_with_brute_force() {
    for restitution in [0.8, 0.96, 1.0] {
        let scene = scenes::nine_ball_rack(restitution).unwrap();
        let gaps = vec![0.0; scene.problem.contacts()];
        models().for_each(|model| assert_agreement(&format!("e = {restitution}"), &scene, &gaps, model));
    }
}
