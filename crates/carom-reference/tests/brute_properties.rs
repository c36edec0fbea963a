//! What must hold for any impact, tried on random clusters with every law and both kinds of separation.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use carom_reference::scenes::{self, Scene};
use carom_reference::{Brute, Law, Outcome, Problem, Separation};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

/// Rounding of some ten thousand steps.
const ROUNDING: f64 = 1e-10;
/// Phase error N⁻⁴/120 per radian at N = 100 over some tens of radians, amplified by a few events.
const COARSE: f64 = 1e-8;

const LAWS: [Law; 3] = [Law::Hardening, Law::BiStiffness, Law::MonoStiffness];

fn solvers(contacts: usize) -> Vec<Brute> {
    let with = |law| {
        [Separation::Instant, Separation::tracked(contacts)]
            .map(|separation| Brute::new(law, separation).with_steps_per_radian(100))
    };
    LAWS.into_iter().flat_map(with).collect()
}

fn solve(solver: &Brute, problem: &Problem) -> Outcome {
    solver.solve(problem).unwrap()
}

/// The same problem with its contacts in reverse order.
fn reversed(problem: &Problem) -> Problem {
    let n = problem.contacts();
    Problem::new(
        DMatrix::from_fn(n, n, |i, j| problem.w[(n - 1 - i, n - 1 - j)]),
        DVector::from_fn(n, |i, _| problem.velocity[n - 1 - i]),
        problem.stiffness.iter().rev().copied().collect(),
        problem.restitution.iter().rev().copied().collect(),
    )
    .unwrap()
}

fn energy_after(scene: &Scene, outcome: &Outcome) -> f64 {
    scene.kinetic_energy(&scene.velocities(&outcome.impulse))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(2013), ..ProptestConfig::default() })]

    #[test]
    fn impulses_push_and_contacts_end_apart(seed in 0u64..10_000, balls in 2usize..5) {
        let scene = scenes::random(seed, balls, (0.4, 1.0)).unwrap();
        for solver in solvers(scene.problem.contacts()) {
            let outcome = solve(&solver, &scene.problem);
            prop_assert!(outcome.impulse.min() >= 0.0);
            prop_assert!(outcome.velocity.min() >= -ROUNDING);
            let explained = &scene.problem.velocity + &scene.problem.w * &outcome.impulse;
            prop_assert!((explained - &outcome.velocity).amax() < ROUNDING);
            prop_assert_eq!(outcome.sequence.last(), Some(&vec![]));
        }
    }

    #[test]
    fn energy_is_kept_if_elastic_and_never_gained_by_hardening(seed in 0u64..10_000, balls in 2usize..5) {
        for (restitution, elastic) in [((1.0, 1.0), true), ((0.3, 0.9), false)] {
            let scene = scenes::random(seed, balls, restitution).unwrap();
            let before = scene.kinetic_energy(&scene.initial);
            for law in [Law::Hardening, Law::MonoStiffness] {
                let solver = Brute::new(law, Separation::Instant).with_steps_per_radian(100);
                let after = energy_after(&scene, &solve(&solver, &scene.problem));
                prop_assert!(after <= before + COARSE);
                prop_assert!(!elastic || (after - before).abs() < COARSE);
            }
        }
    }

    #[test]
    fn the_order_of_the_contacts_does_not_matter(seed in 0u64..10_000, balls in 2usize..5) {
        let scene = scenes::random(seed, balls, (0.5, 1.0)).unwrap();
        for solver in solvers(scene.problem.contacts()) {
            let there = solve(&solver, &scene.problem).impulse;
            let back = solve(&solver, &reversed(&scene.problem)).impulse;
            let n = there.len();
            prop_assert!((0..n).all(|i| (there[i] - back[n - 1 - i]).abs() < COARSE));
        }
    }

    #[test]
    fn only_ratios_of_stiffnesses_matter(seed in 0u64..10_000, balls in 2usize..5) {
        let scene = scenes::random(seed, balls, (0.5, 1.0)).unwrap();
        let mut stiffer = scene.problem.clone();
        stiffer.stiffness.iter_mut().for_each(|k| *k *= 1e7);
        for law in LAWS {
            let solver = Brute::new(law, Separation::Instant).with_steps_per_radian(100);
            let change = solve(&solver, &scene.problem).impulse - solve(&solver, &stiffer).impulse;
            prop_assert!(change.amax() < COARSE);
        }
    }

    #[test]
    fn a_lone_contact_obeys_newtons_law_under_every_law(e in 0.0..1.0, mass in 0.1..10.0, k in 0.1..10.0) {
        let scene = scenes::single_contact(mass, -1.0, k, e).unwrap();
        for solver in solvers(1) {
            prop_assert!((solve(&solver, &scene.problem).velocity[0] - e).abs() < COARSE);
        }
    }

    #[test]
    fn plastic_clusters_end_at_rest_or_apart(seed in 0u64..10_000, balls in 2usize..5) {
        let scene = scenes::random(seed, balls, (0.0, 0.0)).unwrap();
        for solver in solvers(scene.problem.contacts()) {
            let outcome = solve(&solver, &scene.problem);
            prop_assert!(outcome.velocity.min() >= -ROUNDING);
            prop_assert!(energy_after(&scene, &outcome) <= scene.kinetic_energy(&scene.initial) + COARSE);
        }
    }
}

