//! Where the variation of a cluster ends: velocities, energy, duration, and what has a kink there.

use super::error::DerivativeError;
use super::kink::{Along, Form, Kink, KinkCause};
use super::linear::Role;
use super::replay::{ROUNDING, Replay, Standing};
use super::rows::Rows;
use crate::snapshot::Event;

/// What a cluster's outcome changes by along each direction.
#[derive(Debug)]
pub(super) struct Derivatives {
    /// By component.
    pub velocity: Rows,
    pub impulse: Rows,
    /// A single row each.
    pub energy: Rows,
    pub duration: Rows,
    pub kinks: Vec<Form>,
}

impl Replay<'_> {
    pub(super) fn note_redundancy(&mut self, time: f64) {
        if self.kinks.iter().any(|form| form.kink.cause == KinkCause::Redundancy) {
            return;
        }
        let held = self.step.members.iter().filter(|member| member.role == Role::Held);
        let contacts = held.map(|member| self.cluster.contacts()[member.contact]).collect();
        let columns = self.changes.coupling.iter().map(|change| change.direction);
        let mut columns: Vec<usize> = columns.collect();
        columns.sort_unstable();
        columns.dedup();
        if !columns.is_empty() {
            let (cause, events) = (KinkCause::Redundancy, Vec::new());
            let kink = Kink { time, cause, contacts, events, columns: Vec::new() };
            self.kinks.push(Form { kink, along: Along::Any(columns) });
        }
    }

    /// Notes a kink in every direction along which a velocity changes.
    pub(super) fn note_where_not_zero(
        &mut self,
        time: f64,
        cause: KinkCause,
        contact: usize,
        change: &[f64],
        events: &[Event],
    ) {
        let rounding = self.rounding();
        if change.iter().zip(&rounding).any(|(change, rounding)| change.abs() > *rounding) {
            let contacts = vec![self.cluster.contacts()[contact]];
            let events = events.iter().map(|event| self.global(event)).collect();
            let kink = Kink { time, cause, contacts, events, columns: Vec::new() };
            self.kinks.push(Form { kink, along: Along::Change { change: change.to_vec(), rounding } });
        }
    }

    /// What is rounding among changes of velocities along each direction.
    pub(super) fn rounding(&self) -> Vec<f64> {
        let mut largest = vec![0.0_f64; self.changes.directions];
        for component in 0..self.impulse.len() {
            let own = self.problem.coupling.diagonal(component / self.changes.axes);
            let rows = self.changes.velocity.row(component).iter().zip(self.impulse_change.row(component));
            for (largest, (velocity, impulse)) in largest.iter_mut().zip(rows) {
                *largest = largest.max(velocity.abs()).max(impulse.abs() * own);
            }
        }
        largest.iter_mut().for_each(|largest| *largest *= ROUNDING);
        largest
    }

    pub(super) fn global(&self, event: &Event) -> Event {
        Event { contact: self.cluster.contacts()[event.contact], ..*event }
    }

    pub(super) fn finish(mut self) -> Result<Derivatives, DerivativeError> {
        let (n, d) = (self.impulse.len(), self.changes.directions);
        let mut velocity = Rows::zeros(n, d);
        for component in 0..n {
            let mut row = vec![0.0; d];
            self.velocity_change(component, &mut row);
            velocity.set(component, &row);
        }
        if let Some(at) = (0..n).find(|&c| velocity.row(c).iter().any(|v| !v.is_finite())) {
            let contact = self.cluster.contacts()[at / self.changes.axes];
            return Err(DerivativeError::Overflow { contact, time: self.cluster.duration() });
        }
        self.note_fading();
        self.kinks.append(&mut self.ties);
        let after = self.final_velocities();
        self.note_contacts_left_at_rest(&after, &velocity);
        let energy = self.energy_change(&after);
        let mut duration = Rows::zeros(1, d);
        if let Some(release) = &self.release {
            duration.set(0, release);
        }
        Ok(Derivatives { velocity, impulse: self.impulse_change, energy, duration, kinks: self.kinks })
    }

    /// Contacts that are loaded to the end were left when nothing but rounding moved, at no instant that an event defines.
    fn note_fading(&mut self) {
        let loaded = (0..self.standing.len()).filter(|&contact| self.standing[contact] == Standing::Loaded);
        let contacts: Vec<usize> = loaded.map(|contact| self.cluster.contacts()[contact]).collect();
        if !contacts.is_empty() {
            let (time, cause, events) = (self.cluster.duration(), KinkCause::Fading, Vec::new());
            let kink = Kink { time, cause, contacts, events, columns: Vec::new() };
            self.kinks.push(Form { kink, along: Along::Any((0..self.changes.directions).collect()) });
        }
    }

    /// (P.1) by component.
    pub(super) fn final_velocities(&self) -> Vec<f64> {
        let mut after = Vec::with_capacity(self.impulse.len());
        for contact in 0..self.problem.velocity.len() {
            let before = self.problem.velocity[contact];
            if self.changes.axes == 1 {
                let gained: f64 = self.problem.coupling.row(contact).map(|(j, w)| w * self.impulse[j]).sum();
                after.push(before + gained);
            } else {
                let mut sum = self.problem.tangential_velocity[contact].push(before);
                for (j, w) in self.problem.coupling.block_row(contact) {
                    sum += w * nalgebra::Vector3::from_column_slice(&self.impulse[3 * j..3 * j + 3]);
                }
                after.extend(sum.iter());
            }
        }
        after
    }

    /// δ(p·v₀ + p·W p/2) = δp·v + p·δv₀ + p·δW p/2.
    pub(super) fn energy_change(&self, after: &[f64]) -> Rows {
        let mut energy = Rows::zeros(1, self.changes.directions);
        for (component, &velocity) in after.iter().enumerate() {
            energy.add(0, velocity, self.impulse_change.row(component));
            energy.add(0, self.impulse[component], self.changes.velocity.row(component));
        }
        for change in &self.changes.coupling {
            *energy.at_mut(0, change.direction) +=
                0.5 * self.impulse[change.to] * change.value * self.impulse[change.from];
        }
        energy
    }
}
