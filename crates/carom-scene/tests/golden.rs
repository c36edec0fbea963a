//! The reports of the example scenes, as they were when somebody last looked at them.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

mod rounded;

use std::path::Path;

use carom_scene::{ComparisonReport, Report, Scene, TextOptions};
use rounded::rounded;

fn scene(name: &str) -> Scene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.toml"));
    let text = std::fs::read_to_string(path).unwrap();
    Scene::parse(&text).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"))
}

#[test]
fn rounding_leaves_names_and_indices_alone() {
    assert_eq!(rounded(r#"{"a-1.5": [1, 1e-17, 0.3333333333333333]}"#), r#"{"a-1.5": [1, 0, 0.333333333]}"#);
}

#[test]
fn documents_of_the_scenes_are_as_they_were() {
    let names = [
        "ball-ball-table-elastic",
        "ball-ball-table-plastic",
        "ball-ball-table-restart",
        "bouncing-ball",
        "bouncing-ball-plastic",
        "corner",
        "cradle-3",
        "cradle-5",
        "cue-on-ball",
        "cue-shot-horizontal",
        "cue-shot-vertical",
        "falling-rod",
        "impulse-central",
        "impulse-generic",
        "impulse-grazing",
        "impulse-infinite-friction",
        "impulse-near-grazing",
        "impulse-pendulum",
        "jia2008-mono-stiffness",
        "masse-shot",
        "mechanism",
        "mechanism-friction",
        "pencil",
        "pendulum",
        "ping-pong-drop",
        "rack-9-ball",
        "rod-oblique",
        "routh-cue-shot",
        "routh-rod",
        "sphere-on-sphere",
        "superball",
        "throw",
    ];
    for name in names {
        let scene = scene(name);
        let solved = scene.solve();
        let json = Report::new(&scene, &solved).json();
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("json-{name}"), rounded(&json));
        });
    }
}

#[test]
fn text_reports_are_as_they_were() {
    for name in [
        "ball-ball-table-plastic",
        "bouncing-ball",
        "falling-rod",
        "impulse-generic",
        "masse-shot",
        "mechanism",
        "mechanism-friction",
        "rack-9-ball-spin",
        "rack-with-gaps",
        "routh-cue-shot",
        "routh-rod",
    ] {
        let scene = scene(name);
        let solved = scene.solve();
        let text = Report::new(&scene, &solved).text(TextOptions::default());
        // The imbalance is rounding, which differs between machines.
        let kept: Vec<&str> = text.lines().filter(|line| !line.contains("imbalance")).collect();
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("text-{name}"), kept.join("\n"));
        });
    }
}

#[test]
fn comparisons_of_laws_are_as_they_were() {
    for name in ["corner", "falling-rod", "impulse-central", "impulse-generic", "rod-oblique"] {
        let scene = scene(name);
        let comparison = scene.compare();
        let report = ComparisonReport::new(&scene, &comparison);
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("compare-{name}"), report.text(TextOptions::default()));
            insta::assert_snapshot!(format!("compare-json-{name}"), rounded(&report.json()));
        });
    }
}
