//! Laws that reach the whole region and nothing else \[Chatterjee1998, sec. 4.1\].
//!
//! ```text
//! polar:      p = p₀ + ρ λ d(ψ₁, ψ₂) ,   λ the way from p₀ to the boundary along d                      (I.23)
//! projected:  p, or the boundary point on the way from p to p₀                                          (I.24)
//! ratios:     p = pₙ (−μ₁, −μ₂, 1) ,   vₙ⁺ = −e vₙ   ⇒   pₙ = −(1 + e) vₙ/(n·W(−μ₁, −μ₂, 1))            (I.25)
//! ```
//!
//! p₀ is the region's [centre](PermissibleRegion::centre), in the paper its centroid. The angles and Brach's ratios are in axes that
//! the impact has of itself: the first tangent is the direction of sliding, as t1 of an impact [of
//! bodies](crate::laws::LoneImpact::between_bodies), the second is n × that; t1 and t2 if nothing slides. A positive μ₁ opposes
//! the sliding, as in (B.3). The ratios may lie anywhere; impulses outside the region are refused with the condition that they break.
//!
//! A polar direction in which the region has no end has no fractions of the way, and is refused. Without friction the region is a
//! segment, of which every direction but two sees nothing; there ρ cos ψ₁ is the part of half its length. A projected impulse is given
//! in N s: this law alone is not homogeneous in the velocity.
//!
//! Every promise holds because the region is made of them. With μ = ∞ it is bounded by (I.3) in place of the cone; grazing bodies and
//! a W without inverse are [as the region has them](super).

use std::f64::consts::PI;

use nalgebra::{Matrix3, Vector2, Vector3};

use super::{Exit, PermissibleRegion};
use crate::laws::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises};

/// The paper's three ways to name every permissible impulse and no other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameterisation {
    /// Angles as seen from the region's centre, and the part of the way to its boundary.
    Polar {
        /// Where to.
        direction: PolarDirection,
        /// ρ, from 0 to 1.
        fraction: f64,
    },
    /// An impulse that is brought to the boundary if it lies outside.
    Projected {
        /// In the frame (t1, t2, n), in N s.
        impulse: Vector3<f64>,
    },
    /// Brach's ratios; refused outside the region.
    Ratios {
        /// Kinematic restitution e, which may exceed 1.
        restitution: f64,
        /// μ₁ and μ₂: tangential over normal impulse against the sliding, and against n × that.
        ratios: Vector2<f64>,
    },
}

/// A direction from the centre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PolarDirection {
    /// In space, from the centroid of the volume.
    Space {
        /// ψ₁ from the normal, 0 to π, in radians.
        from_normal: f64,
        /// ψ₂ from the sliding about the normal, in radians.
        azimuth: f64,
    },
    /// In the plane of t1 and n, from the centroid of the area; for planar impacts.
    Plane {
        /// From the normal towards t1, −π to π, in radians.
        angle: f64,
    },
}

impl Parameterisation {
    /// The polar parameters of a permissible impulse in N s.
    ///
    /// # Errors
    /// Impulses outside the region, and endless directions.
    pub fn polar_of(region: &PermissibleRegion, impulse: &Vector3<f64>) -> Result<Self, LawError> {
        permissible(region, impulse)?;
        let (centre, axes) = (region.centre(), sliding_axes(region.impact()));
        let d = axes.transpose() * (impulse - centre);
        let direction = PolarDirection::Space {
            from_normal: libm::atan2(d.xy().norm(), d.z),
            azimuth: libm::atan2(d.y, d.x),
        };
        Ok(Self::Polar { direction, fraction: fraction(region, &centre, impulse)? })
    }

