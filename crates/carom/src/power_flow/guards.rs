//! The conditions for events, each a polynomial in σ that belongs to a phase and triggers when it falls to zero.
//!
//! | phase | guard | when it falls to zero |
//! |---|---|---|
//! | compressing | −vₙ | compression ends |
//! | compressing, faint | faintest d − d | the spring begins to act |
//! | restituting | d − until; of the leader y − √until | restitution ends |
//! | restituting | vₙ | compression restarts |
//! | closed | reaction | contact opens |
//! | at rest | faintest d − d, floor − vₙ | it is pressed, or drawn apart |
//! | sticking | r² − u², or (μF)² − F_t² | it slips |
//! | sticking, redundant | whether (G.1) leaves no acceleration | they slip |
//! | slipping | sliding speed (X.8) | it sticks |
//! | closed, compliant | F', or −F' | its reaction turns |
//! | open | vₙ; tracked: gap | the bodies touch again |
//!
//! Events whose guards are zero to rounding where the first one falls happen together.

use std::ops::Deref;

use carom_taylor::{evaluate_with_slope, first_descent, magnitude};

use super::frame::{Entry, Role, Series, ZERO};
use super::{Observer, PowerFlow, RubCourse};
use crate::error::SolveError;
use crate::flow::{COINCIDENT, Separation};
use crate::phase::{EventKind, Phase};

/// The part of a force of which nothing that friction does matters: what begins to slide there has no speed, and an impulse left of a force to
/// the power of 5/3.
const NOTHING_LEFT: f64 = 1e-6;

/// Rigid contacts are pressed where they approach at one floor, to rounding; those that do so faster than this many floors collide.
const COLLIDES: f64 = 2.0;

/// What a guard announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alarm {
    CompressionEnds,
    RestitutionEnds,
    CompressionRestarts,
    ReactionEnds,
    /// A gap has closed.
    Touches,
    /// An open contact whose bodies touch approaches, or one at rest is pressed.
    Presses,
    DrawnApart,
    /// A faint spring begins to act.
    Acts,
    /// A contact that sticks has reached its circle.
    Slips,
    /// Redundant contacts that stick can share their load no longer.
    Collapses,
    /// A contact that slips has stopped.
    Sticks,
    /// The reaction of a closed contact with tangential springs turns.
    LoadTurns,
}

/// A guard that has fallen.
#[derive(Debug)]
pub(super) struct Fallen {
    pub(super) contact: usize,
    pub(super) alarm: Alarm,
    /// Whether the guard is zero here; otherwise it was found below zero after a jump.
    at_zero: bool,
}

