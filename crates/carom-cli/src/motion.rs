//! Figures of worlds in motion.

use carom_plot::{FigureKind, Picture};
use carom_scene::{WorldRun, WorldScene};

use crate::arguments::PlotOptions;
use crate::failure::Failure;
use crate::figure::Figure;
use crate::plot::Format;
use crate::{output, progress, run};

/// What can be drawn of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawing {
    /// Paths on a table.
    Table,
    /// Velocities over time.
    Velocities,
}

/// Follows a world and draws it: its paths if it has a table, otherwise its velocities.
pub fn plot(options: &PlotOptions, format: Format, world: &WorldScene) -> Result<(), Failure> {
    if options.contact.is_some() {
        return Err(Failure::bad_input("--contact is for figures of a single impact; leave it out"));
    }
    let format = format.picture()?;
    let asked = options.figure.map(of_world).transpose()?;
    let run = progress::watching(|watch| world.run_watched(watch))
        .map_err(|error| Failure::unsolved(world.explain(&error)))?;
    run::refuse_unended(&run)?;
    let (name, picture) = match (asked, &run) {
        (None | Some(Drawing::Table), WorldRun::Billiards { table, shot }) => {
            ("table", carom_plot::draw_table(world.title(), table, shot, world.names()))
        }
        (Some(Drawing::Table), WorldRun::Bouncing(_) | WorldRun::Cradle(_)) => {
            return Err(Failure::bad_input("this world has no table; expected --figure velocities"));
        }
        (None | Some(Drawing::Velocities), _) => ("velocities", velocities(world, &run)),
    };
    output::write_picture(&options.output, format, &picture)?;
    output::print(&format!("{}: {name}\n", options.output.display()))
}

fn velocities(world: &WorldScene, run: &WorldRun) -> Picture {
    let label = match run {
        WorldRun::Billiards { .. } | WorldRun::Bouncing(_) => "speed",
        WorldRun::Cradle(_) => "horizontal velocity",
    };
    let speed = |body: usize, time: f64| run.speed(body, time);
    carom_plot::draw_velocities_over_time(
        world.title(),
        world.names(),
        run.end(),
        &run.instants(),
        &speed,
        label,
    )
}

fn of_world(figure: Figure) -> Result<Drawing, Failure> {
    match figure {
        Figure::Table => Ok(Drawing::Table),
        Figure::OverTime(FigureKind::Velocities) => Ok(Drawing::Velocities),
        Figure::OverTime(_) | Figure::ImpulseSpace => Err(Failure::bad_input(format!(
            "{} is a figure of a single impact, and this is a world in motion: expected table or velocities",
            figure.name()
        ))),
    }
}
