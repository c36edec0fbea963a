//! What happened at each contact, with samples of its course if they are wanted.

use carom::ContactOutcome;
use serde::Serialize;

use super::{array, positive_zero};
use crate::report::loads::{self, Load};
use crate::samples::{ContactSample, Tangential};
use crate::scene::{Scene, Solved};

#[derive(Serialize)]
pub struct Contact<'a> {
    name: &'a str,
    /// Of a mechanism there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    between: Option<[&'a str; 2]>,
    #[serde(flatten)]
    answer: Answer,
    #[serde(flatten)]
    load: Option<LoadEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Vec<SampleEntry>>,
}

/// What happened at a contact.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    /// In world axes, or along (t1, t2, n) of a mechanism's contact.
    Spatial { impulse: [f64; 3], normal_impulse: f64, velocity_before: [f64; 3], velocity_after: [f64; 3] },
    /// Of a mechanism whose tangents do not matter.
    Normal { normal_impulse: f64, normal_velocity_before: f64, normal_velocity_after: f64 },
}

impl Answer {
    fn of(scene: &Scene, done: &ContactOutcome) -> Self {
        let normal_impulse = positive_zero(done.normal_impulse);
        if scene.has_tangents() {
            Self::Spatial {
                impulse: array(done.impulse),
                normal_impulse,
                velocity_before: array(done.velocity_before),
                velocity_after: array(done.velocity_after),
            }
        } else {
            Self::Normal {
                normal_impulse,
                normal_velocity_before: positive_zero(done.velocity_before.z),
                normal_velocity_after: positive_zero(done.velocity_after.z),
            }
        }
    }
}

/// The greatest load of a spring that is not linear.
#[derive(Serialize)]
pub struct LoadEntry {
    greatest_force: f64,
    greatest_overlap: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_radius: Option<f64>,
}

impl LoadEntry {
    fn of(load: &Load) -> Self {
        Self {
            greatest_force: load.peak.force,
            greatest_overlap: load.peak.compression,
            contact_radius: load.contact_radius,
        }
    }
}

/// A contact at one instant; vectors as those of the contact.
#[derive(Serialize)]
pub struct SampleEntry {
    time: f64,
    normal_impulse: f64,
    normal_velocity: f64,
    normal_force: f64,
    strain_energy: f64,
    #[serde(flatten)]
    tangential: Option<TangentialEntry>,
}

/// What only contacts with friction have.
#[derive(Serialize)]
pub struct TangentialEntry {
    mode: &'static str,
    impulse: [f64; 3],
    velocity: [f64; 3],
    force: [f64; 3],
}

impl From<ContactSample> for SampleEntry {
    fn from(sample: ContactSample) -> Self {
        let tangential = |Tangential { mode, impulse, velocity, force }| TangentialEntry {
            mode,
            impulse: array(impulse),
            velocity: array(velocity),
            force: array(force),
        };
        Self {
            time: positive_zero(sample.time),
            normal_impulse: positive_zero(sample.normal_impulse),
            normal_velocity: positive_zero(sample.normal_velocity),
            normal_force: positive_zero(sample.normal_force),
            strain_energy: positive_zero(sample.strain_energy),
            tangential: sample.tangential.map(tangential),
        }
    }
}

pub fn contacts<'a>(
    scene: &'a Scene,
    solved: &Solved,
    samples: Option<Vec<Vec<ContactSample>>>,
) -> Vec<Contact<'a>> {
    let loads = loads::of(scene, solved);
    let load = |i: usize| loads.get(i).and_then(|load| load.as_ref()).map(LoadEntry::of);
    let mut samples = samples.map(Vec::into_iter);
    let mut next = || {
        let samples = samples.as_mut()?.next()?;
        Some(samples.into_iter().map(SampleEntry::from).collect())
    };
    let pair = |i: usize| {
        let bodies = scene.impact()?.contacts()[i].bodies();
        Some(bodies.map(|body| scene.body_names[body].as_str()))
    };
    let contact = |(i, (name, done)): (usize, (&'a String, &ContactOutcome))| Contact {
        name,
        between: pair(i),
        answer: Answer::of(scene, done),
        load: load(i),
        samples: next(),
    };
    scene.contact_names.iter().zip(&solved.outcome.contacts).enumerate().map(contact).collect()
}
