//! What is kept of a motion, whatever moved.

use nalgebra::Vector3;

use crate::bouncing::Meeting;

/// How a motion ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ending {
    /// The time asked for was reached.
    TimeReached,
    /// As many collisions happened as were asked for.
    CollisionsReached,
    /// Nothing happens any more.
    Quiet {
        /// When the last event was, in seconds.
        since: f64,
    },
    /// All balls of a cradle swing together, to rounding: nothing happens any more.
    Together {
        /// Since when, in seconds.
        since: f64,
    },
    /// A body has come to rest on a ball or on one of its points: contacts that last, which this model of motion does not know.
    LastingContact {
        /// When, in seconds.
        time: f64,
        /// The contact.
        contact: Meeting,
    },
    /// More events than a motion allows.
    TooManyEvents {
        /// How far it came, in seconds.
        time: f64,
    },
}

impl Ending {
    /// Its name in documents.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::TimeReached | Self::CollisionsReached => "time",
            Self::Quiet { .. } => "rest",
            Self::Together { .. } => "together",
            Self::LastingContact { .. } => "lasting-contact",
            Self::TooManyEvents { .. } => "too-many-events",
        }
    }
}

/// A motion that has been followed: where everything was at any time, when something happened, and how it ended.
///
/// Balls on a table ([`Shot`](crate::billiards::Shot)), bodies above a plane ([`bouncing::FloorCourse`](crate::bouncing::FloorCourse)) and those of a
/// cradle ([`cradle::CradleCourse`](crate::cradle::CradleCourse)) keep different pieces, events and ledgers; this is what all of them know.
pub trait History {
    /// How many bodies move.
    fn bodies(&self) -> usize;

    /// Centre of mass of a body at a time in seconds, in metres.
    ///
    /// # Panics
    /// If there is no such body.
    fn position(&self, body: usize, time: f64) -> Vector3<f64>;

    /// Its velocity, in metres per second; at an event, that after it.
    ///
    /// # Panics
    /// If there is no such body.
    fn velocity(&self, body: usize, time: f64) -> Vector3<f64>;

    /// When something happened, in seconds, in order.
    fn instants(&self) -> Vec<f64>;

    /// When it ended, in seconds.
    fn end(&self) -> f64;

    /// How it ended.
    fn ending(&self) -> Ending;
}

/// A piece of a motion, which holds from its start until the next one starts.
pub(crate) trait Starts {
    /// When, in seconds.
    fn start(&self) -> f64;
}

/// The piece that holds at a time (seconds), the later one where two meet; before the first one starts, the first.
pub(crate) fn piece_at<P: Starts>(pieces: &[P], time: f64) -> &P {
    &pieces[pieces.partition_point(|piece| piece.start() <= time).saturating_sub(1)]
}
