//! Sweeps against closed forms, and rows that do not depend on who computes them.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::sync::atomic::AtomicBool;

use carom_sweep::{Ending, Options, PartFile, Setting, Shard, Status, Sweep, SweepError, header_line, lines};

const TWO_BALLS: &str = r#"
[[body]]
name = "left"
mass = 1
velocity = [1, 0, 0]
shape = { sphere = { radius = 0.5 } }

[[body]]
name = "right"
mass = 1
position = [1, 0, 0]
shape = { sphere = { radius = 0.5 } }

[contact_defaults]
restitution = 0.5
"#;

fn sweep_of(text: &str, settings: &[&str], options: &Options) -> Result<Sweep, SweepError> {
    let settings = settings.iter().map(|text| text.parse::<Setting>()).collect::<Result<Vec<_>, _>>()?;
    Sweep::new(text, settings, options)
}

fn sweep(settings: &[&str]) -> Sweep {
    sweep_of(TWO_BALLS, settings, &Options { draws: 5, ..Options::default() }).unwrap()
}

fn table(sweep: &Sweep, shards: u64) -> Vec<u8> {
    let mut table = header_line(sweep);
    for number in 1..=shards {
        let rows = Shard::new(number, shards).unwrap().rows(sweep.rows());
        let take = |rows: &[carom_sweep::Row]| {
            table.extend(lines(rows));
            Ok::<(), ()>(())
        };
        assert_eq!(sweep.run(rows, &AtomicBool::new(false), take), Ok(Ending::Done));
    }
    table
}

/// The value of a column in a row.
fn value(sweep: &Sweep, row: u64, path: &str) -> f64 {
    let place = sweep.columns().iter().position(|column| column.path == path).unwrap();
    sweep.row(row).values[place].unwrap()
}

#[test]
fn every_row_is_newtons_law_for_two_balls() {
    /// A handful of roundings.
    const ROUNDING: f64 = 1e-14;
    let sweep = sweep(&["contact_defaults.restitution=0:1:11", "body.right.mass=1,3"]);
    assert_eq!(sweep.rows(), 22);
    for row in 0..22 {
        let (e, mass) = ((row / 2) as f64 / 10.0, [1.0, 3.0][(row % 2) as usize]);
        let exact = (1.0 + e) / (1.0 + mass);
        let found = value(&sweep, row, "bodies.right.velocity.x");
        assert!((found - exact).abs() < ROUNDING, "e = {e}, m = {mass}: {found} instead of {exact}");
    }
}

#[test]
fn shards_together_are_the_whole_table_to_the_last_byte() {
    let sweep = sweep(&["contact_defaults.restitution=normal(0.8, 0.05)", "body.left.velocity.x=1:2:7"]);
    let whole = table(&sweep, 1);
    assert_eq!(whole.iter().filter(|byte| **byte == b'\n').count(), 36);
    for shards in [2, 3, 36] {
        assert!(table(&sweep, shards) == whole, "{shards} shards");
    }
}

#[test]
fn draws_of_a_parameter_do_not_depend_on_other_settings() {
    let alone = sweep(&["contact_defaults.restitution=uniform(0, 1)"]);
    let beside = sweep(&["body.left.mass=2", "contact_defaults.restitution=uniform(0, 1)"]);
    for row in 0..5 {
        assert_eq!(alone.values(row)[0], beside.values(row)[1]);
    }
}

#[test]
fn a_row_that_is_no_scene_says_so_and_ends_nothing() {
    let sweep = sweep(&["contact_defaults.restitution=0.5,1.5,1"]);
    let rows: Vec<_> = (0..3).map(|row| sweep.row(row)).collect();
    assert_eq!(
        rows.iter().map(|row| row.status.name()).collect::<Vec<_>>(),
        ["separated", "refused", "separated"]
    );
    assert!(rows[1].values.iter().all(Option::is_none));
    assert!(rows[1].message.contains("1.5"), "{}", rows[1].message);
    assert_eq!(rows[1].status, Status::Refused);
}

