//! The motion of one cluster of coupled contacts, from the first touch until nothing presses any more.
//!
//! Between events the motion is smooth, without friction even linear, and a [`Frame`] holds its Taylor series. Every condition for an
//! event is a polynomial on the step ([`guards`]); the first to fall to zero ends the step, [`transition`] says
//! what follows, and the next frame starts there. There is no step size to choose and no tolerance.
//!
//! A cluster starts with all touching contacts at rest in the sense of [`Phase::Resting`]; those that approach
//! are pressed at once. It ends when no contact is loaded and none approaches.
//!
//! ```text
//!            ┌──────────────────────────── run ────────────────────────────┐
//!            │  settle: who takes part?      step: to the first event       │
//!            └──┬───────────────┬───────────────────┬───────────────────┬──┘
//!      reactions (closed,   stick_or_slide    friction (series of      accelerate
//!      rigid, accumulated)  (rigid friction)   forces and directions)   (leaps)
//!            └──────────────┴────── step (frame, series, guards) ──────────┘
//! ```
//!
//! | word | meaning |
//! |---|---|
//! | frame, member | the contacts that take part in a step; one of them |
//! | role | what a member does in the step: spring, held, at rest, free |
//! | series, order | Taylor polynomials of velocities V and loads Q about the start of the step; one power of time |
//! | load | force in impulse per unit of local time s = ω t |
//! | guard | a polynomial that falls to zero where an event happens |
//! | floor | a velocity that is rounding, for one contact |
//! | rub, course | the tangential side of a member; how its force unfolds in the step |
//! | grip | the tangential side between steps: stuck, slipping, or open |
//! | held, answer | what keeps contacts at rest; the loads that do so |

mod accelerate;
mod friction;
mod instant;
pub(crate) mod local_steps;
mod reactions;
mod run;
mod step;
mod stick_or_slide;
mod thresholds;

pub(crate) use bound::{Bound, Group};
pub(crate) use bracing::Reported;
pub(crate) use closed::reactions_needed;
pub(crate) use collocation::{NODES, RADAU};
pub(crate) use discs::Discs;
pub(crate) use following::SettledDrag;
pub(crate) use frame::{Entry, Frame, Role};
pub(crate) use instant::Instant;
pub(crate) use memory::Memory;
pub(crate) use modes::Modes;
pub(crate) use observer::{Observer, Span, Watched};
pub(crate) use problem::{ClusterProblem, ClusterResult};
pub(crate) use reaction::{Reactions, Row};
pub(crate) use rub::{Rub, RubStart};
pub(crate) use series::Values;
pub(crate) use tangent::Tangent;
pub(crate) use thresholds::{ACCUMULATED, COINCIDENT, REST, RIGID, RIGID_FOR_GOOD};
pub(crate) use tresca::Hold;

use accelerate::{Accelerators, leap, local, modes};
use friction::{collocation, course, following, pace, pushing, quiet, rub, rubbing, sliding, tangent};
use reactions::{bound, closed, reaction};
use run::{carried, effort, ending, memory, observer, problem, settle, swinging};
use step::{block, frame, guard_table, guards, momentum, operator, series, short, span};
use stick_or_slide::{answer, bracing, cones, discs, elimination, equations, few, grip, sharing, tresca};

use carom_taylor::integral;
use nalgebra::Vector2;

use crate::error::SolveError;
use crate::losses::Losses;
use crate::phase::{ContactState, EventKind, Phase, transition};

/// When a contact that has opened acts again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Separation {
    /// As soon as the bodies approach, as if no gap had opened: the papers' view of an impact without duration.
    #[default]
    Instant,
    /// When the gap that has opened, or was there from the start, is closed again: gap' = vₙ.
    Tracked,
}

/// Most events of one contact at one instant: a handful can follow from each other, more go round in a circle.
const MOST_EVENTS_AT_ONCE: usize = 64;

