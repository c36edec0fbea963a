//! The comparison of models as a JSON document. Its field names are a contract with its readers.

use carom::comparison::{Answer, BreachAt, Comparison, ContactAnswer, Row, Verdict};
use carom::laws::Promises;
use serde::Serialize;

use super::about::VERSION;
use super::json::{self, Bodies};
use crate::scene::Scene;

#[derive(Serialize)]
pub(super) struct ComparisonDocument<'a> {
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    models: Vec<Model<'a>>,
}

#[derive(Serialize)]
struct Model<'a> {
    name: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    promises: Option<PromisesEntry>,
    #[serde(flatten)]
    verdict: VerdictEntry<'a>,
}

#[derive(Serialize)]
struct PromisesEntry {
    dissipates: bool,
    separates: bool,
    stays_in_cone: bool,
    is_unique: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum VerdictEntry<'a> {
    Answer(AnswerEntry<'a>),
    None { outcome: &'static str, reason: &'a str },
}

#[derive(Serialize)]
struct AnswerEntry<'a> {
    outcome: &'static str,
    permissible: bool,
    breaches: Vec<BreachEntry>,
    energy_lost: f64,
    energy_kept: f64,
    bodies: Bodies<'a>,
    contacts: Vec<ContactEntry>,
}

/// Vectors along (t1, t2, n): of a mechanism those of the file, of bodies with t1 along the sliding before. `mode` is what the contact does as
/// the impact ends.
#[derive(Serialize)]
struct ContactEntry {
    impulse: [f64; 3],
    velocity_after: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    restitution: Option<f64>,
    mode: &'static str,
}

#[derive(Serialize)]
struct BreachEntry {
    condition: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<usize>,
    by: f64,
    unit: &'static str,
}

pub(super) fn document<'a>(scene: &'a Scene, comparison: &'a Comparison) -> ComparisonDocument<'a> {
    let models = comparison.rows.iter().map(|row| model(scene, comparison, row)).collect();
    ComparisonDocument { version: VERSION, title: scene.title.as_deref(), models }
}

fn model<'a>(scene: &'a Scene, comparison: &Comparison, row: &'a Row) -> Model<'a> {
    let promises = |promises: Promises| PromisesEntry {
        dissipates: promises.dissipates,
        separates: promises.separates,
        stays_in_cone: promises.stays_in_cone,
        is_unique: promises.is_unique,
    };
    let verdict = match &row.verdict {
        Verdict::Answer(answer) => VerdictEntry::Answer(entry(scene, comparison, answer)),
        Verdict::DoesNotApply(reason) => VerdictEntry::None { outcome: "does-not-apply", reason },
        Verdict::NoAnswer(reason) => VerdictEntry::None { outcome: "no-answer", reason },
    };
    Model { name: &row.name, title: &row.title, promises: row.promises.map(promises), verdict }
}

fn entry<'a>(scene: &'a Scene, comparison: &Comparison, answer: &Answer) -> AnswerEntry<'a> {
    let breach = |at: &BreachAt| BreachEntry {
        condition: at.breach.condition.name(),
        contact: at.contact,
        by: at.breach.by,
        unit: at.breach.condition.unit(),
    };
    let contact = |contact: &ContactAnswer| ContactEntry {
        impulse: json::array(comparison.in_given_axes(&contact.impulse)),
        velocity_after: json::array(comparison.in_given_axes(&contact.velocity)),
        restitution: contact.restitution.map(json::positive_zero),
        mode: contact.mode.name(),
    };
    AnswerEntry {
        outcome: "answer",
        permissible: answer.is_permissible(),
        breaches: answer.breaches.iter().map(breach).collect(),
        energy_lost: json::positive_zero(answer.energy_lost),
        energy_kept: answer.energy_kept,
        bodies: Bodies::of(scene, &answer.bodies),
        contacts: answer.contacts.iter().map(contact).collect(),
    }
}
