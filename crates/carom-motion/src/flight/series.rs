//! Taylor series of a rotation free of torque.
//!
//! In principal axes, with moments I and rates ω, attitude q (principal axes to world), and the world's vertical z as seen from the body,
//! u = q⁻¹ z q:
//!
//! ```text
//! ω₁' = (I₂ − I₃)/I₁ · ω₂ω₃   and cyclic                                                 (F.2)
//! q'  = ½ q ω                                                                           (F.3)
//! u'  = u × ω                                                                           (F.4)
//! ```
//!
//! All right-hand sides are products, so the coefficients follow order by order from sums of products. A point p of the body is u·p above
//! the centre of mass: its height is a polynomial on each piece.

use nalgebra::{Quaternion, UnitQuaternion, Vector3, Vector4};

/// Coefficients of each series. With 20, a piece spans about 1.3 radians, and its terms add up to less than four times its value.
pub const TERMS: usize = 20;

/// The first term left out is at most this part of the value.
const LEFT_OUT: f64 = 0.5 * f64::EPSILON;

/// A rotation as polynomials in the seconds since its start.
#[derive(Debug, Clone, PartialEq)]
pub struct RotationSeries {
    rates: [Vector3<f64>; TERMS],
    attitude: [Vector4<f64>; TERMS],
    vertical: [Vector3<f64>; TERMS],
    reach: f64,
}

impl RotationSeries {
    /// The series of a body with these principal moments (kg m²) from an attitude (principal axes to world) and rates (radians per second,
    /// principal axes).
    #[must_use]
    pub fn new(moments: &Vector3<f64>, attitude: &UnitQuaternion<f64>, rates: &Vector3<f64>) -> Self {
        let mut series = Self {
            rates: [Vector3::zeros(); TERMS],
            attitude: [Vector4::zeros(); TERMS],
            vertical: [Vector3::zeros(); TERMS],
            reach: 0.0,
        };
        series.rates[0] = *rates;
        series.attitude[0] = attitude.coords;
        series.vertical[0] = attitude.inverse_transform_vector(&Vector3::z());
        let factor = Vector3::new(
            (moments.y - moments.z) / moments.x,
            (moments.z - moments.x) / moments.y,
            (moments.x - moments.y) / moments.z,
        );
        for order in 1..TERMS {
            series.extend(order, &factor);
        }
        series.reach = series.reach();
        series
    }

    /// The coefficients of one order from those below it.
    fn extend(&mut self, order: usize, factor: &Vector3<f64>) {
        let (mut rate, mut turn, mut sway) = (Vector3::zeros(), Vector4::zeros(), Vector3::zeros());
        for low in 0..order {
            let (a, b) = (&self.rates[low], &self.rates[order - 1 - low]);
            rate += Vector3::new(a.y * b.z, a.z * b.x, a.x * b.y); // (F.2)
            turn += spun(&self.attitude[low], b); // (F.3)
            sway += self.vertical[low].cross(b); // (F.4)
        }
        let per_order = 1.0 / order as f64;
        self.rates[order] = rate.component_mul(factor) * per_order;
        self.attitude[order] = turn * (0.5 * per_order);
        self.vertical[order] = sway * per_order;
    }

    /// How far the series are exact to rounding, from their own last terms.
    fn reach(&self) -> f64 {
        let speed = self.rates[0].norm();
        let mut reach = f64::INFINITY;
        for order in TERMS - 3..TERMS {
            let last = [
                self.rates[order].norm() / speed.max(f64::MIN_POSITIVE),
                self.attitude[order].norm(),
                self.vertical[order].norm(),
            ];
            for size in last.into_iter().filter(|&size| size > 0.0) {
                reach = reach.min(libm::pow(LEFT_OUT / size, 1.0 / order as f64));
            }
        }
        reach
    }

    /// Seconds from the start, either way, within which the series are exact to rounding; infinite for a body that does not turn.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.reach
    }

    /// Rates along the principal axes after `time` seconds, in radians per second.
    #[must_use]
    pub fn rates_at(&self, time: f64) -> Vector3<f64> {
        self.rates.iter().rev().fold(Vector3::zeros(), |sum, c| sum * time + c)
    }

    /// Attitude (principal axes to world) after `time` seconds.
    #[must_use]
    pub fn attitude_at(&self, time: f64) -> UnitQuaternion<f64> {
        let sum = self.attitude.iter().rev().fold(Vector4::zeros(), |sum, c| sum * time + c);
        UnitQuaternion::new_normalize(Quaternion::from_vector(sum))
    }

    /// Height above the centre of mass, in metres, of a point given along the principal axes, as a polynomial in the seconds since the
    /// start.
    #[must_use]
    pub fn height_of(&self, point: &Vector3<f64>) -> [f64; TERMS] {
        self.vertical.map(|u| u.dot(point))
    }
}

/// The product q ω of a quaternion and a vector, in nalgebra's order of coordinates (i, j, k, w).
fn spun(q: &Vector4<f64>, omega: &Vector3<f64>) -> Vector4<f64> {
    let imaginary = q.xyz();
    (omega * q.w + imaginary.cross(omega)).push(-imaginary.dot(omega))
}
