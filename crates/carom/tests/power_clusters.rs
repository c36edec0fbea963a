//! Several contacts with springs F = k·dⁿ: against brute force, and what must hold whatever the numbers are.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{contact_problem, models};
use carom::{
    ContactProblem, ContactSolution, Exponent, Model, NormalLaw, Restitution, RestitutionLaw, Separation,
    Stiffness,
};
use carom_reference::scenes::{self, Scene, SplitMix};
use carom_reference::{Brute, Law};
use nalgebra::DMatrix;

/// The reference takes steps of a hundredth of a radian, N⁻⁴/120 = 8e-11 a radian, and of a fiftieth of d/|v| near a start.
const STEPS_PER_RADIAN: u32 = 100;
const REFERENCE_ERROR: f64 = 2e-8;
/// Ledgers close to this part of the energy.
const LEDGER: f64 = 1e-12;
/// What is the same but for rounding is so to this part of the fastest speed.
const OUTCOME: f64 = 1e-11;

fn law_of(model: Model) -> Law {
    match model.restitution {
        RestitutionLaw::Hardening => Law::Hardening,
        RestitutionLaw::BiStiffness => Law::BiStiffness,
        RestitutionLaw::MonoStiffness => Law::MonoStiffness,
    }
}

fn spring(k: f64, n: f64, e: f64) -> NormalLaw {
    let spring = Stiffness::new(k).unwrap().with_exponent(Exponent::new(n).unwrap());
    NormalLaw::touching(Restitution::new(e).unwrap(), spring)
}

fn laws_of(scene: &Scene, exponents: &[f64]) -> Vec<NormalLaw> {
    let problem = &scene.problem;
    (0..exponents.len()).map(|i| spring(problem.stiffness[i], exponents[i], problem.restitution[i])).collect()
}

fn solve(scene: &Scene, exponents: &[f64], model: Model) -> ContactSolution {
    let velocity = scene.problem.velocity.as_slice().to_vec();
    contact_problem(&scene.problem.w, velocity, laws_of(scene, exponents), model).solve().unwrap()
}

/// Energy that the ledger of an outcome leaves open, as a part of what the approach had.
fn imbalance(velocity: &[f64], solution: &ContactSolution) -> f64 {
    let work: f64 =
        (0..velocity.len()).map(|i| 0.5 * solution.impulse[i] * (velocity[i] + solution.velocity[i])).sum();
    let size: f64 = (0..velocity.len()).map(|i| solution.impulse[i] * velocity[i].abs()).sum();
    let open = work + solution.lost_in_restitution + solution.trapped;
    if size > 0.0 { open / size } else { open }
}

#[test]
fn random_clusters_agree_with_brute_force() {
    for seed in 0..12 {
        let mut random = SplitMix(seed + 77);
        let scene = scenes::random(seed, 3, (0.5, 1.0)).unwrap();
        let exponents: Vec<f64> = (0..scene.problem.contacts())
            .map(|_| {
                [1.0, 1.5, 1.5, 1.5, 2.0, random.between(1.1, 3.0)][(random.between(0.0, 5.99)) as usize]
            })
            .collect();
        for model in models() {
            let separation = match model.separation {
                Separation::Instant => carom_reference::Separation::Instant,
                Separation::Tracked => carom_reference::Separation::tracked(exponents.len()),
            };
            let reference = Brute::new(law_of(model), separation)
                .with_steps_per_radian(STEPS_PER_RADIAN)
                .with_exponents(exponents.clone())
                .solve(&scene.problem)
                .unwrap_or_else(|error| panic!("seed {seed}, {model:?}: the reference fails: {error}"));
            let found = solve(&scene, &exponents, model);
            let expected = scene.velocities(&reference.impulse);
            let velocities = scene.velocities(&found.impulse.clone().into());
            let error = (&velocities - &expected).amax() / scene.initial.amax();
            assert!(error <= REFERENCE_ERROR, "seed {seed}, {model:?}, {exponents:?}: off by {error:e}");
        }
    }
}

#[test]
fn ledgers_close_and_nothing_approaches_in_random_clusters() {
    for seed in 0..150 {
        for restitution in [(0.5, 1.0), (1.0, 1.0)] {
            let scene = scenes::random(seed, 3 + (seed % 3) as usize, restitution).unwrap();
            let exponents = vec![1.5; scene.problem.contacts()];
            for model in models() {
                let solution = solve(&scene, &exponents, model);
                let open = imbalance(scene.problem.velocity.as_slice(), &solution);
                assert!(open.abs() < LEDGER, "seed {seed}, {restitution:?}, {model:?}: open by {open:e}");
                let fastest = scene.initial.amax();
                let approaches = solution.velocity.iter().any(|&v| v < -OUTCOME * fastest);
                let tracked = model.separation == Separation::Tracked;
                assert!(!approaches || tracked, "seed {seed}, {model:?}: {:?}", solution.velocity);
                assert!(solution.impulse.iter().all(|&p| p >= 0.0));
            }
        }
    }
}

