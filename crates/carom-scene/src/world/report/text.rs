//! The report of a world as text.

use std::fmt::Write;

use carom_motion::Ending;
use carom_motion::billiards::{Exit, Shot};
use carom_motion::bouncing::Meeting;
use nalgebra::Vector3;

use super::super::{WorldError, WorldRun, WorldScene, WorldSetup};
use super::{cue, energy, events, places, words};
use crate::report::TextOptions;
use crate::report::columns::{Align, Columns, HEADING, paint};
use crate::report::digits::Digits;
use crate::report::ledger;
use crate::report::text::section;
use crate::report::words::count;

pub(super) fn report(scene: &WorldScene, run: &Result<WorldRun, WorldError>, options: TextOptions) -> String {
    let mut text = opening(scene, options);
    match run {
        Ok(run) => followed(&mut text, scene, run, options),
        Err(error) => {
            let _ = writeln!(text, "\nnot solved: {}", scene.explain(error));
        }
    }
    text
}

fn opening(scene: &WorldScene, options: TextOptions) -> String {
    let mut text = String::new();
    if !scene.title().is_empty() {
        text.push_str(&paint(&format!("{}\n", scene.title()), HEADING, options));
    }
    let balls = count(scene.names.len(), "ball", "balls");
    let _ = match &scene.setup {
        WorldSetup::Billiards(billiards) => {
            let outline = &billiards.table.outline;
            let (length, width) = (outline.length(), outline.width());
            writeln!(text, "billiards; {balls} on a table of {length:.3} by {width:.3} m")
        }
        WorldSetup::Bouncing { .. } => {
            writeln!(text, "bouncing on the floor; {}", count(scene.names.len(), "body", "bodies"))
        }
        WorldSetup::Cradle { .. } => writeln!(text, "Newton's cradle; {balls}"),
    };
    if let WorldSetup::Billiards(billiards) = &scene.setup
        && let Some(blow) = &billiards.blow
    {
        section(&mut text, "Cue", "", &cue::words(scene, &billiards.table, blow), options);
    }
    text
}

fn followed(text: &mut String, scene: &WorldScene, run: &WorldRun, options: TextOptions) {
    let (names, events) = (&scene.names, happenings(scene, run));
    if !events.is_empty() {
        let note = match run {
            WorldRun::Billiards { shot, .. } => words::tally(shot),
            WorldRun::Bouncing(_) | WorldRun::Cradle(_) => count(events.len(), "event", "events"),
        };
        section(text, "Events", &note, &event_table(&events, options), options);
    }
    let end = format!("after {:.6} s, {}", run.end(), ending(run, names));
    match run {
        WorldRun::Billiards { table, shot } => {
            let out = |ball: usize| match shot.exit(ball) {
                Some(Exit::Pocket(number)) => format!("in {}", places::pocket(table, number)),
                Some(Exit::OverTheEdge) => "off the table".to_owned(),
                None => String::new(),
            };
            let rows = (0..names.len()).map(|ball| row_of_shot(shot, ball)).collect::<Vec<_>>();
            section(text, "End", &end, &states(names, &rows, &out, options), options);
        }
        WorldRun::Bouncing(course) => {
            let row = |body: usize| {
                let state = course.at(body, course.end);
                [state.position, state.velocity, state.angular_velocity]
            };
            let rows = (0..names.len()).map(row).collect::<Vec<_>>();
            section(text, "End", &end, &states(names, &rows, &|_| String::new(), options), options);
        }
        WorldRun::Cradle(course) => section(text, "End", &end, &hanging(names, course, options), options),
    }
    let ledger = energy::ledger(run);
    let shown = |entry: &&energy::Entry| entry.value != 0.0 || ["before", "after"].contains(&entry.key);
    let entries: Vec<(&str, f64)> =
        ledger.entries.iter().filter(shown).map(|entry| (entry.words, entry.value)).collect();
    let table = ledger::table(&entries, Some(ledger.before), ledger.imbalance, options);
    section(text, "Energy", "", &table, options);
}

fn ending(run: &WorldRun, names: &[String]) -> String {
    match run.ending() {
        Ending::Quiet { .. } => "nothing happens any more".to_owned(),
        Ending::TimeReached | Ending::CollisionsReached => "when the time was up".to_owned(),
        Ending::Together { .. } => "all balls swing together".to_owned(),
        Ending::LastingContact { contact, .. } => {
            let [body, other] = events::between(contact, names);
            let other = match contact {
                Meeting::Floor { .. } => "the floor",
                Meeting::Balls { .. } => other,
            };
            format!(
                "{body} keeps touching {other}, and may still turn or slide; only balls that lie, slide or roll on the floor are followed \
                 further"
            )
        }
        Ending::TooManyEvents { .. } => "there were too many events".to_owned(),
    }
}

