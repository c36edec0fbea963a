//! How a rotation free of torque depends on how it begins.
//!
//! A small turn φ of the body, about world axes, takes its attitude q to exp(φ)·q. With w the turn after a time t about one axis, exp(w) changes by
//! the turn
//!
//! ```text
//! G(w) δw,     G(w) = 1 + (1 − cos|w|)/|w|² [w]ₓ + (|w| − sin|w|)/|w|³ [w]ₓ²                        (F.9)
//! ```
//!
//! so that (F.5), q = exp(tα)·exp(tβ)·q₀ with α = L/A and β = Λ a₀, has
//!
//! ```text
//! φ  = G(tα) t δα + exp(tα)·(G(tβ) t δβ + exp(tβ)·φ₀)                                               (F.10)
//! δω = δα + (G(tα) t δα) × (exp(tα)·β) + exp(tα)·δβ
//! ```
//!
//! Inertia that grows in proportion changes none of this.

use nalgebra::{UnitQuaternion, Vector3};

use super::inertia::Symmetry;
use super::rotation::FreeRotation;

/// A small turn of a body, and δ of its angular velocity; world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct RotationChange {
    /// In radians.
    pub turn: Vector3<f64>,
    /// In radians per second.
    pub angular_velocity: Vector3<f64>,
}

impl FreeRotation {
    /// δ after `time` seconds, from that at the start; none for three unequal moments.
    pub(crate) fn change_at(&self, before: &RotationChange, time: f64) -> Option<RotationChange> {
        let [about_momentum, about_axis] = self.precession()?;
        let [by_momentum, by_axis] = self.precession_change(before)?;
        let of_momentum = left(&(about_momentum * time), &(by_momentum * time));
        let of_axis = left(&(about_axis * time), &(by_axis * time));
        let precession = UnitQuaternion::from_scaled_axis(about_momentum * time);
        let spin = UnitQuaternion::from_scaled_axis(about_axis * time);
        Some(RotationChange {
            turn: of_momentum + precession * (of_axis + spin * before.turn), // (F.10)
            angular_velocity: by_momentum
                + of_momentum.cross(&(precession * about_axis))
                + precession * by_axis,
        })
    }

    /// How fast the angular velocity changes after `time` seconds, in radians per second squared; none for three unequal moments.
    pub(crate) fn acceleration_at(&self, time: f64) -> Option<Vector3<f64>> {
        let [about_momentum, about_axis] = self.precession()?;
        let precession = UnitQuaternion::from_scaled_axis(about_momentum * time);
        Some(about_momentum.cross(&(precession * about_axis)))
    }

    /// δ of α and β.
    fn precession_change(&self, before: &RotationChange) -> Option<[Vector3<f64>; 2]> {
        let (inertia, orientation, angular_velocity) = self.start();
        let RotationChange { turn, angular_velocity: by } = before;
        match inertia.symmetry() {
            Symmetry::Round => Some([*by, Vector3::zeros()]),
            Symmetry::About { axis } => {
                let (along, across) = (inertia.moments()[axis], inertia.moments()[(axis + 1) % 3]);
                let direction = (orientation * inertia.axes()) * Vector3::ith(axis, 1.0);
                let unlike = 1.0 - along / across;
                let rate = unlike * direction.dot(angular_velocity);
                let turned = turn.cross(&direction);
                let by_rate = unlike * (turned.dot(angular_velocity) + direction.dot(by));
                let with_body = by - turn.cross(angular_velocity);
                let momentum =
                    turn.cross(self.angular_momentum()) + inertia.angular_momentum(orientation, &with_body);
                Some([momentum / across, direction * by_rate + turned * rate])
            }
            Symmetry::General => None,
        }
    }
}

/// G(w) δw, (F.9).
fn left(turn: &Vector3<f64>, by: &Vector3<f64>) -> Vector3<f64> {
    let angle = turn.norm();
    let (sine, cosine_gap) = (libm::sin(angle), 2.0 * libm::sin(0.5 * angle).powi(2));
    // For small turns by their series, up to terms of rounding.
    let [first, second] = if angle < 1e-2 {
        let square = angle * angle;
        [0.5 - square / 24.0 * (1.0 - square / 30.0), (1.0 - square / 20.0 * (1.0 - square / 42.0)) / 6.0]
    } else {
        [cosine_gap / (angle * angle), (angle - sine) / angle.powi(3)]
    };
    let once = turn.cross(by);
    by + once * first + turn.cross(&once) * second
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flight::PrincipalInertia;
    use nalgebra::{Matrix3, vector};

    /// Differences of fourth order with steps of 10⁻³, of turns of some ten radians.
    const DIFFERENCES: f64 = 1e-8;

    #[test]
    fn a_rotation_depends_on_its_beginning_as_differences_say() {
        let orientation = UnitQuaternion::from_euler_angles(0.3, -0.5, 1.1);
        let spin = vector![2.0, -1.0, 4.0];
        for moments in [vector![1.0, 1.0, 1.0], vector![2.0, 2.0, 0.3], vector![0.4, 1.0, 1.0]] {
            let inertia = PrincipalInertia::new(Matrix3::from_diagonal(&moments)).unwrap();
            for (turn, by) in [
                (vector![1.0, 0.0, 0.0], Vector3::zeros()),
                (vector![0.3, -0.2, 0.5], Vector3::zeros()),
                (Vector3::zeros(), vector![0.0, 1.0, 0.4]),
                (vector![0.1, 0.7, -0.3], vector![-0.5, 0.2, 1.0]),
            ] {
                let changed = |step: f64| {
                    let turned = UnitQuaternion::from_scaled_axis(turn * step) * orientation;
                    FreeRotation::new(&inertia, turned, spin + by * step).at(1.7)
                };
                let rotation = FreeRotation::new(&inertia, orientation, spin);
                let (there, _) = rotation.at(1.7);
                let [a, b, c, d] = [-2e-3, -1e-3, 1e-3, 2e-3].map(|step| {
                    let (orientation, spin) = changed(step);
                    ((orientation * there.inverse()).scaled_axis(), spin)
                });
                let slope = |a: Vector3<f64>, b: Vector3<f64>, c: Vector3<f64>, d: Vector3<f64>| {
                    ((c - b) * 8.0 - d + a) / 12e-3
                };
                let found = rotation.change_at(&RotationChange { turn, angular_velocity: by }, 1.7).unwrap();
                let apart = (
                    found.turn - slope(a.0, b.0, c.0, d.0),
                    found.angular_velocity - slope(a.1, b.1, c.1, d.1),
                );
                assert!(
                    apart.0.norm() < DIFFERENCES && apart.1.norm() < DIFFERENCES,
                    "{moments:?}: {apart:?}"
                );
            }
        }
    }
}
