//! Legs that are lines: stick, and slip that begins from rest.

use nalgebra::Vector2;

use super::{Rate, Replay, frame};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::LawError;
use crate::laws::routh::course::Leg;
use crate::laws::slopes::{Contact, Equations, Pair, Slope, borders_at, dot, norm, scaled, unknowns};

/// (Q.3): the unknown is φ.
struct Held;

impl Equations<2> for Held {
    const NEEDS_INVERSE: bool = true;

    fn left<T: Number>(&self, contact: &Contact<T>, force: &Pair<T>) -> Pair<T> {
        let pulled = contact.pulled(force);
        [pulled[0] + contact.coupling[0], pulled[1] + contact.coupling[1]]
    }
}

impl Replay {
    pub(super) fn stick(&mut self, leg: &Leg, force: Vector2<f64>) -> Result<Rate, LawError> {
        let found = unknowns(&self.contact, &Held, [force.x, force.y], &mut self.borders)?;
        let [friction, share] = self.weights;
        if share.value > 0.0 {
            let margin = friction - norm(&found);
            self.borders.extend(borders_at(KinkCause::Border, &[(margin, friction.value)]));
        }
        // Once it sticks, the course is pₙ whatever friction is, and what slip stored is nothing by its measure.
        self.weights = [friction, Slope::constant(1.0)];
        if share.value == 0.0 {
            self.stored = Slope::constant(0.0);
        }
        self.line(leg, found);
        Ok(Rate { force, share: 1.0 })
    }

    /// (Q.4): the direction moves with what keeps it invariant.
    pub(super) fn slip_from_rest(&mut self, leg: &Leg, direction: Vector2<f64>) -> Rate {
        let [along, across] = frame(direction);
        let (turning, stiffness) = self.turning(&along, &across);
        let angle = turning / Slope::constant(-stiffness);
        let moved = [0, 1].map(|axis| along[axis] + across[axis] * angle);
        let [friction, share] = self.weights;
        self.line(leg, scaled(&moved, -friction));
        Rate { force: direction * -friction.value, share: share.value }
    }

    /// δg and γ of (J.4).
    pub(super) fn turning(&self, along: &Pair<Slope>, across: &Pair<Slope>) -> (Slope, f64) {
        let friction = self.weights[0];
        let drift = self.slip_drift(along);
        let turning = dot(across, &drift);
        let straight = dot(along, &drift).value;
        let sideways = (friction * dot(across, &self.contact.pulled(across))).value;
        (Slope { value: 0.0, ..turning }, -straight - sideways)
    }

    /// h of (Q.5).
    pub(super) fn slip_drift(&self, direction: &Pair<Slope>) -> Pair<Slope> {
        let [friction, share] = self.weights;
        let pulled = self.contact.pulled(direction);
        [0, 1].map(|axis| self.contact.coupling[axis] * share - friction * pulled[axis])
    }

    /// A leg on which the force is constant.
    fn line(&mut self, leg: &Leg, force: Pair<Slope>) {
        let length = Slope::constant(leg.length);
        let half = length * length * Slope::constant(0.5);
        self.take_in(leg.phase, length, scaled(&force, length), scaled(&force, half));
    }
}
