//! What friction did at each contact.

use carom::{ContactOutcome, Mode, TangentialLaw};
use nalgebra::Vector3;

use super::TextOptions;
use super::columns::{Align, Columns};
use super::digits::Digits;
use crate::lone;
use crate::scene::{Scene, Solved, SolvedCourse};

/// More changes of mode than this at one contact are counted, not listed.
const LISTED: usize = 6;

/// What the columns of the table mean.
pub(super) const NOTE: &str = "impulse along the surfaces (N s) and tangential speed of the contact (m/s)";

/// The tangential side of a contact.
struct Row {
    impulse: f64,
    before: f64,
    after: f64,
}

impl Row {
    fn of(normal: Vector3<f64>, done: &ContactOutcome) -> Self {
        let along = |vector: Vector3<f64>| (vector - normal * normal.dot(&vector)).norm();
        Self {
            impulse: along(done.impulse),
            before: along(done.velocity_before),
            after: along(done.velocity_after),
        }
    }
}

/// A row for each contact with friction; none if no contact has any.
pub(super) fn table(scene: &Scene, solved: &Solved, options: TextOptions) -> Option<String> {
    let laws = scene.contact_problem().tangential_laws();
    if laws.is_empty() {
        return None;
    }
    let rows: Vec<Row> =
        solved.outcome.contacts.iter().enumerate().map(|(i, done)| Row::of(scene.normal(i), done)).collect();
    let modes = modes(solved, laws.len());
    let impulse = Digits::of(rows.iter().map(|row| row.impulse));
    let speed = Digits::of(rows.iter().flat_map(|row| [row.before, row.after]));
    // The collisions of a sequence have courses of their own.
    let has_course = modes.iter().any(|modes| !modes.is_empty());
    let mut table = Columns::new("contacts", columns(has_course));
    for (contact, law) in laws.iter().enumerate().filter(|(_, law)| law.has_friction()) {
        let row = &rows[contact];
        let mut cells = vec![
            scene.contact_names[contact].clone(),
            law_in_words(*law),
            impulse.write(row.impulse),
            speed.write(row.before),
            "->".to_owned(),
            speed.write(row.after),
        ];
        cells.extend(has_course.then(|| mode_list(&modes[contact])));
        table.row(cells);
    }
    Some(table.render(options))
}

fn columns(has_course: bool) -> Vec<(Align, String)> {
    let mut columns = vec![
        (Align::Left, "contact".to_owned()),
        (Align::Left, "friction".to_owned()),
        (Align::Right, "impulse".to_owned()),
        (Align::Right, "speed before".to_owned()),
        (Align::Left, String::new()),
        (Align::Right, "after".to_owned()),
    ];
    columns.extend(has_course.then(|| (Align::Left, "course".to_owned())));
    columns
}

fn law_in_words(law: TangentialLaw) -> String {
    /// Four significant digits say which material it is.
    fn short(x: f64) -> f64 {
        format!("{x:.3e}").parse().unwrap_or(x)
    }
    match law {
        TangentialLaw::Frictionless => "none".to_owned(),
        TangentialLaw::Rigid { friction } => format!("{}, rigid", short(friction.value())),
        TangentialLaw::Compliant { friction, compliance } => {
            format!("{}, compliance {}", short(friction.value()), short(compliance.value()))
        }
    }
}

/// The modes that each contact went through while it was loaded.
fn modes(solved: &Solved, contacts: usize) -> Vec<Vec<Mode>> {
    let (trace, events) = match &solved.course {
        SolvedCourse::OverTime { trace, events } => (trace, events),
        SolvedCourse::OverImpulse { events, .. } => return vec![lone::modes(solved, events)],
        SolvedCourse::InSequence { .. } => return vec![Vec::new(); contacts],
        SolvedCourse::AtOnce { modes } => return modes.iter().map(|&mode| vec![mode]).collect(),
    };
    let mut instants = vec![0.0];
    instants.extend(events.iter().map(|event| event.time));
    instants.dedup();
    let mut modes = trace.modes(&instants);
    modes.resize(contacts, Vec::new());
    modes
}

/// "slip, stick; slip": the modes of each time that the contact was loaded.
fn mode_list(modes: &[Mode]) -> String {
    let loaded = modes.split(|&mode| mode == Mode::Free).filter(|modes| !modes.is_empty());
    let mut list = String::new();
    let mut count = 0;
    for modes in loaded {
        for (i, mode) in modes.iter().enumerate() {
            count += 1;
            if count <= LISTED {
                let separator = if i > 0 { ", " } else { "; " };
                list.push_str(if list.is_empty() { "" } else { separator });
                list.push_str(mode.name());
            }
        }
    }
    if count > LISTED { format!("{list}, {} more", count - LISTED) } else { list }
}
