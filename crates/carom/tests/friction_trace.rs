//! The course of an impact with friction: the cone, the springs and the losses at every instant.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::{ball_of_jia2012, problem_of};
use carom::{
    ContactProblem, ContactSolution, EventKind, Mode, Model, RestitutionLaw, Snapshot, TangentialLaw, Trace,
};
use carom_reference::rubbing::random::{Kinds, Recipe};
use carom_reference::rubbing::scenes;
use nalgebra::Vector2;

/// Instants at which an impact is looked at, besides its events.
const INSTANTS: usize = 8_000;
/// Rounding of forces, in parts of the largest normal force of the impact. A contact that all but ended is not followed onto
/// its cone once what it still does is a few roundings of the velocities, some 1e-15 each, in a step of a thousandth.
const ROUNDING: f64 = 4e-12;
/// Sums over the middles of N intervals, none of which has an event within: (ωT/N)²/24 of the whole. A rigid contact that comes to
/// rest may turn its force around within one interval, which costs 1/N.
const QUADRATURE: f64 = 1.0 / INSTANTS as f64;

/// Published impacts and random ones, with every kind of friction; not mono-stiffness, whose early releases lose energy in no time.
fn problems() -> Vec<(String, ContactProblem)> {
    let mut problems = vec![
        ("ball".to_owned(), ball_of_jia2012(0.5).contact_problem().clone()),
        ("pencil".to_owned(), problem_of(&scenes::pencil().unwrap().problem, Model::default())),
        ("masse".to_owned(), problem_of(&scenes::masse().unwrap().problem, Model::default())),
    ];
    let bi_stiffness = Model { restitution: RestitutionLaw::BiStiffness, ..Model::default() };
    for kinds in [Kinds::Compliant, Kinds::Rigid, Kinds::Mixed] {
        for seed in 0..6 {
            let contacts = 1 + (seed % 4) as usize;
            let problem = Recipe::new(contacts, kinds).scene(seed).unwrap().problem;
            for model in [Model::default(), bi_stiffness] {
                problems.push((format!("{kinds:?}, seed {seed}, {model:?}"), problem_of(&problem, model)));
            }
        }
    }
    problems.retain(|(_, problem)| !problem.tangential_laws().is_empty());
    problems
}

/// Calls `check` with every problem, its solution, and its course seen densely.
fn look(check: impl Fn(&str, &ContactProblem, &ContactSolution, &[Snapshot], &Trace)) {
    for (name, problem) in problems() {
        let (solution, trace) = problem.trace().unwrap();
        assert_eq!(problem.solve().unwrap(), solution, "{name}: watching changes the outcome");
        let course = trace.sample(&trace.instants(INSTANTS));
        check(&name, &problem, &solution, &course, &trace);
    }
}

fn largest_force(course: &[Snapshot]) -> f64 {
    course.iter().flat_map(|snapshot| &snapshot.force).fold(0.0, |a, &b| a.max(b))
}

#[test]
fn the_force_lies_in_the_cone_at_every_instant() {
    look(|name, problem, _, course, _| {
        let rounding = ROUNDING * largest_force(course);
        for snapshot in course {
            for (i, side) in snapshot.tangential.iter().enumerate() {
                let limit = problem.tangential_laws()[i].coefficient() * snapshot.force[i];
                let (force, time) = (side.force.norm(), snapshot.time);
                let context = format!("{name}, contact {i} at {time}: {force:e} against {limit:e}");
                assert!(snapshot.force[i] >= -rounding, "{context}");
                assert!(force <= limit.max(0.0) + rounding, "{context}");
                if side.mode == Mode::Slip {
                    assert!((force - limit).abs() <= rounding, "{context}");
                }
            }
        }
    });
}

#[test]
fn stretch_and_force_of_compliant_contacts_fit() {
    look(|name, problem, _, course, _| {
        let rounding = ROUNDING * largest_force(course);
        for snapshot in course {
            for (i, side) in snapshot.tangential.iter().enumerate() {
                match problem.tangential_laws()[i] {
                    TangentialLaw::Compliant { compliance, .. } if side.mode != Mode::Free => {
                        let stiffness = problem.contacts()[i].stiffness.value() / compliance.value();
                        let error = (side.stretch * stiffness + side.force).norm();
                        assert!(error <= rounding, "{name}, contact {i} at {}: {error:e}", snapshot.time);
                    }
                    TangentialLaw::Compliant { .. } => {}
                    TangentialLaw::Rigid { .. } | TangentialLaw::Frictionless => {
                        assert_eq!(side.stretch.norm(), 0.0, "{name}, contact {i}");
                    }
                }
            }
        }
    });
}

