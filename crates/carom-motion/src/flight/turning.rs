//! Orientation under an angular velocity that changes linearly: a ball that slides.
//!
//! ```text
//! q' = ½ (ω₀ + ω₁ t) q                                                                  (F.6)
//! ```
//!
//! Where ω₁ turns the axis there is no elementary solution; the Taylor series of q is exact to rounding on pieces of about two radians.
//! Turns of more than [`LONGEST`] radians are taken by the mean angular velocity of as many pieces as that is long: work is bounded, and what
//! a ball looks like after ten thousand turns is a guess. Nothing else depends on it.

use nalgebra::{Quaternion, UnitQuaternion, Vector3, Vector4};

use super::series::TERMS;

/// The first term left out is at most this much of a unit quaternion.
const LEFT_OUT: f64 = 0.5 * f64::EPSILON;

/// The longest turn that is followed exactly, in radians: some ten thousand turns.
const LONGEST: f64 = 65_536.0;
/// Pieces of a longer one.
const MOST_PIECES: usize = LONGEST as usize;

/// The orientation after `time` seconds under the angular velocity `spin[0]` + `spin[1]`·t, in radians per second, world axes.
#[must_use]
pub fn turned(orientation: UnitQuaternion<f64>, spin: &[Vector3<f64>; 2], time: f64) -> UnitQuaternion<f64> {
    if spin[1] == Vector3::zeros() {
        return UnitQuaternion::from_scaled_axis(spin[0] * time) * orientation;
    }
    if (spin[0].norm() + spin[1].norm() * time.abs()) * time.abs() > LONGEST {
        return turned_far(orientation, spin, time);
    }
    let (mut at, mut now) = (0.0, orientation);
    while at != time {
        let series = expand(&now, &(spin[0] + spin[1] * at), &spin[1]);
        let left = time - at;
        let step = left.clamp(-span(&series), span(&series));
        let next = if step == left { time } else { at + step };
        if next == at {
            break; // the piece is shorter than the rounding of time
        }
        let sum = series.iter().rev().fold(Vector4::zeros(), |sum, c| sum * (next - at) + c);
        now = UnitQuaternion::new_normalize(Quaternion::from_vector(sum));
        at = next;
    }
    now
}

/// The orientation after a turn that is too long to be followed exactly.
fn turned_far(orientation: UnitQuaternion<f64>, spin: &[Vector3<f64>; 2], time: f64) -> UnitQuaternion<f64> {
    let step = time / MOST_PIECES as f64;
    let turn = |q, piece: usize| {
        let middle = (piece as f64 + 0.5) * step;
        UnitQuaternion::from_scaled_axis((spin[0] + spin[1] * middle) * step) * q
    };
    UnitQuaternion::new_normalize((0..MOST_PIECES).fold(orientation, turn).into_inner())
}

fn expand(q: &UnitQuaternion<f64>, omega: &Vector3<f64>, change: &Vector3<f64>) -> [Vector4<f64>; TERMS] {
    let mut series = [Vector4::zeros(); TERMS];
    series[0] = q.coords;
    series[1] = spin_by(omega, &series[0]) * 0.5;
    for order in 2..TERMS {
        let rate = spin_by(omega, &series[order - 1]) + spin_by(change, &series[order - 2]);
        series[order] = rate * (0.5 / order as f64); // (F.6)
    }
    series
}

fn span(series: &[Vector4<f64>; TERMS]) -> f64 {
    let of = |order: usize| libm::pow(LEFT_OUT / series[order].norm(), 1.0 / order as f64);
    (TERMS - 3..TERMS).map(of).fold(f64::INFINITY, f64::min)
}

/// The product ω q, in nalgebra's order of coordinates (i, j, k, w).
fn spin_by(omega: &Vector3<f64>, q: &Vector4<f64>) -> Vector4<f64> {
    let imaginary = q.xyz();
    (omega * q.w + omega.cross(&imaginary)).push(-omega.dot(&imaginary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    #[test]
    fn about_a_fixed_axis_the_angle_is_that_of_a_falling_stone() {
        let axis = vector![0.6, 0.0, 0.8];
        let q = turned(UnitQuaternion::identity(), &[axis * 3.0, axis * -1.5], 4.0);
        // 3·4 − 1.5·16/2 = 0
        assert!(q.angle() < 1e-14, "{:e}", q.angle());
        let halfway = turned(UnitQuaternion::identity(), &[axis * 3.0, axis * -1.5], 1.0);
        let expected = UnitQuaternion::from_scaled_axis(axis * 2.25);
        assert!(halfway.angle_to(&expected) < 1e-15);
    }

    #[test]
    fn the_way_back_undoes_a_turn_of_the_axis() {
        let (spin, change) = (vector![5.0, 1.0, 0.0], vector![0.0, -3.0, 2.0]);
        let start = UnitQuaternion::from_euler_angles(0.3, 0.4, -1.0);
        let there = turned(start, &[spin, change], 6.0);
        let back = turned(there, &[spin + change * 6.0, change], -6.0);
        assert!(back.angle_to(&start) < 1e-13);
    }

    #[test]
    fn a_turn_without_end_takes_no_time_without_end() {
        let about_fixed_axis = [vector![0.0, 0.0, 1e6], vector![0.0, 0.0, -1.0]];
        let q = turned(UnitQuaternion::identity(), &about_fixed_axis, 1e6);
        // The axis is fixed, so the mean is exact up to the rounding of 5·10¹¹ radians, and the rest is about z.
        assert!(q.i.hypot(q.j) < 1e-15 && (q.norm() - 1.0).abs() < 1e-15);
        let turning_axis = [vector![1e5, 0.0, 1e5], vector![0.0, 1.0, -1.0]];
        assert!(turned(UnitQuaternion::identity(), &turning_axis, 1e8).coords.iter().all(|x| x.is_finite()));
    }

    #[test]
    fn many_short_turns_make_the_long_one() {
        let (spin, change) = (vector![5.0, 1.0, 0.0], vector![0.0, -3.0, 2.0]);
        let long = turned(UnitQuaternion::identity(), &[spin, change], 3.0);
        // Rotation by the mean angular velocity of each short step is second order: Richardson leaves the fourth.
        let by = |steps: usize| {
            let h = 3.0 / steps as f64;
            (0..steps).fold(UnitQuaternion::identity(), |q, i| {
                UnitQuaternion::from_scaled_axis((spin + change * ((i as f64 + 0.5) * h)) * h) * q
            })
        };
        let (coarse, fine) = (by(10_000), by(20_000));
        let limit = fine.coords + (fine.coords - coarse.coords) / 3.0;
        assert!((limit - long.coords).norm().min((limit + long.coords).norm()) < 1e-12);
    }
}
