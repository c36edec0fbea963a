//! Rotation free of torque: angular momentum L stays, and attitude follows from it.
//!
//! A body with moment A about every axis across its own axis a, and C about a, has ω = L/A + (1 − C/A)(ω·a) a. Its axis goes round L at the
//! constant rate |L|/A, and the body turns about its axis at the constant rate Λ = (1 − C/A) ω·a:
//!
//! ```text
//! q(t) = exp(t L/A) · exp(t Λ a₀) · q₀,        ω(t) = L/A + Λ a(t)                       (F.5)
//! ```
//!
//! with exp(w) the rotation by |w| about w. Balls have Λ = 0 and L/A = ω. Other bodies are followed by [`RotationSeries`], piece after
//! piece, and over long times by whole periods (`period.rs`), so that no time is costly. At the end of each piece the rates are scaled to
//! |L|, and the attitude takes the turn that brings the body's momentum back on L, so that roundings never add up in it.

use std::f64::consts::TAU;

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::inertia::{PrincipalInertia, Symmetry};
use super::period::period;
use super::series::RotationSeries;

/// A rotation free of torque.
#[derive(Debug, Clone, PartialEq)]
pub struct FreeRotation {
    inertia: PrincipalInertia,
    orientation: UnitQuaternion<f64>,
    angular_velocity: Vector3<f64>,
    momentum: Vector3<f64>,
    form: Form,
}

#[derive(Debug, Clone, PartialEq)]
enum Form {
    /// (F.5): L/A and Λ a₀, in radians per second, world axes.
    Precession { about_momentum: Vector3<f64>, about_axis: Vector3<f64> },
    /// Piece by piece; long ways in whole periods of the rates, in seconds.
    Series { period: Option<f64> },
}

/// Attitude of the principal axes and rates along them, at a time since the start.
struct Corner {
    time: f64,
    attitude: UnitQuaternion<f64>,
    rates: Vector3<f64>,
}

impl FreeRotation {
    /// The rotation of a body from an orientation (body axes to world) and angular velocity (radians per second, world axes).
    #[must_use]
    pub fn new(
        inertia: &PrincipalInertia,
        orientation: UnitQuaternion<f64>,
        angular_velocity: Vector3<f64>,
    ) -> Self {
        let momentum = inertia.angular_momentum(&orientation, &angular_velocity);
        let form = match inertia.symmetry() {
            Symmetry::Round => {
                Form::Precession { about_momentum: angular_velocity, about_axis: Vector3::zeros() }
            }
            Symmetry::About { axis } => {
                let across = inertia.moments()[(axis + 1) % 3];
                let along = inertia.moments()[axis];
                let direction = (orientation * inertia.axes()) * Vector3::ith(axis, 1.0);
                let rate = direction.dot(&angular_velocity) * (1.0 - along / across);
                Form::Precession { about_momentum: momentum / across, about_axis: direction * rate }
            }
            Symmetry::General => {
                let rates = inertia.rates(&orientation, &angular_velocity);
                Form::Series { period: period(inertia.moments(), &rates) }
            }
        };
        Self { inertia: *inertia, orientation, angular_velocity, momentum, form }
    }

    /// Orientation (body axes to world) and angular velocity (radians per second, world axes) `time` seconds after the start.
    #[must_use]
    pub fn at(&self, time: f64) -> (UnitQuaternion<f64>, Vector3<f64>) {
        match &self.form {
            Form::Precession { about_momentum, about_axis } => {
                let precession = UnitQuaternion::from_scaled_axis(about_momentum * time);
                let spin = UnitQuaternion::from_scaled_axis(about_axis * time);
                let angular_velocity = about_momentum + precession * about_axis; // (F.5)
                (precession * spin * self.orientation, angular_velocity)
            }
            Form::Series { .. } => {
                let corner = self.corner(time);
                (corner.attitude * self.inertia.axes().inverse(), corner.attitude * corner.rates)
            }
        }
    }

    /// What the rotation is made of if the body has an axis of symmetry or is round: the turn about the momentum that follows the turn
    /// about the body's axis, both in radians per second, world axes at the start (F.5). `None` for three unequal moments.
    #[must_use]
    pub fn precession(&self) -> Option<[Vector3<f64>; 2]> {
        match self.form {
            Form::Precession { about_momentum, about_axis } => Some([about_momentum, about_axis]),
            Form::Series { .. } => None,
        }
    }