#[test]
fn words_and_tables_that_the_file_does_not_have_can_be_set() {
    let sweep = sweep(&["model.restitution=hardening,mono-stiffness"]);
    // The laws agree for a lone contact.
    let speeds = [0, 1].map(|row| value(&sweep, row, "bodies.right.velocity.x"));
    assert!((speeds[0] - 0.75).abs() < 1e-14 && (speeds[1] - 0.75).abs() < 1e-14, "{speeds:?}");
    let text = String::from_utf8(table(&sweep, 1)).unwrap();
    assert!(text.contains("\n1,mono-stiffness,separated,"), "{text}");
}

#[test]
fn columns_are_chosen_by_path_or_by_its_beginning() {
    let columns = vec!["energy.after".to_owned(), "bodies.right.velocity".to_owned()];
    let sweep =
        sweep_of(TWO_BALLS, &["body.0.mass=1:2:2"], &Options { columns, ..Options::default() }).unwrap();
    let paths: Vec<&str> = sweep.columns().iter().map(|column| column.path.as_str()).collect();
    let velocity = ["bodies.right.velocity.x", "bodies.right.velocity.y", "bodies.right.velocity.z"];
    assert_eq!(paths, [&["energy.after"], &velocity[..]].concat());
}

#[test]
fn mistakes_are_told_before_anything_is_computed() {
    let told = |text: &str, settings: &[&str], columns: &[&str]| {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        sweep_of(text, settings, &Options { columns, ..Options::default() }).unwrap_err().to_string()
    };
    for (settings, columns, said) in [
        (&["contact_defaults.frictoin=0:1:3"][..], &[][..], "did you mean `friction`?"),
        (&["modle.restitution=hardening"], &[], "did you mean `model`?"),
        (&["contact.0.friction=0:1:3"], &[], "`contact_defaults.friction` sets"),
        (&["contact.0.restitution=0:1:3"], &[], "`contact_defaults.restitution` sets"),
        (&["contact.0.point.2=0:1:3"], &[], "`contact_defaults` sets friction, say, of all"),
        (&["body.0.mass=1:2:2"], &["bodies.rihgt.velocity.x"], "did you mean `bodies.right.velocity.x`?"),
        (&["body.x.mass=1:2:2"], &[], "`body` has no element `x`: expected a number from 0 to 1, or one of"),
        (&["body.0.mass"], &[], "expected PATH=VALUES"),
        (&["body.0.mass=0:1:1000000000", "body.1.mass=0:1:1000000000"], &[], "too many rows"),
        (&[], &[], "nothing is varied"),
    ] {
        let message = told(TWO_BALLS, settings, columns);
        assert!(message.contains(said), "{settings:?}: {message}");
    }
    assert!(told("[[body]]\n", &["body.0.mass=1,2"], &[]).contains("problems"));
}

#[test]
fn bodies_that_the_last_row_brings_have_columns() {
    let cradle =
        "[world]\nuntil = 0.1\n[cradle]\nballs = 2\nmass = 0.1\nradius = 0.01\nlength = 0.1\nangle = 10\n";
    let sweep = sweep_of(cradle, &["cradle.balls=2:4:3"], &Options::default()).unwrap();
    let ball = |number: usize| format!("bodies.{number}.final.angle");
    let has = |path: &str| sweep.columns().iter().any(|column| column.path == path);
    assert!(has(&ball(4)) && !has(&ball(5)), "{:?}", sweep.columns());
    let place = sweep.columns().iter().position(|column| column.path == ball(4)).unwrap();
    assert_eq!((sweep.row(0).values[place], sweep.row(2).values[place].is_some()), (None, true));
}

#[test]
fn a_table_that_was_broken_off_is_taken_up_after_its_last_whole_row() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep-part");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("table.csv");
    let (mut part, rows) = PartFile::open(&path, b"a,b\n", 7).unwrap();
    assert_eq!(rows, 0);
    part.append(b"1,2\n3,4\n5,").unwrap(); // Cut off.
    let place = part.path().to_owned();
    assert!(PartFile::open(&path, b"a,b\n", 7).is_err(), "two write one table");
    drop(part);
    assert!(!path.exists());
    let (mut part, rows) = PartFile::open(&path, b"a,b\n", 7).unwrap();
    assert_eq!(rows, 2);
    part.append(b"5,6\n").unwrap();
    part.finish().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"a,b\n1,2\n3,4\n5,6\n");
    assert!(!place.exists());
}
