//! Impulse space of one contact: which impulses a collision may have at all \[Chatterjee1998, sec. 3\].
//!
//! Every point p of impulse space is a candidate for what a collision at one contact comes to. Four conditions make a closed
//! convex region of those that may be \[Chatterjee1998, sec. 3.2\]:
//!
//! ```text
//! energy:       E(p) = p·v₀ + p·Wp/2 ≤ 0         no kinetic energy is created                        (I.1)
//! penetration:  n·(v₀ + W p) ≥ 0                 the bodies do not approach any more                 (I.2)
//! tension:      n·p ≥ 0                          the contact does not pull                           (I.3)
//! cone:         |p_t| cos φ ≤ pₙ sin φ           the impulse lies in the friction cone, tan φ = μ    (I.4)
//! ```
//!
//! (I.1) is the paper's eq. (6) as a change of energy, which needs no M and so holds where a bearing makes M unbounded.
//! (I.4) is a distance from the cone's surface, which stays finite for μ = ∞; there the cone is the half space of (I.3).
//!
//! - [`Landmarks`] are the points, lines and surfaces that one draws.
//! - [`PermissibleRegion::membership`] tells by how much an impulse keeps or breaks each condition.
//! - [`PermissibleRegion::exit`] and [`project`](PermissibleRegion::project) follow rays to the boundary in closed form.
//! - [`PermissibleRegion::volume`], [`area`](PermissibleRegion::area) and [`centre`](PermissibleRegion::centre) measure it.
//! - [`PermissibleRegion::support`] and [`maximum_restitution`](PermissibleRegion::maximum_restitution) find extremes.
//! - [`Parameterisation`] holds the paper's three laws that reach the whole region \[Chatterjee1998, sec. 4.1\].
//!
//! # What is special
//!
//! Approaching bodies always have a permissible impulse: without friction p_I and 2p_I, and all between. Without friction
//! there are no others, and the region is a segment. With friction 3/2 p_I is inside. In the grazing limit, vₙ = 0, the region
//! reaches down to the origin and still has an interior if anything slides: braking pays for a rebound. It is unbounded if W
//! has an eigenvalue of zero whose eigenvector lies in the cone: the floor and the bearing may squeeze a pendulum's rod as
//! they like.
//!
//! ```
//! use carom::Friction;
//! use carom::analysis::region::{Condition, PermissibleRegion};
//! use carom::laws::{Coefficients, LoneImpact};
//! use nalgebra::{Matrix3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A ball of mass 1 hits a table: 7/2 in the tangent plane, 1 along the normal.
//! let inverse_mass = Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]);
//! let coefficients = Coefficients { friction: Friction::new(0.4)?, ..Coefficients::default() };
//! let impact = LoneImpact::new(inverse_mass, vector![3.0, 0.0, -5.0], coefficients)?;
//! let region = PermissibleRegion::of(&impact);
//! assert!(region.membership(&vector![-0.5, 0.0, 7.0]).is_inside());
//! let too_much = region.membership(&vector![-0.5, 0.0, 11.0]);
//! let broken: Vec<_> = too_much.broken().map(|breach| breach.condition).collect();
//! assert_eq!(broken, [Condition::Energy]);
//! # Ok(())
//! # }
//! ```

mod condition;
mod cone;
mod corner;
mod landmarks;
mod membership;
mod parameterisation;
mod quadrature;
mod ray;
mod recession;
mod size;
mod slice;
mod support;

use nalgebra::{Matrix3, Vector3};

use crate::laws::LoneImpact;
use crate::laws::units::Units;

pub use condition::{Breach, Condition, Margin, Membership};
pub use cone::FrictionCone;
pub use landmarks::{EnergySurface, Landmarks, Plane, Sticking};
pub use parameterisation::{Parameterisation, PolarDirection};
pub use ray::Exit;
pub use size::Extent;
pub use support::{MaximumRestitution, Support};

/// The impulses that a collision at one contact may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PermissibleRegion {
    impact: LoneImpact,
    units: Units,
    space: Space,
}

/// What bounds the region, in units that make W and v₀ of order one.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Space {
    /// W.
    inverse_mass: Matrix3<f64>,
    /// v₀.
    velocity: Vector3<f64>,
    cone: FrictionCone,
    /// p_I.
    plastic: Vector3<f64>,
    /// p_II.
    sticking: Vector3<f64>,
}

impl PermissibleRegion {
    /// The region of an impact; only W, v₀ and μ matter.
    #[must_use]
    pub fn of(impact: &LoneImpact) -> Self {
        let units = Units::of(impact);
        let space = Space {
            inverse_mass: impact.inverse_mass() / units.inverse_mass,
            velocity: impact.velocity() / units.velocity,
            cone: FrictionCone::of(impact.friction()),
            plastic: units.scaled(&impact.plastic_impulse()),
            sticking: units.scaled(&impact.sticking_impulse()),
        };
        Self { impact: *impact, units, space }
    }

    /// The impact whose region it is.
    #[must_use]
    pub fn impact(&self) -> &LoneImpact {
        &self.impact
    }

    /// The points, lines and surfaces of its impulse space.
    #[must_use]
    pub fn landmarks(&self) -> Landmarks {
        Landmarks::of(&self.impact)
    }
}

impl Space {
    /// E(p) of (I.1).
    fn energy(&self, p: &Vector3<f64>) -> f64 {
        p.dot(&(self.velocity + self.inverse_mass * p / 2.0)) // (I.1)
    }

    /// v = v₀ + W p.
    fn velocity_after(&self, p: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.inverse_mass * p
    }

    /// W n.
    fn normal_response(&self) -> Vector3<f64> {
        self.inverse_mass.column(2).into()
    }

    /// An impulse of the size of the impact's own: the larger of p_I and p_II. Zero if nothing moves.
    fn impulse_scale(&self) -> f64 {
        self.plastic.norm().max(self.sticking.norm())
    }
}