/// A cluster in motion.
pub(crate) struct Flow<'a, O: Observer> {
    problem: &'a ClusterProblem,
    observer: &'a mut O,
    state: Vec<ContactState>,
    velocity: Vec<f64>,
    impulse: Vec<f64>,
    /// Force of each closed contact at the end of the last step.
    reaction: Vec<f64>,
    gap: Vec<f64>,
    /// The tangential sides; empty if no contact has friction.
    tangents: Vec<Tangent>,
    /// Speed below which a contact counts as at rest.
    floor: Vec<f64>,
    /// Highest k·W among the other contacts' original springs and all tangential ones, for each contact.
    reference: Vec<f64>,
    time: f64,
    losses: Losses,
    effort: effort::Effort,
    /// How often closed contacts have yielded.
    yields: usize,
    /// Steps without duration since time last went on.
    stalled: usize,
    /// Events of rigid friction since time last went on for more than an instant.
    hesitations: usize,
    /// Whether a contact at rest has been moved by more than rounding at the end of the last step.
    has_stirred: bool,
    /// Steps in a row in which nothing moved by much more than rounding.
    restful_steps: usize,
    /// An earlier state, to find out whether bodies swing for ever.
    swinging: swinging::Swinging,
    /// Where in the step redundant contacts can share their load no more.
    sharing_ends: Option<sharing::EndOfSharing>,
    /// Contacts that are springs or closed.
    loaded: Vec<usize>,
    /// How many of them are springs.
    springs: usize,
    frame: Frame,
    /// The bodies' momenta, where steps use a root of W.
    carried: Option<carried::Carried>,
    /// Groups of closed contacts that frames do without.
    bound: Bound,
    /// Whether `bound` holds all groups there are.
    is_bound: bool,
    /// Workspace: the frame's values at the end of a step.
    values: Values,
    /// Contacts let go while the present instant is being settled.
    barred: Vec<usize>,
    /// When each contact closed last, in seconds.
    closed_since: Vec<f64>,
    /// For how many steps each hard contact has not moved: with friction since it yielded, and many if it has moved.
    quiet_steps: Vec<usize>,
    /// Workspace: the guards that have fallen at the end of a step.
    fallen: Vec<guards::Fallen>,
    /// Member + 1 of each contact in the frame, zero elsewhere.
    place: Vec<usize>,
    frame_is_current: bool,
    leaping: leap::Leaping,
    /// Series of single contacts, while there are any.
    local: local::Local,
    accelerators: Accelerators,
    /// How many contacts at rest beyond the loaded ones a frame looks ahead.
    horizon: usize,
}

impl<'a, O: Observer> Flow<'a, O> {
    /// A flow at its start, in the memory of an earlier one.
    pub fn new(problem: &'a ClusterProblem, observer: &'a mut O, memory: Memory) -> Self {
        let n = problem.coupling.len();
        let mut memory = memory.cleared();
        memory.tangents.extend(problem.tangents());
        let normal_energy: f64 =
            (0..n).map(|i| 0.5 * problem.velocity[i].powi(2) / problem.coupling.diagonal(i)).sum();
        let rubbing = memory.tangents.iter().filter(|tangent| tangent.has_friction());
        let tangential_energy: f64 =
            rubbing.map(|tangent| 0.5 * tangent.velocity.norm_squared() / tangent.response).sum();
        memory.reference.extend(problem.highest_of_others(&memory.tangents));
        let floor_of = |w: f64| REST * (2.0 * (normal_energy + tangential_energy) * w).sqrt();
        memory.floor.extend((0..n).map(|i| floor_of(problem.coupling.diagonal(i))));
        memory.tangents.iter_mut().for_each(|tangent| tangent.floor = floor_of(tangent.response));
        memory.state.extend((0..n).map(|i| ContactState {
            phase: if problem.gap[i] > 0.0 { Phase::Open } else { Phase::Resting },
            stiffness: problem.material[i].stiffness,
            compression: 0.0,
        }));
        memory.velocity.extend_from_slice(&problem.velocity);
        memory.impulse.resize(n, 0.0);
        memory.reaction.resize(n, 0.0);
        memory.closed_since.resize(n, f64::NEG_INFINITY);
        memory.quiet_steps.resize(n, if memory.tangents.is_empty() { 0 } else { ending::RESTFUL });
        memory.gap.extend_from_slice(&problem.gap);
        memory.place.resize(n, 0);
        let accelerators = Accelerators::default();
        memory.frame.whole_orders = !accelerators.spans;
        memory.frame.order_by_order = !accelerators.decided;
        memory.frame.never_collocates = !accelerators.collocation;
        Self {
            problem,
            observer,
            state: memory.state,
            velocity: memory.velocity,
            impulse: memory.impulse,
            reaction: memory.reaction,
            gap: memory.gap,
            tangents: memory.tangents,
            floor: memory.floor,
            reference: memory.reference,
            time: 0.0,
            losses: Losses::default(),
            effort: effort::Effort::default(),
            stalled: 0,
            hesitations: 0,
            has_stirred: false,
            yields: 0,
            closed_since: memory.closed_since,
            quiet_steps: memory.quiet_steps,
            restful_steps: 0,
            swinging: memory.swinging,
            sharing_ends: None,
            loaded: memory.loaded,
            springs: 0,
            frame: memory.frame,
            carried: problem.coupling.root().map(carried::Carried::new),
            bound: Bound::default(),
            is_bound: true,
            values: memory.values,
            barred: memory.barred,
            fallen: memory.fallen,
            place: memory.place,
            frame_is_current: false,
            leaping: leap::Leaping::default(),
            local: memory.local,
            accelerators,
            horizon: settle::NEAREST_HORIZON,
        }
    }

