//! Figures of worlds in motion.

use carom_plot::{CueMark, FigureKind, Motion, Page, Picture, Quantity, TableFigure, View};
use carom_scene::{WorldRun, WorldScene};

use crate::arguments::PlotOptions;
use crate::failure::Failure;
use crate::figure::Figure;
use crate::picture::{self, Target};
use crate::{progress, run, stage};

/// What can be drawn of a world that has been followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawing {
    /// Paths on a table.
    Table,
    /// Velocities over time.
    Velocities,
    /// Positions over time.
    Positions,
    /// Where the energy is over time.
    Energies,
    /// Paths from the side.
    Side,
}

/// Follows a world and draws it: its paths if it has a table, otherwise its velocities.
pub fn plot(options: &PlotOptions, target: &Target, view: View, world: &WorldScene) -> Result<(), Failure> {
    if options.contact.is_some() {
        return Err(Failure::bad_input("--contact is for figures of a single impact; leave it out"));
    }
    target.refuse_graph()?;
    if options.figure == Some(Figure::Scene) {
        let picture = stage::of_world(world).draw(&view.page, world.title()).map_err(picture::refused)?;
        return target.write(&picture, Figure::Scene.name());
    }
    let asked = options.figure.map(of_world).transpose()?;
    let run = progress::watching(|watch| world.run_watched(watch))
        .map_err(|error| Failure::unsolved(world.explain(&error)))?;
    run::refuse_unended(&run)?;
    let drawing = asked.unwrap_or(match run {
        WorldRun::Billiards { .. } => Drawing::Table,
        WorldRun::Bouncing(_) | WorldRun::Cradle(_) => Drawing::Velocities,
    });
    let instants = run.instants();
    let motion =
        Motion { title: world.title(), names: world.names(), end: run.end(), instants: &instants, view };
    let position = |body: usize, time: f64| run.placement(body, time).position;
    let energy = |time: f64| world.energy(&run, time).unwrap_or_default();
    let (name, picture) = match drawing {
        Drawing::Table => ("table", table(world, &run, world.title(), &view.page)?),
        Drawing::Velocities => ("velocities", velocities(&motion, &run)?),
        Drawing::Positions => ("positions", positions(&motion, &run)?),
        Drawing::Energies => ("energies", motion.draw_energies(&energy).map_err(picture::refused)?),
        Drawing::Side => ("side", motion.draw_side(&position).map_err(picture::refused)?),
    };
    target.write(&picture, name)
}

/// The paths of balls on their table.
pub fn table(world: &WorldScene, run: &WorldRun, title: &str, page: &Page) -> Result<Picture, Failure> {
    match run {
        WorldRun::Billiards { table, shot } => {
            let (names, cue) = (world.names(), cue(world));
            let figure = TableFigure { title, table, shot, names, cue, page: *page };
            figure.draw().map_err(picture::refused)
        }
        WorldRun::Bouncing(_) | WorldRun::Cradle(_) => Err(Failure::bad_input(
            "this world has no table; expected --figure velocities, positions, energies, side or scene",
        )),
    }
}

/// The cue of a shot, to be drawn.
fn cue(world: &WorldScene) -> Option<CueMark> {
    world.blow().map(|blow| CueMark { ball: blow.ball, azimuth: blow.strike.aim.azimuth })
}

fn velocities(motion: &Motion, run: &WorldRun) -> Result<Picture, Failure> {
    let label = match run {
        WorldRun::Billiards { .. } | WorldRun::Bouncing(_) => "speed",
        WorldRun::Cradle(_) => "horizontal velocity",
    };
    let speed = |body: usize, time: f64| run.speed(body, time);
    let quantity = Quantity { label, unit: "m/s", value: &speed };
    motion.draw_over_time(&format!("{label} over time"), &[quantity]).map_err(picture::refused)
}

/// Positions along x, y and upwards, each if anything moves that way.
fn positions(motion: &Motion, run: &WorldRun) -> Result<Picture, Failure> {
    let along = |axis: usize| move |body: usize, time: f64| run.placement(body, time).position[axis];
    let (x, y, z) = (along(0), along(1), along(2));
    let all = [("x", &x as &dyn Fn(usize, f64) -> f64), ("y", &y), ("height", &z)];
    let moves = |value: &dyn Fn(usize, f64) -> f64| {
        let instants =
            motion.instants.iter().copied().chain((0..=100).map(|i| motion.end * f64::from(i) / 100.0));
        let instants: Vec<f64> = instants.collect();
        (0..motion.names.len()).any(|body| {
            let start = value(body, 0.0);
            instants.iter().any(|&time| (value(body, time) - start).abs() > 1e-9)
        })
    };
    let mut quantities: Vec<Quantity> = Vec::new();
    for (label, value) in all {
        if moves(value) {
            quantities.push(Quantity { label, unit: "m", value });
        }
    }
    if quantities.is_empty() {
        quantities.push(Quantity { label: "x", unit: "m", value: &x });
    }
    motion.draw_over_time("positions of the centres over time", &quantities).map_err(picture::refused)
}

fn of_world(figure: Figure) -> Result<Drawing, Failure> {
    match figure {
        Figure::Table => Ok(Drawing::Table),
        Figure::Positions => Ok(Drawing::Positions),
        Figure::Side => Ok(Drawing::Side),
        Figure::OverTime(FigureKind::Velocities) => Ok(Drawing::Velocities),
        Figure::OverTime(FigureKind::Energies) => Ok(Drawing::Energies),
        Figure::OverTime(_) | Figure::ImpulseSpace | Figure::Scene | Figure::Steps | Figure::Residuals => {
            Err(Failure::bad_input(format!(
                "{} is no figure of a world in motion: expected table, velocities, positions, energies, side or scene",
                figure.name()
            )))
        }
    }
}
