//! Which figure `carom plot` is asked for.

use carom_plot::FigureKind;
use clap::builder::TypedValueParser;

use crate::choices;

/// A figure by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Of an impact over time; velocities also of a world.
    OverTime(FigureKind),
    /// Of a single contact: the impulses of all laws.
    ImpulseSpace,
    /// Of any scene: what it looks like before it is solved.
    Scene,
    /// Of an impact that takes no time: what each collision does.
    Steps,
    /// Of a world: paths on a table.
    Table,
    /// Of a world: positions over time.
    Positions,
    /// Of a world: paths from the side.
    Side,
    /// Of a recovery: how far the samples lie from the path.
    Residuals,
}

impl Figure {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OverTime(kind) => kind.name(),
            Self::ImpulseSpace => "impulse-space",
            Self::Scene => "scene",
            Self::Steps => "steps",
            Self::Table => "table",
            Self::Positions => "positions",
            Self::Side => "side",
            Self::Residuals => "residuals",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::OverTime(FigureKind::ImpulsePlane) => "Normal impulses of two contacts, one over the other",
            Self::OverTime(FigureKind::ImpulseCurve) => "Impulse of one contact with friction",
            Self::OverTime(FigureKind::Sliding) => {
                "Velocities, force and stretch along the surface of one contact with friction"
            }
            Self::OverTime(FigureKind::Velocities) => "Velocities over time; of a world too",
            Self::OverTime(FigureKind::Energies) => {
                "Strain energies of two contacts, and where all energy is over time; of a world too"
            }
            Self::OverTime(FigureKind::Forces) => "Contact forces over time",
            Self::OverTime(FigureKind::Wave) => "Contact forces over time and place",
            Self::OverTime(FigureKind::Diagram) => "The transition diagram",
            Self::ImpulseSpace => "Impulses of all laws for a single contact, with the permissible region",
            Self::Scene => "Bodies, contacts, normals and velocities before anything is solved",
            Self::Steps => {
                "Of methods without time: velocities before and after, or from collision to collision"
            }
            Self::Table => "Of a world with a table: the paths of the balls",
            Self::Positions => "Of a world: positions over time",
            Self::Side => "Of a world: paths from the side, with their heights",
            Self::Residuals => "Of a recovery file: the fitted path, and how far samples lie from it",
        }
    }
}

/// All figures.
pub fn figures() -> impl TypedValueParser<Value = Figure> {
    let over_time = FigureKind::ALL.into_iter().map(Figure::OverTime);
    let others = [
        Figure::ImpulseSpace,
        Figure::Scene,
        Figure::Steps,
        Figure::Table,
        Figure::Positions,
        Figure::Side,
        Figure::Residuals,
    ];
    let all = over_time.chain(others);
    choices::named(all.map(|figure| (figure.name(), figure.help(), figure)).collect())
}
