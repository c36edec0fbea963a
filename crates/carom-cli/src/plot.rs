//! `carom plot`.

use std::path::Path;

use carom_plot::{FigureKind, PlotError, Subject};
use carom_scene::{Course, Loaded, Scene};

use crate::arguments::PlotOptions;
use crate::failure::Failure;
use crate::{compare, input, motion, output};

/// What to write, by the extension of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    Dot,
}

impl Format {
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("dot" | "gv") => Ok(Self::Dot),
            _ => Err(Failure::bad_input(format!(
                "cannot tell what to draw from the name {}: expected .svg, .png or .dot",
                path.display()
            ))),
        }
    }
}

/// Solves a scene, or follows a world, and draws it.
pub fn plot(options: &PlotOptions) -> Result<(), Failure> {
    let format = Format::of(&options.output)?;
    match input::loaded(&options.scene)? {
        Loaded::Impact(scene) => plot_impact(options, format, &scene),
        Loaded::World(world) => motion::plot(options, format, &world),
    }
}

fn plot_impact(options: &PlotOptions, format: Format, scene: &Scene) -> Result<(), Failure> {
    if options.figure.as_deref() == Some(IMPULSE_SPACE) {
        return impulse_space(options, scene);
    }
    let asked = options.figure.as_deref().map(figure_named).transpose()?;
    if format == Format::Dot && asked.is_some_and(|kind| kind != FigureKind::Diagram) {
        return Err(Failure::bad_input("a .dot file holds the transition diagram; leave --figure out"));
    }
    let trace = match scene.solve().map_err(Failure::unsolved)?.course {
        Course::OverTime { trace, .. } => trace,
        Course::OverImpulse { .. } | Course::AtOnce { .. } if asked.is_none() && format != Format::Dot => {
            return impulse_space(options, scene);
        }
        Course::OverImpulse { .. } | Course::AtOnce { .. } | Course::InSequence { .. } => {
            return Err(needs_time());
        }
    };
    let contact = options.contact.as_deref().map(|name| contact_named(scene, name)).transpose()?;
    let subject = Subject {
        title: scene.title(),
        impact: scene.impact(),
        problem: scene.contact_problem(),
        body_names: scene.body_names(),
        contact_names: scene.contact_names(),
        trace: &trace,
        contact,
    };
    let kind = if format == Format::Dot { FigureKind::Diagram } else { choose(asked, &subject)? };
    if contact.is_some() && !kind.is_of_one_contact() {
        let message = format!("{} shows all contacts; leave --contact out", kind.name());
        return Err(Failure::bad_input(message));
    }
    output::write_file(&options.output, &contents(format, kind, &subject)?)?;
    output::print(&format!("{}: {}\n", options.output.display(), kind.name()))
}

/// The figure of a single contact that shows no course.
const IMPULSE_SPACE: &str = "impulse-space";

fn impulse_space(options: &PlotOptions, scene: &Scene) -> Result<(), Failure> {
    compare::draw(&options.output, scene.title(), &scene.compare())?;
    output::print(&format!("{}: {IMPULSE_SPACE}\n", options.output.display()))
}

fn needs_time() -> Failure {
    Failure::bad_input(
        "figures show an impact over time, which this method does not have: they need `method = \"simultaneous\"`; \
         `carom compare` draws the impulses of all laws",
    )
}

/// The figure asked for, or the one that fits best; if a contact is asked for, the best of one contact.
fn choose(asked: Option<FigureKind>, subject: &Subject) -> Result<FigureKind, Failure> {
    let of_one = subject.contact.map(|_| FigureKind::ImpulseCurve);
    asked
        .or(of_one)
        .or_else(|| carom_plot::fitting(subject).first().copied())
        .ok_or_else(|| Failure::bad_input("no figure fits this scene"))
}

fn figure_named(name: &str) -> Result<FigureKind, Failure> {
    FigureKind::parse(name).ok_or_else(|| {
        let names: Vec<&str> =
            FigureKind::ALL.into_iter().map(FigureKind::name).chain([IMPULSE_SPACE]).collect();
        Failure::bad_input(format!("there is no figure called {name}: expected one of {}", names.join(", ")))
    })
}

/// The contact of that name, or of that number from 1.
fn contact_named(scene: &Scene, name: &str) -> Result<usize, Failure> {
    let names = scene.contact_names();
    let by_name = names.iter().position(|known| known == name);
    let by_number = || name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    by_name.or_else(by_number).filter(|&contact| contact < names.len()).ok_or_else(|| {
        let known = names.join(", ");
        Failure::bad_input(format!("there is no contact called {name}: expected one of {known}, or a number"))
    })
}

fn contents(format: Format, kind: FigureKind, subject: &Subject) -> Result<Vec<u8>, Failure> {
    if format == Format::Dot {
        return Ok(carom_plot::dot(subject).into_bytes());
    }
    let picture = carom_plot::draw(kind, subject).map_err(|error| match error {
        PlotError::NotAPlane { .. }
        | PlotError::PlaneWithFriction
        | PlotError::NoFriction
        | PlotError::ContactWithoutFriction { .. }
        | PlotError::NoContact => Failure::bad_input(error),
        _ => Failure::unsolved(error),
    })?;
    match format {
        Format::Png => picture.to_png().map_err(Failure::unsolved),
        Format::Svg | Format::Dot => Ok(picture.svg().as_bytes().to_vec()),
    }
}
