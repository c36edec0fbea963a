//! The brute-force solver against every frictionless reference value the project relies on.
//!
//! Published values come from Euler steps in impulse space, so the values here are the exact ones: computed twice by
//! solvers that share no code, and printed to the digits on which they agree. A printed value is right to half a unit
//! of its last digit, and that is the tolerance each row states.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use carom_reference::brute::{History, Snapshot};
use carom_reference::scenes::{self, BallBallTable, Scene};
use carom_reference::{Brute, Law, Separation};

const SIX_DIGITS: f64 = 0.5e-6;
const SEVEN_DIGITS: f64 = 0.5e-7;
const EIGHT_DIGITS: f64 = 0.5e-8;
const NINE_DIGITS: f64 = 0.5e-9;

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() <= tolerance, "found {found:.12?}, expected {expected:?}");
    }
}

fn velocities(scene: &Scene, law: Law, separation: Separation) -> Vec<f64> {
    let outcome = Brute::new(law, separation).solve(&scene.problem).unwrap();
    scene.velocities(&outcome.impulse).as_slice().to_vec()
}

fn hardening(scene: &Scene) -> Vec<f64> {
    velocities(scene, Law::Hardening, Separation::Instant)
}

fn two_balls(e1: f64, e2: f64) -> Scene {
    scenes::ball_ball_table(&BallBallTable::jia2013(e1, e2)).unwrap()
}

fn history(scene: &Scene) -> History {
    Brute::new(Law::Hardening, Separation::Instant).history(&scene.problem).unwrap()
}

fn assert_sequence(history: &History, expected: &[&[usize]]) {
    assert_eq!(history.outcome.sequence, expected);
}

/// S₁ to S₄ of [Jia2013, fig. 4] as sets of active contacts.
const S1: &[usize] = &[0, 1];
const S2: &[usize] = &[1];
const S3: &[usize] = &[0];
const S4: &[usize] = &[];

#[test]
fn jia2013_elastic_two_balls() {
    let scene = two_balls(1.0, 1.0);
    let found = history(&scene);
    assert_near(
        scene.velocities(&found.outcome.impulse).as_slice(),
        &[0.945114612, 0.304064896],
        NINE_DIGITS,
    );
    assert_near(found.outcome.impulse.as_slice(), &[1.945114612, 2.296218511], NINE_DIGITS);
    assert_sequence(&found, &[S1, S2, S1, S3, S4]);
}

#[test]
fn jia2013_table_1_plastic_two_balls() {
    let scene = two_balls(0.9, 0.7);
    let found = history(&scene);
    assert_near(
        scene.velocities(&found.outcome.impulse).as_slice(),
        &[0.613949419, 0.209719520],
        NINE_DIGITS,
    );
    assert_sequence(&found, &[S1, S2, S1, S3, S4]);
    let row = |s: &Snapshot, contact: usize| [s.impulse[0], s.impulse[1], s.energy[contact]];
    assert_near(&row(&found.snapshots[1], 1), &[1.13829822, 0.78723432, 0.38452502], EIGHT_DIGITS);
    assert_near(&row(&found.snapshots[3], 0), &[1.27921690, 1.85611266, 0.04103886], EIGHT_DIGITS);
}

#[test]
fn tracked_separation_changes_ball_ball_table() {
    let tracked = |e1, e2| velocities(&two_balls(e1, e2), Law::Hardening, Separation::tracked(2));
    assert_near(&tracked(1.0, 1.0), &[0.954509307, 0.277488803], NINE_DIGITS);
    assert_near(&tracked(0.9, 0.7), &[0.617881837, 0.195277380], NINE_DIGITS);
}

#[test]
fn bi_stiffness_and_mono_stiffness_differ_from_hardening() {
    let scene = two_balls(0.9, 0.7);
    let with = |law| velocities(&scene, law, Separation::Instant);
    assert_near(&with(Law::BiStiffness), &[0.6148543, 0.2065377], SEVEN_DIGITS);
    assert_near(&with(Law::MonoStiffness), &[0.6174823, 0.1925432], SEVEN_DIGITS);
}

