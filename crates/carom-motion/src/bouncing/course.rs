//! The course of a world: what happened, and where everything was.

use nalgebra::Vector3;

use super::ledger::FloorLedger;
use super::meeting::Meeting;
use super::piece::Piece;
use crate::flight::RigidState;
use crate::history::{Ending, History, Starts, piece_at};

/// One contact of an impact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// Which contact.
    pub contact: Meeting,
    /// Impulse on its first body, in newton seconds, world axes.
    pub impulse: Vector3<f64>,
}

/// What happens at an event.
#[derive(Debug, Clone, PartialEq)]
pub enum FloorEventKind {
    /// Bodies collide: one simultaneous impact over all contacts of those that touch.
    Impact {
        /// All contacts of the cluster, at rest or not.
        contacts: Vec<Touch>,
    },
    /// A ball lands for the first of infinitely many last bounces.
    Settles {
        /// The ball.
        body: usize,
    },
    /// The last bounces of a ball are over: it is on the plane.
    Rests {
        /// The ball.
        body: usize,
    },
    /// A ball that slid begins to roll.
    Rolls {
        /// The ball.
        body: usize,
    },
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorEvent {
    /// When, in seconds.
    pub time: f64,
    /// What.
    pub kind: FloorEventKind,
}

/// The course of a world.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorCourse {
    /// The pieces of each body's motion, in order.
    pub pieces: Vec<Vec<Piece>>,
    /// All events, in order.
    pub events: Vec<FloorEvent>,
    /// Where the energy went between the start and the end.
    pub ledger: FloorLedger,
    /// How it ended.
    pub ending: Ending,
    /// When it ended, in seconds.
    pub end: f64,
}

impl Starts for Piece {
    fn start(&self) -> f64 {
        self.start
    }
}

impl History for FloorCourse {
    fn bodies(&self) -> usize {
        self.pieces.len()
    }

    fn position(&self, body: usize, time: f64) -> Vector3<f64> {
        self.at(body, time).position
    }

    fn velocity(&self, body: usize, time: f64) -> Vector3<f64> {
        self.at(body, time).velocity
    }

    fn instants(&self) -> Vec<f64> {
        self.events.iter().map(|event| event.time).collect()
    }

    fn end(&self) -> f64 {
        self.end
    }

    fn ending(&self) -> Ending {
        self.ending
    }
}

impl FloorCourse {
    /// State of a body at a time in seconds. At an event it is that after the event; before the start and after the end the first and the last
    /// piece go on.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn at(&self, body: usize, time: f64) -> RigidState {
        piece_at(&self.pieces[body], time).at(time)
    }

    /// State of a body just before the event that ended a piece; `None` for a piece that never ends.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn at_end_of(&self, body: usize, piece: usize) -> Option<RigidState> {
        let piece = self.pieces[body].get(piece)?;
        piece.end.is_finite().then(|| piece.at(piece.end))
    }

    /// Times and contacts of the impacts in which a body took part.
    pub fn impacts_of(&self, body: usize) -> impl Iterator<Item = (f64, &[Touch])> {
        self.events.iter().filter_map(move |event| match &event.kind {
            FloorEventKind::Impact { contacts }
                if contacts.iter().any(|touch| touch.contact.involves(body)) =>
            {
                Some((event.time, contacts.as_slice()))
            }
            FloorEventKind::Impact { .. }
            | FloorEventKind::Settles { .. }
            | FloorEventKind::Rests { .. }
            | FloorEventKind::Rolls { .. } => None,
        })
    }
}
