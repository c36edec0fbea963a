//! The bilinear law for spheres and disks.
//!
//! For bodies whose W is diagonal in the frame of the normal and the sliding, normal and tangent do not know of each other
//! \[Chatterjee1998, eq. (9)\]. With u = v_t/|v_t| and a = u·A u:
//!
//! ```text
//! pₙ  = (1 + e) |vₙ|/Wₙₙ ,     p_t = −u min(μ pₙ, (1 + e_t) |v_t|/a)                                (L.2)
//! ```
//!
//! The first candidate is sliding throughout, the second reverses the sliding by the coefficient e_t of tangential
//! restitution. The paper writes M₂₂ and M₁₁ for 1/a and 1/Wₙₙ.
//!
//! W is diagonal in that frame if nothing couples tangent and normal and the sliding is along an eigenvector of A; in any
//! direction if A is the same in all. Without sliding, the first will do. All of it is meant to rounding: the frame of
//! bodies in a general position is not exact.
//!
//! No energy is created: the normal takes ½ (1 − e²) vₙ²/Wₙₙ, and a p_t between zero and 2 |v_t|/a against the slip takes some,
//! for e_t ≤ 1. The bodies part with −e vₙ, and the first candidate is the cone.
//!
//! Grazing bodies have pₙ = 0, and no friction either unless it is infinite. With μ = ∞ only the second candidate is left. If
//! nothing can change the sliding at all, a = 0, that takes an unbounded impulse: the body is driven, and slides if it may.

use nalgebra::{Vector2, Vector3};

use super::newton::frictionless;
use super::scaled::Scaled;
use super::tangent::{perpendicular, polar};
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// An entry of W below this part of its largest one is rounding: a hundred times that of the entries themselves, which come
/// from sums over turned bodies.
pub(super) const ROUNDING_OF_ENTRIES: f64 = 1e-13;

/// The bilinear law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bilinear;

impl ImpactLaw for Bilinear {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "bilinear",
            title: "the bilinear law of spheres",
            citation: "Chatterjee1998",
            parameters: &[Parameter::Friction, Parameter::Restitution, Parameter::TangentialRestitution],
            domain: Domain::Central,
            promises: Promises::ALL,
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.impulse(impact)?;
        Ok(self.slopes_of(impact))
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let scaled = Scaled::of(impact);
        let (speed, direction) = polar(scaled.velocity.xy()).unwrap_or((0.0, Vector2::zeros()));
        must_be_central(&scaled, &direction)?;
        let normal = frictionless(&scaled, impact.restitution()); // (L.2)
        let reversal = (1.0 + impact.tangential_restitution()) * speed;
        let tangential = if reversal == 0.0 {
            Vector2::zeros()
        } else {
            let response = direction.dot(&(scaled.blocks.tangential * direction));
            -direction * shorter(sliding_throughout(impact, normal), reversal / response.max(0.0))?
        };
        scaled.restore(tangential.push(normal))
    }
}

/// μ pₙ of (L.2).
fn sliding_throughout(impact: &LoneImpact, normal: f64) -> f64 {
    if impact.friction() == f64::INFINITY { f64::INFINITY } else { impact.friction() * normal }
}

/// |p_t| of (L.2), if one of its candidates is bounded.
fn shorter(sliding: f64, reversing: f64) -> Result<f64, LawError> {
    let magnitude = sliding.min(reversing); // (L.2)
    if magnitude.is_finite() {
        Ok(magnitude)
    } else {
        Err(LawError::NoSolution { reason: "nothing may slip, and no impulse changes the sliding" })
    }
}

/// Refuses a W that is not diagonal in the frame of normal and sliding; a `direction` of zero is no sliding.
fn must_be_central(scaled: &Scaled, direction: &Vector2<f64>) -> Result<(), LawError> {
    let largest = scaled.blocks.tangential.amax().max(scaled.blocks.normal);
    let turn = perpendicular(direction).dot(&(scaled.blocks.tangential * direction));
    if scaled.blocks.coupling.amax().max(turn.abs()) > ROUNDING_OF_ENTRIES * largest {
        return Err(LawError::OutsideDomain {
            reason: "its matrix is not diagonal in the frame of the normal and the sliding",
        });
    }
    Ok(())
}
