//! Figures and films of impacts and motions, as SVG, PNG, PDF and GIF.
//!
//! The drawing is done by a small SVG writer of our own and rendered by resvg. Two crates were tried first: `plotters` reads the fonts of the
//! machine for its PNGs, through fontconfig and FreeType, and rounds every point to whole pixels; `kuva` makes handsome charts, but has
//! no equal scales, regions, labels that avoid a curve, style sheet or diagrams, which are half of what is drawn here. `notosans` brings the
//! typeface (SIL Open Font License), so that text has the same width and look on every machine.
//!
//! [`draw`] makes one figure of a [`Subject`], [`fitting`] says which suit it, best first. A [`TableFigure`] shows a shot at billiards from
//! above, a [`Motion`] any motion between impacts, a [`stage::Stage`] a scene before anything happens, and a
//! [`chart::Chart`] whatever else has two axes. [`film`] has what moves. All of them are drawn on a [`Page`].

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod axis;
pub mod chart;
mod clip;
mod course;
mod error;
mod figures;
pub mod film;
mod label;
mod motion;
pub mod notation;
mod outlined;
mod page;
mod pdf;
mod picture;
mod polygon;
mod sheet;
pub mod stage;
mod subject;
mod svg;
mod theme;
mod typeface;
mod view;

pub use error::PlotError;
pub use figures::residuals::ResidualsFigure;
pub use figures::sequence::StepsFigure;
pub use figures::table::{CueMark, TableFigure};
pub use motion::{Motion, Position, Quantity};
pub use page::{PIXELS_PER_INCH, Page};
pub use picture::{Picture, USUAL_DPI};
pub use subject::{Clock, Subject};
pub use typeface::missing_letters;
pub use view::{View, Window};

use carom::analysis::diagram::TransitionDiagram;
use carom::comparison::Comparison;
use carom_motion::billiards::{Shot, Table};

/// The kinds of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FigureKind {
    /// The impulse curve of two frictionless contacts in its ellipse, like [Jia2013, Figs. 7, 9].
    ImpulsePlane,
    /// The impulse of one contact with friction, like [Jia2012, Figs. 11, 17].
    ImpulseCurve,
    /// Velocities, force and stretch along the surface of one contact with friction, like [Jia2012, Fig. 12].
    Sliding,
    /// Velocities over time: of the bodies along the line of motion, or of the contacts.
    Velocities,
    /// Strain energies of two contacts against each other, like [Jia2013, Fig. 8(b)], and where all energy is
    /// over time.
    Energies,
    /// Contact forces over time.
    Forces,
    /// Contact forces over time and place.
    Wave,
    /// The transition diagram, like [Jia2013, Fig. 4].
    Diagram,
}

