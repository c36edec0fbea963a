//! The schemas describe what is read and what is written: all of it, and nothing else.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use carom_scene::{
    ComparisonReport, FitFile, Interval, Loaded, RecoveryFile, RecoveryReport, Report, WorldReport, load,
    schema,
};
use jsonschema::Validator;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn validator(schema: &str) -> Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

/// Every TOML file of a folder and the folders in it, with its text.
fn files(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn refusals(validator: &Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn assert_valid(validator: &Validator, name: &str, value: &Value) {
    let refusals = refusals(validator, value);
    assert!(refusals.is_empty(), "{name}: {refusals:#?}");
}

#[test]
fn every_shipped_scene_satisfies_the_schema_of_scenes() {
    let validator = validator(&schema::of_scenes());
    let all = [
        files("scenes"),
        files("crates/carom-scene/tests/")
            .into_iter()
            .filter(|(name, _)| name.ends_with("everything.toml"))
            .collect(),
    ];
    assert!(all[0].len() > 40 && all[1].len() == 1);
    for (name, text) in all.concat() {
        assert_valid(&validator, &name, &schema::as_json(&text).unwrap());
    }
}

#[test]
fn a_scene_with_a_mistake_of_form_does_not() {
    let validator = validator(&schema::of_scenes());
    for name in ["unknown-key", "wrong-type", "missing-keys", "out-of-range"] {
        let path = root().join(format!("crates/carom-scene/tests/errors/{name}.toml"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!validator.is_valid(&schema::as_json(&text).unwrap()), "{name} is taken");
    }
}

/// Scenes that cannot be solved, or that no shipped scene is like.
const ODD: [&str; 6] = [
    // Its energy is out of the range of numbers.
    "title = \"too large\"\nbody = [{ name = \"a\", mass = 1e100, velocity = [1, 0, 0], angular_velocity = [1e100, 0, 0], \
     shape = { sphere = { radius = 1e10 } } }, \
     { name = \"b\", mass = 1, position = [2e10, 0, 0], shape = { sphere = { radius = 1e10 } } }]",
    // A hinge that collides, with friction under a law that does not say what it takes.
    "title = \"A hinge that collides\"\n\
     [model]\n\
     method = \"sequential\"\n\
     law = \"smith\"\n\
     hinges = \"released\"\n\
     [[body]]\n\
     name = \"rod\"\n\
     mass = 1\n\
     inertia = [[0.08, 0, 0], [0, 0.08, 0], [0, 0, 0.001]]\n\
     position = [0, 0, -0.5]\n\
     hinge = { axis = [0, 1, 0], pivot = [0, 0, 0] }\n\
     angular_velocity = [0, -3, 0]\n\
     [[body]]\n\
     name = \"ball\"\n\
     mass = 0.75\n\
     velocity = [0, 0, 1]\n\
     shape = { sphere = { radius = 0.05 } }\n\
     position = [0.05, 0, -0.4]\n\
     [[contact]]\n\
     between = [\"ball\", \"rod\"]\n\
     point = [0, 0, -0.4]\n\
     normal = [1, 0, 0]\n\
     friction = 0.3",
    // Collisions without end, which are summed.
    "[model]\n\
     method = \"sequential\"\n\
     law = \"newton\"\n\
     [[body]]\n\
     name = \"upper\"\n\
     mass = 1\n\
     shape = { sphere = { radius = 1 } }\n\
     position = [0, 0, 3]\n\
     velocity = [0, 0, -1]\n\
     [[body]]\n\
     name = \"lower\"\n\
     mass = 1\n\
     shape = { sphere = { radius = 1 } }\n\
     position = [0, 0, 1]\n\
     [[body]]\n\
     name = \"table\"\n\
     fixed = true\n\
     shape = { plane = { normal = [0, 0, 1] } }\n\
     [contact_defaults]\n\
     restitution = 0.1",
    // A ball that comes to rest on a ball.
    "[world]\n[[body]]\nname = \"upper\"\nmass = 1\nshape = { sphere = { radius = 0.1 } }\nposition = [0, 0, 0.35]\n\
     [[body]]\nname = \"lower\"\nmass = 1\nshape = { sphere = { radius = 0.1 } }\n[floor]\nrestitution = 0\n\
     [contact_defaults]\nrestitution = 0",
    // A ball over the edge, and a jump.
    "[world]\ntable = \"carom\"\n[[ball]]\nname = \"cue\"\nposition = [0.9, 0]\n[cue]\nspeed = 20\nelevation = 40",
    // A tumbling box without an axis of symmetry.
    "[world]\nuntil = 0.2\n[[body]]\nname = \"box\"\nmass = 1\nshape = { box = { size = [0.1, 0.2, 0.3] } }\n\
     position = [0, 0, 1]\nangular_velocity = [1, 2, 3]",
];

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

/// The documents of a scene: what `run`, with samples too, and `compare` print.
fn documents(text: &str) -> Vec<Value> {
    match load(text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}")) {
        Loaded::Impact(scene) => {
            let solved = scene.solve();
            let report = Report::new(&scene, &solved);
            let sampled = report.json_with_samples(Interval::Part(0.2)).ok();
            let compared = ComparisonReport::new(&scene, &scene.compare()).json();
            // Of a few contacts: the matrix of a rack is large.
            let few = scene.contact_names().len() <= 4 && solved.is_ok();
            let mut derivatives = few.then(|| scene.derivatives().ok()).flatten();
            if let Some(derivatives) = &mut derivatives {
                derivatives.one_sided = scene.one_sided_derivatives(derivatives);
            }
            let differentiated =
                derivatives.as_ref().map(|found| Report::new(&scene, &solved).with_derivatives(found).json());
            let all = [Some(report.json()), sampled, Some(compared), differentiated];
            all.iter().flatten().map(|json| parsed(json)).collect()
        }
        Loaded::World(world) => {
            let run = world.run();
            let report = WorldReport::new(&world, &run);
            let step = run.as_ref().ok().map(|run| 0.2 * run.end());
            let few = world.names().len() < 4;
            let derivatives = few.then(|| world.derivatives().ok()).flatten();
            let differentiated = derivatives
                .as_ref()
                .map(|found| WorldReport::new(&world, &run).with_derivatives(found).json(None));
            let all = [Some(report.json(None)), Some(report.json(step)), differentiated];
            all.iter().flatten().map(|json| parsed(json)).collect()
        }
    }
}

/// The documents of a track.
fn recovered(folder: &Path, text: &str) -> Value {
    let file = RecoveryFile::parse(text).unwrap();
    let scene = match file.samples_file() {
        Some(name) => {
            let samples = std::fs::read_to_string(folder.join(name)).unwrap();
            file.with_csv(&samples).unwrap()
        }
        None => file.with_own_samples().unwrap(),
    };
    parsed(&RecoveryReport::new(&scene, &scene.recover().unwrap()).json())
}

/// Tracks of a ball that only slides, only rolls, or was seen too seldom.
fn tracks() -> Vec<String> {
    let track = |place: &dyn Fn(f64) -> f64, count: usize| {
        let samples: Vec<String> =
            (0..count).map(|i| 0.02 * i as f64).map(|time| format!("[{time}, {}, 0]", place(time))).collect();
        format!("[recovery]\nball = \"pool\"\nnoise = 1e-4\nsamples = [{}]\n", samples.join(", "))
    };
    let slowing = |deceleration: f64| move |time: f64| 2.0 * time - 0.5 * deceleration * 9.81 * time * time;
    vec![track(&slowing(0.2), 15), track(&slowing(0.01), 40), track(&slowing(0.2), 2)]
}

/// Every document that scenes, cases and tracks give.
fn all_documents() -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (name, text) in files("scenes") {
        if FitFile::is_one(&text) {
            continue; // Held to the schema where they are fitted.
        } else if RecoveryFile::is_one(&text) {
            all.push((name.clone(), recovered(Path::new(&name).parent().unwrap(), &text)));
        } else if !name.contains("cradle-100") {
            all.extend(documents(&text).into_iter().map(|document| (name.clone(), document)));
        }
    }
    for text in ODD {
        all.extend(documents(text).into_iter().map(|document| (text.to_owned(), document)));
    }
    for track in tracks() {
        all.push((track.clone(), recovered(Path::new(""), &track)));
    }
    all
}

/// The golden documents, as they were when somebody last looked at them.
fn golden() -> Vec<(String, Value)> {
    let folder = root().join("crates/carom-scene/tests/snapshots");
    let snapshots = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let json = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let body = text.splitn(3, "---\n").nth(2)?;
        Some((path.display().to_string(), serde_json::from_str(body).ok()?))
    };
    snapshots.filter_map(json).collect()
}

