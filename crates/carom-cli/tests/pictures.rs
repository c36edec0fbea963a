//! Pictures and films as a user meets them: sizes, formats, windows, and every figure of every kind of scene.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn carom(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// An empty folder of this test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pictures-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command that writes a file, and gives what is in it.
fn written(test: &str, name: &str, arguments: &[&str]) -> Vec<u8> {
    let file = folder(test).join(name);
    let output = carom(&[arguments, &["-o", file.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    std::fs::read(&file).unwrap()
}

const BALLS: &str = "scenes/ball-ball-table-plastic.toml";

#[test]
fn a_picture_has_the_size_and_the_format_that_were_asked_for() {
    let svg =
        written("size", "a.svg", &["plot", BALLS, "-f", "forces", "--width", "85mm", "--font-size", "7pt"]);
    let text = String::from_utf8(svg).unwrap();
    assert!(text.contains("width=\"321.26\""), "85 mm are 321.26 pixels: {}", &text[..200]);
    assert!(!text.contains("<text"), "text is outlines unless said otherwise");
    let plain = written("size", "b.svg", &["plot", BALLS, "--text", "text"]);
    assert!(String::from_utf8(plain).unwrap().contains("<text"));
    assert!(written("size", "c.pdf", &["plot", BALLS]).starts_with(b"%PDF-"));
    let low = written("size", "d.png", &["plot", BALLS, "--dpi", "48"]);
    let high = written("size", "e.png", &["plot", BALLS, "--dpi", "96"]);
    let width = |png: &[u8]| u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
    assert_eq!((width(&low), width(&high)), (350, 700));
}

#[test]
fn a_picture_on_standard_output_is_nothing_but_the_picture() {
    for (arguments, begins) in [
        (vec!["plot", BALLS, "-o", "-"], &b"<svg"[..]),
        (vec!["plot", BALLS, "-o", "-", "--format", "pdf"], b"%PDF-"),
        (vec!["plot", BALLS, "-o", "-", "--format", "dot"], b"digraph"),
        (vec!["compare", "scenes/impulse-central.toml", "-o", "-"], b"<svg"),
        (vec!["shot", "-o", "-", "--until", "0.5"], b"<svg"),
        (vec!["animate", BALLS, "-o", "-"], b"<svg"),
        (
            vec!["animate", BALLS, "-o", "-", "--format", "gif", "--seconds", "0.1", "--width", "85mm"],
            b"GIF89a",
        ),
    ] {
        let output = carom(&arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.starts_with(begins), "{arguments:?}");
    }
}

#[test]
fn mistakes_in_sizes_and_times_are_refused_with_what_would_do() {
    for (arguments, says) in [
        (&["--width", "85"][..], "such as 85mm"),
        (&["--width", "-3mm"], "such as 85mm"),
        (&["--width", "20mm"], "too narrow"),
        (&["--font-size", "40pt", "--width", "85mm"], "letters of at most"),
        (&["--height", "1mm"], "too low"),
        (&["--dpi", "0"], "10 to 2400"),
        (&["--from", "-1"], "0 or more"),
        (&["--from", "3", "--to", "2"], "no stretch of time"),
        (&["--from", "1e6"], "ends at"),
        (&["--format", "bmp"], "svg"),
        (&["--figure", "residuals"], "a figure of recoveries"),
        (&["--figure", "side"], "a figure of worlds"),
    ] {
        let file = folder("mistakes").join("a.svg");
        let output = carom(&[&["plot", BALLS, "-o", file.to_str().unwrap()], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(says), "{arguments:?}: {}", stderr(&output));
        assert!(!file.exists(), "{arguments:?}");
    }
}

#[test]
fn every_command_that_draws_offers_only_the_formats_it_writes() {
    for (arguments, format) in [
        (["animate", BALLS, "-o", "-"], "pdf"),
        (["animate", BALLS, "-o", "-"], "dot"),
        (["compare", BALLS, "-o", "-"], "dot"),
        (["compare", BALLS, "-o", "-"], "gif"),
        (["plot", BALLS, "-o", "-"], "gif"),
    ] {
        let output = carom(&[&arguments[..], &["--format", format]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("possible values: svg, png"), "{}", stderr(&output));
    }
}

#[test]
fn a_scene_shows_what_joins_its_bodies_and_the_shapes_of_what_is_thrown() {
    let scene = |file: &str, scene: &str| {
        String::from_utf8(written("joints", file, &["plot", scene, "-f", "scene"])).unwrap()
    };
    let joined = scene("joined.svg", "scenes/double-pendulum.toml");
    assert!(joined.contains("\"joint\""), "the legend explains joints");
    // Shoulder, elbow, and the entry of the legend.
    assert_eq!(joined.matches("class=\"node\"").count(), 3);
    let alone = scene("alone.svg", BALLS);
    assert!(!alone.contains("class=\"node\""));
    // A cylinder and a cone, and no dot for a body of unknown shape.
    let thrown = scene("thrown.svg", "scenes/motion/thrown-pencil.toml");
    assert_eq!(thrown.matches("fill-opacity=\".22\"").count(), 2);
}

#[test]
fn units_are_seconds_only_where_stiffnesses_are_real() {
    let relative = written("units", "a.svg", &["plot", BALLS, "-f", "forces"]);
    let relative = String::from_utf8(relative).unwrap();
    assert!(relative.contains("\"time (relative)\"") && !relative.contains("\"force / N\""));
    let real = written("units", "b.svg", &["plot", "scenes/rack-with-gaps.toml", "-f", "forces"]);
    let real = String::from_utf8(real).unwrap();
    assert!(real.contains("\"time / ") && !real.contains("relative"));
    for (scene, unit) in [(BALLS, "relative"), ("scenes/rack-with-gaps.toml", "s")] {
        let json = String::from_utf8(carom(&["run", scene, "--json"]).stdout).unwrap();
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(document["units"]["time"], unit, "{scene}");
    }
}

#[test]
fn every_scene_can_be_drawn_before_it_is_solved_unless_it_has_no_bodies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    for folder in ["", "motion"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            let output = carom(&["plot", path.to_str().unwrap(), "-f", "scene", "-o", "-", "--text", "text"]);
            let has_bodies = !std::fs::read_to_string(&path).unwrap().contains("[mechanism]");
            assert_eq!(
                output.status.code(),
                Some(if has_bodies { 0 } else { 2 }),
                "{path:?}: {}",
                stderr(&output)
            );
            let svg = String::from_utf8(output.stdout).unwrap();
            assert!(!has_bodies || svg.contains("from "), "{path:?} shows nothing");
            assert!(!svg.contains("NaN"));
        }
    }
}

#[test]
fn worlds_have_positions_energies_and_side_views() {
    for (figure, says) in
        [("positions", "height / m"), ("energies", "turning"), ("side", "seen from the side")]
    {
        let svg = written("worlds", "a.svg", &["plot", "scenes/motion/bouncing-ball.toml", "-f", figure]);
        assert!(String::from_utf8(svg).unwrap().contains(says), "{figure}");
    }
    let flat = carom(&["plot", "scenes/motion/stun-shot.toml", "-f", "side", "-o", "-"]);
    assert_eq!(flat.status.code(), Some(2));
    assert!(stderr(&flat).contains("nothing rises"));
}

#[test]
fn a_long_motion_shows_its_beginning_and_a_window_another_part() {
    let whole = written("window", "a.svg", &["plot", "scenes/motion/cradle.toml"]);
    assert!(String::from_utf8(whole).unwrap().contains("from 0.00 to "));
    let part =
        written("window", "b.svg", &["plot", "scenes/motion/cradle.toml", "--from", "100", "--to", "101.5"]);
    assert!(String::from_utf8(part).unwrap().contains("from 100.00 to 101.50 of"));
}

#[test]
fn methods_without_time_have_figures() {
    let steps = written("steps", "a.svg", &["plot", "scenes/falling-rod.toml"]);
    assert!(String::from_utf8(steps).unwrap().contains("3 collisions, one after the other"));
    let at_once =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/falling-rod.toml"))
            .unwrap();
    let at_once: String = at_once
        .lines()
        .filter(|line| !["law", "tie", "seed", "perturbation"].iter().any(|key| line.starts_with(key)))
        .map(|line| {
            if line.starts_with("method") {
                "method = \"pfeiffer-glocker\"\n".to_owned()
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    let scene = folder("at-once").join("scene.toml");
    std::fs::write(&scene, at_once).unwrap();
    let output = carom(&["plot", scene.to_str().unwrap(), "-o", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("before and after"));
}

#[test]
fn a_recovery_is_drawn_with_its_residuals() {
    let svg = written("recovery", "a.svg", &["plot", "scenes/recovery/masse-cloth.toml"]);
    assert!(String::from_utf8(svg).unwrap().contains("x seen less fitted / mm"));
    let wrong = carom(&["plot", "scenes/recovery/masse-cloth.toml", "-f", "forces", "-o", "-"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn figures_call_pockets_as_the_text_does() {
    let arguments = ["shot", "--rack", "9-ball", "--speed", "8"];
    let report = String::from_utf8(carom(&[&arguments[..], &["--all"]].concat()).stdout).unwrap();
    let falls: Vec<&str> =
        report.lines().filter_map(|line| line.split("falls into the ").nth(1)).map(str::trim).collect();
    assert!(!falls.is_empty(), "no ball falls in\n{report}");
    let figure = String::from_utf8(carom(&[&arguments[..], &["-o", "-"]].concat()).stdout).unwrap();
    for pocket in falls {
        assert!(figure.contains(pocket), "{pocket} is not in the figure");
    }
}

#[test]
fn films_are_written_in_every_format() {
    for (name, begins) in [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.gif", b"GIF89a")] {
        let arguments = ["animate", BALLS, "--seconds", "1", "--rate", "5", "--dpi", "40"];
        assert!(written("films", name, &arguments).starts_with(begins), "{name}");
    }
    for scene in [
        "scenes/motion/stun-shot.toml",
        "scenes/motion/bouncing-ball.toml",
        "scenes/motion/thrown-pencil.toml",
        "scenes/motion/cradle.toml",
        "scenes/falling-rod.toml",
        "scenes/pencil.toml",
        "scenes/cue-shot-masse.toml",
        "scenes/pendulum.toml",
    ] {
        let svg = String::from_utf8(written("films", "b.svg", &["animate", scene])).unwrap();
        assert!(svg.contains("<animate") && !svg.contains("NaN"), "{scene}");
    }
}

#[test]
fn films_that_cannot_be_made_are_refused_with_the_reason() {
    for (arguments, says) in [
        (&["animate", "scenes/mechanism.toml", "-o", "a.svg"][..], "no bodies to move"),
        (&["animate", BALLS, "-o", "a.pdf"], "expected .svg"),
        (&["animate", BALLS, "-o", "a.webm"], "expected .svg"),
        #[cfg(not(feature = "mp4"))]
        (&["animate", BALLS, "-o", "a.mp4"], "compiled without MP4"),
        (&["animate", BALLS, "-o", "a.svg", "--format", "dot"], "possible values: svg, png, gif"),
        (&["animate", BALLS, "-o", "a.svg", "--to", "1"], "worlds in motion"),
        (&["animate", BALLS, "-o", "a.svg", "--seconds", "0"], "0.1 to 600"),
        (&["animate", BALLS, "-o", "a.gif", "--rate", "1000"], "1 to 100"),
    ] {
        let output = carom(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(says), "{arguments:?}: {}", stderr(&output));
    }
}

/// Texts of a picture that holds them as text, each with its place and size.
fn texts(svg: &[u8]) -> Vec<(String, [f64; 3])> {
    let svg = String::from_utf8(svg.to_vec()).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| {
            let words =
                node.descendants().filter_map(|part| part.is_text().then(|| part.text()).flatten()).collect();
            let number =
                |name: &str| node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(12.0);
            (words, [number("x"), number("y"), number("font-size")])
        })
        .collect()
}

#[test]
fn names_of_balls_in_a_rack_on_their_table_do_not_cover_each_other() {
    let arguments = ["plot", "scenes/motion/power-break.toml", "-f", "scene", "--text", "text"];
    let all = texts(&written("rack-names", "a.svg", &arguments));
    let balls: Vec<&(String, [f64; 3])> =
        all.iter().filter(|(name, _)| name.len() == 1 && name.chars().all(char::is_numeric)).collect();
    assert_eq!(balls.len(), 9, "{all:?}");
    for (i, (name, [x, y, size])) in balls.iter().enumerate() {
        for (other, [to_x, to_y, _]) in &balls[..i] {
            // A digit is some 0.57 of its size wide and 0.71 high.
            let is_apart = (x - to_x).abs() > 0.57 * size || (y - to_y).abs() > 0.71 * size;
            assert!(is_apart, "{name} lies on {other}: {x}, {y} and {to_x}, {to_y}, size {size}");
        }
    }
}

#[test]
fn energies_of_a_long_motion_are_shown_as_far_as_they_can_be_told_apart() {
    let arguments = ["plot", "scenes/motion/cradle.toml", "-f", "energies", "--text", "text"];
    let all = texts(&written("cradle-energies", "a.svg", &arguments));
    assert!(all.iter().any(|(text, _)| text.starts_with("from 0.00 to ")), "{all:?}");
}

#[test]
fn a_table_in_a_folder_that_is_not_there_is_refused_by_its_own_name() {
    let output = carom(&[
        "sweep",
        "scenes/superball.toml",
        "--set",
        "contact.0.friction=0,1",
        "-o",
        "no-such-folder/a.csv",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("no-such-folder/a.csv: there is no folder no-such-folder"), "{said}");
}

/// A scene in a folder of the test's own.
fn scene(test: &str, text: &str) -> String {
    let file = folder(test).join("scene.toml");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn the_scale_of_a_table_stands_beside_the_first_line_with_a_title_and_without() {
    for title in ["", "title = \"A shot\"\n"] {
        let text = format!(
            "{title}[world]\ntable = \"pool\"\n[[ball]]\nname = \"cue\"\nposition = [0, 0]\nvelocity = [1, 0, 0]\n"
        );
        let all =
            texts(&written("scale-picture", "a.svg", &["plot", &scene("scale", &text), "--text", "text"]));
        let line = |begins: &str| all.iter().find(|(text, _)| text.starts_with(begins)).unwrap().1[1];
        assert!((line("0.5 m") - line("1 ball seen from above")).abs() < 3.0, "{all:?}");
    }
}

#[test]
fn a_body_high_above_the_floor_is_drawn_with_the_floor() {
    let text = "[world]\nuntil = 1\n[[body]]\nname = \"b\"\nmass = 1\nshape = { sphere = { radius = 0.1 } }\nposition = [0, 0, 1]\n";
    let arguments = ["plot", &scene("floor", text), "-f", "scene", "--text", "text"];
    let all = texts(&written("floor-picture", "a.svg", &arguments));
    let height = |name: &str| {
        all.iter().find(|(text, _)| text == name).unwrap_or_else(|| panic!("{name}: {all:?}")).1[1]
    };
    assert!(height("floor") > height("b") + 100.0, "{all:?}");
}

#[test]
fn every_law_has_a_letter_of_its_own_however_close_their_impulses_lie() {
    let text = "[mechanism]\nmatrix = [[3, 0, 1], [0, 3.5, 0.5], [1, 0.5, 2]]\n\
                [[contact]]\nvelocity = [-1, 0, -1]\nrestitution = 0.5\nfriction = 0.3\n";
    let arguments = ["compare", &scene("letters", text), "--text", "text"];
    let all = texts(&written("letters-picture", "a.svg", &arguments));
    for letter in 'a'..='k' {
        // In the plane, along the normal, and in the key.
        assert_eq!(
            all.iter().filter(|(text, _)| *text == letter.to_string()).count(),
            3,
            "{letter}: {all:?}"
        );
    }
}

#[test]
fn letters_that_the_typeface_lacks_are_told() {
    let text = "title = \"球\"\n[mechanism]\nmatrix = [[2]]\n[[contact]]\nnormal_velocity = -1\n";
    let path = scene("boxes", text);
    let warned = |arguments: &[&str]| {
        let output = carom(&[&["plot", &path, "-f", "forces", "-o", "-"], arguments].concat());
        assert_eq!(output.status.code(), Some(0));
        stderr(&output)
    };
    assert!(warned(&[]).contains("has no 球"), "{}", warned(&[]));
    assert_eq!(warned(&["--text", "text"]), "");
}

/// As root a picture for `/dev/null` would otherwise take the place of `/dev/null`.
#[test]
#[cfg(unix)]
fn a_pipe_stays_a_pipe_and_a_link_a_link() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder("special");
    let [pipe, link, file] = ["pipe", "link.svg", "file.svg"].map(|name| folder.join(name));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    let output = carom(&["plot", BALLS, "--format", "svg", "-o", pipe.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(reader.join().unwrap().starts_with(b"<svg"));
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    std::fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(carom(&["plot", BALLS, "-o", link.to_str().unwrap()]).status.code(), Some(0));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read(&file).unwrap().starts_with(b"<svg"));
    let output = carom(&["sweep", BALLS, "--set", "body.0.mass=1,2", "-o", pipe.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a table goes into a file"), "{}", stderr(&output));
}

#[test]
fn rows_that_repeat_a_setting_are_dots_and_no_zigzag() {
    let rows = |table: &str| {
        let path = folder("repeats").join("t.csv");
        std::fs::write(&path, table).unwrap();
        let svg = written("repeats-picture", "a.svg", &["plot", path.to_str().unwrap(), "--text", "text"]);
        let svg = String::from_utf8(svg).unwrap();
        (
            svg.matches("<circle").count(),
            svg.matches("<polyline").count() + svg.matches("class=\"s s0\"").count(),
        )
    };
    let table = "row,contact.0.friction,status,energy.after,message\n";
    let (dots, _) = rows(&format!(
        "{table}0,0.1,separated,1,\n1,0.1,separated,2,\n2,0.2,separated,3,\n3,0.2,separated,1,\n"
    ));
    assert_eq!(dots, 4);
    let (dots, lines) = rows(&format!(
        "{table}0,0.1,separated,1,\n1,0.2,separated,2,\n2,0.3,separated,3,\n3,0.4,separated,1,\n"
    ));
    assert!(dots == 0 && lines > 0, "{dots} {lines}");
}
