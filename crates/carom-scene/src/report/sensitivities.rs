//! What the outcome is most sensitive to, as a table.

use super::TextOptions;
use super::columns::{Align, Columns};
use super::text::section;
use crate::derivatives::{Derivatives, Sensitivity};

/// Rows shown unless all are wanted.
const SHOWN: usize = 12;
/// Per cent below which nothing is sensitive.
const NEGLIGIBLE: f64 = 5e-4;

pub(super) fn append(text: &mut String, derivatives: &Derivatives, options: TextOptions) {
    let all: Vec<Sensitivity> =
        derivatives.sensitivities().into_iter().filter(|found| found.relative.abs() >= NEGLIGIBLE).collect();
    let shown = if options.all { all.len() } else { SHOWN.min(all.len()) };
    let mut table = Columns::new(
        "numbers",
        vec![
            (Align::Left, "if this grows by 1 %".to_owned()),
            (Align::Left, "this follows most".to_owned()),
            (Align::Right, "by".to_owned()),
        ],
    );
    for found in &all[..shown] {
        let mark = if found.has_kink { " (kink)" } else { "" };
        table.row(vec![found.by.clone(), found.of.clone(), format!("{:+.3} %{mark}", found.relative)]);
    }
    let note = "exact derivatives; places and directions are in --json";
    section(text, "What the outcome is most sensitive to", note, &table.render(options), options);
    if all.len() > shown {
        text.push_str(&format!("... {} more with --all\n", all.len() - shown));
    }
    for kink in &derivatives.kinks {
        text.push_str(&format!(
            "kink ({}) at t = {:.6}, contact {}: one-sided along {}\n",
            kink.cause,
            kink.time,
            kink.contacts.join(", "),
            listed(&kink.columns)
        ));
    }
}

/// The first few names, and how many there are besides.
fn listed(names: &[String]) -> String {
    match names.len() {
        0..=4 => names.join(", "),
        n => format!("{} and {} more", names[..3].join(", "), n - 3),
    }
}
