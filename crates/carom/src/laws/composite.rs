//! A weighted sum of laws.
//!
//! ```text
//! p = Σ wᵢ pᵢ ,     wᵢ ≥ 0 ,   Σ wᵢ = 1                                                            (X.1)
//! ```
//!
//! \[Chatterjee1998, sec. 5.3\] proposes it for two laws. The impulses that create no energy form an ellipsoid, those after
//! which the bodies do not approach a half space, and those that friction allows a cone. All three are convex: what all the
//! laws promise of these, their sum keeps.
//!
//! Laws of weight zero are left out, so that a sum of one law is that law to the last bit. What one law refuses, the sum refuses;
//! infinite friction, grazing, and a W without inverse are as its laws have them.

use nalgebra::Vector3;

use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// A convex combination of laws.
#[derive(Debug)]
pub struct Composite {
    /// Positive weights that sum to one, and the laws they are for.
    parts: Vec<(f64, Box<dyn ImpactLaw>)>,
}

impl Composite {
    /// From weights of zero or more, not all of them zero; only their ratios matter.
    ///
    /// # Errors
    /// A weight that is negative or not finite, or no weight above zero.
    pub fn new(parts: Vec<(f64, Box<dyn ImpactLaw>)>) -> Result<Self, LawError> {
        let refused = |value, allowed| LawError::Parameter { what: "a law's weight", value, allowed };
        for &(weight, _) in &parts {
            if !(weight.is_finite() && weight >= 0.0) {
                return Err(refused(weight, "finite, and zero or more"));
            }
        }
        let largest = parts.iter().map(|&(weight, _)| weight).fold(0.0, f64::max);
        if largest == 0.0 {
            return Err(refused(largest, "above zero for one law at least"));
        }
        // Over the largest first: the sum of weights may be more than a number can hold.
        let total: f64 = parts.iter().map(|&(weight, _)| weight / largest).sum();
        let normalised = parts.into_iter().map(|(weight, law)| (weight / largest / total, law)); // (X.1)
        Ok(Self { parts: normalised.filter(|&(weight, _)| weight > 0.0).collect() })
    }

    /// The weights, which sum to one, and their laws.
    #[must_use]
    pub fn parts(&self) -> &[(f64, Box<dyn ImpactLaw>)] {
        &self.parts
    }
}

impl ImpactLaw for Composite {
    /// The domain is the narrowest of the laws'; an impact in it that another of the laws does not know is refused by that law.
    fn declaration(&self) -> Declaration {
        let declarations = self.parts.iter().map(|(_, law)| law.declaration());
        let (domain, promises) = declarations
            .fold((Domain::Any, Promises::ALL), |(domain, promises), part| {
                (narrower(domain, part.domain), both(promises, part.promises))
            });
        Declaration {
            name: "composite",
            title: "a composite law",
            citation: "Chatterjee1998",
            parameters: &[
                Parameter::Friction,
                Parameter::Restitution,
                Parameter::TangentialRestitution,
                Parameter::Own("laws and their weights"),
            ],
            domain,
            promises,
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        let mut sum: Option<Slopes> = None;
        for (weight, law) in &self.parts {
            let part = law.slopes(impact)?.weighted(*weight);
            sum = Some(match sum {
                Some(sum) => sum.and(part),
                None => part,
            });
        }
        sum.ok_or(LawError::NoSlopes { reason: "it has no parts" })
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let weighted = self.parts.iter().map(|(weight, law)| Ok(law.impulse(impact)? * *weight));
        weighted.sum() // (X.1)
    }
}

/// What both promise.
fn both(a: Promises, b: Promises) -> Promises {
    Promises {
        dissipates: a.dissipates && b.dissipates,
        separates: a.separates && b.separates,
        stays_in_cone: a.stays_in_cone && b.stays_in_cone,
        is_unique: a.is_unique && b.is_unique,
    }
}

/// The one of two domains that has fewer impacts.
fn narrower(a: Domain, b: Domain) -> Domain {
    let breadth = |domain| match domain {
        Domain::Any => 4,
        Domain::PlanarOrWithoutTangentialRestitution => 3,
        Domain::Planar => 2,
        Domain::Central => 1,
        Domain::Frictionless => 0,
    };
    if breadth(b) < breadth(a) { b } else { a }
}
