//! Derivatives of the outcome: a name for every row and column.

use serde::Serialize;

use crate::derivatives::{Derivatives, NamedKink};

#[derive(Serialize)]
pub struct DerivativesEntry<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    matrix: &'a [Vec<f64>],
    kinks: Vec<KinkEntry<'a>>,
}

#[derive(Serialize)]
struct KinkEntry<'a> {
    time: f64,
    cause: &'static str,
    contacts: &'a [String],
    columns: &'a [String],
}

impl<'a> DerivativesEntry<'a> {
    pub fn of(derivatives: &'a Derivatives) -> Self {
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