/// The paper prints the sequence S₁ S₃ S₄; its own figure description ends with impact 1 leaving first, which is S₂.
#[test]
fn jia2013_figure_9_restarts_compression_and_goes_through_s2() {
    let balls = BallBallTable { mass: [1.0, 0.5], ..BallBallTable::jia2013(0.9, 0.7) };
    let scene = scenes::ball_ball_table(&balls).unwrap();
    let found = history(&scene);
    assert_near(
        scene.velocities(&found.outcome.impulse).as_slice(),
        &[0.636839523, 0.155809576],
        NINE_DIGITS,
    );
    assert_sequence(&found, &[S1, S2, S4]);
}

#[test]
fn jia2013_ping_pong_balls_at_both_stiffness_ratios() {
    for (ratio, expected) in [(2.25, [0.777986839, 0.351036643]), (2.7, [0.819026307, 0.297076461])] {
        let balls = BallBallTable {
            mass: [1.0, 1.0],
            stiffness: [1.0, ratio],
            restitution: [0.950043, 0.846529],
            velocity: -1.0,
        };
        let scene = scenes::ball_ball_table(&balls).unwrap();
        let found = history(&scene);
        assert_near(scene.velocities(&found.outcome.impulse).as_slice(), &expected, NINE_DIGITS);
        assert_sequence(&found, &[S1, S3, S4]);
    }
}

#[test]
fn jia2008_figure_4_loses_the_printed_energy() {
    let balls = BallBallTable {
        mass: [1.0, 1.0],
        stiffness: [1.0, 10.0],
        restitution: [0.9_f64.sqrt(), 0.4_f64.sqrt()],
        velocity: -3.0,
    };
    let scene = scenes::ball_ball_table(&balls).unwrap();
    let solver = Brute::new(Law::MonoStiffness, Separation::Instant);
    let outcome = solver.solve(&scene.problem).unwrap();
    let after = scene.velocities(&outcome.impulse);
    assert_near(after.as_slice(), &[2.441359630, 0.735552362], NINE_DIGITS);
    let loss = scene.kinetic_energy(&scene.initial) - scene.kinetic_energy(&after);
    assert_near(&[loss], &[1.249362940], NINE_DIGITS);
    assert_eq!(outcome.sequence, [S1, S3, S1, S2, S4]);
}

#[test]
fn elastic_chain_of_three_balls() {
    let scene = scenes::chain(3, 1.0, 1.0).unwrap();
    assert_near(&hardening(&scene), &[-0.1302617, 0.1502296, 0.9800321], SEVEN_DIGITS);
}

#[test]
fn wang2015_cradle_of_five_balls() {
    let scene = scenes::chain(5, 0.95, 1.0).unwrap();
    let expected = [-0.099289, -0.046445, -0.009668, 0.277576, 0.877827];
    assert_near(&hardening(&scene), &expected, SIX_DIGITS);
}

#[test]
fn chains_do_not_care_how_separation_is_treated() {
    for scene in [scenes::chain(3, 1.0, 1.0).unwrap(), scenes::chain(5, 0.95, 1.0).unwrap()] {
        let tracked = velocities(&scene, Law::Hardening, Separation::tracked(scene.problem.contacts()));
        assert_near(&tracked, &hardening(&scene), NINE_DIGITS);
    }
}

#[test]
fn pressed_contacts_accumulate_and_go_on_closed() {
    let rows = [
        (0.5, [0.342978, 0.299838]),
        (0.4, [0.320216, 0.320216]),
        (0.2, [0.322707, 0.322707]),
        (0.0, [0.318793, 0.318793]),
    ];
    for (e1, expected) in rows {
        assert_near(&hardening(&two_balls(e1, 0.7)), &expected, SIX_DIGITS);
    }
}

#[test]
fn nine_ball_rack_hit_head_on() {
    let scene = scenes::nine_ball_rack(0.96).unwrap();
    assert_eq!(scene.problem.contacts(), 17);
    let after = hardening(&scene);
    let kept = scene.kinetic_energy(&after.clone().into()) / scene.kinetic_energy(&scene.initial);
    assert_near(&[after[0], after[18], kept], &[-0.200149, 0.335913, 0.898212], SIX_DIGITS);
    assert_near(&[after[1], after[19]], &[0.0, 0.0], NINE_DIGITS);
}
