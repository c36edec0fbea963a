//! Laws small enough to be seen whole.

use carom::laws::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises};
use nalgebra::Vector3;

/// Newton's law without friction: p = (1 + e) p_I.
#[derive(Debug)]
pub struct Newton;

impl ImpactLaw for Newton {
    fn declaration(&self) -> Declaration {
        declaration("newton", &[Parameter::Restitution], Domain::Frictionless)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        Ok(impact.plastic_impulse() * (1.0 + impact.restitution()))
    }
}

/// Stick and slide between p_I and p_II [Chatterjee1998, eqs. (10) to (14)].
#[derive(Debug)]
pub struct StickOrSlide;

impl ImpactLaw for StickOrSlide {
    fn declaration(&self) -> Declaration {
        let parameters = &[Parameter::Friction, Parameter::Restitution, Parameter::TangentialRestitution];
        declaration("stick-or-slide", parameters, Domain::Any)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let (plastic, sticking) = (impact.plastic_impulse(), impact.sticking_impulse());
        let (e, friction) = (impact.restitution(), impact.friction());
        let along = sticking - plastic;
        let weight = 1.0 + impact.tangential_restitution();
        let candidate = plastic * (1.0 + e) + along * weight; // (10)
        if candidate.xy().norm() <= friction * candidate.z {
            return Ok(candidate); // (12), (14)
        }
        let weight = friction * (1.0 + e) * plastic.z / (sticking.xy().norm() - friction * along.z); // (13)
        Ok(plastic * (1.0 + e) + along * weight) // (11)
    }
}

fn declaration(name: &'static str, parameters: &'static [Parameter], domain: Domain) -> Declaration {
    Declaration { name, title: name, citation: "Chatterjee1998", parameters, domain, promises: Promises::ALL }
}
