//! Contacts that are expanded together, from where one of them has an event or its series ends.

use carom_taylor::first_descent;

use super::track::Track;
use crate::error::SolveError;
use crate::flow::local_steps::{
    AT_ONCE, LEAST_HOPS, LONGEST, PER_HOP, SEEN_FROM_ELSEWHERE, SHORT, SHORTENED, SPENT, UNNOTICED,
};
use crate::power_flow::frame::{Clock, Entry, ORDER, Role, Series, ZERO};
use crate::power_flow::guards::Alarm;
use crate::power_flow::{Observer, PowerFlow};

/// What has changed for a member outside the patch.
#[derive(Debug)]
pub(super) struct Change {
    member: usize,
    /// Rate of velocity by pushes that have changed, order by order, and its rounding.
    push: Series,
    rounding: Series,
}

impl<O: Observer> PowerFlow<'_, O> {
    /// Expands a member anew where its series ends or has an event, with all around that must be. False if ordinary steps must go on from
    /// here.
    pub(super) fn restart(&mut self, seed: usize, alarm: Option<Alarm>) -> Result<bool, SolveError> {
        let contact = self.local.entries[seed].contact;
        let hops = if alarm.is_some() { self.local.hops[contact] / PER_HOP } else { 0 };
        self.gather(seed, hops);
        let (mut known, mut widened) = (0, 0);
        loop {
            for at in known..self.local.patch.len() {
                self.arrive(self.local.patch[at])?;
            }
            if let Some(alarm) = alarm.filter(|_| known == 0)
                && !self.turn(seed, alarm)
            {
                return Ok(false);
            }
            known = self.local.patch.len();
            if !self.settle_patch()? {
                return Ok(false);
            }
            if !self.widen() {
                break;
            }
            widened += 1;
        }
        if alarm.is_some() {
            let hops = &mut self.local.hops[contact];
            *hops = if widened > 0 { *hops + PER_HOP * widened } else { (*hops - 1).max(LEAST_HOPS) };
        }
        let Clock::Even { unit } = self.frame.clock() else { return Ok(false) };
        for at in 0..self.local.patch.len() {
            let (reach, event) = (self.local.reaches[at], self.local.events[at]);
            let track = Track::of(&self.frame, at, self.local.now, unit, reach, event);
            let member = self.local.patch[at];
            self.local.due[member] = track.due().0.seconds();
            self.local.tracks[member] = track;
        }
        self.local.leave_patch();
        Ok(true)
    }

    fn draw_into_patch(&mut self, member: usize) {
        if self.local.place[member] == 0 {
            self.local.patch.push(member);
            self.local.place[member] = self.local.patch.len();
        }
    }

    /// The members within so many hops of one.
    fn gather(&mut self, seed: usize, hops: usize) {
        self.draw_into_patch(seed);
        let mut first = 0;
        self.complete(0);
        for _ in 0..hops {
            let end = self.local.patch.len();
            for at in first..end {
                let member = self.local.patch[at];
                for next in 0..self.local.columns[member].len() {
                    self.draw_into_patch(self.local.columns[member][next].0);
                }
            }
            self.complete(end);
            first = end;
        }
    }

    /// Draws in those around the members of the patch, from a place on, whose series are all but spent.
    fn complete(&mut self, from: usize) {
        let mut at = from;
        while at < self.local.patch.len() {
            let member = self.local.patch[at];
            for next in 0..self.local.rows[member].len() {
                let (j, _) = self.local.rows[member][next];
                let track = &self.local.tracks[j];
                if track.end - track.at(self.local.now) < SPENT {
                    self.draw_into_patch(j);
                }
            }
            at += 1;
        }
    }

    /// Expands the patch among the pushes around it. False if a contact begins to act, or ceases to.
    fn settle_patch(&mut self) -> Result<bool, SolveError> {
        self.frame.clear();
        for at in 0..self.local.patch.len() {
            let Entry { contact, role: before, .. } = self.local.entries[self.local.patch[at]];
            let role = match self.state[contact].phase.is_spring() {
                true => self.role_of_loaded(contact),
                false => Role::Passive,
            };
            self.join(contact, role);
            let starts = self.frame.entries()[at].compression <= 0.0;
            if role != before || role == Role::Acting && starts {
                return Ok(false);
            }
        }
        let Some(unit) = self.surround() else { return Ok(false) };
        let Self { frame, local, .. } = self;
        let among = |at: usize| {
            let row = local.rows[local.patch[at]].iter();
            row.filter_map(|&(j, w)| Some((local.place[j].checked_sub(1)?, w)))
        };
        frame.couple_rows(among);
        frame.set_clock(Clock::Even { unit });
        frame.expand();
        self.count(1, 1)?;
        self.look_ahead(self.local.patch.len());
        Ok(true)
    }

    /// Lets the pushes around the patch act on it, (LT.1); the seconds per unit of its clock, which ends no later than their series do.
    fn surround(&mut self) -> Option<f64> {
        let now = self.local.now;
        let mut unit = self.shortest_time();
        let Self { frame, local, .. } = self;
        let around = |&member: &usize| {
            let outside = local.rows[member].iter().filter(|&&(j, _)| local.place[j] == 0);
            outside.map(|&(j, w)| (&local.tracks[j], w)).filter(|(track, _)| track.pushes())
        };
        for (track, _) in local.patch.iter().flat_map(around) {
            unit = unit.min((track.end - track.at(now)) * track.length);
        }
        frame.outside.clear();
        for member in &local.patch {
            let mut sum = ZERO;
            for (track, w) in around(member) {
                let push = track.push_about(now, unit);
                sum.iter_mut().zip(push).for_each(|(sum, push)| *sum += w * push);
            }
            frame.outside.push(sum);
        }
        (unit > 0.0 && unit.is_finite()).then_some(unit)
    }

    /// How far the series of the first members of the frame reach, each by its own floor, and their first events.
    pub(super) fn look_ahead(&mut self, members: usize) {
        let mut reaches = std::mem::take(&mut self.local.reaches);
        let mut events = std::mem::take(&mut self.local.events);
        reaches.clear();
        let reach = |member: usize| {
            let floor = self.frame.entries()[member].floor;
            Self::reach_of(self.frame.velocity(member), floor).min(LONGEST)
        };
        reaches.extend((0..members).map(reach));
        self.reach = reaches.iter().copied().fold(LONGEST, f64::min);
        events.clear();
        events.resize(members, None);
        self.for_each_guard(|contact, alarm, guard| {
            let member = self.place[contact] - 1;
            if member < members {
                let end = events[member].map_or(reaches[member], |(s, _)| s);
                if let Some(s) = first_descent(guard, end).filter(|&s| s <= end) {
                    events[member] = Some((s, alarm));
                }
            }
        });
        (self.local.reaches, self.local.events) = (reaches, events);
    }

    /// Lets members around the patch know what has changed for them: their series end earlier, or they join the patch. Says whether any did.
    fn widen(&mut self) -> bool {
        let Clock::Even { unit } = self.frame.clock() else { return false };
        let mut changes = std::mem::take(&mut self.local.changes);
        self.find_changes(&mut changes, unit);
        let known = self.local.patch.len();
        let soonest = self.reach;
        for change in &changes {
            let track = &self.local.tracks[change.member];
            let at = track.at(self.local.now);
            let left = (track.end - at) * track.length / unit;
            let holds = change.holds(left, UNNOTICED * self.local.entries[change.member].floor, soonest);
            if holds < soonest.min(SHORT * left) {
                self.draw_into_patch(change.member);
            } else if holds < left {
                let track = &mut self.local.tracks[change.member];
                track.end = at + holds * unit / track.length;
                self.local.due[change.member] = track.due().0.seconds();
            }
        }
        self.local.changes = changes;
        let widened = self.local.patch.len() > known;
        if widened {
            self.complete(known);
        }
        widened
    }

    /// What the new series of the patch change around it.
    fn find_changes(&self, changes: &mut Vec<Change>, unit: f64) {
        changes.clear();
        for (at, &member) in self.local.patch.iter().enumerate() {
            let outside = || self.local.columns[member].iter().filter(|&&(j, _)| self.local.place[j] == 0);
            let (after, track) = (self.frame.push_series(at), &self.local.tracks[member]);
            if outside().next().is_none() || after[0] == 0.0 && !track.pushes() {
                continue;
            }
            let before = track.push_about(self.local.now, unit);
            for &(other, w) in outside() {
                let known = changes.iter().position(|change| change.member == other);
                let at = known.unwrap_or(changes.len());
                if known.is_none() {
                    changes.push(Change { member: other, push: ZERO, rounding: ZERO });
                }
                let change = &mut changes[at];
                for j in 0..ORDER {
                    change.push[j] += w * (after[j] - before[j]);
                    change.rounding[j] += SEEN_FROM_ELSEWHERE * w.abs() * (after[j].abs() + before[j].abs());
                }
            }
        }
    }
}

impl Change {
    /// For how much σ, at most `longest`, the change moves its contact by no more than a speed, (LT.2), in series that reach so far.
    fn holds(&self, longest: f64, speed: f64, reach: f64) -> f64 {
        let counts = |j: usize| (self.push[j].abs() - self.rounding[j]).max(0.0) / (j + 1) as f64;
        let terms: Series = std::array::from_fn(counts);
        let moves = |s: f64| s * terms.iter().rev().fold(0.0, |sum, term| sum * s + term);
        let mut s = longest;
        while moves(s) > speed {
            s *= SHORTENED;
            if s < AT_ONCE * reach {
                return 0.0;
            }
        }
        s
    }
}
