//! The squares of a path have several valleys over the instant at which sliding ends; the deepest one is found.

use carom_motion::billiards::recovery::{
    Coefficient, FitQuality, Noise, PathParameters, Recovery, RecoveryProblem, SIGNIFICANCE, Sample,
    path_position,
};
use nalgebra::vector;

use crate::common::{GRAVITY, Noisy, ROLLING, SLIDING, problem};

/// Sixty pictures a second, for so many pictures.
const FRAME: f64 = 1.0 / 60.0;
const FRAMES: usize = 90;
/// Half a millimetre.
const SIGMA: f64 = 5e-4;
const TRACKS: u64 = 40;

/// A ball that slides from `shortest` to `longest` seconds.
fn drawn(random: &mut Noisy, [shortest, longest]: [f64; 2]) -> PathParameters {
    let lasts = shortest + (longest - shortest) * part(random);
    let sliding_friction = 0.12 + 0.15 * part(random);
    let (heading, slipping) = (std::f64::consts::TAU * part(random), std::f64::consts::TAU * part(random));
    let speed = 0.8 + 2.0 * part(random);
    // T = 2|s|/(7 μ g).
    let slip = 3.5 * sliding_friction * GRAVITY * lasts;
    PathParameters {
        position: vector![0.3, -0.2],
        velocity: vector![speed * heading.cos(), speed * heading.sin()],
        slip: vector![slip * slipping.cos(), slip * slipping.sin()],
        sliding_friction,
        rolling_friction: 0.006 + 0.02 * part(random),
    }
}

/// From 0 to 1: the tail of a normal deviate, roughly even.
fn part(random: &mut Noisy) -> f64 {
    let x = random.pair().x;
    0.5 * (1.0 + libm::erf(x / std::f64::consts::SQRT_2))
}

fn quality(recovery: &Recovery) -> FitQuality {
    match recovery {
        Recovery::SlidingThenRolling(found) => found.quality,
        Recovery::SlidingOnly(found) => found.quality,
        Recovery::RollingOnly(found) => found.quality,
        Recovery::Undetermined(open) => panic!("{open:?}"),
    }
}

/// Tracks whose χ² is larger than that of the path that made them: another valley. A shorter story may be told although it is worse by what
/// its test allows.
fn stuck(lasting: [f64; 2], asked: impl Fn(&PathParameters) -> RecoveryProblem) -> Vec<(u64, f64, f64)> {
    let allowed = -2.0 * SIGNIFICANCE.ln();
    let mut stuck = Vec::new();
    for track in 0..TRACKS {
        let mut random = Noisy(77 + track);
        let truth = drawn(&mut random, lasting);
        let at = |time: f64| path_position(&truth, GRAVITY, time);
        let mut samples: Vec<Sample> =
            (0..FRAMES).map(|i| i as f64 * FRAME).map(|time| Sample { time, position: at(time) }).collect();
        random.disturb(&mut samples, SIGMA);
        let of_truth: f64 =
            samples.iter().map(|s| (s.position - at(s.time)).norm_squared()).sum::<f64>() / (SIGMA * SIGMA);
        let found = quality(&asked(&truth).recover(&samples).expect("sound samples"));
        if found.chi_square > of_truth + allowed {
            stuck.push((track, found.chi_square, of_truth));
        }
        assert!(found.is_described() || found.chi_square > of_truth, "track {track}: {found:?}");
    }
    stuck
}

#[test]
fn short_slides_are_seen_although_the_resistance_is_sought() {
    let asked = |truth: &PathParameters| RecoveryProblem {
        sliding_friction: Coefficient::Known(truth.sliding_friction),
        rolling_friction: Coefficient::Sought { guess: 0.01 },
        noise: Noise::Known(SIGMA),
        ..problem()
    };
    let stuck = stuck([0.03, 0.12], asked);
    assert!(stuck.is_empty(), "{stuck:?}");
}

#[test]
fn the_deepest_valley_is_found_although_both_frictions_are_sought() {
    let asked = |_: &PathParameters| RecoveryProblem {
        sliding_friction: Coefficient::Sought { guess: 0.2 },
        rolling_friction: Coefficient::Sought { guess: 0.01 },
        noise: Noise::Known(SIGMA),
        ..problem()
    };
    for lasting in [[0.05, 0.3], [0.3, 1.2]] {
        let stuck = stuck(lasting, asked);
        assert!(stuck.is_empty(), "{lasting:?}: {stuck:?}");
    }
}

#[test]
fn a_path_that_does_not_describe_its_positions_says_so() {
    // A ball that hits a cushion in the middle of the film.
    let place =
        |time: f64| if time < 0.7 { vector![time, 0.0] } else { vector![1.4 - time, 0.2 * (time - 0.7)] };
    let mut samples: Vec<Sample> =
        (0..FRAMES).map(|i| i as f64 * FRAME).map(|time| Sample { time, position: place(time) }).collect();
    Noisy(5).disturb(&mut samples, SIGMA);
    for noise in [Noise::Known(SIGMA), Noise::FromScatter] {
        let asked = RecoveryProblem { noise, ..problem() };
        let found = quality(&asked.recover(&samples).expect("sound samples"));
        assert!(!found.is_described(), "{noise:?} {found:?}");
    }
    // And one that does is not accused.
    let truth = PathParameters {
        position: vector![0.0, 0.0],
        velocity: vector![1.2, 0.1],
        slip: vector![0.5, 0.4],
        sliding_friction: SLIDING,
        rolling_friction: ROLLING,
    };
    let accused = (0..100).filter(|seed| {
        let mut samples: Vec<Sample> = (0..FRAMES)
            .map(|i| i as f64 * FRAME)
            .map(|time| Sample { time, position: path_position(&truth, GRAVITY, time) })
            .collect();
        Noisy(1000 + seed).disturb(&mut samples, SIGMA);
        !quality(&problem().recover(&samples).expect("sound samples")).is_described()
    });
    // One in a thousand is expected of each; three in a hundred have a chance of 10⁻⁴.
    assert!(accused.count() < 3);
}