impl FigureKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::ImpulsePlane,
        Self::ImpulseCurve,
        Self::Sliding,
        Self::Velocities,
        Self::Energies,
        Self::Forces,
        Self::Wave,
        Self::Diagram,
    ];

    /// Its name in commands and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ImpulsePlane => "impulse-plane",
            Self::ImpulseCurve => "impulse-curve",
            Self::Sliding => "sliding",
            Self::Velocities => "velocities",
            Self::Energies => "energies",
            Self::Forces => "forces",
            Self::Wave => "wave",
            Self::Diagram => "diagram",
        }
    }

    /// Whether it shows one contact, which [`Subject::contact`] chooses.
    #[must_use]
    pub fn is_of_one_contact(self) -> bool {
        match self {
            Self::ImpulseCurve | Self::Sliding => true,
            Self::ImpulsePlane | Self::Velocities | Self::Energies => false,
            Self::Forces | Self::Wave | Self::Diagram => false,
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The figures that suit an impact, best first: a contact with friction has an impulse curve, two without have an
/// impulse plane, three and more a wave.
#[must_use]
pub fn fitting(subject: &Subject) -> Vec<FigureKind> {
    use FigureKind::{Diagram, Energies, Forces, ImpulseCurve, ImpulsePlane, Sliding, Velocities, Wave};
    match subject.contacts() {
        0 => vec![],
        1 | 2 if subject.has_friction() => {
            vec![ImpulseCurve, Sliding, Energies, Velocities, Forces, Diagram]
        }
        _ if subject.has_friction() => {
            vec![Wave, ImpulseCurve, Sliding, Velocities, Energies, Forces, Diagram]
        }
        1 => vec![Forces, Energies, Velocities, Diagram],
        2 => vec![ImpulsePlane, Energies, Velocities, Forces, Diagram],
        _ => vec![Wave, Velocities, Energies, Forces, Diagram],
    }
}

/// Draws a figure.
pub fn draw(kind: FigureKind, subject: &Subject) -> Result<Picture, PlotError> {
    let problem = subject.contacts();
    let trace = subject.trace.sample(&[0.0]).first().map_or(0, |snapshot| snapshot.impulse.len());
    if problem == 0 {
        return Err(PlotError::NoContact);
    }
    if trace != problem {
        return Err(PlotError::Mismatch { trace, problem });
    }
    if let Some(contact) = subject.contact.filter(|&contact| contact >= problem) {
        return Err(PlotError::NoSuchContact { number: contact + 1, contacts: problem });
    }
    let draw = match kind {
        FigureKind::ImpulsePlane => figures::impulse_plane::draw,
        FigureKind::ImpulseCurve => figures::impulse_curve::draw,
        FigureKind::Sliding => figures::sliding::draw,
        FigureKind::Velocities => figures::velocities::draw,
        FigureKind::Energies => figures::energies::draw,
        FigureKind::Forces => figures::forces::draw,
        FigureKind::Wave => figures::wave::draw,
        FigureKind::Diagram => figures::diagram::draw,
    };
    subject.view.page.fitted(|&page| draw(&Subject { view: View { page, ..subject.view }, ..*subject }))
}

/// Draws every law's impulse in the impulse space of a single contact, with the permissible region.
///
/// # Errors
/// A comparison of several contacts.
pub fn draw_impulse_space(title: &str, comparison: &Comparison) -> Result<Picture, PlotError> {
    draw_impulse_space_on(&Page::default(), title, comparison)
}

/// The impulse space on a page of another size.
///
/// # Errors
/// A comparison of several contacts, or a page that is too low.
pub fn draw_impulse_space_on(
    page: &Page,
    title: &str,
    comparison: &Comparison,
) -> Result<Picture, PlotError> {
    page.fitted(|page| figures::impulse_space::draw(page, title, comparison))
}

/// Draws what every law says: of a single contact its impulse space, of several the impulses and velocities of each.
///
/// # Errors
/// A page that is too low.
pub fn draw_laws(
    page: &Page,
    title: &str,
    contact_names: &[String],
    comparison: &Comparison,
) -> Result<Picture, PlotError> {
    match comparison.lone_impact {
        Some(_) => draw_impulse_space_on(page, title, comparison),
        None => figures::laws::draw(page, title, contact_names, comparison),
    }
}

/// Draws a shot seen from above: the table, every ball's path from where it starts to where it ends, what the first
/// ball hits, and below which balls went out of play. Balls without a name are numbered from 1.
#[must_use]
pub fn draw_table(title: &str, table: &Table, shot: &Shot, names: &[String]) -> Picture {
    let figure = TableFigure { title, table, shot, names, cue: None, page: Page::default() };
    figure.draw().expect("a page of its own size is high enough")
}

/// Draws a velocity of every body over time, one line for each name, from time 0 to `end` in seconds.
///
/// `speed(body, time)` is the velocity in metres per second, just after an impact that happens at that time; `instants`
/// are the times of impacts, in seconds and in any order, at which lines may jump. `label` names the velocity, such as
/// "speed" or "velocity along x"; the unit is added to it.
#[must_use]
pub fn draw_velocities_over_time(
    title: &str,
    names: &[String],
    end: f64,
    instants: &[f64],
    speed: &dyn Fn(usize, f64) -> f64,
    label: &str,
) -> Picture {
    let view = View::default();
    let motion = Motion { title, names, end, instants, view };
    let quantity = Quantity { label, unit: "m/s", value: speed };
    let drawn = motion.draw_over_time(&format!("{label} over time"), &[quantity]);
    drawn.expect("the whole motion on a page of its own size can be drawn")
}

/// The style sheet of all figures, for a page that holds several of them as [`Picture::inline_svg`].
#[must_use]
pub fn style_sheet() -> String {
    theme::style_sheet()
}

/// The transition diagram of the impact in Graphviz' DOT language.
#[must_use]
pub fn dot(subject: &Subject) -> String {
    let mut diagram = TransitionDiagram::default();
    diagram.record(subject.trace);
    diagram.to_dot(subject.contact_names)
}
