//! The same impact under every model, as a table.

use std::fmt::Write;

use carom::comparison::{Answer, BreachAt, Comparison, ContactAnswer, Row, Verdict};
use nalgebra::Vector3;

use super::columns::{Align, Columns, DIM, HEADING, paint};
use super::digits::Digits;
use super::{TextOptions, words};
use crate::number;
use crate::scene::Scene;

/// More contacts than this have no columns of their own, unless all are asked for.
const SHOWN_CONTACTS: usize = 3;

/// The axes of a single contact's frame.
const AXES: [&str; 3] = ["t1", "t2", "n"];

pub(super) fn text(scene: &Scene, comparison: &Comparison, options: TextOptions) -> String {
    let mut text = String::new();
    if !scene.title().is_empty() {
        text.push_str(&paint(&format!("{}\n", scene.title()), HEADING, options));
    }
    let contacts = words::count(scene.contact_names.len(), "contact", "contacts");
    let models = words::count(comparison.rows.len(), "model", "models");
    let _ = writeln!(text, "{contacts} under {models}");
    let heading = paint("Laws", HEADING, options);
    let (note, table) = if scene.contact_names.len() == 1 {
        (LONE, lone(comparison, options))
    } else {
        (SEVERAL, several(scene, comparison, options))
    };
    let _ = write!(text, "\n{heading}  {}\n{table}", paint(note, DIM, options));
    text
}

const LONE: &str = "velocity after (m/s) and impulse (N s) along t1, the sliding before, t2 across and n, the normal; energy \
                    kept (%), restitution seen, and whether the contact slides (slip) or not (stick) as the impact ends";

const SEVERAL: &str = "normal velocity after (m/s) and normal impulse (N s) of each contact; energy kept (%)";

/// The answers of a comparison.
fn answers(comparison: &Comparison) -> impl Iterator<Item = &Answer> {
    comparison.rows.iter().filter_map(Row::answer)
}

fn lone(comparison: &Comparison, options: TextOptions) -> String {
    let contacts = || answers(comparison).filter_map(|answer| answer.contacts.first());
    let velocity = Digits::of(contacts().flat_map(|contact| numbers(&contact.velocity)));
    let impulse = Digits::of(contacts().flat_map(|contact| numbers(&contact.impulse)));
    // What stays in the plane of the sliding and the normal needs no second tangent.
    let leaves_plane = contacts()
        .any(|contact| !velocity.is_rounding(contact.velocity.y) || !impulse.is_rounding(contact.impulse.y));
    let axes: Vec<usize> = (0..AXES.len()).filter(|&axis| axis != 1 || leaves_plane).collect();
    let mut columns = vec![(Align::Left, "law".to_owned())];
    for symbol in ["v", "p"] {
        columns.extend(axes.iter().map(|&axis| (Align::Right, format!("{symbol} {}", AXES[axis]))));
    }
    columns.extend(["kept", "e seen"].map(|name| (Align::Right, name.to_owned())));
    columns.extend(["mode", "permissible"].map(|name| (Align::Left, name.to_owned())));
    let mut table = Columns::new("laws", columns);
    for row in &comparison.rows {
        let Some((answer, contact)) =
            row.answer().and_then(|answer| Some((answer, answer.contacts.first()?)))
        else {
            table.spanning(row.name.clone(), reason(row));
            continue;
        };
        let mut cells = vec![row.name.clone()];
        cells.extend(axes.iter().map(|&axis| velocity.write(contact.velocity[axis])));
        cells.extend(axes.iter().map(|&axis| impulse.write(contact.impulse[axis])));
        cells.push(percent(answer.energy_kept));
        cells.push(contact.restitution.map_or_else(|| "-".to_owned(), ratio));
        cells.push(contact.mode.name().to_owned());
        cells.push(breaches(answer, None));
        table.row(cells);
    }
    table.render(options)
}

fn several(scene: &Scene, comparison: &Comparison, options: TextOptions) -> String {
    let names = &scene.contact_names;
    let shown = if options.all { names.len() } else { names.len().min(SHOWN_CONTACTS) };
    let contacts = || answers(comparison).flat_map(|answer| &answer.contacts[..shown]);
    let velocity = Digits::of(contacts().map(|contact| contact.velocity.z));
    let impulse = Digits::of(contacts().map(|contact| contact.impulse.z));
    let mut columns = vec![(Align::Left, "model".to_owned())];
    for symbol in ["v", "p"] {
        columns.extend(names[..shown].iter().map(|name| (Align::Right, format!("{symbol} {name}"))));
    }
    columns.extend([(Align::Right, "kept".to_owned()), (Align::Left, "permissible".to_owned())]);
    let mut table = Columns::new("models", columns);
    for row in &comparison.rows {
        let Some(answer) = row.answer() else {
            table.spanning(row.name.clone(), reason(row));
            continue;
        };
        let contacts: &[ContactAnswer] = &answer.contacts[..shown];
        let mut cells = vec![row.name.clone()];
        cells.extend(contacts.iter().map(|contact| velocity.write(contact.velocity.z)));
        cells.extend(contacts.iter().map(|contact| impulse.write(contact.impulse.z)));
        cells.extend([percent(answer.energy_kept), breaches(answer, Some(names))]);
        table.row(cells);
    }
    let mut text = table.render(options);
    if shown < names.len() {
        let more = format!("  {} more contacts; --all and --json show them\n", names.len() - shown);
        text.push_str(&paint(&more, DIM, options));
    }
    text
}

/// A ratio of velocities; near-grazing impacts may have enormous ones.
fn ratio(e: f64) -> String {
    /// From here on powers of ten are easier to read.
    const LARGE: f64 = 1e5;
    /// Half of the last decimal shown.
    const INVISIBLE: f64 = 5e-5;
    match e.abs() {
        size if size < INVISIBLE => "0".to_owned(),
        size if size < LARGE => format!("{e:.4}"),
        _ => format!("{e:.3e}"),
    }
}

fn percent(part: f64) -> String {
    format!("{:.3}", 100.0 * part)
}

/// "yes", or the conditions that the answer breaks and by how much.
fn breaches(answer: &Answer, names: Option<&[String]>) -> String {
    /// More breaches than these are counted.
    const LISTED: usize = 2;
    if answer.is_permissible() {
        return "yes".to_owned();
    }
    let breach = |at: &BreachAt| {
        let place =
            at.contact.and_then(|contact| names?.get(contact)).map_or_else(String::new, |n| format!("{n} "));
        let (condition, by) = (at.breach.condition, number::short(at.breach.by, 3));
        format!("{place}{} ({by} {})", condition.name(), condition.unit())
    };
    let mut list = answer.breaches.iter().take(LISTED).map(breach).collect::<Vec<_>>().join(", ");
    if answer.breaches.len() > LISTED {
        let _ = write!(list, ", {} more", answer.breaches.len() - LISTED);
    }
    list
}

/// Why a row has no answer.
fn reason(row: &Row) -> String {
    match &row.verdict {
        Verdict::Answer(_) => String::new(),
        Verdict::DoesNotApply(reason) => format!("does not apply: {reason}"),
        Verdict::NoAnswer(reason) => format!("no answer: {reason}"),
    }
}

fn numbers(vector: &Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z]
}
