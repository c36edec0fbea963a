//! The furthest points of the region.
//!
//! Where the friction cone does not matter they are in closed form. The fastest rebound that the energy allows is
//!
//! ```text
//! p = p_II + n √(2E_c/Wₙₙ) ,   vₙ = √(2 E_c Wₙₙ)                                                        (I.19)
//! ```
//!
//! which for a planar central impact, W = diag(a, ·, c), gives the largest kinematic restitution, with κ = |v_t/vₙ|,
//!
//! ```text
//! e = √(1 + κ² c/a)                    if   κ c/a ≤ μ (1 + √(1 + κ² c/a))                               (I.20)
//! e = 2 (1 + μκ)/(1 + μ² a/c) − 1      otherwise, on the cone                                           (I.21)
//! ```
//!
//! Both grow without bound with κ: bodies that graze each other can rebound much faster than they met \[Chatterjee1998, sec. 3.5\].
//!
//! In general the furthest point of a slice lies higher or lower as the slice turns about the normal. The points of a convex region
//! beyond a given height that do not touch the axis fill an arc of azimuths of less than π, so there is one summit, and the slope
//!
//! ```text
//! dH/dα = ρ e⊥·(g − λ_E v + λ_P W n)                                                                    (I.22)
//! ```
//!
//! changes its sign there. ρ is the point's distance from the axis; the multipliers λ are those with which the energy surface and
//! the plane of maximum compression hold it within its slice. Halving finds that sign change to rounding, be it smooth or a
//! corner of the region.

use std::f64::consts::{PI, TAU};

use nalgebra::{Matrix2, Vector2, Vector3};

use super::corner::{Corner, HeldBy};
use super::slice::HalfPlane;
use super::{PermissibleRegion, Space};
use crate::laws::harmonic::Harmonic;
use crate::laws::lone_impact::ROUNDING_OF_EIGENVALUES;
use crate::laws::units::power_of_two;

/// The point of a region that lies furthest along a direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Support {
    /// There is one, in N s; it is one of several where the boundary is flat.
    At(Vector3<f64>),
    /// The region has no end in that direction.
    Endless {
        /// A direction of unit length that leads there.
        along: Vector3<f64>,
    },
}

/// The fastest rebound that the conditions allow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaximumRestitution {
    /// Largest kinematic restitution −vₙ⁺/vₙ⁻; at least 1.
    pub restitution: f64,
    /// An impulse that has it, in N s.
    pub impulse: Vector3<f64>,
}

impl PermissibleRegion {
    /// The permissible impulse p with the largest g·p. If the region has no end along a line of the cone itself, g·p may only tend to its
    /// largest value out there; then p is as far out as rounding can tell.
    #[must_use]
    pub fn support(&self, direction: &Vector3<f64>) -> Support {
        let Some(along) = (direction / power_of_two(direction.amax())).try_normalize(0.0) else {
            return Support::At(self.middle_of_axis());
        };
        if self.space.cone.sine == 0.0 {
            let times = if along.z > 0.0 { 2.0 } else { 1.0 };
            return Support::At(
                self.impact.plastic_impulse() * if self.space.velocity.z < 0.0 { times } else { 0.0 },
            );
        }
        let endless = self.endless_directions(&along);
        // Where v₀ drives the bodies ever on, the region widens like a parabola, and so has no end across either.
        let widens = |d: &Vector3<f64>| {
            self.space.velocity.dot(d) < -ROUNDING_OF_EIGENVALUES * self.space.velocity.norm()
                && d.dot(&along) >= -ROUNDING_OF_EIGENVALUES
        };
        if let Some(along) = endless.iter().find(|d| d.dot(&along) > ROUNDING_OF_EIGENVALUES || widens(d)) {
            return Support::Endless { along: *along };
        }
        if let Some(p) = self.support_of_energy(&along, &endless) {
            return Support::At(p);
        }
        Support::At(self.units.impulse(&self.space.summit(&along)))
    }

    /// The fastest rebound that any permissible impulse causes; none if the bodies do not approach, or if one that is driven without end
    /// could make it as fast as one likes.
    #[must_use]
    pub fn maximum_restitution(&self) -> Option<MaximumRestitution> {
        let approach = -self.space.velocity.z;
        if approach <= 0.0 {
            return None;
        }
        match self.support(&self.space.normal_response()) {
            Support::At(impulse) => {
                let rebound = self.space.velocity_after(&self.units.scaled(&impulse)).z;
                Some(MaximumRestitution { restitution: rebound / approach, impulse })
            }
            Support::Endless { .. } => None,
        }
    }

    /// The furthest point of the energy surface, if it keeps the other conditions, perhaps further along an endless direction.
    fn support_of_energy(&self, along: &Vector3<f64>, endless: &[Vector3<f64>]) -> Option<Vector3<f64>> {
        let response = self.impact.with_velocity(-along).sticking_impulse() * self.units.inverse_mass; // M g
        let square = along.dot(&response);
        let kept = self.space.inverse_mass * response - along;
        let contact_energy = -self.space.velocity.dot(&self.space.sticking) / 2.0;
        let driven = self.space.velocity_after(&self.space.sticking);
        if kept.norm() > ROUNDING_OF_EIGENVALUES
            || driven.norm() > ROUNDING_OF_EIGENVALUES * self.space.velocity.norm()
            || square <= 0.0
        {
            return None;
        }
        let p = self.space.sticking + response * (2.0 * contact_energy / square).sqrt(); // (I.19)
        let steepest =
            endless.iter().map(|d| (d, self.space.cone.margin(d))).max_by(|a, b| a.1.total_cmp(&b.1));
        let further = steepest
            .filter(|(_, margin)| *margin > ROUNDING_OF_EIGENVALUES)
            .map(|(direction, margin)| p + direction * (p.norm() / margin));
        let inside = |p: &Vector3<f64>| self.membership(p).is_inside();
        [Some(p), further].into_iter().flatten().map(|p| self.units.impulse(&p)).find(inside)
    }
}

