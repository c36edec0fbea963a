//! How the loop goes on, or ends, when no spring drives it.

use super::frame::{Entry, Role};
use super::{Observer, PowerFlow, RubCourse};
use crate::error::SolveError;
use crate::flow::{Separation, Span};
use crate::phase::{ContactState, EventKind, Phase};

/// Springs whose contacts all move slower than this many floors within a step are in balance.
const STILL: f64 = 4.0;
/// Contacts whose speeds, and those that their strain could cause, are all below this many floors have faded.
const FADED: f64 = 24.0;

impl<O: Observer> PowerFlow<'_, O> {
    /// When no spring is left nothing presses the closed contacts: they open, without speed.
    pub(super) fn release_closed(&mut self) {
        for contact in self.loaded.clone() {
            self.fire(contact, EventKind::ContactOpens);
        }
    }

    /// Whether the springs are in balance: they act, and nothing that carries load moves by more than rounding within the step.
    pub(super) fn is_still(&self) -> bool {
        let moves = |(member, entry): (usize, &Entry)| {
            let end = self.reach.min(1.0);
            let size = carom_taylor::magnitude(self.frame.velocity(member), end);
            let slides = self.frame.rub_of(member).is_some_and(|rub| {
                let size = rub.velocity.iter().map(|v| carom_taylor::magnitude(v, end)).fold(0.0, f64::max);
                rub.start.course != RubCourse::Idle && size > STILL * rub.start.floor
            });
            entry.role != Role::Passive && (size > STILL * entry.floor || slides)
        };
        let acts = self.frame.entries().iter().any(|entry| entry.role == Role::Acting);
        acts && !self.frame.entries().iter().enumerate().any(moves)
    }

    /// Springs in balance stay so: bodies that are wedged between others keep this energy as strain.
    pub(super) fn leave_wedged(&mut self) {
        for entry in self.frame.entries().iter().filter(|entry| entry.role != Role::Passive) {
            self.velocity[entry.contact] = 0.0;
        }
        for contact in self.loaded.clone() {
            self.losses.trapped += self.problem.material[contact].energy(&self.state[contact]);
            self.losses.trapped += self.tangential_energy(contact);
            self.release_tangent(contact);
            self.state[contact] =
                ContactState { phase: Phase::Open, compression: 0.0, ..self.state[contact] };
            self.observer.activity(contact, false);
        }
        self.loaded.clear();
        self.springs = 0;
    }

    /// Whether nothing but rounding is left of the contacts that carry load, or could.
    pub(super) fn has_faded(&self) -> bool {
        let is_faint = |entry: &Entry| {
            let material = &self.problem.material[entry.contact];
            let state = &self.state[entry.contact];
            // Of what a spring has taken up it gives back e², by every law.
            let returned = match state.phase {
                Phase::Compressing => material.restitution.value().powi(2),
                Phase::Restituting { .. } | Phase::Closed | Phase::Open | Phase::Resting => 1.0,
            };
            let energy = returned * material.energy(state) + self.tangential_energy(entry.contact);
            let of_strain = (2.0 * energy * self.problem.coupling.diagonal(entry.contact)).sqrt();
            entry.role == Role::Passive && self.state[entry.contact].phase == Phase::Open
                || entry.velocity.abs().max(of_strain) <= FADED * entry.floor
        };
        self.frame.entries().iter().all(is_faint)
    }

    /// Ends the bounces of contacts that have faded; what strain they have is lost.
    pub(super) fn leave_faded(&mut self) {
        let wedged = self.losses.trapped;
        self.leave_wedged();
        self.losses.restitution += self.losses.trapped - wedged;
        self.losses.trapped = wedged;
    }

    /// Lets go of springs of which nothing but rounding is left, if nothing beside them acts: behind a wave they would be followed to
    /// the end.
    pub(super) fn leave_faint(&mut self) {
        let is_spring = |i: usize| self.state[i].phase.is_spring();
        let is_faint = |i: usize| {
            let energy = self.problem.material[i].energy(&self.state[i]);
            let of_strain = (2.0 * energy * self.problem.coupling.diagonal(i)).sqrt();
            self.velocity[i].abs().max(of_strain) <= self.floor[i]
        };
        let idle = |j: usize| match self.state[j].phase {
            Phase::Closed => false,
            Phase::Compressing | Phase::Restituting { .. } => is_faint(j),
            Phase::Open | Phase::Resting => true,
        };
        let is_done = |&i: &usize| is_spring(i) && self.problem.coupling.row(i).all(|(j, _)| idle(j));
        let done: Vec<usize> = self.loaded.iter().copied().filter(is_done).collect();
        if done.len() == self.loaded.len() {
            return; // the whole cluster has faded
        }
        for contact in done {
            self.losses.restitution += self.problem.material[contact].energy(&self.state[contact]);
            self.state[contact] =
                ContactState { phase: Phase::Open, compression: 0.0, ..self.state[contact] };
            self.observer.activity(contact, false);
            self.loaded.retain(|&i| i != contact);
            self.springs -= 1;
        }
    }

    /// Without loaded contacts the bodies move uniformly: to the next gap that closes, if there is one.
    pub(super) fn coast(&mut self) -> Result<bool, SolveError> {
        if self.problem.separation == Separation::Instant {
            return Ok(false);
        }
        let closing = |i: &usize| self.state[*i].phase == Phase::Open && self.velocity[*i] < -self.floor[*i];
        let arrival = |i: usize| (self.gap[i] / -self.velocity[i]).max(0.0);
        let Some(duration) = (0..self.state.len()).filter(closing).map(arrival).reduce(f64::min) else {
            return Ok(false);
        };
        let touching: Vec<usize> =
            (0..self.state.len()).filter(closing).filter(|&i| arrival(i) <= duration).collect();
        self.observer.settled(self.time);
        self.observer.jump(Span { start: self.time, duration }, &self.impulse, &self.tangents);
        for i in 0..self.state.len() {
            if self.state[i].phase == Phase::Open {
                self.gap[i] += self.velocity[i] * duration;
            }
        }
        self.time += duration;
        for i in touching {
            self.gap[i] = 0.0;
        }
        self.wake_approaching()?;
        Ok(true)
    }

    /// A resting contact that turns out not to take part leaves the active set without an event.
    pub(super) fn retire(&mut self, contact: usize) {
        self.change(contact, EventKind::ContactOpens);
    }

    /// At the end a contact that the impact never reached is as inactive as one that has separated.
    pub(super) fn retire_resting(&mut self) {
        for contact in 0..self.state.len() {
            if self.state[contact].phase == Phase::Resting {
                self.retire(contact);
            }
        }
        self.observer.settled(self.time);
    }
}
