//! The motion of one cluster of contacts of which some have springs F = k·dⁿ, n > 1.
//!
//! The same model as in [`crate::flow`]: phases, events and [`transition`] are shared, and so are the observers. What differs is how
//! a step is solved, since the motion between events is not linear: [`Frame`] unfolds it in powers of a variable in which it is
//! analytic even where contacts start and end. A step is as long as its series reaches; every guard is a polynomial.
//!
//! **Contacts at rest** that a wave reaches start with forces far below rounding: a neighbour's force goes with t^(3/2), so the speed
//! of the next contact with t^(5/2), its force with t^(21/4), that of the next with t^(87/8). Such a contact moves without acting until
//! what its spring would do to its speed exceeds rounding,
//!
//! ```text
//! W·k·dⁿ⁺¹ = θ·floor·|v|                                                                        (X.4)
//! ```
//!
//! and acts from there on. The same holds towards the end, and where n has no exact start.

mod accumulation;
mod closed;
mod ending;
mod frame;
mod friction;
mod guards;
mod local;
mod rigid;
mod settle;

pub(crate) use frame::{Clock, Entry, Frame, Role};
pub(crate) use friction::{RubCourse, RubStart};

use local::Local;
use nalgebra::Vector2;

use crate::error::SolveError;
use crate::flow::{ClusterProblem, ClusterResult, Observer, REST, RIGID_FOR_GOOD, Separation, Tangent};
use crate::losses::Losses;
use crate::phase::{ContactState, EventKind, Phase, transition};

/// θ of (X.4): what is left out is this part of a floor, a tenth of a unit in the last place.
const FAINT: f64 = 1.0 / 64.0;

/// Most events of one contact at one instant: a handful can follow from each other, more go round in a circle.
const MOST_EVENTS_AT_ONCE: usize = 64;

/// The first step with friction, in units of the shortest time scale of its contacts.
const FIRST_STRIDE: f64 = 0.5;

/// A ledger that is open by more than this part of the energy that went through the contacts is an error.
const OPEN_LEDGER: f64 = 1e-10;

/// A cluster in motion.
pub(crate) struct PowerFlow<'a, O: Observer> {
    problem: &'a ClusterProblem,
    observer: &'a mut O,
    state: Vec<ContactState>,
    velocity: Vec<f64>,
    impulse: Vec<f64>,
    gap: Vec<f64>,
    /// Compression that a contact at rest has gathered below rounding.
    lead: Vec<f64>,
    /// Speed below which a contact counts as at rest.
    floor: Vec<f64>,
    /// Highest k·W of the other contacts' original springs at the greatest load they can have, for each contact.
    reference: Vec<f64>,
    /// How redundant closed contacts share loads.
    weight: Vec<f64>,
    time: f64,
    losses: Losses,
    /// The tangential sides; empty if no contact has friction.
    tangents: Vec<Tangent>,
    /// Reactions of closed contacts, whether they rise, whether they have turned at this instant, and how many zeros the guards of stick and slip have now: of each contact, where
    /// there is friction.
    reaction: Vec<f64>,
    /// Friction of rigid contacts that stick.
    held: Vec<Vector2<f64>>,
    rises: Vec<bool>,
    turned: Vec<bool>,
    zeros: Vec<usize>,
    /// Length of a step with friction in units of the shortest time scale.
    stride: f64,
    events: usize,
    expansions: usize,
    work: usize,
    /// Steps without duration since time last went on.
    stalled: usize,
    /// Whether an event may have changed which rigid contacts bear load.
    undecided: bool,
    /// Which of the redundant contacts that stick let go, since they can share their load no longer, now.
    collapsing: Vec<usize>,
    /// When a contact's reaction last ended.
    parted: Vec<Option<f64>>,
    /// When a contact that was about to slip was last found to stick.
    stayed: Vec<Option<f64>>,
    /// Contacts that are springs or closed.
    loaded: Vec<usize>,
    /// How many of them are springs.
    springs: usize,
    frame: Frame,
    /// Series of single contacts, while there are any.
    local: Local,
    /// How far the series of the frame reach.
    reach: f64,
    /// Member + 1 of each contact in the frame, zero elsewhere.
    place: Vec<usize>,
}

