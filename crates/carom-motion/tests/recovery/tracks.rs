//! Random tracks of balls, and whether what is recovered from them is the best there is.

use carom_motion::billiards::recovery::{
    Coefficient, FitQuality, Noise, PathParameters, Recovery, RecoveryProblem, SIGNIFICANCE, Sample,
    path_position,
};
use nalgebra::vector;

use crate::common::{GRAVITY, Noisy, problem};
use crate::exhaustive::{Sought, least_squares};

/// Sixty pictures a second.
pub const FRAME: f64 = 1.0 / 60.0;
/// Half a millimetre.
pub const SIGMA: f64 = 5e-4;
/// Two descents into one valley end so near each other, in parts: differences of quotients and of rounding.
const SAME: f64 = 1e-6;

/// Tracks of one kind.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    /// How long balls slide, in seconds.
    pub slides: [f64; 2],
    /// How fast they are, in metres per second.
    pub speeds: [f64; 2],
    /// Pictures.
    pub frames: usize,
    /// Whether sliding friction is sought too; rolling resistance always is.
    pub both: bool,
}

const fn kind(name: &'static str, slides: [f64; 2], both: bool) -> Kind {
    Kind { name, slides, speeds: [0.8, 2.8], frames: 90, both }
}

pub const KINDS: [Kind; 8] = [
    kind("slides shorter than 0.12 s", [0.03, 0.12], false),
    kind("slides shorter than 0.12 s, both frictions", [0.03, 0.12], true),
    kind("slides shorter than 0.03 s", [0.005, 0.03], false),
    kind("slides up to 0.3 s, both frictions", [0.05, 0.3], true),
    kind("slides up to 1.2 s", [0.3, 1.2], false),
    kind("slides up to 1.2 s, both frictions", [0.3, 1.2], true),
    Kind { speeds: [0.1, 0.5], frames: 180, ..kind("balls that come to rest", [0.03, 0.4], false) },
    Kind {
        speeds: [0.1, 0.5],
        frames: 180,
        ..kind("balls that come to rest, both frictions", [0.03, 0.4], true)
    },
];

/// What became of a track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The best path, or a shorter story that is not refuted by it.
    Best,
    /// There is a better one, and this one passes for a description.
    Worse { chi_square: f64, best: f64 },
    /// There is a better one, but it is said that this one does not describe its positions.
    WorseAndSaidSo { chi_square: f64, best: f64 },
    /// The best one is said not to describe its positions.
    Accused { chance: f64 },
    /// It is said to be open.
    Open,
}

pub fn quality(recovery: &Recovery) -> Option<FitQuality> {
    match recovery {
        Recovery::SlidingThenRolling(found) => Some(found.quality),
        Recovery::SlidingOnly(found) => Some(found.quality),
        Recovery::RollingOnly(found) => Some(found.quality),
        Recovery::Undetermined(_) => None,
    }
}

impl Kind {
    fn drawn(&self, random: &mut Noisy) -> PathParameters {
        let mut between = |[least, most]: [f64; 2]| least + (most - least) * random.part();
        let (lasts, speed) = (between(self.slides), between(self.speeds));
        let [heading, slipping] = [0, 1].map(|_| between([0.0, std::f64::consts::TAU]));
        let sliding_friction = between([0.12, 0.27]);
        // T = 2|s|/(7 μ g).
        let slip = 3.5 * sliding_friction * GRAVITY * lasts;
        PathParameters {
            position: vector![0.3, -0.2],
            velocity: vector![speed * heading.cos(), speed * heading.sin()],
            slip: vector![slip * slipping.cos(), slip * slipping.sin()],
            sliding_friction,
            rolling_friction: between([0.006, 0.026]),
        }
    }

    /// Recovers one track, and searches for a better path from so many starts.
    pub fn verdict(&self, track: u64, starts: usize) -> Verdict {
        let mut random = Noisy(track);
        let truth = self.drawn(&mut random);
        let at = |frame: usize| {
            let time = frame as f64 * FRAME;
            Sample { time, position: path_position(&truth, GRAVITY, time) }
        };
        let mut samples: Vec<Sample> = (0..self.frames).map(at).collect();
        random.disturb(&mut samples, SIGMA);
        let sliding = (!self.both).then_some(truth.sliding_friction);
        let asked = RecoveryProblem {
            sliding_friction: sliding.map_or(Coefficient::Sought { guess: 0.2 }, Coefficient::Known),
            rolling_friction: Coefficient::Sought { guess: 0.01 },
            noise: Noise::Known(SIGMA),
            ..problem()
        };
        let recovery = asked.recover(&samples).expect("sound samples");
        let Some(FitQuality { chi_square, chance, .. }) = quality(&recovery) else { return Verdict::Open };
        let is_described = quality(&recovery).is_some_and(|quality| quality.is_described());
        let sought = Sought { sliding, rolling: None };
        let best = least_squares(&samples, &truth, sought, starts, &mut random) / (SIGMA * SIGMA);
        // A shorter story stands unless the longer one is better by what the test of that level allows.
        let allowed = match recovery {
            Recovery::SlidingThenRolling(_) => 0.0,
            Recovery::SlidingOnly(_) | Recovery::RollingOnly(_) | Recovery::Undetermined(_) => {
                -2.0 * SIGNIFICANCE.ln()
            }
        };
        match (chi_square <= best * (1.0 + SAME) + allowed, is_described) {
            (true, true) => Verdict::Best,
            (true, false) => Verdict::Accused { chance },
            (false, true) => Verdict::Worse { chi_square, best },
            (false, false) => Verdict::WorseAndSaidSo { chi_square, best },
        }
    }
}
