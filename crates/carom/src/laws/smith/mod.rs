//! Smith's law: friction against a mean of the slips before and after.
//!
//! \[Chatterjee1998, eq. (8)\], from Smith1991. With vₙ⁺ = −e vₙ:
//!
//! ```text
//! p_t = −μ pₙ w ,     w = (v_t |v_t| + v_t⁺ |v_t⁺|)/(|v_t|² + |v_t⁺|²)                               (S.1)
//! ```
//!
//! With a = |v_t|, r = |v_t⁺| and the angle φ between the two slips, |w| ≤ 1, so that the impulse lies in the cone, and
//! w·(v_t + v_t⁺) = (a + r) ((a − r)² + a r (1 + cos φ))/(a² + r²) ≥ 0, so that no energy is created.
//!
//! # The curve of impulses
//!
//! The paper solves (S.1) as three equations for pₙ and v_t⁺. Here it is one. Let μ = β/α with the larger of the two 1,
//! pₙ = α P, and A, b, c the blocks of W. For any P ≥ 0,
//!
//! ```text
//! v_t⁺ + β P A w(v_t⁺) = v_t + α P b                                                                (S.2)
//! ```
//!
//! has *exactly one* solution v_t⁺(P), because w is a monotone function of v_t⁺: with û = v_t/a, n̂ = v_t⁺/r and the share
//! q = r²/(a² + r²) of the slip after in w,
//!
//! ```text
//! ∂w/∂v_t⁺ = (2 q (1 − q)/r) (n̂ − û) n̂ᵀ + (q/r) n̂⊥n̂⊥ᵀ                                               (S.3)
//! ```
//!
//! whose symmetric part has a determinant of the sign of 2/(1 − q) − 1 − cos φ ≥ 0. What is left is one equation for P,
//!
//! ```text
//! N(P) = P (α c − β b·w) = Δ = (1 + e) |vₙ|                                                         (S.4)
//! ```
//!
//! *There is a solution* if W has an inverse: N is continuous, N(0) = 0, and grows beyond all bounds, since impulses that create
//! no energy are bounded for a bounded Δ. *There may be several*, all with pₙ > 0: N can rise, fall and rise again where slip
//! presses the bodies together, μ|b| > c. (The paper leaves it open.) The law takes the first, which is where the paper's
//! construction arrives: a point that climbs from the origin along the curve of impulses, beginning at e = −1. Solutions with
//! pₙ < 0 are not on the curve.
//!
//! # How it is followed
//!
//! v_t⁺(P) by Newton's method with (S.3), whose matrix is never singular. If μ|b| < c, (S.4) is bracketed by
//! Δ/(c ± μ|b|); that N rises throughout then is not proven, but no other case is known. Otherwise P marches from zero; where the
//! slope of N changes from rising to falling below Δ, the summit is looked at. In the plane (S.2) and (S.4) make a cubic.
//!
//! # Limits
//!
//! Without slip before, or with one that is lost in the rounding of what the normal impulse causes, w is the direction of the
//! slip after, or anything if there is none: the problem of the final slip (V.1), (V.2), which then has one solution, as its
//! equations are linear in P.
//!
//! Grazing: the first P > 0 with N(P) > 0 after it; that is 0 unless slip presses the bodies together. The paper has p_II outside
//! the cone as the condition for nothing; in a plane that is the same.
//!
//! With infinite friction w tends to zero where pₙ > 0, and v_t⁺ = −v_t: the curve first runs in the tangent plane, α = 0 in (S.2)
//! and (S.4), and from its end at P = ∞ on along the line on which the slip is reversed.

mod path;
mod planar;

use nalgebra::{Vector2, Vector3};

use super::cone::Cone;
use super::final_slip::final_impulse;
use super::rounding::ROUNDING_OF_REST;
use super::scaled::Scaled;
use super::tangent::polar;
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

use path::Path;

/// Smith's law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Smith;

impl ImpactLaw for Smith {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "smith",
            title: "Smith's law",
            citation: "Smith1991",
            parameters: &[Parameter::Friction, Parameter::Restitution],
            domain: Domain::Any,
            promises: Promises { is_unique: false, ..Promises::ALL },
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.slopes_of(impact)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let scaled = Scaled::of(impact);
        let gain = (1.0 + impact.restitution()) * -scaled.velocity.z;
        let caused = scaled.blocks.coupling.norm() * gain / scaled.blocks.normal;
        let (speed, direction) = match polar(scaled.velocity.xy()) {
            Some((speed, direction)) if speed > f64::EPSILON / 4.0 * caused => (speed, direction),
            Some(_) | None => return without_slip(impact),
        };
        let problem = Problem {
            impact,
            scaled,
            cone: Cone::of_friction(if impact.friction() > LARGEST_FRICTION {
                f64::INFINITY
            } else {
                impact.friction()
            }),
            speed,
            direction,
            gain,
        };
        let solved = if problem.cone.tangential == 0.0 {
            Some(Vector3::new(0.0, 0.0, problem.gain / scaled.blocks.normal))
        } else if impact.is_planar() {
            planar::solve(&problem)
        } else {
            Path::new(&problem).solve()
        };
        let impulse = solved.or_else(|| problem.reversing());
        let mut impulse = impulse.ok_or(LawError::NoSolution { reason: "the bodies are driven together" })?;
        if problem.cone.is_infinite() {
            impulse.z = impulse.z.max(impulse.xy().norm() / impact.friction());
        }
        scaled.restore(impulse)
    }
}

/// The limit of ever slower slip.
fn without_slip(impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
    final_impulse(impact, -impact.restitution() * impact.velocity().z)?
        .ok_or(LawError::NoSolution { reason: "the bodies are driven together" })
}

/// (S.2) and (S.4) in scaled units.
struct Problem<'a> {
    impact: &'a LoneImpact,
    scaled: Scaled,
    cone: Cone,
    /// |v_t|.
    speed: f64,
    /// û.
    direction: Vector2<f64>,
    /// Δ.
    gain: f64,
}

impl Problem<'_> {
    /// With infinite friction: the impulse that reverses the slip, if there is one and it does not pull.
    fn reversing(&self) -> Option<Vector3<f64>> {
        let slip = self.scaled.velocity.xy();
        let mut impulse = self.scaled.stopping_impulse(self.impact, (slip * 2.0).push(-self.gain));
        let left = self.scaled.blocks.velocity_change(&impulse) + (slip * 2.0).push(-self.gain);
        let rounding = ROUNDING_OF_REST * (self.scaled.velocity.amax() + impulse.amax());
        let reverses = self.impact.mass().is_some() || left.amax() <= rounding;
        let pushes = impulse.z >= -ROUNDING_OF_REST * impulse.amax();
        impulse.z = impulse.z.max(0.0);
        (self.cone.is_infinite() && reverses && pushes).then_some(impulse)
    }
}

/// More friction is infinite: 1/μ, the pₙ of a unit of p_t on the cone, is below the square of any rounding.
const LARGEST_FRICTION: f64 = 1e32;