impl<O: Observer> PowerFlow<'_, O> {
    /// σ of the first event, if one lies within the reach of the series.
    pub(super) fn first_event(&mut self) -> Option<f64> {
        let (mut first, mut end) = (None, self.reach);
        self.for_each_guard(|contact, alarm, guard| {
            let fallen = first_descent(guard, end).filter(|&s| s <= end);
            if let Some(s) = fallen.filter(|&s| !(alarm == Alarm::Slips && self.sticks_anyway(contact, s))) {
                (first, end) = (Some(s), s);
            }
        });
        let first = self.first_touch(end).or(first);
        let collapse = self.first_collapse(first.unwrap_or(self.reach));
        let (at, collapsing) = collapse.unzip();
        self.collapsing = collapsing.unwrap_or_default();
        at.or(first)
    }

    /// Open contacts outside the frame move uniformly; the first of them to touch before `end`.
    fn first_touch(&self, end: f64) -> Option<f64> {
        if self.problem.separation == Separation::Instant {
            return None;
        }
        let outside = |&i: &usize| self.place[i] == 0 && self.state[i].phase == Phase::Open;
        let approaching =
            (0..self.state.len()).filter(outside).filter(|&i| self.velocity[i] < -self.floor[i]);
        let arrival = approaching.map(|i| (self.gap[i] / -self.velocity[i]).max(0.0)).reduce(f64::min)?;
        (arrival < self.frame.time_at(end)).then(|| self.frame.local(arrival, end))
    }

    /// Whether a contact that is about to slip at σ = `s` need not be asked. Where next to nothing is left of the normal force, bound and friction
    /// fall to zero together, and it does not matter which of them does so first; and one that has been asked at this instant sticks.
    fn sticks_anyway(&self, contact: usize, s: f64) -> bool {
        let Some(member) = self.place[contact].checked_sub(1) else { return false };
        s == 0.0 && self.stayed[contact] == Some(self.time)
            || s > 0.0 && self.frame.force_at(member, s) <= NOTHING_LEFT * self.frame.force_at(member, 0.0)
    }

    /// All guards that have fallen at σ = `s`, at which `advance` has left the state.
    pub(super) fn events_at(&self, s: f64) -> Vec<Fallen> {
        let mut events: Vec<Fallen> = Vec::new();
        self.for_each_guard(|contact, alarm, guard| {
            let (value, slope) = evaluate_with_slope(guard, s);
            let falls = match alarm {
                _ if s == 0.0 => first_descent(guard, 0.0).is_some(),
                // Compressions that end with that of the leader touch zero in σ.
                Alarm::RestitutionEnds => slope < 0.0 || self.velocity[contact] > 0.0,
                _ => slope < 0.0,
            };
            let already = events.last().is_some_and(|event| event.contact == contact);
            let rounding = COINCIDENT * magnitude(guard, s);
            let ended = alarm == Alarm::Slips && self.sticks_anyway(contact, s);
            if falls && !already && !ended && value <= rounding {
                events.push(Fallen { contact, alarm, at_zero: value >= -rounding });
            }
        });
        if let Some(&contact) = self.collapsing.first() {
            events.push(Fallen { contact, alarm: Alarm::Collapses, at_zero: true });
        }
        if self.problem.separation == Separation::Tracked {
            let outside = |&i: &usize| self.place[i] == 0 && self.state[i].phase == Phase::Open;
            let touches = |&i: &usize| {
                self.velocity[i] < -self.floor[i]
                    && self.gap[i] <= COINCIDENT * self.velocity[i].abs() * self.frame.time_at(self.reach)
            };
            let touching = (0..self.state.len()).filter(outside).filter(touches);
            events.extend(touching.map(|contact| Fallen { contact, alarm: Alarm::Touches, at_zero: true }));
        }
        events
    }

    pub(super) fn happen(&mut self, event: Fallen, s: f64) -> Result<(), SolveError> {
        let Fallen { contact, alarm, at_zero } = event;
        match alarm {
            Alarm::CompressionEnds => {
                if at_zero {
                    self.velocity[contact] = 0.0;
                }
                self.end_compression(contact, |flow| flow.push_on(contact, s));
            }
            Alarm::RestitutionEnds => self.fire(contact, EventKind::RestitutionEnds),
            Alarm::CompressionRestarts => {
                if at_zero {
                    self.velocity[contact] = 0.0;
                }
                self.fire(contact, EventKind::CompressionRestarts);
            }
            Alarm::ReactionEnds => {
                self.parted[contact] = Some(self.time);
                self.fire(contact, EventKind::ContactOpens);
            }
            Alarm::Touches => {
                self.gap[contact] = 0.0;
                self.wake_approaching()?;
            }
            // A gap may close with the end of a step, by less than rounding, and be found closed by the next one.
            Alarm::Presses if self.collides(contact) => self.wake_approaching()?,
            Alarm::Presses => {
                if at_zero && self.velocity[contact].abs() <= self.floor[contact] / 2.0 {
                    self.velocity[contact] = 0.0;
                }
                self.press(contact);
            }
            Alarm::DrawnApart => {
                if self.time == 0.0 {
                    self.retire(contact);
                } else {
                    self.fire(contact, EventKind::ContactOpens);
                }
            }
            Alarm::Acts => {}
            Alarm::Slips => self.begin_to_slip(contact),
            Alarm::Collapses => self.collapse(),
            Alarm::Sticks => self.stop_slipping(contact, at_zero),
            Alarm::LoadTurns => {
                self.rises[contact] = !self.rises[contact];
                self.turned[contact] = true;
            }
        }
        Ok(())
    }

    /// Whether a rigid contact meets with a speed: it has an impact, it does not only come to bear load.
    fn collides(&self, contact: usize) -> bool {
        self.state[contact].stiffness.is_infinite()
            && self.velocity[contact] < -COLLIDES * self.floor[contact]
            && self.touches_unloaded(contact)
    }

    /// Visits every guard of the frame.
    pub(super) fn for_each_guard(&self, mut visit: impl FnMut(usize, Alarm, &[f64])) {
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let (contact, floor) = (entry.contact, entry.floor);
            let velocity = self.frame.velocity(member);
            match self.state[contact].phase {
                Phase::Compressing => {
                    visit(contact, Alarm::CompressionEnds, &Guard::of(velocity, -1.0, 0.0));
                    if entry.role == Role::Faint || self.frame.is_silent(member) {
                        visit(contact, Alarm::Acts, &self.until_it_acts(member));
                    }
                }
                Phase::Restituting { until } => {
                    match self.frame.root_of(member) {
                        Some(root) => {
                            visit(contact, Alarm::RestitutionEnds, &Guard::of(root, 1.0, -until.sqrt()))
                        }
                        None => {
                            let compression = self.frame.compression(member);
                            visit(contact, Alarm::RestitutionEnds, &Guard::of(compression, 1.0, -until));
                        }
                    }
                    visit(contact, Alarm::CompressionRestarts, velocity);
                }
                Phase::Closed if !self.frame.may_open(member) => {}
                Phase::Closed => {
                    visit(contact, Alarm::ReactionEnds, &self.frame.reaction_series(member));
                }
                Phase::Resting if entry.stiffness.is_infinite() => {
                    visit(contact, Alarm::Presses, &Guard::of(velocity, 1.0, floor));
                    visit(contact, Alarm::DrawnApart, &Guard::of(velocity, -1.0, floor));
                }
                Phase::Resting => {
                    visit(contact, Alarm::Presses, &self.until_it_acts(member));
                    visit(contact, Alarm::DrawnApart, &Guard::of(velocity, -1.0, floor));
                }
                Phase::Open => match self.problem.separation {
                    Separation::Tracked if self.gap[contact] > 0.0 || entry.velocity > floor => {
                        let gap = Guard::of(self.frame.compression(member), -1.0, 0.0);
                        visit(contact, Alarm::Touches, &gap);
                    }
                    Separation::Instant if entry.velocity > floor => {
                        visit(contact, Alarm::Presses, velocity);
                    }
                    Separation::Instant | Separation::Tracked => {
                        visit(contact, Alarm::Presses, &Guard::of(velocity, 1.0, floor));
                    }
                },
            }
            if let Some(rub) = self.frame.rub_of(member) {
                match rub.start.course {
                    RubCourse::Idle => {}
                    RubCourse::Held if self.frame.shares_friction() => {} // [`Self::first_collapse`]
                    RubCourse::Stretching(_) | RubCourse::Held => visit(contact, Alarm::Slips, &rub.guard),
                    RubCourse::Slipping(_) | RubCourse::Sliding => visit(contact, Alarm::Sticks, &rub.guard),
                }
                if let Some(turns) = &rub.turns {
                    visit(contact, Alarm::LoadTurns, &turns[..]);
                }
            }
        }
    }

    /// What a compression below (X.4) has still to grow.
    fn until_it_acts(&self, member: usize) -> Guard {
        Guard::of(self.frame.compression(member), -1.0, self.compression_when_it_acts(member))
    }

    /// The compression of a faint contact where it comes to act, by (X.4) with the speed that it has there: with its present one it would be asked
    /// again several times on the way. To a part of a thousand of the step. One that turns before that is asked again; and where friction
    /// begins steps are short for its sake.
    fn compression_when_it_acts(&self, member: usize) -> f64 {
        let Entry { contact, velocity, compression, .. } = self.frame.entries()[member];
        let acts = |s: f64| {
            let [d, velocity] = [self.frame.compression_at(member, s), self.frame.velocity_at(member, s)];
            self.would_act(contact, d, velocity)
        };
        let (mut before, mut after) = (0.0, self.reach / 128.0);
        while after < self.reach && !acts(after) {
            (before, after) = (after, 2.0 * after);
        }
        if acts(after) && self.tangents.is_empty() {
            for _ in 0..10 {
                let middle = 0.5 * (before + after);
                if acts(middle) { after = middle } else { before = middle }
            }
            let then = self.frame.compression_at(member, after);
            if then > compression {
                return then;
            }
        }
        self.faintest(contact, velocity)
    }
}

/// A polynomial of as many terms as its series has.
struct Guard {
    series: Series,
    terms: usize,
}

impl Guard {
    /// ±Σ cⱼσʲ and a constant.
    fn of(terms: &[f64], sign: f64, constant: f64) -> Self {
        let mut guard = Self { series: ZERO, terms: terms.len() };
        guard.series.iter_mut().zip(terms).for_each(|(to, term)| *to = sign * term);
        guard.series[0] += constant;
        guard
    }
}

impl Deref for Guard {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.series[..self.terms]
    }
}
