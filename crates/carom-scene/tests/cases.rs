//! Every impact in `cases/` comes out as its source says.
//!
//! A case names its source, its scene (a file in `scenes/` or inline text) and what to expect: values under JSON
//! pointers into the document of `carom run --json`, the sequence of active contacts, the events. A printed value is
//! right to half a unit of its last digit, so a case says how exact it is by the digits it prints. `[published]`
//! holds what a paper printed where that differs; it is not tested.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use carom_scene::{Report, Scene};
use serde_json::Value;
use toml::de::{DeTable, DeValue};

/// The product and the printed digits may both be half a unit off in the last place, and a tie may round either way.
const HALF_A_UNIT: f64 = 0.501;

const KEYS: [&str; 8] = ["source", "note", "scene", "inline", "sequence", "events", "expect", "published"];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn text<'a>(case: &'a DeTable, key: &str) -> Option<&'a str> {
    case.get(key).map(|value| value.get_ref().as_str().unwrap_or_else(|| panic!("{key} is no string")))
}

fn scene_text(case: &DeTable) -> String {
    match (text(case, "scene"), text(case, "inline")) {
        (Some(name), None) => read(&workspace().join("scenes").join(format!("{name}.toml"))),
        (None, Some(inline)) => inline.to_owned(),
        _ => panic!("a case has either `scene` or `inline`"),
    }
}

fn document(scene_text: &str) -> Value {
    let scene = Scene::parse(scene_text).unwrap_or_else(|problems| panic!("bad scene: {problems:#?}"));
    let solved = scene.solve();
    serde_json::from_str(&Report::new(&scene, &solved).json()).unwrap()
}

/// Half a unit of the last digit printed.
fn tolerance(printed: &str) -> f64 {
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    HALF_A_UNIT * 10f64.powi(-i32::try_from(decimals).unwrap())
}

fn compare(found: &Value, pointer: &str, expected: &DeValue, failures: &mut String) {
    let printed = match expected {
        DeValue::Float(float) => float.as_str(),
        DeValue::Integer(integer) => integer.as_str(),
        _ => panic!("{pointer}: expected values are numbers"),
    };
    let Some(found) = found.pointer(pointer).and_then(Value::as_f64) else {
        let _ = writeln!(failures, "  {pointer} is not in the document");
        return;
    };
    let off = (found - printed.parse::<f64>().unwrap()).abs();
    if off > tolerance(printed) {
        let _ = writeln!(failures, "  {pointer} is {found:.12}, expected {printed}: off by {off:.1e}");
    }
}

/// The active contacts of each state.
fn sequence(found: &Value) -> Value {
    found["states"].as_array().unwrap().iter().map(|state| state["active"].clone()).collect()
}

/// "contact kind" of each event.
fn events(found: &Value) -> Value {
    let event = |event: &Value| format!("{} {}", event["contact"], event["kind"].as_str().unwrap());
    found["events"].as_array().unwrap().iter().map(event).collect()
}

fn json(value: &DeValue) -> Value {
    match value {
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Integer(integer) => integer.as_str().parse::<u64>().unwrap().into(),
        DeValue::String(text) => text.to_string().into(),
        _ => panic!("lists hold integers and strings"),
    }
}

/// What is wrong with a case; empty if nothing is.
fn failures(case: &DeTable) -> String {
    let mut failures = String::new();
    for key in case.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref())) {
        let _ = writeln!(failures, "  unknown key `{}`", key.get_ref());
    }
    if text(case, "source").is_none_or(str::is_empty) {
        let _ = writeln!(failures, "  names no source");
    }
    let found = document(&scene_text(case));
    for (key, list) in [("sequence", sequence as fn(&Value) -> Value), ("events", events)] {
        let Some(expected) = case.get(key).map(|value| json(value.get_ref())) else { continue };
        if list(&found) != expected {
            let _ = writeln!(failures, "  {key} is {}, expected {expected}", list(&found));
        }
    }
    let expected = case.get("expect").and_then(|value| value.get_ref().as_table()).expect("[expect]");
    for (pointer, value) in expected {
        compare(&found, pointer.get_ref(), value.get_ref(), &mut failures);
    }
    failures
}

#[test]
fn every_case_comes_out_as_its_source_says() {
    let files = std::fs::read_dir(workspace().join("cases")).unwrap().map(|entry| entry.unwrap().path());
    let is_case = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut paths: Vec<PathBuf> = files.filter(is_case).collect();
    paths.sort();
    let mut report = String::new();
    for path in &paths {
        let text = read(path);
        let case = DeTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let failures = failures(case.get_ref());
        if !failures.is_empty() {
            let source = case.get_ref().get("source").map_or("", |value| value.get_ref().as_str().unwrap());
            let name = path.file_name().unwrap().to_string_lossy();
            let _ = write!(report, "{name} ({source}):\n{failures}");
        }
    }
    assert!(paths.len() >= 20, "only {} cases were found", paths.len());
    assert!(report.is_empty(), "\n{report}");
}