/// With e near zero contacts close, harden by 1/e³ and lean on each other: a spring that holds next to nothing still bears load.
#[test]
fn clusters_of_nearly_plastic_contacts_end_with_closed_ledgers() {
    let gentle = (0..40).map(|seed| (seed, (0.0, 0.3)));
    let harsh = [317, 392, 395, 403, 529, 580, 590, 592].map(|seed| (seed, (0.0, 0.02)));
    for (seed, restitution) in gentle.chain(harsh) {
        let scene = scenes::random(seed, 3 + (seed % 3) as usize, restitution).unwrap();
        let exponents = vec![1.5; scene.problem.contacts()];
        for model in models() {
            let solution = solve(&scene, &exponents, model);
            let open = imbalance(scene.problem.velocity.as_slice(), &solution);
            assert!(open.abs() < LEDGER, "seed {seed}, {restitution:?}, {model:?}: open by {open:e}");
        }
    }
}

#[test]
fn units_and_numbering_do_not_change_the_outcome() {
    for seed in 0..40 {
        let scene = scenes::random(seed, 4, (0.5, 1.0)).unwrap();
        let n = scene.problem.contacts();
        let exponents = vec![1.5; n];
        for model in models().filter(|model| model.separation == Separation::Instant) {
            let usual = solve(&scene, &exponents, model);
            let mut stiffer = scene.clone();
            stiffer.problem.stiffness.iter_mut().for_each(|k| *k *= 3e7);
            let rescaled = solve(&stiffer, &exponents, model);
            let order: Vec<usize> = (0..n).rev().collect();
            let w = DMatrix::from_fn(n, n, |i, j| scene.problem.w[(order[i], order[j])]);
            let laws = laws_of(&scene, &exponents);
            let velocity = order.iter().map(|&i| scene.problem.velocity[i]).collect();
            let renumbered = order.iter().map(|&i| laws[i]).collect();
            let renumbered = contact_problem(&w, velocity, renumbered, model).solve().unwrap();
            let fastest = scene.initial.amax();
            for i in 0..n {
                let same = |a: f64, b: f64| (a - b).abs() < OUTCOME * fastest;
                assert!(same(usual.velocity[i], rescaled.velocity[i]), "seed {seed}, {model:?}: stiffness");
                assert!(
                    same(usual.velocity[i], renumbered.velocity[n - 1 - i]),
                    "seed {seed}, {model:?}: order"
                );
            }
        }
    }
}

/// A chain of equal balls, the first of which has speed 1, and the balls' speeds after it.
fn chain(balls: usize, e: f64, law: RestitutionLaw) -> (ContactProblem, Vec<f64>, ContactSolution) {
    let contacts = balls - 1;
    let w = DMatrix::from_fn(contacts, contacts, |i, j| match i.abs_diff(j) {
        0 => 2.0,
        1 => -1.0,
        _ => 0.0,
    });
    let mut velocity = vec![0.0; contacts];
    velocity[0] = -1.0;
    let model = Model { restitution: law, separation: Separation::Instant };
    let problem = contact_problem(&w, velocity, vec![spring(1.0, 1.5, e); contacts], model);
    let solution = problem.solve().unwrap();
    let mut speeds = vec![0.0; balls];
    speeds[0] = 1.0;
    for (i, p) in solution.impulse.iter().enumerate() {
        speeds[i] -= p;
        speeds[i + 1] += p;
    }
    (problem, speeds, solution)
}

#[test]
fn chains_keep_their_energy_ledger_and_gain_none() {
    for law in [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness] {
        for e in [1.0, 0.95, 0.5] {
            for balls in [3, 10, 30] {
                let (_, speeds, solution) = chain(balls, e, law);
                let after: f64 = speeds.iter().map(|v| 0.5 * v * v).sum();
                let open = 0.5 - after - solution.lost_in_restitution - solution.trapped;
                assert!(open.abs() < LEDGER, "{law:?}, e = {e}, {balls} balls: open by {open:e}");
                assert!(after <= 0.5 + LEDGER, "{law:?}, e = {e}, {balls} balls: gained {}", after - 0.5);
            }
        }
    }
}

/// The elastic chain of three equal balls with Hertz's contacts, by DOP853 of SciPy with a relative tolerance of 10⁻¹³.
#[test]
fn three_elastic_balls_leave_as_hertz_springs_send_them() {
    let (_, speeds, _) = chain(3, 1.0, RestitutionLaw::Hardening);
    let expected = [-0.070_952_353_651, 0.076_403_039_071, 0.994_549_314_580];
    for (found, expected) in speeds.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-10, "{speeds:?}");
    }
}
