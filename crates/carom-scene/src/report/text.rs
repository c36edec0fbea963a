//! The report as text: headings and what stands under them.

use std::fmt::Write;

use carom::{Impact, Outcome};

use super::columns::{DIM, HEADING, paint};
use super::motions::{self, Change};
use super::{TextOptions, collisions, friction, joints, ledger, loads, over_impulse, states, words};
use crate::scene::{Scene, Setup, Solved, SolvedCourse};
use crate::unsolved::Unsolved;

pub(super) fn solved(scene: &Scene, solved: &Solved, options: TextOptions) -> String {
    let mut text =
        scene.why_idle(solved).map_or_else(String::new, |why| format!("Nothing happens: {why}\n\n"));
    text.push_str(&opening(scene, options));
    course(&mut text, scene, solved, options);
    let outcome = &solved.outcome;
    if let Some(impact) = scene.impact() {
        motion(&mut text, scene, impact, outcome, options);
    }
    section(&mut text, "Contacts", CONTACTS, &motions::contacts(scene, outcome, options), options);
    if !outcome.joints.is_empty() {
        section(&mut text, "Joints", joints::NOTE, &joints::table(scene, outcome, options), options);
    }
    loads(&mut text, scene, solved, options);
    rubbing(&mut text, scene, solved, options);
    let note = ledger::note(&scene.method, &outcome.energy);
    section(&mut text, "Energy", note, &ledger::of(scene, &outcome.energy, options), options);
    text
}

/// States and events.
fn course(text: &mut String, scene: &Scene, solved: &Solved, options: TextOptions) {
    let names = &scene.contact_names;
    match &solved.course {
        SolvedCourse::OverTime { trace, events } => {
            let table = states::of_course(trace, names, options);
            section(text, "States", &states::note(names, scene.time_unit()), &table, options);
            let separation = scene.contact_problem().model().separation;
            section(text, "Events", "", &states::events(trace, events, names, separation, options), options);
        }
        SolvedCourse::OverImpulse { events, ending } => {
            let table = over_impulse::states(&solved.states(), names, options);
            section(text, "States", over_impulse::STATES, &table, options);
            let table = over_impulse::events(events, names, options);
            section(text, "Events", over_impulse::note(*ending), &table, options);
        }
        SolvedCourse::InSequence { course, ending } => {
            let table = collisions::table(scene, course, options);
            section(text, "Collisions", &collisions::note(scene, course, *ending), &table, options);
        }
        SolvedCourse::AtOnce { .. } => {} // The law is in the opening, the impulse among the contacts.
    }
}

/// Velocities of the bodies, and their angular velocities if any turns.
fn motion(text: &mut String, scene: &Scene, impact: &Impact, outcome: &Outcome, options: TextOptions) {
    let velocities = Change::of(impact, outcome, |motion| motion.linear);
    let spins = Change::of(impact, outcome, |motion| motion.angular);
    let bodies = &scene.body_names;
    section(text, "Velocities", &velocities.note("m/s"), &velocities.table(bodies, options), options);
    if motions::turns(impact, outcome) {
        let table = spins.table(bodies, options);
        section(text, "Angular velocities", &spins.note("rad/s"), &table, options);
    }
}

/// How springs that are not linear were loaded.
fn loads(text: &mut String, scene: &Scene, solved: &Solved, options: TextOptions) {
    if let Some(table) = loads::table(scene, solved, options) {
        section(text, "Loads", &loads::note(scene, solved.outcome.duration), &table, options);
    }
}

/// What friction did, if any contact has friction.
fn rubbing(text: &mut String, scene: &Scene, solved: &Solved, options: TextOptions) {
    if let Some(table) = friction::table(scene, solved, options) {
        section(text, "Friction", friction::NOTE, &table, options);
    }
}

const CONTACTS: &str = "normal impulse (N s) and normal velocity (m/s, negative: approaching)";

/// States that are shown of an impact that could not be followed to its end: those before that.
const LAST_STATES: usize = 20;

pub(super) fn failed(scene: &Scene, error: &Unsolved, options: TextOptions) -> String {
    let mut text = opening(scene, options);
    let Some(trace) = scene.course_until_failure() else {
        let _ = writeln!(text, "\nnot solved: {}", scene.explain(error));
        return text;
    };
    let until = format!(
        "until it could not be followed any further; {}",
        states::note(&scene.contact_names, scene.time_unit())
    );
    let names = &scene.contact_names;
    let first = if options.all { 0 } else { trace.timeline().starts().len().saturating_sub(LAST_STATES) };
    let table = states::states_from(first, &trace.states_from(first), names, options);
    section(&mut text, "Last states", &until, &table, options);
    let separation = scene.contact_problem().model().separation;
    section(
        &mut text,
        "Events",
        "until then",
        &states::events(&trace, &trace.events(), names, separation, options),
        options,
    );
    let _ = writeln!(text, "\nnot solved: {}", scene.explain(error));
    text
}

fn opening(scene: &Scene, options: TextOptions) -> String {
    let mut text = String::new();
    if !scene.title().is_empty() {
        text.push_str(&paint(&format!("{}\n", scene.title()), HEADING, options));
    }
    let contacts = words::count(scene.contact_names.len(), "contact", "contacts");
    let parts = match &scene.setup {
        Setup::Bodies(impact) => {
            format!("{}, {contacts}", words::count(impact.bodies().len(), "body", "bodies"))
        }
        Setup::Mechanism(_) => format!("a mechanism with {contacts}"),
    };
    let _ = writeln!(text, "{}; {parts}", words::method(scene));
    text
}

/// A heading with a note beside it and a body below.
pub(crate) fn section(text: &mut String, heading: &str, note: &str, body: &str, options: TextOptions) {
    let heading = paint(heading, HEADING, options);
    let note = if note.is_empty() { String::new() } else { paint(&format!("  {note}"), DIM, options) };
    let _ = write!(text, "\n{heading}{note}\n{body}");
}
