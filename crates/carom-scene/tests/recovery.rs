//! Recovery files: read, recovered and refused.

#![allow(clippy::unwrap_used)] // a file that cannot be read has failed

use std::path::Path;

use carom_motion::billiards::recovery::{Estimate, Recovered, Recovery};
use carom_scene::{Loaded, RecoveryFile, RecoveryReport, TextOptions, WorldRun, load};
use serde_json::Value;

/// [Jia2013, eq. (56)]: v in m/s, ω in rad/s.
const VELOCITY: [f64; 2] = [-1.67063, -0.274431];
const SPIN: [f64; 2] = [28.4584, 79.1561];
/// A true value is further than four deviations from its estimate once in 16 000 times.
const DEVIATIONS: f64 = 4.0;
/// The film is read off to a tenth of a millimetre, its times to a microsecond at 1.7 m/s.
const READ_OFF: f64 = 0.5e-4 + 1.7e-6;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn recovered(name: &str) -> (Recovery, String) {
    let scene = RecoveryFile::parse(&file(name)).unwrap().with_csv(&file("recovery/masse.csv")).unwrap();
    let recovery = scene.recover().unwrap();
    let json = RecoveryReport::new(&scene, &recovery).json();
    (recovery, json)
}

fn both(recovery: &Recovery) -> &Recovered {
    match recovery {
        Recovery::SlidingThenRolling(recovered) => recovered,
        other => panic!("{other:?}"),
    }
}

fn assert_near(estimates: [Estimate; 2], truth: [f64; 2]) {
    for (estimate, truth) in estimates.into_iter().zip(truth) {
        let miss = (estimate.value - truth).abs() / estimate.deviation;
        assert!(miss < DEVIATIONS, "{estimate:?} is not {truth}");
    }
}

#[test]
fn the_film_of_the_masse_is_that_of_the_world_that_starts_with_eq_56() {
    let Ok(Loaded::World(scene)) = load(&file("motion/masse.toml")) else { panic!("a world") };
    let WorldRun::Billiards { shot, .. } = scene.run().unwrap() else { panic!("billiards") };
    let start = shot.at(0, 0.0);
    assert_eq!((start.velocity.x, start.velocity.y), (VELOCITY[0], VELOCITY[1]));
    assert_eq!((start.angular_velocity.x, start.angular_velocity.y), (SPIN[0], SPIN[1]));
    let film = RecoveryFile::parse(&file("recovery/masse.toml")).unwrap();
    let film = film.with_csv(&file("recovery/masse.csv")).unwrap();
    assert_eq!(film.samples().len(), 45);
    for sample in film.samples() {
        let place = shot.at(0, sample.time).position.xy();
        assert!((place - sample.position).amax() <= READ_OFF, "{sample:?}");
    }
}

#[test]
fn the_masse_of_eq_56_is_recovered_from_its_film() {
    let (recovery, json) = recovered("recovery/masse.toml");
    let found = both(&recovery);
    assert_near(found.motion.velocity, VELOCITY);
    assert_near(found.motion.angular_velocity, SPIN);
    let document: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(document["outcome"], "sliding-then-rolling");
    assert_eq!(document["start"]["velocity"][0]["value"], found.motion.velocity[0].value);
    assert_eq!(document["rolling_begins"]["time"]["deviation"], found.switch.time.deviation);
}

#[test]
fn the_cloth_is_recovered_too_if_it_is_sought() {
    let (recovery, _) = recovered("recovery/masse-cloth.toml");
    let found = both(&recovery);
    assert_near([found.sliding_friction, found.rolling_friction], [0.152479, 0.0107004]);
    assert_near(found.motion.angular_velocity, SPIN);
}

#[test]
fn samples_may_be_in_the_file_itself_and_a_ball_that_rolls_is_told() {
    // x = t − ½ 0.0981 t².
    let row = |i: u8| {
        let t = f64::from(i) * 0.1;
        format!("[{t}, {}, 0]", t - 0.04905 * t * t)
    };
    let rows: Vec<String> = (0..20).map(row).collect();
    let text = format!("[recovery]\nball = \"pool\"\nnoise = 1e-4\nsamples = [{}]", rows.join(", "));
    let scene = RecoveryFile::parse(&text).unwrap().with_own_samples().unwrap();
    let recovery = scene.recover().unwrap();
    assert!(matches!(recovery, Recovery::RollingOnly(_)), "{recovery:?}");
    let report = RecoveryReport::new(&scene, &recovery).text(TextOptions::default());
    assert!(report.contains("rolls all the time") && report.contains("as given"), "{report}");
}

