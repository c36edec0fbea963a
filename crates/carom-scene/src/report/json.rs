//! The JSON document. Its field names are a contract with its readers.

use carom::laws::complementarity::ComplementarityError;
use carom::laws::{LawError, routh};
use carom::sequence::{Place, SequenceEnding, SequenceError, Stage};
use carom::{
    ContactSolution, Ending, Event, EventKind, Joint, JointOutcome, Mode, Motion, Outcome, SolveError, State,
};
use nalgebra::{Vector2, Vector3};
use serde::Serialize as SerializeDerive;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::about::About;
use super::ledger;
use super::loads::{self, Load};
use crate::derivatives::{Derivatives, NamedKink};
use crate::lone;
use crate::samples::{ContactSample, Tangential};
use crate::scene::{Course, Scene, Solved, SolvedSetup, Unsolved};

/// What stands in the document.
#[derive(SerializeDerive)]
#[serde(untagged)]
pub(super) enum Document<'a> {
    Solved(Box<SolvedDocument<'a>>),
    Failed {
        outcome: &'static str,
        #[serde(flatten)]
        about: About<'a>,
        error: Failure,
    },
}

#[derive(SerializeDerive)]
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
    states: Vec<StateEntry<'a>>,
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

/// Derivatives of the outcome: a name for every row and column.
#[derive(SerializeDerive)]
struct DerivativesEntry<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    matrix: &'a [Vec<f64>],
    kinks: Vec<KinkEntry<'a>>,
}

#[derive(SerializeDerive)]
struct KinkEntry<'a> {
    time: f64,
    cause: &'static str,
    contacts: &'a [String],
    columns: &'a [String],
}

impl<'a> DerivativesEntry<'a> {
    fn of(derivatives: &'a Derivatives) -> Self {
        let kink = |kink: &'a NamedKink| KinkEntry {
            time: kink.time,
            cause: kink.cause,
            contacts: &kink.contacts,
            columns: &kink.columns,
        };
        Self {
            rows: derivatives.rows.iter().map(|row| row.name.as_str()).collect(),
            columns: derivatives.columns.iter().map(|column| column.name.as_str()).collect(),
            matrix: &derivatives.matrix,
            kinks: derivatives.kinks.iter().map(kink).collect(),
        }
    }
}

/// Units that are not the same in every document.
#[derive(SerializeDerive)]
struct Units {
    /// Of every `time` and of `duration`: "s", or "relative" where stiffnesses are ratios.
    time: &'static str,
}

/// One collision of a sequence; vectors as those of the contacts.
#[derive(SerializeDerive)]
struct CollisionEntry<'a> {
    #[serde(flatten)]
    place: PlaceEntry<'a>,
    impulse: [f64; 3],
    velocity_before: [f64; 3],
    velocity_after: [f64; 3],
    #[serde(flatten)]
    lost: Losses,
}

/// What was lost: in two parts where the model says which is which, else their sum.
#[derive(SerializeDerive)]
#[serde(untagged)]
enum Losses {
    Split { lost_in_restitution: f64, lost_in_friction: f64 },
    Whole { lost: f64 },
}

impl Losses {
    fn of(scene: &Scene, in_restitution: f64, in_friction: f64) -> Self {
        if scene.splits_losses() {
            Self::Split {
                lost_in_restitution: positive_zero(in_restitution),
                lost_in_friction: positive_zero(in_friction),
            }
        } else {
            Self::Whole { lost: positive_zero(in_restitution + in_friction) }
        }
    }
}

#[derive(SerializeDerive)]
#[serde(rename_all = "lowercase")]
enum PlaceEntry<'a> {
    Contact(usize),
    /// The body that is on the hinge.
    Hinge(&'a str),
}

/// An object with the bodies in the order of the scene.
pub(super) struct Bodies<'a>(Vec<(&'a str, Velocities)>);

impl<'a> Bodies<'a> {
    pub fn of(scene: &'a Scene, motions: &[Motion]) -> Self {
        let velocities = |motion: &Motion| Velocities {
            velocity: array(motion.linear),
            angular_velocity: array(motion.angular),
        };
        Self(scene.body_names.iter().map(String::as_str).zip(motions.iter().map(velocities)).collect())
    }
}

impl Serialize for Bodies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, velocities) in &self.0 {
            map.serialize_entry(name, velocities)?;
        }
        map.end()
    }
}

#[derive(SerializeDerive)]
struct Velocities {
    velocity: [f64; 3],
    angular_velocity: [f64; 3],
}