/// The fields of the schema that were seen, as `definition.field`.
fn see(schema: &Value, definition: &str, value: &Value, seen: &mut BTreeSet<String>) {
    let rules = &schema["$defs"][definition];
    see_rules(schema, definition, rules, value, seen);
}

fn see_rules(schema: &Value, place: &str, rules: &Value, value: &Value, seen: &mut BTreeSet<String>) {
    if let Some(name) = rules["$ref"].as_str() {
        return see(schema, name.trim_start_matches("#/$defs/"), value, seen);
    }
    if let Some(choices) = rules["anyOf"].as_array() {
        for choice in choices {
            see_rules(schema, place, choice, value, seen);
        }
    }
    if let (Some(fields), Some(properties)) = (value.as_object(), rules["properties"].as_object()) {
        for (field, rules) in properties.iter().filter(|(field, _)| fields.contains_key(*field)) {
            let place = format!("{place}.{field}");
            see_rules(schema, &place, rules, &fields[field], seen);
            seen.insert(place);
        }
    }
    if let (Some(fields), Some(_)) = (value.as_object(), rules["additionalProperties"].as_object()) {
        fields
            .values()
            .for_each(|value| see_rules(schema, place, &rules["additionalProperties"], value, seen));
    }
    if let Some(items) = value.as_array() {
        items.iter().for_each(|item| see_rules(schema, place, &rules["items"], item, seen));
    }
}

