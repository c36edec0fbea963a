//! Which guards a contact has: one table, which series, leaps and local steps read.
//!
//! | phase | guard | when it falls to zero |
//! |---|---|---|
//! | compressing | −vₙ; of a spring that stands still, ρ − vₙ (T.11) | compression ends |
//! | restituting | d − until | restitution ends |
//! | restituting | vₙ; of a spring that stands still, ρ + vₙ (T.11) | compression restarts |
//! | closed | reaction | contact opens |
//! | open, instant | vₙ | the bodies no longer separate: at rest from here |
//! | open, tracked | gap | the bodies touch again |
//! | at rest | floor ± vₙ | it is pressed or drawn apart |
//!
//! A spring that stands still among contacts with friction has room for what rounding swings, ρ ∓ vₙ (T.11): the series adds it. Guards of friction belong to the series with friction alone and stand with it in [`crate::flow::guards`].

use crate::flow::Separation;
use crate::flow::frame::Role;
use crate::phase::Phase;

/// What a guard announces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) enum Alarm {
    CompressionEnds,
    RestitutionEnds,
    CompressionRestarts,
    ReactionEnds,
    Touches,
    Stirs,
    ReachesCone,
    ParticleStops,
    SlidingStops,
    SharingEnds,
}

/// What must stay positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) enum Watched {
    /// vₙ, how fast the bodies part.
    Parting,
    /// −vₙ, how fast they approach.
    Approach,
    /// The spring's force above that at a compression, in metres.
    ForceAbove { compression: f64 },
    /// The reaction of a closed contact.
    Reaction,
    /// The gap.
    Gap,
    /// floor + sign·vₙ: at rest to rounding.
    Rest { sign: f64 },
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) struct Guard {
    pub alarm: Alarm,
    pub watched: Watched,
}

/// The phase whose guards a member of a frame has; none where a spring is locked.
#[inline]
pub(in crate::flow) fn phase_in_frame(phase: Phase, role: Role) -> Option<Phase> {
    match role {
        Role::Spring | Role::Held | Role::Free => Some(phase),
        Role::Pressed => Some(Phase::Compressing),
        Role::DrawnApart => Some(Phase::Open),
        Role::Undecided | Role::Waiting | Role::Distant => Some(Phase::Resting),
        Role::Locked => None,
    }
}

/// The guards of a phase.
#[inline]
pub(in crate::flow) fn guards_of(phase: Phase, separation: Separation) -> [Option<Guard>; 2] {
    let guard = |alarm, watched| Some(Guard { alarm, watched });
    match phase {
        Phase::Compressing => [guard(Alarm::CompressionEnds, Watched::Approach), None],
        Phase::Restituting { until } => [
            guard(Alarm::RestitutionEnds, Watched::ForceAbove { compression: until }),
            guard(Alarm::CompressionRestarts, Watched::Parting),
        ],
        Phase::Closed => [guard(Alarm::ReactionEnds, Watched::Reaction), None],
        Phase::Open => match separation {
            Separation::Instant => [guard(Alarm::Touches, Watched::Parting), None],
            Separation::Tracked => [guard(Alarm::Touches, Watched::Gap), None],
        },
        Phase::Resting => [1.0, -1.0].map(|sign| guard(Alarm::Stirs, Watched::Rest { sign })),
    }
}