/// Halving the step must not move the answer: what is left at the default of 500 steps per radian is rounding.
#[test]
fn the_step_is_small_enough_not_to_matter() {
    for seed in 0..8 {
        let scene = scenes::random(seed, 4, (0.6, 1.0)).unwrap();
        for law in LAWS {
            let with =
                |n| solve(&Brute::new(law, Separation::Instant).with_steps_per_radian(n), &scene.problem);
            let change = (with(500).impulse - with(250).impulse).amax();
            assert!(change < 1e-10, "seed {seed}, {law:?}: {change:e}");
        }
    }
}

/// A ball that has to cross a gap first arrives later and finds the others gone: the impacts become a sequence.
#[test]
fn contacts_with_a_gap_wait_for_their_turn() {
    let scene = scenes::chain(3, 0.8, 1.0).unwrap();
    let solver = Brute::new(Law::Hardening, Separation::Tracked { gaps: vec![0.5, 100.0] });
    let history = solver.history(&scene.problem).unwrap();
    let found = scene.velocities(&history.outcome.impulse);
    let first = [0.1, 0.9];
    let expected = [first[0], 0.1 * first[1], 0.9 * first[1]];
    assert_eq!(history.outcome.sequence, [vec![], vec![0], vec![], vec![1], vec![], vec![0], vec![]]);
    assert!((history.snapshots[1].time - 0.5).abs() < 1e-15);
    // Ball 0 (0.10) then catches ball 1 (0.09) again, with k hardened: e alone decides.
    let (mean, half) = (0.5 * (expected[0] + expected[1]), 0.5 * (expected[0] - expected[1]));
    let last = [mean - 0.8 * half, mean + 0.8 * half, expected[2]];
    assert!(found.iter().zip(last).all(|(f, e)| (f - e).abs() < 1e-11), "{found}");
}

/// Under bi- and mono-stiffness two pressed contacts may pass a remainder back and forth for ever, each time smaller by the
/// same factor and each time taking as long; the solver must end that where rounding does.
#[test]
fn remainders_that_shrink_for_ever_are_cut_off_at_rounding() {
    let scene = scenes::random(49, 4, (0.0, 0.3)).unwrap();
    for law in [Law::BiStiffness, Law::MonoStiffness] {
        let outcome = solve(&Brute::new(law, Separation::Instant).with_steps_per_radian(100), &scene.problem);
        assert!(outcome.velocity.min() > -1e-12);
    }
}

/// Here a contact accumulates, closes, opens and is pressed again: it must come back rigid, not as a spring of 1e30.
#[test]
fn an_accumulated_contact_returns_rigid() {
    let scene = scenes::random(173, 4, (0.0, 0.3)).unwrap();
    let solver = Brute::new(Law::Hardening, Separation::Instant).with_steps_per_radian(100);
    let outcome = solve(&solver, &scene.problem);
    assert!(outcome.velocity.min() > -1e-12);
    assert!(outcome.steps < 1_000_000);
}

/// With e = 0 throughout, a struck row sticks together and moves as one.
#[test]
fn a_plastic_chain_moves_as_one() {
    let scene = scenes::chain(4, 0.0, 1.0).unwrap();
    for law in LAWS {
        let outcome = solve(&Brute::new(law, Separation::Instant), &scene.problem);
        let found = scene.velocities(&outcome.impulse);
        assert!(outcome.velocity.min() > -1e-12, "{found}");
        assert!((found.sum() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_symmetric_rack_stays_symmetric() {
    let scene = scenes::nine_ball_rack(0.9).unwrap();
    let outcome =
        solve(&Brute::new(Law::Hardening, Separation::Instant).with_steps_per_radian(100), &scene.problem);
    let after = scene.velocities(&outcome.impulse);
    let mirror = [(2, 3), (4, 6), (7, 8)];
    for (a, b) in mirror {
        assert!((after[2 * a] - after[2 * b]).abs() < 1e-11);
        assert!((after[2 * a + 1] + after[2 * b + 1]).abs() < 1e-11);
    }
}

#[test]
fn the_same_seed_gives_the_same_scene() {
    assert_eq!(scenes::random(7, 5, (0.5, 1.0)), scenes::random(7, 5, (0.5, 1.0)));
    assert_ne!(scenes::random(7, 5, (0.5, 1.0)), scenes::random(8, 5, (0.5, 1.0)));
}