/// All fields that the schema describes.
fn described(place: &str, rules: &Value, all: &mut Vec<String>) {
    if let Some(properties) = rules["properties"].as_object() {
        for (field, rules) in properties {
            let place = format!("{place}.{field}");
            assert!(
                rules["description"].is_string() || rules["$ref"].is_string(),
                "{place} is not described"
            );
            described(&place, rules, all);
            all.push(place);
        }
    }
    if rules["items"].is_object() {
        described(place, &rules["items"], all);
    }
}

/// Only impacts that the engine gives up on its way have the first ones, and those that are known take seconds to give up or are to be mended: what
/// is told of them is held to the schema where it is written. The last needs a law that breaks a condition at one of several contacts.
const RARE: [&str; 12] = [
    "failure.error.contact",
    "failure.error.time",
    "failure.contacts",
    "failure.contacts.name",
    "failure.contacts.samples",
    "failure.states_left_out",
    "failure.states",
    "failure.events_left_out",
    "failure.events",
    "failure.duration",
    "failure.units",
    "compared_model.breaches.contact",
];

#[test]
fn every_document_satisfies_the_schema_of_documents_and_every_field_of_it_occurs() {
    let text = schema::of_documents();
    let validator = validator(text);
    let rules = parsed(text);
    let mut seen = BTreeSet::new();
    let golden = golden();
    assert!(golden.len() > 30, "only {} golden documents", golden.len());
    for (name, document) in all_documents().into_iter().chain(golden) {
        assert_valid(&validator, &name, &document);
        let kind = match &document {
            value if value["models"].is_array() => "comparison",
            value if value["outcome"] == "error" => "failure",
            value if value["end"].is_number() => "world",
            value if value["samples"].is_number() => "recovery",
            _ => "impact",
        };
        see(&rules, kind, &document, &mut seen);
    }
    let mut all = Vec::new();
    // Documents of fits are held to the schema where they are made.
    for (name, definition) in
        rules["$defs"].as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("fitted"))
    {
        described(name, definition, &mut all);
    }
    let missing: Vec<&String> =
        all.iter().filter(|field| !seen.contains(*field) && !RARE.contains(&field.as_str())).collect();
    assert!(missing.is_empty(), "described but in no document: {missing:#?}");
}
