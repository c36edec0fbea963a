//! The law of Chatterjee and Ruina, (K.1) to (K.4), whose closed form is differentiated; p_II is the solution of (V.1).

use super::contact::{Contact, dot, norm, scaled};
use super::final_slip::{Rebound, Sticking};
use super::implicit::unknowns;
use super::{Slope, Slopes, borders_at};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::chatterjee_ruina::ChatterjeeRuina;
use crate::laws::{LawError, LoneImpact};

impl ChatterjeeRuina {
    pub(in crate::laws) fn slopes_of(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        let contact = Contact::of(impact);
        let mut borders = Vec::new();
        let sticking = impact.sticking_impulse();
        let [x, y, _] =
            unknowns(&contact, &Sticking(Rebound::Rest), [sticking.x, sticking.y, sticking.z], &mut borders)?;
        let tangential = [x, y];
        let normal = -dot(&contact.coupling, &tangential) / contact.normal; // (K.2)
        let (start, length) = (contact.newton(), norm(&tangential));
        let [alpha, beta] = contact.cone();
        let candidate = Slope::constant(1.0) + contact.tangential_restitution;
        let slope = alpha * length - beta * normal; // g
        let beyond = candidate * slope - beta * start; // (K.3)
        let terms = candidate.value * (alpha * length).value + (beta * start).value;
        borders.extend(borders_at(KinkCause::Border, &[(beyond, terms)]));
        if length.value > 0.0 && beyond.value > 0.0 {
            let share = start / slope; // (K.4)
            let [x, y] = scaled(&tangential, beta * share);
            return Ok(Slopes::of([x, y, alpha * length * share], borders));
        }
        let [x, y] = scaled(&tangential, candidate);
        Ok(Slopes::of([x, y, start + candidate * normal], borders)) // (K.1)
    }
}
