//! Recovery: how a ball was moving and turning, from positions seen on the cloth.
//!
//! A ball that slides on cloth moves on a parabola, then rolls along a straight line to rest. Its path is set by its position p₀,
//! its velocity v₀ and the velocity s₀ of its lowest point over the cloth at some instant, and by two coefficients of friction:
//!
//! ```text
//! s = v + ω × (−R ẑ) = (v_x − R ω_y, v_y + R ω_x)                                          (V.1)
//! sliding   v(t) = v₀ − μ_s g ŝ t      until  T = 2|s₀|/(7 μ_s g)                           (V.2)
//! rolling   v_r = v₀ − (2/7) s₀,  deceleration μ_r g along v_r, until  T + |v_r|/(μ_r g)    (V.3)
//! ```
//!
//! Fitting this path to samples by least squares gives v₀ and, through (V.1), ω_x and ω_y with their uncertainties
//! [Jia2013, sec. 9.2]. The spin ω_z about the vertical leaves no trace in the path and cannot be recovered.
//!
//! μ_r is the deceleration of a rolling ball over g. [Jia2013, sec. 9.2] has (2/7) μ_r g in one sentence and μ_r = 7h/(5d), for a
//! ball that comes down a slope of height h and runs on for d, in the next, which is (5/7) μ_r g if it slid down without friction.
//! A ball that rolled down started at v² = 10gh/7 and had the deceleration 5gh/(7d): the printed 0.0209727 is 0.0107004 here.
//!
//! **What cannot be known is not invented.** Samples of sliding alone show the direction of s₀ and, if asked, μ_s, but only a lower
//! bound of |s₀|; samples of rolling alone show a ball whose spin is that of rolling. Which it is, is decided by a
//! test at the level [`SIGNIFICANCE`]: the longer story is told only if the shorter one is refuted. See [`Recovery`].

//!
//! ```
//! use carom_motion::billiards::recovery::{Coefficient, Noise, Recovery, RecoveryProblem, Sample};
//! use nalgebra::vector;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let cloth = RecoveryProblem {
//!     radius: 0.0305,
//!     gravity: 9.81,
//!     sliding_friction: Coefficient::Known(0.2),
//!     rolling_friction: Coefficient::Known(0.01),
//!     noise: Noise::Known(1e-3),
//!     start: 0.0,
//! };
//! // A ball that rolls along x at 1 m/s.
//! let at = |time: f64| Sample { time, position: vector![time - 0.5 * 0.0981 * time * time, 0.0] };
//! let samples: Vec<Sample> = (0..30).map(|frame| at(f64::from(frame) / 30.0)).collect();
//! let Recovery::RollingOnly(ball) = cloth.recover(&samples)? else { panic!("it rolls") };
//! assert!((ball.motion.angular_velocity[1].value - 1.0 / 0.0305).abs() < 1e-9);
//! # Ok(())
//! # }
//! ```

mod cases;
mod choose;
mod fit;
mod guess;
mod guess_rest;
mod model;
mod outcome;

pub use outcome::{
    Estimate, FitQuality, Recovered, Recovery, RecoveryError, RollingStart, SlidingStart, StartMotion,
    Switch, Undetermined,
};

use nalgebra::Vector2;

pub use model::{PathParameters, path_position};

/// About how often samples of sliding or rolling alone are taken for both: one in a hundred.
pub const SIGNIFICANCE: f64 = 0.01;

/// Where the centre of a ball was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// When, in seconds.
    pub time: f64,
    /// Where over the table, in metres.
    pub position: Vector2<f64>,
}

/// A coefficient of friction of the cloth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Coefficient {
    /// Known.
    Known(f64),
    /// To be found; the search begins at the given value.
    Sought {
        /// A guess.
        guess: f64,
    },
}

impl Coefficient {
    fn start(self) -> f64 {
        match self {
            Self::Known(value) | Self::Sought { guess: value } => value,
        }
    }
}

/// How well positions were measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Noise {
    /// Standard deviation of each coordinate, in metres.
    Known(f64),
    /// Unknown: taken from the scatter about the fitted path.
    FromScatter,
}

