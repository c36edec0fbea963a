//! One contact alone: its impact in closed form, without a flow.
//!
//! Over the normal impulse pₙ, which only grows, the motion of a contact that sticks, slides in a direction that does not turn, or
//! has no friction is a straight line (Q.1): with φ = dp_t/dpₙ constant,
//!
//! ```text
//! v_t = v_t₀ + (b + A φ) x,    vₙ = vₙ₀ + r x,    r = c + b·φ,    E = E₀ − ∫ vₙ dpₙ = E₀ − (vₙ₀ + r x/2) x          (O.1)
//! ```
//!
//! E is the strain energy. Compression ends at vₙ = 0, sliding at v_t = 0, and what follows that is (Q.3) or (Q.4): the contact goes through four
//! lines at most. Compression leaves e²E to be given back, by every law of restitution, and restitution ends where that is gone,
//!
//! ```text
//! vₙ = √(vₙ₀² + 2rE₀),    x = 2E₀ / (vₙ₀ + √(vₙ₀² + 2rE₀))                                                         (O.2)
//! ```
//!
//! None of that depends on how the force follows from the compression: it holds for springs F = k·dⁿ of any n, and so do velocities,
//! impulses and losses. How long it takes does depend on n, by (O.3) and (O.4) in [`swing`].
//!
//! Everything else is left to the flow: a direction that turns, tangential springs, springs of infinite stiffness, speeds that are rounding,
//! and events that all but coincide.

mod course;
mod swing;

use nalgebra::Vector2;

use crate::flow::{ClusterProblem, ClusterResult, REST};
use crate::friction::TangentialLaw;
use crate::laws::blocks::Blocks;
use crate::laws::routh::ContactSpace;
use crate::losses::Losses;
use crate::phase::{NormalSpring, RestitutionLaw};
use course::{Line, UnderWay};
use swing::Swing;

/// Speeds below this many times their rounding may be none; the flow knows what is to be made of them.
const CLEAR_OF_ROUNDING: f64 = 1e4;
/// A contact that gives back less may have closed.
const LEAST_RESTITUTION: f64 = 1e-9;
/// Quantities beyond this, or below its inverse, have squares that may leave the range of numbers.
const EXTREME: f64 = 1e100;

/// What became of the contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LoneContact {
    normal_velocity: f64,
    normal_impulse: f64,
    tangential_velocity: Vector2<f64>,
    tangential_impulse: Vector2<f64>,
    losses: Losses,
    events: usize,
    /// When it was released, in seconds.
    pub duration: f64,
}

impl LoneContact {
    /// The impact of a cluster that is one contact; none if it has no closed form.
    pub fn of(problem: &ClusterProblem) -> Option<Self> {
        let (&[velocity], &[material], &[gap]) =
            (&problem.velocity[..], &problem.material[..], &problem.gap[..])
        else {
            return None;
        };
        let e = material.restitution.value();
        let own = problem.coupling.diagonal(0);
        let usual = |x: f64| x > 1.0 / EXTREME && x < EXTREME;
        let has_form = e == 0.0 || e >= LEAST_RESTITUTION;
        if !(has_form && usual(-velocity) && usual(material.stiffness) && usual(own)) {
            return None;
        }
        let mut found = match problem.tangential.first() {
            None => Self::frictionless(velocity, own, &material, problem.law),
            Some(law) => Self::with_friction(problem, *law)?,
        };
        if gap > 0.0 {
            found.duration += gap / -velocity;
            found.events += 1; // it returns
        }
        found.duration.is_finite().then_some(found)
    }

    /// (O.1) to (O.4) with φ = 0.
    fn frictionless(velocity: f64, own: f64, material: &NormalSpring, law: RestitutionLaw) -> Self {
        let (e, strain) = (material.restitution.value(), 0.5 * velocity * velocity / own);
        let swing = Swing { stiffness: material.stiffness, exponent: material.exponent, rate: own };
        Self {
            normal_velocity: -e * velocity,
            normal_impulse: -(1.0 + e) * velocity / own,
            tangential_velocity: Vector2::zeros(),
            tangential_impulse: Vector2::zeros(),
            losses: Losses {
                restitution: (1.0 - material.restitution.energy_returned()) * strain,
                ..Losses::default()
            },
            events: events_of_normal(e),
            duration: swing.duration(-velocity, material.restitution, law),
        }
    }

    /// Rigid friction, as long as the direction of sliding does not turn.
    fn with_friction(problem: &ClusterProblem, law: TangentialLaw) -> Option<Self> {
        let tangent =
            problem.tangents().next().filter(|tangent| tangent.is_rigid() && tangent.has_friction())?;
        let (normal, own) = (problem.velocity[0], problem.coupling.diagonal(0));
        let energy = 0.5 * normal * normal / own + 0.5 * tangent.velocity.norm_squared() / tangent.response;
        let rounding = |response: f64| CLEAR_OF_ROUNDING * REST * (2.0 * energy * response).sqrt();
        let speed = tangent.velocity.norm();
        let slides = speed > 0.0;
        let is_clear = -normal > rounding(own) && (!slides || speed > rounding(tangent.response));
        let (_, block) = problem.coupling.block_row(0).next()?;
        if !is_clear || block.iter().any(|w| w.abs() >= EXTREME) || law.coefficient() >= EXTREME {
            return None;
        }
        let contact = ContactSpace::new(Blocks::of(block), law.coefficient());
        let line = if slides {
            Line::sliding(&contact, tangent.velocity / speed, speed)?
        } else {
            Line::from_rest(&contact)?
        };
        UnderWay::new(problem, &contact, tangent.velocity).follow(line)
    }

    /// Makes it the result of its cluster, all but the duration.
    pub fn write(&self, problem: &ClusterProblem, result: &mut ClusterResult) {
        let ClusterResult { velocity, impulse, momenta, tangents, .. } = result;
        for (kept, found) in [(velocity, self.normal_velocity), (impulse, self.normal_impulse)] {
            kept.clear();
            kept.push(found);
        }
        momenta.clear();
        tangents.clear();
        tangents.extend(problem.tangents());
        for tangent in tangents {
            tangent.velocity = self.tangential_velocity;
            tangent.impulse = self.tangential_impulse;
        }
        result.losses = self.losses;
        result.events = self.events;
        result.expansions = 0;
    }
}

/// Compression ends and restitution does; or a plastic contact closes, and opens again.
fn events_of_normal(e: f64) -> usize {
    if e == 0.0 { 3 } else { 2 }
}

#[cfg(test)]
mod tests;
