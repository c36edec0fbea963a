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
    /// Of a world: paths on a table.
    Table,
}

impl Figure {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OverTime(kind) => kind.name(),
            Self::ImpulseSpace => "impulse-space",
            Self::Table => "table",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::OverTime(FigureKind::ImpulsePlane) => "Normal impulses of two contacts, one over the other",
            Self::OverTime(FigureKind::ImpulseCurve) => "Impulse of one contact with friction",
            Self::OverTime(FigureKind::Sliding) => {
                "Velocities, force and stretch along the surface of one contact with friction"
            }
            Self::OverTime(FigureKind::Velocities) => "Velocities over time; of a world, too",
            Self::OverTime(FigureKind::Energies) => {
                "Strain energies of two contacts, and where all energy is over time"
            }
            Self::OverTime(FigureKind::Forces) => "Contact forces over time",
            Self::OverTime(FigureKind::Wave) => "Contact forces over time and place",
            Self::OverTime(FigureKind::Diagram) => "The transition diagram",
            Self::ImpulseSpace => "Impulses of all laws for a single contact, with the permissible region",
            Self::Table => "Of a world with a table: the paths of the balls",
        }
    }
}

/// All figures.
pub fn figures() -> impl TypedValueParser<Value = Figure> {
    let over_time = FigureKind::ALL.into_iter().map(Figure::OverTime);
    let all = over_time.chain([Figure::ImpulseSpace, Figure::Table]);
    choices::named(all.map(|figure| (figure.name(), figure.help(), figure)).collect())
}
