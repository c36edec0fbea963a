//! `carom animate`.

use std::path::Path;

use carom_plot::film::{Film, film_in_steps, film_of_bodies, film_of_impact, film_of_table};
use carom_plot::{Motion, Subject, TableFigure, View, Window};
use carom_scene::{Loaded, Scene, SolvedCourse, WorldRun, WorldScene};
use clap::builder::TypedValueParser;

use crate::arguments::AnimateOptions;
use crate::failure::Failure;
use crate::picture::{self, Lettering, Target};
use crate::{choices, input, plot, progress, run, stage};

/// How long the film of an impact plays unless said otherwise, in seconds.
const IMPACT_SECONDS: f64 = 8.0;
/// Seconds of film for each collision of a sequence.
const STEP_SECONDS: f64 = 0.6;

/// Formats of a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmFormat {
    Svg,
    Png,
    Gif,
    #[cfg(feature = "mp4")]
    Mp4,
}

/// What `carom animate` writes.
pub fn film_formats() -> impl TypedValueParser<Value = FilmFormat> {
    choices::named(vec![
        ("svg", "Lines and areas; plays in browsers", FilmFormat::Svg),
        ("png", "Dots, as an animated PNG", FilmFormat::Png),
        ("gif", "Dots, of 256 colours", FilmFormat::Gif),
        #[cfg(feature = "mp4")]
        ("mp4", "For players of films", FilmFormat::Mp4),
    ])
}

/// Solves a scene, or follows a world, and makes a film of it.
pub fn animate(options: &AnimateOptions) -> Result<(), Failure> {
    let format = film_format(options)?;
    let target = Target::of_film(&options.output, &options.picture)?;
    let window = Window::new(options.from, options.to).map_err(Failure::bad_input)?;
    let view = View { page: target.page, window };
    let film = match input::loaded(&options.scene)? {
        Loaded::Impact(scene) => of_impact(&scene, view, options)?,
        Loaded::World(world) => of_world(&world, view, options)?,
    };
    target.warn_of_boxes(&film.searchable_svg());
    let (rate, dpi) = (options.rate, options.picture.dpi);
    let bytes = match (format, options.picture.text) {
        (FilmFormat::Svg, Lettering::Outlines) => film.svg().map(String::into_bytes),
        (FilmFormat::Svg, Lettering::Text) => Ok(film.searchable_svg().into_bytes()),
        (FilmFormat::Png, _) => film.to_apng(rate, dpi),
        (FilmFormat::Gif, _) => film.to_gif(rate, dpi),
        #[cfg(feature = "mp4")]
        (FilmFormat::Mp4, _) => film.to_mp4(rate, dpi),
    };
    target.write_bytes(&bytes.map_err(picture::refused)?)?;
    target.say(&format!("an animation of {:.1} s", film.length()))
}

fn film_format(options: &AnimateOptions) -> Result<FilmFormat, Failure> {
    if let Some(format) = options.format {
        return Ok(format);
    }
    let path = &options.output;
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(FilmFormat::Svg),
        Some("png" | "apng") => Ok(FilmFormat::Png),
        Some("gif") => Ok(FilmFormat::Gif),
        #[cfg(feature = "mp4")]
        Some("mp4") => Ok(FilmFormat::Mp4),
        #[cfg(not(feature = "mp4"))]
        Some("mp4") => Err(Failure::bad_input(
            "this command was compiled without MP4\n  = help: `cargo install --locked --path crates/carom-cli --features mp4` brings it (it needs a C++ compiler); or write .svg, .png or .gif",
        )),
        None if path == Path::new("-") => Ok(FilmFormat::Svg),
        _ => Err(Failure::bad_input(format!(
            "cannot tell which animation to write from the name {}: expected .svg, .png (animated), .gif or .mp4, or --format",
            path.display()
        ))),
    }
}

fn of_impact(scene: &Scene, view: View, options: &AnimateOptions) -> Result<Film, Failure> {
    if view.window.is_given() {
        return Err(Failure::bad_input(
            "--from and --to are for worlds in motion; the film of an impact shows all of it",
        ));
    }
    let Some(stage) = stage::of_impact(scene) else {
        return Err(Failure::bad_input(
            "only the contact matrix of this mechanism is known, there are no bodies to move: `carom plot` draws its forces",
        ));
    };
    let solved = scene.solve().map_err(|error| Failure::unsolved(scene.explain(&error)))?;
    let seconds = options.seconds.unwrap_or(IMPACT_SECONDS);
    if let SolvedCourse::OverTime { trace, .. } = &solved.course
        && trace.duration() > 0.0
    {
        let subject = Subject { view, ..plot::subject(scene, trace) };
        return film_of_impact(&subject, &stage, seconds).map_err(picture::refused);
    }
    let steps = plot::steps(scene, &solved);
    let seconds = options.seconds.unwrap_or(seconds.max(STEP_SECONDS * steps.len() as f64));
    let start: Vec<carom::Motion> =
        scene.impact().map_or(&[][..], |impact| impact.bodies()).iter().map(carom::Body::motion).collect();
    film_in_steps(&view.page, scene.title(), &stage, (&start, &steps), seconds).map_err(picture::refused)
}

fn of_world(world: &WorldScene, view: View, options: &AnimateOptions) -> Result<Film, Failure> {
    let run = progress::watching(|watch| world.run_watched(watch))
        .map_err(|error| Failure::unsolved(world.explain(&error)))?;
    run::refuse_unended(&run)?;
    let instants = run.instants();
    let motion =
        Motion { title: world.title(), names: world.names(), end: run.end(), instants: &instants, view };
    let film = match &run {
        WorldRun::Billiards { table, shot } => {
            let figure = TableFigure {
                title: world.title(),
                table,
                shot,
                names: world.names(),
                page: view.page,
                cue: None,
            };
            film_of_table(&figure, &motion, options.seconds)
        }
        WorldRun::Bouncing(_) | WorldRun::Cradle(_) => {
            let pose = |body: usize, time: f64| {
                let placement = run.placement(body, time);
                (placement.position, placement.orientation)
            };
            film_of_bodies(&stage::of_world(world), &world.pivots(), &motion, &pose, options.seconds)
        }
    };
    film.map_err(picture::refused)
}
