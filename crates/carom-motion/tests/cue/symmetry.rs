//! Mirrored strikes.

use carom_motion::billiards::cue::{Aim, Cue, Guide, TipPoint};
use nalgebra::{Vector3, vector};

use crate::common::{compliant, cue, level, offset, rigid, strike, tip, touched};

/// Rounding of an impact of some dozen events, in parts of the speeds.
const ROUNDING: f64 = 1e-11;

fn cues() -> [Cue; 4] {
    let hand = Guide::Hand { end_mass: 0.006 };
    [
        cue(),
        Cue { guide: hand, ..cue() },
        Cue { tip: tip(0.8, compliant(0.7, 7.0)), ..cue() },
        Cue { guide: hand, tip: tip(0.6, rigid(0.5)), ..cue() },
    ]
}

#[test]
fn a_blow_on_the_middle_line_gives_no_side_spin() {
    for cue in cues() {
        for elevation in [0.0, 0.3, 0.9, 1.4] {
            for height in [-0.4, -0.1, 0.0, 0.3] {
                let stroke = touched(&strike(cue, Aim { elevation, ..level(3.0) }, offset(0.0, height)));
                let spin = stroke.angular_velocity * 0.0286;
                assert!(stroke.velocity.y.abs() < ROUNDING, "{elevation} {height}: {stroke:?}");
                assert!(
                    spin.x.abs() < ROUNDING && spin.z.abs() < ROUNDING,
                    "{elevation} {height}: {stroke:?}"
                );
            }
        }
    }
}

#[test]
fn left_and_right_are_mirror_images() {
    for cue in cues() {
        for elevation in [0.0, 0.5, 1.2] {
            let at = |side| touched(&strike(cue, Aim { elevation, ..level(3.0) }, offset(side, 0.2)));
            let (left, right) = (at(-0.35), at(0.35));
            let mirror = |v: Vector3<f64>| vector![v.x, -v.y, v.z];
            assert!((left.velocity - mirror(right.velocity)).norm() < ROUNDING, "{elevation}");
            let turned = left.angular_velocity + mirror(right.angular_velocity);
            assert!(turned.norm() * 0.0286 < ROUNDING, "{elevation}");
            assert_eq!(left.grip, right.grip);
        }
    }
}

#[test]
fn a_turned_cue_gives_a_turned_shot() {
    for azimuth in [0.7, 2.0, -2.5] {
        let at =
            |azimuth| touched(&strike(cue(), Aim { azimuth, elevation: 0.6, speed: 3.0 }, offset(0.3, 0.1)));
        let turn = nalgebra::Rotation3::from_axis_angle(&Vector3::z_axis(), azimuth);
        let (still, turned) = (at(0.0), at(azimuth));
        assert!((turned.velocity - turn * still.velocity).norm() < ROUNDING);
        assert!((turned.angular_velocity - turn * still.angular_velocity).norm() * 0.0286 < ROUNDING);
    }
}

#[test]
fn offset_and_direction_name_the_same_strike() {
    let aim = Aim { azimuth: 0.4, elevation: 0.0, speed: 2.0 };
    let (sine, cosine) = 0.4_f64.sin_cos();
    let (side, depth) = (0.3, f64::sqrt(1.0 - 0.09 - 0.04));
    let direction =
        vector![sine, -cosine, 0.0] * side + vector![0.0, 0.0, 0.2] - vector![cosine, sine, 0.0] * depth;
    let by_offset = touched(&strike(cue(), aim, offset(side, 0.2)));
    let by_direction = touched(&strike(cue(), aim, TipPoint::Direction(direction)));
    assert!((by_offset.velocity - by_direction.velocity).norm() < ROUNDING);
}
