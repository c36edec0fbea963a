//! The path of one ball through a shot: pieces in closed form.

use super::ball::State;
use super::cloth::{Phase, Piece};
use crate::history::{Starts, piece_at};

impl Starts for Piece {
    fn start(&self) -> f64 {
        self.start()
    }
}

/// The motion of one ball from the start of a shot to its end, exact at every instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    pieces: Vec<Piece>,
}

impl Trajectory {
    /// A motion that begins with `first`.
    pub(crate) fn new(first: Piece) -> Self {
        Self { pieces: vec![first] }
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// The pieces, in order; each holds until the next one starts.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// State at a time (seconds); just after, if something happens then. Before the start of the shot, as at its start.
    #[must_use]
    pub fn at(&self, time: f64) -> State {
        let piece = piece_at(&self.pieces, time);
        piece.at((time - piece.start()).max(0.0))
    }

    /// State just before anything that happens at a time (seconds).
    #[must_use]
    pub fn before(&self, time: f64) -> State {
        let next = self.pieces.partition_point(|piece| piece.start() < time);
        let piece = &self.pieces[next.max(1) - 1];
        piece.at((time - piece.start()).max(0.0))
    }

    /// Phase at a time (seconds).
    #[must_use]
    pub fn phase(&self, time: f64) -> Phase {
        piece_at(&self.pieces, time).phase()
    }
}
