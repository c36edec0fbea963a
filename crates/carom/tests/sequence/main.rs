//! Collisions one after the other: against closed forms, against plain runs without extrapolation, and the invariants.

#[path = "../common/mod.rs"]
mod common;

mod closed_forms;
mod derivatives;
mod endless;
mod hinges;
mod invariance;
mod mechanisms;
mod plain;
mod random_scenes;
mod refusals;
mod scenes;
mod ties;

use carom::laws::ImpactLaw;
use carom::sequence::{Rules, Sequence, SequenceCourse, SequenceOutcome};
use carom::{Impact, Model};

use common::Scene;

/// Rounding of some dozen operations on numbers of order one.
const FEW_ROUNDINGS: f64 = 1e-14;

fn solve(impact: &Impact, law: &dyn ImpactLaw, rules: Rules) -> SequenceOutcome {
    let sequence = Sequence::new(impact, rules).expect("a sound impact");
    sequence.solve(law).unwrap_or_else(|error| panic!("{error}"))
}

fn trace(impact: &Impact, law: &dyn ImpactLaw, rules: Rules) -> (SequenceOutcome, SequenceCourse) {
    let sequence = Sequence::new(impact, rules).expect("a sound impact");
    sequence.trace(law).unwrap_or_else(|error| panic!("{error}"))
}

/// The outcome of a scene by the default rules.
fn outcome(scene: &Scene, law: &dyn ImpactLaw) -> SequenceOutcome {
    solve(&scene.impact(Model::default()), law, Rules::default())
}

/// Velocities of all bodies along x.
fn along_x(outcome: &SequenceOutcome) -> Vec<f64> {
    outcome.bodies.iter().map(|motion| motion.linear.x).collect()
}
