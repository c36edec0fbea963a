//! The functions of the page, called natively: every shipped scene has a view, figures and a document, and mistakes are told.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};

use serde_json::Value;

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let files = |folder: PathBuf| {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect::<Vec<_>>()
    };
    let mut all = files(folder.clone());
    all.extend(files(folder.join("motion")));
    all.sort();
    assert!(all.len() > 50, "where are the scenes?");
    all
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn every_scene_has_a_view_that_agrees_with_its_document() {
    for path in scenes() {
        let scene = read(&path);
        let view = json(&carom_wasm::view(&scene, b"50").unwrap());
        let document = json(&carom_wasm::document(&scene).unwrap());
        assert_eq!(view["document"]["energy"], document["energy"], "{}", path.display());
        assert_eq!(view["document"]["events"], document["events"], "{}", path.display());
    }
}

#[test]
fn the_course_of_a_view_begins_before_the_impact_and_ends_with_its_outcome() {
    for path in scenes() {
        let view = json(&carom_wasm::view(&read(&path), b"50").unwrap());
        let (Some(course), Some(bodies)) = (view["course"].as_object(), view["bodies"].as_array()) else {
            continue;
        };
        let samples = course["times"].as_array().unwrap().len();
        for (i, body) in bodies.iter().enumerate() {
            let velocity = course["bodies"][i]["velocity"].as_array().unwrap();
            assert_eq!(velocity.len(), 3 * samples, "{}", path.display());
            let after = &view["document"]["bodies"][body["name"].as_str().unwrap()]["velocity"];
            for axis in 0..3 {
                let [first, last] =
                    [&velocity[axis], &velocity[3 * (samples - 1) + axis]].map(|v| v.as_f64().unwrap());
                let [before, after] = [&body["velocity"][axis], &after[axis]].map(|v| v.as_f64().unwrap());
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
                assert!(close(first, before) && close(last, after), "{}: {first} {last}", path.display());
            }
        }
    }
}

#[test]
fn every_figure_offered_can_be_drawn() {
    for path in scenes() {
        let scene = read(&path);
        let names = String::from_utf8(carom_wasm::figures(&scene).unwrap()).unwrap();
        for name in names.lines() {
            let svg = carom_wasm::figure(&scene, name.as_bytes(), b"");
            assert!(svg.is_ok_and(|svg| svg.starts_with(b"<svg")), "{}: {name}", path.display());
        }
    }
}

#[test]
fn a_mistake_is_told_with_its_place_in_units_of_the_browser() {
    let scene = "title = \"𝛍\"\n[[body]]\nname = \"a\"\nmas = 1\n";
    let told = json(&carom_wasm::problems(scene.as_bytes()));
    let all = told["problems"].as_array().unwrap();
    let problem =
        all.iter().find(|problem| problem["message"].as_str().unwrap().contains("unknown key")).unwrap();
    let start = problem["start"].as_u64().unwrap() as usize;
    let units: Vec<u16> = scene.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[start..start + 3]).unwrap(), "mas");
    assert_eq!((problem["line"].as_u64(), problem["column"].as_u64()), (Some(4), Some(1)));
    assert!(told["text"].as_str().unwrap().contains("scene.toml:4"));
    assert!(carom_wasm::document(scene.as_bytes()).is_err_and(|error| error.contains("mas")));
}

#[test]
fn nonsense_is_refused_and_breaks_nothing() {
    for nonsense in [&b"\xff\xfe"[..], b"", b"[[[", b"[world]\ntable = 3", &[b'['; 3000]] {
        assert!(carom_wasm::document(nonsense).is_err());
        assert!(carom_wasm::view(nonsense, b"10").is_err());
        assert!(carom_wasm::compare(nonsense).is_err());
        assert!(!json(&carom_wasm::problems(nonsense))["problems"].as_array().unwrap().is_empty());
    }
    let scene = read(&scenes()[0]);
    assert!(carom_wasm::view(&scene, b"many").is_err_and(|error| error.contains("expected digits")));
    assert!(carom_wasm::figure(&scene, b"portrait", b"").is_err_and(|error| error.contains("portrait")));
}