#[derive(SerializeDerive)]
#[serde(untagged)]
enum Contact<'a> {
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
#[derive(SerializeDerive)]
struct LoadEntry {
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
#[derive(SerializeDerive)]
struct SampleEntry {
    time: f64,
    normal_impulse: f64,
    normal_velocity: f64,
    normal_force: f64,
    strain_energy: f64,
    #[serde(flatten)]
    tangential: Option<TangentialEntry>,
}

/// What only contacts with friction have.
#[derive(SerializeDerive)]
struct TangentialEntry {
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

/// What a joint carried, on its first body; world axes.
#[derive(SerializeDerive)]
struct JointEntry<'a> {
    name: &'a str,
    kind: &'static str,
    between: [&'a str; 2],
    impulse: [f64; 3],
    couple: [f64; 3],
}

#[derive(SerializeDerive)]
struct StateEntry<'a> {
    active: &'a [usize],
    /// What friction does at every contact; left out if none has friction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    modes: Vec<&'static str>,
    normal_impulses: Vec<f64>,
    strain_energies: Vec<f64>,
    time: f64,
}

#[derive(SerializeDerive)]
struct EventEntry {
    kind: &'static str,
    contact: usize,
    time: f64,
    /// Where the course is over the normal impulse, which then takes the place of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    normal_impulse: Option<f64>,
}

#[derive(SerializeDerive)]
#[serde(untagged)]
enum Energy {
    OfBodies {
        before: f64,
        after: f64,
        /// Done by fixed bodies that move; left out if none does.
        #[serde(skip_serializing_if = "Option::is_none")]
        work: Option<f64>,
        #[serde(flatten)]
        lost: Losses,
    },
    /// The contact matrix gives the change of the kinetic energy, not the whole of it.
    OfMechanism {
        change: f64,
        #[serde(flatten)]
        lost: Losses,
    },
}

#[derive(SerializeDerive)]
pub(super) struct Failure {
    kind: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

/// The document, with samples of each contact if there are any.
pub(super) fn document<'a>(
    scene: &'a Scene,
    solved: &'a Solved,
    samples: Option<Vec<Vec<ContactSample>>>,
    derivatives: Option<&'a Derivatives>,
) -> Document<'a> {
    let duration = match &solved.result {
        SolvedSetup::Bodies(outcome) => outcome.duration,
        SolvedSetup::Mechanism(solution) => solution.duration,
    };
    let (outcome, residual) = ending_of(solved);
    Document::Solved(Box::new(SolvedDocument {
        outcome,
        about: About::scene(scene),
        residual,
        bodies: bodies(scene, &solved.result),
        contacts: contacts(scene, solved, samples),
        joints: joints(scene, &solved.result),
        states: solved.states.iter().map(state).collect(),
        events: events(&solved.course),
        collisions: collisions(scene, &solved.course),
        energy: energy(scene, &solved.result),
        duration,
        units: Units { time: scene.time_unit().name() },
        derivatives: derivatives.map(DerivativesEntry::of),
    }))
}

/// How a solved scene ended, with what is left where it did not come to an end of its own.
pub(crate) fn ending_of(solved: &Solved) -> (&'static str, Option<f64>) {
    match solved.course {
        Course::InSequence { ending: SequenceEnding::Extrapolated { residual_speed, .. }, .. } => {
            ("converged", Some(residual_speed))
        }
        _ => ending_of_result(&solved.result),
    }
}

/// The same of an impact whose course was not kept.
pub(crate) fn ending_of_result(result: &SolvedSetup) -> (&'static str, Option<f64>) {
    match result {
        SolvedSetup::Bodies(outcome) => ending(outcome.ending),
        SolvedSetup::Mechanism(_) => ending(Ending::Separated),
    }
}

pub(super) fn failure<'a>(scene: &'a Scene, error: &Unsolved) -> Document<'a> {
    let (kind, place) = match error {
        Unsolved::TooLarge { .. } => ("overflow", None),
        Unsolved::Engine(SolveError::TooManySteps { contact, time, .. }) => {
            ("too-many-steps", Some((*contact, *time)))
        }
        Unsolved::Engine(SolveError::Unsettled { contact, time }) => ("unsettled", Some((*contact, *time))),
        Unsolved::Engine(SolveError::Overflow { contact, time }) => ("overflow", Some((*contact, *time))),
        Unsolved::Engine(SolveError::NoConsistentFriction { contact, time }) => {
            ("no-consistent-friction", Some((*contact, *time)))
        }
        Unsolved::Jamming { .. } => ("jamming", Some((0, f64::INFINITY))),
        Unsolved::Ambiguous { .. } => ("ambiguous", Some((0, 0.0))),
        Unsolved::Law(LawError::TooManySteps { .. }) => ("too-many-steps", Some((0, 0.0))),
        Unsolved::Law(LawError::Jammed { .. }) => ("jamming", Some((0, f64::INFINITY))),
        Unsolved::Law(LawError::NoSolution { .. }) => ("no-solution", Some((0, 0.0))),
        Unsolved::Law(LawError::OutsideDomain { .. }) => ("does-not-apply", Some((0, 0.0))),
        Unsolved::Sequence(SequenceError::Endless { place, .. }) => ("endless", at_contact(*place)),
        Unsolved::Sequence(SequenceError::TooManyCollisions { place, .. }) => {
            ("too-many-steps", at_contact(*place))
        }
        Unsolved::Complementarity(ComplementarityError::Jammed { contact, .. }) => {
            ("jamming", Some((*contact, f64::INFINITY)))
        }
        Unsolved::Complementarity(ComplementarityError::Unsettled { contact, .. }) => {
            ("unsettled", Some((*contact, 0.0)))
        }
        Unsolved::Engine(_) | Unsolved::Law(_) | Unsolved::Complementarity(_) | Unsolved::Sequence(_) => {
            ("unsolved", None)
        }
    };
    let error = Failure {
        kind,
        message: scene.explain(error),
        contact: place.map(|(contact, _)| contact),
        time: place.map(|(_, time)| time).filter(|time| time.is_finite()),
    };
    Document::Failed { outcome: "error", about: About::scene(scene), error }
}

