//! The region in a half plane that the normal axis bounds.
//!
//! The origin is the apex of the cone and lies on the energy surface. So along a unit direction u = (e sin θ, cos θ) in the cone
//! the region is one stretch r₁ ≤ r ≤ r₂, with
//!
//! ```text
//! r₂ = −2 v₀·u/(u·Wu)          from (I.1)                                                              (I.12)
//! r₁ = −vₙ/(n·Wu)              from (I.2), if the bodies approach                                      (I.13)
//! r₁ = r₂  ⇔  (2 vₑ Wₑₙ − vₙ Wₑₑ) τ² + 2 vₑ Wₙₙ τ + vₙ Wₙₙ = 0 ,   τ = tan θ                           (I.14)
//! ```

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::{Vector2, Vector3};

use super::Space;

/// The half plane of the normal and one tangent e.
#[derive(Debug, Clone, Copy)]
pub(super) struct HalfPlane {
    /// Unit tangent e.
    pub tangent: Vector2<f64>,
    /// W, along e and across: Wₑₑ, Wₑₙ, Wₙₙ.
    pub along: f64,
    pub across: f64,
    pub normal: f64,
    /// v₀ along e and n.
    pub velocity: Vector2<f64>,
    /// Largest θ: the cone's half angle.
    pub opening: f64,
}

/// A stretch of a ray from the origin; empty if `to` is not above `from`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub from: f64,
    pub to: f64,
}

impl HalfPlane {
    pub fn of(space: &Space, tangent: Vector2<f64>) -> Self {
        let (w, e) = (&space.inverse_mass, tangent.push(0.0));
        let response = w * e;
        Self {
            tangent,
            along: e.dot(&response),
            across: response.z,
            normal: w.m33,
            velocity: Vector2::new(e.dot(&space.velocity), space.velocity.z),
            opening: space.cone.half_angle,
        }
    }

    /// The impulse at a distance from the origin along the direction θ.
    pub fn impulse(&self, angle: f64, distance: f64) -> Vector3<f64> {
        let (sine, cosine) = libm::sincos(angle);
        (self.tangent * sine).push(cosine) * distance
    }

    /// r₂ of (I.12): how far the energy allows to go along the direction θ.
    pub fn far(&self, angle: f64) -> f64 {
        let (sine, cosine) = libm::sincos(angle);
        let approach = self.velocity.x * sine + self.velocity.y * cosine;
        let response =
            self.along * sine * sine + 2.0 * self.across * sine * cosine + self.normal * cosine * cosine;
        if approach >= 0.0 {
            0.0
        } else if response > 0.0 {
            -2.0 * approach / response // (I.12)
        } else {
            f64::INFINITY
        }
    }

    /// Where the region is along the direction θ.
    pub fn stretch(&self, angle: f64) -> Stretch {
        let far = self.far(angle);
        let (sine, cosine) = libm::sincos(angle);
        let rebound = self.across * sine + self.normal * cosine;
        let normal = self.velocity.y;
        if normal < 0.0 {
            let from = if rebound > 0.0 { -normal / rebound } else { f64::INFINITY }; // (I.13)
            Stretch { from, to: far }
        } else if rebound < 0.0 {
            Stretch { from: 0.0, to: far.min(normal / -rebound) }
        } else {
            Stretch { from: 0.0, to: far }
        }
    }

    /// 0, the cone's half angle, and the directions between them where something begins or ends: rising.
    pub fn breakpoints(&self) -> Vec<f64> {
        let (along, normal) = (self.velocity.x, self.velocity.y);
        let mut angles = vec![0.0, self.opening];
        angles.extend(self.crossings());
        angles.push(libm::atan2(-normal, along).rem_euclid(PI)); // v₀·u = 0
        angles.push(libm::atan2(-self.normal, self.across).rem_euclid(PI)); // n·Wu = 0
        // u·Wu is least a right angle away from where it is most.
        let most = libm::atan2(2.0 * self.across, self.normal - self.along) / 2.0;
        angles.push((most + FRAC_PI_2).rem_euclid(PI));
        angles.retain(|angle| (0.0..=self.opening).contains(angle));
        angles.sort_by(f64::total_cmp);
        angles.dedup();
        angles
    }

    /// The θ where the energy surface meets the plane of maximum compression, or else that of the cone. If the bodies approach,
    /// the region reaches up to there from the normal axis.
    pub fn end(&self) -> f64 {
        self.crossings()
            .into_iter()
            .filter(|angle| *angle > 0.0 && self.far(*angle) > 0.0)
            .fold(self.opening, f64::min)
    }

    /// The directions of (I.14), as angles of −π/2 to π/2.
    fn crossings(&self) -> [f64; 2] {
        let (along, normal) = (self.velocity.x, self.velocity.y);
        let a = 2.0 * along * self.across - normal * self.along;
        let half_b = along * self.normal;
        let c = normal * self.normal;
        let discriminant = half_b * half_b - a * c;
        if discriminant < 0.0 {
            return [-FRAC_PI_2; 2];
        }
        // The sum without cancellation; the roots of aτ² + 2hτ + c are c/s and s/a.
        let sum = -(half_b + discriminant.sqrt().copysign(half_b));
        let angle = |tangent: f64, of: f64| {
            if of < 0.0 { libm::atan2(-tangent, -of) } else { libm::atan2(tangent, of) }
        };
        [angle(c, sum), angle(sum, a)] // (I.14)
    }
}
