//! `carom sweep` as a user meets it.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use carom_sweep::{Options, PartFile, Sweep};

const SCENE: &str = "scenes/bouncing-ball.toml";

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

fn sweep(arguments: &[&str]) -> Output {
    command().arg("sweep").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// An empty folder of this test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sweep-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The table that a sweep writes.
fn written(arguments: &[&str], path: &Path) -> Vec<u8> {
    let output = sweep(&[arguments, &["-o", path.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    std::fs::read(path).unwrap()
}

#[test]
fn a_table_has_a_header_and_a_line_for_each_value() {
    let table =
        text(&sweep(&[SCENE, "--set", "contact.0.friction=0:1:5", "--get", "bodies.ball.velocity"]).stdout);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "row,contact.0.friction,status,bodies.ball.velocity.x,bodies.ball.velocity.y,bodies.ball.velocity.z,message"
    );
    assert_eq!(lines.len(), 6);
    // Without friction the ball keeps its velocity along the table; e = 0.5 halves the other.
    assert_eq!(lines[1], "0,0,separated,-1,0,2.5,");
    assert!(lines[5].starts_with("4,1,separated,"), "{}", lines[5]);
}

#[test]
fn shards_joined_without_their_headers_are_the_whole_table() {
    let folder = folder("shards");
    let study = [
        SCENE,
        "--set",
        "contact.0.restitution=normal(0.5, 0.1)",
        "--draws",
        "7",
        "--set",
        "contact.0.friction=0.1,0.4",
    ];
    let whole = written(&study, &folder.join("whole.csv"));
    let mut joined = Vec::new();
    for number in 1..=3 {
        let shard = format!("{number}/3");
        let path = folder.join(format!("part-{number}.csv"));
        let part = written(&[&study[..], &["--shard", &shard, "--jobs", "1"]].concat(), &path);
        let header = part.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        joined.extend_from_slice(&part[if number == 1 { 0 } else { header }..]);
    }
    assert!(joined == whole, "{}\n{}", text(&joined), text(&whole));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 4, "something was left behind");
}

#[test]
fn a_seed_chooses_the_draws() {
    let drawn = |seed: &str| {
        let settings = ["--set", "contact.0.friction=uniform(0, 1)", "--draws", "3", "--seed", seed];
        sweep(&[&[SCENE], &settings[..]].concat()).stdout
    };
    assert_eq!(drawn("1"), drawn("1"));
    assert_ne!(drawn("1"), drawn("2"));
}

#[test]
fn a_broken_off_table_goes_on_where_it_was() {
    let folder = folder("resumed");
    let study = [SCENE, "--set", "contact.0.friction=0:1:50"];
    let whole = written(&study, &folder.join("whole.csv"));
    // What a run that was ended by force leaves: some rows, the last cut off.
    let path = folder.join("table.csv");
    let scene =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(SCENE)).unwrap();
    let same = Sweep::new(&scene, vec![study[2].parse().unwrap()], &Options::default()).unwrap();
    let header = carom_sweep::header_line(&same);
    let (mut part, _) = PartFile::open(&path, &header, same.fingerprint_of(&(0..50))).unwrap();
    part.append(&whole[header.len()..whole.len() / 2]).unwrap();
    drop(part);
    let output = sweep(&[&study[..], &["-o", path.to_str().unwrap()]].concat());
    let said = text(&output.stdout);
    assert!(said.contains("50 rows, ") && said.contains(" of them from before"), "{said}");
    assert!(std::fs::read(&path).unwrap() == whole);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "something was left behind");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_table_and_says_how_to_go_on() {
    let folder = folder("interrupted");
    let path = folder.join("table.csv");
    let mut run = command();
    run.args(["sweep", SCENE, "--set", "contact.0.friction=0:1:50000000", "-o"]).arg(&path);
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The part has its first rows some time after the run listens to interrupts.
    let begun =
        || std::fs::read_dir(&folder).unwrap().any(|entry| entry.unwrap().metadata().unwrap().len() > 10_000);
    while !begun() {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("stopped after ") && said.contains("the same command goes on"), "{said}");
    assert!(!path.exists());
}

#[test]
fn rows_without_a_solution_are_counted_and_only_a_table_of_them_fails() {
    let folder = folder("failed");
    let output = |values: &str| {
        let path = folder.join("table.csv");
        sweep(&[SCENE, "--set", &format!("contact.0.restitution={values}"), "-o", path.to_str().unwrap()])
    };
    let some = output("0.5,1.5");
    assert_eq!(some.status.code(), Some(0));
    assert!(
        text(&some.stdout).contains("2 rows; 1 row not solved, the first of them row 1: "),
        "{}",
        text(&some.stdout)
    );
    let none = output("1.5,2.5");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("no row is solved"), "{}", text(&none.stderr));
}

