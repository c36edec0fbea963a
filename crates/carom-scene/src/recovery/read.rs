//! Reads a recovery file.

use carom_motion::billiards::recovery::{Coefficient, Noise, Sample};
use carom_motion::billiards::{Cloth, TableKind};
use nalgebra::vector;

use super::{Known, RecoveryFile, Source};
use crate::keys::{self, range};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{self, Table, TextOrNumber};
use crate::suggest;

pub(super) fn file(text: &str) -> Result<RecoveryFile, Vec<Problem>> {
    let problems = Problems::default();
    let root = read::parsed(text)?;
    let root = Table::new(&keys::RECOVERY, Span::default(), &root, &problems);
    if let Some(problem) = scene_instead(&root) {
        return Err(vec![problem]);
    }
    root.require("recovery", "a `[recovery]` table");
    let title = root.text("title").map(|title| title.value);
    let read = root.table("recovery").and_then(recovery);
    root.finish();
    let ((known, samples), warnings) = problems.conclude(read)?;
    Ok(RecoveryFile { title, known, samples, warnings })
}

/// Keys that only files of scenes have.
const OF_SCENES: [&str; 4] = ["world", "body", "contact", "mechanism"];

/// The problem of a file that describes a scene.
fn scene_instead(root: &Table) -> Option<Problem> {
    let span = OF_SCENES.into_iter().find_map(|key| root.key_span(key))?;
    if root.key_span("recovery").is_some() {
        return None;
    }
    let problem = Problem::new(span, "the file describes a scene, not a recovery")
        .expected("expected a `[recovery]` table")
        .help("`carom run` solves scenes");
    Some(problem)
}

fn recovery(table: Table) -> Option<(Known, Source)> {
    let ball = table.choice("ball", &TableKind::ALL.map(|kind| (kind.name(), kind)));
    let radius = table.positive("radius");
    if ball.is_none() && !table.has("ball") {
        table.require("radius", "`radius = ...`, metres, or `ball = \"pool\"`");
    }
    if let (Some(ball), Some(span)) = (&ball, table.key_span("radius")) {
        let problem = Problem::new(span, "the radius is given twice")
            .expected("expected either `ball` or `radius`")
            .related(ball.span, "this ball has a radius");
        table.problems().add(problem);
    }
    let gravity = table.positive("gravity");
    let cloth = Cloth::POOL;
    let sliding_friction = coefficient(&table, "sliding_friction", cloth.sliding_friction);
    let rolling_resistance = coefficient(&table, "rolling_resistance", cloth.rolling_resistance);
    let noise = table.positive("noise");
    let start = table.finite("start");
    let source = source(&table);
    table.finish();
    let known = Known {
        radius: radius.or(ball.map(|ball| ball.value.ball().radius()))?,
        gravity: gravity.unwrap_or(cloth.gravity),
        sliding_friction,
        rolling_resistance,
        noise: noise.map_or(Noise::FromScatter, Noise::Known),
        start,
    };
    Some((known, source?))
}

/// A number that is known, `"sought"`, or `{ sought_from = guess }`; not given, it is that of pool cloth.
fn coefficient(table: &Table, key: &'static str, default: f64) -> Coefficient {
    const EXPECTED: &str = "a number above 0, `\"sought\"`, or `{ sought_from = 0.2 }`";
    if table.is_table(key) {
        let guess = table.table(key).and_then(|inner| {
            inner.require("sought_from", "`sought_from = ...`, where the search begins");
            let guess = inner.positive("sought_from");
            inner.finish();
            guess
        });
        return Coefficient::Sought { guess: guess.unwrap_or(default) };
    }
    let Some(Located { value, span }) = table.text_or_finite(key, EXPECTED) else {
        return Coefficient::Known(default);
    };
    let problem = match value {
        TextOrNumber::Text(word) if word == "sought" => return Coefficient::Sought { guess: default },
        TextOrNumber::Text(word) => Problem::new(span, format!("`{key}` is `{word}`"))
            .maybe_help(suggest::closest(&word, ["sought"]).map(|name| format!("did you mean `{name}`?"))),
        TextOrNumber::Number(number) if number > 0.0 => {
            match range::FRICTION.checked(key, "", Located { value: number, span }) {
                Ok(number) => return Coefficient::Known(number.value),
                Err(problem) => problem,
            }
        }
        TextOrNumber::Number(number) => Problem::new(span, format!("`{key}` is {number}")),
    };
    let problem =
        if problem.expected.is_some() { problem } else { problem.expected(format!("expected {EXPECTED}")) };
    table.problems().add(problem);
    Coefficient::Known(default)
}

fn source(table: &Table) -> Option<Source> {
    let expected = "a list of samples `[time, x, y]`, seconds and metres";
    let (file, rows) = (table.text("file"), table.rows::<3>("samples", expected));
    match (file, rows) {
        (Some(file), Some(rows)) => {
            let problem = Problem::new(rows.span, "the samples are given twice")
                .expected("expected either `samples` or `file`")
                .related(file.span, "and in this file");
            table.problems().add(problem);
            None
        }
        (Some(file), None) => Some(Source::File(file)),
        (None, Some(rows)) if rows.value.is_empty() => {
            table.problems().add(
                Problem::new(rows.span, "there are no samples").expected(format!("expected {expected}")),
            );
            None
        }
        (None, Some(rows)) => {
            let sample = |row: &Located<[f64; 3]>| {
                let [time, x, y] = row.value;
                Located { value: Sample { time, position: vector![x, y] }, span: row.span }
            };
            Some(Source::Inline(rows.value.iter().map(sample).collect()))
        }
        (None, None) => {
            if !table.has("samples") && !table.has("file") {
                table.require("samples", "`samples = [[time, x, y], ...]`, or `file = \"track.csv\"`");
            }
            None
        }
    }
}

/// What is wrong with samples: none, out of order, before the start, or not within a room.
pub(super) fn refused_samples(samples: &[Located<Sample>], start: Option<Located<f64>>) -> Vec<Problem> {
    if samples.is_empty() {
        return vec![Problem::new(Span::default(), "there are no samples").expected("expected time, x, y")];
    }
    let mut problems = Vec::new();
    for (i, Located { value, span }) in samples.iter().enumerate() {
        let place = Located { value: value.position.amax(), span: *span };
        problems.extend(range::PLACE.checked("position", "m", place).err());
        problems.extend(range::CLOCK.checked("time", "s", Located { value: value.time, span: *span }).err());
        if let Some(before) = i.checked_sub(1).map(|before| &samples[before])
            && value.time <= before.value.time
        {
            let problem = Problem::new(*span, "the sample is not after the one before it")
                .expected("expected times in ascending order")
                .related(before.span, "the one before");
            problems.push(problem);
        }
    }
    let first = &samples[0];
    if let Some(start) = start.filter(|start| start.value > first.value.time) {
        let message = format!("the first sample is before the start at {} s", start.value);
        problems
            .push(Problem::new(first.span, message).expected("expected `start` not after the first sample"));
    }
    problems
}
