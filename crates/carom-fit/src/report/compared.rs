//! Laws side by side: one table, and its JSON document.

use std::fmt::Write;

use serde::Serialize;

use super::text::{aligned, counted, digits};
use crate::compare::{LawComparison, LawRow, Scale};
use crate::study::Study;

#[derive(Serialize)]
pub(super) struct Document {
    outcome: &'static str,
    title: String,
    rows: usize,
    folds: usize,
    error_unit: &'static str,
    laws: Vec<Law>,
    version: &'static str,
}

#[derive(Serialize)]
struct Law {
    law: &'static str,
    description: String,
    parameters: Vec<Value>,
    held_out_error: Option<f64>,
    held_out_spread: Option<f64>,
    typical_error: Option<f64>,
    predicted_rows: usize,
    why_not: Option<String>,
}

#[derive(Serialize)]
struct Value {
    name: String,
    value: f64,
    deviation: Option<f64>,
}

fn unit(scale: Scale) -> &'static str {
    match scale {
        Scale::Noise => "standard deviations of the noise",
        Scale::Spread => "spreads of the columns",
    }
}

pub(super) fn document(study: &Study, comparison: &LawComparison) -> Document {
    let law = |row: &LawRow| Law {
        law: row.law,
        description: row.description.clone(),
        parameters: row
            .values
            .iter()
            .map(|(name, value, deviation)| Value {
                name: name.clone(),
                value: *value,
                deviation: *deviation,
            })
            .collect(),
        held_out_error: row.score.as_ref().ok().map(|score| score.error),
        held_out_spread: row.score.as_ref().ok().map(|score| score.spread),
        typical_error: row.score.as_ref().ok().map(|score| score.typical),
        predicted_rows: row.score.as_ref().map_or(0, |score| score.rows),
        why_not: row.score.as_ref().err().cloned(),
    };
    Document {
        outcome: "laws-compared",
        title: study.title.clone(),
        rows: comparison.rows,
        folds: comparison.folds,
        error_unit: unit(comparison.scale),
        laws: comparison.laws.iter().map(law).collect(),
        version: env!("CARGO_PKG_VERSION"),
    }
}

pub(super) fn text(study: &Study, comparison: &LawComparison) -> String {
    let mut text = String::new();
    if !study.title.is_empty() {
        let _ = writeln!(text, "{}", study.title);
    }
    let _ = writeln!(
        text,
        "{} in {} parts; each part is predicted from the others\n",
        counted(comparison.rows, "row", "rows"),
        comparison.folds
    );
    let heading = ["law", "parameters", "held-out error", "+-", "typical", "values"].map(str::to_owned);
    let mut rows = vec![heading];
    for row in &comparison.laws {
        let Ok(score) = &row.score else { continue };
        let value = |(name, value, deviation): &(String, f64, Option<f64>)| match deviation {
            Some(deviation) if *deviation > 0.0 => {
                let (value, error) = super::text::written(*value, *deviation);
                format!("{name} {value}({error})")
            }
            _ => format!("{name} {}", digits(*value, 4)),
        };
        rows.push([
            row.law.to_owned(),
            row.values.len().to_string(),
            digits(score.error, 4),
            digits(score.spread, 2),
            digits(score.typical, 4),
            row.values.iter().map(value).collect::<Vec<_>>().join("  "),
        ]);
    }
    text.push_str(&aligned(&rows));
    let _ = writeln!(
        text,
        "\nErrors are in {}: the root mean square of all, and the median. The best law is first; with a loss that bears outliers, by the median.",
        unit(comparison.scale)
    );
    for row in &comparison.laws {
        if let Err(why) = &row.score {
            let _ = writeln!(text, "  {} does not apply: {why}", row.law);
        }
    }
    text
}