#[test]
fn errors_point_at_the_value() {
    let recovery = |rest: &str| format!("[recovery]\n{rest}");
    for (text, message, at) in [
        (recovery("samples = [[0, 0, 0]]"), "`radius` is missing", "[recovery]"),
        (recovery("ball = \"pol\"\nsamples = [[0, 0, 0]]"), "unknown ball `pol`", "\"pol\""),
        (recovery("ball = \"pool\"\nradius = 1\nsamples = [[0, 0, 0]]"), "given twice", "radius"),
        (recovery("radius = -1\nsamples = [[0, 0, 0]]"), "`radius` is -1", "-1"),
        (recovery("ball = \"pool\""), "`samples` is missing", "[recovery]"),
        (recovery("ball = \"pool\"\nsamples = [[0, 0]]"), "`samples[0]` is an array of 2", "[0, 0]"),
        (recovery("ball = \"pool\"\nfile = \"a\"\nsamples = [[0, 0, 0]]"), "given twice", "[[0, 0, 0]]"),
        (
            recovery("ball = \"pool\"\nsliding_friction = 0\nsamples = [[0, 0, 0]]"),
            "`sliding_friction` is 0",
            "0",
        ),
        (
            recovery("ball = \"pool\"\nsliding_friction = { sought_from = -2 }\nsamples = [[0, 0, 0]]"),
            "`sought_from` is -2",
            "-2",
        ),
        (recovery("ball = \"pool\"\nnoize = 1\nsamples = [[0, 0, 0]]"), "unknown key `noize`", "noize"),
        (recovery("ball = \"pool\"\nsamples = []"), "there are no samples", "[]"),
        ("title = \"a\"".to_owned(), "`recovery` is missing", ""),
    ] {
        let problems = RecoveryFile::parse(&text).unwrap_err();
        let pointed = &text[problems[0].span.start..problems[0].span.end];
        assert!(problems[0].message.contains(message), "{text}\n{problems:#?}");
        assert!(pointed.starts_with(at), "{text}\n{pointed}");
    }
}

#[test]
fn errors_in_samples_point_into_the_text_that_holds_them() {
    let file = || RecoveryFile::parse("[recovery]\nball = \"pool\"\nstart = 0.05\nfile = \"a.csv\"").unwrap();
    for (csv, message, at) in [
        ("0.1, 0, 0\n0.1, 1, 0\n", "not after the one before", "0.1, 1, 0"),
        ("0, 0, 0\n0.1, 1, 0\n", "before the start at 0.05 s", "0, 0, 0"),
        ("0.1, 0, 0\n0.2, 1\n", "the line has 2 values", "0.2, 1"),
        ("0.1, 0, 1e9\n", "`position` is 1e9", "0.1, 0, 1e9"),
        ("0.1, 1e300, 1e300\n", "`position` is 1e300", "0.1, 1e300, 1e300"),
        ("1e300, 0, 0\n", "`time` is 1e300", "1e300, 0, 0"),
        ("", "there are no samples", ""),
    ] {
        let problems = file().with_csv(csv).unwrap_err();
        assert!(problems[0].message.contains(message), "{csv}\n{problems:#?}");
        assert_eq!(&csv[problems[0].span.start..problems[0].span.end], at);
    }
    assert!(file().unreadable("it is gone").message.contains("it is gone"));
    assert!(file().with_own_samples().is_err());
}

#[test]
fn a_recovery_is_no_scene() {
    let problems = load(&file("recovery/masse.toml")).unwrap_err();
    assert!(problems[0].help.as_ref().unwrap().contains("carom recover"));
}

#[test]
fn a_scene_is_no_recovery() {
    for (name, at) in [("motion/masse.toml", "world"), ("cradle-3.toml", "body")] {
        let text = file(name);
        let problems = RecoveryFile::parse(&text).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_eq!(&text[problems[0].span.start..problems[0].span.end], at);
        assert!(problems[0].help.as_ref().unwrap().contains("carom run"));
    }
}

#[test]
fn a_film_may_be_timed_by_the_clock_of_the_camera() {
    // Seconds since 1970 in May 2026.
    let clock = 1_778_000_000.0;
    let file = RecoveryFile::parse("[recovery]\nball = \"pool\"\nfile = \"a.csv\"").unwrap();
    assert!(file.with_csv(&format!("{clock}, 0, 0\n{}, 1, 0\n", clock + 0.5)).is_ok());
}
