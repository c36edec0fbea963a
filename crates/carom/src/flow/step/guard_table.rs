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

/// Visits the guards of a phase.
#[inline(always)]
pub(in crate::flow) fn for_each_guard_of(
    phase: Phase,
    separation: Separation,
    mut visit: impl FnMut(Alarm, Watched),
) {
    match phase {
        Phase::Compressing => visit(Alarm::CompressionEnds, Watched::Approach),
        Phase::Restituting { until } => {
            visit(Alarm::RestitutionEnds, Watched::ForceAbove { compression: until });
            visit(Alarm::CompressionRestarts, Watched::Parting);
        }
        Phase::Closed => visit(Alarm::ReactionEnds, Watched::Reaction),
        Phase::Open => match separation {
            Separation::Instant => visit(Alarm::Touches, Watched::Parting),
            Separation::Tracked => visit(Alarm::Touches, Watched::Gap),
        },
        Phase::Resting => {
            visit(Alarm::Stirs, Watched::Rest { sign: 1.0 });
            visit(Alarm::Stirs, Watched::Rest { sign: -1.0 });
        }
    }
}
