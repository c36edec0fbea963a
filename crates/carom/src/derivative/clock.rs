//! The clock by which variations are taken.
//!
//! Variations are taken at a fixed time, and a contact much harder than the others, which has hardened and returns, makes them huge for the short time it acts: it
//! strikes later by δτ, and δp = −F δτ meanwhile, of which nothing must be left afterwards. Nothing in the model depends on time itself, so y' varies
//! as y does, and
//!
//! ```text
//! δy ← δy + y' δτ        p' = F,  x' = −vₙ,  u' = v_t − σ û                                    (V.15)
//! ```
//!
//! is the variation by a clock that is δτ late. By the clock of its own beginning a hard contact strikes when it did.

use nalgebra::Vector2;

use super::replay::{Replay, Standing};
use crate::flow::Separation;
use crate::phase::EventKind;
use crate::snapshot::Event;

impl Replay<'_> {
    /// Sets the clock by a contact that returns, if it is harder than all that act.
    pub(super) fn set_clock(&mut self, events: &[Event]) {
        if self.problem.separation == Separation::Instant {
            return; // nothing moves where it returns
        }
        // n k W dⁿ⁻¹, with the compression that it has, or will have by its speed.
        let hardness = |contact: usize| {
            let exponent = self.problem.material[contact].exponent;
            let own = self.stiffness[contact] * self.problem.coupling.diagonal(contact);
            let speed = self.velocity_now(self.normal(contact));
            let d = exponent.root_of_energy(speed * speed / own).max(self.compression[contact]);
            exponent.value() * own * exponent.power_of_slope(d)
        };
        let returning = events.iter().filter(|event| event.kind == EventKind::ContactReturns);
        let hardest = returning.max_by(|a, b| hardness(a.contact).total_cmp(&hardness(b.contact)));
        let Some(contact) = hardest.map(|event| event.contact) else { return };
        let acting = (0..self.standing.len()).filter(|&other| self.standing[other] == Standing::Loaded);
        if acting.map(hardness).any(|other| other >= hardness(contact)) {
            return;
        }
        let speed = self.velocity_now(self.normal(contact));
        if speed < 0.0 {
            let later: Vec<f64> = self.position_change.row(contact).iter().map(|x| x / speed).collect();
            self.put_back_clock(&later);
            self.position_change.clear_row(contact);
        }
    }

    /// (V.15).
    fn put_back_clock(&mut self, later: &[f64]) {
        for (component, &force) in self.force.iter().enumerate() {
            self.impulse_change.add(component, force, later);
        }
        for contact in 0..self.standing.len() {
            match self.standing[contact] {
                // Those at rest may move by less than their springs feel.
                Standing::Open | Standing::Loaded | Standing::Resting => {
                    let speed = self.velocity_now(self.normal(contact));
                    self.position_change.add(contact, -speed, later);
                }
                Standing::Closed => {}
            }
            let springs = self.problem.tangential.get(contact).is_some_and(|law| law.compliance().is_some());
            let acts = matches!(self.standing[contact], Standing::Loaded | Standing::Closed);
            if springs && acts {
                let stretching = self.stretching(contact);
                (0..2).for_each(|axis| self.stretch_change.add(2 * contact + axis, stretching[axis], later));
            }
        }
        self.clock.iter_mut().zip(later).for_each(|(clock, later)| *clock += later);
    }

    /// u' where the last step ended: v_t, less what the particle slides by.
    pub(super) fn stretching(&self, contact: usize) -> Vector2<f64> {
        let last = &self.last[contact];
        let slid = if self.slipped[contact] { last.direction * last.sliding } else { Vector2::zeros() };
        last.tangential_velocity - slid
    }
}
