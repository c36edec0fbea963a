//! One piece of a body's motion: from one of its events to the next.

use nalgebra::{UnitQuaternion, Vector3};

use crate::flight::{Flight, FreeRotation, RigidState, turned};

/// What a body does on a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// It flies.
    Flight,
    /// A ball makes the infinitely many last bounces, all lower than the rounding of its radius. Its position is that of a ball on the
    /// plane; the velocity given is the mean one, and differs from the one between two of the bounces by no more than such a bounce's own.
    Settling,
    /// A ball slides on the plane.
    Sliding,
    /// A ball rolls on the plane, or rests there.
    Rolling,
}

/// One piece of a body's motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// What the body does.
    pub kind: PieceKind,
    /// When it begins, in seconds.
    pub start: f64,
    /// When it ends, in seconds; infinite if never.
    pub end: f64,
    /// Centre of mass, in metres, as a polynomial in the seconds since the start, ascending.
    pub position: [Vector3<f64>; 3],
    pub(crate) attitude: Attitude,
    /// Speeds that made up the velocity at the start, before and after the event there, in metres per second: its rounding scales with them.
    pub(crate) speeds: f64,
}

/// How the orientation changes on a piece.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Attitude {
    Free(FreeRotation),
    /// A ball on the plane: angular velocity linear in time.
    Driven {
        orientation: UnitQuaternion<f64>,
        spin: [Vector3<f64>; 2],
    },
}

/// How a body turns on a piece of its motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Turning<'a> {
    /// Free of torque.
    Free(&'a FreeRotation),
    /// A ball on the plane.
    Driven {
        /// Angular velocity in radians per second, as a polynomial in the seconds since the start, ascending; world axes.
        spin: [Vector3<f64>; 2],
    },
}

impl Piece {
    pub(crate) fn flight(flight: &Flight, start: f64, speeds: f64) -> Self {
        Self {
            kind: PieceKind::Flight,
            start,
            end: f64::INFINITY,
            position: *flight.parabola(),
            attitude: Attitude::Free(flight.rotation().clone()),
            speeds,
        }
    }

    /// The state at a time, in seconds; within the piece it is the body's.
    #[must_use]
    pub fn at(&self, time: f64) -> RigidState {
        let since = time - self.start;
        let [position, velocity, half_acceleration] = self.position;
        let (orientation, angular_velocity) = match &self.attitude {
            Attitude::Free(rotation) => rotation.at(since),
            Attitude::Driven { orientation, spin } => {
                (turned(*orientation, spin, since), spin[0] + spin[1] * since)
            }
        };
        RigidState {
            position: position + (velocity + half_acceleration * since) * since,
            orientation,
            velocity: velocity + half_acceleration * (2.0 * since),
            angular_velocity,
        }
    }

    /// How the body turns on this piece.
    #[must_use]
    pub fn turning(&self) -> Turning<'_> {
        match &self.attitude {
            Attitude::Driven { spin, .. } => Turning::Driven { spin: *spin },
            Attitude::Free(rotation) => Turning::Free(rotation),
        }
    }

    /// The centre of mass as a polynomial in the seconds since `time`.
    pub(crate) fn position_from(&self, time: f64) -> [Vector3<f64>; 3] {
        let since = time - self.start;
        let [position, velocity, half_acceleration] = self.position;
        [
            position + (velocity + half_acceleration * since) * since,
            velocity + half_acceleration * (2.0 * since),
            half_acceleration,
        ]
    }

    /// Size of the terms that make up the position at a time, in metres: what its rounding, and that of time, scale with.
    pub(crate) fn terms(&self, time: f64) -> f64 {
        let since = (time - self.start).abs();
        let speed = self.position[1].norm() + 2.0 * self.position[2].norm() * since;
        self.position[0].norm() + speed * (since + time.abs())
    }
}
