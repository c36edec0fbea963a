//! The loop from event to event, which all motions share.
//!
//! A motion knows what happens next and what that changes; when to stop is decided here: at the time asked for, when nothing happens any more, when the
//! motion itself says so, when the one event that is looked for has happened, or after more events than it allows.

use std::ops::ControlFlow;

use crate::encounter::Lookout;
use crate::progress::{Progress, Watch};

/// A motion that goes from event to event.
pub(crate) trait Motion {
    /// What happens at an event.
    type Next;
    /// Why the motion itself ends, beside time and quiet.
    type Reason;
    /// Why an event could not be followed.
    type Error;

    /// The next event and its time in seconds, if it is not after `until`.
    fn next(&self, until: f64) -> Option<(f64, Self::Next)>;

    /// Lets an event happen at its time.
    fn happen(&mut self, time: f64, next: Self::Next) -> Result<ControlFlow<Self::Reason>, Self::Error>;

    /// Events so far.
    fn events(&self) -> usize;

    /// What counts against the most that is allowed: events, if each of them is told.
    fn spent(&self) -> usize {
        self.events()
    }

    /// Whoever waits for one event.
    fn lookout(&self) -> Option<&Lookout> {
        None
    }
}

/// Why a motion was followed no further.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Stop<R> {
    /// Nothing happens up to the time asked for.
    NothingNext,
    /// The event that was looked for has happened.
    Seen,
    /// The motion says so.
    Said(R),
    /// As many events as are allowed.
    Spent,
}

/// Follows a motion until a time in seconds, which may be infinite, and for at most so many events.
pub(crate) fn follow<M: Motion>(
    motion: &mut M,
    until: f64,
    most: usize,
    watch: Watch,
) -> Result<Stop<M::Reason>, M::Error> {
    while motion.spent() < most {
        let Some((time, next)) = motion.next(until) else { return Ok(Stop::NothingNext) };
        watch(Progress { time, events: motion.events() });
        if let ControlFlow::Break(reason) = motion.happen(time, next)? {
            return Ok(Stop::Said(reason));
        }
        if motion.lookout().is_some_and(|lookout| lookout.is_over(motion.events())) {
            return Ok(Stop::Seen);
        }
    }
    Ok(Stop::Spent)
}
