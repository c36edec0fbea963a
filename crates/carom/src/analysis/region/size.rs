//! How large the region is, and its centroid.
//!
//! In spherical coordinates about the origin, with the stretches of [`slice`](super::slice),
//!
//! ```text
//! volume = ∫∫ (r₂³ − r₁³)/3 sin θ dθ dα ,   moment = ∫∫ u (r₂⁴ − r₁⁴)/4 sin θ dθ dα                     (I.15)
//! area   = ∫ (r₂² − r₁²)/2 dθ ,             moment = ∫ u (r₂³ − r₁³)/3 dθ                               (I.16)
//! ```
//!
//! Along θ the integrands are smooth between the directions where r₁ = r₂ and where a condition begins to matter, which are known
//! in closed form. Over the azimuth α the slices are smooth but for kinks, where one of these directions lies on the cone: the
//! zeros of trigonometric polynomials. What is left is the rounding of u·Wu: the integrals are good to 1e-13 or to the condition of W
//! times the rounding of one number, whichever is more.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use nalgebra::{Matrix2, Vector2, Vector3};

use super::landmarks::NullSpace;
use super::quadrature::{Accuracy, integrals};
use super::slice::{HalfPlane, Stretch};
use super::{PermissibleRegion, Space};
use crate::laws::LawError;
use crate::laws::harmonic::Harmonic;
use crate::laws::units::power_of_two;

/// Along θ: the rule of fifteen nodes has only rounding left where it differs by this from that of seven. Smooth slices need one to
/// ten intervals between their breakpoints; those that nearly have no end forty.
const ALONG_A_SLICE: Accuracy = Accuracy { tolerance: 1e-13, most_intervals: 60 };

/// Over the azimuth, where the slices come with their own rounding.
const OVER_AZIMUTHS: Accuracy = Accuracy { tolerance: 1e-12, most_intervals: 200 };

/// How large a region is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// It has an interior, and an end in every direction.
    Bounded {
        /// Volume in (N s)³, or area in (N s)².
        measure: f64,
        /// In N s.
        centroid: Vector3<f64>,
    },
    /// There is no friction: a part of the normal axis.
    Segment {
        /// In N s.
        length: f64,
        /// In N s.
        midpoint: Vector3<f64>,
    },
    /// It has no end in some direction: M is unbounded.
    Unbounded,
    /// There is friction, but no interior: bodies that do not move, or part so fast that no impulse could take energy.
    Flat,
}

/// Measure and moments about t1, t2 and n, in units of a length.
type Moments = [f64; 4];

impl PermissibleRegion {
    /// Its volume.
    #[must_use]
    pub fn volume(&self) -> Extent {
        if self.space.cone.sine == 0.0 {
            return self.segment();
        }
        if self.endless_direction().is_some() {
            return Extent::Unbounded;
        }
        self.extent(3, |unit| self.space.moments_of_volume(&self.azimuths(), unit, self.noise()))
    }

    /// The area of its section with the plane of t1 and n, of which planar impacts need no more.
    ///
    /// # Errors
    /// Impacts that are not planar.
    pub fn area(&self) -> Result<Extent, LawError> {
        if !self.impact.is_planar() {
            return Err(LawError::OutsideDomain {
                reason: "it does not stay in the plane of t1 and the normal",
            });
        }
        if self.space.cone.sine == 0.0 {
            return Ok(self.segment());
        }
        if self.endless_direction_in_plane().is_some() {
            return Ok(Extent::Unbounded);
        }
        Ok(self.extent(2, |unit| self.space.moments_of_area(unit, self.noise())))
    }

    /// A point inside that depends on nothing but the region, in N s: the centroid; the midpoint of a segment. An unbounded region
    /// has no centroid; there it is 3/2 p_I or, if the bodies graze each other, halfway to the energy surface along a direction that
    /// brakes the sliding and is tilted half as far from the normal as the cone and separation allow. For a region without interior it
    /// is 3/2 p_I, or the origin if the bodies part.
    #[must_use]
    pub fn centre(&self) -> Vector3<f64> {
        self.centre_of(self.volume())
    }

    /// The centre of the section with the plane of t1 and n.
    ///
    /// # Errors
    /// Impacts that are not planar.
    pub fn centre_in_plane(&self) -> Result<Vector3<f64>, LawError> {
        Ok(self.centre_of(self.area()?))
    }

    fn centre_of(&self, extent: Extent) -> Vector3<f64> {
        match extent {
            Extent::Bounded { centroid, .. } => centroid,
            Extent::Segment { midpoint, .. } => midpoint,
            Extent::Unbounded if self.space.velocity.z == 0.0 => self.units.impulse(&self.space.braking()),
            Extent::Unbounded | Extent::Flat => self.middle_of_axis(),
        }
    }

