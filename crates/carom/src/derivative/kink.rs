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
    /// Several events at one instant, of which one makes forces jump: another order of them has another outcome.
    Coincidence,
    /// Bodies touch without approaching, and nothing presses them together or draws them apart: moved towards each other
    /// they would collide.
    AtRest,
    /// An event that is hardly reached: a little less and it would not happen.
    Grazing,
    /// A coefficient at the end of its range: the derivative is the one into the range.
    EndOfRange,
    /// Motion has died out, at no instant that an event defines.
    Fading,
    /// The outcome depends on a choice that the model leaves open: which of redundant contacts carry the load.
    Redundancy,
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
            Self::Tie => "tie",
        }
    }
}

impl fmt::Display for KinkCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
