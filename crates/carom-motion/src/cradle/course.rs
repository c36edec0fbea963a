//! The course of a cradle.

use nalgebra::Vector3;

use super::pendulum::{Pendulum, PendulumState, Swing};
use super::row::{Ball, Cradle};
use crate::energy::Energy;
use crate::history::{Ending, History, Starts, piece_at};

/// A ball at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallState {
    /// Angle of the string from the vertical, in radians; positive to the right.
    pub angle: f64,
    /// Speed along the arc, in metres per second; positive to the right.
    pub speed: f64,
    /// Horizontal distance from where the ball hangs at rest, in metres.
    pub displacement: f64,
    /// Horizontal velocity, in metres per second.
    pub horizontal_velocity: f64,
}

/// One simultaneous collision.
#[derive(Debug, Clone, PartialEq)]
pub struct Collision {
    /// When, in seconds.
    pub time: f64,
    /// The balls that touch, from left to right: numbers from the first to the last.
    pub balls: std::ops::RangeInclusive<usize>,
    /// Speed of each of them along the arc before, in metres per second.
    pub velocities_before: Vec<f64>,
    /// Speed of each of them along the arc after, in metres per second.
    pub velocities_after: Vec<f64>,
    /// Impulse between each two neighbours among them, in newton seconds, as if the balls moved on a straight line; with true angles the one
    /// along the line of centres is this over cos θ.
    pub impulses: Vec<f64>,
    /// Energy lost, in joules.
    pub lost: f64,
}

/// Kinetic and potential energy, and what was lost of it, in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CradleLedger {
    /// At the start, above that of all balls hanging at rest.
    pub before: f64,
    /// At the end.
    pub after: f64,
    /// Lost in restitution.
    pub lost_in_restitution: f64,
}

impl CradleLedger {
    /// What the ledger fails to account for: rounding.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        self.before - self.after - self.lost_in_restitution
    }
}

/// The swing of a ball between two of its collisions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Arc {
    pub(crate) start: f64,
    pub(crate) state: PendulumState,
}

/// The course of a cradle.
#[derive(Debug, Clone, PartialEq)]
pub struct CradleCourse {
    /// All collisions, in order.
    pub collisions: Vec<Collision>,
    /// Where the energy went between the start and the end.
    pub ledger: CradleLedger,
    /// How it ended.
    pub ending: Ending,
    /// When it ended, in seconds.
    pub end: f64,
    pub(crate) arcs: Vec<Vec<Arc>>,
    pub(crate) pendulum: Pendulum,
    pub(crate) length: f64,
    pub(crate) cradle: Cradle,
}

impl Starts for Arc {
    fn start(&self) -> f64 {
        self.start
    }
}

impl History for CradleCourse {
    fn bodies(&self) -> usize {
        self.arcs.len()
    }

    fn position(&self, body: usize, time: f64) -> Vector3<f64> {
        self.position(body, time)
    }

    fn velocity(&self, body: usize, time: f64) -> Vector3<f64> {
        let BallState { angle, speed, .. } = self.at(body, time);
        let (sine, cosine) = libm::sincos(angle);
        Vector3::new(cosine, 0.0, sine) * speed
    }

    fn instants(&self) -> Vec<f64> {
        self.collisions.iter().map(|collision| collision.time).collect()
    }

    fn end(&self) -> f64 {
        self.end
    }

    fn ending(&self) -> Ending {
        self.ending
    }
}

impl CradleCourse {
    /// A ball (from 0, left to right) at a time in seconds. At a collision it is that after the collision; after the end it swings on.
    ///
    /// # Panics
    /// If there is no such ball.
    #[must_use]
    pub fn at(&self, ball: usize, time: f64) -> BallState {
        let arc = piece_at(&self.arcs[ball], time);
        let PendulumState { angle, rate } = self.pendulum.advance(arc.state, time - arc.start);
        let speed = self.length * rate;
        let (sine, cosine) = match self.pendulum.swing {
            Swing::SmallAngle => (angle, 1.0),
            Swing::TrueAngle => libm::sincos(angle),
        };
        BallState { angle, speed, displacement: self.length * sine, horizontal_velocity: speed * cosine }
    }

    /// Centre of a ball at a time in seconds, in metres: x to the right and z upwards from the middle of the pivots.
    ///
    /// # Panics
    /// If there is no such ball.
    #[must_use]
    pub fn position(&self, ball: usize, time: f64) -> Vector3<f64> {
        self.cradle.position(ball, self.at(ball, time).angle)
    }

    /// Mechanical energy of all balls at a time in seconds, above that of all hanging at rest.
    #[must_use]
    pub fn energy(&self, time: f64) -> Energy {
        let of_ball = |(i, ball): (usize, &Ball)| {
            let BallState { angle, speed, .. } = self.at(i, time);
            let state = PendulumState { angle, rate: speed / self.length };
            let total = ball.mass * self.cradle.gravity * self.length * self.pendulum.energy(state);
            let translation = 0.5 * ball.mass * speed * speed;
            Energy { translation, rotation: 0.0, height: total - translation }
        };
        self.cradle.balls.iter().enumerate().map(of_ball).sum()
    }

    /// When the swing of a ball begins anew (its collisions and time 0, in seconds) and with which angle and rate: between two of them the motion is
    /// that of [`Pendulum::advance`].
    ///
    /// # Panics
    /// If there is no such ball.
    pub fn arcs(&self, ball: usize) -> impl Iterator<Item = (f64, PendulumState)> {
        self.arcs[ball].iter().map(|arc| (arc.start, arc.state))
    }

    /// The pendulum that every ball is.
    #[must_use]
    pub fn pendulum(&self) -> Pendulum {
        self.pendulum
    }
}