    /// Between p_I and 2p_I, or the origin if the bodies part.
    pub(super) fn middle_of_axis(&self) -> Vector3<f64> {
        let plastic = self.impact.plastic_impulse();
        if plastic.z > 0.0 { plastic * 1.5 } else { Vector3::zeros() }
    }

    /// From p_I to 2p_I, or nothing but the origin if the bodies part.
    fn segment(&self) -> Extent {
        let length = self.impact.plastic_impulse().z.max(0.0);
        Extent::Segment { length, midpoint: self.middle_of_axis() }
    }

    /// From the measure and moments in units of a length.
    fn extent(&self, dimensions: i32, moments: impl Fn(f64) -> Moments) -> Extent {
        let scale = self.space.longest();
        if scale == 0.0 {
            return Extent::Flat;
        }
        let unit = power_of_two(scale);
        let [measure, moments @ ..] = moments(unit);
        if measure <= 0.0 {
            return Extent::Flat;
        }
        if !moments.iter().all(|moment| (moment / measure).is_finite()) {
            return Extent::Unbounded; // a driven body, and longer than numbers go
        }
        let length = self.units.length(unit);
        Extent::Bounded {
            measure: measure * length.powi(dimensions),
            centroid: Vector3::from(moments) / measure * length,
        }
    }

    /// The rounding of u·Wu where it is least, over itself: no integral of it can be better than that.
    fn noise(&self) -> f64 {
        let eigenvalues = NullSpace::of(&self.impact).eigenvalues;
        let least = eigenvalues.iter().copied().filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
        f64::EPSILON * eigenvalues.max() / least
    }

    /// Azimuths where a slice may change its kind, and once around from where the contact slides.
    fn azimuths(&self) -> Vec<f64> {
        let azimuth = |tangent: Vector2<f64>| libm::atan2(tangent.y, tangent.x);
        let sliding = azimuth(self.space.velocity.xy());
        let mut marks = self.space.kinks();
        let directions = NullSpace::of(&self.impact).directions;
        marks.extend(
            directions
                .column_iter()
                .flat_map(|direction| [1.0, -1.0].map(|side| azimuth(direction.xy() * side))),
        );
        let mut azimuths: Vec<f64> = marks.iter().map(|mark| (mark - sliding).rem_euclid(TAU)).collect();
        azimuths.extend((0..=4).map(|quarter| FRAC_PI_2 * f64::from(quarter)));
        azimuths.sort_by(f64::total_cmp);
        azimuths.dedup();
        azimuths.into_iter().map(|angle| sliding + angle).collect()
    }
}

impl Space {
    /// How long the region's impulses are, about: p_I, p_II, and the braking ones that a driven body allows.
    fn longest(&self) -> f64 {
        let braking = (-self.velocity.xy()).try_normalize(0.0).map(|back| HalfPlane::of(self, back));
        let far = braking.map_or(0.0, |slice| slice.far(self.cone.half_angle / 2.0));
        self.impulse_scale().max(if far < f64::INFINITY { far } else { 0.0 })
    }

    /// A point inside the region of bodies that graze each other: vₙ = 0. The origin if they do not slide.
    fn braking(&self) -> Vector3<f64> {
        let Some(back) = (-self.velocity.xy()).try_normalize(0.0) else { return Vector3::zeros() };
        let slice = HalfPlane::of(self, back);
        // The tangent of the tilt up to which n·Wu > 0.
        let separation = if slice.across < 0.0 { slice.normal / -slice.across } else { f64::INFINITY };
        let tilt = separation.min(self.cone.friction);
        let angle = if tilt < f64::INFINITY { libm::atan(tilt / 2.0) } else { FRAC_PI_4 };
        let far = slice.far(angle);
        slice.impulse(angle, if far < f64::INFINITY { far / 2.0 } else { self.impulse_scale() })
    }

    /// The azimuths at which r₁ = r₂, v₀·u = 0 or n·Wu = 0 on the cone: times 2 cos²θ (I.14), and two lines.
    pub(super) fn kinks(&self) -> Vec<f64> {
        let (sine, cosine) = (self.cone.sine, self.cone.cosine);
        let (velocity, coupling) = (self.velocity.xy(), self.normal_response().xy());
        let (normal, response) = (self.velocity.z, self.inverse_mass.m33);
        let block = self.inverse_mass.fixed_view::<2, 2>(0, 0);
        let product = velocity * coupling.transpose();
        let crossing = Harmonic {
            quadratic: (product + product.transpose() - block * normal) * (sine * sine), // (I.14)
            linear: velocity * (2.0 * sine * cosine * response),
            constant: cosine * cosine * normal * response,
        };
        let line = |along: Vector2<f64>, normal: f64| Harmonic {
            quadratic: Matrix2::zeros(),
            linear: along * sine,
            constant: normal * cosine,
        };
        [crossing, line(velocity, normal), line(coupling, response)]
            .iter()
            .flat_map(|polynomial| polynomial.angles().to_vec())
            .collect()
    }