    /// The polar parameters of a permissible impulse in the plane of t1 and n, in N s.
    ///
    /// # Errors
    /// Impulses outside the region, impacts that are not planar, and endless directions.
    pub fn polar_in_plane_of(region: &PermissibleRegion, impulse: &Vector3<f64>) -> Result<Self, LawError> {
        permissible(region, impulse)?;
        let centre = region.centre_in_plane()?;
        let d = impulse - centre;
        let direction = PolarDirection::Plane { angle: libm::atan2(d.x, d.z) };
        Ok(Self::Polar { direction, fraction: fraction(region, &centre, impulse)? })
    }

    /// The restitution and ratios of a permissible impulse in N s.
    ///
    /// # Errors
    /// Impulses outside the region, those without a normal part, and bodies that do not approach.
    pub fn ratios_of(region: &PermissibleRegion, impulse: &Vector3<f64>) -> Result<Self, LawError> {
        permissible(region, impulse)?;
        let impact = region.impact();
        if impact.velocity().z >= 0.0 {
            return Err(LawError::OutsideDomain {
                reason: "no restitution tells how fast grazing bodies part",
            });
        }
        if impulse.z <= 0.0 {
            return Err(LawError::OutsideDomain { reason: "an impulse without normal part has no ratios" });
        }
        let along = sliding_axes(impact).transpose() * impulse;
        let restitution = impact.velocity_after(impulse).z / -impact.velocity().z;
        Ok(Self::Ratios { restitution, ratios: -along.xy() / along.z })
    }
}

impl ImpactLaw for Parameterisation {
    fn declaration(&self) -> Declaration {
        let (parameters, domain): (&[Parameter], _) = match self {
            Self::Polar { direction: PolarDirection::Space { .. }, .. } => {
                (&[Parameter::Friction, Parameter::Own("psi_1, psi_2, rho")], Domain::Any)
            }
            Self::Polar { direction: PolarDirection::Plane { .. }, .. } => {
                (&[Parameter::Friction, Parameter::Own("psi, rho")], Domain::Planar)
            }
            Self::Projected { .. } => (&[Parameter::Friction, Parameter::Own("impulse")], Domain::Any),
            Self::Ratios { .. } => (&[Parameter::Friction, Parameter::Own("e, mu_1, mu_2")], Domain::Any),
        };
        Declaration {
            name: "permissible-region",
            title: "a point of the permissible region",
            citation: "Chatterjee1998",
            parameters,
            domain,
            promises: Promises::ALL,
        }
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let region = PermissibleRegion::of(impact);
        match self {
            Self::Polar { direction, fraction } => polar(&region, *direction, *fraction),
            Self::Projected { impulse } => {
                if impulse.iter().any(|x| !x.is_finite()) {
                    return Err(LawError::NotFinite { what: "the impulse" });
                }
                Ok(region.project(impulse, &region.centre())) // (I.24)
            }
            Self::Ratios { restitution, ratios } => with_ratios(&region, *restitution, *ratios),
        }
    }
}

impl Parameterisation {
    /// Refuses parameters that no impact allows.
    ///
    /// # Errors
    /// Angles and fractions outside their range.
    pub fn check(&self) -> Result<(), LawError> {
        match *self {
            Self::Polar { direction, fraction } => check_polar(direction, fraction),
            _ => Ok(()),
        }
    }
}

fn check_polar(to: PolarDirection, fraction: f64) -> Result<(), LawError> {
    if !(0.0..=1.0).contains(&fraction) {
        return Err(LawError::Parameter { what: "rho", value: fraction, allowed: "from 0 to 1" });
    }
    match to {
        PolarDirection::Space { from_normal, azimuth } => {
            within("psi_1", from_normal, 0.0, "from 0 to pi")?;
            within("psi_2", azimuth, -f64::INFINITY, "a finite angle")
        }
        PolarDirection::Plane { angle } => within("psi", angle, -PI, "from -pi to pi"),
    }
}

