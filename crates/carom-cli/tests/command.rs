//! The command as a user meets it: what it prints, what it writes, how it exits.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn carom(arguments: &[&str]) -> Output {
    command().args(arguments).output().unwrap()
}

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// An empty folder of this test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn with_stdin(arguments: &[&str], text: &str) -> Output {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_solved_scene_exits_with_zero_and_a_plain_report() {
    let output = carom(&["run", "scenes/ball-ball-table-plastic.toml"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for part in ["States", "Events", "upper-lower  ends compression", "0.613949", "kinetic energy before"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn json_is_one_document_with_the_keys_of_the_contract_in_order() {
    let text = stdout(&carom(&["run", "scenes/ball-ball-table-plastic.toml", "--json"]));
    let keys = ["outcome", "bodies", "contacts", "states", "events", "energy", "duration"];
    let places: Vec<usize> = keys.iter().map(|key| text.find(&format!("\n  \"{key}\": ")).unwrap()).collect();
    assert!(places.is_sorted());
    assert!(text.starts_with('{') && text.ends_with("}\n"));
}

#[test]
fn long_lists_are_abbreviated_until_all_is_asked_for() {
    let short = stdout(&carom(&["run", "scenes/cradle-100.toml"]));
    assert!(short.contains("more states; --all shows them"));
    let all = stdout(&carom(&["run", "scenes/cradle-100.toml", "--all"]));
    assert!(!all.contains("--all shows them") && all.lines().count() > short.lines().count() + 100);
}

#[test]
fn check_counts_bodies_and_contacts() {
    let output = carom(&["check", "scenes/rack-15-ball.toml"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "scenes/rack-15-ball.toml: ok, 16 bodies, 31 contacts\n");
}

#[test]
fn check_counts_contacts_with_friction() {
    let output = carom(&["check", "scenes/rack-9-ball-spin.toml"]);
    let expected = "scenes/rack-9-ball-spin.toml: ok, 10 bodies, 17 contacts, 17 with friction\n";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_slip_that_turns_round_does_not_start_again() {
    let text = stdout(&carom(&["run", "scenes/mechanism-friction.toml"]));
    assert!(text.contains("tip      stops and slips on another way"), "{text}");
    assert!(!text.contains("starts to slip"), "{text}");
}

#[test]
fn friction_is_reported_in_words_and_in_the_document() {
    let text = stdout(&carom(&["run", "scenes/bouncing-ball.toml"]));
    for part in [
        "ball-table (slip)",
        "ball-table  stops slipping and sticks",
        "ball-table  starts to slip",
        "Angular velocities",
        "0.4, compliance 1.214",
        "slip, stick, slip",
        "lost in friction",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json = stdout(&carom(&["run", "scenes/bouncing-ball.toml", "--json"]));
    for part in ["\"modes\": [\"slip\"]", "\"modes\": [\"free\"]", "{\"kind\": \"sticks\", \"contact\": 0"] {
        assert!(json.contains(part), "{part} is missing in\n{json}");
    }
    let frictionless = stdout(&carom(&["run", "scenes/cradle-3.toml", "--json"]));
    assert!(!frictionless.contains("modes"));
}

/// A ball on a floor with the given keys of the contact.
fn ball_on_floor(keys: &str) -> String {
    format!(
        "body = [\n{{ name = \"ball\", mass = 1, shape = {{ sphere = {{ radius = 1 }} }}, position = [0, 0, 1], \
         velocity = [1, 0, -1], angular_velocity = [0.1, -2, 3] }},\n\
         {{ name = \"floor\", fixed = true, shape = {{ plane = {{}} }} }}]\n\
         [[contact]]\nbetween = [\"ball\", \"floor\"]\n{keys}\n"
    )
}

#[test]
fn impossible_friction_exits_with_two_and_points_at_the_value() {
    for (keys, place) in [
        ("friction = -0.1", ":6:12"),
        ("friction = nan", ":6:12"),
        ("friction = inf", ":6:12"),
        ("friction = 1e300", ":6:12"),
        ("friction = true", ":6:12"),
        ("friction = 0.3\ncompliance = -1", ":7:14"),
        ("friction = 0.3\ncompliance = nan", ":7:14"),
        ("compliance = 1.2", ":6:14"),
        ("friction = 0.3\ntangential_restitution = 1.5", ":7:26"),
    ] {
        let output = with_stdin(&["run", "-", "--json"], &ball_on_floor(keys));
        assert_eq!(output.status.code(), Some(2), "{keys}");
        assert!(stderr(&output).contains(&format!("<stdin>{place}")), "{keys}: {}", stderr(&output));
    }
}

#[test]
fn extreme_friction_is_solved_or_refused_with_a_finite_document() {
    for friction in ["1e-99", "1e-9", "1e3", "1e9", "9e99"] {
        for rest in [
            "",
            "compliance = 1e-3",
            "compliance = 1",
            "compliance = 1e9",
            "stiffness = inf",
            "restitution = 0",
        ] {
            let text = ball_on_floor(&format!("friction = {friction}\n{rest}"));
            let output = with_stdin(&["run", "-", "--json"], &text);
            let json = stdout(&output);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{friction}, {rest}: {}", stderr(&output));
            assert!(json.starts_with('{') && !json.contains("null"), "{friction}, {rest}: {json}");
        }
    }
}

/// Everything that can be unequal, under each termination; a document has finite numbers or says why it has none.
#[test]
fn extreme_impacts_under_rouths_law_are_solved_or_refused_with_a_finite_document() {
    for rule in ["energetic", "poisson", "newton"] {
        for friction in ["0", "1e-99", "1e-9", "1e3", "9e99"] {
            for numbers in ["", "restitution = 0", "stiffness = inf", "restitution = 1e-99"] {
                let model = format!("model = {{ method = \"routh\", restitution = \"{rule}\" }}\n");
                let text = model + &ball_on_floor(&format!("friction = {friction}\n{numbers}"));
                for text in
                    [text.clone(), text.replace("mass = 1,", "mass = 9e99,"), text.replace("-1]", "-1e-99]")]
                {
                    let output = with_stdin(&["run", "-", "--json"], &text);
                    let json = stdout(&output);
                    assert!(matches!(output.status.code(), Some(0 | 1)), "{text}: {}", stderr(&output));
                    assert!(json.starts_with('{') && !json.contains("null"), "{text}: {json}");
                }
            }
        }
    }
}

#[test]
fn a_jam_under_rouths_law_exits_with_one_and_a_document() {
    let text = "model = { method = \"routh\" }\nmechanism = { matrix = [[1, 0, -1], [0, 0, 0], [-1, 0, 1]] }\n\
                contact = [{ velocity = [-5, 0, -1], friction = 2 }]\n";
    let output = with_stdin(&["run", "-", "--json"], text);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\"kind\": \"jamming\""), "{}", stdout(&output));
    let text = with_stdin(&["run", "-"], text);
    assert_eq!(text.status.code(), Some(1));
    assert!(stdout(&text).contains("not solved: the contact jams"), "{}", stdout(&text));
}

/// An elastic ball between two walls never comes to an end.
#[test]
fn what_happened_until_an_impact_was_given_up_is_reported_and_drawn() {
    let text = "body = [{ name = \"ball\", mass = 1, velocity = [-1, 0, 0] }, { name = \"walls\", fixed = true }]\n\
                contact = [{ between = [\"ball\", \"walls\"], point = [0, 0, 0], normal = [1, 0, 0] },\n\
                { between = [\"ball\", \"walls\"], point = [0, 0, 0], normal = [-1, 0, 0] }]\n";
    let output = with_stdin(&["run", "-"], text);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    assert!(said.contains("Last states  until it could not be followed any further"), "{said}");
    assert!(
        said.contains("ends compression") && said.contains("not solved: gave up at the relative time "),
        "{said}"
    );
    let path = folder("given-up").join("figure.svg");
    let output = with_stdin(&["plot", "-", "-o", path.to_str().unwrap(), "-f", "velocities"], text);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the figure shows what happened until then"), "{}", stderr(&output));
    assert!(path.exists());
    let output = with_stdin(&["animate", "-", "-o", "-"], text);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("contact `ball-walls"), "{}", stderr(&output));
}

#[test]
fn figures_over_time_of_a_scene_without_time_are_refused_with_the_reason() {
    let path = folder("routh").join("figure.svg");
    let output = carom(&["plot", "scenes/routh-rod.toml", "-f", "forces", "-o", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("method = \"simultaneous\""), "{}", stderr(&output));
    assert!(!path.exists());
}

#[test]
fn every_example_scene_is_solved() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut count = 0;
    let paths = std::fs::read_dir(scenes).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
        let output = carom(&["run", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}: {}", path.display(), stderr(&output));
        count += 1;
    }
    assert!(count >= 31);
}

#[test]
fn a_bad_scene_exits_with_two_and_points_at_the_line() {
    let text = "[[body]]\nname = \"ball\"\nmass = -1\n";
    for arguments in [&["run", "-"][..], &["run", "-", "--json"], &["check", "-"]] {
        let output = with_stdin(arguments, text);
        assert_eq!(output.status.code(), Some(2));
        assert!(stdout(&output).is_empty());
        assert!(stderr(&output).contains("--> <stdin>:3:8"), "{}", stderr(&output));
    }
}

#[test]
fn a_fit_without_its_table_points_at_where_it_is_named() {
    let folder = folder("fit-tables");
    std::fs::write(folder.join("empty.csv"), "\n").unwrap();
    let scene = "[[scene.body]]\nname = \"a\"\nmass = 1\nvelocity = [0, 0, -1]\n[[scene.body]]\nname = \"b\"\nfixed = true\n\
                 [[scene.contact]]\nbetween = [\"a\", \"b\"]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nrestitution = \"sought\"\n\
                 [[column]]\nname = \"v\"\nis = \"bodies.a.velocity.z\"\n";
    for (data, says) in
        [("none.csv", "none.csv is not there"), (".", "is a folder"), ("empty.csv", "empty.csv is empty")]
    {
        let file = folder.join("fit.toml");
        std::fs::write(&file, format!("[fit]\ndata = \"{data}\"\n{scene}")).unwrap();
        let output = carom(&["fit", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{data}");
        let said = stderr(&output);
        assert!(said.contains(says) && said.contains("fit.toml:2:8"), "{said}");
    }
    let output = carom(&["fit", "scenes/cradle-5.toml"]);
    assert!(stderr(&output).contains("the file describes a scene, not a fit"), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_read_exits_with_two() {
    let missing = carom(&["run", "no/such/scene.toml"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("cannot read no/such/scene.toml: there is no such file"));
    let shipped = carom(&["run", "no/such/cradle-5.toml"]);
    assert!(stderr(&shipped).contains("`carom init cradle-5` writes the scene"), "{}", stderr(&shipped));
    let a_folder = carom(&["run", "scenes"]);
    assert_eq!(a_folder.status.code(), Some(2));
    assert!(stderr(&a_folder).contains("cannot read scenes: it is a folder"), "{}", stderr(&a_folder));
    let nowhere = carom(&["plot", "scenes/cradle-5.toml", "-o", "no/such/folder/wave.svg"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(stderr(&nowhere).contains("there is no folder no/such/folder"), "{}", stderr(&nowhere));
    let folder = folder("not-utf-8");
    let path = folder.join("latin.toml");
    std::fs::write(&path, b"title = \"caf\xe9\"\n").unwrap();
    let latin = carom(&["check", path.to_str().unwrap()]);
    assert_eq!(latin.status.code(), Some(2));
    assert!(stderr(&latin).contains("is not UTF-8 text"));
}

#[test]
fn the_largest_numbers_that_are_accepted_do_not_overflow() {
    let text = "body = [{ name = \"a\", mass = 9e99, velocity = [-9e99, 0, 0] }, { name = \"b\", mass = 9e99 }]\n\
                contact = [{ between = [\"a\", \"b\"], point = [0, 0, 0], normal = [1, 0, 0] }]\n";
    let output = with_stdin(&["run", "-", "--json"], text);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("\"b\": {\"velocity\": [-9e+99, 0.0, 0.0]"), "{}", stdout(&output));
}

#[test]
fn bad_arguments_exit_with_two() {
    for arguments in [
        &[][..],
        &["fly"],
        &["run"],
        &["run", "scenes/cradle-3.toml", "--fast"],
        &["plot", "scenes/cradle-3.toml"],
        &["plot", "scenes/cradle-3.toml", "-o", "figure.bmp"],
        &["plot", "scenes/cradle-3.toml", "-o", "figure.svg", "--figure", "pie"],
        &["plot", "scenes/cradle-5.toml", "-o", "figure.svg", "--figure", "impulse-plane"],
        &["plot", "scenes/cradle-3.toml", "-o", "no/such/folder/figure.svg"],
        &["plot", "scenes/cradle-3.toml", "-o", "figure.svg", "--figure", "impulse-curve"],
        &["plot", "scenes/masse-shot.toml", "-o", "figure.svg", "--figure", "impulse-plane"],
        &["plot", "scenes/masse-shot.toml", "-o", "figure.svg", "--contact", "cushion"],
        &["plot", "scenes/masse-shot.toml", "-o", "figure.svg", "--contact", "3"],
        &["plot", "scenes/masse-shot.toml", "-o", "figure.svg", "--contact", "1", "--figure", "forces"],
    ] {
        let output = carom(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!stderr(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn plot_writes_what_the_extension_says_and_nothing_beside_it() {
    let folder = folder("plot");
    let begins: [(&str, &[u8]); 4] = [
        ("curve.svg", b"<svg"),
        ("curve.png", b"\x89PNG"),
        ("curve.pdf", b"%PDF-"),
        ("diagram.dot", b"digraph"),
    ];
    for (name, expected) in begins {
        let path = folder.join(name);
        let output = carom(&["plot", "scenes/ball-ball-table-plastic.toml", "-o", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let written = std::fs::read(&path).unwrap();
        assert!(written.windows(expected.len()).any(|part| part == expected), "{name}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 4);
}

#[test]
fn plot_draws_the_contact_with_friction_that_is_asked_for() {
    let folder = folder("contact");
    for (arguments, expected) in [
        (&[][..], "impulse curve of ball-table"),
        (&["--contact", "cue-ball"], "impulse curve of cue-ball"),
        (&["--contact", "1", "--figure", "sliding"], "how cue-ball slides"),
    ] {
        let path = folder.join("figure.svg");
        let output =
            carom(&[&["plot", "scenes/masse-shot.toml", "-o", path.to_str().unwrap()], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(std::fs::read_to_string(&path).unwrap().contains(expected), "{expected}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = command()
        .args(["run", "scenes/cradle-100.toml", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn laws_are_compared_in_a_table_with_what_each_breaks() {
    let output = carom(&["compare", "scenes/impulse-generic.toml"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for part in [
        "chatterjee-ruina",
        "routh-poisson",
        "creates energy",
        "does not apply",
        "compliant-friction",
        "e seen",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_comparison_as_json_has_every_model_and_its_verdict() {
    let text = stdout(&carom(&["compare", "scenes/corner.toml", "--json"]));
    for name in ["simultaneous", "rigid-friction", "pfeiffer-glocker", "sequential-chatterjee-ruina"] {
        assert!(text.contains(&format!("\"name\": \"{name}\"")), "{name} is missing in\n{text}");
    }
    for key in ["permissible", "breaches", "energy_kept", "bodies", "contacts", "velocity_after", "mode"] {
        assert!(text.contains(&format!("\"{key}\":")), "{key} is missing in\n{text}");
    }
}

#[test]
fn a_comparison_draws_impulse_space_and_refuses_what_it_cannot_draw() {
    let folder = folder("compare");
    let file = folder.join("space.svg");
    let output = carom(&["compare", "scenes/impulse-central.toml", "-o", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&file).unwrap().contains("permissible region"));
    let several = carom(&["compare", "scenes/corner.toml", "-o", file.to_str().unwrap()]);
    assert_eq!(several.status.code(), Some(0), "{}", stderr(&several));
    assert!(!std::fs::read_to_string(&file).unwrap().contains("permissible region"));
    let graph =
        carom(&["compare", "scenes/impulse-central.toml", "-o", folder.join("a.dot").to_str().unwrap()]);
    assert_eq!(graph.status.code(), Some(2));
}

#[test]
fn a_scene_without_time_is_plotted_in_impulse_space() {
    let file = folder("impulse-space").join("law.svg");
    let output = carom(&["plot", "scenes/impulse-pendulum.toml", "-o", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).ends_with(": impulse-space\n"));
}

#[test]
fn worlds_are_run_checked_and_drawn_like_impacts() {
    let scene = "scenes/motion/stun-shot.toml";
    let report = stdout(&carom(&["run", scene]));
    for part in ["cue hits object", "comes to rest", "lost in sliding on the cloth", "imbalance"] {
        assert!(report.contains(part), "{part} is missing in\n{report}");
    }
    assert!(stdout(&carom(&["check", scene])).contains("ok, a world with cue, object"));
    let json = stdout(&carom(&["run", scene, "--json", "--samples", "0.5"]));
    for key in ["pieces", "samples", "events", "energy", "final"] {
        assert!(json.contains(&format!("\"{key}\":")), "{key} is missing");
    }
    let folder = folder("worlds");
    for (figure, drawn) in [("table", "seen from above"), ("velocities", "speed / m/s")] {
        let file = folder.join(format!("{figure}.svg"));
        let output = carom(&["plot", scene, "-f", figure, "-o", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(std::fs::read_to_string(&file).unwrap().contains(drawn), "{figure}");
    }
}

#[test]
fn what_is_for_impacts_only_is_refused_for_worlds_and_the_other_way_round() {
    let svg = folder("refused").join("a.svg");
    let svg = svg.to_str().unwrap();
    for (arguments, says) in [
        (vec!["compare", "scenes/motion/cradle.toml"], "expected a single impact"),
        (vec!["plot", "scenes/motion/cradle.toml", "-f", "table", "-o", svg], "has no table"),
        (vec!["plot", "scenes/motion/cradle.toml", "-f", "wave", "-o", svg], "expected table, velocities"),
        (vec!["run", "scenes/cradle-3.toml", "--samples", "0.1"], "expected --json, --csv or --parquet"),
        (vec!["run", "scenes/cradle-3.toml", "--json", "--samples", "1e-9"], "more than 1e6 rows"),
        (vec!["run", "scenes/routh-rod.toml", "--csv"], "method = \"simultaneous\""),
        (vec!["run", "scenes/motion/cradle.toml", "--json", "--samples", "0"], "above 0"),
    ] {
        let output = carom(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(says), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_recovery_is_told_with_its_deviations_and_its_exit_status_says_whether_there_is_one() {
    let output = carom(&["recover", "scenes/recovery/masse-cloth.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for part in
        ["45 positions", "slides, then rolls", "wx rad/s", "Rolling begins", "sliding friction", "noise"]
    {
        assert!(stdout(&output).contains(part), "{part} is missing in\n{}", stdout(&output));
    }
    let json = stdout(&carom(&["recover", "scenes/recovery/masse.toml", "--json"]));
    assert!(json.starts_with('{') && json.contains("\"rolling_begins\":") && json.contains("\"deviation\":"));
    let short = "[recovery]\nball = \"pool\"\nsamples = [[0, 0, 0], [0.1, 0.1, 0], [0.2, 0.2, 0]]\n";
    let open = with_stdin(&["recover", "-"], short);
    assert_eq!(open.status.code(), Some(1));
    assert!(stdout(&open).contains("not recovered: both a sliding and a rolling ball fit"));
}

#[test]
fn what_is_wrong_with_a_recovery_is_pointed_at_in_the_file_that_holds_it() {
    let folder = folder("recoveries");
    let (file, samples) = (folder.join("a.toml"), folder.join("a.csv"));
    std::fs::write(&file, "[recovery]\nball = \"pool\"\nfile = \"a.csv\"\n").unwrap();
    let missing = carom(&["recover", file.to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("a.toml:3:8"), "{}", stderr(&missing));
    std::fs::write(&samples, "time, x, y\n0, 0, 0\n0.1, x, 0\n").unwrap();
    let bad = carom(&["recover", file.to_str().unwrap()]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(stderr(&bad).contains("a.csv:3:1") && stderr(&bad).contains("`x` is not a number"));
    let scene = carom(&["run", "scenes/recovery/masse.toml"]);
    assert_eq!(scene.status.code(), Some(2));
    assert!(stderr(&scene).contains("carom recover"));
}

#[test]
fn samples_of_an_impact_are_in_the_document_and_in_the_table() {
    let scene = "scenes/bouncing-ball.toml";
    let json = stdout(&carom(&["run", scene, "--json", "--samples", "10%"]));
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let samples = document["contacts"][0]["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 11);
    let last = samples.last().unwrap();
    assert_eq!(last["time"], document["duration"]);
    // What an impact has given to the contact at its end is the impulse of the contact.
    assert_eq!(last["normal_impulse"], document["contacts"][0]["normal_impulse"]);
    let table = stdout(&carom(&["run", scene, "--csv", "--samples", "10%"]));
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("time,contacts.ball-table.normal_impulse,"), "{}", lines[0]);
    assert_eq!(lines.len(), 12);
    let cells: Vec<&str> = lines[6].split(',').collect();
    assert_eq!(cells.len(), lines[0].split(',').count());
    assert!(cells.contains(&samples[5]["mode"].as_str().unwrap()), "{cells:?}");
    assert_eq!(cells[3].parse::<f64>().unwrap(), samples[5]["normal_force"].as_f64().unwrap());
}

#[test]
fn a_world_is_a_table_of_samples_too() {
    let table = stdout(&carom(&["run", "scenes/motion/stun-shot.toml", "--csv", "--samples", "0.5"]));
    let header = table.lines().next().unwrap();
    assert!(header.starts_with("time,bodies.cue.position.x,"), "{header}");
    assert!(
        table.lines().skip(1).all(|line| line.split(',').all(|cell| cell.parse::<f64>().is_ok())),
        "{table}"
    );
}
