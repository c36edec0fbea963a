//! What contacts outside a patch do to it, (LT.1), and what it does to them, (LT.2).

use super::track::Track;
use crate::flow::frame::Role;
use crate::flow::local_steps::{AT_ONCE, LONGEST, SEEN_FROM_ELSEWHERE, SHORT, SHORTENED, UNNOTICED};
use crate::flow::series::{ORDER, Polynomial, RECIPROCAL, TERMS};
use crate::flow::{Flow, Observer};

/// What has changed for a contact outside the patch.
#[derive(Debug)]
pub(super) struct Change {
    contact: usize,
    /// Rate of velocity by loads that have changed, order by order, and its rounding.
    push: Polynomial,
    rounding: Polynomial,
    /// How long the series of those loads hold, in local time.
    lasts: f64,
}

impl<O: Observer> Flow<'_, O> {
    /// Lets the loads around the patch act on it. Its unit of time ends no later than their series do.
    pub(super) fn surround(&mut self) {
        let now = self.local.now;
        let members = self.frame.entries().len();
        let mut loads = std::mem::take(&mut self.local.loads);
        let mut found = std::mem::take(&mut self.local.found);
        loads.clear();
        let mut rate = self.frame.rate();
        for entry in self.frame.entries() {
            for &(j, _) in &self.local.around[entry.contact].1 {
                if self.place[j] != 0 {
                    continue;
                }
                let Some(track) = self.local.tracks[j].as_ref().filter(|track| track.is_loaded()) else {
                    continue;
                };
                if found[j] == 0 {
                    loads.push((j, [0.0; TERMS]));
                    found[j] = loads.len();
                    rate = rate.max(1.0 / (track.length * (track.end - track.at(now))));
                }
            }
        }
        if rate > self.frame.rate() {
            self.frame.use_rate(rate);
        }
        for (j, load) in &mut loads {
            if let Some(track) = &self.local.tracks[*j] {
                *load = track.load_about(now, self.frame.rate());
            }
        }
        let mut outside = std::mem::take(&mut self.frame.outside);
        outside.resize(members * TERMS, 0.0);
        for member in 0..members {
            for &(j, w) in &self.local.around[self.frame.entries()[member].contact].1 {
                if let Some((_, load)) = found[j].checked_sub(1).map(|at| &loads[at]) {
                    load.iter().enumerate().for_each(|(k, q)| outside[k * members + member] += w * q); // (LT.1)
                }
            }
        }
        self.frame.outside = outside;
        loads.iter().for_each(|&(j, _)| found[j] = 0);
        (self.local.loads, self.local.found) = (loads, found);
    }

    /// Lets contacts around the patch know what has changed for them: their series end earlier, or they join the patch. Says whether
    /// any did.
    pub(super) fn widen(&mut self) -> bool {
        let mut changes = std::mem::take(&mut self.local.changes);
        let mut found = std::mem::take(&mut self.local.found);
        self.find_changes(&mut changes, &mut found);
        self.local.found = found;
        let known = self.local.patch.len();
        let rate = self.frame.rate();
        let mut ends = Vec::new();
        let soonest = self.local.lasts.iter().copied().fold(LONGEST, f64::min);
        for change in &changes {
            let left = match &self.local.tracks[change.contact] {
                Some(track) => (track.end - track.at(self.local.now)) * track.length * rate,
                None => LONGEST,
            };
            let holds = change.holds(left, UNNOTICED * self.floor[change.contact]);
            if holds < soonest.min(SHORT * left) {
                self.draw_into_patch(change.contact);
            } else if holds < left {
                ends.push((change.contact, holds / rate));
            }
        }
        self.local.changes = changes;
        if self.local.patch.len() > known {
            self.complete(known);
            return true;
        }
        for (contact, seconds) in ends {
            self.end_early(contact, seconds);
        }
        false
    }

    /// The series of a contact outside the patch ends so many seconds from now.
    fn end_early(&mut self, contact: usize, seconds: f64) {
        let now = self.local.now;
        let Some(track) = &mut self.local.tracks[contact] else {
            let mut track = Track::uniform(now, seconds, self.velocity[contact]);
            track.role = if self.is_at_rest(contact) { Role::Undecided } else { Role::Free };
            return self.local.follow(contact, track);
        };
        track.end = track.at(now) + seconds / track.length;
        self.local.due[self.local.place[contact]] = track.start.seconds() + track.due() * track.length;
    }

    /// What the new series of the patch change around it.
    fn find_changes(&self, changes: &mut Vec<Change>, found: &mut [usize]) {
        changes.clear();
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let around = &self.local.around[entry.contact].1;
            if !around.iter().any(|&(j, _)| self.place[j] == 0) {
                continue;
            }
            let after = self.frame.whole_load(member);
            let before = match &self.local.tracks[entry.contact] {
                Some(track) if track.is_loaded() => track.load_about(self.local.now, self.frame.rate()),
                _ => [0.0; TERMS],
            };
            if (0..=ORDER).all(|j| after[j] == 0.0 && before[j] == 0.0) {
                continue;
            }
            let lasts = self.local.lasts[member];
            for &(contact, w) in around.iter().filter(|&&(j, _)| self.place[j] == 0) {
                if found[contact] == 0 {
                    let none = [0.0; TERMS];
                    changes.push(Change { contact, push: none, rounding: none, lasts });
                    found[contact] = changes.len();
                }
                let change = &mut changes[found[contact] - 1];
                change.lasts = change.lasts.min(lasts);
                for j in 0..TERMS {
                    change.push[j] += w * (after[j] - before[j]);
                    change.rounding[j] += SEEN_FROM_ELSEWHERE * w.abs() * (after[j].abs() + before[j].abs());
                }
            }
        }
        changes.iter().for_each(|change| found[change.contact] = 0);
    }
}

impl Change {
    /// For how much local time, at most `longest`, the change moves its contact by no more than a speed: (LT.2).
    fn holds(&self, longest: f64, speed: f64) -> f64 {
        let counts = |j: usize| (self.push[j].abs() - self.rounding[j]).max(0.0) * RECIPROCAL[j];
        let terms: Polynomial = std::array::from_fn(counts);
        let moves = |s: f64| s * terms.iter().rev().fold(0.0, |sum, term| sum * s + term);
        let mut s = longest;
        while moves(s) > speed {
            s *= SHORTENED;
            if s < AT_ONCE * self.lasts {
                return 0.0;
            }
        }
        s
    }
}
