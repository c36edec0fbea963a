//! `carom run` and `carom check`.

use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use carom_scene::{
    Loaded, RecoveryFile, Report, Scene, TextOptions, WorldEnding, WorldReport, WorldRun, WorldScene,
};

use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::{input, output, progress, recover};

/// Solves a scene, or follows a world, and reports.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    match input::loaded(&options.scene)? {
        Loaded::Impact(_) if options.samples.is_some() => {
            Err(Failure::bad_input("--samples is for worlds in motion: an impact has states and events"))
        }
        Loaded::Impact(scene) => solve(&scene, options),
        Loaded::World(world) => follow(&world, options),
    }
}

fn follow(world: &WorldScene, options: &RunOptions) -> Result<(), Failure> {
    let run = progress::watching(|watch| world.run_watched(watch));
    let report = WorldReport::new(world, &run);
    refuse_too_many_samples(&report, options.samples)?;
    let text = if options.json {
        format!("{}\n", report.json(options.samples))
    } else {
        report.text(TextOptions { all: options.all, colour: wants_colour() })
    };
    output::print(&text)?;
    match &run {
        Ok(run) => refuse_unended(run),
        Err(error) if options.json => Err(Failure::unsolved(world.explain(error))),
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
    let report = Report::new(scene, &solved);
    let text = if options.json {
        format!("{}\n", report.json())
    } else {
        report.text(TextOptions { all: options.all, colour: wants_colour() })
    };
    output::print(&text)?;
    match &solved {
        Ok(_) => Ok(()),
        Err(error) if options.json => Err(Failure::unsolved(scene.explain(error))),
        Err(_) => Err(Failure::Reported),
    }
}

/// Reads a scene and says what is in it.
pub fn check(path: &Path) -> Result<(), Failure> {
    let (name, text) = input::text(path)?;
    let what = if RecoveryFile::is_one(&text) {
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
