//! Long chains: what they cost, counted in Taylor expansions so that no clock is needed, and that they stay exact.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

mod common;

use carom::{Model, Outcome};
use common::{Scene, assert_near, chain, models};

/// Energy and momentum of a thousand balls, in parts of their initial values: a rounding for each ball.
const ROUNDING: f64 = 1e-12;
/// A pulse runs through a chain at constant speed, so the expansions of a chain of N balls should grow like N.
const MOST_GROWTH: f64 = 1.2;
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
