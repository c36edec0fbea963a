//! Every law that applies, fitted on a part of the rows and asked about the rest.
//!
//! Rows are divided into parts by their number. For each part a law is fitted to all others, and predicts the part; what it misses by,
//! over all parts, is its held-out error. A law with more parameters has no advantage there.

use carom::comparison::every_law;
use carom::laws::{Domain, Parameter as LawParameter};
use carom_estimate::Loss;
use carom_scene::{Loaded, ParameterEntry, load};
use nalgebra::DVector;
use toml_edit::{DocumentMut, Item, Table, value};

use crate::error::FitError;
use crate::fit::Standing;
use crate::measurements::all_rows;
use crate::model::Model;
use crate::predictor::Memory;
use crate::starts;
use crate::study::{Study, sought};

/// Most rows that laws are compared on, evenly chosen: more change no third digit.
const MOST_ROWS: usize = 4000;

/// Most rows that parameters are found on where contacts are followed in time; all are predicted.
const MOST_FOLLOWED: usize = 200;

/// What held-out errors are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// The noise of the columns, which was given.
    Noise,
    /// The spread of what was measured in each column.
    Spread,
}

/// How well a law predicts rows that it has not seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// Root mean square of all errors.
    pub error: f64,
    /// Standard deviation of that among the parts, over the root of their number.
    pub spread: f64,
    /// Median size of an error.
    pub typical: f64,
    /// Rows that were predicted.
    pub rows: usize,
}

/// A law on the measurements.
#[derive(Debug, Clone, PartialEq)]
pub struct LawRow {
    /// Its name.
    pub law: &'static str,
    /// It in words.
    pub description: String,
    /// Parameters fitted to all rows, with their standard errors.
    pub values: Vec<(String, f64, Option<f64>)>,
    /// How well it predicts, or why it does not apply.
    pub score: Result<Score, String>,
}

/// Laws side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct LawComparison {
    /// Rows that were used.
    pub rows: usize,
    /// Parts that they were divided into.
    pub folds: usize,
    /// What errors are measured in.
    pub scale: Scale,
    /// The laws, the best first (by the median under a loss that bears outliers), those that do not apply last.
    pub laws: Vec<LawRow>,
}

/// A law as keys of a scene.
struct Candidate {
    law: &'static str,
    description: String,
    /// Keys of `[model]`.
    model: Vec<(&'static str, &'static str)>,
    /// Coefficients that it knows.
    knows: Vec<&'static str>,
}

/// Coefficients that laws differ in.
const COEFFICIENTS: [&str; 4] = ["restitution", "friction", "compliance", "tangential_restitution"];

impl Study {
    /// Every law that applies to the scene.
    ///
    /// # Errors
    /// A scene that is no impact of bodies.
    pub fn compare(&self) -> Result<LawComparison, FitError> {
        let scene = match load(&self.scene_text) {
            Ok(Loaded::Impact(scene)) if scene.impact().is_some() => scene,
            _ => {
                return Err(FitError::table(
                    "laws are compared on impacts of bodies: expected a scene without [world] and [mechanism]",
                ));
            }
        };
        let candidates = if scene.contact_names().len() == 1 { of_one_contact() } else { of_several() };
        let every = self.rows().div_ceil(MOST_ROWS).max(1);
        let rows: Vec<usize> = all_rows(&self.measurements).into_iter().step_by(every).collect();
        let folds = self.settings.folds.min(rows.len());
        if folds < 2 {
            return Err(FitError::table(
                "there are too few rows to predict some from others: expected at least 2",
            ));
        }
        let scale =
            if self.groups.iter().all(|group| group.noise.is_some()) { Scale::Noise } else { Scale::Spread };
        let sizes = self.sizes(&rows, scale);
        let mut laws: Vec<LawRow> =
            candidates.iter().map(|candidate| self.judged(candidate, &rows, folds, &sizes)).collect();
        // Where outliers are borne, what is typical counts: the mean square is that of the outliers.
        let is_robust = self.settings.loss != Loss::Squares;
        let error = |score: &Score| if is_robust { score.typical } else { score.error };
        let rank = |row: &LawRow| row.score.as_ref().map_or(f64::INFINITY, error);
        laws.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        Ok(LawComparison { rows: rows.len(), folds, scale, laws })
    }

    /// What errors of each group are divided by.
    fn sizes(&self, rows: &[usize], scale: Scale) -> Vec<f64> {
        let spread = |group: usize| {
            let all = rows.iter().flat_map(|&row| self.measurements.row(row).collect::<Vec<_>>());
            let values: Vec<f64> =
                all.filter(|(value, of)| *of == group && value.is_finite()).map(|(value, _)| value).collect();
            let n = values.len().max(1) as f64;
            let mean = values.iter().sum::<f64>() / n;
            let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / n;
            if variance > 0.0 { variance.sqrt() } else { mean.abs().max(f64::MIN_POSITIVE) }
        };
        let size = |(number, noise): (usize, Option<f64>)| match scale {
            Scale::Noise => noise.unwrap_or_else(|| spread(number)),
            Scale::Spread => spread(number),
        };
        self.groups.iter().map(|group| group.noise).enumerate().map(size).collect()
    }

