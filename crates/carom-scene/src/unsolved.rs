//! Why a scene could not be solved.

use carom::SolveError;
use carom::laws::LawError;
use carom::laws::complementarity::ComplementarityError;
use carom::sequence::{Place, SequenceError};

/// Why a scene could not be solved.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// The engine gave up.
    #[error(transparent)]
    Engine(#[from] SolveError),
    /// The law for a single contact has no answer.
    #[error(transparent)]
    Law(#[from] LawError),
    /// Complementarity has no answer.
    #[error(transparent)]
    Complementarity(#[from] ComplementarityError),
    /// The sequence of collisions has no answer.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// Routh's law has no end.
    #[error(
        "the contact jams: it {mode} while its bodies still approach at {approach} m/s, and no normal impulse, however \
         large, stops them; a body is driven, and the model leaves open what gives way"
    )]
    Jamming {
        /// What the contact does along its tangents.
        mode: &'static str,
        /// How fast the bodies approach, in metres per second.
        approach: f64,
    },
    /// The law has two answers.
    #[error(
        "the bodies slide on each other without approaching: they may slide on as before, or collide with a normal \
         impulse of {normal_impulse} N s, which is the limit of ever slower approach; the model leaves open which"
    )]
    Ambiguous {
        /// Normal impulse of the rebound, in newton seconds.
        normal_impulse: f64,
    },
    /// A velocity, impulse or energy beyond the range of numbers.
    #[error("{what} is too large for a number: scale the scene's masses, velocities or lengths down")]
    TooLarge {
        /// Which quantity.
        what: &'static str,
    },
}

impl Unsolved {
    /// A short name for the reason, the same in documents, tables and exceptions.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } | Self::Engine(SolveError::Overflow { .. }) => "overflow",
            Self::Engine(SolveError::TooManySteps { .. })
            | Self::Law(LawError::TooManySteps { .. })
            | Self::Sequence(SequenceError::TooManyCollisions { .. }) => "too-many-steps",
            Self::Engine(SolveError::Unsettled { .. })
            | Self::Complementarity(ComplementarityError::Unsettled { .. }) => "unsettled",
            Self::Engine(SolveError::NoConsistentFriction { .. }) => "no-consistent-friction",
            Self::Jamming { .. }
            | Self::Law(LawError::Jammed { .. })
            | Self::Complementarity(ComplementarityError::Jammed { .. }) => "jamming",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Law(LawError::NoSolution { .. }) => "no-solution",
            Self::Law(LawError::OutsideDomain { .. }) | Self::Engine(SolveError::InfiniteFriction { .. }) => {
                "does-not-apply"
            }
            Self::Engine(SolveError::OpenLedger { .. }) => "open-ledger",
            Self::Engine(SolveError::Endless { .. }) | Self::Sequence(SequenceError::Endless { .. }) => {
                "endless"
            }
            Self::Engine(_) | Self::Law(_) | Self::Complementarity(_) | Self::Sequence(_) => "unsolved",
        }
    }

    /// The contact it is about, from 0, if it is about one.
    #[must_use]
    pub fn contact(&self) -> Option<usize> {
        match self {
            Self::Engine(
                SolveError::TooManySteps { contact, .. }
                | SolveError::Endless { contact, .. }
                | SolveError::Unsettled { contact, .. }
                | SolveError::Overflow { contact, .. }
                | SolveError::NoConsistentFriction { contact, .. }
                | SolveError::InfiniteFriction { contact }
                | SolveError::OpenLedger { contact, .. },
            )
            | Self::Complementarity(
                ComplementarityError::Jammed { contact, .. }
                | ComplementarityError::Unsettled { contact, .. },
            )
            | Self::Sequence(
                SequenceError::Endless { place: Place::Contact(contact), .. }
                | SequenceError::TooManyCollisions { place: Place::Contact(contact), .. },
            ) => Some(*contact),
            Self::Jamming { .. } | Self::Ambiguous { .. } | Self::Law(_) => Some(0), // The only one.
            Self::TooLarge { .. } | Self::Engine(_) | Self::Complementarity(_) | Self::Sequence(_) => None,
        }
    }

    /// An earlier instant of which its message speaks.
    pub(crate) fn earlier(&self) -> Option<f64> {
        match self {
            Self::Engine(SolveError::Endless { since, .. }) => Some(*since),
            Self::Engine(_) | Self::Jamming { .. } | Self::TooLarge { .. } | Self::Ambiguous { .. } => None,
            Self::Law(_) | Self::Complementarity(_) | Self::Sequence(_) => None,
        }
    }

    /// When it was given up, in the scene's unit of time; 0 for laws without time, and none where no time would do.
    #[must_use]
    pub fn time(&self) -> Option<f64> {
        match self {
            Self::Engine(
                SolveError::TooManySteps { time, .. }
                | SolveError::Endless { time, .. }
                | SolveError::Unsettled { time, .. }
                | SolveError::Overflow { time, .. }
                | SolveError::NoConsistentFriction { time, .. },
            ) => Some(*time).filter(|time| time.is_finite()),
            Self::Jamming { .. }
            | Self::Law(LawError::Jammed { .. })
            | Self::Complementarity(ComplementarityError::Jammed { .. })
            | Self::TooLarge { .. }
            | Self::Engine(_) => None,
            Self::Ambiguous { .. } | Self::Law(_) | Self::Complementarity(_) | Self::Sequence(_) => {
                self.contact().map(|_| 0.0)
            }
        }
    }
}
