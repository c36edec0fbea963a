//! The law of Pfeiffer and Glocker: (Y.3), then (Y.4) or (Y.5).

use nalgebra::{Vector2, Vector3};

use super::contact::{Contact, Pair, dot, norm, scaled as times};
use super::final_slip::{Loaded, Rebound, ending, within_cone};
use super::implicit::unknowns;
use super::{Border, Slope, Slopes, TANGENTIAL_RESTITUTION, borders_at};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::given_normal_impulse::Grip;
use crate::laws::pfeiffer_glocker::{Expansion, PfeifferGlocker, Pushes};
use crate::laws::scaled::Scaled;
use crate::laws::tangent::perpendicular;
use crate::laws::{LawError, LoneImpact};

impl PfeifferGlocker {
    pub(in crate::laws) fn slopes_of(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        let scaled = Scaled::of(impact);
        let Pushes { compression, expansion, axis } = self.pushes(impact, &scaled)?;
        let in_space = |p: Vector3<f64>| {
            let impulse = axis.map_or(p, |axis| (axis * p.x).push(p.z));
            scaled.units.impulse(&impulse)
        };
        let contact = Contact::of(impact);
        let mut borders = self.borders(impact, &contact, axis);
        let first = ending(&contact, &in_space(compression.impulse), Rebound::Rest, &mut borders)?; // (Y.3)
        let load = contact.restitution * first[2];
        let radius = if contact.friction.value.is_finite() {
            contact.friction * load
        } else {
            contact.restitution * norm(&[first[0], first[1]])
        };
        let mut velocity = contact.velocity_after(&first);
        velocity[2] = Slope::constant(0.0);
        if compression.grip == Grip::Stick {
            velocity = [Slope::constant(0.0); 3];
        }
        let then = Contact { velocity, load: [load, radius], ..contact };
        let kappa = contact.tangential_restitution * Slope::constant(self.reversible_friction);
        let restored = times(&[first[0], first[1]], contact.restitution * kappa);
        self.note_restoring(&then, &restored, impact, &mut borders);
        let second = match expansion {
            Expansion::None => return Err(LawError::NoSlopes { reason: "nothing happens" }),
            Expansion::Restored(_) => [restored[0], restored[1], load], // (Y.5)
            Expansion::Loaded(push) => loaded(&then, &in_space(push.impulse), push.grip, &mut borders)?,
            Expansion::Further(push) => ending(&then, &in_space(push.impulse), Rebound::Rest, &mut borders)?,
        };
        Ok(Slopes::of(std::array::from_fn(|axis| first[axis] + second[axis]), borders))
    }

    /// Tangential restitution is for impacts in a plane, and may begin with a jump.
    fn borders(
        &self,
        impact: &LoneImpact,
        contact: &Contact<Slope>,
        axis: Option<Vector2<f64>>,
    ) -> Vec<Border> {
        if self.reversible_friction == 0.0 {
            return Vec::new();
        }
        if impact.tangential_restitution() == 0.0 {
            return vec![Border::along(KinkCause::EndOfRange, TANGENTIAL_RESTITUTION)];
        }
        let Some(axis) = axis else { return Vec::new() };
        let constant = |v: Vector2<f64>| [Slope::constant(v.x), Slope::constant(v.y)];
        let (along, across) = (constant(axis), constant(perpendicular(&axis)));
        let leaving = [
            dot(&across, &contact.slip()),
            dot(&across, &contact.coupling),
            dot(&across, &contact.pulled(&along)),
        ];
        leaving.map(|change| Border { cause: KinkCause::Domain, change: change.slopes }).to_vec()
    }

    /// Whether what is restored hardly drives the contact point, (Y.5).
    fn note_restoring(
        &self,
        then: &Contact<Slope>,
        restored: &Pair<Slope>,
        impact: &LoneImpact,
        borders: &mut Vec<Border>,
    ) {
        if impact.tangential_restitution() > 0.0 && impact.restitution() > 0.0 {
            let driven = then.velocity_after(&[restored[0], restored[1], then.load[0]]);
            let terms = norm(restored).value
                * then.terms(&[restored[0].value, restored[1].value, then.load[0].value]);
            let margin = dot(restored, &[driven[0], driven[1]]);
            borders.extend(borders_at(KinkCause::Border, &[(margin, terms)]));
        }
    }
}

/// (Y.1) for the load that is given.
fn loaded(
    then: &Contact<Slope>,
    impulse: &Vector3<f64>,
    grip: Grip,
    borders: &mut Vec<Border>,
) -> Result<[Slope; 3], LawError> {
    let plain = [impulse.x, impulse.y];
    let [normal, radius] = then.load;
    let loaded = match grip {
        Grip::Stick => Loaded::Stick,
        Grip::Slip { .. } => Loaded::Slip,
    };
    let [x, y] = unknowns(then, &loaded, plain, borders)?;
    let p = [x, y, normal];
    let after = then.velocity_after(&p);
    let terms = then.terms(&p.map(|p| p.value));
    let mut margins = vec![(after[2], terms)]; // a little less, and more than this load would be needed
    match grip {
        Grip::Stick if radius.value.is_finite() => {
            margins.push((radius - norm(&[x, y]), radius.value));
            margins.push(within_cone(then, &p));
        }
        Grip::Stick => {}
        Grip::Slip { .. } => margins.push((norm(&[after[0], after[1]]), terms)),
    }
    borders.extend(borders_at(KinkCause::Border, &margins));
    Ok(p)
}