/// Speeds below which the contacts of a cluster count as at rest.
pub(crate) fn floors(problem: &ClusterProblem) -> Vec<f64> {
    let energy = energy_of_approach(problem);
    (0..problem.velocity.len()).map(|i| floor(energy, problem.coupling.diagonal(i))).collect()
}

/// The speed that is rounding where a unit impulse causes the speed `w`.
fn floor(energy: f64, w: f64) -> f64 {
    REST * (2.0 * energy * w).sqrt()
}

/// The energy that the motion at the contacts could set free, along the tangents where there is friction.
fn energy_of_approach(problem: &ClusterProblem) -> f64 {
    let own = |(i, v): (usize, &f64)| 0.5 * v * v / problem.coupling.diagonal(i);
    let tangential = problem.tangents().filter(Tangent::has_friction);
    problem.velocity.iter().enumerate().map(own).sum::<f64>()
        + tangential.map(|tangent| 0.5 * tangent.velocity.norm_squared() / tangent.response).sum::<f64>()
}

impl<'a, O: Observer> PowerFlow<'a, O> {
    pub fn new(problem: &'a ClusterProblem, observer: &'a mut O) -> Self {
        let n = problem.coupling.len();
        let state = (0..n).map(|i| ContactState {
            phase: if problem.gap[i] > 0.0 { Phase::Open } else { Phase::Resting },
            stiffness: problem.material[i].stiffness,
            compression: 0.0,
        });
        let energy = energy_of_approach(problem);
        let mut tangents: Vec<Tangent> = problem.tangents().collect();
        tangents.iter_mut().for_each(|tangent| tangent.floor = floor(energy, tangent.response));
        let rubbing = tangents.len();
        Self {
            problem,
            observer,
            state: state.collect(),
            velocity: problem.velocity.clone(),
            impulse: vec![0.0; n],
            gap: problem.gap.clone(),
            lead: vec![0.0; n],
            floor: floors(problem),
            reference: accumulation::highest_of_others(problem, energy),
            weight: closed::weights(problem),
            time: 0.0,
            losses: Losses::default(),
            tangents,
            reaction: vec![0.0; rubbing],
            held: vec![Vector2::zeros(); rubbing],
            rises: vec![true; rubbing],
            turned: vec![false; rubbing],
            zeros: vec![0; rubbing],
            stride: FIRST_STRIDE,
            events: 0,
            expansions: 0,
            work: 0,
            stalled: 0,
            undecided: true,
            collapsing: Vec::new(),
            parted: vec![None; n],
            stayed: vec![None; n],
            loaded: Vec::with_capacity(n),
            springs: 0,
            frame: Frame::default(),
            local: Local::default(),
            reach: 0.0,
            place: vec![0; n],
        }
    }

    /// Follows the collision to its end, or to where it cannot be followed any further.
    pub fn run(&mut self) -> Result<(), SolveError> {
        self.wake_approaching()?;
        loop {
            if self.is_driven() {
                self.settle()?;
                self.observer.settled(self.time);
                if self.is_still() {
                    self.leave_wedged();
                } else if self.has_faded() {
                    self.leave_faded();
                } else if !self.step_locally()? {
                    self.step()?;
                }
            } else {
                self.release_closed();
                if !self.coast()? {
                    break;
                }
            }
        }
        self.retire_resting();
        self.check_ledger()
    }

    /// What remains of the cluster.
    pub fn finish(self) -> ClusterResult {
        ClusterResult {
            velocity: self.velocity,
            impulse: self.impulse,
            tangents: self.tangents,
            losses: self.losses,
            events: self.events,
            expansions: self.expansions,
            duration: self.time,
            ..ClusterResult::default()
        }
    }

