//! When contacts are active: what an impact goes through, without its forces.

use crate::flow::{ClusterProblem, Observer};

/// Which contacts are active when, in a whole impact.
#[derive(Debug, Default)]
pub struct Timeline {
    contacts: usize,
    changes: Vec<Change>,
}

/// A contact that enters or leaves the active set.
#[derive(Debug, Clone, Copy)]
struct Change {
    /// In seconds since the start of the impact.
    time: f64,
    contact: usize,
    is_active: bool,
}

impl Timeline {
    pub(crate) fn new(contacts: usize) -> Self {
        Self { contacts, changes: Vec::new() }
    }

    /// Takes in what happened among some of the contacts.
    pub(crate) fn take_in(&mut self, contacts: &[usize], watched: &ActivityWatch) {
        let numbered = |change: &Change| Change { contact: contacts[change.contact], ..*change };
        self.changes.extend(watched.changes.iter().map(numbered));
    }

    /// When each state of the impact is entered, in seconds, in ascending order.
    #[must_use]
    pub fn starts(&self) -> Vec<f64> {
        let mut starts = Vec::new();
        self.each_state(|time, _| starts.push(time));
        starts
    }

    /// The contacts that are active in each state of the impact, with the instant at which it is entered (s); none are in the last.
    #[must_use]
    pub fn active_sets(&self) -> Vec<(f64, Vec<usize>)> {
        let mut sets: Vec<(f64, Vec<usize>)> = Vec::new();
        self.each_state(|time, active| sets.push((time, numbers(active))));
        sets
    }

    /// The contacts that are active in those states whose numbers, from 0, are `wanted`, with the instants: for less memory than all.
    #[must_use]
    pub fn some_active_sets(&self, wanted: impl Fn(usize) -> bool) -> Vec<(f64, Vec<usize>)> {
        let (mut number, mut sets) = (0, Vec::new());
        self.each_state(|time, active| {
            if wanted(number) {
                sets.push((time, numbers(active)));
            }
            number += 1;
        });
        sets
    }

    /// Shows every state with the instant at which it is entered, in seconds.
    fn each_state(&self, mut show: impl FnMut(f64, &[bool])) {
        let mut changes = self.changes.clone();
        changes.sort_by(|a, b| a.time.total_cmp(&b.time));
        let mut active = vec![false; self.contacts];
        let mut before = active.clone();
        let mut is_first = true;
        for group in changes.chunk_by(|a, b| a.time == b.time) {
            before.copy_from_slice(&active);
            for change in group {
                active[change.contact] = change.is_active;
            }
            if before != active || is_first {
                show(group[0].time, &active);
                is_first = false;
            }
        }
    }
}

fn numbers(active: &[bool]) -> Vec<usize> {
    (0..active.len()).filter(|&i| active[i]).collect()
}

/// Writes down when the contacts of a cluster are active.
#[derive(Debug)]
pub(crate) struct ActivityWatch {
    changes: Vec<Change>,
    /// Changes of the active set at the present instant.
    pending: Vec<(usize, bool)>,
}

impl ActivityWatch {
    pub fn new(problem: &ClusterProblem) -> Self {
        let touching = (0..problem.gap.len()).filter(|&i| problem.gap[i] <= 0.0);
        Self { changes: Vec::new(), pending: touching.map(|i| (i, true)).collect() }
    }
}

impl Observer for ActivityWatch {
    fn sees_steps(&self) -> bool {
        false
    }

    fn activity(&mut self, contact: usize, active: bool) {
        self.pending.push((contact, active));
    }

    fn settled(&mut self, time: f64) {
        let changes = self.pending.drain(..);
        self.changes.extend(changes.map(|(contact, is_active)| Change { time, contact, is_active }));
    }
}
