//! The squares of a path have several valleys over the instant at which sliding ends; the deepest one is found.

use carom_motion::billiards::recovery::{Noise, PathParameters, RecoveryProblem, Sample, path_position};
use nalgebra::vector;

use crate::common::{GRAVITY, Noisy, ROLLING, SLIDING, problem};
use crate::tracks::{FRAME, KINDS, SIGMA, Verdict, quality};

const FRAMES: usize = 90;
/// Tracks of each kind.
const TRACKS: u64 = 40;
/// Descents of the independent search, besides that from the truth; the example `recovery_campaign` makes more.
const STARTS: usize = 8;
/// Tracks whose best path was missed when searches began at fewer instants of rest and of switches, by kind and number.
const ONCE_MISSED: [(usize, u64); 4] = [(7, 23), (6, 1088), (7, 1087), (7, 1139)];

/// Tracks of some kinds of which a better path is found, or which are left open.
fn worse(kinds: std::ops::Range<usize>) -> Vec<(&'static str, u64, Verdict)> {
    let tracks = kinds.flat_map(|kind| (0..TRACKS).map(move |track| (kind, 1000 * kind as u64 + track)));
    let judged = tracks.map(|(kind, track)| (KINDS[kind].name, track, KINDS[kind].verdict(track, STARTS)));
    judged.filter(|(.., verdict)| *verdict != Verdict::Best).collect()
}

#[test]
fn no_search_from_many_starts_finds_a_better_path_of_a_short_slide() {
    let worse = worse(0..4);
    assert!(worse.is_empty(), "{worse:?}");
}

#[test]
fn no_search_from_many_starts_finds_a_better_path_of_any_ball() {
    let worse = worse(4..KINDS.len());
    assert!(worse.is_empty(), "{worse:?}");
}

#[test]
fn best_paths_that_were_missed_are_found() {
    for (kind, track) in ONCE_MISSED {
        assert_eq!(KINDS[kind].verdict(track, STARTS), Verdict::Best, "{}, {track}", KINDS[kind].name);
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
        let found = quality(&asked.recover(&samples).expect("sound samples")).expect("a path");
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
        !quality(&problem().recover(&samples).expect("sound samples"))
            .is_some_and(|quality| quality.is_described())
    });
    // One in a thousand is expected of each; three in a hundred have a chance of 10⁻⁴.
    assert!(accused.count() < 3);
}
