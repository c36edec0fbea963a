//! What the command says of flags and files that it cannot use, and that it says what would do.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::Path;
use std::process::{Command, Output};

fn carom(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_carom")).current_dir(root).args(arguments).output().unwrap()
}

/// What is said on standard error of arguments that are refused as bad input.
fn refusal(arguments: &[&str]) -> String {
    let output = carom(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// A file of this test's own.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_mistyped_choice_is_suggested_by_every_flag_that_has_one() {
    let scene = "scenes/ball-ball-table-plastic.toml";
    for (arguments, suggestion) in [
        (&["plot", scene, "-o", "x.svg", "-f", "impulse-plan"][..], "similar value exists: 'impulse-plane'"),
        (&["plot", scene, "-o", "x.svg", "-f", "velocites"], "similar value exists: 'velocities'"),
        (&["reproduce", "jia212"], "similar value exists: 'jia2012'"),
        (&["shot", "--table", "snoker"], "similar value exists: 'snooker'"),
        (&["shot", "--rack", "9ball"], "similar value exists: '9-ball'"),
        (&["plot", scene, "-o", "x.svg", "-c", "uper-lower"], "did you mean upper-lower?"),
    ] {
        let said = refusal(arguments);
        assert!(said.contains(suggestion), "{arguments:?}: {said}");
    }
}

#[test]
fn a_figure_of_the_other_kind_of_scene_is_told_so() {
    let world = "scenes/motion/draw-shot.toml";
    let said = refusal(&["plot", world, "-o", "x.svg", "-f", "wave"]);
    assert!(said.contains("no figure of a world in motion") && said.contains("table, velocities"), "{said}");
    let impact = "scenes/ball-ball-table-plastic.toml";
    assert!(refusal(&["plot", impact, "-o", "x.svg", "-f", "table"]).contains("a figure of worlds"));
}

#[test]
fn only_extensions_that_can_be_drawn_are_offered() {
    let scene = "scenes/corner.toml";
    for arguments in [
        &["shot", "-o", "x.bmp"][..],
        &["shot", "-o", "x.dot"],
        &["compare", scene, "-o", "x.bmp"],
        &["plot", "scenes/motion/draw-shot.toml", "-o", "x.dot"],
        &["plot", "scenes/motion/draw-shot.toml", "-o", "x.bmp"],
        &["plot", "scenes/recovery/masse.toml", "-o", "x.bmp"],
    ] {
        let said = refusal(arguments);
        assert!(said.contains("expected .svg, .png or .pdf"), "{said}");
    }
    assert!(
        refusal(&["plot", scene, "-o", "x.bmp"])
            .ends_with("expected .svg, .png, .pdf or .dot, or --format\n")
    );
}

#[test]
fn samples_by_the_million_are_refused_with_the_interval_that_would_do() {
    let text = "world = { table = \"carom\", until = 1 }\n\
                ball = [{ name = \"a\", position = [0, 0], velocity = [1, 0, 0] }, { name = \"b\", position = [0, 0.2] }]\n";
    let scene = file("samples.toml", text);
    let said = refusal(&["run", &scene, "--json", "--samples", "1e-300"]);
    // Half a million rows for each of two balls, up to rounding to two digits.
    assert!(said.contains("more than 1e6 rows: expected 2.1e-6 seconds or more"), "{said}");
    let said = refusal(&["shot", "--until", "1", "--json", "--samples", "1e-7"]);
    assert!(said.contains("seconds or more"), "{said}");
    assert_eq!(carom(&["run", &scene, "--json", "--samples", "0.01"]).status.code(), Some(0));
}

#[test]
fn a_recovery_file_is_checked_as_recover_would_read_it() {
    let output = carom(&["check", "scenes/recovery/masse.toml"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, "scenes/recovery/masse.toml: ok, a recovery from 45 positions\n");
    for text in [
        "[recovery]\nbal = \"pool\"\nsamples = [[0, 0, 0]]\n",
        "[recovery]\nball = \"pool\"\nfile = \"nowhere.csv\"\n",
        "[recovery]\nball = \"pool\"\nsamples = [[1, 0, 0], [0, 1, 1]]\n",
        "[recovery]\nball = \"pool\"\nsamples = \n",
    ] {
        let path = file("bad-recovery.toml", text);
        assert_eq!(refusal(&["check", &path]), refusal(&["recover", &path]), "{text}");
    }
}

#[test]
fn an_endless_world_is_bad_input_with_its_place() {
    let text = "[world]\ntable = \"carom\"\n[cloth]\nrolling_resistance = 0\n[[ball]]\nname = \"a\"\nposition = [0, 0]\n\
                velocity = [1, 0, 0]\n";
    let path = file("endless.toml", text);
    for command in ["run", "check"] {
        let said = refusal(&[command, &path]);
        assert!(said.contains(":4:22") && said.contains("until = 60"), "{said}");
    }
}

#[test]
fn a_run_that_is_given_up_is_reported_and_not_solved() {
    // Ten collisions a second for 10⁵ s: ten times what a run allows.
    let text =
        "[world]\nuntil = 1e5\n[cradle]\nballs = 2\nmass = 1\nradius = 0.01\nlength = 0.001\nangle = 10\n";
    let path = file("given-up.toml", text);
    for arguments in [&["run", &path][..], &["run", &path, "--json"], &["plot", &path, "-o", "never.svg"]] {
        let output = carom(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("after 100000 events: `until` would stop before"), "{said}");
    }
}

#[test]
fn bytes_that_are_no_text_are_pointed_at_by_line_and_column() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("latin-1.toml");
    std::fs::write(&path, b"# t\xc3\xa9xt\ntitle = \"caf\xe9\"\n").unwrap();
    let said = refusal(&["check", path.to_str().unwrap()]);
    assert!(said.contains("byte 0xe9") && said.contains(":2:13\n") && said.contains("UTF-8"), "{said}");
    std::fs::write(&path, b"\xff\xfet\0").unwrap();
    assert!(refusal(&["check", path.to_str().unwrap()]).contains("looks like UTF-16"));
}
