//! Long chains: what they cost, counted in Taylor expansions so that no clock is needed, and that they stay exact.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common;
use crate::common::{Scene, assert_near, chain, models};
use carom::{Model, Outcome};

/// Energy and momentum of a thousand balls, in parts of their initial values: a rounding for each ball.
const ROUNDING: f64 = 1e-12;
/// A pulse runs through a chain at constant speed, so the expansions of a chain of N balls should grow like N.
const MOST_GROWTH: f64 = 1.2;
/// The last few balls of a chain cost less than the others, and events do not come evenly.
const STEADY: f64 = 0.25;
const LENGTHS: [usize; 3] = [10, 100, 1000];

fn momentum(outcome: &Outcome) -> f64 {
    outcome.bodies.iter().map(|motion| motion.linear.x).sum()
}

#[test]
fn elastic_chains_conserve_energy_and_momentum_and_end_in_order() {
    for length in LENGTHS {
        for model in models() {
            let outcome = chain(length, 1.0).solve(model);
            assert_near(&[momentum(&outcome), outcome.energy.after], &[1.0, 0.5], ROUNDING);
            let speeds: Vec<f64> = outcome.bodies.iter().map(|motion| motion.linear.x).collect();
            assert!(speeds.windows(2).all(|pair| pair[0] <= pair[1] + ROUNDING), "{length}, {model:?}");
        }
    }
}

/// Every spring of an elastic chain is alike under the three laws: e = 1 costs nothing in any of them.
#[test]
fn the_laws_agree_on_elastic_chains() {
    let expected = chain(30, 1.0).solve(Model::default()).bodies;
    for model in models() {
        let error = common::distance(&chain(30, 1.0).solve(model).bodies, &expected);
        assert!(error <= ROUNDING, "{model:?}: {error:e}");
    }
}

#[test]
fn expansions_grow_no_faster_than_the_chain() {
    let cost = LENGTHS.map(|length| chain(length, 1.0).solve(Model::default()).expansions as f64);
    for (pair, lengths) in cost.windows(2).zip(LENGTHS.windows(2)) {
        let growth = (pair[1] / pair[0]).ln() / (lengths[1] as f64 / lengths[0] as f64).ln();
        assert!(growth <= MOST_GROWTH, "N^{growth} from {lengths:?} balls, expansions {cost:?}");
    }
}

/// Behind the wave in a chain with e < 1 contacts stay pressed and harden until they close, one by one: a solid grows from
/// behind, and between it and the wave there are always some eighty springs. So every further ball should cost the same.
#[test]
fn every_further_ball_of_a_chain_with_a_tail_costs_the_same() {
    let cost = [180, 220, 260].map(|balls| chain(balls, 0.95).solve(Model::default()).expansions as f64);
    let growth = (cost[2] - cost[1]) / (cost[1] - cost[0]);
    assert!(
        (growth - 1.0).abs() <= STEADY,
        "forty more balls cost {growth} times what the forty before did: {cost:?}"
    );
}

/// Closed contacts come in long groups here, which steps do without.
#[test]
fn chains_that_become_solid_conserve_energy_and_momentum_whatever_the_order_of_their_contacts() {
    for e in [0.0, 0.3, 0.7, 0.9] {
        let scene = chain(100, e);
        let mut shuffled = scene.clone();
        shuffled.touches.sort_by_key(|touch| (37 * touch.bodies[0]) % 101);
        let [found, among] = [scene, shuffled].map(|scene| scene.solve(Model::default()));
        let ledger = found.energy.imbalance();
        assert_near(&[momentum(&found), ledger], &[1.0, 0.0], ROUNDING);
        assert!(common::distance(&found.bodies, &among.bodies) <= ROUNDING, "e = {e}");
    }
}

#[test]
fn a_trace_of_a_chain_that_becomes_solid_ends_as_its_outcome() {
    let impact = chain(60, 0.3).impact(Model::default());
    let (outcome, trace) = impact.trace().unwrap();
    assert_eq!(outcome, impact.solve().unwrap());
    let last = trace.sample(&[trace.duration()]).pop().unwrap();
    let error = common::distance(&impact.motions_at(&last), &outcome.bodies);
    assert!(error <= ROUNDING, "{error:e}");
    for snapshot in trace.sample(&trace.instants(300)) {
        assert!(snapshot.velocity.iter().zip(&snapshot.force).all(|(v, f)| v.is_finite() && *f >= -ROUNDING));
    }
}

/// Short chains far apart; only the first is hit.
fn one_of(chains: usize) -> Scene {
    let mut all = chain(5, 0.9);
    for _ in 1..chains {
        let first = all.solids.len();
        let mut quiet = chain(5, 0.9);
        quiet.solids[0].velocity.x = 0.0;
        quiet.touches.iter_mut().for_each(|t| t.bodies = t.bodies.map(|body| body + first));
        all.solids.append(&mut quiet.solids);
        all.touches.append(&mut quiet.touches);
    }
    all
}

#[test]
fn quiet_clusters_cost_nothing() {
    for model in models() {
        let (alone, among) = (one_of(1).solve(model), one_of(100).solve(model));
        assert_eq!((alone.expansions, alone.events), (among.expansions, among.events), "{model:?}");
    }
}

/// A ball that runs ahead at the front is not reached; the balls it leaves behind must not be paid for.
#[test]
fn balls_behind_the_one_that_moves_cost_nothing() {
    let hit_in_front = |behind: usize| {
        let mut scene = chain(behind + 5, 1.0);
        scene.solids[0].velocity.x = 0.0;
        scene.solids[behind].velocity.x = 1.0;
        scene.touches.drain(..behind);
        scene
    };
    let (short, long) = (hit_in_front(0).solve(Model::default()), hit_in_front(500).solve(Model::default()));
    assert_eq!(short.expansions, long.expansions);
}
