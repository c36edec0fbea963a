//! Reads a fit file.

use carom_motion::billiards::recovery::Sample;
use nalgebra::{Vector3, vector};
use toml::de::DeValue;

use super::sought;
use super::{
    ColumnEntry, Constancy, FitFile, OutlineEntry, OutlineShape, ParameterEntry, SceneSource, TrackEntry,
};
use crate::keys;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{self, Table};

pub(super) fn file(text: &str) -> Result<FitFile, Vec<Problem>> {
    let problems = Problems::default();
    let root = read::parsed(text)?;
    if let (false, Some((key, _))) = (root.contains_key("fit"), root.get_key_value("body")) {
        let problem = Problem::new(key.span().into(), "the file describes a scene, not a fit")
            .expected("expected a `[fit]` table, and the scene as `scene = \"scene.toml\"`")
            .help("`carom run` solves scenes");
        return Err(vec![problem]);
    }
    let root = Table::new(&keys::FIT, Span::default(), &root, &problems);
    let read = fit(&root);
    root.finish();
    let (file, warnings) = problems.conclude(read)?;
    Ok(FitFile { warnings, ..file })
}

fn fit(root: &Table) -> Option<FitFile> {
    root.require("fit", "a `[fit]` table with `data = \"table.csv\"`");
    root.require("scene", "`scene = \"scene.toml\"`, or the tables of a scene: `[[scene.body]]`");
    let title = root.text("title").map(|title| title.value);
    let settings = root.table("fit").map(settings);
    let scene = scene(root);
    let in_scene = scene.as_ref().map_or_else(Vec::new, |(_, sought)| sought.clone());
    let within = in_scene.into_iter().map(|at| ParameterEntry::plain(at, Span::default()));
    let parameters: Vec<ParameterEntry> =
        within.chain(root.tables("parameter").into_iter().filter_map(parameter)).collect();
    let columns = root.tables("column").into_iter().filter_map(column).collect();
    let outlines = root.tables("outline").into_iter().filter_map(outline).collect();
    let tracks: Vec<TrackEntry> = root.tables("track").into_iter().filter_map(track).collect();
    let (settings, (scene, _)) = (settings?, scene?);
    if parameters.is_empty() && root.problems().count() == 0 {
        let problem = Problem::new(root.key_span("fit").unwrap_or_default(), "nothing is sought")
            .expected("expected a `[[parameter]]`, or \"sought\" in the scene")
            .help("`[[parameter]]` with `at = \"contact.0.friction\"`, say");
        root.problems().add(problem);
    }
    if settings.data.is_none() && tracks.is_empty() && root.problems().count() == 0 {
        let problem = Problem::new(root.key_span("fit").unwrap_or_default(), "there are no measurements")
            .expected("expected `data = \"table.csv\"`, or a `[[track]]`");
        root.problems().add(problem);
    }
    Some(FitFile { title, scene, parameters, columns, outlines, tracks, ..settings })
}

/// The scene, and what is sought in it.
fn scene(root: &Table) -> Option<(SceneSource, Vec<String>)> {
    match root.get("scene")?.get_ref() {
        DeValue::Table(table) => {
            let (text, sought) = sought::extract(table);
            Some((SceneSource::Inline(text), sought))
        }
        _ => {
            let file = root.text("scene")?;
            Some((SceneSource::File(file.value, file.span), Vec::new()))
        }
    }
}

fn settings(table: Table) -> FitFile {
    let losses = ["squares", "huber", "soft-l1", "cauchy"];
    let file = FitFile {
        title: None,
        scene: SceneSource::Inline(String::new()),
        data: table.text("data").map(|data| (data.value, data.span)),
        loss: table.choice("loss", &losses.map(|loss| (loss, loss))).map(|loss| loss.value.to_owned()),
        starts: table.seed("starts").and_then(|starts| at_least(&table, "starts", starts, 1)),
        level: within(&table, "level", 0.5, 0.9999),
        correlations_above: within(&table, "correlations_above", 0.0, 1.0),
        folds: table.seed("folds").and_then(|folds| at_least(&table, "folds", folds, 2)),
        parameters: Vec::new(),
        columns: Vec::new(),
        outlines: Vec::new(),
        tracks: Vec::new(),
        warnings: Vec::new(),
    };
    table.finish();
    file
}

fn at_least(table: &Table, key: &str, given: Located<u64>, least: u64) -> Option<u64> {
    if given.value >= least {
        return Some(given.value);
    }
    let problem = Problem::new(given.span, format!("`{key}` is {}", given.value))
        .expected(format!("must be {least} or more"));
    table.problems().add(problem);
    None
}

fn within(table: &Table, key: &'static str, least: f64, most: f64) -> Option<f64> {
    let given = table.finite(key)?;
    if (least..=most).contains(&given.value) {
        return Some(given.value);
    }
    let problem = Problem::new(given.span, format!("`{key}` is {}", given.value))
        .expected(format!("must be from {least} to {most}"));
    table.problems().add(problem);
    None
}

impl ParameterEntry {
    /// A parameter of which only the place is known.
    #[must_use]
    pub fn plain(at: String, span: Span) -> Self {
        Self { span, at, name: None, each: false, guess: None, range: None, constancy: Constancy::Constant }
    }
}

