//! The conditions for events, each a polynomial that belongs to a phase and triggers when it falls to zero.
//!
//! Those of the normal side are in [`crate::flow::guard_table`]; friction has
//!
//! | grip | guard | when it falls to zero |
//! |---|---|---|
//! | sticking | (μFₙ)² − F_t² | it slips |
//! | slipping, compliant | speed of the particle | it sticks |
//! | slipping, rigid | v_t·û | it stops: sticks or slides on in another direction |
//!
//! Events of several contacts at one instant are common: symmetric racks are full of them. Those whose guards
//! are zero to rounding where the first one falls happen together, so none is missed and none is first.

use carom_taylor::{evaluate_with_slope, first_descent, magnitude};

use crate::error::SolveError;
use crate::flow::course::{Course, Slip};
use crate::flow::frame::{Entry, Role};
use crate::flow::guard_table::{Alarm, Watched, for_each_guard_of, phase_in_frame};
use crate::flow::rub::Rub;
use crate::flow::series::{ORDER, Polynomial};
use crate::flow::thresholds::{
    ALL_BUT_RELEASED, COINCIDENT, FAST, LONGEST_PAUSE, SHORTEST_PAUSE, STANDS_UP_TO, STILL, STOP_TOGETHER,
};
use crate::flow::{Flow, Observer, Separation};
use crate::grip::GripEvent;
use crate::grip::Tie;
use crate::phase::{EventKind, Phase};

/// Rigid contacts are asked this often within an instant whether they stick.
const PATIENCE: usize = 4;
/// The terms of a guard may add up to this many times what they come to at one instant.
const SUM_OF_TERMS: f64 = 1e6;

/// A guard that has fallen.
#[derive(Debug)]
pub(in crate::flow) struct Fallen {
    pub contact: usize,
    pub alarm: Alarm,
    /// Whether what the guard watches is zero here; otherwise it was found below zero after a jump, or watches for more than rounding.
    pub at_zero: bool,
}

