//! Smith's law: the equations (S.2) and (S.4).

use super::contact::{Contact, dot, norm, scaled};
use super::final_slip::{Rebound, ending};
use super::implicit::{Equations, unknowns};
use super::{AT_THE_BORDER, Border, Slopes, without_slip};
use crate::dual::Number;
use crate::laws::smith::Smith;
use crate::laws::{ImpactLaw, LawError, LoneImpact};

/// p = (−β P w, α P): the unknowns are p_t and P.
struct MeanSlip;

impl Equations<3> for MeanSlip {
    fn left<T: Number>(&self, contact: &Contact<T>, unknown: &[T; 3]) -> [T; 3] {
        let [alpha, beta] = contact.cone();
        let impulse = [unknown[0], unknown[1], alpha * unknown[2]];
        let after = contact.velocity_after(&impulse);
        let (before, after) = (contact.slip(), [after[0], after[1]]);
        let squares = dot(&before, &before) + dot(&after, &after);
        let (first, second) = (scaled(&before, norm(&before)), scaled(&after, norm(&after)));
        let share = beta * unknown[2] / squares;
        [
            unknown[0] + share * (first[0] + second[0]), // (S.2)
            unknown[1] + share * (first[1] + second[1]),
            contact.velocity_change(&impulse)[2] - Rebound::Restitution.gain(contact), // (S.4)
        ]
    }
}

/// The slip is reversed, v_t⁺ = −v_t, as infinite friction does: the unknowns are p.
struct Reversed;

impl Equations<3> for Reversed {
    const NEEDS_INVERSE: bool = true;

    fn left<T: Number>(&self, contact: &Contact<T>, p: &[T; 3]) -> [T; 3] {
        let change = contact.velocity_change(p);
        let [x, y] = scaled(&contact.slip(), T::constant(2.0));
        [x + change[0], y + change[1], change[2] - Rebound::Restitution.gain(contact)]
    }
}

impl Smith {
    pub(in crate::laws) fn slopes_of(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        let impulse = self.impulse(impact)?;
        let contact = Contact::of(impact);
        let plain = [impulse.x, impulse.y, impulse.z];
        let mut borders: Vec<Border> = Vec::new();
        let after = impact.velocity_after(&impulse).xy();
        let (before, rounding) = (impact.velocity().xy(), AT_THE_BORDER * contact.terms(&plain));
        if before.norm() <= rounding && after.norm() <= rounding {
            borders.extend(without_slip());
            let p = ending(&contact, &impulse, Rebound::Restitution, &mut borders)?;
            return Ok(Slopes::of(p, borders));
        }
        let [alpha, beta] = contact.cone();
        if alpha.value == 0.0 && (before + after).norm() <= rounding {
            let p = unknowns(&contact, &Reversed, plain, &mut borders)?;
            return Ok(Slopes::of(p, borders));
        }
        let size = if alpha.value > 0.0 {
            impulse.z / alpha.value
        } else {
            let squares = before.norm_squared() + after.norm_squared();
            let mean = (before * before.norm() + after * after.norm()) / squares;
            impulse.xy().norm() / (beta.value * mean.norm())
        };
        let [x, y, size] = unknowns(&contact, &MeanSlip, [plain[0], plain[1], size], &mut borders)?;
        Ok(Slopes::of([x, y, alpha * size], borders))
    }
}
