//! The JSON document. Its field names are a contract with its readers.

mod bodies;
mod contacts;
mod course;
mod derivatives;
mod energy;
mod failure;

use carom::sequence::SequenceEnding;
use carom::{Ending, Outcome};
use nalgebra::Vector3;
use serde::Serialize;

pub(super) use bodies::Bodies;
pub(super) use failure::Failed;

use self::bodies::JointEntry;
use self::contacts::Contact;
use self::course::{CollisionEntry, EventEntry, StateEntry};
pub(crate) use self::derivatives::DerivativesEntry;
use self::energy::Energy;
use super::about::About;
use crate::clock::TimeUnit;
use crate::derivatives::Derivatives;
use crate::samples::ContactSample;
use crate::scene::{Scene, Solved, SolvedCourse};

/// The document of a scene that was solved.
#[derive(Serialize)]
pub(super) struct SolvedDocument<'a> {
    outcome: &'static str,
    #[serde(flatten)]
    about: About<'a>,
    /// Strain energy that is never given back, where bodies are left wedged.
    #[serde(skip_serializing_if = "Option::is_none")]
    residual: Option<f64>,
    bodies: Bodies<'a>,
    contacts: Vec<Contact<'a>>,
    /// Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<JointEntry<'a>>,
    states: Vec<StateEntry>,
    events: Vec<EventEntry>,
    /// Of a sequence, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    collisions: Option<Vec<CollisionEntry<'a>>>,
    energy: Energy,
    duration: f64,
    units: Units,
    /// With --derivatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    derivatives: Option<DerivativesEntry<'a>>,
}

/// Units that are not the same in every document.
#[derive(Serialize)]
pub(crate) struct Units {
    /// Of every `time` and of `duration`: "s", or "relative" where stiffnesses are ratios.
    time: &'static str,
}

impl Units {
    fn of(scene: &Scene) -> Self {
        Self { time: scene.time_unit().name() }
    }

    /// Those of a motion in time.
    pub(crate) fn of_motion() -> Self {
        Self { time: TimeUnit::Seconds.name() }
    }
}

/// The document, with samples of each contact if there are any.
pub(super) fn document<'a>(
    scene: &'a Scene,
    solved: &'a Solved,
    samples: Option<Vec<Vec<ContactSample>>>,
    derivatives: Option<&'a Derivatives>,
) -> SolvedDocument<'a> {
    let Outcome { bodies, joints, energy, duration, .. } = &solved.outcome;
    let (outcome, residual) = ending_of(solved);
    SolvedDocument {
        outcome,
        about: About::scene(scene),
        residual,
        bodies: Bodies::of(scene, bodies),
        contacts: contacts::contacts(scene, solved, samples),
        joints: bodies::joints(scene, joints),
        states: solved.states().iter().map(course::state).collect(),
        events: course::events(&solved.course),
        collisions: course::collisions(scene, &solved.course),
        energy: energy::energy(scene, energy),
        duration: *duration,
        units: Units::of(scene),
        derivatives: derivatives.map(DerivativesEntry::of),
    }
}

/// How a solved scene ended, with what is left where it did not come to an end of its own.
pub(crate) fn ending_of(solved: &Solved) -> (&'static str, Option<f64>) {
    match solved.course {
        SolvedCourse::InSequence { ending: SequenceEnding::Extrapolated { residual_speed, .. }, .. } => {
            ("converged", Some(residual_speed))
        }
        _ => ending(solved.outcome.ending),
    }
}

/// How the impact ended, with the strain energy left where bodies are wedged.
pub(crate) fn ending(ending: Ending) -> (&'static str, Option<f64>) {
    match ending {
        Ending::Separated => ("separated", None),
        Ending::Converged { residual } => ("converged", Some(residual)),
        _ => ("ended", None),
    }
}

pub(super) fn array(vector: Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z].map(positive_zero)
}

/// −0 has a sign that means nothing here.
pub(super) fn positive_zero(x: f64) -> f64 {
    x + 0.0
}
