//! Agreement with `carom_reference::Brute`, which shares no code with this library: tiny Runge-Kutta steps, bisected events.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{contact_problem, models, touching};
use carom::{Model, NormalLaw, RestitutionLaw};
use carom_reference::scenes::{self, Scene, SplitMix};
use carom_reference::{Brute, Law, Problem, Separation};
use nalgebra::{DMatrix, DVector};

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

/// A box that falls on three plastic corners, turning, while a ball falls on it: a corner that returns is stopped at once, which presses
/// the corners that lie on the floor, or lifts them.
fn rocking(seed: u64) -> Problem {
    let random = &mut SplitMix(seed);
    // 2 kg and 2 m by 3 m by 1 m: its height and its turns about x and y; then the ball.
    let mass = [2.0, 10.0 / 6.0, 5.0 / 6.0, random.scale(0.2, 2.0)];
    let corner = |x: f64, y: f64| [1.0, y, -x, 0.0];
    let [x, y] = [random.between(-0.8, 0.8), random.between(-1.0, 1.0)];
    let rows = [corner(-1.0, -1.5), corner(1.0, -1.5), corner(1.0, 1.5), [-1.0, -y, x, 1.0]];
    let motion = [random.between(-1.8, -0.2), random.between(-1.0, 1.0), random.between(-1.0, 1.0), -1.0];
    let along = |row: &[f64; 4], other: &[f64; 4]| (0..4).map(|k| row[k] * other[k]).sum::<f64>();
    let weighed = |row: &[f64; 4]| [0, 1, 2, 3].map(|k| row[k] / mass[k]);
    Problem {
        w: DMatrix::from_fn(4, 4, |i, j| along(&rows[i], &weighed(&rows[j]))),
        velocity: DVector::from_fn(4, |i, _| along(&rows[i], &motion)),
        stiffness: vec![1.0, 1.0, 1.0, random.scale(0.3, 3.0)],
        restitution: vec![0.0, 0.0, 0.0, 0.9],
    }
}

#[test]
fn boxes_that_rock_on_plastic_corners_agree_with_brute_force() {
    for seed in 0..100 {
        let problem = rocking(seed);
        for separation in [carom::Separation::Instant, carom::Separation::Tracked] {
            let model = Model { restitution: RestitutionLaw::Hardening, separation };
            let reference = Brute::new(law_of(model), separation_of(model, &[0.0; 4]))
                .with_steps_per_radian(STEPS_PER_RADIAN)
                .solve(&problem)
                .unwrap();
            let laws = (0..4).map(|i| touching(problem.restitution[i], problem.stiffness[i])).collect();
            let velocity = problem.velocity.as_slice().to_vec();
            let found = contact_problem(&problem.w, velocity, laws, model).solve().unwrap();
            let off = &problem.w * (DVector::from_vec(found.impulse) - reference.impulse);
            let error = off.amax() / problem.velocity.amax();
            assert!(error <= REFERENCE_ERROR, "box {seed}, {separation:?}: off by {error:e}");
        }
    }
}