    /// Follows the collision to its end, or to where it cannot be followed any further.
    pub fn run(&mut self) -> Result<(), SolveError> {
        self.wake_approaching()?;
        loop {
            if self.is_driven() {
                self.settle()?;
                self.observer.settled(self.time);
                if !self.is_driven() {
                    continue; // the last tangential springs have let go
                }
                if self.close_hardened() {
                    continue;
                }
                if self.is_still() || self.has_come_to_rest() {
                    self.leave_wedged();
                } else if self.has_faded() {
                    self.leave_faded();
                } else if !self.leap()? && !self.step_locally()? {
                    self.step()?;
                    self.refuse_endless()?;
                }
            } else {
                self.release_closed();
                if !self.coast()? {
                    break;
                }
            }
        }
        self.bound.dissolve(&mut self.impulse);
        self.retire_resting();
        self.check_ledger()
    }

    /// Whether a spring is loaded, normal or tangential.
    fn is_driven(&self) -> bool {
        self.springs > 0 || !self.tangents.is_empty() && self.loaded.iter().any(|&i| self.is_stretched(i))
    }

    /// Whether the contact's tangential spring is loaded.
    fn is_stretched(&self, contact: usize) -> bool {
        self.tangents.get(contact).is_some_and(|tangent| tangent.stretch != Vector2::zeros())
    }

    /// Moves to the first event of the current frame, or through the whole step, and lets the events happen.
    fn step(&mut self) -> Result<(), SolveError> {
        let reached = self.first_event();
        let s = reached.unwrap_or(self.frame.step_end());
        self.stalled = if s > 0.0 { 0 } else { self.stalled + 1 };
        self.hesitations = if s > thresholds::INSTANT { 0 } else { self.hesitations + 1 };
        if self.stalled > MOST_EVENTS_AT_ONCE * self.state.len() {
            if self.yield_to_springs() {
                self.stalled = 0;
                return Ok(());
            }
            let (time, contact) = (self.time, self.frame.entries()[0].contact);
            return Err(match self.frame.rigidly_sticking() {
                Some(contact) => SolveError::NoConsistentFriction { time, contact },
                None => SolveError::Unsettled { time, contact },
            });
        }
        self.has_stirred = false;
        let duration = s / self.frame.rate();
        self.frame.brace(s, self.sharing_ends.as_ref().filter(|found| found.s == s));
        self.show_step(duration);
        self.advance(s, duration)?;
        self.frame.end_step(s);
        self.leaping.quiet_steps += 1;
        if reached.is_some() {
            self.leaping.interrupt();
            let mut events = std::mem::take(&mut self.fallen);
            self.events_at(s, &mut events);
            self.let_sliding_stop_together(&mut events);
            self.let_dependent_stop(&mut events);
            self.let_sliding_stop_first(&mut events);
            for event in events.drain(..) {
                self.frame.forget_pace_of(event.contact);
                self.happen(event)?;
            }
            self.open_unloaded_groups();
            self.fallen = events;
        }
        Ok(())
    }

    /// Evaluates the series at local time `s`.
    fn advance(&mut self, s: f64, duration: f64) -> Result<(), SolveError> {
        if self.problem.separation == Separation::Tracked {
            self.advance_gaps(s, duration);
        }
        self.frame.series().evaluate(s, &mut self.values);
        self.frame.give_momenta(&mut self.values);
        for rub in self.frame.rub_list() {
            self.values.impulse[rub.member] += rub.braced(s)[1].z;
        }
        self.take_over(duration)?;
        self.take_over_friction(s)
    }

