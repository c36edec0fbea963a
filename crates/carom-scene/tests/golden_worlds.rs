//! The reports of small worlds and recoveries, as they were when somebody last looked at them.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

mod rounded;

use std::path::{Path, PathBuf};

use carom_scene::{
    Loaded, RecoveryFile, RecoveryReport, RecoveryScene, TextOptions, WorldReport, WorldScene, load,
};
use rounded::rounded;

fn scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

fn world(name: &str) -> WorldScene {
    let text = std::fs::read_to_string(scenes().join(format!("motion/{name}.toml"))).unwrap();
    match load(&text) {
        Ok(Loaded::World(scene)) => scene,
        other => panic!("{name}: {other:?}"),
    }
}

fn recovery(name: &str) -> RecoveryScene {
    let folder = scenes().join("recovery");
    let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
    let file = RecoveryFile::parse(&text).unwrap();
    let samples = std::fs::read_to_string(folder.join(file.samples_file().unwrap())).unwrap();
    file.with_csv(&samples).unwrap()
}

/// The imbalance is rounding, which differs between machines.
fn without_imbalance(text: &str) -> String {
    text.lines().filter(|line| !line.contains("imbalance")).collect::<Vec<&str>>().join("\n")
}

#[test]
fn text_reports_of_worlds_are_as_they_were() {
    for name in ["stun-shot", "draw-shot", "miscue", "bouncing-ball", "thrown-pencil", "english", "masse"] {
        let scene = world(name);
        let run = scene.run();
        let text = WorldReport::new(&scene, &run).text(TextOptions::default());
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("text-{name}"), without_imbalance(&text));
        });
    }
}

#[test]
fn documents_of_worlds_are_as_they_were() {
    for (name, samples) in [("miscue", None), ("thrown-pencil", Some(0.2)), ("masse", Some(0.5))] {
        let scene = world(name);
        let run = scene.run();
        let json = WorldReport::new(&scene, &run).json(samples);
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("json-{name}"), rounded(&json));
        });
    }
}

#[test]
fn reports_of_recoveries_are_as_they_were() {
    for name in ["masse", "masse-cloth"] {
        let scene = recovery(name);
        let recovery = scene.recover().unwrap();
        let report = RecoveryReport::new(&scene, &recovery);
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("recovery-{name}"), report.text(TextOptions::default()));
        });
    }
}
