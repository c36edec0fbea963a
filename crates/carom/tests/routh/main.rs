//! Routh's law against closed forms, brute force, published numbers and the invariants of impact.

mod brute_force;
mod closed_forms;
mod infinite_friction;
mod properties;
mod published;
mod singular;

use carom::laws::routh::{Outcome, Routh, Solution, Termination};
use carom::laws::{Coefficients, LawError, LoneImpact};
use carom::{Friction, Restitution};
use nalgebra::{Matrix3, Vector3};

/// All three ways to end an impact.
const TERMINATIONS: [Termination; 3] = [Termination::Energetic, Termination::Poisson, Termination::Newton];

fn lone_impact(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64) -> Result<LoneImpact, LawError> {
    let coefficients = Coefficients {
        restitution: Restitution::new(e).expect("the tests stay within 0..=1"),
        friction: Friction::new(friction).expect("the tests have friction of zero or more"),
        ..Coefficients::default()
    };
    LoneImpact::new(w, v, coefficients)
}

fn outcome(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64, termination: Termination) -> Outcome {
    let impact = lone_impact(w, v, friction, e).expect("the matrix is positive semidefinite");
    Routh { termination }.follow(&impact).expect("the series ends")
}

fn solved(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64, termination: Termination) -> Solution {
    match outcome(w, v, friction, e, termination) {
        Outcome::Solved(solution) => solution,
        other @ (Outcome::NoImpact | Outcome::Ambiguous(_) | Outcome::Jammed(_)) => panic!("{other:?}"),
    }
}