#[test]
fn a_contact_that_sticks_does_not_slide_and_one_that_slips_loses_energy() {
    look(|name, problem, _, course, _| {
        let speed = problem.velocity().iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        for snapshot in course {
            for (i, side) in snapshot.tangential.iter().enumerate() {
                let power = side.sliding.dot(&side.force);
                let context = format!("{name}, contact {i} at {}: {side:?}", snapshot.time);
                match side.mode {
                    Mode::Stick => assert!(side.sliding.norm() <= ROUNDING * speed, "{context}"),
                    Mode::Slip => {
                        assert!(power <= ROUNDING * speed * largest_force(&course[..1]), "{context}")
                    }
                    Mode::Free => assert_eq!(side.force.norm(), 0.0, "{context}"),
                }
            }
        }
    });
}

/// The integral over the course of what `rate` says of an instant.
fn integral<T: std::iter::Sum + std::ops::Mul<f64, Output = T>>(
    trace: &Trace,
    rate: impl Fn(&Snapshot) -> T,
) -> T {
    let instants = trace.instants(INSTANTS);
    let middles: Vec<f64> = instants.windows(2).map(|w| 0.5 * (w[0] + w[1])).collect();
    let course = trace.sample(&middles);
    instants.windows(2).zip(&course).map(|(w, snapshot)| rate(snapshot) * (w[1] - w[0])).sum()
}

/// ∫ μFₙ|sliding| over the course is what friction takes.
#[test]
fn friction_takes_the_work_of_sliding() {
    look(|name, problem, solution, _, trace| {
        let power = |snapshot: &Snapshot| -> f64 {
            let of = |(i, side): (usize, &carom::TangentialSnapshot)| {
                problem.tangential_laws()[i].coefficient() * snapshot.force[i] * side.sliding.norm()
            };
            snapshot.tangential.iter().enumerate().map(of).sum()
        };
        let (work, taken) = (integral(trace, power), solution.lost_in_friction);
        let size = taken + solution.lost_in_restitution.abs();
        assert!((work - taken).abs() <= QUADRATURE * size, "{name}: work {work}, taken {taken}");
    });
}

/// ∫ F over the course is the impulse.
#[test]
fn impulses_are_the_integrals_of_forces() {
    look(|name, _, solution, _, trace| {
        let whole = solution.impulse.iter().fold(0.0_f64, |a, &b| a.max(b));
        for i in 0..solution.impulse.len() {
            let normal = integral(trace, |snapshot| snapshot.force[i]);
            let tangential: Vector2<f64> = integral(trace, |snapshot| snapshot.tangential[i].force);
            let across = (tangential - solution.tangential_impulse[i]).norm();
            let error = (normal - solution.impulse[i]).abs().max(across);
            assert!(error <= QUADRATURE * whole, "{name}, contact {i}: off by {error:e} of {whole}");
        }
    });
}

#[test]
fn a_timeline_has_the_active_sets_of_the_states() {
    let (by_timeline, by_trace) = {
        let impact = ball_of_jia2012(0.5);
        let (outcome, timeline) = impact.solve_with_timeline().unwrap();
        let (same, trace) = impact.trace().unwrap();
        assert_eq!(outcome.contacts, same.contacts);
        (timeline.active_sets(), trace.states())
    };
    assert!(by_trace.len() > 1 && by_trace.len() == by_timeline.len());
    for ((instant, active), state) in by_timeline.iter().zip(&by_trace) {
        assert_eq!((*instant, active), (state.time, &state.active));
    }
    assert!(by_timeline[by_timeline.len() - 1].1.is_empty());
}

#[test]
fn whoever_slides_and_then_sticks_says_so() {
    /// Random impacts of up to eight rigid contacts, many of which creep to a stop while others begin to slide.
    const SCENES: u64 = 150;
    for seed in 0..SCENES {
        let contacts = 1 + (seed % 8) as usize;
        let scene = Recipe::new(contacts, Kinds::Rigid).scene(seed).unwrap();
        let Ok((_, trace)) = problem_of(&scene.problem, Model::default()).trace() else { continue };
        let events = trace.events();
        let course = trace.sample(&trace.instants(INSTANTS / 8));
        for pair in course.windows(2) {
            for (contact, (before, after)) in pair[0].tangential.iter().zip(&pair[1].tangential).enumerate() {
                if (before.mode, after.mode) != (Mode::Slip, Mode::Stick) {
                    continue;
                }
                let between = events.iter().filter(|event| {
                    event.contact == contact && pair[0].time < event.time && event.time <= pair[1].time
                });
                let told = [EventKind::Sticks, EventKind::ContactReturns];
                assert!(
                    between.clone().any(|event| told.contains(&event.kind)),
                    "scene {seed}: contact {contact} stops between {} and {}: {:?}",
                    pair[0].time,
                    pair[1].time,
                    between.collect::<Vec<_>>()
                );
            }
        }
    }
}