    /// Whether a spring is loaded, normal or tangential.
    fn is_driven(&self) -> bool {
        self.springs > 0 || self.loaded.iter().any(|&contact| self.tangential_energy(contact) > 0.0)
    }

    /// Moves to the first event, or as far as the series reach, and lets the events happen.
    fn step(&mut self) -> Result<(), SolveError> {
        let reached = self.first_event();
        let s = reached.unwrap_or(self.reach);
        self.stalled = if s > 0.0 { 0 } else { self.stalled + 1 };
        if self.stalled > MOST_EVENTS_AT_ONCE * self.state.len() {
            return Err(SolveError::Unsettled { time: self.time, contact: self.frame.entries()[0].contact });
        }
        if self.observer.sees_steps() {
            self.observer.power_step(self.time, &self.frame, s, &self.impulse, &self.tangents);
        }
        self.advance(s)?;
        if reached.is_some() {
            self.undecided = true;
            for fallen in self.events_at(s) {
                self.happen(fallen, s)?;
            }
        }
        self.stop_slow_contacts();
        Ok(())
    }

    /// Makes the values at σ = `s` the present ones.
    fn advance(&mut self, s: f64) -> Result<(), SolveError> {
        let duration = self.frame.time_at(s);
        let strain = self.strain_of_friction();
        if self.problem.separation == Separation::Tracked {
            for i in (0..self.state.len()).filter(|&i| self.place[i] == 0) {
                if self.state[i].phase == Phase::Open {
                    self.gap[i] += self.velocity[i] * duration;
                }
            }
        }
        for (member, state) in self.frame.states_at(s).into_iter().enumerate() {
            let entry = self.frame.entries()[member];
            self.take_over(&entry, state)?;
        }
        self.take_over_friction(s, strain);
        if let Some(contact) = self.tangents.iter().position(|t| !t.velocity.iter().all(|v| v.is_finite())) {
            return Err(SolveError::Overflow { time: self.time, contact });
        }
        self.time += duration;
        Ok(())
    }

    /// Makes velocity and compression of a contact of the frame the present ones, and adds the impulse that it has gained.
    fn take_over(
        &mut self,
        entry: &Entry,
        [velocity, compression, impulse]: [f64; 3],
    ) -> Result<(), SolveError> {
        let i = entry.contact;
        self.impulse[i] += impulse.max(0.0);
        if entry.role == Role::Held {
            return Ok(());
        }
        self.velocity[i] = velocity;
        match self.state[i].phase {
            Phase::Compressing | Phase::Restituting { .. } => {
                self.state[i].compression = compression.max(0.0);
            }
            Phase::Resting => self.lead[i] = compression.max(0.0),
            Phase::Open if self.problem.separation == Separation::Tracked => self.gap[i] = -compression,
            Phase::Open | Phase::Closed => {}
        }
        if velocity.is_finite() && self.impulse[i].is_finite() && compression.is_finite() {
            return Ok(());
        }
        Err(SolveError::Overflow { time: self.time, contact: i })
    }

    /// Lets `kind` happen to `contact` and reports it.
    fn fire(&mut self, contact: usize, kind: EventKind) {
        self.change(contact, kind);
        if kind != EventKind::Pressed {
            self.report(contact, kind);
        }
    }

    /// Reports an event.
    fn report(&mut self, contact: usize, kind: EventKind) {
        self.events += 1;
        self.observer.event(self.time, contact, kind);
    }

