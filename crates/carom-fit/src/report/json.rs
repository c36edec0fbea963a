//! The JSON document of a fit. Its field names are a contract with its readers.

use carom_estimate::{Crossing, Profile};
use serde::Serialize;

use super::text::formula;
use crate::fit::{Fit, Standing, Verdict};
use crate::study::Study;

/// What measurements say. SI units.
#[derive(Serialize)]
pub(super) struct Document {
    outcome: &'static str,
    title: String,
    rows: usize,
    loss: &'static str,
    level: f64,
    parameters: Vec<Parameter>,
    covariance: Vec<Vec<f64>>,
    combinations: Vec<Combined>,
    columns: Vec<Column>,
    chi_square: f64,
    degrees_of_freedom: usize,
    chance: Option<f64>,
    verdict: &'static str,
    starts: usize,
    starts_that_agree: usize,
    at_kink: bool,
    derivatives: &'static str,
    rows_with_exact_derivatives: usize,
    idle_rows: usize,
    left_out: Vec<LeftOut>,
    unused_columns: Vec<String>,
    residuals: Vec<Residual>,
    version: &'static str,
}

#[derive(Serialize)]
struct Parameter {
    name: String,
    unit: &'static str,
    value: f64,
    standing: &'static str,
    deviation: Option<f64>,
    interval: Option<[f64; 2]>,
    range: [Option<f64>; 2],
    profile: Option<ProfileEntry>,
}

#[derive(Serialize)]
struct ProfileEntry {
    lower: Option<f64>,
    upper: Option<f64>,
    lower_end: &'static str,
    upper_end: &'static str,
    points: Vec<[f64; 2]>,
    found_better: bool,
}

#[derive(Serialize)]
struct Combined {
    formula: String,
    parts: Vec<CombinedPart>,
    is_product: bool,
    value: f64,
    deviation: f64,
}

#[derive(Serialize)]
struct CombinedPart {
    parameter: String,
    exponent: f64,
}

#[derive(Serialize)]
struct Column {
    name: String,
    path: String,
    unit: String,
    count: usize,
    noise: f64,
    noise_given: bool,
    scatter: f64,
    outliers: usize,
}

#[derive(Serialize)]
struct LeftOut {
    row: String,
    why: String,
}

#[derive(Serialize)]
struct Residual {
    column: usize,
    row: usize,
    measured: f64,
    residual: f64,
}

fn end_of(crossing: Crossing) -> &'static str {
    match crossing {
        Crossing::At(_) => "crossing",
        Crossing::Bound(_) => "bound",
        Crossing::Open => "open",
    }
}

fn profile(profile: &Profile) -> ProfileEntry {
    ProfileEntry {
        lower: profile.lower.value(),
        upper: profile.upper.value(),
        lower_end: end_of(profile.lower),
        upper_end: end_of(profile.upper),
        points: profile.points.clone(),
        found_better: profile.better.is_some(),
    }
}

pub(super) fn document(study: &Study, fit: &Fit) -> Document {
    let parameters = fit.estimates.iter().zip(study.parameters()).map(|(estimate, sought)| {
        let (standing, deviation, interval) = match &estimate.standing {
            Standing::Determined { deviation, interval } => ("determined", Some(*deviation), Some(*interval)),
            Standing::AtBound => ("at-bound", None, None),
            Standing::Undetermined => ("undetermined", None, None),
            Standing::Exact => ("exact", None, None),
        };
        Parameter {
            name: estimate.name.clone(),
            unit: estimate.unit,
            value: estimate.value,
            standing,
            deviation,
            interval,
            range: sought.range.map(|end| Some(end).filter(|end| end.is_finite())),
            profile: estimate.profile.as_ref().map(profile),
        }
    });
    let n = fit.estimates.len();
    let combined = fit.combinations.iter().map(|combination| Combined {
        formula: formula(study, combination),
        parts: combination
            .parts
            .iter()
            .map(|&(j, exponent)| CombinedPart { parameter: study.parameters()[j].name.clone(), exponent })
            .collect(),
        is_product: combination.is_product,
        value: combination.value,
        deviation: combination.deviation,
    });
    let columns = fit.groups.iter().map(|group| Column {
        name: group.group.name.clone(),
        path: group.group.path.clone(),
        unit: group.group.unit.clone(),
        count: group.count,
        noise: group.noise,
        noise_given: group.group.noise.is_some(),
        scatter: group.scatter,
        outliers: group.outliers,
    });
    Document {
        outcome: "fitted",
        title: study.title.clone(),
        rows: fit.rows,
        loss: study.settings.loss.name(),
        level: study.settings.level,
        parameters: parameters.collect(),
        covariance: (0..n).map(|i| (0..n).map(|j| fit.covariance[(i, j)]).collect()).collect(),
        combinations: combined.collect(),
        columns: columns.collect(),
        chi_square: fit.chi_square,
        degrees_of_freedom: fit.freedom,
        chance: fit.chance,
        verdict: match fit.verdict {
            Verdict::Described => "described",
            Verdict::NotDescribed => "not-described",
            Verdict::NoiseTooLarge => "noise-too-large",
            Verdict::NotTested => "not-tested",
        },
        starts: fit.starts[0],
        starts_that_agree: fit.starts[1],
        at_kink: fit.at_kink,
        derivatives: match fit.exact_rows {
            0 => "differences",
            exact if exact == fit.rows => "exact",
            _ => "mixed",
        },
        rows_with_exact_derivatives: fit.exact_rows,
        idle_rows: fit.idle.len(),
        left_out: fit
            .left_out
            .iter()
            .map(|(row, why)| LeftOut { row: row.clone(), why: why.clone() })
            .collect(),
        unused_columns: study.unused.clone(),
        residuals: fit
            .points
            .iter()
            .map(|point| Residual {
                column: point.group,
                row: point.row,
                measured: point.measured,
                residual: point.residual,
            })
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
    }
}
