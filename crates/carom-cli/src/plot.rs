//! `carom plot`.

use std::path::Path;

use carom_plot::{FigureKind, PlotError, Subject};
use carom_scene::{Course, Loaded, Scene};

use crate::arguments::PlotOptions;
use crate::failure::Failure;
use crate::figure::Figure;
use crate::{compare, input, motion, output};

/// What to write, by the extension of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Picture(PictureFormat),
    /// A transition diagram as a graph.
    Dot,
}

/// How to write a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
}

impl Format {
    pub fn of(path: &Path) -> Result<Self, Failure> {
        match extension(path).as_deref() {
            Some("dot" | "gv") => Ok(Self::Dot),
            other => picture_format(other)
                .map(Self::Picture)
                .ok_or_else(|| unknown_format(path, ".svg, .png or .dot")),
        }
    }

    /// The format of a picture; a graph is none.
    pub fn picture(self) -> Result<PictureFormat, Failure> {
        match self {
            Self::Picture(format) => Ok(format),
            Self::Dot => Err(Failure::bad_input(
                "only the transition diagram of an impact over time can be a .dot file: expected .svg or .png",
            )),
        }
    }
}

impl PictureFormat {
    /// Where nothing but a picture can be drawn.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        picture_format(extension(path).as_deref()).ok_or_else(|| unknown_format(path, ".svg or .png"))
    }
}

fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase())
}

fn picture_format(extension: Option<&str>) -> Option<PictureFormat> {
    match extension {
        Some("svg") => Some(PictureFormat::Svg),
        Some("png") => Some(PictureFormat::Png),
        _ => None,
    }
}

fn unknown_format(path: &Path, expected: &str) -> Failure {
    let name = path.display();
    Failure::bad_input(format!("cannot tell what to draw from the name {name}: expected {expected}"))
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
    let asked = match options.figure {
        Some(Figure::ImpulseSpace) => return impulse_space(options, format, scene),
        Some(Figure::Table) => {
            return Err(Failure::bad_input("an impact has no table: that is a figure of worlds"));
        }
        Some(Figure::OverTime(kind)) => Some(kind),
        None => None,
    };
    if format == Format::Dot && asked.is_some_and(|kind| kind != FigureKind::Diagram) {
        return Err(Failure::bad_input("a .dot file holds the transition diagram; leave --figure out"));
    }
    let trace = match scene.solve().map_err(|error| Failure::unsolved(scene.explain(&error)))?.course {
        Course::OverTime { trace, .. } => trace,
        Course::OverImpulse { .. } | Course::AtOnce { .. } if asked.is_none() && format != Format::Dot => {
            return impulse_space(options, format, scene);
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
fn impulse_space(options: &PlotOptions, format: Format, scene: &Scene) -> Result<(), Failure> {
    compare::draw(&options.output, format.picture()?, scene.title(), &scene.compare())?;
    output::print(&format!("{}: {}\n", options.output.display(), Figure::ImpulseSpace.name()))
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

/// The contact of that name, or of that number from 1.
fn contact_named(scene: &Scene, name: &str) -> Result<usize, Failure> {
    let names = scene.contact_names();
    let by_name = names.iter().position(|known| known == name);
    let by_number = || name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    by_name.or_else(by_number).filter(|&contact| contact < names.len()).ok_or_else(|| {
        let expected = match carom_scene::closest(name, names.iter().map(String::as_str)) {
            Some(close) => format!("did you mean {close}?"),
            None => format!("expected one of {}, or a number", names.join(", ")),
        };
        Failure::bad_input(format!("there is no contact called {name}: {expected}"))
    })
}

fn contents(format: Format, kind: FigureKind, subject: &Subject) -> Result<Vec<u8>, Failure> {
    let format = match format {
        Format::Dot => return Ok(carom_plot::dot(subject).into_bytes()),
        Format::Picture(format) => format,
    };
    let picture = carom_plot::draw(kind, subject).map_err(|error| match error {
        PlotError::NotAPlane { .. }
        | PlotError::PlaneWithFriction
        | PlotError::NoFriction
        | PlotError::ContactWithoutFriction { .. }
        | PlotError::NoContact => Failure::bad_input(error),
        _ => Failure::unsolved(error),
    })?;
    output::encoded(format, &picture)
}
