//! The bilinear law, (L.2), whose closed form is differentiated.

use super::contact::{Contact, dot, norm, scaled};
use super::{Border, Slope, Slopes, borders_at};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::LoneImpact;
use crate::laws::bilinear::{Bilinear, ROUNDING_OF_ENTRIES};

impl Bilinear {
    pub(in crate::laws) fn slopes_of(&self, impact: &LoneImpact) -> Slopes {
        let contact = Contact::of(impact);
        // What couples tangent and normal, or turns the sliding, leaves the law's domain.
        let leaves = |change: Slope| Border { cause: KinkCause::Domain, change: change.slopes };
        let mut borders: Vec<Border> = contact.coupling.map(leaves).to_vec();
        let normal = contact.newton();
        let one = Slope::constant(1.0);
        let slip = contact.slip();
        let speed = norm(&slip);
        let [a11, a12, a22] = contact.tangential;
        if speed.value == 0.0 {
            // Slow enough, it is reversed; along any direction only if A is the same in all.
            let terms = a11.value.max(a22.value);
            if (a11.value - a22.value).abs().max(a12.value.abs()) > ROUNDING_OF_ENTRIES * terms {
                borders.extend([0, 1].map(|axis| leaves(contact.velocity[axis])));
            }
            let reversing = -(one + contact.tangential_restitution) / a11;
            let [x, y] = if terms > 0.0 { scaled(&slip, reversing) } else { slip };
            return Slopes::of([x, y, normal], borders);
        }
        let direction = scaled(&slip, one / speed);
        let pulled = contact.pulled(&direction);
        borders.push(leaves(direction[0] * pulled[1] - direction[1] * pulled[0]));
        let reversing = (one + contact.tangential_restitution) * speed / dot(&direction, &pulled);
        let sliding = contact.friction * normal;
        let slides = sliding.value <= reversing.value;
        if sliding.value.is_finite() && reversing.value.is_finite() {
            borders.extend(borders_at(KinkCause::Border, &[(sliding - reversing, sliding.value)]));
        }
        let [x, y] = scaled(&direction, -if slides { sliding } else { reversing }); // (L.2)
        Slopes::of([x, y, normal], borders)
    }
}
