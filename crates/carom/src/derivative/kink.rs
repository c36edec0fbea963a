//! Where the outcome of an impact has a kink or a jump, so that no matrix is its derivative.

use std::fmt;

use crate::snapshot::Event;

/// A place where the outcome is not differentiable.
#[derive(Debug, Clone, PartialEq)]
pub struct Kink {
    /// When, in seconds.
    pub time: f64,
    /// Why.
    pub cause: KinkCause,
    /// The contacts concerned, in ascending order.
    pub contacts: Vec<usize>,
    /// The events concerned; none if there is a kink because nothing happens.
    pub events: Vec<Event>,
    /// The columns of the matrix concerned, in ascending order; in all others it is the derivative.
    pub columns: Vec<usize>,
}

/// Why there is no derivative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KinkCause {
    /// Several events at one instant, of which one makes forces jump, or several contacts of a sequence that approach equally fast: another
    /// order of them has another outcome.
    Coincidence,
    /// Bodies touch without approaching, and nothing presses them together or draws them apart: moved towards each other
    /// they would collide. Or they are drawn apart and meet again, on a spring that would by then be hard.
    AtRest,
    /// An event that is hardly reached: a little less and it would not happen.
    Grazing,
    /// A coefficient at the end of its range: the derivative is the one into the range.
    EndOfRange,
    /// Motion has died out, at no instant that an event defines.
    Fading,
    /// The outcome depends on a choice that the model leaves open: which of redundant contacts carry the load.
    Redundancy,
    /// A law for a single contact changes from one of its cases to another, as from stick to slip; or there is no slip that would
    /// give its friction a direction.
    Border,
    /// Impacts beside this one are none that the law knows.
    Domain,
    /// Several clusters end at one instant: the duration is that of the later one.
    Tie,
}

impl KinkCause {
    /// The name used in reports and documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Coincidence => "coincidence",
            Self::AtRest => "at-rest",
            Self::Grazing => "grazing",
            Self::EndOfRange => "end-of-range",
            Self::Fading => "fading",
            Self::Redundancy => "redundancy",
            Self::Border => "border",
            Self::Domain => "domain",
            Self::Tie => "tie",
        }
    }
}

impl fmt::Display for KinkCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kink as a replay finds it, before it is known which directions are asked for.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// Without columns.
    pub kink: Kink,
    pub along: Along,
}

/// Along which of the directions followed there is a kink.
#[derive(Debug, Clone)]
pub(super) enum Along {
    /// Wherever this, which depends linearly on the direction, is more than rounding.
    Change { change: Vec<f64>, rounding: Vec<f64> },
    /// All that have a part of these.
    Any(Vec<usize>),
}

/// Directions as combinations of those that were followed.
pub(super) type Combination = Vec<(usize, f64)>;

impl Form {
    /// The kink with the combinations that it concerns; none if there is no such.
    pub fn kink(&self, combinations: &[Combination]) -> Option<Kink> {
        let concerned = |parts: &Combination| match &self.along {
            Along::Change { change, rounding } => {
                let sum =
                    |values: &[f64]| -> f64 { parts.iter().map(|&(c, amount)| amount * values[c]).sum() };
                let floor: f64 = parts.iter().map(|&(c, amount)| amount.abs() * rounding[c]).sum();
                sum(change).abs() > floor
            }
            Along::Any(columns) => parts.iter().any(|(c, amount)| *amount != 0.0 && columns.contains(c)),
        };
        let columns: Vec<usize> = (0..combinations.len()).filter(|&c| concerned(&combinations[c])).collect();
        (!columns.is_empty()).then(|| Kink { columns, ..self.kink.clone() })
    }
}