/// Times and words of all events.
fn happenings(scene: &WorldScene, run: &WorldRun) -> Vec<(f64, String)> {
    let names = &scene.names;
    match run {
        WorldRun::Billiards { table, shot } => {
            let row = |event| words::on_table(event, shot, table, names);
            shot.events_as_told().into_iter().map(|event| (event.time, row(event))).collect()
        }
        WorldRun::Bouncing(course) => {
            course.events.iter().map(|event| (event.time, words::on_floor(&event.kind, names))).collect()
        }
        WorldRun::Cradle(course) => {
            let row = |collision| words::in_cradle(collision, names);
            course.collisions.iter().map(|collision| (collision.time, row(collision))).collect()
        }
    }
}

/// A row for each event; one for all that read the same, such as the last bounces of a die.
fn event_table(events: &[(f64, String)], options: TextOptions) -> String {
    let columns = vec![(Align::Right, "time s".to_owned()), (Align::Left, "what happens".to_owned())];
    let mut table = Columns::new("events", columns);
    let rows = events.iter().map(|(time, what)| (format!("{time:.6}"), what)).collect::<Vec<_>>();
    for same in rows.chunk_by(|a, b| a == b) {
        let (time, what) = &same[0];
        let times = if same.len() > 1 { format!(", {} times", same.len()) } else { String::new() };
        table.row(vec![time.clone(), format!("{what}{times}")]);
    }
    table.render(options)
}

fn row_of_shot(shot: &Shot, ball: usize) -> [Vector3<f64>; 3] {
    let state = shot.at(ball, shot.end);
    [state.position, state.velocity, state.angular_velocity]
}

/// A row for each body: its place, and its motion where any still moves.
fn states(
    names: &[String],
    rows: &[[Vector3<f64>; 3]],
    out: &dyn Fn(usize) -> String,
    options: TextOptions,
) -> String {
    const TITLES: [[&str; 3]; 3] =
        [["x m", "y m", "z m"], ["vx m/s", "vy m/s", "vz m/s"], ["wx rad/s", "wy rad/s", "wz rad/s"]];
    let digits: Vec<Digits> = (0..3)
        .map(|part| Digits::of_end(rows.iter().flat_map(|row| [row[part].x, row[part].y, row[part].z])))
        .collect();
    // Along the floor always; up and down, and motion, where there is any.
    let first = rows.first().map_or(0.0, |row| row[0].z);
    let is_shown = |&(part, axis): &(usize, usize)| match (part, axis) {
        (0, 2) => rows.iter().any(|row| row[0].z != first),
        (0, _) => true,
        _ => rows.iter().any(|row| !digits[part].is_rounding(row[part][axis])),
    };
    let entries = (0..3).flat_map(|part| (0..3).map(move |axis| (part, axis)));
    let shown: Vec<(usize, usize)> = entries.filter(is_shown).collect();
    let mut columns = vec![(Align::Left, "body".to_owned())];
    columns.extend(shown.iter().map(|&(part, axis)| (Align::Right, TITLES[part][axis].to_owned())));
    columns.push((Align::Left, String::new()));
    let mut table = Columns::new("bodies", columns);
    for (i, (name, row)) in names.iter().zip(rows).enumerate() {
        let mut cells = vec![name.clone()];
        cells.extend(shown.iter().map(|&(part, axis)| digits[part].write(row[part][axis])));
        cells.push(out(i));
        table.row(cells);
    }
    table.render(options)
}

fn hanging(names: &[String], course: &carom_motion::cradle::CradleCourse, options: TextOptions) -> String {
    let columns = vec![
        (Align::Left, "ball".to_owned()),
        (Align::Right, "angle deg".to_owned()),
        (Align::Right, "speed m/s".to_owned()),
    ];
    let mut table = Columns::new("balls", columns);
    let rows: Vec<_> = (0..names.len()).map(|ball| course.at(ball, course.end)).collect();
    let angles = Digits::of_end(rows.iter().map(|row| row.angle.to_degrees()));
    let speeds = Digits::of_end(rows.iter().map(|row| row.speed));
    for (name, row) in names.iter().zip(&rows) {
        table.row(vec![name.clone(), angles.write(row.angle.to_degrees()), speeds.write(row.speed)]);
    }
    table.render(options)
}
