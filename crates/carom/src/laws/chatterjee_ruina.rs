//! The law of Chatterjee and Ruina: a weighted sum of the plastic impulses without friction and with sticking.
//!
//! \[Chatterjee1998, eqs. (10) to (14)\], with p_I and p_II of (P.3) and (P.4). The impulse is sought on the ray
//!
//! ```text
//! p(κ) = (1 + e) p_I + κ d ,     d = p_II − p_I                                                     (K.1)
//! ```
//!
//! along which the normal velocity is −e vₙ for every κ, because no part of d changes it. That is how its normal part is
//! computed, b being the column of W that couples tangent and normal:
//!
//! ```text
//! d_t = p_II,t ,     dₙ = −b·d_t/Wₙₙ                                                                (K.2)
//! ```
//!
//! The candidate is κ = 1 + e_t. If it lies outside the cone, κ is taken down to where the ray leaves it. With N the normal
//! part of (1 + e) p_I, T = |d_t|, and the cone's weights μ = β/α of which the larger is 1, so that infinite friction needs
//! no case of its own:
//!
//! ```text
//! outside:   (1 + e_t) g > β N ,     g = α T − β dₙ                                                 (K.3)
//! then       κ = β N/g ,   pₙ = α T N/g                                                             (K.4)
//! ```
//!
//! (K.3) and (K.4) are the paper's (12) and (13) multiplied out; the second part of (K.4) puts the impulse on the cone to
//! the last bit. A candidate that pulls, pₙ < 0, has g > 0 and is caught; p_II along the normal has d = 0, and any κ will
//! do. For grazing N = 0: p_II times 1 + e_t if that is in the cone, else nothing.
//!
//! **Why every promise holds.** p(κ) for 0 ≤ κ ≤ 1 + e_t lies in the paper's parallelogram, none of whose corners creates
//! energy. Indeed d takes from the energy what (1 + e) p_I leaves of it independently of that: for v₀·d = −d·W d,
//!
//! ```text
//! loss = ½ (1 − e²) vₙ²/Wₙₙ + κ (1 − κ/2) d·W d
//! ```
//!
//! **Bearings.** Where M is unbounded, p_II is its limit for velocities that the bearing allows. A driven body can have
//! others, with a part z = v₀ + W p_II that no impulse can change. As the bearing stiffens, p_II then grows along −z beyond all
//! bounds: in the limit d is along −z and the candidate is always outside the cone, or else the contact jams and there is no
//! answer.

use nalgebra::Vector3;

use super::cone::Cone;
use super::newton::frictionless;
use super::rounding::ROUNDING_OF_REST;
use super::scaled::Scaled;
use super::tangent::polar;
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// The law of Chatterjee and Ruina.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChatterjeeRuina;

impl ImpactLaw for ChatterjeeRuina {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "chatterjee-ruina",
            title: "Chatterjee and Ruina's law",
            citation: "Chatterjee1998",
            parameters: &[Parameter::Friction, Parameter::Restitution, Parameter::TangentialRestitution],
            domain: Domain::Any,
            promises: Promises::ALL,
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.slopes_of(impact)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let scaled = Scaled::of(impact);
        let cone = Cone::of_friction(impact.friction());
        let ray = Ray::of(impact, &scaled);
        let (tangential, normal) = (ray.direction.xy(), ray.direction.z);
        let length = polar(tangential).map_or(0.0, |(length, _)| length);
        let slope = cone.normal * length - cone.tangential * normal;
        if ray.candidate * slope > cone.tangential * ray.start {
            let share = ray.start / slope; // (K.3), (K.4)
            let on_cone = tangential * (cone.tangential * share);
            return scaled.restore(on_cone.push(cone.normal * length * share));
        }
        if ray.candidate.is_infinite() {
            return Err(LawError::NoSolution { reason: "the bodies are driven together, and jam" });
        }
        scaled.restore(ray.direction * ray.candidate + Vector3::new(0.0, 0.0, ray.start)) // (K.1)
    }
}

/// The ray (K.1).
struct Ray {
    /// N, the normal part of (1 + e) p_I.
    start: f64,
    /// d.
    direction: Vector3<f64>,
    /// κ without friction's limit.
    candidate: f64,
}

impl Ray {
    fn of(impact: &LoneImpact, scaled: &Scaled) -> Self {
        let sticking = scaled.stopping_impulse(impact, scaled.velocity);
        let (tangential, candidate) = match driven(impact, scaled, &sticking) {
            None => (sticking.xy(), 1.0 + impact.tangential_restitution()),
            Some(rest) if impact.tangential_restitution() > -1.0 => (-rest.xy(), f64::INFINITY),
            Some(_) => (sticking.xy(), 0.0),
        };
        let normal = -scaled.blocks.coupling.dot(&tangential) / scaled.blocks.normal; // (K.2)
        Self {
            start: frictionless(scaled, impact.restitution()),
            direction: tangential.push(normal),
            candidate,
        }
    }
}

/// The part z of the velocity that no impulse can change, if there is one.
fn driven(impact: &LoneImpact, scaled: &Scaled, sticking: &Vector3<f64>) -> Option<Vector3<f64>> {
    if impact.mass().is_some() {
        return None;
    }
    let rest = scaled.velocity_after(sticking);
    (rest.amax() > ROUNDING_OF_REST * (scaled.velocity.amax() + sticking.amax())).then_some(rest)
}
