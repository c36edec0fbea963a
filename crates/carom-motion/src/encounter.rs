//! One impact of a motion, as the engine was asked to solve it.
//!
//! A course keeps what its impacts did, not their problems. Whoever wants to look inside one follows the motion again up to its event: the motion is
//! the same to the last bit, so the impact is, too.

use carom::Impact;

/// An impact of a motion, as the engine was asked to solve it.
#[derive(Debug, Clone)]
pub struct Encounter {
    /// When, in seconds of the motion.
    pub time: f64,
    /// Numbers of the impact's first bodies in the motion; a body after them is all that is fixed.
    pub bodies: Vec<usize>,
    /// For the engine.
    pub impact: Impact,
}

/// Waits for the impact of one event.
#[derive(Debug)]
pub(crate) struct Lookout {
    event: usize,
    seen: Option<Encounter>,
}

impl Lookout {
    /// For the impact of the event of this number, counted from 0.
    pub(crate) fn of(event: usize) -> Self {
        Self { event, seen: None }
    }

    /// Is shown every impact, with the number of events before it.
    pub(crate) fn look(&mut self, events: usize, encounter: impl FnOnce() -> Encounter) {
        if events == self.event {
            self.seen = Some(encounter());
        }
    }

    /// Whether the event has happened, after so many events.
    pub(crate) fn is_over(&self, events: usize) -> bool {
        events > self.event
    }

    /// What was seen, of a motion with so many events: nothing if it has no such event, or if that is no impact.
    pub(crate) fn found(self, events: usize) -> Option<Encounter> {
        if self.is_over(events) { self.seen } else { None }
    }
}
