//! The law of Whittaker, and of Kane and Levinson: friction against the slip that is left.
//!
//! \[Chatterjee1998, sec. 4.2.2\]:
//!
//! ```text
//! vₙ⁺ = −e vₙ ,                                                                                     (H.4)
//! and either  v_t⁺ = 0 ,  |p_t| ≤ μ pₙ     or     p_t = −μ pₙ v_t⁺/|v_t⁺|                           (H.5)
//! ```
//!
//! The paper prints −(1 + e) in (H.4); that is the change of the normal velocity, as its own eq. (8) has it. The
//! equations of the final slip, (V.1) to (V.4), are solved in closed form but for a quartic.
//!
//! **It may create energy**, without bound as M grows: a slip that a frictionless impact would reverse is stopped by friction
//! that works with the slip before. No energy is created as long as p_t opposes the slip before, too. The other promises are
//! (H.4) and (H.5) themselves.
//!
//! Where (H.5) has several answers, which takes three dimensions, sticking comes first, as in the paper's construction and in
//! Kane and Levinson's procedure; of the sliding ones the law takes that of the smallest normal impulse, which would be
//! reached first if the impulse grew from zero. There is one unless M is unbounded (shown beside (V.4)). Infinite friction is the
//! limit of large friction: where sticking would pull, the contact slips without a normal impulse.
//!
//! Grazing: p_II if it lies in the cone. Otherwise nothing, says the paper, and so it is if slip does not press the bodies
//! together, μ b·u ≤ Wₙₙ with u = v_t/|v_t|. If it does, an approach however slow ends in an impulse that does not fade with
//! it. In a plane p_II then lies in the cone; in space it need not, and the limit is a sliding impulse that turns the slip.

use nalgebra::Vector3;

use super::final_slip::final_impulse;
use super::slopes::{Contact, Rebound, ending};
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// The law of Whittaker, Kane and Levinson.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Whittaker;

impl ImpactLaw for Whittaker {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "whittaker",
            title: "Whittaker's law",
            citation: "Whittaker1944, KaneLevinson1985",
            parameters: &[Parameter::Friction, Parameter::Restitution],
            domain: Domain::Any,
            promises: Promises { dissipates: false, is_unique: false, ..Promises::ALL },
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        let mut borders = Vec::new();
        let impulse = self.impulse(impact)?;
        let slopes = ending(&Contact::of(impact), &impulse, Rebound::Restitution, &mut borders)?;
        Ok(Slopes::of(slopes, borders))
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let rebound = -impact.restitution() * impact.velocity().z; // (H.4)
        final_impulse(impact, rebound)?.ok_or(LawError::NoSolution {
            // (H.5)
            reason: "the contact can neither stick nor slide and part with the normal velocity it should",
        })
    }
}