    /// Takes `contact` to the phase that follows `kind`: the one place where [`transition`] is applied.
    fn change(&mut self, contact: usize, kind: EventKind) {
        let before = self.state[contact];
        let material = &self.problem.material[contact];
        let Some(after) = transition(self.problem.law, material, before, kind) else {
            debug_assert!(false, "{kind:?} cannot happen in {:?}", before.phase);
            return;
        };
        self.losses.restitution += material.energy(&before) - material.energy(&after);
        let strain = self.tangential_energy(contact);
        self.keep_reaction(contact, &before, &after);
        self.state[contact] = after;
        if kind == EventKind::Pressed {
            self.state[contact].compression = self.lead[contact];
        }
        if after.phase == Phase::Open && after.stiffness >= RIGID_FOR_GOOD * material.stiffness {
            self.state[contact].stiffness = f64::INFINITY;
        }
        let is_loaded = |phase: Phase| phase.is_spring() || phase == Phase::Closed;
        match (is_loaded(before.phase), is_loaded(after.phase)) {
            (false, true) => self.loaded.push(contact),
            (true, false) => self.loaded.retain(|&i| i != contact),
            (true, true) | (false, false) => {}
        }
        if after.phase == Phase::Open {
            self.gap[contact] = 0.0;
            self.release_tangent(contact);
        }
        self.losses.friction += strain - self.tangential_energy(contact);
        if before.phase.is_active() != after.phase.is_active() {
            self.observer.activity(contact, after.phase.is_active());
        }
        self.springs += usize::from(after.phase.is_spring());
        self.springs -= usize::from(before.phase.is_spring());
    }

    /// A spring that turns rigid hands its force over to the reaction, and with it the stiffness of its tangential springs. One that gives
    /// nothing back is rigid, and empty, from the end of its compression on; it closes after that.
    fn keep_reaction(&mut self, contact: usize, before: &ContactState, after: &ContactState) {
        let empties =
            after.phase.is_spring() && before.stiffness.is_finite() && after.stiffness.is_infinite();
        let was_emptied =
            before.phase.is_spring() && before.phase != Phase::Compressing && before.stiffness.is_infinite();
        if !self.tangents.is_empty() && (empties || after.phase == Phase::Closed && !was_emptied) {
            self.reaction[contact] = self.problem.material[contact].force(before);
        }
    }

    /// Loads a contact that touches: one at rest is pressed, one that was open returns. A rigid one at rest closes.
    fn press(&mut self, contact: usize) {
        let returns = self.state[contact].phase == Phase::Open;
        let kind = if returns { EventKind::ContactReturns } else { EventKind::Pressed };
        self.fire(contact, kind);
        if self.state[contact].stiffness.is_infinite() {
            self.velocity[contact] = 0.0;
            self.fire(contact, EventKind::ContactCloses);
        }
    }

    /// Compression ends, and the contact closes if it gives nothing back or its bounces have accumulated. `push` is the acceleration
    /// with which the others press it.
    fn end_compression(&mut self, contact: usize, push: impl FnOnce(&Self) -> f64) {
        self.observer.compressed(contact, self.force(contact), self.state[contact].compression);
        self.fire(contact, EventKind::CompressionEnds);
        let plastic = self.problem.material[contact].restitution.value() == 0.0;
        if plastic || self.has_accumulated(contact, push) {
            self.fire(contact, EventKind::ContactCloses);
            self.state[contact].stiffness = f64::INFINITY;
        }
    }

    /// The impulses must account for the energy that was lost, and friction and restitution give none.
    fn check_ledger(&self) -> Result<(), SolveError> {
        let (mut work, mut size) = (0.0, 0.0);
        for (i, impulse) in self.impulse.iter().enumerate() {
            work += 0.5 * impulse * (self.problem.velocity[i] + self.velocity[i]);
            size += impulse * (self.problem.velocity[i].abs() + self.velocity[i].abs());
        }
        for (tangent, before) in self.tangents.iter().zip(&self.problem.tangential_velocity) {
            work += 0.5 * tangent.impulse.dot(&(before + tangent.velocity));
            size += tangent.impulse.norm() * (before.norm() + tangent.velocity.norm());
        }
        let imbalance = self.losses.error(work);
        if imbalance.abs() <= OPEN_LEDGER * size + f64::MIN_POSITIVE {
            return Ok(());
        }
        let contact = self.frame.entries().first().map_or(0, |entry| entry.contact);
        Err(SolveError::OpenLedger { imbalance, contact })
    }
}
