//! The variation of a cluster through its steps: which series, how many, and where they lead.

use super::collocated::Varied;
use super::error::DerivativeError;
use super::linear::{LinearStep, Member, Role};
use super::replay::Replay;
use crate::history::RecordedStep;

/// Radians of the highest frequency that one series covers.
const REACH: f64 = 2.0;
/// Terms left out are below this part of the motion.
const LEFT_OUT: f64 = 1e-17;
/// Most series for one recorded step: leaps over more oscillations than this are refused.
const MOST_SERIES: f64 = 1e6;

impl Replay<'_> {
    /// Follows the variation through a step.
    pub(super) fn follow(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        if self.step.members.is_empty() || self.changes.directions == 0 {
            self.force.fill(0.0);
            return Ok(());
        }
        if self.power.is_some() && step.clock.is_some() {
            return self.follow_power(step);
        }
        if self.collocated.is_some() { self.follow_rubbing(step) } else { self.follow_linear(step) }
    }

    pub(super) fn follow_rubbing(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        if let Some(collocated) = &mut self.collocated {
            let samples = collocated.sample(0.0);
            self.hold(&samples);
        }
        let last_way = self.last_way(step);
        let followed = step.duration - last_way.as_ref().map_or(0.0, |(_, left)| *left);
        let Some(collocated) = &mut self.collocated else { return Ok(()) };
        let mut varied = Varied {
            impulse: &mut self.impulse_change,
            position: &mut self.position_change,
            stretch: &mut self.stretch_change,
            stiffness: &self.stiffness_change,
        };
        if step.duration == 0.0 {
            collocated.stay(self.problem, self.changes, &mut varied);
        } else if followed > 0.0 {
            let followed = collocated.advance(
                [followed, step.duration],
                self.problem,
                self.changes,
                &mut varied,
                &self.impulses,
            );
            followed.map_err(|(contact, what)| DerivativeError::Unsupported {
                contact: self.cluster.contacts()[contact],
                time: step.start,
                what,
            })?;
        }
        self.force.fill(0.0);
        self.slipped.fill(false);
        for (contact, sample) in collocated.sample(step.duration) {
            self.slipped[contact] = collocated.slips(contact);
            self.force[3 * contact..3 * contact + 3].copy_from_slice(sample.force.as_slice());
            for axis in 0..3 {
                self.impulse[3 * contact + axis] += sample.impulse[axis];
            }
            self.compression[contact] = sample.compression;
            self.velocity[contact] = sample.velocity;
            self.last[contact] = sample;
        }
        if let Some((stopping, _)) = last_way {
            self.stop(&stopping);
        }
        Ok(())
    }

    pub(super) fn follow_linear(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        let members = self.step.members.len();
        let angle = self.highest_frequency() * step.duration;
        let series = (angle / REACH).ceil().max(1.0);
        if series.is_nan() || series > MOST_SERIES {
            let contact = self.cluster.contacts()[self.step.members[0].contact];
            let what = "or another one oscillates more than a million times without an event";
            return Err(DerivativeError::Unsupported { contact, time: step.start, what });
        }
        let orders = orders_for(angle / series);
        let mut velocity = std::mem::take(&mut self.workspace);
        for _ in 0..series as usize {
            velocity.reset(members, self.changes.directions);
            for number in 0..members {
                self.velocity_change(self.step.members[number].contact, velocity.row_mut(number));
            }
            let changed = (&mut self.position_change, &mut self.impulse_change);
            self.step.advance(step.duration / series, orders, &self.stiffness_change, &velocity, changed);
            self.take_over();
        }
        self.workspace = velocity;
        self.record_forces();
        Ok(())
    }

    /// Where the series has led.
    pub(super) fn take_over(&mut self) {
        let LinearStep { members, x_end, v_end, p_gain, .. } = &mut self.step;
        for (number, member) in members.iter_mut().enumerate() {
            member.compression = x_end[number];
            member.velocity = v_end[number];
            self.impulse[member.contact] += p_gain[number];
            self.compression[member.contact] = member.compression;
            self.velocity[member.contact] = member.velocity;
        }
    }

    pub(super) fn record_forces(&mut self) {
        self.force.fill(0.0);
        for (number, force) in self.step.forces_at_end().to_vec().into_iter().enumerate() {
            self.force[self.step.members[number].contact] = force;
        }
    }

    /// Forces where the present step begins, by component.
    pub(super) fn forces_at_start(&mut self) -> Vec<f64> {
        let mut forces = vec![0.0; self.force.len()];
        if let Some(collocated) = &mut self.collocated {
            for (contact, sample) in collocated.sample(0.0) {
                forces[3 * contact..3 * contact + 3].copy_from_slice(sample.force.as_slice());
            }
            return forces;
        }
        if let Some(power) = &self.power {
            power.forces_at_start().for_each(|(contact, force)| forces[contact] = force);
            return forces;
        }
        for (number, force) in self.step.forces().to_vec().into_iter().enumerate() {
            forces[self.step.members[number].contact] = force;
        }
        forces
    }

    /// A bound on the frequencies of the step's springs, the largest row sum of √k W √k.
    pub(super) fn highest_frequency(&self) -> f64 {
        let mut root = vec![0.0; self.standing.len()];
        for member in &self.step.members {
            if let Role::Spring { stiffness } = member.role {
                root[member.contact] = stiffness.sqrt();
            }
        }
        let row = |member: &Member| -> f64 {
            let sum: f64 = self.problem.coupling.row(member.contact).map(|(j, w)| w.abs() * root[j]).sum();
            sum * root[member.contact]
        };
        self.step.members.iter().map(row).fold(0.0, f64::max).sqrt()
    }
}

/// Orders of a series over so many radians, of which those from zero on are added: the next is left out.
fn orders_for(angle: f64) -> usize {
    let (mut term, mut orders) = (1.0, 0);
    while term > LEFT_OUT {
        orders += 1;
        term *= angle / orders as f64;
    }
    orders.max(2)
}
