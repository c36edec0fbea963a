//! The papers' own algorithms, Euler steps over impulse, converge to this library's answers at first order.
//!
//! The error of a first-order method falls like its step: between steps δ and δ/10 by the factor 10^p with p near 1. That
//! holds only if the limit is the right one: against a limit that is off by Δ the error stops falling at Δ.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{ball_ball_table, chain, jia2013_mass};
use carom::{Model, RestitutionLaw};
use carom_reference::lzb::{Lzb, LzbLaw};
use carom_reference::scenes::{self, BallBallTable};
use carom_reference::two_ball::TwoBallEuler;
use carom_reference::wang::Wang;

/// First order. Steps end at events, not at multiples of the step, which adds noise to each error.
const ORDERS: std::ops::RangeInclusive<f64> = 0.8..=1.2;

fn worst(found: &[f64], exact: &[f64]) -> f64 {
    found.iter().zip(exact).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max)
}

/// The order observed between the first and the last step.
#[track_caller]
fn assert_first_order(steps: &[f64], exact: &[f64], solve: impl Fn(f64) -> Vec<f64>) {
    let errors: Vec<f64> = steps.iter().map(|&step| worst(&solve(step), exact)).collect();
    let last = steps.len() - 1;
    let order = (errors[0] / errors[last]).log10() / (steps[0] / steps[last]).log10();
    assert!(ORDERS.contains(&order), "order {order}, errors {errors:?}");
}

fn ours_of_two_balls(e: [f64; 2], restitution: RestitutionLaw) -> [f64; 2] {
    let model = Model { restitution, ..Model::default() };
    let bodies = ball_ball_table(jia2013_mass(), e, 1.0).solve(model).bodies;
    [bodies[0].linear.z, bodies[1].linear.z]
}

fn ours_of_the_cradle(restitution: RestitutionLaw) -> Vec<f64> {
    let model = Model { restitution, ..Model::default() };
    chain(5, 0.95).solve(model).bodies.iter().map(|motion| motion.linear.x).collect()
}

#[test]
fn jia2013_euler_steps_converge_to_ours() {
    for e in [[1.0, 1.0], [0.9, 0.7]] {
        let exact = ours_of_two_balls(e, RestitutionLaw::Hardening);
        let balls = BallBallTable::jia2013(e[0], e[1]);
        assert_first_order(&[1e-4, 1e-6], &exact, |step| {
            TwoBallEuler::new(step).unwrap().solve(&balls).unwrap().velocity.to_vec()
        });
    }
}

#[test]
fn wang2015_algorithm_1_converges_to_ours_on_the_cradle() {
    let scene = scenes::chain(5, 0.95, 1.0).unwrap();
    assert_first_order(&[1e-3, 1e-5], &ours_of_the_cradle(RestitutionLaw::Hardening), |step| {
        let impulse = Wang::new(step).unwrap().solve(&scene.problem).unwrap().impulse;
        scene.velocities(&impulse).as_slice().to_vec()
    });
}

#[test]
fn lzb_steps_converge_to_our_bi_stiffness_and_hardening() {
    for (lzb, ours) in
        [(LzbLaw::BiStiffness, RestitutionLaw::BiStiffness), (LzbLaw::Hardening, RestitutionLaw::Hardening)]
    {
        let scene = scenes::ball_ball_table(&BallBallTable::jia2013(0.9, 0.7)).unwrap();
        assert_first_order(&[1e-3, 1e-5], &ours_of_two_balls([0.9, 0.7], ours), |step| {
            let impulse = Lzb::new(step, lzb).unwrap().solve(&scene.problem).unwrap().impulse;
            scene.velocities(&impulse).as_slice().to_vec()
        });
    }
}
