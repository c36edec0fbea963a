//! What happened at each contact, with samples of its course if they are wanted.

use carom::{ContactSolution, Outcome};
use nalgebra::Vector2;
use serde::Serialize;

use super::{array, positive_zero};
use crate::report::loads::{self, Load};
use crate::samples::{ContactSample, Tangential};
use crate::scene::{Scene, Solved, SolvedSetup};

#[derive(Serialize)]
#[serde(untagged)]
pub enum Contact<'a> {
    Bodies {
        name: &'a str,
        between: [&'a str; 2],
        impulse: [f64; 3],
        normal_impulse: f64,
        velocity_before: [f64; 3],
        velocity_after: [f64; 3],
        #[serde(flatten)]
        load: Option<LoadEntry>,
        #[serde(skip_serializing_if = "Option::is_none")]
        samples: Option<Vec<SampleEntry>>,
    },
    Mechanism {
        name: &'a str,
        normal_impulse: f64,
        normal_velocity_before: f64,
        normal_velocity_after: f64,
        #[serde(flatten)]
        load: Option<LoadEntry>,
        #[serde(skip_serializing_if = "Option::is_none")]
        samples: Option<Vec<SampleEntry>>,
    },
    /// With friction: vectors along (t1, t2, n).
    RubbingMechanism {
        name: &'a str,
        impulse: [f64; 3],
        normal_impulse: f64,
        velocity_before: [f64; 3],
        velocity_after: [f64; 3],
        #[serde(skip_serializing_if = "Option::is_none")]
        samples: Option<Vec<SampleEntry>>,
    },
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
    match &solved.result {
        SolvedSetup::Bodies(outcome) => body_contacts(scene, outcome, load, next),
        SolvedSetup::Mechanism(solution) if !solution.tangential_impulse.is_empty() => {
            rubbing_contacts(scene, solution, next)
        }
        SolvedSetup::Mechanism(solution) => {
            let contact = |(i, name): (usize, &'a String)| Contact::Mechanism {
                samples: next(),
                name,
                normal_impulse: positive_zero(solution.impulse[i]),
                normal_velocity_before: positive_zero(scene.contact_problem().velocity()[i]),
                normal_velocity_after: positive_zero(solution.velocity[i]),
                load: load(i),
            };
            scene.contact_names.iter().enumerate().map(contact).collect()
        }
    }
}

/// The contacts of a mechanism with friction.
fn rubbing_contacts<'a>(
    scene: &'a Scene,
    solution: &ContactSolution,
    mut samples: impl FnMut() -> Option<Vec<SampleEntry>>,
) -> Vec<Contact<'a>> {
    let spatial = |tangential: Vector2<f64>, normal: f64| array(tangential.push(normal));
    let contact = |(i, name): (usize, &'a String)| Contact::RubbingMechanism {
        samples: samples(),
        name,
        impulse: spatial(solution.tangential_impulse[i], solution.impulse[i]),
        normal_impulse: positive_zero(solution.impulse[i]),
        velocity_before: array(scene.mechanism_velocity[i]),
        velocity_after: spatial(solution.tangential_velocity[i], solution.velocity[i]),
    };
    scene.contact_names.iter().enumerate().map(contact).collect()
}

fn body_contacts<'a>(
    scene: &'a Scene,
    outcome: &Outcome,
    load: impl Fn(usize) -> Option<LoadEntry>,
    mut samples: impl FnMut() -> Option<Vec<SampleEntry>>,
) -> Vec<Contact<'a>> {
    let pairs = scene.impact().map_or(&[][..], |impact| impact.contacts());
    let contact =
        |(i, ((pair, done), name)): (usize, ((&carom::Contact, &carom::ContactOutcome), &'a String))| {
            Contact::Bodies {
                samples: samples(),
                name,
                between: pair.bodies().map(|body| scene.body_names[body].as_str()),
                impulse: array(done.impulse),
                normal_impulse: positive_zero(done.normal_impulse),
                velocity_before: array(done.velocity_before),
                velocity_after: array(done.velocity_after),
                load: load(i),
            }
        };
    pairs.iter().zip(&outcome.contacts).zip(&scene.contact_names).enumerate().map(contact).collect()
}
