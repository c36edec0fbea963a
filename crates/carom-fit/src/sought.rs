//! Which parameters a fit file seeks, from the paths into its scene.

use carom_scene::{Loaded, ParameterEntry};
use carom_sweep::{SweepError, Template, path_parts};

use crate::error::FitError;
use crate::parameter::{Parameter, Part};
use crate::site::{Draft, Places, Site};

/// Parameters with their places, `*` written out.
pub(crate) fn parameters(
    entries: &[ParameterEntry],
    scene: &Loaded,
    text: &str,
) -> Result<Vec<Parameter>, FitError> {
    let mut all: Vec<Parameter> = Vec::new();
    for entry in entries {
        let mut paths = Vec::new();
        for path in entry.at.split(',').map(str::trim) {
            paths.extend(
                expanded(path, text).map_err(|message| {
                    FitError::entry(entry.span, message, "expected a path into the scene")
                })?,
            );
        }
        let name = entry.name.clone().unwrap_or_else(|| entry.at.clone());
        let sets: Vec<(String, Vec<String>)> = if entry.each && paths.len() > 1 {
            let called = |path: &String| match &entry.name {
                Some(name) => format!(
                    "{name}.{}",
                    path_parts(path).map_or_else(|_| path.clone(), |parts| parts[1].clone())
                ),
                None => path.clone(),
            };
            paths.iter().map(|path| (called(path), vec![path.clone()])).collect()
        } else {
            vec![(name, paths)]
        };
        for (name, paths) in sets {
            if all.iter().any(|before| before.name == name) {
                return Err(FitError::entry(
                    entry.span,
                    format!("two parameters are called `{name}`"),
                    "expected a name of its own",
                ));
            }
            let present = present(scene, text, &paths[0]);
            all.extend(Parameter::of_entry(entry, paths, name, present)?);
        }
    }
    Ok(all)
}

/// The paths that one with a `*` stands for.
fn expanded(path: &str, text: &str) -> Result<Vec<String>, String> {
    let Some((list, rest)) = path.split_once(".*.") else { return Ok(vec![path.to_owned()]) };
    let document: toml_edit::DocumentMut =
        text.parse().map_err(|_| "the scene is not valid TOML".to_owned())?;
    let count = match document.get(list) {
        Some(toml_edit::Item::ArrayOfTables(tables)) => tables.len(),
        Some(toml_edit::Item::Value(value)) => value.as_array().map_or(0, toml_edit::Array::len),
        _ => 0,
    };
    match (list, count) {
        ("contact", 0) => Ok(vec![format!("contact_defaults.{rest}")]),
        (_, 0) => Err(format!("the scene has no list `{list}`")),
        _ => Ok((0..count).map(|place| format!("{list}.{place}.{rest}")).collect()),
    }
}

/// The number that stands at a path now; 1 if there is none.
fn present(scene: &Loaded, text: &str, path: &str) -> f64 {
    if let Loaded::Impact(scene) = scene
        && let (Some(impact), Some(places)) = (scene.impact(), Places::new(scene, text))
        && let Some(&site) = places.sites(path).as_deref().and_then(<[Site]>::first)
    {
        return Draft::of(impact).get(site);
    }
    let Ok(document) = text.parse::<toml_edit::DocumentMut>() else { return 1.0 };
    let Ok(parts) = path_parts(path) else { return 1.0 };
    number_at(document.as_item(), &parts).unwrap_or(1.0)
}

/// The number at a path of a document, lists gone through by name, axis or place.
fn number_at(item: &toml_edit::Item, parts: &[String]) -> Option<f64> {
    let Some((part, rest)) = parts.split_first() else {
        return item.as_float().or_else(|| item.as_integer().map(|number| number as f64));
    };
    let is_called = |item: &toml_edit::Item| item.get("name").and_then(toml_edit::Item::as_str) == Some(part);
    let elements: Vec<toml_edit::Item> = match item {
        toml_edit::Item::ArrayOfTables(tables) => {
            tables.iter().map(|table| toml_edit::Item::Table(table.clone())).collect()
        }
        toml_edit::Item::Value(toml_edit::Value::Array(array)) => {
            array.iter().map(|value| toml_edit::Item::Value(value.clone())).collect()
        }
        other => return number_at(other.get(part.as_str())?, rest),
    };
    let axis = ["x", "y", "z"].iter().position(|axis| axis == part);
    let place = elements.iter().position(is_called).or(axis).or_else(|| part.parse().ok())?;
    number_at(elements.get(place)?, rest)
}

/// The scene with holes for the columns before and for what is sought.
pub(crate) fn template(
    text: &str,
    before: &[String],
    parameters: &[Parameter],
    entries: &[ParameterEntry],
) -> Result<Template, FitError> {
    let sought = parameters.iter().filter(|parameter| parameter.part != Part::Exponent);
    let holes: Vec<String> =
        before.iter().chain(sought.flat_map(|parameter| &parameter.paths)).cloned().collect();
    Template::with_holes(text, &holes).map_err(|error| {
        let path = match &error {
            SweepError::Nowhere { path, .. }
            | SweepError::SetTwice { path }
            | SweepError::Path { path, .. } => path.clone(),
            _ => String::new(),
        };
        let of_path = parameters.iter().find(|parameter| parameter.paths.contains(&path));
        let span = of_path.map(|parameter| parameter.span).or(entries.first().map(|entry| entry.span));
        let place = if before.contains(&path) {
            "is it a column of the table, too?"
        } else {
            "expected a path into the scene"
        };
        FitError::entry(span.unwrap_or_default(), error.to_string(), place)
    })
}

/// The scene with zeros for velocities of bodies, and for points of contacts that have a normal, that it does not mention but that paths
/// set a part of.
pub(crate) fn completed(text: String, paths: impl Iterator<Item = String>) -> String {
    let Ok(mut document) = text.parse::<toml_edit::DocumentMut>() else { return text };
    let mut changed = false;
    for path in paths {
        let Ok(parts) = path_parts(&path) else { continue };
        let [list, name, vector, _] = &parts[..] else { continue };
        match (list.as_str(), vector.as_str()) {
            ("body" | "ball", "velocity" | "angular_velocity") | ("contact", "point") => {}
            _ => continue,
        }
        let Some(item) = document.get_mut(list) else { continue };
        let mut tables: Vec<&mut dyn toml_edit::TableLike> = match item {
            toml_edit::Item::ArrayOfTables(tables) => {
                tables.iter_mut().map(|table| table as &mut dyn toml_edit::TableLike).collect()
            }
            toml_edit::Item::Value(toml_edit::Value::Array(array)) => array
                .iter_mut()
                .filter_map(toml_edit::Value::as_inline_table_mut)
                .map(|table| table as &mut dyn toml_edit::TableLike)
                .collect(),
            _ => continue,
        };
        let is_called = |table: &&mut dyn toml_edit::TableLike| {
            table.get("name").and_then(toml_edit::Item::as_str) == Some(name)
        };
        let place = tables.iter().position(is_called).or_else(|| name.parse().ok());
        if let Some(table) = place.and_then(|place| tables.get_mut(place))
            && table.get(vector).is_none()
            && (vector != "point" || table.get("normal").is_some())
        {
            let zero: toml_edit::Array = [0, 0, 0].into_iter().collect();
            table.insert(vector, toml_edit::Item::Value(toml_edit::Value::Array(zero)));
            changed = true;
        }
    }
    if changed { document.to_string() } else { text }
}
