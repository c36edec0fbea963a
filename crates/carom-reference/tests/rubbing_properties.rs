//! What must hold for any impact with friction, tried on random rigid bodies.

use carom_reference::rubbing::random::{Kinds, Recipe};
use carom_reference::rubbing::scenes::{BallOnTable, Scene};
use carom_reference::rubbing::{Friction, Law, Outcome, Problem, Rubbing, RubbingEventKind, Separation};
use carom_reference::{Brute, problem};
use nalgebra::{DMatrix, DVector, Rotation2, Vector3};

/// Rounding of some thousand steps, amplified by a dozen events.
const ROUNDING: f64 = 1e-10;
/// Accuracy of the frictionless reference at 200 steps per radian: N⁻⁴/120 per radian over some tens of radians.
const FRICTIONLESS: f64 = 1e-9;

/// Rounding of the eigenvectors by which contacts that hold are solved together.
const OFF_PLANE: f64 = 1e-15;

const LAWS: [Law; 3] = [Law::Hardening, Law::BiStiffness, Law::MonoStiffness];
const KINDS: [Kinds; 3] = [Kinds::Compliant, Kinds::Rigid, Kinds::Mixed];

/// Random scenes of 1 to 6 contacts.
fn scenes(kinds: Kinds, seeds: std::ops::Range<u64>) -> impl Iterator<Item = Scene> {
    let scene = move |seed: u64| {
        let contacts = 1 + (seed % 6) as usize;
        Recipe::new(contacts, kinds).scene(seed).expect("a valid scene")
    };
    seeds.filter(|seed| *seed != ACCUMULATES).map(scene)
}

/// A seed whose contact 2 accumulates, which the solver refuses beside rigid friction.
const ACCUMULATES: u64 = 32;

fn solve(law: Law, problem: &Problem) -> Outcome {
    Rubbing::new(law, Separation::Instant).solve(problem).expect("the impact ends")
}

fn distance(a: &DVector<f64>, b: &DVector<f64>) -> f64 {
    (a - b).amax() / a.amax()
}

#[test]
fn every_joule_is_accounted_for() {
    for kinds in KINDS {
        for scene in scenes(kinds, 0..18) {
            for law in LAWS {
                let outcome = solve(law, &scene.problem);
                let gained = scene.problem.kinetic_gain(&outcome.impulse, &outcome.velocity);
                let lost = outcome.lost_in_friction + outcome.lost_in_restitution;
                assert!((gained + lost).abs() < ROUNDING * lost.abs());
                assert!(outcome.lost_in_friction >= 0.0);
            }
        }
    }
}

#[test]
fn contacts_end_apart_and_impulses_stay_in_the_cone() {
    for kinds in KINDS {
        for scene in scenes(kinds, 18..42) {
            let problem = &scene.problem;
            let outcome = solve(Law::Hardening, problem);
            let explained = &problem.velocity + &problem.w * &outcome.impulse;
            assert!((explained - &outcome.velocity).amax() < ROUNDING);
            assert_eq!(outcome.sequence.last(), Some(&vec![]));
            for (i, friction) in problem.friction.iter().enumerate() {
                let normal = outcome.impulse[3 * i + 2];
                let most = match *friction {
                    Friction::None => 0.0,
                    Friction::Rigid { coefficient } | Friction::Compliant { coefficient, .. } => {
                        coefficient * normal
                    }
                };
                assert!(normal >= 0.0 && outcome.velocity[3 * i + 2] >= -ROUNDING);
                assert!(outcome.impulse.fixed_rows::<2>(3 * i).norm() <= most + ROUNDING);
            }
        }
    }
}

/// More steps per radian must not move the answer, nor must looking for events elsewhere.
#[test]
fn the_step_is_small_enough_not_to_matter() {
    for kinds in KINDS {
        for scene in scenes(kinds, 42..54) {
            let with = |n| {
                let solver = Rubbing::new(Law::Hardening, Separation::Instant).with_steps_per_radian(n);
                solver.solve(&scene.problem).expect("the impact ends").impulse
            };
            let change = distance(&with(50), &with(137));
            assert!(change < ROUNDING, "{change:e}");
        }
    }
}

#[test]
fn velocities_scale() {
    for kinds in KINDS {
        for scene in scenes(kinds, 0..12) {
            let mut faster = scene.problem.clone();
            faster.velocity *= 1e3;
            let (slow, fast) = (solve(Law::Hardening, &scene.problem), solve(Law::Hardening, &faster));
            assert!(distance(&(slow.impulse * 1e3), &fast.impulse) < ROUNDING);
            let loss = slow.lost_in_friction;
            assert!((fast.lost_in_friction - 1e6 * loss).abs() <= 1e6 * loss * ROUNDING);
        }
    }
}