/// (I.23).
fn polar(region: &PermissibleRegion, to: PolarDirection, fraction: f64) -> Result<Vector3<f64>, LawError> {
    check_polar(to, fraction)?;
    let (centre, direction) = match to {
        PolarDirection::Space { from_normal, azimuth } => {
            let (sine, cosine) = libm::sincos(from_normal);
            let along = Vector3::new(sine * libm::cos(azimuth), sine * libm::sin(azimuth), cosine);
            (region.centre(), sliding_axes(region.impact()) * along)
        }
        PolarDirection::Plane { angle } => {
            (region.centre_in_plane()?, Vector3::new(libm::sin(angle), 0.0, libm::cos(angle)))
        }
    };
    if region.impact().friction() == 0.0 {
        // Half of the segment is a third of 3/2 p_I.
        return Ok(centre * (1.0 + fraction * direction.z / 3.0));
    }
    match region.exit(&centre, &direction) {
        Exit::At { distance, .. } => Ok(centre + direction * (fraction * distance)), // (I.23)
        Exit::Never if fraction == 0.0 => Ok(centre),
        Exit::Never => Err(ENDLESS),
    }
}

/// There is no fraction of a way without end.
const ENDLESS: LawError = LawError::NoSolution {
    reason: "the permissible region has no end in this direction, and no fraction of the way",
};

fn within(what: &'static str, value: f64, least: f64, allowed: &'static str) -> Result<(), LawError> {
    let most = if least.is_finite() { PI } else { f64::MAX };
    if value >= least && value <= most && value.is_finite() {
        Ok(())
    } else {
        Err(LawError::Parameter { what, value, allowed })
    }
}

/// (I.25), in the limit of ever slower approach for bodies that graze each other.
fn with_ratios(
    region: &PermissibleRegion,
    restitution: f64,
    ratios: Vector2<f64>,
) -> Result<Vector3<f64>, LawError> {
    for (what, value) in [("e", restitution), ("mu_1", ratios.x), ("mu_2", ratios.y)] {
        if !value.is_finite() {
            return Err(LawError::Parameter { what, value, allowed: "a finite number" });
        }
    }
    let impact = region.impact();
    let along = sliding_axes(impact) * (-ratios).push(1.0);
    let response = impact.inverse_mass().column(2).dot(&along);
    if response <= 0.0 {
        return Err(LawError::NoSolution {
            reason: "impulses with these ratios do not drive the bodies apart",
        });
    }
    let impulse = along * (-(1.0 + restitution) * impact.velocity().z / response); // (I.25)
    permissible(region, &impulse)?;
    Ok(impulse)
}

/// Refuses impulses outside the region, with what they break most.
fn permissible(region: &PermissibleRegion, impulse: &Vector3<f64>) -> Result<(), LawError> {
    let worst = region.membership(impulse).broken().max_by(|a, b| a.relative.total_cmp(&b.relative));
    worst.map_or(Ok(()), |breach| {
        Err(LawError::NotPermissible {
            breaks: breach.condition.name(),
            by: breach.by,
            unit: breach.condition.unit(),
        })
    })
}

/// The part of the way from the centre to the boundary.
fn fraction(
    region: &PermissibleRegion,
    centre: &Vector3<f64>,
    impulse: &Vector3<f64>,
) -> Result<f64, LawError> {
    let way = impulse - centre;
    if way.amax() == 0.0 {
        return Ok(0.0);
    }
    if region.impact().friction() == 0.0 {
        return Ok((3.0 * way.z.abs() / centre.z).min(1.0));
    }
    match region.exit(centre, &way) {
        Exit::At { distance, .. } => Ok((1.0 / distance).min(1.0)),
        Exit::Never => Err(ENDLESS),
    }
}

/// The direction of sliding, n × that, and the normal, as columns; the frame itself if nothing slides.
fn sliding_axes(impact: &LoneImpact) -> Matrix3<f64> {
    let velocity = impact.velocity().xy();
    let scale = velocity.amax();
    if scale == 0.0 {
        return Matrix3::identity();
    }
    let along = (velocity / scale).normalize();
    Matrix3::new(along.x, -along.y, 0.0, along.y, along.x, 0.0, 0.0, 0.0, 1.0)
}
