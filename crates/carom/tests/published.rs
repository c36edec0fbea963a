//! Frictionless reference values: exact values of the papers' examples, computed twice by solvers
//! that share no code with this library or with each other, to every digit on which they agree.
//!
//! A printed value is right to half a unit of its last digit, and that is its tolerance.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{TRACKED, assert_near, ball_ball_table, chain, heights, jia2013_mass, rack};
use carom::EventKind::{self, *};
use carom::{Model, Outcome, RestitutionLaw, Trace};

const SIX_DIGITS: f64 = 0.5e-6;
const SEVEN_DIGITS: f64 = 0.5e-7;
const EIGHT_DIGITS: f64 = 0.5e-8;
const NINE_DIGITS: f64 = 0.5e-9;

/// S₁ to S₄ of [Jia2013, fig. 4] as sets of active contacts: 0 is ball-ball, 1 is ball-table.
const S1: &[usize] = &[0, 1];
const S2: &[usize] = &[1];
const S3: &[usize] = &[0];
const S4: &[usize] = &[];

const PING_PONG: [f64; 2] = [0.950043, 0.846529];

fn with_law(restitution: RestitutionLaw) -> Model {
    Model { restitution, ..Model::default() }
}

/// Balls of [Jia2013, eq. (44)] with the given restitution.
fn jia2013(e: [f64; 2], model: Model) -> (Outcome, Trace) {
    ball_ball_table(jia2013_mass(), e, 1.0).impact(model).trace().unwrap()
}

fn velocities(outcome: &Outcome) -> [f64; 2] {
    [outcome.bodies[0].linear.z, outcome.bodies[1].linear.z]
}

fn impulses(outcome: &Outcome) -> [f64; 2] {
    [outcome.contacts[0].normal_impulse, outcome.contacts[1].normal_impulse]
}

fn sequence(trace: &Trace) -> Vec<Vec<usize>> {
    trace.states().into_iter().map(|state| state.active).collect()
}

fn events(trace: &Trace) -> Vec<(EventKind, usize)> {
    trace.events().into_iter().map(|event| (event.kind, event.contact)).collect()
}

/// By I₂ = I₁ + m₂ v₂ [Jia2013, eq. (12)].
#[test]
fn jia2013_6_3_1_elastic_balls() {
    let (outcome, trace) = jia2013([1.0, 1.0], Model::default());
    assert_near(&velocities(&outcome), &[0.945114612, 0.304064896], NINE_DIGITS);
    assert_near(&impulses(&outcome), &[1.945114612, 2.296218511], NINE_DIGITS);
    assert_eq!(sequence(&trace), [S1, S2, S1, S3, S4]);
}

#[test]
fn jia2013_table_1_velocities_and_states() {
    let (outcome, trace) = jia2013([0.9, 0.7], Model::default());
    assert_near(&velocities(&outcome), &[0.613949419, 0.209719520], NINE_DIGITS);
    assert_eq!(sequence(&trace), [S1, S2, S1, S3, S4]);
    let states = trace.states();
    let row = |state: usize, contact: usize| {
        let state = &states[state];
        [state.impulse[0], state.impulse[1], state.energy[contact]]
    };
    assert_near(&row(1, 1), &[1.13829822, 0.78723432, 0.38452502], EIGHT_DIGITS);
    assert_near(&row(3, 0), &[1.27921690, 1.85611266, 0.04103886], EIGHT_DIGITS);
}

#[test]
fn tracked_separation_changes_ball_ball_table() {
    for (e, expected) in [([1.0, 1.0], [0.954509307, 0.277488803]), ([0.9, 0.7], [0.617881837, 0.195277380])]
    {
        assert_near(&velocities(&jia2013(e, TRACKED).0), &expected, NINE_DIGITS);
    }
}

#[test]
fn bi_stiffness_and_mono_stiffness_differ_from_hardening() {
    let found = |law| velocities(&jia2013([0.9, 0.7], with_law(law)).0);
    assert_near(&found(RestitutionLaw::BiStiffness), &[0.6148543, 0.2065377], SEVEN_DIGITS);
    assert_near(&found(RestitutionLaw::MonoStiffness), &[0.6174823, 0.1925432], SEVEN_DIGITS);
}

/// The paper prints the sequence S₁ S₃ S₄, but it is the ball-ball impact that ends first.
#[test]
fn jia2013_figure_9_goes_through_s2_in_the_published_order_of_events() {
    let (outcome, trace) = ball_ball_table(0.5, [0.9, 0.7], 1.0).impact(Model::default()).trace().unwrap();
    assert_near(&velocities(&outcome), &[0.636839523, 0.155809576], NINE_DIGITS);
    assert_eq!(sequence(&trace), [S1, S2, S4]);
    let in_s1 = [
        (CompressionEnds, 0),
        (CompressionRestarts, 0),
        (CompressionEnds, 1),
        (CompressionEnds, 0),
        (CompressionRestarts, 1),
        (RestitutionEnds, 0),
    ];
    assert_eq!(events(&trace)[..6], in_s1);
}