#[test]
fn only_ratios_of_stiffnesses_matter() {
    for kinds in KINDS {
        for scene in scenes(kinds, 12..24) {
            let mut stiffer = scene.problem.clone();
            stiffer.stiffness.iter_mut().for_each(|k| *k *= 1e7);
            let (soft, stiff) = (solve(Law::Hardening, &scene.problem), solve(Law::Hardening, &stiffer));
            assert!(distance(&soft.impulse, &stiff.impulse) < ROUNDING);
            assert!((soft.duration / stiff.duration / 1e7_f64.sqrt() - 1.0).abs() < ROUNDING);
        }
    }
}

/// Turning the tangents of every contact about its normal, each by another angle, turns the impulses.
#[test]
fn the_choice_of_tangents_does_not_matter() {
    for kinds in KINDS {
        for scene in scenes(kinds, 24..36) {
            let problem = &scene.problem;
            let mut turn = DMatrix::identity(problem.w.nrows(), problem.w.nrows());
            for i in 0..problem.contacts() {
                let block = Rotation2::new(0.7 + i as f64).into_inner();
                turn.fixed_view_mut::<2, 2>(3 * i, 3 * i).copy_from(&block);
            }
            let mut turned = problem.clone();
            turned.w = &turn * &problem.w * turn.transpose();
            turned.velocity = &turn * &problem.velocity;
            let here = solve(Law::Hardening, problem).impulse;
            assert!(distance(&(turn * here), &solve(Law::Hardening, &turned).impulse) < ROUNDING);
        }
    }
}

#[test]
fn the_order_of_the_contacts_does_not_matter() {
    for kinds in KINDS {
        for scene in scenes(kinds, 36..48) {
            let problem = &scene.problem;
            let n = problem.contacts();
            let row = |a: usize| 3 * (n - 1 - a / 3) + a % 3;
            let reversed = Problem::new(
                DMatrix::from_fn(3 * n, 3 * n, |a, b| problem.w[(row(a), row(b))]),
                DVector::from_fn(3 * n, |a, _| problem.velocity[row(a)]),
                problem.stiffness.iter().rev().copied().collect(),
                problem.restitution.iter().rev().copied().collect(),
                problem.friction.iter().rev().copied().collect(),
            )
            .expect("a valid problem");
            let back = solve(Law::Hardening, &reversed).impulse;
            let back = DVector::from_fn(3 * n, |a, _| back[row(a)]);
            assert!(distance(&solve(Law::Hardening, problem).impulse, &back) < ROUNDING);
        }
    }
}

/// If nothing couples the second tangents to the rest and nothing moves along them, nothing ever does.
#[test]
fn planar_impacts_stay_planar() {
    for kinds in KINDS {
        for scene in scenes(kinds, 0..12) {
            let mut planar = scene.problem.clone();
            for a in (0..planar.w.nrows()).filter(|a| a % 3 == 1) {
                planar.w.row_mut(a).fill(0.0);
                planar.w.column_mut(a).fill(0.0);
                planar.w[(a, a)] = 1.0;
                planar.velocity[a] = 0.0;
            }
            let outcome = solve(Law::Hardening, &planar);
            let stray = (0..planar.contacts()).map(|i| outcome.impulse[3 * i + 1].abs()).fold(0.0, f64::max);
            assert!(stray < OFF_PLANE, "{stray:e}");
        }
    }
}

fn frictionless(problem: &Problem) -> problem::Problem {
    let rows: Vec<usize> = (0..problem.contacts()).map(|i| 3 * i + 2).collect();
    problem::Problem::new(
        problem.w.select_rows(&rows).select_columns(&rows),
        problem.velocity.select_rows(&rows),
        problem.stiffness.clone(),
        problem.restitution.clone(),
    )
    .expect("a valid problem")
}

