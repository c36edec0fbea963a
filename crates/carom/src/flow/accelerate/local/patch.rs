//! Contacts that are expanded together, from where one of them has an event or its series ends.

use super::track::Track;
use crate::error::SolveError;
use crate::flow::frame::Role;
use crate::flow::guard_table::Alarm;
use crate::flow::guards::Fallen;
use crate::flow::local_steps::{LEAST_HOPS, PER_HOP, SPENT};
use crate::flow::{Flow, Observer};
use crate::phase::{EventKind, Phase, transition};

impl<O: Observer> Flow<'_, O> {
    /// Expands a contact anew where its series ends or has an event, with all around that must be. False if ordinary steps must go
    /// on from here.
    pub(super) fn restart(&mut self, seed: usize) -> Result<bool, SolveError> {
        let Some(track) = &self.local.tracks[seed] else { return Ok(false) };
        let has_event = track.has_event();
        self.local.now = track.start.after(track.due() * track.length);
        self.time = self.local.base + self.local.now.seconds();
        let hops = if has_event { self.local.reach[seed] / PER_HOP } else { 0 };
        self.gather(seed, hops);
        let (mut known, mut widened) = (0, 0);
        loop {
            let mut events = std::mem::take(&mut self.fallen);
            for at in known..self.local.patch.len() {
                let contact = self.local.patch[at];
                events.extend(self.fallen(contact));
                self.arrive(contact)?;
            }
            known = self.local.patch.len();
            if !events.is_empty() {
                if events.iter().any(|event| self.may_close(event)) {
                    self.fill_values();
                } else {
                    self.empty_frame();
                }
                let unloads = events.iter().any(|event| event.alarm == Alarm::RestitutionEnds);
                for event in events.drain(..) {
                    self.happen(event)?;
                }
                if unloads {
                    self.open_unloaded_groups();
                }
            }
            self.fallen = events;
            if !self.is_bound || self.springs == 0 || !self.settle_patch()? {
                return Ok(false);
            }
            if !self.widen() {
                break;
            }
            widened += 1;
        }
        if has_event {
            let reach = &mut self.local.reach[seed];
            *reach = if widened > 0 { *reach + PER_HOP * widened } else { (*reach - 1).max(LEAST_HOPS) };
        }
        for member in 0..self.frame.entries().len() {
            let track = self.track_of(member, self.local.lasts[member]);
            self.local.follow(self.frame.entries()[member].contact, track);
        }
        self.leave_patch();
        Ok(true)
    }

    /// Whether the contact of an event may close in it, for which the frame must be there.
    fn may_close(&self, event: &Fallen) -> bool {
        let Fallen { contact, alarm, .. } = *event;
        let material = &self.problem.material[contact];
        if alarm != Alarm::CompressionEnds {
            return false;
        }
        let around = &self.local.around[contact].1;
        if around.iter().any(|&(j, _)| self.is_held(j)) {
            return true;
        }
        let force = |j: usize| {
            let state = &self.state[j];
            if state.phase.is_spring() { state.stiffness * state.compression } else { 0.0 }
        };
        let push: f64 = around.iter().filter(|&&(j, _)| j != contact).map(|&(j, w)| -w * force(j)).sum();
        let after = transition(self.problem.law, material, self.state[contact], EventKind::CompressionEnds);
        push > 0.0 && after.is_none_or(|after| self.may_have_accumulated(contact, &after, push))
    }

    pub(super) fn leave_patch(&mut self) {
        for contact in self.local.patch.drain(..) {
            self.local.is_in_patch[contact] = false;
        }
    }

    fn is_held(&self, contact: usize) -> bool {
        self.state[contact].phase == Phase::Closed
    }

    pub(super) fn draw_into_patch(&mut self, contact: usize) {
        if self.local.is_in_patch[contact] {
            return;
        }
        self.local.is_in_patch[contact] = true;
        self.local.patch.push(contact);
        let (begun, around) = &mut self.local.around[contact];
        if *begun != self.local.begun {
            *begun = self.local.begun;
            around.clear();
            around.extend(self.problem.coupling.row(contact).filter(|&(j, _)| !self.bound.holds(j)));
            for (j, w) in self.bound.row(contact) {
                match around.iter_mut().find(|(known, _)| *known == j) {
                    Some((_, sum)) => *sum += w, // (K.2)
                    None => around.push((j, w)),
                }
            }
        }
    }

    /// The contacts within so many hops of one; closed contacts, which pass loads on at once, do not count.
    fn gather(&mut self, seed: usize, hops: usize) {
        self.draw_into_patch(seed);
        let mut first = 0;
        self.complete(0);
        for _ in 0..hops {
            let end = self.local.patch.len();
            for at in first..end {
                let contact = self.local.patch[at];
                for next in 0..self.local.around[contact].1.len() {
                    self.draw_into_patch(self.local.around[contact].1[next].0);
                }
            }
            self.complete(end);
            first = end;
        }
    }

    /// Draws in what is bound to the contacts of the patch from a place on: closed contacts, and those whose series are all but spent.
    pub(super) fn complete(&mut self, from: usize) {
        let mut at = from;
        while at < self.local.patch.len() {
            let contact = self.local.patch[at];
            for next in 0..self.local.around[contact].1.len() {
                let (j, _) = self.local.around[contact].1[next];
                let is_spent = |track: &Track| track.end - track.at(self.local.now) < SPENT;
                if !self.local.is_in_patch[j]
                    && (self.is_held(j) || self.local.tracks[j].as_ref().is_some_and(is_spent))
                {
                    self.draw_into_patch(j);
                }
            }
            at += 1;
        }
    }

    /// Takes all contacts out of the frame: none is said to be pressed.
    fn empty_frame(&mut self) {
        for entry in self.frame.entries() {
            self.place[entry.contact] = 0;
        }
        self.frame.clear();
        self.frame.is_part = true;
        self.frame_is_current = false;
    }

    /// Fills the frame with the patch.
    fn fill_patch(&mut self) {
        self.empty_frame();
        self.barred.clear();
        self.local.patch.sort_unstable();
        for at in 0..self.local.patch.len() {
            let contact = self.local.patch[at];
            let role = match self.state[contact].phase {
                Phase::Closed => Role::Held,
                Phase::Compressing | Phase::Restituting { .. } => Role::Spring,
                Phase::Resting | Phase::Open if self.is_at_rest(contact) => Role::Undecided,
                Phase::Resting | Phase::Open => Role::Free,
            };
            self.join(contact, role);
        }
        let around = &self.local.around;
        self.frame.couple_part(|contact| &around[contact].1, &self.place);
    }

    /// Takes over what events have changed of springs; all else is as it was.
    fn fill_again(&mut self) {
        for entry in self.frame.entries_mut() {
            let state = &self.state[entry.contact];
            entry.stiffness = state.stiffness;
            entry.compression = state.compression;
            entry.velocity = self.velocity[entry.contact];
        }
    }

    /// The values of the patch at the present instant, for what events ask of them.
    fn fill_values(&mut self) {
        self.fill_patch();
        self.frame.keep_rate();
        let rate = self.frame.rate();
        self.values.reset(self.frame.entries().len());
        for (member, entry) in self.frame.entries().iter().enumerate() {
            self.values.velocity[member] = entry.velocity;
            self.values.load[member] = match entry.role {
                Role::Spring => self.frame.kappa(member) * rate * entry.compression,
                Role::Held => self.reaction[entry.contact] / rate,
                _ => 0.0,
            };
        }
        self.frame_is_current = true;
    }

    /// Expands the patch among the loads around it. False if its series contradicts what it assumes.
    fn settle_patch(&mut self) -> Result<bool, SolveError> {
        match self.frame_is_current {
            true => self.fill_again(),
            false => self.fill_patch(),
        }
        let stiffest = self.frame.keep_rate();
        self.surround();
        self.frame.expand_within_reach();
        self.effort.expand(1, 0, self.frame.size());
        self.local.spent += self.frame.entries().len();
        if self.is_too_long() {
            return Err(self.too_many_steps(stiffest));
        }
        self.frame_is_current = false;
        if self.contradiction().is_some() {
            return Ok(false);
        }
        self.adopt_decisions();
        self.local.lasts.clear();
        for member in 0..self.frame.entries().len() {
            let lasts = self.lasts(member);
            self.local.lasts.push(lasts);
        }
        Ok(true)
    }
}
