//! Newton's law: no friction, and the normal velocity is reversed in part.
//!
//! ```text
//! p = (1 + e) p_I ,      vₙ⁺ = −e vₙ                                                               (N.3)
//! ```
//!
//! with p_I of (P.3). All laws for a single contact agree with it where there is no friction
//! \[Chatterjee1998, sec. 4.2.5\]. With friction it has nothing to say.
//!
//! The impulse pushes along the normal, the bodies part with −e vₙ ≥ 0, and the loss is ½ (1 − e²) vₙ²/Wₙₙ ≥ 0: every promise
//! holds. Grazing bodies have no impulse. Only Wₙₙ matters, so that W need not have an inverse.

use nalgebra::Vector3;

use super::scaled::Scaled;
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// Newton's law for contacts without friction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Newton;

impl ImpactLaw for Newton {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "newton",
            title: "Newton's law",
            citation: "Chatterjee1998",
            parameters: &[Parameter::Restitution],
            domain: Domain::Frictionless,
            promises: Promises::ALL,
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.impulse(impact)?;
        Err(LawError::NoSlopes { reason: "without friction every law is Newton's" })
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        if impact.friction() > 0.0 {
            return Err(LawError::OutsideDomain { reason: "it has friction" });
        }
        let scaled = Scaled::of(impact);
        scaled.restore(Vector3::new(0.0, 0.0, frictionless(&scaled, impact.restitution()))) // (N.3)
    }
}

/// The normal part (1 + e) p_I of (N.3), in the scaled units.
pub(super) fn frictionless(scaled: &Scaled, restitution: f64) -> f64 {
    (1.0 + restitution) * -scaled.velocity.z / scaled.blocks.normal
}