    fn judged(&self, candidate: &Candidate, rows: &[usize], folds: usize, sizes: &[f64]) -> LawRow {
        let mut row = LawRow {
            law: candidate.law,
            description: candidate.description.clone(),
            values: Vec::new(),
            score: Err(String::new()),
        };
        row.score = self.scored(candidate, rows, folds, sizes, &mut row.values);
        row
    }

    fn scored(
        &self,
        candidate: &Candidate,
        rows: &[usize],
        folds: usize,
        sizes: &[f64],
        values: &mut Vec<(String, f64, Option<f64>)>,
    ) -> Result<Score, String> {
        let (text, entries) = self.with_law(candidate);
        let study = self.under(text, &entries).map_err(|error| match error {
            FitError::Scene { problems, .. } => crate::predictor::said(&problems),
            other => other.to_string(),
        })?;
        // Contacts that are followed in time are slow, and some hundred rows tell enough of their parameters.
        let most = if starts::is_followed(&study) { MOST_FOLLOWED } else { usize::MAX };
        let whole = study.fit_rows(&some(rows, most), false).map_err(|error| error.to_string())?;
        *values = whole
            .estimates
            .iter()
            .map(|estimate| {
                let deviation = match estimate.standing {
                    Standing::Determined { deviation, .. } => Some(deviation),
                    Standing::AtBound | Standing::Undetermined | Standing::Exact => None,
                };
                (estimate.name.clone(), estimate.value, deviation)
            })
            .collect();
        let steps = study.steps();
        let from = DVector::from_iterator(values.len(), values.iter().map(|(_, value, _)| *value));
        let noise: Vec<f64> = whole.groups.iter().map(|group| group.noise).collect();
        let (mut errors, mut of_folds, mut predicted) = (Vec::new(), Vec::new(), 0);
        let (mut memory, mut found) = (Memory::default(), Vec::new());
        for fold in 0..folds {
            let is_held = |place: usize| place % folds == fold;
            let pick = |held: bool| -> Vec<usize> {
                rows.iter()
                    .enumerate()
                    .filter(|(place, _)| is_held(*place) == held)
                    .map(|(_, &row)| row)
                    .collect()
            };
            // A part of the rows has its minimum near that of all, and its noise too.
            let fitted = study.refitted(&some(&pick(false), most), &steps, (&from, &noise));
            let fitted = fitted.map_err(|error| error.to_string())?;
            let first = errors.len();
            for row in pick(true) {
                let x = fitted.as_slice();
                if study.predictor.predict(row, x, &mut memory, &mut found).is_err() {
                    continue;
                }
                predicted += 1;
                let measured = study.measurements.row(row).zip(&found);
                errors.extend(
                    measured
                        .filter(|((value, _), _)| value.is_finite())
                        .map(|((value, group), found)| (found - value) / sizes[group]),
                );
            }
            of_folds.push(root_mean_square(&errors[first..]));
        }
        if errors.is_empty() {
            return Err("no row can be predicted".to_owned());
        }
        let mean = of_folds.iter().sum::<f64>() / folds as f64;
        let variance =
            of_folds.iter().map(|error| (error - mean) * (error - mean)).sum::<f64>() / (folds - 1) as f64;
        let error = root_mean_square(&errors);
        errors.iter_mut().for_each(|error| *error = error.abs());
        let middle = errors.len() / 2;
        let (_, &mut typical, _) = errors.select_nth_unstable_by(middle, f64::total_cmp);
        Ok(Score { error, spread: (variance / folds as f64).sqrt(), typical, rows: predicted })
    }

    /// The scene under a law, and what is sought there.
    fn with_law(&self, candidate: &Candidate) -> (String, Vec<ParameterEntry>) {
        let mut document: DocumentMut = self.scene_text.parse().unwrap_or_default();
        let mut model = Table::new();
        candidate.model.iter().for_each(|(key, word)| model[key] = value(*word));
        document["model"] = Item::Table(model);
        let sought_key =
            |entry: &ParameterEntry| entry.at.rsplit('.').next().unwrap_or_default().trim().to_owned();
        let is_sought = |key: &str| self.entries.iter().any(|entry| sought_key(entry) == key);
        let is_timed = candidate.model.contains(&("method", "simultaneous"));
        let mut entries: Vec<ParameterEntry> = Vec::new();
        for entry in &self.entries {
            let key = sought_key(entry);
            let foreign = COEFFICIENTS.contains(&key.as_str()) && !candidate.knows.contains(&key.as_str());
            if !foreign && (is_timed || !["stiffness", "gap"].contains(&key.as_str())) {
                entries.push(entry.clone());
            }
        }
        // What only this law has is sought beside friction.
        let beside = self.entries.iter().find(|entry| sought_key(entry) == "friction");
        for key in ["compliance", "tangential_restitution"] {
            if let Some(beside) = beside.filter(|_| candidate.knows.contains(&key) && !is_sought(key)) {
                entries.push(ParameterEntry {
                    each: beside.each,
                    ..sought(&beside.at.replace("friction", key))
                });
            }
        }
        for key in COEFFICIENTS.into_iter().filter(|key| !candidate.knows.contains(key)) {
            remove(&mut document, key);
        }
        (document.to_string(), entries)
    }
}

