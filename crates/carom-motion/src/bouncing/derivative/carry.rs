//! The variation of a body on a piece of its motion.

use nalgebra::Vector3;

use super::super::error::BouncingError;
use super::super::ground::GroundedBall;
use super::super::participant::Participant;
use super::super::piece::{Attitude, Piece, PieceKind};
use super::direction::{BodyChange, Changes};
use crate::flight::RotationChange;

/// δ of a body's state.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StateChange {
    /// Of its centre of mass, in metres.
    pub position: Vector3<f64>,
    /// A small turn, in radians, about world axes; zero of balls, which turn unseen.
    pub turn: Vector3<f64>,
    /// Of its velocity, in metres per second.
    pub velocity: Vector3<f64>,
    /// Of its angular velocity, in radians per second.
    pub angular_velocity: Vector3<f64>,
}

/// How fast a state changes.
pub(super) struct Rates {
    velocity: Vector3<f64>,
    turning: Vector3<f64>,
    acceleration: Vector3<f64>,
    angular_acceleration: Vector3<f64>,
}

impl StateChange {
    /// δ of the state that a motion has by `time` seconds later.
    pub(super) fn later(&self, rates: &Rates, time: f64) -> Self {
        Self {
            position: self.position + rates.velocity * time,
            turn: self.turn + rates.turning * time,
            velocity: self.velocity + rates.acceleration * time,
            angular_velocity: self.angular_velocity + rates.angular_acceleration * time,
        }
    }
}

/// A body, and what one direction changes about it and about gravity.
pub(super) struct Mover<'a> {
    pub number: usize,
    pub body: &'a Participant,
    pub gravity: f64,
    pub change: BodyChange,
    pub gravity_change: f64,
}

impl<'a> Mover<'a> {
    pub fn new(number: usize, body: &'a Participant, gravity: f64, along: &Changes) -> Self {
        Self { number, body, gravity, change: along.bodies[number], gravity_change: along.gravity }
    }

    /// How fast the state changes on a piece.
    pub fn rates(&self, piece: &Piece, time: f64) -> Result<Rates, BouncingError> {
        let state = piece.at(time);
        let angular_acceleration = match &piece.attitude {
            Attitude::Free(rotation) => rotation
                .acceleration_at(time - piece.start)
                .ok_or(BouncingError::Tumbling { body: self.number })?,
            Attitude::Driven { spin, .. } => spin[1],
        };
        let turns = self.body.radius().is_none();
        Ok(Rates {
            velocity: state.velocity,
            turning: if turns { state.angular_velocity } else { Vector3::zeros() },
            acceleration: piece.position[2] * 2.0,
            angular_acceleration,
        })
    }

    /// δ at a time, from that at the start of the piece.
    pub fn carried(
        &self,
        piece: &Piece,
        start: &StateChange,
        time: f64,
    ) -> Result<StateChange, BouncingError> {
        let since = time - piece.start;
        let fall = Vector3::z() * self.gravity_change;
        let along = StateChange { position: start.position + start.velocity * since, ..*start };
        match (piece.kind, &piece.attitude) {
            (PieceKind::Flight, Attitude::Free(rotation)) => {
                let falling = StateChange {
                    position: along.position - fall * (0.5 * since * since),
                    velocity: along.velocity - fall * since,
                    ..along
                };
                if self.body.radius().is_some() {
                    return Ok(falling);
                }
                let before = RotationChange { turn: start.turn, angular_velocity: start.angular_velocity };
                let RotationChange { turn, angular_velocity } = rotation
                    .change_at(&before, since)
                    .ok_or(BouncingError::Tumbling { body: self.number })?;
                Ok(StateChange { turn, angular_velocity, ..falling })
            }
            (PieceKind::Sliding, _) => {
                let [braking, turning] = self.sliding_change(piece, start);
                Ok(StateChange {
                    position: along.position + braking * (0.5 * since * since),
                    velocity: along.velocity + braking * since,
                    angular_velocity: along.angular_velocity + turning * since,
                    ..along
                })
            }
            (PieceKind::Flight | PieceKind::Settling | PieceKind::Rolling, _) => Ok(along),
        }
    }

    /// The ball on the plane, if it is one.
    fn grounded(&self) -> Option<(GroundedBall, f64)> {
        self.body.radius().map(|radius| (GroundedBall::of(self.body, radius), radius))
    }

    /// δ of the slip, (B.5).
    pub fn slip_change(&self, spin: &Vector3<f64>, change: &StateChange) -> Vector3<f64> {
        let radius = self.body.radius().unwrap_or(0.0);
        let of_spin = spin * self.change.radius + change.angular_velocity * radius;
        let turned = Vector3::z().cross(&of_spin);
        Vector3::new(change.velocity.x + turned.x, change.velocity.y + turned.y, 0.0)
    }

    /// δ of V' and of ω' of a ball that slides, (B.6).
    fn sliding_change(&self, piece: &Piece, start: &StateChange) -> [Vector3<f64>; 2] {
        let Some((ball, radius)) = self.grounded() else { return [Vector3::zeros(); 2] };
        let state = piece.at(piece.start);
        let slip = ball.slip(&state);
        let speed = slip.norm();
        let direction = slip / speed;
        let by = self.slip_change(&state.angular_velocity, start);
        let turned = (by - direction * direction.dot(&by)) / speed;
        let deceleration = ball.friction * self.gravity;
        let slowed = self.change.floor.friction * self.gravity + ball.friction * self.gravity_change;
        let braking = direction * slowed + turned * deceleration;
        // 1/κ = c − 1 stays where inertia grows along with mass and radius.
        let spinning = braking - direction * (deceleration * self.change.radius / radius);
        [-braking, Vector3::z().cross(&spinning) * ((ball.mobility - 1.0) / radius)]
    }

    /// δ of how long a ball slides from the start of its piece.
    pub fn sliding_time_change(&self, piece: &Piece, start: &StateChange) -> f64 {
        let Some((ball, _)) = self.grounded() else { return 0.0 };
        let state = piece.at(piece.start);
        let slip = ball.slip(&state);
        let speed = slip.norm();
        let by = slip.dot(&self.slip_change(&state.angular_velocity, start)) / speed;
        let duration = speed / (ball.mobility * ball.friction * self.gravity);
        duration
            * (by / speed - self.change.floor.friction / ball.friction - self.gravity_change / self.gravity)
    }

    /// δ with which a piece begins, given what leads to it: a ball on the plane stays there, and one that rolls does.
    pub fn beginning(&self, piece: &Piece, change: StateChange) -> StateChange {
        let Some((ball, radius)) = self.grounded() else { return change };
        let mut change = StateChange { turn: Vector3::zeros(), ..change };
        if matches!(piece.kind, PieceKind::Sliding | PieceKind::Rolling | PieceKind::Settling) {
            change.position.z = 0.0;
            change.velocity.z = 0.0;
        }
        if piece.kind == PieceKind::Rolling && ball.friction > 0.0 {
            let state = piece.at(piece.start);
            let slip = self.slip_change(&state.angular_velocity, &change);
            change.velocity -= slip / ball.mobility; // (B.7)
            let spin = change.velocity - state.velocity * (self.change.radius / radius);
            let spin = Vector3::z().cross(&spin) / radius;
            change.angular_velocity = Vector3::new(spin.x, spin.y, change.angular_velocity.z);
        }
        change
    }

    /// The same δ with heights of centres, as they are told.
    pub fn told(&self, change: StateChange) -> StateChange {
        StateChange { position: change.position + Vector3::z() * self.change.radius, ..change }
    }
}
