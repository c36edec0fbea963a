//! The break shots of [Wang2015, sec. IV-B].
//!
//! Ten equal balls; the cue ball meets a nine-ball rack head-on at 1 m/s, with no spin (stop), with 20 rad/s forwards (follow) or
//! backwards (draw). Natural roll would be v/R = 33.3 rad/s. The paper ignores friction with the table during the impact, and prints
//! neither the size of the table nor where the cue ball starts.

use nalgebra::{Vector3, vector};

/// Parameters of the break shots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WangBreak {
    /// Diameter of the balls, in metres.
    pub diameter: f64,
    /// Mass of a ball, in kilograms.
    pub mass: f64,
    /// Coefficient of friction between balls.
    pub ball_friction: f64,
    /// Coefficient of restitution between balls.
    pub restitution: f64,
    /// Coefficient of sliding friction with the table.
    pub sliding_friction: f64,
    /// Coefficient of rolling resistance: deceleration over gravity.
    pub rolling_friction: f64,
}

/// [Wang2015, Table II].
pub const WANG_BREAK: WangBreak = WangBreak {
    diameter: 0.06,
    mass: 0.17,
    ball_friction: 0.03,
    restitution: 0.96,
    sliding_friction: 0.2,
    rolling_friction: 0.01,
};

/// The three shots of [Wang2015, Fig. 7].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WangShot {
    /// (a) No spin: the cue ball slides into the rack.
    Stop,
    /// (b) Forward spin.
    Follow,
    /// (c) Backspin.
    Draw,
}

impl WangShot {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Stop, Self::Follow, Self::Draw];

    /// Velocity of the cue ball, in metres per second.
    #[must_use]
    pub fn velocity(self) -> Vector3<f64> {
        vector![1.0, 0.0, 0.0]
    }

    /// Angular velocity of the cue ball, in radians per second.
    #[must_use]
    pub fn angular_velocity(self) -> Vector3<f64> {
        match self {
            Self::Stop => Vector3::zeros(),
            Self::Follow => vector![0.0, 20.0, 0.0],
            Self::Draw => vector![0.0, -20.0, 0.0],
        }
    }
}
