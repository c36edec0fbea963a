//! Brach's law, (B.3) to (B.8), whose closed forms are differentiated.

use super::contact::{Contact, Pair, dot, norm, scaled};
use super::{Border, Slope, Slopes, borders_at, without_slip};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::brach::Brach;
use crate::laws::{ImpactLaw, LawError, LoneImpact};

/// The equations, with what is met on the way.
struct Problem {
    contact: Contact<Slope>,
    /// |v_t|.
    speed: Slope,
    /// u.
    direction: Pair<Slope>,
    /// Δ.
    gain: Slope,
    borders: Vec<Border>,
}

impl Brach {
    pub(in crate::laws) fn slopes_of(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.impulse(impact)?;
        let contact = Contact::of(impact);
        let restitution = self.kinematic_restitution.map_or(contact.restitution, Slope::constant);
        let one = Slope::constant(1.0);
        let mut borders = Vec::new();
        let slip = contact.slip();
        let mut speed = norm(&slip);
        let direction = if speed.value > 0.0 {
            scaled(&slip, one / speed)
        } else {
            borders.extend(without_slip());
            speed = Slope::constant(0.0);
            let caused = norm(&contact.coupling);
            if caused.value > 0.0 {
                scaled(&contact.coupling, one / caused)
            } else {
                let turns = |change: Slope| Border { cause: KinkCause::Border, change: change.slopes };
                borders.extend(contact.coupling.map(turns));
                [one, Slope::constant(0.0)]
            }
        };
        let gain = -(one + restitution) * contact.velocity[2];
        let mut problem = Problem { contact, speed, direction, gain, borders };
        let impulse = match self.impulse_ratios {
            Some(ratios) => {
                let across = [-direction[1], direction[0]];
                let force = [0, 1].map(|axis| {
                    -(direction[axis] * Slope::constant(ratios.x) + across[axis] * Slope::constant(ratios.y))
                });
                problem.in_cone(force)
            }
            None => problem.usual(),
        };
        Ok(Slopes::of(impulse, problem.borders))
    }
}

impl Problem {
    fn at_border(&mut self, margin: Slope, terms: f64) {
        self.borders.extend(borders_at(KinkCause::Border, &[(margin, terms)]));
    }

    /// The impulse along φ, shortened to the cone and to the other bounds.
    fn in_cone(&mut self, force: Pair<Slope>) -> [Slope; 3] {
        let length = norm(&force);
        let one = Slope::constant(1.0);
        let mut part = one;
        if length.value > 0.0 && self.contact.friction.value.is_finite() {
            let in_cone = self.contact.friction / length;
            self.at_border(in_cone - one, 1.0);
            part = if in_cone.value < 1.0 { in_cone } else { part };
        }
        self.bounded(force, part)
    }

    /// The impulse along φ, shortened to a part and to the bounds but the cone.
    fn bounded(&mut self, force: Pair<Slope>, part: Slope) -> [Slope; 3] {
        let part = self.admissible(&force, part);
        let shortened = scaled(&force, part);
        let rate = self.contact.normal + dot(&self.contact.coupling, &shortened);
        let normal = self.gain / rate; // (B.4)
        [shortened[0] * normal, shortened[1] * normal, normal]
    }

    /// The largest s up to a part, before pₙ has a pole, and with (B.5).
    fn admissible(&mut self, force: &Pair<Slope>, mut part: Slope) -> Slope {
        let pull = dot(&self.contact.coupling, force);
        if pull.value < 0.0 {
            let pole = -self.contact.normal / pull;
            part = if pole.value < part.value { pole } else { part };
        }
        let [c0, c1, c2] = self.surplus(force, pull);
        let at = |s: Slope| c0 + s * (c1 + s * c2);
        let terms = c0.value.abs() + c1.value.abs() + c2.value.abs();
        let surplus = at(part);
        self.at_border(surplus, terms);
        if surplus.value >= 0.0 {
            return part;
        }
        let root = largest_root([c0, c1, c2].map(|c| c.value), part.value);
        // The root moves by the parabola's change over its slope.
        let fixed = Slope::constant(root);
        fixed - at(fixed) / Slope::constant(c1.value + 2.0 * root * c2.value)
    }

    /// The coefficients of the parabola (B.5).
    fn surplus(&self, force: &Pair<Slope>, pull: Slope) -> [Slope; 3] {
        let contact = &self.contact;
        let (along, normal) = (dot(&contact.slip(), force), contact.velocity[2]);
        let half = self.gain * Slope::constant(0.5);
        [
            -contact.normal * (normal + half),
            -contact.normal * along - pull * (normal + self.gain),
            -along * pull - half * dot(force, &contact.pulled(force)),
        ]
    }

    /// Friction along the slip before the impact, up to the critical ratio.
    fn usual(&mut self) -> [Slope; 3] {
        let contact = self.contact;
        let m = dot(&self.direction, &contact.pulled(&self.direction));
        let (k, c) = (dot(&contact.coupling, &self.direction), contact.normal);
        let across = self.speed * c + self.gain * k;
        let along = self.speed * k + self.gain * m;
        let friction = contact.friction;
        let nothing = across.value == 0.0 && along.value == 0.0;
        let stops = friction.value.is_finite() && across.value.abs() <= (friction * along).value
            || !friction.value.is_finite() && along.value > 0.0;
        if friction.value.is_finite() && !nothing {
            let size = if across.value < 0.0 { -across } else { across };
            self.at_border(friction * along - size, size.value + (friction * along).value.abs());
        }
        if stops || nothing || !friction.value.is_finite() && k.value == 0.0 {
            return self.critical([m, k, c], across, along);
        }
        if !friction.value.is_finite() {
            let [x, y] = scaled(&self.direction, self.gain / k);
            return [x, y, Slope::constant(0.0)];
        }
        let against = if across.value < 0.0 { friction } else { -friction };
        self.bounded(scaled(&self.direction, against), Slope::constant(1.0))
    }

    /// (B.6), or the ratio (B.7) within (B.5).
    fn critical(&mut self, [m, k, c]: [Slope; 3], across: Slope, along: Slope) -> [Slope; 3] {
        if across.value == 0.0 && along.value == 0.0 {
            return self.bounded([Slope::constant(0.0); 2], Slope::constant(1.0));
        }
        let twice = self.contact.velocity[2] + self.contact.velocity[2] + self.gain;
        let surplus = across * self.speed - along * twice;
        let terms = (across * self.speed).value.abs() + (along * self.gain).value.abs();
        self.at_border(surplus, terms);
        if surplus.value < 0.0 {
            return self.bounded(scaled(&self.direction, -across / along), Slope::constant(1.0));
        }
        let determinant = m * c - k * k;
        let [x, y] = scaled(&self.direction, -across / determinant);
        [x, y, along / determinant] // (B.6)
    }
}

/// The largest root of a parabola from 0 to an end; zero if there is none.
fn largest_root([c0, c1, c2]: [f64; 3], end: f64) -> f64 {
    let root = (c1 * c1 - 4.0 * c0 * c2).max(0.0).sqrt();
    let sum = -(c1 + root.copysign(c1)) / 2.0;
    [sum / c2, c0 / sum].into_iter().filter(|s| (0.0..=end).contains(s)).fold(0.0, f64::max)
}