/// The contact of a collision, which has no time; none for a hinge.
fn at_contact(place: Place) -> Option<(usize, f64)> {
    match place {
        Place::Contact(contact) => Some((contact, 0.0)),
        Place::Hinge(_) => None,
    }
}

/// How the impact ended, with the strain energy left where bodies are wedged.
fn ending(ending: Ending) -> (&'static str, Option<f64>) {
    match ending {
        Ending::Separated => ("separated", None),
        Ending::Converged { residual } => ("converged", Some(residual)),
        _ => ("ended", None),
    }
}

fn bodies<'a>(scene: &'a Scene, result: &SolvedSetup) -> Bodies<'a> {
    let motions: &[Motion] = match result {
        SolvedSetup::Bodies(outcome) => &outcome.bodies,
        SolvedSetup::Mechanism(_) => &[],
    };
    Bodies::of(scene, motions)
}

fn contacts<'a>(
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

fn state(state: &State) -> StateEntry<'_> {
    StateEntry {
        active: &state.active,
        modes: state.modes.iter().copied().map(Mode::name).collect(),
        normal_impulses: state.impulse.iter().copied().map(positive_zero).collect(),
        strain_energies: state.energy.iter().copied().map(positive_zero).collect(),
        time: positive_zero(state.time),
    }
}

fn events(course: &Course) -> Vec<EventEntry> {
    let over_time = |event: &Event| EventEntry {
        kind: event.kind.name(),
        contact: event.contact,
        time: positive_zero(event.time),
        normal_impulse: None,
    };
    let over_impulse = |(event, kind): (&routh::Event, EventKind)| EventEntry {
        kind: kind.name(),
        contact: 0,
        time: 0.0,
        normal_impulse: Some(positive_zero(event.normal_impulse)),
    };
    match course {
        Course::OverTime { events, .. } => events.iter().map(over_time).collect(),
        Course::OverImpulse { events, .. } => lone::named_events(events).map(over_impulse).collect(),
        Course::AtOnce { .. } | Course::InSequence { .. } => Vec::new(),
    }
}

fn collisions<'a>(scene: &'a Scene, course: &Course) -> Option<Vec<CollisionEntry<'a>>> {
    let Course::InSequence { course, .. } = course else { return None };
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

fn joints<'a>(scene: &'a Scene, result: &SolvedSetup) -> Vec<JointEntry<'a>> {
    let (Some(impact), SolvedSetup::Bodies(outcome)) = (scene.impact(), result) else { return Vec::new() };
    let entry = |((name, joint), carried): ((&'a String, &Joint), &JointOutcome)| JointEntry {
        name,
        kind: joint.kind().name(),
        between: joint.bodies().map(|body| scene.body_names[body].as_str()),
        impulse: array(carried.impulse),
        couple: array(carried.couple),
    };
    scene.joint_names.iter().zip(impact.joints()).zip(&outcome.joints).map(entry).collect()
}

fn energy(scene: &Scene, result: &SolvedSetup) -> Energy {
    match result {
        SolvedSetup::Bodies(outcome) => Energy::OfBodies {
            before: outcome.energy.before,
            after: outcome.energy.after,
            work: ledger::drives(scene).then_some(outcome.energy.work),
            lost: Losses::of(scene, outcome.energy.lost_in_restitution, outcome.energy.lost_in_friction),
        },
        SolvedSetup::Mechanism(solution) => Energy::OfMechanism {
            change: positive_zero(scene.energy_change(solution)),
            lost: Losses::of(scene, solution.lost_in_restitution, solution.lost_in_friction),
        },
    }
}

pub(super) fn array(vector: Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z].map(positive_zero)
}

/// −0 has a sign that means nothing here.
pub(super) fn positive_zero(x: f64) -> f64 {
    x + 0.0
}
