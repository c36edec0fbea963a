//! Contacts that come to rest, in a step with friction: how sliding ends, and what keeps those at rest that are.

use nalgebra::DMatrix;

use super::collocated::{Stopping, hold_together};
use super::replay::Replay;
use crate::history::RecordedStep;
use crate::phase::EventKind;
use crate::snapshot::Event;

/// The last way of a contact that stops, as parts of the impact's duration, of which the best is taken. (V.12) is off by as much as other forces change on it, and
/// by as much as rounding of velocities turns the direction of one so slow, times what is left for it to turn.
const LAST_WAYS: [f64; 4] = [1e-11, 1e-12, 1e-13, 1e-14];

impl Replay<'_> {
    /// The last way of a rigid contact that slides and stops where the step ends, and how long it is.
    pub(super) fn last_way(&mut self, step: &RecordedStep<'_>) -> Option<(Stopping, f64)> {
        let contact = self.stopping_at(step.events)?;
        let (fastest, duration) = (self.fastest(), self.cluster.duration());
        let collocated = self.collocated.as_mut()?;
        let mut best: Option<(f64, Stopping, f64)> = None;
        for part in LAST_WAYS {
            let left = step.duration.min(part * duration);
            let found = collocated.stopping(contact, step.duration - left, self.problem);
            let Some(stopping) = found.filter(|stopping| stopping.speed > 0.0) else { continue };
            let turned = f64::EPSILON * fastest / stopping.speed * stopping.aside.abs();
            let off = left * step.rate + turned;
            if best.as_ref().is_none_or(|(least, ..)| off < *least) {
                best = Some((off, stopping, left));
            }
        }
        best.map(|(_, stopping, left)| (stopping, left))
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
