//! What samples say about a ball, and what they leave open.

use nalgebra::DMatrix;
use thiserror::Error;

/// A number and its standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Its standard deviation, in the same unit; zero for what was known beforehand.
    pub deviation: f64,
}

impl Estimate {
    pub(super) fn known(value: f64) -> Self {
        Self { value, deviation: 0.0 }
    }
}

/// Motion of a ball at an instant. Its spin about the vertical leaves no trace in the path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StartMotion {
    /// (x, y), in metres.
    pub position: [Estimate; 2],
    /// (x, y), in metres per second.
    pub velocity: [Estimate; 2],
    /// (x, y), in radians per second.
    pub angular_velocity: [Estimate; 2],
}

/// How well a path fits its samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitQuality {
    /// Standard deviation of a coordinate, in metres: the one given, or that of the scatter about the path.
    pub noise: f64,
    /// Sum of squared residuals over the squared noise; near the degrees of freedom if the noise is the one given.
    pub chi_square: f64,
    /// Coordinates less unknowns.
    pub degrees_of_freedom: usize,
    /// The chance that a path which describes its samples looks as bad as this one: of a χ² as large if the noise was given, else of
    /// residuals that are as like their neighbours.
    pub chance: f64,
}

impl FitQuality {
    /// Less likely than once in a thousand times is no chance.
    const RARE: f64 = 1e-3;

    /// Whether the path describes its samples.
    #[must_use]
    pub fn is_described(&self) -> bool {
        self.chance >= Self::RARE
    }
}

/// Where sliding becomes rolling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Switch {
    /// When, in seconds after the start.
    pub time: Estimate,
    /// Where: (x, y), in metres.
    pub position: [Estimate; 2],
    /// Velocity there: (x, y), in metres per second.
    pub velocity: [Estimate; 2],
}

/// A ball that was seen sliding and then rolling: everything but the spin about the vertical.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovered {
    /// Its motion at the start.
    pub motion: StartMotion,
    /// Sliding friction μ_s.
    pub sliding_friction: Estimate,
    /// Rolling friction μ_r: deceleration over gravity.
    pub rolling_friction: Estimate,
    /// Where it began to roll.
    pub switch: Switch,
    /// Covariance of (x, y, v_x, v_y, ω_x, ω_y), then of μ_s and μ_r if they were sought; SI units.
    pub covariance: DMatrix<f64>,
    /// How well the path fits.
    pub quality: FitQuality,
}

/// A ball that was only seen sliding: how fast it slips, and so its spin, is known in direction only.
#[derive(Debug, Clone, PartialEq)]
pub struct SlidingStart {
    /// (x, y) at the start, in metres.
    pub position: [Estimate; 2],
    /// (x, y) at the start, in metres per second.
    pub velocity: [Estimate; 2],
    /// Direction of the slip, in radians from +x towards +y.
    pub slip_azimuth: Estimate,
    /// The slip at the start is at least this fast, in metres per second: the ball still slid at the last sample.
    pub least_slip: f64,
    /// Sliding friction μ_s.
    pub sliding_friction: Estimate,
    /// How well the path fits.
    pub quality: FitQuality,
}

impl SlidingStart {
    /// (ω_x, ω_y) in radians per second of a ball of given radius (metres), if its slip were so fast (metres per second): (V.1).
    #[must_use]
    pub fn angular_velocity_if(&self, slip: f64, radius: f64) -> [f64; 2] {
        let (sine, cosine) = libm::sincos(self.slip_azimuth.value);
        let [x, y] = self.velocity.map(|component| component.value);
        [(slip * sine - y) / radius, (x - slip * cosine) / radius]
    }
}

/// A ball that was only seen rolling: its spin is that of rolling, and nothing tells of how it was struck.
#[derive(Debug, Clone, PartialEq)]
pub struct RollingStart {
    /// The instant of `motion`, in seconds: that of the first sample.
    pub time: f64,
    /// Its motion at that instant.
    pub motion: StartMotion,
    /// Rolling friction μ_r: deceleration over gravity.
    pub rolling_friction: Estimate,
    /// How well the path fits.
    pub quality: FitQuality,
}

/// What samples say about a ball.
#[derive(Debug, Clone, PartialEq)]
pub enum Recovery {
    /// It slid, then rolled.
    SlidingThenRolling(Recovered),
    /// It slid all the time.
    SlidingOnly(SlidingStart),
    /// It rolled all the time.
    RollingOnly(RollingStart),
    /// The samples leave the motion open.
    Undetermined(Undetermined),
}

/// Why samples leave a motion open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undetermined {
    /// There are too few.
    TooFewSamples {
        /// Numbers sought.
        unknowns: usize,
        /// Numbers given.
        coordinates: usize,
    },
    /// Different motions give the same path at the instants of the samples.
    RankDeficient {
        /// Numbers sought.
        unknowns: usize,
        /// Independent numbers that the samples determine.
        rank: usize,
    },
    /// Both a sliding and a rolling ball agree with the samples: the stretch is too short for their noise.
    SlidingOrRolling,
}

/// Samples that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum RecoveryError {
    /// A length, a coefficient or a deviation that is not positive and finite.
    #[error("{what} is {value}, but must be positive and finite")]
    NotPositive {
        /// Which.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// A sample, or the start, that is not finite.
    #[error("sample {sample} or the start is not finite")]
    NotFinite {
        /// The sample.
        sample: usize,
    },
    /// Samples out of order, two at one instant, or one before the start.
    #[error("sample {sample} is not after the one before it, or before the start")]
    NotAscending {
        /// The sample.
        sample: usize,
    },
}
