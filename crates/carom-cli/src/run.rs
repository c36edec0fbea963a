//! `carom run` and `carom check`.

use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use carom_scene::{Loaded, Report, Scene, TextOptions, WorldReport, WorldScene};

use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::{input, output, progress};

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
    let text = if options.json {
        format!("{}\n", report.json(options.samples))
    } else {
        report.text(TextOptions { all: options.all, colour: wants_colour() })
    };
    output::print(&text)?;
    match &run {
        Ok(_) => Ok(()),
        Err(error) if options.json => Err(Failure::unsolved(world.explain(error))),
        Err(_) => Err(Failure::Reported),
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
        Err(error) if options.json => Err(Failure::unsolved(error)),
        Err(_) => Err(Failure::Reported),
    }
}

/// Reads a scene and says what is in it.
pub fn check(path: &Path) -> Result<(), Failure> {
    match input::loaded(path)? {
        Loaded::Impact(scene) => check_impact(path, &scene),
        Loaded::World(world) => {
            let names = world.names().join(", ");
            output::print(&format!("{}: ok, a world with {names}\n", input::name(path)))
        }
    }
}

fn check_impact(path: &Path, scene: &Scene) -> Result<(), Failure> {
    let (bodies, contacts) = (scene.body_names().len(), scene.contact_names().len());
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let (bodies, contacts) = (plural(bodies, "body", "bodies"), plural(contacts, "contact", "contacts"));
    let what = match scene.impact() {
        Some(_) => format!("{bodies}, {contacts}"),
        None => format!("a mechanism with {contacts}"),
    };
    let with_friction =
        scene.contact_problem().tangential_laws().iter().filter(|law| law.has_friction()).count();
    let friction = if with_friction > 0 { format!(", {with_friction} with friction") } else { String::new() };
    output::print(&format!("{}: ok, {what}{friction}\n", input::name(path)))
}

/// Whether standard output is a terminal that shows colours, and the user has not switched them off.
pub fn wants_colour() -> bool {
    AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
}