/// Removes a coefficient from all contacts: zero is what holds without it, but for restitution, which every law knows.
fn remove(document: &mut DocumentMut, key: &str) {
    if let Some(table) = document.get_mut("contact_defaults").and_then(Item::as_table_like_mut) {
        table.remove(key);
    }
    match document.get_mut("contact") {
        Some(Item::ArrayOfTables(tables)) => tables.iter_mut().for_each(|table| drop(table.remove(key))),
        Some(Item::Value(list)) => {
            let tables = list.as_array_mut().into_iter().flat_map(toml_edit::Array::iter_mut);
            tables
                .filter_map(toml_edit::Value::as_inline_table_mut)
                .for_each(|table| drop(table.remove(key)));
        }
        _ => {}
    }
}

/// So many of the rows at most, evenly chosen.
fn some(rows: &[usize], most: usize) -> Vec<usize> {
    rows.iter().copied().step_by(rows.len().div_ceil(most).max(1)).collect()
}

fn root_mean_square(errors: &[f64]) -> f64 {
    (errors.iter().map(|error| error * error).sum::<f64>() / errors.len().max(1) as f64).sqrt()
}

/// Laws for one contact, and the engine's models.
fn of_one_contact() -> Vec<Candidate> {
    let engine = |law, description: &str, knows| Candidate {
        law,
        description: description.to_owned(),
        model: vec![("method", "simultaneous")],
        knows,
    };
    let mut all = vec![
        engine("rigid-friction", "springs, rigid friction", vec!["restitution", "friction"]),
        engine(
            "compliant-friction",
            "springs, compliant friction",
            vec!["restitution", "friction", "compliance"],
        ),
    ];
    for (name, law) in every_law() {
        let declaration = law.declaration();
        let model = match name {
            "composite" | "permissible-region" => continue, // They are what one makes them.
            "routh-poisson" => vec![("method", "routh"), ("restitution", "poisson")],
            "routh-newton" => vec![("method", "routh"), ("restitution", "newton")],
            _ => vec![("method", declaration.name)],
        };
        let knows = |parameter: &LawParameter| match parameter {
            LawParameter::Restitution => Some("restitution"),
            LawParameter::Friction => Some("friction"),
            LawParameter::TangentialRestitution => Some("tangential_restitution"),
            LawParameter::Own(_) => None,
        };
        let knows: Vec<&str> = declaration
            .parameters
            .iter()
            .filter_map(knows)
            .filter(|key| *key != "friction" || declaration.domain != Domain::Frictionless)
            .collect();
        all.push(Candidate { law: name, description: declaration.title.to_owned(), model, knows });
    }
    all
}

/// Models for several contacts.
fn of_several() -> Vec<Candidate> {
    let mut all = Vec::new();
    let both = vec!["restitution", "friction"];
    let simultaneous = [
        ("hardening", "hardening", "instant"),
        ("hardening-tracked", "hardening", "tracked"),
        ("bi-stiffness", "bi-stiffness", "instant"),
        ("bi-stiffness-tracked", "bi-stiffness", "tracked"),
        ("mono-stiffness", "mono-stiffness", "instant"),
        ("mono-stiffness-tracked", "mono-stiffness", "tracked"),
    ];
    for (law, restitution, separation) in simultaneous {
        all.push(Candidate {
            law,
            description: format!("springs at once, {restitution}, {separation} separation"),
            model: vec![("method", "simultaneous"), ("restitution", restitution), ("separation", separation)],
            knows: both.clone(),
        });
    }
    for (law, name) in [
        ("sequential-newton", "newton"),
        ("sequential-routh", "routh"),
        ("sequential-whittaker", "whittaker"),
        ("sequential-smith", "smith"),
    ] {
        all.push(Candidate {
            law,
            description: format!("one collision after the other, {name}"),
            model: vec![("method", "sequential"), ("law", name)],
            knows: if name == "newton" { vec!["restitution"] } else { both.clone() },
        });
    }
    all.push(Candidate {
        law: "pfeiffer-glocker",
        description: "all at once by complementarity".to_owned(),
        model: vec![("method", "pfeiffer-glocker")],
        knows: both,
    });
    all
}
