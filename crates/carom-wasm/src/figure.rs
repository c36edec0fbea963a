//! Figures of scenes, as SVG.

use carom_plot::{CueMark, FigureKind, Page, Picture, Subject, TableFigure};
use carom_scene::{Loaded, Scene, Solved, SolvedCourse, TimeUnit, WorldRun, WorldScene};

const TABLE: &str = "table";
const VELOCITIES: &str = "velocities";
const IMPULSE_SPACE: &str = "impulse-space";
/// Every law laid over the others, whatever the number of contacts.
const LAWS: &str = "laws";

/// The names of the figures that suit a scene, best first.
pub(crate) fn fitting(loaded: &Loaded) -> Vec<&'static str> {
    match loaded {
        Loaded::Impact(scene) => of_impact(scene),
        Loaded::World(world) if world.blow().is_some() => vec![TABLE, VELOCITIES],
        Loaded::World(world) => match world.run() {
            Ok(WorldRun::Billiards { .. }) => vec![TABLE, VELOCITIES],
            Ok(WorldRun::Bouncing(_) | WorldRun::Cradle(_)) => vec![VELOCITIES],
            Err(_) => vec![],
        },
    }
}

/// A figure by its name.
pub(crate) fn svg(loaded: &Loaded, name: &str, contact: Option<usize>) -> Result<String, String> {
    let picture = match loaded {
        Loaded::Impact(scene) if name == IMPULSE_SPACE => {
            carom_plot::draw_impulse_space(scene.title(), &scene.compare()).map_err(|error| error.to_string())
        }
        Loaded::Impact(scene) if name == LAWS => {
            let names = scene.contact_names();
            carom_plot::draw_laws(&Page::default(), scene.title(), names, &scene.compare())
                .map_err(|error| error.to_string())
        }
        Loaded::Impact(scene) => draw(scene, name, contact),
        Loaded::World(world) => draw_world(world, name),
    };
    picture.map(|picture| picture.svg().to_owned())
}

fn of_impact(scene: &Scene) -> Vec<&'static str> {
    let mut names = match scene.solve() {
        Ok(Solved { course: SolvedCourse::OverTime { trace, .. }, .. }) => {
            carom_plot::fitting(&subject(scene, &trace, None)).into_iter().map(FigureKind::name).collect()
        }
        Ok(_) | Err(_) => vec![],
    };
    names.push(if scene.contact_names().len() == 1 { IMPULSE_SPACE } else { LAWS });
    names
}

fn draw(scene: &Scene, name: &str, contact: Option<usize>) -> Result<Picture, String> {
    let kind =
        FigureKind::parse(name).ok_or_else(|| format!("there is no figure of an impact called {name:?}"))?;
    let solved = scene.solve().map_err(|error| error.to_string())?;
    let SolvedCourse::OverTime { trace, .. } = &solved.course else {
        return Err(format!("{name} shows an impact over time, and this law has none"));
    };
    carom_plot::draw(kind, &subject(scene, trace, contact)).map_err(|error| error.to_string())
}

fn subject<'a>(scene: &'a Scene, trace: &'a carom::Trace, contact: Option<usize>) -> Subject<'a> {
    let names = [scene.body_names(), scene.contact_names()];
    let subject = Subject::new(scene.title(), scene.impact(), scene.contact_problem(), names, trace);
    Subject { contact, ..subject.timed(scene.time_unit() == TimeUnit::Seconds) }
}

fn draw_world(world: &WorldScene, name: &str) -> Result<Picture, String> {
    let run = world.run().map_err(|error| world.explain(&error))?;
    match (name, &run) {
        (TABLE, WorldRun::Billiards { table, shot }) => {
            let cue = world.blow().map(|blow| CueMark { ball: blow.ball, azimuth: blow.strike.aim.azimuth });
            let (title, names) = (world.title(), world.names());
            let figure = TableFigure { title, table, shot, names, cue, page: Page::default() };
            figure.draw().map_err(|error| error.to_string())
        }
        (TABLE, WorldRun::Bouncing(_) | WorldRun::Cradle(_)) => {
            Err(format!("this world has no table: expected {VELOCITIES}"))
        }
        (VELOCITIES, _) => Ok(velocities(world, &run)),
        _ => Err(format!("there is no figure of a world called {name:?}: expected {TABLE} or {VELOCITIES}")),
    }
}

fn velocities(world: &WorldScene, run: &WorldRun) -> Picture {
    let label = match run {
        WorldRun::Billiards { .. } | WorldRun::Bouncing(_) => "speed",
        WorldRun::Cradle(_) => "horizontal velocity",
    };
    let speed = |body: usize, time: f64| run.speed(body, time);
    let (title, names) = (world.title(), world.names());
    carom_plot::draw_velocities_over_time(title, names, run.end(), &run.instants(), &speed, label)
}
