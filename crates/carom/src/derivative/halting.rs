//! Contacts that come to rest, in a step with friction: how sliding ends, and what keeps those at rest that are.

use nalgebra::DMatrix;

use super::collocated::{Stopping, hold_together};
use super::replay::Replay;
use crate::history::RecordedStep;
use crate::phase::EventKind;
use crate::snapshot::Event;

/// The last way of a contact that stops, as a part of the impact's duration, is followed by (V.12). That is off by this part, since other forces change on the way; and
/// by as much as rounding of velocities turns the direction of one so slow, times what is left for it to turn.
const LAST_WAY: f64 = 3e-11;

/// Whether a rigid contact that slides stops where a step ends, or so soon after it that the rest is its last way.
#[derive(Debug)]
pub(super) enum SlidingEnds {
    Not,
    /// Its last way begins so long before the end of the step.
    Here {
        contact: usize,
        left: f64,
    },
    Soon {
        contact: usize,
        left: f64,
    },
    /// It is on its last way.
    Already(Stopping),
}

impl Replay<'_> {
    pub(super) fn sliding_ends(&mut self, step: &RecordedStep<'_>) -> SlidingEnds {
        if let Some(stopping) = self.stopping.take() {
            return SlidingEnds::Already(stopping);
        }
        let last_way = LAST_WAY * self.cluster.duration();
        if !step.events.is_empty() {
            let left = step.duration.min(last_way);
            return self
                .stopping_at(step.events)
                .map_or(SlidingEnds::Not, |contact| SlidingEnds::Here { contact, left });
        }
        if step.duration > last_way {
            return SlidingEnds::Not;
        }
        let until = step.start + last_way;
        let next = self.cluster.steps().skip(step.number + 1).find(|later| !later.events.is_empty());
        let next = next.filter(|later| later.start + later.duration <= until);
        let contact = next.and_then(|later| self.stopping_at(later.events));
        contact.map_or(SlidingEnds::Not, |contact| SlidingEnds::Soon { contact, left: step.duration })
    }

    /// The one rigid contact that slides and stops at these events; none if several do.
    fn stopping_at(&self, events: &[Event]) -> Option<usize> {
        let collocated = self.collocated.as_ref()?;
        let stops = |event: &&Event| match event.kind {
            EventKind::Slips | EventKind::Sticks => {
                self.problem.tangential[event.contact].compliance().is_none()
                    && collocated.slips(event.contact)
            }
            EventKind::CompressionEnds
            | EventKind::CompressionRestarts
            | EventKind::RestitutionEnds
            | EventKind::ContactReturns
            | EventKind::ContactCloses
            | EventKind::ContactOpens
            | EventKind::Pressed => false,
        };
        let mut stopping = events.iter().filter(stops);
        let first = stopping.next()?;
        stopping.all(|event| event.contact == first.contact).then_some(first.contact)
    }

    /// (V.13), but for the jump of forces (V.5) where sliding has stopped.
    pub(super) fn stop(&mut self, stopping: &Stopping) {
        let mut sliding = [vec![0.0; self.changes.directions], vec![0.0; self.changes.directions]];
        for (axis, change) in sliding.iter_mut().enumerate() {
            self.velocity_change(3 * stopping.contact + axis, change);
        }
        for (component, impulse) in stopping.impulse.iter().enumerate() {
            let beside = impulse - stopping.time * self.force[component];
            for (axis, change) in sliding.iter().enumerate() {
                self.impulse_change.add(component, beside[axis], change);
            }
        }
        let [first, second] = &sliding;
        let shift = first.iter().zip(second).map(|(x, y)| stopping.time.x * x + stopping.time.y * y);
        self.stopped = Some((stopping.contact, shift.collect()));
    }

    /// Contacts that are at rest from now on are so in the varied motion, too: velocities that are left are taken by an impulse.
    pub(super) fn hold(&mut self) {
        let Some(collocated) = &mut self.collocated else { return };
        let holds = collocated.holds();
        if holds.is_empty() {
            return;
        }
        let Some(matrix) = hold_together(&holds, self.problem) else { return };
        let directions = self.changes.directions;
        let mut left = DMatrix::zeros(holds.len(), directions);
        let mut change = vec![0.0; directions];
        for (row, hold) in holds.iter().enumerate() {
            for axis in (0..3).filter(|&axis| hold.axis[axis] != 0.0) {
                self.velocity_change(3 * hold.contact + axis, &mut change);
                let each = change.iter().enumerate();
                each.for_each(|(direction, change)| left[(row, direction)] -= hold.axis[axis] * change);
            }
        }
        if !matrix.solve_mut(&mut left) {
            return;
        }
        for (row, hold) in holds.iter().enumerate() {
            change.iter_mut().zip(left.row(row).iter()).for_each(|(to, value)| *to = *value);
            for axis in (0..3).filter(|&axis| hold.load[axis] != 0.0) {
                self.impulse_change.add(3 * hold.contact + axis, hold.load[axis], &change);
            }
        }
    }
}