    /// Makes the values at the end of a step the present ones.
    fn take_over(&mut self, duration: f64) -> Result<(), SolveError> {
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let i = entry.contact;
            self.velocity[i] = if entry.role == Role::Locked { 0.0 } else { self.values.velocity[member] };
            self.impulse[i] += self.values.impulse[member];
            if self.impulse[i] < 0.0 {
                self.impulse[i] = 0.0; // what rounding leaves of a reaction that has not begun
            }
            if matches!(entry.role, Role::Spring | Role::Pressed) {
                // As a change: load and compression are in each other's units only to a rounding, the same in every step.
                let change = self.values.load[member] - self.frame.series().loads(0)[member];
                self.state[i].compression =
                    entry.compression + change * self.frame.compression_per_load(member);
            }
            self.reaction[i] = match entry.role {
                Role::Held => self.values.load[member].max(0.0) * self.frame.rate(),
                _ => 0.0,
            };
            if !(self.velocity[i].is_finite() && self.impulse[i].is_finite()) {
                return Err(SolveError::Overflow { time: self.time, contact: i });
            }
        }
        self.bound.press(&self.place, &self.values.impulse);
        self.carry_momenta();
        self.time += duration;
        Ok(())
    }

    fn advance_gaps(&mut self, s: f64, duration: f64) {
        for i in 0..self.state.len() {
            if self.state[i].phase != Phase::Open {
                continue;
            }
            self.gap[i] += match self.place[i] {
                0 => self.velocity[i] * duration,
                member => integral(&self.frame.series().velocity(member - 1), s) / self.frame.rate(),
            };
        }
    }

    /// Lets `kind` happen to `contact` and reports it.
    fn fire(&mut self, contact: usize, kind: EventKind) {
        self.change(contact, kind);
        if kind != EventKind::Pressed {
            self.effort.events += 1;
            self.observer.event(self.time, contact, kind);
        }
    }

    /// Takes `contact` to the phase that follows `kind`: the one place where [`transition`] is applied.
    fn change(&mut self, contact: usize, kind: EventKind) {
        let before = self.state[contact];
        let material = &self.problem.material[contact];
        let Some(after) = transition(self.problem.law, material, before, kind) else {
            debug_assert!(false, "{kind:?} cannot happen in {:?}", before.phase);
            return;
        };
        self.losses.restitution += before.energy() - after.energy();
        self.state[contact] = after;
        if after.phase == Phase::Open
            && self.own_stiffness(contact) >= RIGID_FOR_GOOD * self.reference[contact]
        {
            self.state[contact].stiffness = f64::INFINITY;
        }
        let is_loaded = |phase: Phase| phase.is_spring() || phase == Phase::Closed;
        match (is_loaded(before.phase), is_loaded(after.phase)) {
            (false, true) => self.loaded.push(contact),
            (true, false) => self.loaded.retain(|&i| i != contact),
            (true, true) | (false, false) => {}
        }
        if after.phase == Phase::Closed {
            self.closed_since[contact] = self.time;
        }
        if after.phase == Phase::Open {
            self.gap[contact] = 0.0;
            self.release_tangent(contact);
        }
        if before.phase.is_active() != after.phase.is_active() {
            self.observer.activity(contact, after.phase.is_active());
        }
        self.is_bound &= before.phase != Phase::Closed && after.phase != Phase::Closed;
        self.springs += usize::from(after.phase.is_spring());
        self.springs -= usize::from(before.phase.is_spring());
        let keeps_roles = before.phase.is_spring() && after.phase.is_spring() && self.tangents.is_empty();
        if keeps_roles && self.accelerators.kept_frames {
            self.frame.forget_rate();
        } else {
            self.frame_is_current = false;
        }
    }

    /// Compression ends, and the contact closes if it gives nothing back or its bounces have accumulated.
    fn end_compression(&mut self, contact: usize) {
        let ContactState { stiffness, compression, .. } = self.state[contact];
        self.observer.compressed(contact, stiffness * compression, compression);
        self.fire(contact, EventKind::CompressionEnds);
        self.watch_turn(contact);
        let plastic = self.problem.material[contact].restitution.value() == 0.0;
        let rigid = plastic || self.state[contact].stiffness.is_infinite();
        let stood = rigid && self.room_to_swing(contact) > 0.0;
        if stood || self.velocity[contact] == 0.0 && (rigid || self.has_accumulated(contact)) {
            self.harden_for_good(contact);
            self.fire(contact, EventKind::ContactCloses);
            if stood {
                self.halt();
            }
        } else if rigid {
            self.fire(contact, EventKind::RestitutionEnds);
        }
    }

    /// Whether the contact's spring is rigid against all others.
    fn is_rigid(&self, contact: usize) -> bool {
        let rigid = if self.rubs(contact) { RIGID * RIGID } else { RIGID };
        self.own_stiffness(contact) >= rigid * self.reference[contact]
    }

    /// k·W of a contact, the square of the frequency at which it would oscillate alone.
    fn own_stiffness(&self, contact: usize) -> f64 {
        self.state[contact].stiffness * self.problem.coupling.diagonal(contact)
    }
}
