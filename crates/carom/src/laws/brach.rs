//! Brach's law: a kinematic coefficient of restitution and two ratios of impulses.
//!
//! \[Chatterjee1998, sec. 4.1, item 3\], from Brach1991. With u = v_t/|v_t|, u⊥ = n × u and the ratios μ₁, μ₂:
//!
//! ```text
//! vₙ⁺ = −e vₙ ,     p_t = φ pₙ ,     φ = −(μ₁ u + μ₂ u⊥)                                            (B.3)
//! ```
//!
//! A positive μ₁ opposes the slip before the impact. Without any, u is the direction b of the slip that a frictionless
//! impact would cause, W = [[A, b], [bᵀ, c]]; without that too, it is t1.
//!
//! # Given ratios
//!
//! They are bounded: |φ| ≤ μ, pₙ > 0, and no energy must be created. If the given φ is beyond, it is shortened to the bound:
//! s φ with the largest s ≤ 1 for which all three hold. With Δ = (1 + e) |vₙ| and q = (sφ, 1):
//!
//! ```text
//! pₙ = Δ/(c + s b·φ)                                                                               (B.4)
//! loss ≥ 0   ⇔   −(v₀·q)(c + s b·φ) − ½ Δ q·W q ≥ 0 ,   a parabola in s                            (B.5)
//! ```
//!
//! Near the pole of (B.4) the bound itself gives the impulse:
//!
//! ```text
//! loss = 0   ⇔   pₙ = −2 v₀·q/(q·W q)                                                              (B.8)
//! ```
//!
//! At s = 0, (B.5) is ½ c |vₙ| (1 − e): for e ≤ 1 there always is such an s. For e > 1, which Brach allows, enough friction must
//! pay for the rebound; if none does, there is no answer.
//!
//! # Brach's usual choice
//!
//! Friction acts along the slip before the impact, with the critical ratio at which the velocity along it ends at zero, or
//! with μ if that is less. With m = u·A u and k = b·u:
//!
//! ```text
//! critical:   m p_u + k pₙ = −|v_t| ,   k p_u + c pₙ = Δ                                           (B.6)
//! μ₁ = −p_u/pₙ = (|v_t| c + Δ k)/(|v_t| k + Δ m)                                                   (B.7)
//! ```
//!
//! The critical ratio is negative where an impact without friction would reverse the slip. Where the denominator is not
//! positive, no ratio stops the slip, and it is μ; with μ = ∞ the impulse is then along −u alone, b·p_t = Δ. The
//! energy bound (B.5) holds here, too.
//!
//! # Limits
//!
//! Grazing: nothing, unless the critical impulse (B.6) with Δ = 0 lies in the cone, that is, slip presses the bodies together.
//! If W has no inverse, (B.6) may have no solution; where friction is large enough to ask for it, there is no answer. Given ratios
//! need no inverse.

use nalgebra::{Vector2, Vector3};

use super::blocks::Blocks;
use super::rounding::{ROUNDING, without_rounding};
use super::scaled::Scaled;
use super::tangent::{perpendicular, polar};
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// Brach's law.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Brach {
    /// μ₁ and μ₂ of (B.3); none for the critical ratio, limited by friction.
    pub impulse_ratios: Option<Vector2<f64>>,
    /// e, zero or more; none for that of the contact, which is at most one.
    pub kinematic_restitution: Option<f64>,
}

impl ImpactLaw for Brach {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "brach",
            title: "Brach's law",
            citation: "Brach1991",
            parameters: &[
                Parameter::Friction,
                Parameter::Restitution,
                Parameter::Own("impulse ratios"),
                Parameter::Own("kinematic restitution"),
            ],
            domain: Domain::Any,
            promises: Promises::ALL,
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.slopes_of(impact)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let restitution = self.restitution(impact)?;
        let scaled = Scaled::of(impact);
        let (speed, direction) = slip(&scaled);
        let gain = -(1.0 + restitution) * scaled.velocity.z;
        let problem = Problem {
            scaled,
            friction: impact.friction(),
            speed,
            direction,
            gain,
            bounded_mass: impact.mass().is_some(),
        };
        let impulse = match self.impulse_ratios {
            Some(ratios) => problem.bounded(problem.force(&checked(ratios)?))?,
            None => problem.usual()?,
        };
        scaled.restore(impulse)
    }
}

