//! Paths and cameras.

use carom_motion::billiards::recovery::{
    Coefficient, Noise, PathParameters, Recovered, Recovery, RecoveryProblem, Sample, path_position,
};
use nalgebra::{Vector2, vector};

pub const GRAVITY: f64 = 9.81;
/// The ball, the sliding friction and the frame rate of [Jia2013, sec. 9.2].
pub const RADIUS: f64 = 0.0305;
pub const SLIDING: f64 = 0.152479;
pub const FRAME: f64 = 1.0 / 30.0;
/// Its rolling friction as a deceleration over gravity: (5/7)² of the printed 0.0209727 = 7h/(5d).
pub const ROLLING: f64 = 25.0 / 49.0 * 0.0209727;

pub fn problem() -> RecoveryProblem {
    RecoveryProblem {
        radius: RADIUS,
        gravity: GRAVITY,
        sliding_friction: Coefficient::Known(SLIDING),
        rolling_friction: Coefficient::Known(ROLLING),
        noise: Noise::FromScatter,
        start: 0.0,
    }
}

/// A path by velocity and (ω_x, ω_y), from a point beside the origin.
pub fn path(velocity: Vector2<f64>, spin: Vector2<f64>) -> PathParameters {
    PathParameters {
        position: vector![0.8, 0.4],
        velocity,
        slip: vector![velocity.x - RADIUS * spin.y, velocity.y + RADIUS * spin.x],
        sliding_friction: SLIDING,
        rolling_friction: ROLLING,
    }
}

/// The massé of [Jia2013, eq. (56)].
pub fn masse() -> PathParameters {
    path(vector![-1.67063, -0.274431], vector![28.4584, 79.1561])
}

/// Positions at the frames `first..last`.
pub fn film(path: &PathParameters, frames: std::ops::Range<usize>) -> Vec<Sample> {
    let at = |frame: usize| {
        let time = frame as f64 * FRAME;
        Sample { time, position: path_position(path, GRAVITY, time) }
    };
    frames.map(at).collect()
}

pub fn recovered(recovery: Recovery) -> Recovered {
    match recovery {
        Recovery::SlidingThenRolling(recovered) => recovered,
        other @ (Recovery::SlidingOnly(_) | Recovery::RollingOnly(_) | Recovery::Undetermined(_)) => {
            panic!("{other:?}")
        }
    }
}

/// Normal deviates from a linear congruential generator by Box and Muller: the same noise every time.
pub struct Noisy(pub u64);

impl Noisy {
    /// Evenly from 0 to 1.
    pub fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    pub fn pair(&mut self) -> Vector2<f64> {
        let (radius, angle) = ((-2.0 * self.part().ln()).sqrt(), std::f64::consts::TAU * self.part());
        vector![radius * angle.cos(), radius * angle.sin()]
    }

    pub fn disturb(&mut self, samples: &mut [Sample], sigma: f64) {
        for sample in samples {
            sample.position += self.pair() * sigma;
        }
    }
}