    /// Angular momentum about the centre of mass, in kg m²/s, world axes; it stays.
    #[must_use]
    pub fn angular_momentum(&self) -> &Vector3<f64> {
        &self.momentum
    }

    /// The inertia, and orientation and angular velocity (radians per second, world axes) at the start.
    pub(super) fn start(&self) -> (&PrincipalInertia, &UnitQuaternion<f64>, &Vector3<f64>) {
        (&self.inertia, &self.orientation, &self.angular_velocity)
    }

    /// The rotation as polynomials from `time` seconds after the start on.
    #[must_use]
    pub fn series_from(&self, time: f64) -> RotationSeries {
        let corner = self.corner(time);
        RotationSeries::new(self.inertia.moments(), &corner.attitude, &corner.rates)
    }

    fn corner(&self, time: f64) -> Corner {
        match self.form {
            Form::Precession { .. } => {
                let (orientation, angular_velocity) = self.at(time);
                let attitude = orientation * self.inertia.axes();
                Corner { time, attitude, rates: attitude.inverse_transform_vector(&angular_velocity) }
            }
            Form::Series { period: Some(period) } if time.abs() > period => self.follow_periods(period, time),
            Form::Series { .. } => self.follow(time),
        }
    }

    /// Whole periods first, each of which turns the body about its angular momentum by the same angle, then the rest.
    fn follow_periods(&self, period: f64, time: f64) -> Corner {
        let momentum = self.momentum.normalize();
        let turned = self.follow(period).attitude * (self.orientation * self.inertia.axes()).inverse();
        let turn = 2.0 * libm::atan2(turned.imag().dot(&momentum), turned.w);
        let whole = (time / period).trunc();
        let rest = self.follow(time - whole * period);
        let carried = UnitQuaternion::new(momentum * (whole * turn).rem_euclid(2.0 * TAU));
        Corner { time, attitude: carried * rest.attitude, rates: rest.rates }
    }

    /// Piece after piece from the start to `time`: a few a turn.
    fn follow(&self, time: f64) -> Corner {
        let mut corner = Corner {
            time: 0.0,
            attitude: self.orientation * self.inertia.axes(),
            rates: self.inertia.rates(&self.orientation, &self.angular_velocity),
        };
        while corner.time != time {
            let series = RotationSeries::new(self.inertia.moments(), &corner.attitude, &corner.rates);
            let left = time - corner.time;
            let step = left.clamp(-series.span(), series.span());
            let next = if step == left { time } else { corner.time + step };
            if next == corner.time {
                break; // the piece is shorter than the rounding of time
            }
            let taken = next - corner.time;
            corner = self.on_momentum(next, series.attitude_at(taken), series.rates_at(taken));
        }
        corner
    }

    /// A corner with its angular momentum made that of the start.
    fn on_momentum(&self, time: f64, attitude: UnitQuaternion<f64>, rates: Vector3<f64>) -> Corner {
        let body_momentum = rates.component_mul(self.inertia.moments());
        let size = body_momentum.norm();
        if size == 0.0 {
            return Corner { time, attitude, rates };
        }
        let rates = rates * (self.momentum.norm() / size);
        let astray = (attitude * body_momentum).cross(&self.momentum) / (size * self.momentum.norm());
        let back = UnitQuaternion::new_normalize(Quaternion::from_parts(1.0, astray * 0.5));
        Corner { time, attitude: back * attitude, rates }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, vector};

    fn body(moments: Vector3<f64>) -> PrincipalInertia {
        PrincipalInertia::new(Matrix3::from_diagonal(&moments)).unwrap()
    }

    /// Energy relative and momentum relative, after `time`.
    fn astray(inertia: &PrincipalInertia, rotation: &FreeRotation, time: f64) -> (f64, f64) {
        let (start, spin) = rotation.at(0.0);
        let (orientation, angular_velocity) = rotation.at(time);
        let energy = inertia.rotational_energy(&orientation, &angular_velocity)
            / inertia.rotational_energy(&start, &spin);
        let momentum = inertia.angular_momentum(&orientation, &angular_velocity);
        let before = inertia.angular_momentum(&start, &spin);
        (energy - 1.0, (momentum - before).norm() / before.norm())
    }