impl Brach {
    fn restitution(&self, impact: &LoneImpact) -> Result<f64, LawError> {
        match self.kinematic_restitution {
            None => Ok(impact.restitution()),
            Some(e) if e >= 0.0 && e.is_finite() => Ok(e),
            Some(value) => Err(LawError::Parameter {
                what: "the kinematic restitution",
                value,
                allowed: "finite, and zero or more",
            }),
        }
    }
}

fn checked(ratios: Vector2<f64>) -> Result<Vector2<f64>, LawError> {
    match ratios.iter().find(|ratio| !ratio.is_finite()) {
        None => Ok(ratios),
        Some(&value) => Err(LawError::Parameter { what: "an impulse ratio", value, allowed: "finite" }),
    }
}

/// |v_t| and u of (B.3).
fn slip(scaled: &Scaled) -> (f64, Vector2<f64>) {
    polar(scaled.velocity.xy()).unwrap_or_else(|| {
        let caused = polar(scaled.blocks.coupling).map_or(Vector2::x(), |(_, direction)| direction);
        (0.0, caused)
    })
}

/// What shortens φ, and to which part.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Limit {
    /// Nothing, the cone, or the pole of (B.4).
    Reached(f64),
    /// (B.5).
    Energy(f64),
}

/// A normal impulse that loses no energy, and the terms of what it comes from over that itself.
struct Elastic {
    size: f64,
    digits_lost: f64,
}

/// The equations in scaled units.
struct Problem {
    scaled: Scaled,
    friction: f64,
    /// |v_t|.
    speed: f64,
    /// u.
    direction: Vector2<f64>,
    /// Δ.
    gain: f64,
    /// Whether W has an inverse.
    bounded_mass: bool,
}

impl Problem {
    /// φ of (B.3).
    fn force(&self, ratios: &Vector2<f64>) -> Vector2<f64> {
        -(self.direction * ratios.x + perpendicular(&self.direction) * ratios.y)
    }

    /// The impulse along φ, shortened to the bounds.
    fn bounded(&self, force: Vector2<f64>) -> Result<Vector3<f64>, LawError> {
        if self.gain == 0.0 {
            return Ok(Vector3::zeros());
        }
        let (shortened, limit) = match self.admissible(&force)? {
            Limit::Reached(part) => (force * part, None),
            Limit::Energy(part) => (force * part, Some(self.elastic_size(&(force * part)))),
        };
        let pull = self.scaled.blocks.coupling.dot(&shortened);
        let rate = self.scaled.blocks.normal + pull;
        let lost = (self.scaled.blocks.normal + pull.abs()) / rate.abs();
        let normal = match limit {
            Some(elastic) if self.bounded_mass && elastic.digits_lost < lost => elastic.size, // (B.8)
            Some(_) | None if rate > ROUNDING * pull.abs() => self.gain / rate,               // (B.4)
            Some(_) | None => {
                return Err(LawError::NoSolution { reason: "the bodies are driven together" });
            }
        };
        Ok((shortened * normal).push(normal)) // (B.3)
    }

    /// (B.8) for φ.
    fn elastic_size(&self, force: &Vector2<f64>) -> Elastic {
        let velocity = self.scaled.velocity;
        let along = velocity.xy().dot(force);
        let loss = -(velocity.z + along);
        let weight = force.push(1.0).dot(&self.scaled.blocks.velocity_change(&force.push(1.0)));
        let terms = force.amax().max(1.0).powi(2)
            * self.scaled.blocks.tangential.amax().max(self.scaled.blocks.normal);
        let digits_lost = (velocity.z.abs() + along.abs()) / loss.abs() + terms / weight;
        Elastic { size: 2.0 * loss / weight, digits_lost }
    }

