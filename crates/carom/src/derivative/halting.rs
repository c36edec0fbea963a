//! Contacts that come to rest, in a step with friction: how sliding ends, and what keeps those at rest that are.

use nalgebra::{DMatrix, Vector2};

use super::collocated::{Approach, Sample, Stopping, hold_together};
use super::error::DerivativeError;
use super::replay::{ROUNDING, Replay};
use crate::history::RecordedStep;
use crate::phase::EventKind;
use crate::snapshot::Event;

/// The last way of a contact that stops, as parts of the impact's duration, of which the best is taken. (V.12) is off by as much as other forces change on it, and
/// by what rounding of the direction of one so slow does.
const LAST_WAYS: [f64; 8] = [1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14];
/// A direction has settled if forces across it are below this part of all, or a few times what rounding turns it by.
const SETTLED: f64 = 1e-9;
const FEW: f64 = 8.0;
/// A contact that has stopped slides on another way if its direction is another by this much. Friction has stopped it on its way, so that it cannot be the same: what slides
/// on as before is a contact that has just begun.
const ANOTHER_WAY: f64 = 1e-3;

/// By how much rounding may turn the direction of a contact of this speed.
fn rounding_of_direction(fastest: f64, speed: f64) -> f64 {
    f64::EPSILON * fastest / speed
}

impl Replay<'_> {
    /// The events of a step, and those of rigid contacts that creep to a stop and stick, or slide on another way, of which the course says nothing.
    pub(super) fn events_with_halts(
        &mut self,
        step: &RecordedStep<'_>,
        next: Option<&RecordedStep<'_>>,
    ) -> Vec<Event> {
        let mut events = step.events.to_vec();
        let (Some(collocated), Some(next)) = (&mut self.collocated, next) else { return events };
        let time = step.start + step.duration;
        let mut ends = None;
        for member in next.members {
            let contact = member.contact;
            let Some(start) = member.rub.as_ref().map(|rub| rub.start) else { continue };
            let is_rigid = self.problem.tangential[contact].compliance().is_none();
            let kinds = [EventKind::Slips, EventKind::Sticks];
            let is_told = events.iter().any(|event| event.contact == contact && kinds.contains(&event.kind));
            if is_told || !is_rigid || !collocated.slips(contact) {
                continue;
            }
            if start.sticks() {
                events.push(Event { time, contact, kind: EventKind::Sticks });
            } else if start.course.slips() && start.velocity == Vector2::zeros() {
                let ends = ends.get_or_insert_with(|| collocated.sample(step.duration));
                let last = ends.iter().find(|(other, _)| *other == contact);
                if last.is_some_and(|(_, last)| (start.direction - last.direction).norm() > ANOTHER_WAY) {
                    events.push(Event { time, contact, kind: EventKind::Slips });
                }
            }
        }
        events
    }

    /// The last way of a rigid contact that slides and stops where the step ends, and how long it is.
    pub(super) fn last_way(&mut self, step: &RecordedStep<'_>) -> Option<(Stopping, f64)> {
        let contact = self.stopping_at(step.events)?;
        let (fastest, duration) = (self.fastest_along_any_axis(), self.cluster.duration());
        let frequency = self.highest_frequency();
        let collocated = self.collocated.as_mut()?;
        let mut ways: Vec<(f64, f64, Approach)> = Vec::new();
        for part in LAST_WAYS {
            let left = step.duration.min(part * duration);
            let found = collocated.approach(contact, step.duration - left, self.problem);
            if let Some(approach) = found.filter(|approach| approach.speed > 0.0) {
                // δv across the direction goes with the angle that is left, and so does what becomes of it.
                let turned = rounding_of_direction(fastest, approach.speed) * approach.aside * approach.aside;
                ways.push((left * frequency + turned, left, approach));
            }
        }
        ways.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        ways.into_iter()
            .find_map(|(_, left, approach)| Some((collocated.stopping(approach, self.problem)?, left)))
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

    fn fastest_along_any_axis(&self) -> f64 {
        let sliding = self.problem.tangential_velocity.iter().map(|v| v.norm());
        let now = self.last.iter().map(|last| last.tangential_velocity.norm());
        sliding.chain(now).fold(self.fastest(), f64::max)
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

    /// δτ of a contact that stops along the direction in which it slides, which must have settled.
    pub(super) fn stop_along(&mut self, event: &Event) -> Result<Vec<f64>, DerivativeError> {
        let contact = event.contact;
        let along = self.last[contact].direction;
        let fastest = self.fastest_along_any_axis();
        let samples = self.collocated.as_mut().map_or_else(Vec::new, |collocated| collocated.sample(0.0));
        let before = samples.iter().find(|(other, _)| *other == contact);
        let speed = before.map_or(0.0, |(_, sample)| sample.tangential_velocity.norm());
        let rounding = rounding_of_direction(fastest, speed);
        let [first, second] = [0, 1].map(|axis| self.acceleration(3 * contact + axis, &self.force));
        let pushed = Vector2::new(first.0, second.0);
        if pushed.perp(&along).abs() > (SETTLED + FEW * rounding) * (first.1 + second.1) {
            return Err(DerivativeError::Unsupported {
                contact: self.cluster.contacts()[contact],
                time: event.time,
                what: "stops sliding in a direction that has not settled",
            });
        }
        let slowing = along.dot(&pushed);
        let mut shift = self.sliding_change(contact, along);
        let factor = if slowing.abs() > ROUNDING * (first.1 + second.1) { -1.0 / slowing } else { 0.0 };
        shift.iter_mut().for_each(|change| *change *= factor);
        Ok(shift)
    }

    /// Contacts that are at rest from now on are so in the varied motion, too: velocities that are left are taken by an impulse.
    pub(super) fn hold(&mut self, samples: &[(usize, Sample)]) {
        let Some(collocated) = &self.collocated else { return };
        let holds = collocated.holds(samples);
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