impl<O: Observer> Flow<'_, O> {
    /// Local time of the first event of the current frame, if one lies within the step.
    pub(in crate::flow) fn first_event(&mut self) -> Option<f64> {
        let mut first = None;
        let mut end = self.frame.step_end();
        let anywhere = |_: f64, _: f64| true;
        let pause = self.pause();
        self.for_each_guard(anywhere, |_, alarm, guard| {
            let Some(s) = first_descent(guard, end) else { return };
            let s = if matches!(alarm, Alarm::ReachesCone | Alarm::SlidingStops) { s.max(pause) } else { s };
            if s <= end {
                first = Some(s);
                end = s;
            }
        });
        self.sharing_ends = self.frame.end_of_sharing(end).filter(|found| found.s.max(pause) <= end);
        if let Some(found) = &mut self.sharing_ends {
            found.s = found.s.max(pause);
            first = Some(found.s);
            end = found.s;
        }
        self.first_touch(end).or(first)
    }

    /// Rigid contacts that were asked several times in an instant whether they stick are asked again after a little while only: what
    /// they do meanwhile differs from what they should by rounding.
    fn pause(&self) -> f64 {
        match self.hesitations.checked_sub(PATIENCE) {
            None => 0.0,
            Some(more) => (SHORTEST_PAUSE * 2.0_f64.powi(more.min(60) as i32)).min(LONGEST_PAUSE),
        }
    }

    /// Open contacts outside the frame move uniformly; the first of them to touch before `end`.
    pub(in crate::flow) fn first_touch(&self, end: f64) -> Option<f64> {
        if self.problem.separation == Separation::Instant {
            return None;
        }
        let outside = |&i: &usize| self.place[i] == 0 && self.state[i].phase == Phase::Open;
        let approaching =
            (0..self.state.len()).filter(outside).filter(|&i| self.velocity[i] < -self.floor[i]);
        let arrival = approaching.map(|i| (self.gap[i] / -self.velocity[i]).max(0.0) * self.frame.rate());
        arrival.reduce(f64::min).filter(|&s| s < end)
    }

    /// All guards that have fallen at local time `s`, at which `advance` has left the state.
    pub(in crate::flow) fn events_at(&self, s: f64, events: &mut Vec<Fallen>) {
        // At the start of a step a guard may have been left below zero by a jump.
        let could_be_zero = |value: f64, size: f64| s == 0.0 || value <= COINCIDENT * size;
        self.for_each_guard(could_be_zero, |contact, alarm, guard| {
            let (value, slope) = evaluate_with_slope(guard, s);
            let falls = if s == 0.0 { first_descent(guard, 0.0).is_some() } else { slope < 0.0 };
            let already = events.last().is_some_and(|event| event.contact == contact);
            if !falls || already {
                return;
            }
            let mut rounding = COINCIDENT * magnitude(guard, s);
            if self.is_of_velocity(alarm) {
                rounding = rounding.max(self.rounding_of_speed(contact));
            }
            if value <= rounding {
                let moves = self.is_of_velocity(alarm) && self.room_to_swing(contact) > 0.0;
                events.push(Fallen { contact, alarm, at_zero: value >= -rounding && !moves });
            }
        });
        if let Some(found) = self.sharing_ends.as_ref().filter(|found| found.s == s) {
            let sliding = found.sliding.iter().map(|&(contact, _)| contact);
            let asked = self.frame.sticking().filter(|_| found.sliding.is_empty());
            let ends = |contact| Fallen { contact, alarm: Alarm::SharingEnds, at_zero: true };
            events.extend(sliding.chain(asked).map(ends));
        }
        if self.problem.separation == Separation::Tracked {
            let outside = |&i: &usize| self.place[i] == 0 && self.state[i].phase == Phase::Open;
            let touches = |&i: &usize| {
                self.velocity[i] < -self.floor[i]
                    && self.gap[i] <= COINCIDENT * self.velocity[i].abs() / self.frame.rate()
            };
            let touching = (0..self.state.len()).filter(outside).filter(touches);
            events.extend(touching.map(|contact| Fallen { contact, alarm: Alarm::Touches, at_zero: true }));
        }
    }

    /// Where a contact stops sliding, forces jump: whether springs end or restart their compression at that instant is asked when it is known
    /// what they do then. In a groove a body comes to rest along all its normals and tangents at once.
    pub(in crate::flow) fn let_sliding_stop_first(&self, events: &mut Vec<Fallen>) {
        let of_spring =
            |event: &Fallen| matches!(event.alarm, Alarm::CompressionEnds | Alarm::CompressionRestarts);
        if !self.frame.has_rigid_friction() || !events.iter().any(of_spring) {
            return;
        }
        if !events.iter().any(|event| event.alarm == Alarm::SlidingStops) {
            self.add_those_that_stop(events);
        }
        if events.iter().any(|event| event.alarm == Alarm::SlidingStops) {
            events.retain(|event| !of_spring(event));
        }
    }

    /// Contacts of one body often stop sliding at one instant, which each knows to the rounding that its speed has gathered: those that still slow down and whose speed is
    /// no more than that stop with the first.
    pub(in crate::flow) fn let_sliding_stop_together(&self, events: &mut Vec<Fallen>) {
        if events.iter().any(|event| event.alarm == Alarm::SlidingStops) {
            self.add_those_that_stop(events);
        }
    }

    /// The contacts that still slow down and are all but stopped, with those whose guards have fallen.
    fn add_those_that_stop(&self, events: &mut Vec<Fallen>) {
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let slides = |_: &&Rub| self.tangents[entry.contact].slides_rigidly();
            let Some(rub) = self.frame.rub_of(member).filter(slides) else { continue };
            let fallen =
                |event: &Fallen| event.contact == entry.contact && event.alarm == Alarm::SlidingStops;
            if rub.is_stopping(STOP_TOGETHER) && !events.iter().any(fallen) {
                events.push(Fallen { contact: entry.contact, alarm: Alarm::SlidingStops, at_zero: true });
            }
        }
    }

    /// Contacts that stop because others do: where a body rests on closed contacts, one more that stops may leave it no motion at another.
    /// The rounding of their velocities must not decide which of them ends its compression, or touches again.
    pub(in crate::flow) fn let_dependent_stop(&self, events: &mut Vec<Fallen>) {
        let stops = |alarm: Alarm| self.is_of_velocity(alarm);
        let has_stopped = |event: &&Fallen| stops(event.alarm) && event.at_zero; // one that stood moves on
        if !self.frame.rubs() || !events.iter().any(|event| has_stopped(&event)) {
            return;
        }
        let alarm_of = |contact: usize| match self.state[contact].phase {
            Phase::Compressing => Some(Alarm::CompressionEnds),
            Phase::Restituting { .. } => Some(Alarm::CompressionRestarts),
            Phase::Open => Some(Alarm::Touches),
            Phase::Closed | Phase::Resting => None,
        };
        let is_slow = |entry: &&Entry| {
            let fallen = events.iter().any(|event| event.contact == entry.contact);
            let speed = self.velocity[entry.contact].abs(); // zero if it has stopped before
            !fallen
                && speed > 0.0
                && speed <= FAST * entry.floor
                && alarm_of(entry.contact).is_some_and(stops)
        };
        let slow: Vec<usize> =
            self.frame.entries().iter().filter(is_slow).map(|entry| entry.contact).collect();
        if slow.is_empty() {
            return;
        }
        let closed = self.loaded.iter().copied().filter(|&i| self.state[i].phase == Phase::Closed);
        let stopped = events.iter().filter(has_stopped).map(|event| event.contact);
        let still: Vec<usize> = closed.chain(stopped).collect();
        for contact in self.that_depend_on(&still, slow) {
            events.extend(alarm_of(contact).map(|alarm| Fallen { contact, alarm, at_zero: true }));
        }
    }

    pub(in crate::flow) fn happen(&mut self, event: Fallen) -> Result<(), SolveError> {
        let Fallen { contact, alarm, at_zero } = event;
        if self.is_of_velocity(alarm) && at_zero {
            self.velocity[contact] = 0.0;
        }
        // An end of compression or a restart changes a spring and leaves the frame as it is, unless contacts are let go (`Flow::change`).
        let of_spring = matches!(alarm, Alarm::CompressionEnds | Alarm::CompressionRestarts);
        self.frame_is_current &= of_spring && !self.frame.has_patient();
        match alarm {
            Alarm::CompressionEnds => self.end_compression(contact),
            Alarm::RestitutionEnds => self.fire(contact, EventKind::RestitutionEnds),
            Alarm::CompressionRestarts => self.fire(contact, EventKind::CompressionRestarts),
            Alarm::ReactionEnds => self.fire(contact, EventKind::ContactOpens),
            Alarm::Touches if self.problem.separation == Separation::Tracked => {
                self.gap[contact] = 0.0;
                self.wake_approaching()?;
            }
            Alarm::Stirs => self.has_stirred = true,
            Alarm::Touches => {}
            Alarm::ReachesCone => self.reach_cone(contact),
            Alarm::ParticleStops => {
                self.tangents[contact].happen(GripEvent::Stops);
                self.report(contact, EventKind::Sticks);
            }
            Alarm::SlidingStops => self.stop_sliding(contact),
            Alarm::SharingEnds => self.begin_to_slide(contact),
        }
        Ok(())
    }

    /// Whether the guard is the normal velocity, which is zero where it falls.
    fn is_of_velocity(&self, alarm: Alarm) -> bool {
        match alarm {
            Alarm::CompressionEnds | Alarm::CompressionRestarts => true,
            Alarm::Touches => self.problem.separation == Separation::Instant,
            Alarm::RestitutionEnds | Alarm::ReactionEnds | Alarm::Stirs => false,
            Alarm::ReachesCone | Alarm::ParticleStops | Alarm::SlidingStops | Alarm::SharingEnds => false,
        }
    }

    /// What the speed of a contact among others with friction is known to: its body may turn back at several contacts in one instant, and steps have rounded the speed at each. A spring that has
    /// hardened bounces on itself at speeds of rounding, and each of its turns counts.
    fn rounding_of_speed(&self, contact: usize) -> f64 {
        if !self.frame.rubs() {
            return 0.0;
        }
        let state = &self.state[contact];
        let is_soft = state.stiffness <= STANDS_UP_TO * self.problem.material[contact].stiffness;
        if state.phase.is_spring() && is_soft { self.floor[contact] } else { 0.0 }
    }

    /// Visits the guards of a frictional contact.
    fn visit_friction(
        &self,
        contact: usize,
        rub: &Rub,
        concerns: impl Fn(f64, f64) -> bool,
        mut visit: impl FnMut(usize, Alarm, &[f64]),
    ) {
        let may_be_on_the_cone = || {
            let (room, size) = rub.room_left();
            concerns(room, SUM_OF_TERMS * size)
        };
        match rub.course {
            Course::Sticks(Tie::Rigid) if self.frame.shares() => {} // asked of all together
            // One that bears nothing pulls by rounding, and its cone is rounding too; so it is where its load ends here.
            Course::Sticks(_) if rub.normal[0] < (COINCIDENT * -rub.normal[1]).max(0.0) => {}
            Course::Sticks(Tie::Rigid) if rub.normal[0] < ALL_BUT_RELEASED * -rub.normal[1] => {}
            Course::Sticks(_) if !may_be_on_the_cone() => {}
            Course::Sticks(_) => {
                if let Some(room) = rub.room_in_cone(COINCIDENT) {
                    visit(contact, Alarm::ReachesCone, &room);
                }
            }
            Course::Slips(Slip::Frozen) if rub.normal[0] <= 0.0 => {}
            Course::Slips(Slip::Turning | Slip::TurningFrom { .. } | Slip::Following | Slip::Frozen) => {
                visit(contact, Alarm::ParticleStops, &rub.sliding_from_zero(2.0 * COINCIDENT)[..ORDER - 1]);
            }
            Course::Slips(Slip::Sliding { .. } | Slip::Resuming { .. } | Slip::Creeping) => {
                visit(contact, Alarm::SlidingStops, &rub.speed_above_rounding());
            }
            Course::Idle | Course::Pending(_) => {}
        }
    }

    /// Visits every guard that its bounds do not keep from falling within the step. For guards on velocities,
    /// `concerns` is asked first, with the guard's value at the end of the last step and the size of its terms.
    fn for_each_guard(
        &self,
        concerns: impl Fn(f64, f64) -> bool,
        mut visit: impl FnMut(usize, Alarm, &[f64]),
    ) {
        let series = self.frame.series();
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let contact = entry.contact;
            let (slowest, fastest) = series.velocity_range(member);
            let size = fastest - slowest + slowest.abs().max(fastest.abs());
            let speed = self.values.velocity.get(member).copied().unwrap_or(0.0);
            let rounding = self.rounding_of_speed(contact);
            let phase = phase_in_frame(self.state[contact].phase, entry.role);
            let look = |alarm: Alarm, watched: Watched| match watched {
                Watched::Approach if fastest >= 0.0 && concerns(-speed - rounding, size) => {
                    if let Some(velocity) = self.velocity_that_counts(member) {
                        let guard = shifted(velocity.map(|v| -v), self.room_to_swing(contact));
                        visit(contact, alarm, &guard);
                    }
                }
                Watched::Parting if slowest <= 0.0 && concerns(speed - rounding, size) => {
                    if alarm == Alarm::Touches {
                        visit(contact, alarm, &series.velocity(member));
                    } else if let Some(velocity) = self.velocity_that_counts(member) {
                        visit(contact, alarm, &shifted(velocity, self.room_to_swing(contact)));
                    }
                }
                Watched::ForceAbove { compression } => {
                    let end = compression / self.frame.compression_per_load(member);
                    if series.lowest_load(member) <= end {
                        let guard = shifted(series.load(member), -end);
                        visit(contact, alarm, &guard[..ORDER]);
                    }
                }
                Watched::Reaction if series.lowest_load(member) <= 0.0 => {
                    visit(contact, alarm, &self.reaction_series(member)[..ORDER]);
                }
                Watched::Gap if slowest <= 0.0 => {
                    visit(contact, alarm, &self.gap_series(entry.gap, &series.velocity(member)));
                }
                Watched::Rest { sign }
                    if self.may_stir(entry) && slowest.abs().max(fastest.abs()) >= entry.floor =>
                {
                    let velocity = series.velocity(member).map(|v| sign * v);
                    visit(contact, alarm, &shifted(velocity, entry.floor));
                }
                Watched::Approach | Watched::Parting | Watched::Reaction => {}
                Watched::Gap | Watched::Rest { .. } => {}
            };
            if let Some(phase) = phase {
                for_each_guard_of(phase, self.problem.separation, look);
            }
            if let Some(rub) = self.frame.rub_of(member) {
                self.visit_friction(contact, rub, &concerns, &mut visit);
            }
        }
    }

    /// Whether a contact at rest must not move by more than rounding unnoticed. One that waits, of course; and a rigid one
    /// that no single term of its series has decided, since their sum could leave it with a speed it cannot take.
    fn may_stir(&self, entry: &Entry) -> bool {
        match entry.role {
            Role::Waiting => true,
            Role::Undecided => entry.stiffness.is_infinite(),
            Role::Spring | Role::Locked | Role::Held | Role::Pressed => false,
            Role::DrawnApart | Role::Distant | Role::Free => false,
        }
    }

    /// The load of a closed contact, without the pull that its rounding pretends before the first term that counts:
    /// settling has found that term to press.
    pub(in crate::flow) fn reaction_series(&self, member: usize) -> Polynomial {
        let mut load = self.frame.series().load(member);
        let parts = self.frame.within_span(load);
        let counted = parts.iter().position(|&q| self.counts(member, q)).unwrap_or(load.len());
        load[..counted].iter_mut().for_each(|q| *q = q.max(0.0));
        load
    }

    /// The velocity of a spring. Among contacts with rigid friction, of one without tangential springs that is at rest, without the terms below rounding before the first that counts: they are what
    /// is left of forces that cancel, and say nothing of where it begins to move. None if it does not.
    fn velocity_that_counts(&self, member: usize) -> Option<Polynomial> {
        let mut velocity = self.frame.series().velocity(member);
        let is_stretched = self.frame.rub_of(member).is_some_and(|rub| !rub.is_rigid());
        if self.frame.has_rigid_friction() && !is_stretched {
            let floor = self.frame.entries()[member].floor;
            let counted = velocity.iter().position(|v| v.abs() > STILL * floor)?;
            velocity[..counted].fill(0.0);
        }
        Some(velocity)
    }

    /// gap' = vₙ, in units of speed per unit of local time.
    fn gap_series(&self, gap: f64, velocity: &Polynomial) -> Polynomial {
        let at_start = gap * self.frame.rate();
        std::array::from_fn(|j| if j == 0 { at_start } else { velocity[j - 1] / j as f64 })
    }
}

fn shifted(mut polynomial: Polynomial, by: f64) -> Polynomial {
    polynomial[0] += by;
    polynomial
}
