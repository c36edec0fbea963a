//! `carom run` and `carom check`.

use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use carom_scene::{
    FitFile, Interval, Loaded, RecoveryFile, Report, Samples, Scene, TextOptions, WorldReport, WorldRun,
    WorldScene,
};

use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::{fit, input, output, progress, recover, samples};
use carom_motion::Ending;

/// What the report is printed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form<'a> {
    Text,
    Json,
    /// Samples alone.
    Table(TableForm<'a>),
}

/// What samples are printed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableForm<'a> {
    Csv,
    Parquet(&'a Path),
}

impl<'a> Form<'a> {
    fn of(options: &'a RunOptions) -> Self {
        match (options.json, options.csv, &options.parquet) {
            (true, _, _) => Self::Json,
            (false, true, _) => Self::Table(TableForm::Csv),
            (false, false, Some(path)) => Self::Table(TableForm::Parquet(path)),
            (false, false, None) => Self::Text,
        }
    }
}

impl TableForm<'_> {
    /// The table as text to be printed, or in a file, which is said.
    fn written(self, samples: &Samples, title: &str) -> Result<String, Failure> {
        match self {
            Self::Csv => Ok(samples::csv(samples)),
            Self::Parquet(path) => {
                output::write_file(path, &samples::parquet(samples, title)?)?;
                Ok(format!("{}: {}\n", path.display(), plural(samples.rows.len(), "row", "rows")))
            }
        }
    }
}

/// Solves a scene, or follows a world, and reports.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    if options.samples.is_some() && Form::of(options) == Form::Text {
        return Err(Failure::bad_input(
            "--samples are for the JSON document or a table: expected --json, --csv or --parquet too",
        ));
    }
    match input::loaded(&options.scene)? {
        Loaded::Impact(scene) => solve(&scene, options),
        Loaded::World(world) => follow(&world, options),
    }
}

fn follow(world: &WorldScene, options: &RunOptions) -> Result<(), Failure> {
    if options.one_sided {
        return Err(Failure::bad_input(
            "--one-sided is for single impacts: slopes of a world to one side of a kink are not known",
        ));
    }
    let run = progress::watching(|watch| world.run_watched(watch));
    let derivatives = match &run {
        Ok(_) if options.derivatives => Some(world.derivatives().map_err(Failure::unsolved)?),
        Ok(_) | Err(_) => None,
    };
    let mut report = WorldReport::new(world, &run);
    if let Some(derivatives) = &derivatives {
        report = report.with_derivatives(derivatives);
    }
    let text = match (Form::of(options), &run) {
        (Form::Json, _) => {
            let end = run.as_ref().map_or(0.0, WorldRun::end);
            let step = options.samples.map(|interval| interval.seconds(end));
            refuse_too_many_samples(&report, step)?;
            format!("{}\n", report.json(step))
        }
        (Form::Table(form), Ok(run)) => {
            let interval = options.samples.unwrap_or(Interval::SMOOTH);
            form.written(&world.samples(run, interval).map_err(Failure::bad_input)?, world.title())?
        }
        (Form::Table(_), Err(_)) => String::new(),
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
        Ending::TimeReached | Ending::CollisionsReached | Ending::Quiet { .. } => Ok(()),
        Ending::Together { .. } | Ending::LastingContact { .. } => Ok(()),
        Ending::TooManyEvents { .. } => Err(Failure::unsolved(format!(
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
    let mut derivatives = match &solved {
        Ok(_) if options.derivatives => Some(scene.derivatives().map_err(Failure::unsolved)?),
        Ok(_) | Err(_) => None,
    };
    if let Some(derivatives) = derivatives.as_mut().filter(|_| options.one_sided) {
        derivatives.one_sided = scene.one_sided_derivatives(derivatives);
    }
    let mut report = Report::new(scene, &solved);
    if let Some(derivatives) = &derivatives {
        report = report.with_derivatives(derivatives);
    }
    let text = match (Form::of(options), &solved, options.samples) {
        (Form::Json, _, None) => format!("{}\n", report.json()),
        (Form::Json, _, Some(interval)) => {
            format!("{}\n", report.json_with_samples(interval).map_err(Failure::bad_input)?)
        }
        (Form::Table(form), _, interval) => {
            let interval = interval.unwrap_or(Interval::SMOOTH);
            let samples = match &solved {
                Ok(solved) => scene.samples(solved, interval).map(Some),
                Err(_) => scene.samples_until_failure(interval),
            };
            match samples.map_err(Failure::bad_input)? {
                Some(samples) => form.written(&samples, scene.title())?,
                None => String::new(),
            }
        }
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
