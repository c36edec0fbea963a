//! How the loop of the flow goes on, or ends, when no spring drives it.

use crate::error::SolveError;
use crate::flow::frame::{Entry, Role};
use crate::flow::thresholds::{AT_REST, STILL};
use crate::flow::{Flow, Observer, Separation, Tangent};
use crate::phase::{ContactState, EventKind, Phase};

/// They are if that goes on for so many steps, some ten periods of the springs.
pub(in crate::flow) const RESTFUL: usize = 64;

/// Steps this many times shorter than those of the springs are too short to tell whether springs are in balance.
const SHORT: f64 = 16.0;

impl<O: Observer> Flow<'_, O> {
    /// When no spring is left nothing presses the closed contacts: they open, without speed.
    pub(in crate::flow) fn release_closed(&mut self) {
        for contact in self.loaded.clone() {
            self.fire(contact, EventKind::ContactOpens);
        }
    }

    /// Whether no contact that carries load, or could, moves by more than rounding: the springs are in balance. Only a step of the springs' own length
    /// tells: in a very short one, as where sliding begins, nothing moves.
    pub(in crate::flow) fn is_still(&self) -> bool {
        self.moves_less_than(STILL) && !self.frame.is_shorter_than_springs(SHORT)
    }

    /// Whether rigid friction holds the bodies for good: for many steps nothing has moved by much more than rounding. What is left of
    /// speeds there is the rounding of the impulses that stopped them, which no force can take away where all that could move is held.
    pub(in crate::flow) fn has_come_to_rest(&mut self) -> bool {
        let rests = !self.tangents.is_empty() && self.moves_less_than(AT_REST);
        self.restful_steps = if rests { self.restful_steps + 1 } else { 0 };
        self.restful_steps > RESTFUL
    }

    /// Whether no contact that carries load, or could, moves by more than so many floors within the step.
    pub(in crate::flow) fn moves_less_than(&self, floors: f64) -> bool {
        let series = self.frame.series();
        let moves = |(member, entry): (usize, &Entry)| {
            let (slowest, fastest) = series.velocity_range(member);
            entry.role != Role::Free && slowest.abs().max(fastest.abs()) > floors * entry.floor
        };
        !self.frame.entries().iter().enumerate().any(moves) && !self.frame.rubs_move(floors)
    }

    /// Springs in balance stay so: bodies that are wedged between others keep this energy as strain, and none of
    /// their contacts moves. No event of the transition diagram: the impact ends here without being over.
    pub(in crate::flow) fn leave_wedged(&mut self) {
        for entry in self.frame.entries().iter().filter(|entry| entry.role != Role::Free) {
            self.velocity[entry.contact] = 0.0;
        }
        for contact in self.loaded.clone() {
            self.losses.trapped += self.state[contact].energy();
            self.losses.trapped += self.tangents.get_mut(contact).map_or(0.0, Tangent::release);
            self.state[contact] =
                ContactState { phase: Phase::Open, compression: 0.0, ..self.state[contact] };
            self.observer.activity(contact, false);
        }
        self.loaded.clear();
        self.springs = 0;
        self.bound.dissolve(&mut self.impulse);
        self.frame_is_current = false;
    }

    /// Without loaded contacts the bodies move uniformly: to the next gap that closes, if there is one.
    pub(in crate::flow) fn coast(&mut self) -> Result<bool, SolveError> {
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
        self.show_jump(duration);
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
    pub(in crate::flow) fn retire(&mut self, contact: usize) {
        self.change(contact, EventKind::ContactOpens);
    }

    /// At the end a contact that the impact never reached is as inactive as one that has separated.
    pub(in crate::flow) fn retire_resting(&mut self) {
        for contact in 0..self.state.len() {
            if self.state[contact].phase == Phase::Resting {
                self.retire(contact);
            }
        }
        self.observer.settled(self.time);
    }
}
