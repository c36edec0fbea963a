//! Documents of fits satisfy the schema of documents, and every field of it occurs.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

mod common;

use std::collections::BTreeSet;

use carom_fit::{FitReport, LawReport};
use carom_scene::{FitFile, schema};
use common::{BALL, BALLS, PROBLEMS, Random, study_of};
use serde_json::Value;

/// Paths of all fields of a value, with lists left out.
fn fields(value: &Value, path: &str, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let path = format!("{path}.{key}");
                fields(value, &path, all);
                all.insert(path);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, path, all)),
        _ => {}
    }
}

/// Paths of all fields that the schema describes under a definition.
fn described(rules: &Value, definition: &Value, path: &str, all: &mut BTreeSet<String>) {
    if let Some(name) = definition["$ref"].as_str() {
        return described(rules, &rules["$defs"][name.trim_start_matches("#/$defs/")], path, all);
    }
    for choice in definition["anyOf"].as_array().into_iter().flatten() {
        described(rules, choice, path, all);
    }
    for (key, inner) in definition["properties"].as_object().into_iter().flatten() {
        assert!(
            inner["description"].is_string() || inner["$ref"].is_string(),
            "{path}.{key} is not described"
        );
        let path = format!("{path}.{key}");
        described(rules, inner, &path, all);
        all.insert(path);
    }
    if definition["items"].is_object() {
        described(rules, &definition["items"], path, all);
    }
}

/// A fit with profiles and one that leaves parameters open and rows out; laws that apply and laws that do not.
fn documents() -> [Vec<Value>; 2] {
    let parsed = |json: String| serde_json::from_str(&json).unwrap();
    let problem = &PROBLEMS[1];
    let mut random = Random::new(1);
    let clean = problem.clean(&mut random);
    let table = problem.table(&clean, &mut random);
    let study = problem.study(table, "starts = 2\nfolds = 3");
    let fit = study.fit(true).unwrap();
    let laws = study.compare().unwrap();
    let file = FitFile::parse(
        "scene = \"s.toml\"\n[fit]\ndata = \"t.csv\"\n[[parameter]]\nat = \"contact.*.stiffness\"\neach = true\n\
         [[column]]\nname = \"v\"\nis = \"bodies.upper.velocity.z\"\n",
    )
    .unwrap();
    let open = study_of(&file, Some(BALLS), "trial,v\n1,0.8\n2,0.82\n".to_owned());
    let open_fit = open.fit(false).unwrap();
    // A normal of no length makes a row that no impact has.
    let file = FitFile::parse(
        "scene = \"s.toml\"\n[fit]\ndata = \"t.csv\"\n[[parameter]]\nat = \"contact.0.restitution\"\n",
    )
    .unwrap();
    let rows =
        "contact.0.normal.z,bodies.ball.velocity.z\n1,1.6\n1,1.61\n1,1.6\n1,1.6\n1,1.6\n1,1.6\n0,1.6\n";
    let broken = study_of(&file, Some(BALL), rows.to_owned());
    let broken_fit = broken.fit(false).unwrap();
    assert_eq!((broken_fit.rows, broken_fit.left_out.len()), (6, 1));
    [
        vec![
            parsed(FitReport::new(&study, &fit).json()),
            parsed(FitReport::new(&open, &open_fit).json()),
            parsed(FitReport::new(&broken, &broken_fit).json()),
        ],
        vec![parsed(LawReport::new(&study, &laws).json())],
    ]
}

#[test]
fn every_document_satisfies_the_schema_and_every_field_of_it_occurs() {
    let rules: Value = serde_json::from_str(schema::of_documents()).unwrap();
    let validator = jsonschema::validator_for(&rules).unwrap();
    for (documents, definition) in documents().iter().zip(["fitted", "fitted_laws"]) {
        let (mut seen, mut known) = (BTreeSet::new(), BTreeSet::new());
        for document in documents {
            let refusals: Vec<String> = validator
                .iter_errors(document)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(refusals.is_empty(), "{definition}: {refusals:#?}");
            fields(document, "", &mut seen);
        }
        described(&rules, &rules["$defs"][definition], "", &mut known);
        let missing: Vec<&String> = known.difference(&seen).collect();
        assert!(missing.is_empty(), "described but in no document: {missing:#?}");
    }
}