impl Space {
    /// The furthest point along g, for a region with an interior that ends in that direction.
    fn summit(&self, along: &Vector3<f64>) -> Vector3<f64> {
        let azimuth = |tangent: Vector2<f64>| libm::atan2(tangent.y, tangent.x);
        let height = |azimuth: f64| self.furthest(azimuth, along).1.dot(along);
        let first = if self.velocity.z < 0.0 {
            azimuth(self.rise(along))
        } else {
            let slices = self.slices_above_the_origin(along).into_iter();
            slices.max_by(|a, b| height(*a).total_cmp(&height(*b))).unwrap_or(0.0)
        };
        let side = if self.slope(first, along) < 0.0 { -1.0 } else { 1.0 };
        // Beyond the summit it may be flat, where only rounding has a slope; before it, nothing is lower than the first slice.
        let least = height(first);
        let (mut from, mut to) = (0.0, PI);
        while to > from + f64::EPSILON {
            let middle = f64::midpoint(from, to);
            let here = first + side * middle;
            if self.slope(here, along) * side > 0.0 && height(here) >= least {
                from = middle;
            } else {
                to = middle;
            }
        }
        self.furthest(first + side * from, along).1
    }

    /// Azimuths of which one has a slice that rises above the origin along g, if any has and the bodies do not approach. Seen from the
    /// origin, such impulses fill a convex patch that the cone and the planes across g, v₀ and W n bound. So they are between two of
    /// its corners.
    fn slices_above_the_origin(&self, along: &Vector3<f64>) -> Vec<f64> {
        let response = self.normal_response();
        let on_cone = Harmonic {
            quadratic: Matrix2::zeros(),
            linear: along.xy() * self.cone.sine,
            constant: along.z * self.cone.cosine,
        };
        let mut corners = self.kinks();
        corners.extend(on_cone.angles().iter());
        for line in [along.cross(&self.velocity), along.cross(&response), self.velocity.cross(&response)] {
            corners.extend([libm::atan2(line.y, line.x), libm::atan2(-line.y, -line.x)]);
        }
        let mut corners: Vec<f64> = corners.into_iter().map(|corner| corner.rem_euclid(TAU)).collect();
        corners.sort_by(f64::total_cmp);
        corners.extend(corners.first().map(|first| first + TAU));
        corners.windows(2).map(|ends| f64::midpoint(ends[0], ends[1])).collect()
    }

    /// The tangent along which g·p first rises from the better of p_I and 2p_I: what their own condition does not hold.
    fn rise(&self, along: &Vector3<f64>) -> Vector2<f64> {
        if along.z > 0.0 {
            let velocity = self.velocity_after(&(2.0 * self.plastic));
            along.xy() - velocity.xy() * (along.z / velocity.z)
        } else {
            let response = self.normal_response();
            along.xy() - response.xy() * (along.z / response.z)
        }
    }

    fn furthest(&self, azimuth: f64, along: &Vector3<f64>) -> (Corner, Vector3<f64>) {
        let tangent = Vector2::new(libm::cos(azimuth), libm::sin(azimuth));
        let slice = HalfPlane::of(self, tangent);
        let corner = slice.furthest(Vector2::new(along.xy().dot(&tangent), along.z));
        (corner, slice.impulse(corner.angle, corner.distance))
    }

    /// dH/dα of (I.22), up to its size; zero on the axis.
    fn slope(&self, azimuth: f64, along: &Vector3<f64>) -> f64 {
        let (corner, p) = self.furthest(azimuth, along);
        let (sine, cosine) = libm::sincos(azimuth);
        let (tangent, across) = (Vector3::new(cosine, sine, 0.0), Vector3::new(-sine, cosine, 0.0));
        let (velocity, response) = (self.velocity_after(&p), self.normal_response());
        let in_slice = |v: &Vector3<f64>| Vector2::new(v.dot(&tangent), v.z);
        let (energy, compression) = match corner.held {
            HeldBy::Axis => return 0.0,
            HeldBy::Energy => (in_slice(along).norm() / in_slice(&velocity).norm(), 0.0),
            HeldBy::EnergyAndCone => (along.dot(&p) / velocity.dot(&p), 0.0),
            HeldBy::CompressionAndCone => (0.0, -along.dot(&p) / response.dot(&p)),
            HeldBy::EnergyAndCompression => {
                let rows = Matrix2::from_columns(&[in_slice(&velocity), -in_slice(&response)]);
                rows.lu().solve(&in_slice(along)).map_or((0.0, 0.0), |x| (x.x, x.y))
            }
        };
        across.dot(&(along - velocity * energy + response * compression)) // (I.22)
    }
}
