//! The JSON document of a world. Its field names are a contract with its readers.

use carom::{Model, RestitutionLaw, Separation};
use carom_motion::Ending;
use carom_motion::billiards::cue::{Departure, Grip, StrikeOutcome};
use carom_motion::cradle::{Pendulum, Swing};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::derivatives::Derivatives;
use crate::report::about::About;
use crate::report::json::{DerivativesEntry, Units};
use crate::samples;

use super::super::{WorldError, WorldRun, WorldScene, WorldSetup};
use super::energy;
use super::events::{self, EventEntry};
use super::states::{self, PieceEntry, StateEntry, array};

#[derive(Serialize)]
pub(super) struct Document<'a> {
    outcome: &'static str,
    #[serde(flatten)]
    about: About<'a>,
    end: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lasting_contact: Option<[&'a str; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cue: Option<CueEntry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pendulum: Option<PendulumEntry>,
    bodies: Ordered<'a, BodyEntry>,
    events: Vec<EventEntry<'a>>,
    energy: Ordered<'static, f64>,
    units: Units,
    #[serde(skip_serializing_if = "Option::is_none")]
    derivatives: Option<DerivativesEntry<'a>>,
}

/// A table, by the lengths between its noses, m.
#[derive(Serialize)]
struct TableEntry {
    length: f64,
    width: f64,
}

/// What the cue did at time 0.
#[derive(Serialize)]
struct CueEntry<'a> {
    ball: &'a str,
    outcome: &'static str,
    grip: &'static str,
    velocity: [f64; 3],
    angular_velocity: [f64; 3],
    tip_impulse: [f64; 3],
    bed_impulse: [f64; 3],
    /// Upwards, m/s, of a ball that leaves the bed.
    #[serde(skip_serializing_if = "Option::is_none")]
    upwards: Option<f64>,
    cue_speed_after: f64,
    lost_in_restitution: f64,
    lost_in_friction: f64,
}

/// The pendulum that every ball of a cradle is; its frequency is in rad/s.
#[derive(Serialize)]
struct PendulumEntry {
    swing: &'static str,
    frequency: f64,
}

#[derive(Serialize)]
struct BodyEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    inertia: Option<[[f64; 3]; 3]>,
    pieces: Vec<PieceEntry>,
    #[serde(rename = "final")]
    last: StateEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Vec<Sample>>,
}

#[derive(Serialize)]
struct Sample {
    time: f64,
    #[serde(flatten)]
    state: StateEntry,
}

/// An object whose entries keep their order.
struct Ordered<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for Ordered<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
pub(super) struct Failed<'a> {
    outcome: &'static str,
    #[serde(flatten)]
    about: About<'a>,
    error: Failure,
}

#[derive(Serialize)]
struct Failure {
    kind: &'static str,
    message: String,
}

pub(super) fn failure<'a>(scene: &'a WorldScene, error: &WorldError) -> Failed<'a> {
    let kind = match error {
        WorldError::Strike(_) => "strike",
        WorldError::Shot(_) => "shot",
        WorldError::Bouncing(_) => "bouncing",
        WorldError::Cradle(_) => "cradle",
    };
    Failed { outcome: "error", about: about(scene), error: Failure { kind, message: scene.explain(error) } }
}

pub(super) fn document<'a>(
    scene: &'a WorldScene,
    run: &'a WorldRun,
    step: Option<f64>,
    derivatives: Option<&'a Derivatives>,
) -> Document<'a> {
    let times = instants(run.end(), step);
    let body = |(i, name): (usize, &'a String)| {
        let sample = |&time: &f64| Sample { time, state: states::state(run, i, time) };
        let entry = BodyEntry {
            inertia: states::inertia(&scene.setup, i),
            pieces: states::pieces(run, i),
            last: states::final_state(run, i),
            samples: times.as_ref().map(|times| times.iter().map(sample).collect()),
        };
        (name.as_str(), entry)
    };
    let ledger = energy::ledger(run);
    let energy = ledger.entries.iter().map(|entry| (entry.key, entry.value));
    Document {
        outcome: run.ending().name(),
        about: about(scene),
        end: run.end(),
        lasting_contact: match run.ending() {
            Ending::LastingContact { contact, .. } => Some(events::between(contact, &scene.names)),
            Ending::TimeReached | Ending::CollisionsReached | Ending::Quiet { .. } => None,
            Ending::Together { .. } | Ending::TooManyEvents { .. } => None,
        },
        table: table(run),
        cue: cue(scene),
        pendulum: pendulum(run),
        bodies: Ordered(scene.names.iter().enumerate().map(body).collect()),
        events: events::of(run, &scene.names),
        energy: Ordered(energy.chain([("imbalance", ledger.imbalance)]).collect()),
        units: Units::of_motion(),
        derivatives: derivatives.map(DerivativesEntry::of),
    }
}

fn about(scene: &WorldScene) -> About<'_> {
    let rules = match &scene.setup {
        // Contacts on a table have no other rules.
        WorldSetup::Billiards(_) => {
            Model { restitution: RestitutionLaw::Hardening, separation: Separation::Tracked }
        }
        WorldSetup::Bouncing { world, .. } => world.model(),
        WorldSetup::Cradle { cradle, .. } => cradle.model(),
    };
    About::motion(scene.title.as_deref(), rules)
}

/// Times of the samples: multiples of the step, and the end.
fn instants(end: f64, step: Option<f64>) -> Option<Vec<f64>> {
    let step = step.filter(|step| step.is_finite() && *step > 0.0)?;
    Some(samples::multiples(end, step))
}

fn cue(scene: &WorldScene) -> Option<CueEntry<'_>> {
    let blow = scene.blow()?;
    let strike = blow.outcome.as_ref().ok()?;
    let stroke = strike.stroke()?;
    Some(CueEntry {
        ball: &scene.names[blow.ball],
        outcome: match strike {
            StrikeOutcome::Struck(_) => "struck",
            StrikeOutcome::Miscue { .. } => "miscue",
            StrikeOutcome::NoContact(_) => "no-contact",
        },
        grip: match stroke.grip {
            Grip::Held => "held",
            Grip::Partly => "slid-and-held",
            Grip::SlidThroughout => "slid",
        },
        velocity: array(stroke.velocity),
        angular_velocity: array(stroke.angular_velocity),
        tip_impulse: array(stroke.tip_impulse),
        bed_impulse: array(stroke.bed_impulse),
        upwards: match stroke.departure {
            Departure::Airborne { speed } => Some(speed),
            Departure::OnBed => None,
        },
        cue_speed_after: stroke.cue.speed,
        lost_in_restitution: stroke.energy.lost_in_restitution,
        lost_in_friction: stroke.energy.lost_in_friction,
    })
}

fn table(run: &WorldRun) -> Option<TableEntry> {
    let WorldRun::Billiards { table, .. } = run else { return None };
    Some(TableEntry { length: table.outline.length(), width: table.outline.width() })
}

fn pendulum(run: &WorldRun) -> Option<PendulumEntry> {
    let WorldRun::Cradle(course) = run else { return None };
    let Pendulum { swing, frequency } = course.pendulum();
    let swing = match swing {
        Swing::SmallAngle => "small",
        Swing::TrueAngle => "true",
    };
    Some(PendulumEntry { swing, frequency })
}
