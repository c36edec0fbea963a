//! Rigid contacts that touch at rest while a stiff neighbour bounces on itself: they close and open with every bounce, by
//! ever smaller speeds. What a rigid contact does below the rounding of its speed must neither be lost, or it is found
//! approaching and has no spring to answer with, nor be answered with an opening that the same rounding takes back, or time
//! stands still.

#![allow(clippy::unwrap_used)] // a test that cannot build its impact has failed

use crate::common::{LAWS, assert_near, contact_problem, touching};
use carom::{ContactProblem, ContactSolution, Model};
use nalgebra::DMatrix;

/// Expected values were found by following the springs in tiny steps and are given to this many digits.
const PRINTED: f64 = 5e-9;
/// The same for values given to six digits.
const PRINTED_COARSELY: f64 = 5e-7;
/// The energy ledger: rounding of a few thousand steps, in parts of the energy of the approach.
const LEDGER: f64 = 1e-12;

fn problem(w: &[f64], velocity: &[f64], laws: &[(f64, f64)], model: Model) -> ContactProblem {
    let w = DMatrix::from_row_slice(velocity.len(), velocity.len(), w);
    contact_problem(&w, velocity.to_vec(), laws.iter().map(|&(e, k)| touching(e, k)).collect(), model)
}

/// Contact 2 (e = 0.8) accumulates under the weak push of contact 3 and lets contact 1 (e = 0) rest within rounding.
fn resting_beside_an_accumulation(model: Model) -> ContactProblem {
    #[rustfmt::skip]
    let w = [
        1.0835, -0.75012, -0.17042, 0.0,
        -0.75012, 6.8739, -0.35643, 0.0,
        -0.17042, -0.35643, 22.5036, -0.65932,
        0.0, 0.0, -0.65932, 1.0,
    ];
    let laws = [(0.8, 547.49), (0.0, 1.0), (0.8, 185.289), (0.0, 0.0041776)];
    problem(&w, &[-0.51947, 0.0, 0.0, 0.0], &laws, model)
}

/// Contact 1 (e = 0.95) accumulates and, at the weakest of every bounce, all but lifts contact 3 (e = 0).
fn all_but_lifted_by_an_accumulation(model: Model) -> ContactProblem {
    #[rustfmt::skip]
    let w = [
        9.81738765335738, 0.11834923474654539, 0.0, 0.0,
        0.11834923474654539, 37.95493577202921, -57.24381932373616, -42.166051737165134,
        0.0, -57.24381932373616, 189.9584580186788, 57.38814156755936,
        0.0, -42.166051737165134, 57.38814156755936, 102.22354585769384,
    ];
    let velocity = [-0.810987563045582, -0.7637990543818182, 0.3298646485150176, -0.13476855268925733];
    let laws = [
        (0.5876372034432294, 0.3999411193833592),
        (0.9539372750284816, 283.89200031537916),
        (0.03869788787562645, 0.009720518554417199),
        (0.0, 8.534645814518973),
    ];
    problem(&w, &velocity, &laws, model)
}

/// The energy that the impulses took from the bodies, −(v₀·p + p·W p/2), is what restitution lost.
#[track_caller]
fn assert_ledger(problem: &ContactProblem, solution: &ContactSolution) {
    let mean =
        problem.velocity().iter().zip(&solution.velocity).map(|(before, after)| 0.5 * (before + after));
    let taken: f64 = -mean.zip(&solution.impulse).map(|(v, p)| v * p).sum::<f64>();
    let energy = |(i, v): (usize, &f64)| 0.5 * v * v / problem.coupling().diagonal(i);
    let before: f64 = problem.velocity().iter().enumerate().map(energy).sum();
    let off = taken - solution.lost_in_restitution - solution.trapped;
    assert!(off.abs() <= LEDGER * before, "ledger off by {off:e} of {before:e} J");
}

#[test]
fn a_rigid_contact_at_rest_is_closed_before_it_approaches_by_more_than_rounding() {
    let problem = resting_beside_an_accumulation(Model::default());
    let solution = problem.solve().unwrap();
    assert_near(&solution.velocity, &[0.344_550_10, 0.0, 0.0, 0.0], PRINTED);
    let expected = [0.864_317_79, 0.094_744_82, 0.008_204_62, 0.005_409_47];
    assert_near(&solution.impulse, &expected, PRINTED);
    assert_ledger(&problem, &solution);
}

#[test]
fn a_closed_contact_does_not_open_by_a_pull_below_rounding() {
    let problem = all_but_lifted_by_an_accumulation(Model::default());
    let solution = problem.solve().unwrap();
    assert_near(&solution.velocity, &[0.474_621, 0.0, 0.035_422, 0.0], PRINTED_COARSELY);
    assert_ledger(&problem, &solution);
}

#[test]
fn every_law_of_restitution_brings_both_impacts_to_an_end() {
    for restitution in LAWS {
        let model = Model { restitution, ..Model::default() };
        for problem in [resting_beside_an_accumulation(model), all_but_lifted_by_an_accumulation(model)] {
            let solution = problem.solve().unwrap_or_else(|error| panic!("{restitution:?}: {error}"));
            assert!(solution.velocity.iter().all(|&v| v >= 0.0), "{restitution:?}: {:?}", solution.velocity);
            assert_ledger(&problem, &solution);
        }
    }
}