    /// (I.15).
    fn moments_of_volume(&self, azimuths: &[f64], unit: f64, noise: f64) -> Moments {
        integrals(azimuths, OVER_AZIMUTHS.above(noise), |azimuth| {
            let tangent = Vector2::new(libm::cos(azimuth), libm::sin(azimuth));
            let [volume, along, normal] = HalfPlane::of(self, tangent).integrals(noise, |angle, stretch| {
                let (sine, cosine) = libm::sincos(angle);
                let moment = stretch.power(4, unit) * sine;
                [stretch.power(3, unit) * sine, moment * sine, moment * cosine] // (I.15)
            });
            [volume, along * tangent.x, along * tangent.y, normal]
        })
    }

    /// (I.16).
    fn moments_of_area(&self, unit: f64, noise: f64) -> Moments {
        let [left, right] = [-1.0, 1.0].map(|side| {
            let [area, along, normal] =
                HalfPlane::of(self, Vector2::new(side, 0.0)).integrals(noise, |angle, stretch| {
                    let (sine, cosine) = libm::sincos(angle);
                    let moment = stretch.power(3, unit);
                    [stretch.power(2, unit), moment * sine, moment * cosine] // (I.16)
                });
            [area, along * side, 0.0, normal]
        });
        std::array::from_fn(|i| left[i] + right[i])
    }
}

impl HalfPlane {
    fn integrals(&self, noise: f64, functions: impl Fn(f64, Stretch) -> [f64; 3]) -> [f64; 3] {
        let mut total = [0.0; 3];
        for ends in self.breakpoints().windows(2) {
            if self.stretch(f64::midpoint(ends[0], ends[1])).is_empty() {
                continue;
            }
            let part =
                integrals(ends, ALONG_A_SLICE.above(noise), |angle| functions(angle, self.stretch(angle)));
            total = std::array::from_fn(|i| total[i] + part[i]);
        }
        total
    }
}

impl Stretch {
    fn is_empty(&self) -> bool {
        self.to <= self.from
    }

    /// (r₂ᵏ − r₁ᵏ)/k, in units of a length; nothing of an empty one.
    fn power(&self, exponent: i32, unit: f64) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let (from, to) = (self.from / unit, self.to / unit);
        let sum: f64 = (0..exponent).map(|i| from.powi(i) * to.powi(exponent - 1 - i)).sum();
        (to - from) * sum / f64::from(exponent)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, vector};

    use super::*;
    use crate::Friction;
    use crate::laws::{Coefficients, LoneImpact};

    /// What the two rules may differ by is far more than their error.
    const AGREEMENT: f64 = 1e-13;

    /// Other intervals have other nodes and cut kinks elsewhere: what is left is the error of the integrals.
    #[test]
    fn where_the_azimuths_are_cut_does_not_matter() {
        let w = Matrix3::new(0.9, 0.2, -0.5, 0.2, 0.6, 0.1, -0.5, 0.1, 0.7);
        for (friction, velocity) in [
            (0.4, vector![1.0, 0.5, -1.0]),
            (1.2, vector![1.0, 0.5, -0.1]),
            (3.0, vector![-2.0, 1.5, -0.3]),
            (f64::INFINITY, vector![-2.0, 1.5, -0.3]),
            (0.8, vector![-2.0, 1.5, 0.0]),
        ] {
            let friction = Friction::new(friction).unwrap();
            let coefficients = Coefficients { friction, ..Coefficients::default() };
            let region = PermissibleRegion::of(&LoneImpact::new(w, velocity, coefficients).unwrap());
            let mut elsewhere = region.space.kinks();
            let inside = |kink: f64| 0.1 + (kink - 0.1).rem_euclid(TAU);
            elsewhere = elsewhere.into_iter().map(inside).chain([0.1, 2.0, 2.9, 0.1 + TAU]).collect();
            elsewhere.sort_by(f64::total_cmp);
            let moments = |azimuths: &[f64]| region.space.moments_of_volume(azimuths, 1.0, region.noise());
            let (here, there) = (moments(&region.azimuths()), moments(&elsewhere));
            assert!((here[0] / there[0] - 1.0).abs() < AGREEMENT, "{friction:?} {here:?} {there:?}");
            let size = Vector3::new(here[1], here[2], here[3]).amax();
            for i in 1..4 {
                assert!((here[i] - there[i]).abs() < AGREEMENT * size, "{friction:?} {here:?} {there:?}");
            }
        }
    }
}