#[test]
fn mistakes_are_bad_input() {
    let folder = folder("mistakes");
    let nowhere = folder.join("no/such/folder.csv");
    for (arguments, said) in [
        (vec![SCENE], "--set"),
        (vec![SCENE, "--set", "contact.0.friction"], "expected PATH=VALUES"),
        (vec![SCENE, "--set", "contact.0.friction=0:1"], "0:1:101"),
        (
            vec![SCENE, "--set", "contact.9.friction=0:1:3"],
            "expected a number from 0 to 0, or one of ball-table",
        ),
        (vec![SCENE, "--set", "contact.0.frictoin=0:1:3"], "did you mean `friction`?"),
        (vec![SCENE, "--set", "contact.0.friction=0,1", "--shard", "0/2"], "from 1 to COUNT"),
        (vec![SCENE, "--set", "contact.0.friction=0,1", "--get", "bodies.bal"], "did you mean"),
        (vec![SCENE, "--set", "contact.0.friction=0,1", "-o", nowhere.to_str().unwrap()], "cannot write"),
        (vec!["no-such.toml", "--set", "a=1,2"], "cannot read"),
    ] {
        let output = sweep(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_sweep() {
    let mut run = command();
    run.args(["sweep", SCENE, "--set", "contact.0.friction=0:1:50000000"]);
    let mut child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

fn plot(arguments: &[&str]) -> Output {
    command().arg("plot").args(arguments).output().unwrap()
}

#[test]
fn a_table_is_drawn_as_lines_and_one_over_two_settings_as_a_map() {
    let folder = folder("plots");
    let (table, grid, figure) = (folder.join("lines.csv"), folder.join("map.csv"), folder.join("figure.svg"));
    let [table, grid, figure] = [&table, &grid, &figure].map(|path| path.to_str().unwrap());
    written(&[SCENE, "--set", "contact.0.friction=0:1:9"], Path::new(table));
    let drawn = plot(&[table, "-o", figure]);
    assert_eq!(text(&drawn.stdout), format!("{figure}: lines\n"), "{}", text(&drawn.stderr));
    let svg = std::fs::read_to_string(figure).unwrap();
    assert!(svg.contains("bodies.ball.velocity.x / (m/s)") && svg.contains("contact.0.friction"), "{svg}");
    let settings = ["--set", "contact.0.friction=0:1:9", "--set", "contact.0.restitution=0:1:5"];
    written(&[&[SCENE], &settings[..]].concat(), Path::new(grid));
    let drawn = plot(&[grid, "-o", figure, "--y", "energy.after"]);
    assert_eq!(text(&drawn.stdout), format!("{figure}: map\n"), "{}", text(&drawn.stderr));
    assert!(std::fs::read_to_string(figure).unwrap().contains("energy.after / J"));
}

#[test]
fn a_table_that_cannot_be_drawn_says_what_is_missing() {
    let folder = folder("no-plots");
    let table = folder.join("table.csv");
    let figure = folder.join("figure.svg");
    let [table, figure] = [&table, &figure].map(|path| path.to_str().unwrap());
    for (contents, arguments, said) in [
        ("", &[][..], "the table is empty"),
        ("a,b\n1,2\n3\n", &[], "line 3 of the table has 1 cells"),
        ("a,b\nx,y\n", &[], "holds numbers"),
        ("time,force\n0,1\n1,2\n", &["--y", "forec"], "did you mean force?"),
        ("time,force\n0,1\n1,2\n", &["--figure", "wave"], "--x and --y name columns"),
    ] {
        std::fs::write(table, contents).unwrap();
        let output = plot(&[&[table, "-o", figure], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{contents}");
        assert!(text(&output.stderr).contains(said), "{contents}: {}", text(&output.stderr));
    }
    let scene = plot(&[SCENE, "-o", figure, "--x", "time"]);
    assert!(text(&scene.stderr).contains("expected a .csv file"), "{}", text(&scene.stderr));
}

#[test]
fn a_parquet_file_is_whole_and_leaves_nothing_beside_it() {
    let folder = folder("parquet");
    let study = [SCENE, "--set", "contact.0.restitution=0:1.2:7", "--get", "energy"];
    let once = written(&study, &folder.join("table.parquet"));
    assert_eq!((&once[..4], &once[once.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["table.parquet"]);
    let again = written(&[&study[..], &["--jobs", "1"]].concat(), &folder.join("again.parquet"));
    assert!(once == again, "the bytes depend on the number of threads");
}

#[test]
fn a_parquet_file_that_was_broken_off_has_the_bytes_of_one_run() {
    let folder = folder("parquet-part");
    let study = [SCENE, "--set", "contact.0.friction=0:1:9", "--get", "energy"];
    let expected = written(&study, &folder.join("whole.parquet"));
    // What an interrupted run leaves: the first rows, as lines.
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(SCENE)).unwrap();
    let options = Options { columns: vec!["energy".to_owned()], ..Options::default() };
    let sweep = Sweep::new(&text, vec!["contact.0.friction=0:1:9".parse().unwrap()], &options).unwrap();
    let path = folder.join("table.parquet");
    let header = carom_sweep::header_line(&sweep);
    let (mut part, _) = PartFile::open(&path, &header, sweep.fingerprint_of(&(0..sweep.rows()))).unwrap();
    let rows: Vec<_> = (0..4).map(|row| sweep.row(row)).collect();
    part.append(&carom_sweep::lines(&rows)).unwrap();
    drop(part);
    assert!(written(&study, &path) == expected, "taken up again, the bytes are others");
}
