//! Derivatives of the outcome: a name for every row and column.

use serde::Serialize;

use crate::derivatives::{Derivatives, NamedKink, OneSidedColumn};

#[derive(Serialize)]
pub struct DerivativesEntry<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    matrix: &'a [Vec<f64>],
    kinks: &'a [NamedKink],
    /// With --one-sided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    one_sided: Vec<OneSidedEntry<'a>>,
}

/// The slopes of a column to one side, or why there are none.
#[derive(Serialize)]
struct OneSidedEntry<'a> {
    column: &'a str,
    side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    slopes: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jumps: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncertainty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a str>,
}

impl<'a> OneSidedEntry<'a> {
    fn of(found: &'a OneSidedColumn) -> Self {
        let slopes = found.slopes.as_ref();
        Self {
            column: &found.column,
            side: found.side.name(),
            slopes: slopes.ok().map(|slopes| slopes.values.as_slice()),
            jumps: slopes.ok().map(|slopes| slopes.jumps.as_slice()),
            uncertainty: slopes.ok().map(|slopes| slopes.uncertainty),
            refused: slopes.err().map(String::as_str),
        }
    }
}

impl<'a> DerivativesEntry<'a> {
    pub fn of(derivatives: &'a Derivatives) -> Self {
        Self {
            rows: derivatives.rows.iter().map(|row| row.name.as_str()).collect(),
            columns: derivatives.columns.iter().map(|column| column.name.as_str()).collect(),
            matrix: &derivatives.matrix,
            kinks: &derivatives.kinks,
            one_sided: derivatives.one_sided.iter().map(OneSidedEntry::of).collect(),
        }
    }
}