#[test]
fn without_friction_it_is_the_frictionless_reference() {
    for (i, scene) in scenes(Kinds::Mixed, 0..12).enumerate() {
        let mut smooth = scene.problem.clone();
        smooth.friction = smooth
            .friction
            .iter()
            .map(|friction| match friction {
                Friction::None => Friction::None,
                Friction::Rigid { .. } => Friction::Rigid { coefficient: 0.0 },
                Friction::Compliant { compliance, .. } => {
                    Friction::Compliant { coefficient: 0.0, compliance: *compliance }
                }
            })
            .collect();
        let law = LAWS[i % 3];
        for separation in [Separation::Instant, Separation::tracked(smooth.contacts())] {
            let brute = Brute::new(law, separation.clone()).with_steps_per_radian(200);
            let expected = brute.solve(&frictionless(&smooth)).expect("the impact ends").impulse;
            let found = Rubbing::new(law, separation).solve(&smooth).expect("the impact ends").impulse;
            let expected =
                DVector::from_fn(found.len(), |a, _| if a % 3 == 2 { expected[a / 3] } else { 0.0 });
            assert!(distance(&found, &expected) < FRICTIONLESS);
        }
    }
}

/// With e = 0 throughout, and friction at every contact, all contacts end closed or apart.
#[test]
fn plastic_impacts_with_compliant_friction_end_and_balance() {
    for seed in 0..24 {
        let recipe = Recipe::new(1 + (seed % 6) as usize, Kinds::Compliant).with_restitution(0.0, 0.0);
        let scene = recipe.scene(seed).expect("a valid scene");
        for law in LAWS {
            let outcome = solve(law, &scene.problem);
            let lost = outcome.lost_in_friction + outcome.lost_in_restitution;
            let gained = scene.problem.kinetic_gain(&outcome.impulse, &outcome.velocity);
            assert!((gained + lost).abs() < ROUNDING * lost);
            assert!((0..scene.problem.contacts()).all(|i| outcome.velocity[3 * i + 2] >= -ROUNDING));
        }
    }
}

/// Here contacts accumulate, close, and slip or stick while closed. Slip and trail change places while they do, which must not pass
/// for a jump of the normal force.
#[test]
fn accumulating_contacts_with_compliant_friction_close_and_balance() {
    for seed in [32, 58, 104, 1016, 1117] {
        let recipe = Recipe::new(1 + (seed % 6) as usize, Kinds::Compliant).with_restitution(0.0, 0.3);
        let scene = recipe.scene(seed).expect("a valid scene");
        let outcome = solve(Law::Hardening, &scene.problem);
        assert!(outcome.events.iter().any(|e| e.kind == RubbingEventKind::Closes));
        let lost = outcome.lost_in_friction + outcome.lost_in_restitution;
        let gained = scene.problem.kinetic_gain(&outcome.impulse, &outcome.velocity);
        assert!((gained + lost).abs() < ROUNDING * lost);
        assert!((0..scene.problem.contacts()).all(|i| outcome.velocity[3 * i + 2] >= -ROUNDING));
    }
}

/// Rigid friction is the limit η → 0 of compliant friction. A ball that slides, stops and holds leaves in the springs an
/// oscillation of the amplitude η, so the distance shrinks with η: tenfold for each hundredth of η².
#[test]
fn rigid_friction_is_the_limit_of_stiff_tangential_springs() {
    let with = |friction| {
        let ball = BallOnTable {
            velocity: Vector3::new(-2.0, 1.0, -5.0),
            angular_velocity: Vector3::new(1.0, 2.0, 7.0),
            restitution: 0.7,
            friction,
        };
        solve(Law::Hardening, &ball.scene().expect("a valid scene").problem).impulse
    };
    let rigid = with(Friction::Rigid { coefficient: 0.4 });
    for compliance in [1e-2_f64, 1e-4, 1e-6] {
        let error = distance(&rigid, &with(Friction::Compliant { coefficient: 0.4, compliance }));
        assert!(error < 0.3 * compliance.sqrt(), "{compliance:e} {error:e}");
    }
}

/// A hundredth of η² must leave a good deal less than a third of the distance.
#[test]
fn the_limit_holds_among_neighbours() {
    for scene in scenes(Kinds::Rigid, 61..64) {
        let rigid = solve(Law::Hardening, &scene.problem).impulse;
        let mut errors = Vec::new();
        for compliance in [1e-2_f64, 1e-4] {
            let mut soft = scene.problem.clone();
            for friction in &mut soft.friction {
                if let Friction::Rigid { coefficient } = *friction {
                    *friction = Friction::Compliant { coefficient, compliance };
                }
            }
            errors.push(distance(&rigid, &solve(Law::Hardening, &soft).impulse));
        }
        assert!(errors[1] < 0.3 * errors[0], "{errors:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_scene() {
    let recipe = Recipe::new(4, Kinds::Mixed);
    assert_eq!(recipe.scene(7), recipe.scene(7));
    assert_ne!(recipe.scene(7), recipe.scene(8));
}
