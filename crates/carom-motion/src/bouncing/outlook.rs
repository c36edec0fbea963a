//! What comes next in a world, and what touches now.

use nalgebra::Vector3;

use super::guards;
use super::meeting::Meeting;
use super::participant::Shape;
use super::piece::{Piece, PieceKind};
use super::simulation::Simulation;
use crate::rounding::significant;

/// What comes next.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Next {
    Meets(Meeting),
    /// The piece of a body ends by itself.
    Ends(usize),
}

impl Simulation<'_> {
    /// The next event and its time, if before `until`.
    pub(super) fn outlook(&self, until: f64) -> Option<(f64, Next)> {
        let mut first: Option<(f64, Next)> = None;
        let mut offer = |time: f64, next: Next| {
            if time <= first.map_or(until, |(earliest, _)| earliest) && first.is_none_or(|(t, _)| time < t) {
                first = Some((time, next));
            }
            first.map_or(until, |(earliest, _)| earliest)
        };
        let mut end = until;
        for body in 0..self.pieces.len() {
            let piece = self.piece(body);
            if piece.end.is_finite() {
                end = offer(piece.end, Next::Ends(body));
            }
            if let Some((time, point)) = self.landing(body) {
                end = offer(time, Next::Meets(Meeting::Floor { body, point }));
            }
        }
        for (first, second) in self.ball_pairs() {
            let pieces = [self.piece(first), self.piece(second)];
            let wait = guards::balls(pieces, self.reach(first, second), self.now, end - self.now);
            if let Some(wait) = wait {
                end = offer(self.now + wait, Next::Meets(Meeting::Balls { first, second }));
            }
        }
        first
    }

    /// When a body in flight meets the plane, and with which of its points.
    fn landing(&self, body: usize) -> Option<(f64, usize)> {
        let piece = self.piece(body);
        match (piece.kind, &self.world.bodies[body].shape) {
            (PieceKind::Settling | PieceKind::Sliding | PieceKind::Rolling, _) => None,
            (PieceKind::Flight, Shape::Ball { radius }) => {
                let wait = guards::ball_on_floor(piece, *radius, self.now, self.world.gravity);
                Some((self.now + wait, 0))
            }
            (PieceKind::Flight, Shape::Points { .. }) => self.landings[body],
        }
    }

    /// When a body with points meets the plane, from the beginning of its flight.
    pub(super) fn find_landing(&self, body: usize) -> Option<(f64, usize)> {
        let (piece, participant) = (self.piece(body), &self.world.bodies[body]);
        let Shape::Points { points } = &participant.shape else { return None };
        let axes = participant.inertia.axes();
        let principal: Vec<Vector3<f64>> =
            points.iter().map(|point| axes.inverse_transform_vector(point)).collect();
        // When its centre is as far below the plane as any point can be above it, it has landed.
        let end = guards::ball_on_floor(piece, -participant.arm(), piece.start, self.world.gravity);
        let (wait, point) = guards::points_on_floor(piece, &principal, piece.start, end)?;
        Some((piece.start + wait, point))
    }

    fn ball_pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let is_ball = |&body: &usize| self.world.bodies[body].radius().is_some();
        let balls: Vec<usize> = (0..self.pieces.len()).filter(is_ball).collect();
        let count = balls.len();
        (0..count)
            .flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
            .map(move |(i, j)| (balls[i], balls[j]))
    }

    fn reach(&self, first: usize, second: usize) -> f64 {
        let radius = |body: usize| self.world.bodies[body].radius().unwrap_or(0.0);
        radius(first) + radius(second)
    }

    pub(super) fn piece(&self, body: usize) -> &Piece {
        &self.pieces[body][self.pieces[body].len() - 1]
    }

    /// All contacts that touch now, to rounding.
    pub(super) fn touching(&self) -> Vec<Meeting> {
        let mut touching = Vec::new();
        for body in 0..self.pieces.len() {
            let low = self.low_points(body);
            touching.extend(low.into_iter().map(|point| Meeting::Floor { body, point }));
        }
        let touch = |&(first, second): &(usize, usize)| {
            let (a, b) = (self.piece(first), self.piece(second));
            let distance = (a.position_from(self.now)[0] - b.position_from(self.now)[0]).norm();
            significant(distance - self.reach(first, second), a.terms(self.now) + b.terms(self.now)) == 0.0
        };
        let pairs = self.ball_pairs().filter(touch);
        touching.extend(pairs.map(|(first, second)| Meeting::Balls { first, second }));
        touching
    }

    /// The points of a body that touch the plane now, to rounding.
    fn low_points(&self, body: usize) -> Vec<usize> {
        let piece = self.piece(body);
        let (centre, terms) = (piece.position_from(self.now)[0], piece.terms(self.now));
        match &self.world.bodies[body].shape {
            Shape::Ball { radius } => {
                let on_plane = significant(centre.z - radius, terms + radius) == 0.0;
                if piece.kind != PieceKind::Flight || on_plane { vec![0] } else { Vec::new() }
            }
            // Too high for any of them.
            Shape::Points { points }
                if points.iter().all(|point| significant(centre.z - point.norm(), terms) > 0.0) =>
            {
                Vec::new()
            }
            Shape::Points { points } => {
                let orientation = piece.at(self.now).orientation;
                let height = |point: &Vector3<f64>| centre.z + (orientation * point).z;
                let low = |point: &Vector3<f64>| significant(height(point), terms + point.norm()) == 0.0;
                let numbered = points.iter().enumerate().filter(|(_, point)| low(point));
                numbered.map(|(number, _)| number).collect()
            }
        }
    }
}
