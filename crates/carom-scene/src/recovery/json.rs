//! The JSON document of a recovery. Its field names are a contract with its readers.

use carom_motion::billiards::recovery::{
    Estimate, FitQuality, Recovered, Recovery, RollingStart, SlidingStart, StartMotion, Undetermined,
};
use serde::Serialize;

use super::RecoveryScene;
use crate::report::about::VERSION;

/// A number with its standard deviation; zero if it was known beforehand.
#[derive(Serialize)]
struct Number {
    value: f64,
    deviation: f64,
}

impl From<Estimate> for Number {
    fn from(Estimate { value, deviation }: Estimate) -> Self {
        Self { value, deviation }
    }
}

fn pair(estimates: [Estimate; 2]) -> [Number; 2] {
    estimates.map(Number::from)
}

/// What samples say, with the version.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    found: Found,
    version: &'static str,
}

/// What samples say. Vectors are (x, y); SI units.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
enum Found {
    SlidingThenRolling {
        samples: usize,
        start: Start,
        rolling_begins: Beginning,
        sliding_friction: Number,
        rolling_resistance: Number,
        fit: Fit,
    },
    SlidingOnly {
        samples: usize,
        start: f64,
        position: [Number; 2],
        velocity: [Number; 2],
        slip_azimuth: Number,
        least_slip: f64,
        sliding_friction: Number,
        fit: Fit,
    },
    RollingOnly {
        samples: usize,
        start: Start,
        rolling_resistance: Number,
        fit: Fit,
    },
    Undetermined {
        samples: usize,
        why: &'static str,
    },
}

#[derive(Serialize)]
struct Start {
    time: f64,
    position: [Number; 2],
    velocity: [Number; 2],
    angular_velocity: [Number; 2],
}

#[derive(Serialize)]
struct Beginning {
    time: Number,
    position: [Number; 2],
    velocity: [Number; 2],
}

#[derive(Serialize)]
struct Fit {
    noise: f64,
    chi_square: f64,
    degrees_of_freedom: usize,
    chance: f64,
    described: bool,
}

impl From<FitQuality> for Fit {
    fn from(quality: FitQuality) -> Self {
        let FitQuality { noise, chi_square, degrees_of_freedom, chance } = quality;
        Self { noise, chi_square, degrees_of_freedom, chance, described: quality.is_described() }
    }
}

fn start(time: f64, motion: &StartMotion) -> Start {
    Start {
        time,
        position: pair(motion.position),
        velocity: pair(motion.velocity),
        angular_velocity: pair(motion.angular_velocity),
    }
}

pub(super) fn document(scene: &RecoveryScene, recovery: &Recovery) -> Document {
    Document { found: found(scene, recovery), version: VERSION }
}

fn found(scene: &RecoveryScene, recovery: &Recovery) -> Found {
    let samples = scene.samples.len();
    match recovery {
        Recovery::SlidingThenRolling(recovered) => both(scene, recovered),
        Recovery::SlidingOnly(slid) => sliding(scene, slid),
        Recovery::RollingOnly(RollingStart { time, motion, rolling_friction, quality }) => {
            let start = start(*time, motion);
            let rolling_resistance = (*rolling_friction).into();
            Found::RollingOnly { samples, start, rolling_resistance, fit: (*quality).into() }
        }
        Recovery::Undetermined(open) => Found::Undetermined {
            samples,
            why: match open {
                Undetermined::TooFewSamples { .. } => "too-few-samples",
                Undetermined::RankDeficient { .. } => "rank-deficient",
                Undetermined::SlidingOrRolling => "sliding-or-rolling",
            },
        },
    }
}

fn both(scene: &RecoveryScene, found: &Recovered) -> Found {
    let begins = scene.problem.start + found.switch.time.value;
    let time = Number { value: begins, deviation: found.switch.time.deviation };
    Found::SlidingThenRolling {
        samples: scene.samples.len(),
        start: start(scene.problem.start, &found.motion),
        rolling_begins: Beginning {
            time,
            position: pair(found.switch.position),
            velocity: pair(found.switch.velocity),
        },
        sliding_friction: found.sliding_friction.into(),
        rolling_resistance: found.rolling_friction.into(),
        fit: found.quality.into(),
    }
}

fn sliding(scene: &RecoveryScene, found: &SlidingStart) -> Found {
    Found::SlidingOnly {
        samples: scene.samples.len(),
        start: scene.problem.start,
        position: pair(found.position),
        velocity: pair(found.velocity),
        slip_azimuth: found.slip_azimuth.into(),
        least_slip: found.least_slip,
        sliding_friction: found.sliding_friction.into(),
        fit: found.quality.into(),
    }
}