    #[test]
    fn energy_and_momentum_stay_over_hundreds_of_turns() {
        let orientation = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
        for spin in [vector![5.0, 0.01, 0.0], vector![0.02, 7.0, 0.01], vector![1.0, 2.0, 3.0]] {
            let inertia = body(vector![1.0, 2.0, 3.0]);
            let rotation = FreeRotation::new(&inertia, orientation, spin);
            let (energy, momentum) = astray(&inertia, &rotation, 300.0);
            assert!(energy.abs() < 1e-14 && momentum < 1e-14, "{spin:?}: {energy:e}, {momentum:e}");
        }
    }

    #[test]
    fn a_symmetric_body_moves_alike_by_its_closed_form_and_by_series() {
        let inertia = body(vector![2.0, 2.0, 0.3]);
        let orientation = UnitQuaternion::from_euler_angles(-0.4, 1.2, 0.3);
        let closed = FreeRotation::new(&inertia, orientation, vector![1.0, -2.0, 4.0]);
        let series = FreeRotation { form: Form::Series { period: None }, ..closed.clone() };
        for time in [-3.0, 0.7, 10.0] {
            let ((a, omega_a), (b, omega_b)) = (closed.at(time), series.at(time));
            // 45 rad of turning, rounded at every piece.
            assert!(a.angle_to(&b) < 1e-13 && (omega_a - omega_b).norm() < 1e-13, "{time}");
        }
    }

    #[test]
    fn whole_periods_are_what_piece_after_piece_comes_to() {
        let orientation = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
        for spin in [vector![5.0, 0.3, 0.0], vector![0.3, 2.0, 5.0], vector![-1.0, 0.0, 3.0]] {
            let cycles = FreeRotation::new(&body(vector![1.0, 2.0, 3.0]), orientation, spin);
            assert!(matches!(cycles.form, Form::Series { period: Some(_) }));
            let pieces = FreeRotation { form: Form::Series { period: None }, ..cycles.clone() };
            for time in [-20.0, 3.0, 100.0] {
                let ((a, omega_a), (b, omega_b)) = (cycles.at(time), pieces.at(time));
                // Some 500 rad, rounded at every piece one way and at every period the other.
                let apart = (a.angle_to(&b), (omega_a - omega_b).norm());
                assert!(apart.0 < 1e-12 && apart.1 < 1e-12, "{spin:?}, {time}: {apart:?}");
            }
        }
    }

    #[test]
    fn a_slight_wobble_has_the_period_of_small_oscillations() {
        // About the axis of C: λ = Ω √((C − A)(C − B)/(A B)) = 5 √(2·1/(1·2)).
        let rotation = FreeRotation::new(
            &body(vector![1.0, 2.0, 3.0]),
            UnitQuaternion::identity(),
            vector![1e-9, 0.0, 5.0],
        );
        let Form::Series { period: Some(period) } = rotation.form else { panic!("it has a period") };
        assert!((period - TAU / 5.0).abs() < 1e-14);
    }

    #[test]
    fn a_flight_of_a_billion_turns_keeps_energy_and_momentum() {
        let inertia = body(vector![1.0, 2.0, 3.0]);
        let rotation = FreeRotation::new(&inertia, UnitQuaternion::identity(), vector![1.0, 2.0, 3.0]);
        let (energy, momentum) = astray(&inertia, &rotation, 1e9);
        assert!(energy.abs() < 1e-14 && momentum < 1e-14, "{energy:e}, {momentum:e}");
    }

    #[test]
    fn going_there_and_back_again_is_standing_still() {
        let inertia = body(vector![1.0, 1.7, 2.2]);
        let there = FreeRotation::new(&inertia, UnitQuaternion::identity(), vector![0.5, 3.0, -0.2]);
        let (orientation, angular_velocity) = there.at(20.0);
        let (back, spin) = FreeRotation::new(&inertia, orientation, angular_velocity).at(-20.0);
        // Near the unstable middle axis errors grow as exp(λt), λ = 1.1 a second here, but turn over after a quarter of the period.
        assert!(back.angle() < 1e-9, "{:e}", back.angle());
        assert!((spin - vector![0.5, 3.0, -0.2]).norm() < 1e-9);
    }

    #[test]
    fn a_body_at_rest_stays_as_it_is() {
        let orientation = UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3);
        let rotation = FreeRotation::new(&body(vector![1.0, 2.0, 3.0]), orientation, Vector3::zeros());
        let (after, spin) = rotation.at(1e6);
        assert!(after.angle_to(&orientation) < 1e-15 && spin == Vector3::zeros());
    }
}
