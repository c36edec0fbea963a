//! One workspace for many impacts: the same bits as in new memory, and no allocation once it is warm.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use crate::common::families::{Family, Surface};
use allocation_counter::measure;
use carom::{
    Body, Compliance, Contact, ContactSolution, Friction, Impact, Model, Motion, NormalLaw, Outcome,
    Restitution, Separation, Stiffness, TangentialLaw, Workspace,
};
use nalgebra::{Vector3, vector};

/// Allocations of the second of two equal solutions in one workspace.
fn allocations_when_warm(impact: &Impact) -> u64 {
    let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
    impact.solve_into(&mut workspace, &mut outcome).unwrap();
    let expected = outcome.clone();
    let counted = measure(|| impact.solve_into(&mut workspace, &mut outcome).unwrap());
    assert_eq!(outcome, expected);
    counted.count_total
}

fn law(e: f64, k: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap())
}

/// A ball on a ball on a table; the upper one falls, and slides if the contacts rub.
fn ball_on_ball(e: f64, tangential: TangentialLaw, model: Model) -> Impact {
    let velocity = vector![if tangential.has_friction() { 0.3 } else { 0.0 }, 0.0, -1.0];
    let upper = Body::ball(1.0, 1.0).unwrap().at(vector![0.0, 0.0, 3.0]).unwrap().moving(velocity).unwrap();
    let lower = Body::ball(1.5, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
    let contacts = [([0, 1], 2.0, 1.0), ([1, 2], 0.0, 2.0)].map(|(bodies, z, k)| {
        let point = vector![0.0, 0.0, z];
        Contact::new(bodies, point, Vector3::z(), law(e, k)).unwrap().with_friction(tangential)
    });
    Impact::new(vec![upper, lower, Body::fixed()], contacts.to_vec(), model).unwrap()
}

/// Equal balls in a row, the first of which runs into the others.
fn row(balls: usize, e: f64) -> Impact {
    let ball = |i: usize| {
        let speed = if i == 0 { 1.0 } else { 0.0 };
        let ball = Body::ball(1.0, 0.5).unwrap().at(vector![i as f64, 0.0, 0.0]).unwrap();
        ball.moving(vector![speed, 0.0, 0.0]).unwrap()
    };
    let contact = |i: usize| {
        Contact::new([i, i + 1], vector![i as f64 + 0.5, 0.0, 0.0], -Vector3::x(), law(e, 1.0)).unwrap()
    };
    Impact::new((0..balls).map(ball).collect(), (0..balls - 1).map(contact).collect(), Model::default())
        .unwrap()
}

#[test]
fn a_frictionless_impact_like_the_last_one_allocates_nothing() {
    for e in [1.0, 0.8, 0.3] {
        for separation in [Separation::Instant, Separation::Tracked] {
            let model = Model { separation, ..Model::default() };
            let impact = ball_on_ball(e, TangentialLaw::Frictionless, model);
            assert_eq!(allocations_when_warm(&impact), 0, "e = {e}, {separation:?}");
        }
    }
    for (balls, e) in [(2, 0.5), (5, 1.0), (20, 1.0)] {
        assert_eq!(allocations_when_warm(&row(balls, e)), 0, "{balls} balls, e = {e}");
    }
}

#[test]
fn other_velocities_in_the_same_geometry_allocate_nothing() {
    let mut impact = ball_on_ball(0.9, TangentialLaw::Frictionless, Model::default());
    let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
    impact.solve_into(&mut workspace, &mut outcome).unwrap();
    for speed in [2.0, 0.7] {
        let mut motions = [Motion::default(); 3];
        motions[0].linear.z = -speed;
        let counted = measure(|| {
            impact.set_velocities(&motions).unwrap();
            impact.solve_into(&mut workspace, &mut outcome).unwrap();
        });
        assert_eq!(counted.count_total, 0, "speed {speed}");
    }
}

#[test]
fn compliant_friction_allocates_nothing_either() {
    let friction = Friction::new(0.3).unwrap();
    let compliance = Compliance::new(17.0 / 14.0).unwrap();
    let impact = ball_on_ball(0.8, TangentialLaw::Compliant { friction, compliance }, Model::default());
    assert_eq!(allocations_when_warm(&impact), 0);
}

#[test]
fn an_impact_in_contact_space_allocates_nothing() {
    let impact = ball_on_ball(0.8, TangentialLaw::Frictionless, Model::default());
    let problem = impact.contact_problem();
    let (mut workspace, mut solution) = (Workspace::default(), ContactSolution::default());
    problem.solve_into(&mut workspace, &mut solution).unwrap();
    let counted = measure(|| problem.solve_into(&mut workspace, &mut solution).unwrap());
    assert_eq!(counted.count_total, 0);
    assert_eq!(solution, problem.solve().unwrap());
}

#[test]
fn a_workspace_in_use_gives_the_bits_of_a_new_one() {
    let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
    let small = |family: &Family| !matches!(family, Family::Heap | Family::RackOfNine);
    for seed in 0..2 {
        for surface in [Surface::None, Surface::Compliant] {
            for family in Family::ALL.into_iter().filter(small) {
                let impact = family.scene(surface, seed).impact(Model::default());
                let used = impact.solve_into(&mut workspace, &mut outcome).map(|()| outcome.clone());
                assert_eq!(used, impact.solve(), "{family:?}, {surface:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn other_velocities_give_the_bits_of_an_impact_set_up_with_them() {
    for surface in [Surface::None, Surface::Compliant] {
        for family in Family::ALL {
            let [from, to] = [1, 2].map(|seed| family.scene(surface, seed).impact(Model::default()));
            if from.bodies().len() != to.bodies().len() {
                continue;
            }
            let mut bodies = from.bodies().to_vec();
            let motions: Vec<Motion> = to.bodies().iter().map(Body::motion).collect();
            let Ok(changed) = from.with_velocities(&motions) else { continue };
            for (body, motion) in bodies.iter_mut().zip(&motions) {
                let slow = body.clone().moving(motion.linear).unwrap_or(body.clone());
                *body = slow.clone().spinning(motion.angular).unwrap_or(slow);
            }
            let anew = Impact::new(bodies, from.contacts().to_vec(), Model::default()).unwrap();
            assert_eq!(changed.solve(), anew.solve(), "{family:?}, {surface:?}");
        }
    }
}
