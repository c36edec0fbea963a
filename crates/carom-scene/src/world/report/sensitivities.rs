//! What the end of a motion depends on most, as a table.

use std::fmt::Write;

use crate::derivatives::Derivatives;
use crate::report::TextOptions;
use crate::report::columns::{Align, Columns};
use crate::report::text::section;

use super::super::WorldSetup;

/// Rows shown unless all are wanted.
const SHOWN: usize = 12;
/// Metres, or radians, below which nothing has moved.
const NEGLIGIBLE: f64 = 5e-7;

/// What is told of a kind of motion.
struct Wording {
    /// What moves, and by what it is elsewhere.
    headings: [&'static str; 3],
    /// How rows that say where something is are called after its name.
    rows: &'static str,
    note: &'static str,
    /// From the unit of those rows to the unit that is told.
    unit: (f64, &'static str),
}

const SHOT: Wording = Wording {
    headings: ["this ball", "stops elsewhere by", "and all rest later by"],
    rows: ".position.",
    note: "exact derivatives; aim and places are in --json",
    unit: (1e3, "mm"),
};
const BODIES: Wording = Wording {
    headings: ["this body", "is elsewhere at the end by", "which comes later by"],
    rows: ".position.",
    note: "exact derivatives; places and velocities are in --json",
    unit: (1e3, "mm"),
};
const CRADLE: Wording = Wording {
    headings: ["this ball", "is elsewhere at the end by", "which comes later by"],
    rows: ".angle",
    note: "exact derivatives; speeds are in --json",
    unit: (180.0 / std::f64::consts::PI, "deg"),
};

pub(super) fn append(
    text: &mut String,
    setup: &WorldSetup,
    names: &[String],
    derivatives: &Derivatives,
    options: TextOptions,
) {
    let wording = match setup {
        WorldSetup::Billiards(_) => SHOT,
        WorldSetup::Bouncing { .. } => BODIES,
        WorldSetup::Cradle { .. } => CRADLE,
    };
    // By ball or body, the rows that say where it is.
    let places: Vec<Vec<usize>> = names
        .iter()
        .map(|name| {
            let start = format!("{name}{}", wording.rows);
            (0..derivatives.rows.len())
                .filter(|&row| derivatives.rows[row].name.starts_with(&start))
                .collect()
        })
        .collect();
    // A motion that was stopped at a time always ends then.
    let moves = |&row: &usize| derivatives.matrix[row].iter().any(|slope| *slope != 0.0);
    let end = derivatives.rows.iter().position(|row| row.name == "end").filter(moves);
    let mut all: Vec<(usize, usize, f64)> = Vec::new();
    for (place, column) in derivatives.columns.iter().enumerate().filter(|(_, column)| column.has_scale) {
        let way = |body: usize| {
            let squares = places[body].iter().map(|&row| derivatives.matrix[row][place].powi(2));
            squares.sum::<f64>().sqrt() * column.value.abs() / 100.0
        };
        let later = end.map_or(0.0, |row| (derivatives.matrix[row][place] * column.value / 100.0).abs());
        let Some(most) = (0..names.len()).max_by(|&a, &b| way(a).total_cmp(&way(b))) else { continue };
        if way(most) >= NEGLIGIBLE || later >= NEGLIGIBLE {
            all.push((place, most, way(most)));
        }
    }
    all.sort_by(|a, b| b.2.total_cmp(&a.2));
    let shown = if options.all { all.len() } else { SHOWN.min(all.len()) };
    let [which, elsewhere, later] = wording.headings.map(str::to_owned);
    let mut table = Columns::new(
        "numbers",
        vec![
            (Align::Left, "if this grows by 1 %".to_owned()),
            (Align::Left, which),
            (Align::Right, elsewhere),
            (Align::Right, later),
        ],
    );
    let (factor, unit) = wording.unit;
    for &(place, body, way) in &all[..shown] {
        let column = &derivatives.columns[place];
        let later = end.map_or(String::new(), |row| {
            let later = derivatives.matrix[row][place] * column.value * 10.0;
            // Not -0.0.
            format!("{:+.1} ms", if later.abs() < 0.05 { 0.0 } else { later })
        });
        let has_kink = derivatives.kinks.iter().any(|kink| kink.columns.contains(&column.name));
        let mark = if has_kink { " (kink)" } else { "" };
        let moved = format!("{:.2} {unit}{mark}", way * factor);
        table.row(vec![column.name.clone(), names[body].clone(), moved, later]);
    }
    let note = wording.note;
    section(text, "What the end is most sensitive to", note, &table.render(options), options);
    if all.len() > shown {
        let _ = writeln!(text, "... {} more with --all", all.len() - shown);
    }
    for kink in &derivatives.kinks {
        let (balls, columns) = (kink.contacts.join(", "), kink.columns.len());
        let _ = writeln!(
            text,
            "kink ({}) at t = {:.6} s, {} {balls}: one-sided along {columns} of {} numbers",
            kink.cause,
            kink.time,
            wording.headings[0].trim_start_matches("this "),
            derivatives.columns.len()
        );
    }
}
