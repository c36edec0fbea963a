//! Routh's law against closed forms, brute force, published numbers and the invariants of impact.

mod brute_force;
mod closed_forms;
mod properties;
mod published;
mod singular;

use carom::Restitution;
use carom::laws::routh::{Outcome, RouthImpact, Solution, Termination};
use nalgebra::{Matrix3, Vector3};

/// All three ways to end an impact.
const TERMINATIONS: [Termination; 3] = [Termination::Energetic, Termination::Poisson, Termination::Newton];

fn restitution(e: f64) -> Restitution {
    Restitution::new(e).expect("the tests stay within 0..=1")
}

fn outcome(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64, termination: Termination) -> Outcome {
    let impact =
        RouthImpact::new(w, v, friction, restitution(e)).expect("the matrix is positive semidefinite");
    impact.solve(termination).expect("the series ends")
}

fn solved(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64, termination: Termination) -> Solution {
    match outcome(w, v, friction, e, termination) {
        Outcome::Solved(solution) => solution,
        other @ (Outcome::NoImpact | Outcome::Ambiguous(_) | Outcome::Jammed(_)) => panic!("{other:?}"),
    }
}