/// What is known besides the samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecoveryProblem {
    /// Radius of the ball, in metres.
    pub radius: f64,
    /// Acceleration of gravity, in metres per second squared.
    pub gravity: f64,
    /// Sliding friction μ_s.
    pub sliding_friction: Coefficient,
    /// Rolling friction μ_r: deceleration over gravity.
    pub rolling_friction: Coefficient,
    /// How well positions were measured.
    pub noise: Noise,
    /// The instant whose motion is sought, in seconds: not after the first sample.
    pub start: f64,
}

/// A path that was found, from the instant at which it begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedPath {
    /// When it begins, in seconds.
    pub start: f64,
    gravity: f64,
    parameters: PathParameters,
}

impl FittedPath {
    /// Where the ball is at a time (seconds), in metres.
    #[must_use]
    pub fn at(&self, time: f64) -> Vector2<f64> {
        path_position(&self.parameters, self.gravity, time - self.start)
    }
}

impl RecoveryProblem {
    /// The path that a recovery of this problem found; none if it found none.
    #[must_use]
    pub fn fitted_path(&self, recovery: &Recovery) -> Option<FittedPath> {
        /// A ball that was seen sliding only slides on beyond its last sample, however long.
        const BEYOND: f64 = 1.0 + 1e-9;
        let vector = |pair: &[Estimate; 2]| Vector2::new(pair[0].value, pair[1].value);
        let (start, parameters) = match recovery {
            Recovery::SlidingThenRolling(found) => {
                let velocity = vector(&found.motion.velocity);
                let [x, y] = found.motion.angular_velocity.map(|spin| spin.value);
                let parameters = PathParameters {
                    position: vector(&found.motion.position),
                    velocity,
                    slip: velocity + Vector2::new(-self.radius * y, self.radius * x), // (V.1)
                    sliding_friction: found.sliding_friction.value,
                    rolling_friction: found.rolling_friction.value,
                };
                (self.start, parameters)
            }
            Recovery::SlidingOnly(found) => {
                let (sine, cosine) = libm::sincos(found.slip_azimuth.value);
                let parameters = PathParameters {
                    position: vector(&found.position),
                    velocity: vector(&found.velocity),
                    slip: Vector2::new(cosine, sine) * (BEYOND * found.least_slip),
                    sliding_friction: found.sliding_friction.value,
                    rolling_friction: 1.0, // It does not roll.
                };
                (self.start, parameters)
            }
            Recovery::RollingOnly(found) => {
                let parameters = PathParameters {
                    position: vector(&found.motion.position),
                    velocity: vector(&found.motion.velocity),
                    slip: Vector2::zeros(),
                    sliding_friction: 1.0, // It does not slide.
                    rolling_friction: found.rolling_friction.value,
                };
                (found.time, parameters)
            }
            Recovery::Undetermined(_) => return None,
        };
        Some(FittedPath { start, gravity: self.gravity, parameters })
    }

    /// Finds the motion at the start from samples in ascending order of time.
    pub fn recover(&self, samples: &[Sample]) -> Result<Recovery, RecoveryError> {
        self.check(samples)?;
        choose::choose(self, samples)
    }

    fn check(&self, samples: &[Sample]) -> Result<(), RecoveryError> {
        let positive = [
            ("the radius", self.radius),
            ("gravity", self.gravity),
            ("sliding friction", self.sliding_friction.start()),
            ("rolling friction", self.rolling_friction.start()),
        ];
        for (what, value) in positive {
            if !(value > 0.0 && value.is_finite()) {
                return Err(RecoveryError::NotPositive { what, value });
            }
        }
        match self.noise {
            Noise::FromScatter => {}
            Noise::Known(value) if value > 0.0 && value.is_finite() => {}
            Noise::Known(value) => return Err(RecoveryError::NotPositive { what: "the noise", value }),
        }
        for (number, sample) in samples.iter().enumerate() {
            if !(sample.time.is_finite() && sample.position.iter().all(|x| x.is_finite())) {
                return Err(RecoveryError::NotFinite { sample: number });
            }
            let earliest = if number == 0 { self.start } else { samples[number - 1].time };
            let late_enough = if number == 0 { sample.time >= earliest } else { sample.time > earliest };
            if !late_enough {
                return Err(RecoveryError::NotAscending { sample: number });
            }
        }
        if self.start.is_finite() { Ok(()) } else { Err(RecoveryError::NotFinite { sample: 0 }) }
    }
}
