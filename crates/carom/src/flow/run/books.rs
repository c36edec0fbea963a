//! Friction in the loop of the flow: what a step does to the tangential sides, and the ledger that watches over it.

use crate::error::SolveError;
use crate::flow::thresholds::OPEN_LEDGER;
use crate::flow::{Flow, Observer, Tangent};
use crate::grip::GripEvent;

impl<O: Observer> Flow<'_, O> {
    /// Takes over the tangential sides at the end of a step.
    pub(in crate::flow) fn take_over_friction(&mut self, s: f64) -> Result<(), SolveError> {
        let rate = self.frame.rate();
        for (contact, rub) in self.frame.rubs_mut() {
            rub.last = rub.evaluate(s);
            let tangent = &mut self.tangents[contact];
            tangent.velocity = rub.last.velocity;
            tangent.speeds_up = tangent.velocity.norm() > rub.start.velocity.norm();
            tangent.impulse += rub.last.impulse + rub.braced(s)[1].xy();
            if rub.course.acts() {
                tangent.stretch = rub.stretch(rub.last.load, rate);
            }
            if rub.course.slips() && s > 0.0 {
                tangent.happen(GripEvent::Slides { direction: rub.last.direction });
                self.losses.friction += rub.dissipated(s);
            }
            if !(tangent.velocity.iter().all(|v| v.is_finite()) && self.losses.friction.is_finite()) {
                return Err(SolveError::Overflow { time: self.time, contact });
            }
        }
        Ok(())
    }

    /// A contact that opens lets go of its tangential springs; what they still hold, after a jump of the normal force, is
    /// lost in friction.
    pub(in crate::flow) fn release_tangent(&mut self, contact: usize) {
        if let Some(tangent) = self.tangents.get_mut(contact) {
            self.losses.friction += tangent.release();
        }
    }

    /// With friction the energy is counted twice, by the work of the impulses and by what was lost: an answer for which the
    /// two do not agree is none.
    pub(in crate::flow) fn check_ledger(&self) -> Result<(), SolveError> {
        let (mut work, mut size) = (0.0, 0.0);
        for (i, tangent) in self.tangents.iter().enumerate() {
            let normal = self.impulse[i] * (self.problem.velocity[i] + self.velocity[i]);
            let tangential = tangent.impulse.dot(&(self.problem.tangential_velocity[i] + tangent.velocity));
            work += 0.5 * (normal + tangential);
            size += normal.abs() + tangential.abs() + self.impulse[i] * self.problem.velocity[i].abs();
        }
        let imbalance = self.losses.error(work);
        if self.tangents.is_empty() || imbalance.abs() <= OPEN_LEDGER * size + f64::MIN_POSITIVE {
            return Ok(());
        }
        let contact = self.frame.entries().first().map_or(0, |entry| entry.contact);
        Err(SolveError::OpenLedger { imbalance, contact })
    }

    /// Whether the contact has friction.
    pub(in crate::flow) fn rubs(&self, contact: usize) -> bool {
        self.tangents.get(contact).is_some_and(Tangent::has_friction)
    }
}