fn parameter(table: Table) -> Option<ParameterEntry> {
    table.require("at", "`at = \"contact.0.friction\"`, where it stands in the scene");
    let span = table.value_span("at").unwrap_or(table.span());
    let at = table.text("at").map(|at| at.value);
    let name = table.name().map(|name| name.value);
    let each = table.flag("each").is_some_and(|each| each.value);
    let guess = table.finite("guess").map(|guess| guess.value);
    let range = table.numbers::<2>("range").and_then(|range| {
        let [least, most] = range.value;
        if least < most {
            return Some(range.value);
        }
        let problem = Problem::new(range.span, format!("the range goes from {least} to {most}"))
            .expected("expected the smaller number first");
        table.problems().add(problem);
        None
    });
    let depends = table.choice("depends_on", &[("approach-speed", ())]);
    let reference = table.positive("reference_speed");
    if let (None, Some(span)) = (&depends, table.key_span("reference_speed")) {
        let problem = Problem::new(span, "a constant has no reference speed")
            .expected("goes with `depends_on = \"approach-speed\"`");
        table.problems().add(problem);
    }
    let constancy = match depends {
        Some(_) => Constancy::FallsWithSpeed { reference: reference.unwrap_or(1.0) },
        None => Constancy::Constant,
    };
    table.finish();
    Some(ParameterEntry { span, at: at?, name, each, guess, range, constancy })
}

fn column(table: Table) -> Option<ColumnEntry> {
    table.require("name", "`name = \"vz\"`, as in the first line of the table");
    let span = table.value_span("is").or(table.value_span("name")).unwrap_or(table.span());
    let name = table.name().map(|name| name.value);
    let is = table.text("is").map(|is| is.value);
    let noise = table.positive("noise");
    let unit = table.text("unit").map(|unit| unit.value);
    table.finish();
    Some(ColumnEntry { span, name: name?, is, noise, unit })
}

fn outline(table: Table) -> Option<OutlineEntry> {
    table.require("angle", "`angle = \"theta\"`, the column with the angle");
    let span = table.value_span("angle").unwrap_or(table.span());
    let angle = table.text("angle").map(|angle| angle.value);
    let contact = table.text("contact").map_or_else(|| "0".to_owned(), |contact| contact.value);
    let axis = match table.vector("axis") {
        Some(axis) if axis.value == Vector3::zeros() => {
            let problem = Problem::new(axis.span, "`axis` is zero").expected("expected a direction");
            table.problems().add(problem);
            None
        }
        Some(axis) => Some(axis.value),
        None => Some(Vector3::z()),
    };
    let given = ["ellipsoid", "box", "corners"].iter().filter(|&&key| table.has(key)).count();
    if given != 1 {
        let problem = Problem::new(span, format!("the outline has {given} shapes"))
            .expected("expected exactly one of `ellipsoid`, `box` and `corners`");
        table.problems().add(problem);
    }
    let ellipsoid = size(&table, "ellipsoid").map(OutlineShape::Ellipsoid);
    let edges = size(&table, "box").map(|edges| OutlineShape::Corners(corners_of(edges)));
    let corners = table.rows::<3>("corners", "a list of corners `[x, y, z]` in metres");
    let corners = corners.map(|rows| {
        OutlineShape::Corners(rows.value.iter().map(|corner| Vector3::from(corner.value)).collect())
    });
    let shape = ellipsoid.or(edges).or(corners);
    if let Some(OutlineShape::Corners(corners)) = &shape
        && corners.is_empty()
    {
        let problem = Problem::new(span, "there are no corners").expected("expected at least one");
        table.problems().add(problem);
    }
    table.finish();
    Some(OutlineEntry { span, angle: angle?, contact, axis: axis?, shape: shape? })
}

/// Lengths along x, y and z, of which some may be zero.
fn size(table: &Table, key: &'static str) -> Option<Vector3<f64>> {
    let given = table.vector(key)?;
    if given.value.min() >= 0.0 && given.value.max() > 0.0 {
        return Some(given.value);
    }
    let problem = Problem::new(given.span, format!("`{key}` has a length below 0, or no length at all"))
        .expected("expected lengths, 0 across the plane of a flat body");
    table.problems().add(problem);
    None
}

/// The corners of a box.
fn corners_of(edges: Vector3<f64>) -> Vec<Vector3<f64>> {
    let half = edges * 0.5;
    let signs = [1.0, -1.0];
    let corners = signs.into_iter().flat_map(|x| signs.into_iter().map(move |y| (x, y)));
    corners.flat_map(|(x, y)| signs.into_iter().map(move |z| half.component_mul(&vector![x, y, z]))).collect()
}

fn track(table: Table) -> Option<TrackEntry> {
    table.require("ball", "`ball = \"cue\"`, the ball that was seen");
    let span = table.value_span("ball").unwrap_or(table.span());
    let ball = table.text("ball").map(|ball| ball.value);
    let file = table.text("file").map(|file| file.value);
    let rows = table.rows::<3>("samples", "a list of samples `[time, x, y]`, seconds and metres");
    if file.is_some() == rows.is_some() && table.has("file") == table.has("samples") {
        let problem = Problem::new(span, "a track needs samples, once")
            .expected("expected either `file = \"track.csv\"` or `samples = [[time, x, y], ...]`");
        table.problems().add(problem);
    }
    let noise = table.positive("noise");
    table.finish();
    let sample = |row: &Located<[f64; 3]>| {
        let [time, x, y] = row.value;
        Sample { time, position: vector![x, y] }
    };
    let samples = rows.map_or_else(Vec::new, |rows| rows.value.iter().map(sample).collect());
    Some(TrackEntry { span, ball: ball?, file, samples, noise })
}