#[test]
fn jia2013_9_1_ping_pong_balls_go_through_s3() {
    for (ratio, expected) in [(2.25, [0.777986839, 0.351036643]), (2.7, [0.819026307, 0.297076461])] {
        let (outcome, trace) =
            ball_ball_table(1.0, PING_PONG, ratio).impact(Model::default()).trace().unwrap();
        assert_near(&velocities(&outcome), &expected, NINE_DIGITS);
        assert_eq!(sequence(&trace), [S1, S3, S4]);
    }
}

/// v₀ = −3 there; velocities scale with v₀ and energies with its square.
#[test]
fn jia2008_figure_4_loses_the_published_energy() {
    let scene = ball_ball_table(1.0, [0.9_f64.sqrt(), 0.4_f64.sqrt()], 10.0);
    let outcome = scene.solve(with_law(RestitutionLaw::MonoStiffness));
    assert_near(&velocities(&outcome).map(|v| 3.0 * v), &[2.441359630, 0.735552362], NINE_DIGITS);
    let taken = outcome.energy.before - outcome.energy.after;
    assert_near(&[9.0 * taken, 9.0 * outcome.energy.lost_in_restitution], &[1.249362940; 2], NINE_DIGITS);
}

fn speeds_along_x(outcome: &Outcome) -> Vec<f64> {
    outcome.bodies.iter().map(|motion| motion.linear.x).collect()
}

#[test]
fn elastic_chain_of_three_balls() {
    let outcome = chain(3, 1.0).solve(Model::default());
    assert_near(&speeds_along_x(&outcome), &[-0.1302617, 0.1502296, 0.9800321], SEVEN_DIGITS);
}

#[test]
fn wang2015_table_1_cradle_of_five_balls() {
    let outcome = chain(5, 0.95).solve(Model::default());
    let expected = [-0.099289, -0.046445, -0.009668, 0.277576, 0.877827];
    assert_near(&speeds_along_x(&outcome), &expected, SIX_DIGITS);
}

/// Chains give the same answer both ways.
#[test]
fn chains_do_not_care_how_separation_is_treated() {
    for scene in [chain(3, 1.0), chain(5, 0.95)] {
        let found = speeds_along_x(&scene.solve(TRACKED));
        assert_near(&found, &speeds_along_x(&scene.solve(Model::default())), NINE_DIGITS);
    }
}

/// Closed contacts.
#[test]
fn a_pressed_contact_accumulates_closes_and_the_collision_goes_on() {
    let rows = [
        (0.5, [0.342978, 0.299838], false),
        (0.4, [0.320216, 0.320216], true),
        (0.2, [0.322707, 0.322707], true),
        (0.0, [0.318793, 0.318793], true),
    ];
    for (e1, expected, closes) in rows {
        let (outcome, trace) = jia2013([e1, 0.7], Model::default());
        assert_near(&heights(&outcome)[..2], &expected, SIX_DIGITS);
        assert_eq!(events(&trace).contains(&(ContactCloses, 0)), closes, "e1 = {e1}");
    }
}

/// Nothing presses the two balls together once the table has let go, so both events belong to one instant.
#[test]
fn the_closed_contact_opens_at_the_instant_at_which_the_table_lets_go() {
    for e1 in [0.4, 0.2, 0.0] {
        let (_, trace) = jia2013([e1, 0.7], Model::default());
        let mut last: Vec<_> = trace.events().into_iter().rev().take(2).collect();
        last.sort_by_key(|event| event.contact);
        assert_eq!((last[0].kind, last[0].contact), (ContactOpens, 0), "e1 = {e1}");
        assert_eq!((last[1].kind, last[1].contact), (RestitutionEnds, 1), "e1 = {e1}");
        let apart = (last[0].time - last[1].time).abs();
        assert!(apart <= 4.0 * f64::EPSILON * trace.duration(), "e1 = {e1}: {apart:e} apart");
    }
}

#[test]
fn nine_ball_rack_hit_head_on() {
    let scene = rack(&[1, 2, 3, 2, 1], 0.96);
    assert_eq!(scene.touches.len(), 17);
    let outcome = scene.solve(Model::default());
    let kept = outcome.energy.after / outcome.energy.before;
    let found = [outcome.bodies[0].linear.x, outcome.bodies[9].linear.x, kept];
    assert_near(&found, &[-0.200149, 0.335913, 0.898212], SIX_DIGITS);
}
