//! Routh's law by Runge and Kutta's fourth-order method over the normal impulse.

use carom::laws::routh::{RouthEventKind, Termination};
use nalgebra::{Matrix3, Vector3, vector};

use crate::solved;

/// Part of the speed by which a step may change it: 10⁻³ leaves an error of some 10⁻¹² in all.
const STEP: f64 = 1e-3;

/// A hundred times that.
const ACCURACY: f64 = 1e-10;

/// A slip, and nothing but slip.
struct Slip {
    w: Matrix3<f64>,
    friction: f64,
}

impl Slip {
    /// dv/dpₙ.
    fn rate(&self, v: Vector3<f64>) -> Vector3<f64> {
        self.w * (v.xy().normalize() * -self.friction).push(1.0)
    }

    fn step(&self, v: Vector3<f64>, h: f64) -> Vector3<f64> {
        let k1 = self.rate(v);
        let k2 = self.rate(v + k1 * (h / 2.0));
        let k3 = self.rate(v + k2 * (h / 2.0));
        let k4 = self.rate(v + k3 * h);
        v + (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0)
    }

    fn length(&self, v: Vector3<f64>) -> f64 {
        STEP * v.xy().norm() / (self.w.norm() * (1.0 + self.friction))
    }

    /// Normal impulse and velocity where vₙ rises through zero.
    fn to_the_end_of_compression(&self, mut v: Vector3<f64>) -> (f64, Vector3<f64>) {
        let mut p = 0.0;
        while self.step(v, self.length(v)).z < 0.0 {
            let h = self.length(v);
            (p, v) = (p + h, self.step(v, h));
        }
        let mut h = 0.0; // the last step, by Newton's method
        for _ in 0..20 {
            h -= self.step(v, h).z / self.rate(self.step(v, h)).z;
        }
        (p + h, self.step(v, h))
    }

    /// Normal impulse where v_t = 0: to 10⁻¹² of the speed by steps, and the rest straight on.
    fn to_the_stop(&self, mut v: Vector3<f64>) -> f64 {
        let (mut p, end) = (0.0, 1e-12 * v.xy().norm());
        while v.xy().norm() > end {
            let h = self.length(v);
            (p, v) = (p + h, self.step(v, h));
        }
        p - v.xy().norm_squared() / v.xy().dot(&self.rate(v).xy())
    }
}

#[test]
fn slips_that_turn_end_compression_where_brute_force_does() {
    let matrices = [
        Matrix3::new(3.0, 1.0, 0.9, 1.0, 2.0, -0.7, 0.9, -0.7, 1.5),
        Matrix3::new(1.0, -0.6, 0.2, -0.6, 4.0, 1.1, 0.2, 1.1, 1.2),
        Matrix3::new(5.0, 0.0, 1.5, 0.0, 0.3, -0.3, 1.5, -0.3, 2.0),
    ];
    for (w, friction) in matrices.iter().flat_map(|w| [0.1, 0.25, 0.6].map(|friction| (*w, friction))) {
        for start in [vector![2.0, 1.0, -0.4], vector![-2.0, 2.0, -0.3], vector![0.3, -3.0, -0.5]] {
            let (impulse, velocity) = Slip { w, friction }.to_the_end_of_compression(start);
            let s = solved(w, start, friction, 0.0, Termination::Energetic);
            assert!(!s.events.iter().any(|event| event.kind == RouthEventKind::SlipStops));
            assert!(
                (s.impulse.z - impulse).abs() < ACCURACY,
                "{friction} {start}: {} {impulse}",
                s.impulse.z
            );
            assert!(
                (s.velocity - velocity).amax() < ACCURACY,
                "{friction} {start}: {} {velocity}",
                s.velocity
            );
        }
    }
}

#[test]
fn slips_that_turn_stop_where_brute_force_does() {
    let w = Matrix3::new(3.0, 1.0, 0.9, 1.0, 2.0, -0.7, 0.9, -0.7, 1.5);
    let friction = 0.8;
    for start in [vector![2.0, 1.0, -50.0], vector![-2.0, 2.0, -50.0], vector![0.3, -3.0, -50.0]] {
        let s = solved(w, start, friction, 0.5, Termination::Energetic);
        let stop = s.events.iter().find(|event| event.kind == RouthEventKind::SlipStops).expect("slip stops");
        let impulse = Slip { w, friction }.to_the_stop(start);
        assert!((stop.normal_impulse / impulse - 1.0).abs() < ACCURACY, "{} {impulse}", stop.normal_impulse);
    }
}
