//! The course of an impact: states, events, collisions.

use carom::laws::routh;
use carom::sequence::{Place, Stage};
use carom::{Event, EventKind, Mode, State};
use serde::Serialize;

use super::energy::Losses;
use super::{array, positive_zero};
use crate::lone;
use crate::scene::{Scene, SolvedCourse};

#[derive(Serialize)]
pub struct StateEntry {
    active: Vec<usize>,
    /// What friction does at every contact; left out if none has friction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    modes: Vec<&'static str>,
    normal_impulses: Vec<f64>,
    strain_energies: Vec<f64>,
    time: f64,
}

#[derive(Serialize)]
pub struct EventEntry {
    kind: &'static str,
    contact: usize,
    time: f64,
    /// Where the course is over the normal impulse, which then takes the place of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    normal_impulse: Option<f64>,
}

/// One collision of a sequence; vectors as those of the contacts.
#[derive(Serialize)]
pub struct CollisionEntry<'a> {
    #[serde(flatten)]
    place: PlaceEntry<'a>,
    impulse: [f64; 3],
    velocity_before: [f64; 3],
    velocity_after: [f64; 3],
    #[serde(flatten)]
    lost: Losses,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PlaceEntry<'a> {
    Contact(usize),
    /// The body that is on the hinge.
    Hinge(&'a str),
}

pub fn state(state: &State) -> StateEntry {
    StateEntry {
        active: state.active.clone(),
        modes: state.modes.iter().copied().map(Mode::name).collect(),
        normal_impulses: state.impulse.iter().copied().map(positive_zero).collect(),
        strain_energies: state.energy.iter().copied().map(positive_zero).collect(),
        time: positive_zero(state.time),
    }
}

pub fn events(course: &SolvedCourse) -> Vec<EventEntry> {
    let over_impulse = |(event, kind): (&routh::Event, EventKind)| EventEntry {
        kind: kind.name(),
        contact: 0,
        time: 0.0,
        normal_impulse: Some(positive_zero(event.normal_impulse)),
    };
    match course {
        SolvedCourse::OverTime { events, .. } => events.iter().map(over_time).collect(),
        SolvedCourse::OverImpulse { events, .. } => lone::named_events(events).map(over_impulse).collect(),
        SolvedCourse::AtOnce { .. } | SolvedCourse::InSequence { .. } => Vec::new(),
    }
}

pub fn over_time(event: &Event) -> EventEntry {
    EventEntry {
        kind: event.kind.name(),
        contact: event.contact,
        time: positive_zero(event.time),
        normal_impulse: None,
    }
}

pub fn collisions<'a>(scene: &'a Scene, course: &SolvedCourse) -> Option<Vec<CollisionEntry<'a>>> {
    let SolvedCourse::InSequence { course, .. } = course else { return None };
    let entry = |stage: &Stage| CollisionEntry {
        place: match stage.place {
            Place::Contact(contact) => PlaceEntry::Contact(contact),
            Place::Hinge(body) => PlaceEntry::Hinge(&scene.body_names[body]),
        },
        impulse: array(stage.impulse),
        velocity_before: array(stage.velocity_before),
        velocity_after: array(stage.velocity_after),
        lost: Losses::of(scene, stage.normal_loss, stage.friction_loss),
    };
    Some(course.stages.iter().map(entry).collect())
}
