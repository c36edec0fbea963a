//! `carom run` and `carom check`.

use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use carom_scene::{
    FitFile, Interval, Loaded, RecoveryFile, Report, Scene, TextOptions, WorldEnding, WorldReport, WorldRun,
    WorldScene,
};

use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::{fit, input, output, progress, recover, samples};

/// What the report is printed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Csv,
}

impl Form {
    fn of(options: &RunOptions) -> Self {
        match (options.json, options.csv) {
            (true, _) => Self::Json,
            (false, true) => Self::Csv,
            (false, false) => Self::Text,
        }
    }
}

/// Solves a scene, or follows a world, and reports.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    if options.samples.is_some() && Form::of(options) == Form::Text {
        return Err(Failure::bad_input(
            "--samples are for the JSON document or a table: expected --json or --csv too",
        ));
    }
    match input::loaded(&options.scene)? {
        Loaded::Impact(scene) => solve(&scene, options),
        Loaded::World(world) => follow(&world, options),
    }
}

fn follow(world: &WorldScene, options: &RunOptions) -> Result<(), Failure> {
    if options.derivatives {
        return Err(Failure::bad_input(
            "--derivatives are those of a single impact: a world has none, expected a scene without [world]",
        ));
    }
    let run = progress::watching(|watch| world.run_watched(watch));
    let report = WorldReport::new(world, &run);
    let text = match (Form::of(options), &run) {
        (Form::Json, _) => {
            let end = run.as_ref().map_or(0.0, WorldRun::end);
            let step = options.samples.map(|interval| interval.seconds(end));
            refuse_too_many_samples(&report, step)?;
            format!("{}\n", report.json(step))
        }
        (Form::Csv, Ok(run)) => {
            let interval = options.samples.unwrap_or(Interval::SMOOTH);
            samples::csv(&world.samples(run, interval).map_err(Failure::bad_input)?)
        }
        (Form::Csv, Err(_)) => String::new(),
        (Form::Text, _) => report.text(TextOptions { all: options.all, colour: wants_colour() }),
    };
    output::print(&text)?;
    match &run {
        Ok(run) => refuse_unended(run),
        Err(error) if Form::of(options) != Form::Text => Err(Failure::unsolved(world.explain(error))),
        Err(_) => Err(Failure::Reported),
    }
}

/// A run that was given up on its way is not solved, whatever was found until then.
pub fn refuse_unended(run: &WorldRun) -> Result<(), Failure> {
    match run.ending() {
        WorldEnding::Rest
        | WorldEnding::Time
        | WorldEnding::Together
        | WorldEnding::LastingContact { .. } => Ok(()),
        WorldEnding::TooManyEvents | WorldEnding::Stopped => Err(Failure::unsolved(format!(
            "gave up at {:.6} s after {} events: `until` would stop before",
            run.end(),
            run.instants().len()
        ))),
    }
}

/// Refuses an interval (seconds) that would fill a disk.
pub fn refuse_too_many_samples(report: &WorldReport, interval: Option<f64>) -> Result<(), Failure> {
    let finest = report.finest_samples();
    match interval {
        Some(seconds) if seconds < finest => Err(Failure::bad_input(format!(
            "--samples {seconds:e} gives more than {:e} rows: expected {finest:e} seconds or more",
            WorldReport::MOST_SAMPLES
        ))),
        Some(_) | None => Ok(()),
    }
}

fn solve(scene: &Scene, options: &RunOptions) -> Result<(), Failure> {
    let solved = scene.solve();
    let derivatives = match &solved {
        Ok(_) if options.derivatives => Some(scene.derivatives().map_err(Failure::unsolved)?),
        Ok(_) | Err(_) => None,
    };
    let mut report = Report::new(scene, &solved);
    if let Some(derivatives) = &derivatives {
        report = report.with_derivatives(derivatives);
    }
    let text = match (Form::of(options), &solved, options.samples) {
        (Form::Json, _, None) => format!("{}\n", report.json()),
        (Form::Json, _, Some(interval)) => {
            format!("{}\n", report.json_with_samples(interval).map_err(Failure::bad_input)?)
        }
        (Form::Csv, Ok(solved), interval) => {
            let interval = interval.unwrap_or(Interval::SMOOTH);
            samples::csv(&scene.samples(solved, interval).map_err(Failure::bad_input)?)
        }
        (Form::Csv, Err(_), _) => String::new(),
        (Form::Text, ..) => report.text(TextOptions { all: options.all, colour: wants_colour() }),
    };
    output::print(&text)?;
    match &solved {
        Ok(_) => Ok(()),
        Err(error) if Form::of(options) != Form::Text => Err(Failure::unsolved(scene.explain(error))),
        Err(_) => Err(Failure::Reported),
    }
}

/// Reads a scene and says what is in it.
pub fn check(path: &Path) -> Result<(), Failure> {
    let (name, text) = input::text(path)?;
    let what = if FitFile::is_one(&text) {
        fit::check(path, &name, &text)?
    } else if RecoveryFile::is_one(&text) {
        let recovery = recover::scene(path, &name, &text)?;
        format!("a recovery from {}", plural(recovery.samples().len(), "position", "positions"))
    } else {
        match input::parsed(&name, &text)? {
            Loaded::Impact(scene) => impact_in_words(&scene),
            Loaded::World(world) => format!("a world with {}", world.names().join(", ")),
        }
    };
    output::print(&format!("{name}: ok, {what}\n"))
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn impact_in_words(scene: &Scene) -> String {
    let (bodies, contacts) = (scene.body_names().len(), scene.contact_names().len());
    let (bodies, contacts) = (plural(bodies, "body", "bodies"), plural(contacts, "contact", "contacts"));
    let what = match scene.impact() {
        Some(_) => format!("{bodies}, {contacts}"),
        None => format!("a mechanism with {contacts}"),
    };
    let with_friction =
        scene.contact_problem().tangential_laws().iter().filter(|law| law.has_friction()).count();
    let friction = if with_friction > 0 { format!(", {with_friction} with friction") } else { String::new() };
    format!("{what}{friction}")
}

/// Whether standard output is a terminal that shows colours, and the user has not switched them off.
pub fn wants_colour() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}
