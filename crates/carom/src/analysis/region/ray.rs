//! Rays from inside the region to its boundary, in closed form.
//!
//! Along a + λd every condition is a polynomial in λ that is kept at λ = 0:
//!
//! ```text
//! energy:       E(a) + λ d·v(a) + λ² d·Wd/2 ≤ 0                                                         (I.9)
//! penetration:  vₙ(a) + λ n·Wd ≥ 0 ,   tension:  aₙ + λ dₙ ≥ 0                                          (I.10)
//! cone:         (aₙ + λdₙ)² sin²φ − |a_t + λd_t|² cos²φ ≥ 0                                             (I.11)
//! ```
//!
//! The region is convex, so the ray leaves each of them once or never. Of the two forms of a quadratic's root the one without
//! cancellation is taken.

use nalgebra::Vector3;

use super::{Condition, FrictionCone, PermissibleRegion, Space};
use crate::laws::units::power_of_two;

/// Roundings in a sum of three or nine products whose factors are rounded themselves.
const ROUNDINGS: f64 = 4.0;

/// Where a ray leaves the region.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Exit {
    /// It is stopped.
    At {
        /// In lengths of the direction given.
        distance: f64,
        /// What stops it.
        condition: Condition,
    },
    /// The region has no end in this direction.
    Never,
}

impl Exit {
    /// The distance in lengths of the direction given; infinite if there is no end.
    #[must_use]
    pub fn distance(&self) -> f64 {
        match self {
            Self::At { distance, .. } => *distance,
            Self::Never => f64::INFINITY,
        }
    }
}

impl PermissibleRegion {
    /// Where the ray from an impulse inside the region along a direction, both in N s, leaves it. A ray that begins outside is
    /// stopped at once by a condition that it breaks further, or by rounding.
    #[must_use]
    pub fn exit(&self, from: &Vector3<f64>, direction: &Vector3<f64>) -> Exit {
        // Directions of any length must not overflow.
        let length = power_of_two(direction.amax());
        let direction = direction / length;
        match self.space.exit(&self.units.scaled(from), &direction) {
            Exit::At { distance, condition } => {
                Exit::At { distance: self.units.length(distance) / length, condition }
            }
            Exit::Never => Exit::Never,
        }
    }

    /// An impulse itself if it is permissible, or else the boundary point on the straight line to one inside, all in N s.
    #[must_use]
    pub fn project(&self, impulse: &Vector3<f64>, towards: &Vector3<f64>) -> Vector3<f64> {
        if self.membership(impulse).is_inside() {
            return *impulse;
        }
        let way = impulse - towards;
        let length = power_of_two(way.amax());
        let direction = way / length;
        towards + direction * self.exit(towards, &direction).distance().min(length)
    }
}

impl Space {
    /// Where a ray leaves the region.
    pub fn exit(&self, from: &Vector3<f64>, direction: &Vector3<f64>) -> Exit {
        let terms = self.inverse_mass.abs() * direction.abs();
        let response = (self.inverse_mass * direction).zip_map(&terms, unless_rounding);
        let velocity = self.velocity_after(from);
        let square = unless_rounding(direction.dot(&response), direction.abs().dot(&terms)) / 2.0;
        let mut rate = direction.dot(&velocity);
        if square == 0.0 {
            // Nothing moves along it: v is still v₀ there, and what v₀·d has is of a driven body, or rounding.
            rate = unless_rounding(
                rate,
                direction.abs().dot(&(self.velocity.abs() + self.inverse_mass.abs() * from.abs())),
            );
        }
        let mut exits = [
            (energy_exit(self.energy(from), rate, square), Condition::Energy),
            (plane_exit(velocity.z, response.z), Condition::Penetration),
            (plane_exit(from.z, direction.z), Condition::Tension),
            (cone_exit(&self.cone, from, direction), Condition::Cone),
        ];
        exits.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (distance, condition) = exits[0];
        if distance < f64::INFINITY { Exit::At { distance, condition } } else { Exit::Never }
    }
}

/// A sum, or zero if it is no more than the rounding of its terms and of the numbers that they are made of.
fn unless_rounding(sum: f64, terms: f64) -> f64 {
    if sum.abs() > ROUNDINGS * f64::EPSILON * terms { sum } else { 0.0 }
}

/// The root λ ≥ 0 of c + bλ + aλ² with c ≤ 0 and a ≥ 0, (I.9).
fn energy_exit(c: f64, b: f64, a: f64) -> f64 {
    let (c, a) = (c.min(0.0), a.max(0.0));
    let root = (b * b - 4.0 * a * c).sqrt();
    if b > 0.0 {
        -2.0 * c / (b + root) // (I.9)
    } else if a > 0.0 {
        (root - b) / (2.0 * a) // (I.9)
    } else {
        f64::INFINITY
    }
}

/// Where a margin that changes at a rate is used up, (I.10).
fn plane_exit(margin: f64, rate: f64) -> f64 {
    if rate < 0.0 { margin.max(0.0) / -rate } else { f64::INFINITY } // (I.10)
}

/// Where a ray leaves the friction cone, (I.11). For μ = ∞ that is where it begins to pull.
fn cone_exit(cone: &FrictionCone, from: &Vector3<f64>, direction: &Vector3<f64>) -> f64 {
    if cone.margin(direction) >= 0.0 || cone.cosine == 0.0 {
        return f64::INFINITY; // a cone contains its own directions
    }
    let product = |p: &Vector3<f64>, q: &Vector3<f64>| {
        p.z * q.z * cone.sine * cone.sine - p.xy().dot(&q.xy()) * cone.cosine * cone.cosine
    };
    // The squares as products of their factors, whose differences are exact where it matters.
    let square = |p: &Vector3<f64>| cone.margin(p) * (p.z * cone.sine + p.xy().norm() * cone.cosine);
    let c = if cone.margin(from) > 0.0 { square(from) } else { 0.0 };
    let (a, b) = (square(direction), product(from, direction));
    let root = (b * b - a * c).max(0.0).sqrt();
    if b > 0.0 {
        // Then the direction lies outside both cones, a < 0, for one in the lower cone would have b ≤ 0.
        if a < 0.0 { (b + root) / -a } else { f64::INFINITY } // (I.11)
    } else if c == 0.0 {
        0.0
    } else {
        c / (root - b) // (I.11)
    }
}
