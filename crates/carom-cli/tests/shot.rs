//! `carom shot` as a user meets it: what it prints, how it exits.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::process::{Command, Output};

use serde_json::Value;

/// A ball's place is printed to 0.1 mm and computed to rounding; impacts on the way magnify it a little.
const SAME_PLACE: f64 = 1e-9;

/// The ledger of the command's shots closes to 1e-10 of the energy, a few joules.
const BALANCED: f64 = 1e-10;

fn shot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).arg("shot").args(arguments).output().unwrap()
}

fn report(arguments: &[&str]) -> String {
    let output = shot(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn document(arguments: &[&str]) -> Value {
    let text = report(&[arguments, &["--json"]].concat());
    assert!(text.starts_with('{') && text.ends_with("}\n"));
    serde_json::from_str(&text).unwrap()
}

/// What is said on standard error of flags that are refused as bad input.
fn refusal(arguments: &[&str]) -> String {
    let output = shot(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn a_shot_is_reported_from_the_blow_to_the_ledger() {
    let text = report(&["--speed", "2", "--ball", "0,0"]);
    for part in [
        "2 balls on a table of 2.540 by 1.270 m",
        "the tip holds",
        "it stays on the bed",
        "cue hits 1",
        "stops sliding and rolls",
        "nothing happens any more",
        "imbalance",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_straight_shot_keeps_to_its_line_and_a_ball_rolls_into_the_pocket_it_is_aimed_at() {
    let straight = document(&["--speed", "2", "--ball", "0,0"]);
    for ball in ["cue", "1"] {
        assert_eq!(numbers(&straight["bodies"][ball]["final"]["position"])[1], 0.0);
    }
    let down = document(&["--speed", "1", "--cue", "0,0", "--aim", "90"]);
    assert_eq!(down["bodies"]["cue"]["final"]["exit"], serde_json::json!({"kind": "pocket", "number": 5}));
    assert!(
        report(&["--speed", "1", "--cue", "0,0", "--aim", "90"])
            .contains("cue falls into the left side pocket")
    );
}

#[test]
fn mirrored_flags_give_the_mirrored_shot() {
    let flags = ["--table", "carom", "--speed", "3"];
    let left = document(&[&flags[..], &["--aim", "12", "--side", "0.3", "--ball", "0.3,0.2"]].concat());
    let right = document(&[&flags[..], &["--aim", "-12", "--side", "-0.3", "--ball", "0.3,-0.2"]].concat());
    for ball in ["cue", "1"] {
        let [one, other] = [&left, &right].map(|shot| numbers(&shot["bodies"][ball]["final"]["position"]));
        assert!((one[0] - other[0]).abs() < SAME_PLACE && (one[1] + other[1]).abs() < SAME_PLACE, "{ball}");
    }
}

#[test]
fn a_break_is_one_impact_of_the_whole_rack_and_its_ledger_closes() {
    let tight = document(&["--speed", "8", "--rack", "9-ball", "--until", "0.5"]);
    assert_eq!((&tight["outcome"], &tight["end"]), (&"time".into(), &0.5.into()));
    let events = tight["events"].as_array().unwrap();
    let first = events.iter().find(|event| event["kind"] == "collides").unwrap();
    assert_eq!(first["bodies"].as_array().unwrap().len(), 10);
    assert!(tight["energy"]["imbalance"].as_f64().unwrap().abs() < BALANCED);
    let names: Vec<&String> = tight["bodies"].as_object().unwrap().keys().collect();
    assert_eq!(names[..4], ["cue", "1", "2", "3"]);
}

#[test]
fn long_lists_of_events_end_until_all_is_asked_for() {
    let flags = ["--speed", "8", "--rack", "8-ball", "--until", "2"];
    let short = report(&flags);
    assert!(short.contains("more events; --all shows them"));
    let all = report(&[&flags[..], &["--all"]].concat());
    assert!(!all.contains("--all shows them") && all.lines().count() > short.lines().count());
}

#[test]
fn a_rack_brings_its_table() {
    let text = report(&["--rack", "snooker", "--gap", "0.01", "--until", "0.01"]);
    for part in ["22 balls on a table of 3.569", "red 15", "black"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn draw_jump_and_miscue_are_told_apart() {
    let draw = document(&["--height", "-0.4"]);
    assert_eq!(draw["cue"]["outcome"], "struck");
    assert!(numbers(&draw["cue"]["angular_velocity"])[1] < 0.0, "backspin");
    let jump = ["--speed", "5", "--elevation", "45", "--until", "0.1"];
    assert!(report(&jump).contains("it leaves the bed"));
    assert!(document(&jump)["cue"]["upwards"].as_f64().unwrap() > 0.0);
    let miscue = ["--side", "0.9", "--until", "0.1"];
    assert!(report(&miscue).contains("a miscue: the tip slides off"));
    assert_eq!(document(&miscue)["cue"]["outcome"], "miscue");
}

#[test]
fn a_shot_has_the_document_of_the_world_that_says_the_same() {
    let flags =
        ["--speed", "3", "--cue", "-0.635,0", "--ball", "-0.2,0", "--height", "-0.5", "--elevation", "3"];
    let shot = document(&[&flags[..], &["--samples", "0.5"]].concat());
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scene = std::fs::read_to_string(root.join("scenes/motion/draw-shot.toml")).unwrap();
    // The same names.
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("draw-shot-as-world.toml");
    std::fs::write(&file, scene.replace("\"object\"", "\"1\"")).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["run", file.to_str().unwrap(), "--json", "--samples", "0.5"])
        .output()
        .unwrap();
    let mut world: Value = serde_json::from_slice(&run.stdout).unwrap();
    world.as_object_mut().unwrap().remove("title"); // flags have none
    assert_eq!(shot, world);
}

#[test]
fn the_stiffness_of_the_tip_matters_where_the_bed_takes_part() {
    let spin = |flags: &[&str]| numbers(&document(flags)["cue"]["angular_velocity"]);
    let masse = ["--elevation", "60", "--side", "0.3", "--until", "0.1"];
    assert_eq!(spin(&masse), spin(&[&masse[..], &["--tip-stiffness", "1.3e6"]].concat()));
    assert_ne!(spin(&masse), spin(&[&masse[..], &["--tip-stiffness", "1e5"]].concat()));
}

#[test]
fn bad_flags_are_told_what_would_be_right() {
    for (flags, expected) in [
        (&["--speed", "-1"][..], "expected metres per second, from 1e-6 to 50"),
        (&["--speed", "1e-300"], "expected metres per second, from 1e-6 to 50"),
        (&["--elevation", "95"], "expected degrees from 0 (level) to 90"),
        (&["--side", "1"], "more than -1 and less than 1"),
        (&["--tip-stiffness", "0"], "expected newtons per metre, from 1e3 to 1e10"),
        (&["--samples", "1"], "--json"),
        (&["--cue", "0.5"], "expected two numbers of metres with a comma between"),
        (&["--rack", "7-ball"], "9-ball"),
        (&["--gap", "0.1"], "--rack"),
        (&["--rack", "9-ball", "--ball", "0,0"], "cannot be used with"),
        (&["--rack", "9-ball", "--table", "carom"], "expected --table pool"),
        (&["--side", "0.8", "--height", "0.8"], "expected less than 1"),
        (&["--cue", "5,0"], "the ball cue at 5,0 is not on the bed: expected x within 1.2414 m"),
        (&["--cue", "0,0", "--ball", "0.01,0"], "overlap: expected centres at least 0.05715 m apart"),
        (&["--height", "-0.99"], "through the bed"),
    ] {
        let message = refusal(flags);
        assert!(message.contains(expected), "{flags:?}: {message}");
    }
}

#[test]
fn a_shot_is_drawn_where_it_is_asked_for() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("shot-drawn");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("shot.svg");
    report(&["--ball", "0,0", "-o", file.to_str().unwrap()]);
    assert!(std::fs::read_to_string(&file).unwrap().contains("seen from above"));
}
