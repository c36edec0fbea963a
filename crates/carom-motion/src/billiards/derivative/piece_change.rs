//! The variation of one ball's motion along one direction, during one piece.

use nalgebra::{Vector2, Vector3};

use super::super::ball::{Ball, State};
use super::super::cloth::{Change, Cloth, Phase, Piece, Travel, Twist};
use super::direction::{BallChange, TableChange};

/// What a ball's state changes by.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StateChange {
    /// Of its centre, in metres.
    pub position: Vector3<f64>,
    /// Of its velocity, in metres per second.
    pub velocity: Vector3<f64>,
    /// Of its angular velocity, in radians per second.
    pub angular_velocity: Vector3<f64>,
}

/// δ of a piece: it is quadratic in time as the piece is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct PieceChange {
    pub start: StateChange,
    acceleration: Vector3<f64>,
    angular_acceleration: Vector3<f64>,
}

/// A ball and its cloth, and what they change by.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub ball: &'a Ball,
    pub cloth: &'a Cloth,
    pub table_change: &'a TableChange,
    pub ball_change: &'a BallChange,
}

impl Setting<'_> {
    /// δ of the velocity of the lowest point.
    fn slip_change(&self, state: &State, change: &StateChange) -> Vector2<f64> {
        let (v, w) = (change.velocity, change.angular_velocity);
        let spin = state.angular_velocity;
        let (r, dr) = (self.ball.radius(), self.ball_change.radius);
        Vector2::new(v.x - r * w.y - dr * spin.y, v.y + r * w.x + dr * spin.x)
    }

    /// Deceleration μ g and its δ.
    fn brake(&self, friction: f64, change: f64) -> [f64; 2] {
        let (g, dg) = (self.cloth.gravity, self.table_change.gravity);
        [friction * g, change * g + friction * dg]
    }

    fn sliding(&self) -> [f64; 2] {
        self.brake(self.cloth.sliding_friction, self.table_change.sliding_friction)
    }

    fn rolling(&self) -> [f64; 2] {
        self.brake(self.cloth.rolling_resistance, self.table_change.rolling_resistance)
    }

    /// α of (Cl.5) and its δ.
    fn twisting(&self) -> [f64; 2] {
        let [brake, change] = self.brake(self.cloth.spin_friction, self.table_change.spin_friction);
        let (r, dr) = (self.ball.radius(), self.ball_change.radius);
        [2.5 * brake / r, 2.5 * (change - brake * dr / r) / r]
    }

    /// δ of the angular velocity with which a ball rolls with `velocity`.
    fn rolls(&self, velocity: Vector3<f64>, change: Vector3<f64>) -> Vector3<f64> {
        let (r, dr) = (self.ball.radius(), self.ball_change.radius);
        self.ball.rolling(change - velocity * (dr / r), 0.0)
    }

    /// δ of the motion of a piece from δ of the state in which it begins.
    pub fn begin(&self, piece: &Piece, change: StateChange) -> PieceChange {
        let mut start = change;
        let (mut acceleration, mut angular) = (Vector3::zeros(), Vector3::zeros());
        let state = piece.state();
        let Phase { travel, twist } = piece.phase();
        match travel {
            Travel::Still | Travel::Out => {
                // A little motion ends at once.
                start.velocity = Vector3::zeros();
                start.angular_velocity = Vector3::new(0.0, 0.0, start.angular_velocity.z);
            }
            Travel::Sliding { slip, speed } => {
                let by = self.slip_change(&state, &start);
                let turned = (by - slip * slip.dot(&by)) / speed;
                let [pull, change] = self.sliding();
                let pulled = slip * change + turned * pull;
                acceleration = Vector3::new(-pulled.x, -pulled.y, 0.0); // (Cl.1)
                let (r, dr) = (self.ball.radius(), self.ball_change.radius);
                let turning = (pulled - slip * (pull * dr / r)) * (2.5 / r);
                angular = Vector3::new(-turning.y, turning.x, 0.0); // (Cl.1)
            }
            Travel::Rolling { heading, speed } => {
                let slipped = self.slip_change(&state, &start) * (2.0 / 7.0);
                start.velocity -= Vector3::new(slipped.x, slipped.y, 0.0); // (Cl.3)
                let twisted = start.angular_velocity.z;
                start.angular_velocity = self.rolls(state.velocity, start.velocity);
                start.angular_velocity.z = twisted;
                let by = start.velocity.xy();
                let [brake, change] = self.rolling();
                let braked = heading * change + (by - heading * heading.dot(&by)) * (brake / speed);
                acceleration = Vector3::new(-braked.x, -braked.y, 0.0); // (Cl.4)
                angular = self.rolls(piece.acceleration(), acceleration);
            }
            Travel::Airborne => acceleration.z = -self.table_change.gravity, // (Cl.6)
        }
        match (twist, travel) {
            (Twist::Slowing, _) => angular.z = -self.twisting()[1] * state.angular_velocity.z.signum(), // (Cl.5)
            (Twist::Free, Travel::Airborne) => {}
            (Twist::Free, _) => start.angular_velocity.z = 0.0,
        }
        PieceChange { start, acceleration, angular_acceleration: angular }
    }

    /// By how much later a piece ends by itself.
    pub fn end_shift(&self, piece: &Piece, change: Change, course: &PieceChange) -> f64 {
        let state = piece.state();
        match (change, piece.phase().travel) {
            (Change::SlidingEnds, Travel::Sliding { slip, speed }) => {
                let by = slip.dot(&self.slip_change(&state, &course.start));
                let [pull, change] = self.sliding();
                2.0 / 7.0 * (by - speed * change / pull) / pull // (Cl.3)
            }
            (Change::RollingEnds, Travel::Rolling { heading, speed }) => {
                let [brake, change] = self.rolling();
                (heading.dot(&course.start.velocity.xy()) - speed * change / brake) / brake // (Cl.4)
            }
            (Change::SpinningEnds, _) => {
                let spin = state.angular_velocity.z;
                let [brake, change] = self.twisting();
                (spin.signum() * course.start.angular_velocity.z - spin.abs() * change / brake) / brake // (Cl.5)
            }
            (Change::SlidingEnds | Change::RollingEnds | Change::Struck | Change::Removed, _) => 0.0,
        }
    }
}

impl PieceChange {
    /// δ of the state after so many seconds, at a fixed time.
    pub fn at(&self, elapsed: f64) -> StateChange {
        let StateChange { position, velocity, angular_velocity } = self.start;
        StateChange {
            position: position + (velocity + self.acceleration * (0.5 * elapsed)) * elapsed,
            velocity: velocity + self.acceleration * elapsed,
            angular_velocity: angular_velocity + self.angular_acceleration * elapsed,
        }
    }

    /// The same path from a later state on; the spin about the vertical has ended.
    pub fn without_twist(&self, elapsed: f64) -> Self {
        let mut start = self.at(elapsed);
        start.angular_velocity.z = 0.0;
        let mut angular_acceleration = self.angular_acceleration;
        angular_acceleration.z = 0.0;
        Self { start, acceleration: self.acceleration, angular_acceleration }
    }
}

impl StateChange {
    /// δ of the state at an instant that comes later by δτ, from that at a fixed time, for a motion in a piece; the way back with −δτ.
    pub(super) fn later(&self, piece: &Piece, state: &State, shift: f64) -> Self {
        Self {
            position: self.position + state.velocity * shift,
            velocity: self.velocity + piece.acceleration() * shift,
            angular_velocity: self.angular_velocity + piece.angular_acceleration() * shift,
        }
    }
}