    /// The largest s ≤ 1 within the cone, before pₙ has a pole, and with (B.5).
    fn admissible(&self, force: &Vector2<f64>) -> Result<Limit, LawError> {
        let length = polar(*force).map_or(0.0, |(length, _)| length);
        let pull = self.scaled.blocks.coupling.dot(force);
        let in_cone = if length > self.friction { self.friction / length } else { 1.0 };
        let before_pole = if pull < 0.0 { in_cone.min(-self.scaled.blocks.normal / pull) } else { in_cone };
        let [c0, c1, c2] = self.surplus(force);
        let at = |s: f64| c0 + s * (c1 + s * c2);
        if at(before_pole) >= 0.0 {
            return Ok(Limit::Reached(before_pole));
        }
        let discriminant = c1 * c1 - 4.0 * c0 * c2;
        let sum = -(c1 + discriminant.max(0.0).sqrt().copysign(c1)) / 2.0;
        let within = |s: &f64| (0.0..=before_pole).contains(s);
        let bound = [sum / c2, c0 / sum].into_iter().filter(within).fold(f64::NEG_INFINITY, f64::max);
        if discriminant >= 0.0 && bound >= 0.0 {
            Ok(Limit::Energy(bound))
        } else if c0 >= 0.0 {
            Ok(Limit::Energy(0.0))
        } else {
            Err(LawError::NoSolution { reason: "friction does not pay for a restitution above one" })
        }
    }

    /// The coefficients of the parabola (B.5).
    fn surplus(&self, force: &Vector2<f64>) -> [f64; 3] {
        let Scaled { blocks: Blocks { tangential, coupling, normal }, velocity, .. } = &self.scaled;
        let (along, pull) = (velocity.xy().dot(force), coupling.dot(force));
        let half = self.gain / 2.0;
        [
            -normal * (velocity.z + half),
            -normal * along - pull * (velocity.z + self.gain),
            -along * pull - half * force.dot(&(tangential * force)),
        ]
    }

    /// Friction along the slip before the impact, up to the critical ratio.
    fn usual(&self) -> Result<Vector3<f64>, LawError> {
        let m = self.direction.dot(&(self.scaled.blocks.tangential * self.direction));
        let (k, c) = (self.scaled.blocks.coupling.dot(&self.direction), self.scaled.blocks.normal);
        let across = sum(self.speed * c, self.gain * k);
        let along = sum(self.speed * k, self.gain * m);
        let determinant = sum(m * c, -k * k);
        let stops = across.abs() <= self.friction * along || along == 0.0 && across == 0.0;
        if stops || self.friction == f64::INFINITY && k == 0.0 {
            return self.critical(determinant, across, along);
        }
        if self.friction == f64::INFINITY {
            return Ok((self.direction * (self.gain / k)).push(0.0));
        }
        self.bounded(self.direction * -self.friction.copysign(across))
    }

    /// (B.6), or the ratio (B.7) within (B.5) if that created energy. Its tangential impulse has the slip before alone to work
    /// against: the loss is ½(|p_u||v_t| − pₙ(vₙ + vₙ⁺)), to be taken where the ratio (B.4) has a pole, too.
    fn critical(&self, determinant: f64, across: f64, along: f64) -> Result<Vector3<f64>, LawError> {
        if across == 0.0 && along == 0.0 {
            return self.bounded(Vector2::zeros());
        }
        if determinant <= 0.0 {
            return Err(LawError::NoSolution { reason: "no impulse stops the slip" });
        }
        let sum_of_normal_velocities = 2.0 * self.scaled.velocity.z + self.gain;
        if across * self.speed - along * sum_of_normal_velocities < 0.0 {
            return self.bounded(self.direction * (-across / along));
        }
        Ok((self.direction * (-across / determinant)).push(along / determinant)) // (B.6)
    }
}

/// A sum of two terms, or zero if that is all but rounding.
fn sum(a: f64, b: f64) -> f64 {
    without_rounding(a + b, a.abs() + b.abs())
}
