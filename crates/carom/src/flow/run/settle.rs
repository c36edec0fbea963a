//! Finding out, at one instant, which contacts take part in the next step and how.
//!
//! Springs act. Closed contacts hold while their reaction is positive. Contacts at rest are pressed or drawn apart
//! by the first term of their series that exceeds rounding. The three depend on each other, so the frame is
//! expanded, what contradicts it is changed, and it is expanded again; mostly the first attempt is right. Rigid
//! contacts are chosen together by (C.1); what is still undecided then, because the pushes are equal to leading
//! order, changes one contact at a time, by least number; a contact let go in this way waits until it moves.

use crate::error::SolveError;
use crate::flow::frame::{Entry, Role};
use crate::flow::thresholds::COINCIDENT;
use crate::flow::{Flow, Observer};
use crate::phase::{EventKind, Phase};

/// A frame looks this many contacts at rest ahead of the loaded ones. A wave in a chain of equal balls runs about
/// one contact a step, so two more are seldom needed.
pub(in crate::flow) const NEAREST_HORIZON: usize = 3;

/// So often all contacts that are off their cones return to them together; what has not settled then is tried one contact at a time.
const MOST_RETURNS_TOGETHER: usize = 16;

pub(in crate::flow) enum Contradiction {
    /// A closed contact would have to pull.
    Pulls(usize),
    /// A rigid contact at rest is pressed.
    RigidPressed(usize),
    /// The wave runs beyond the contacts that the frame holds.
    BeyondHorizon,
    /// A tangential force does not fit the cone after a jump of the normal force.
    OffTheCone(usize),
    /// Friction no longer holds the bodies of a spring that was taken to be locked.
    Unlocked,
}

/// What a closed contact would have to pull by.
struct Pull {
    /// The order at which its reaction begins.
    order: usize,
    load: f64,
}

impl Pull {
    fn exceeds(&self, other: &Self) -> bool {
        self.order < other.order || self.order == other.order && self.load > other.load
    }
}

impl<O: Observer> Flow<'_, O> {
    pub(in crate::flow) fn too_many_steps(&self, stiffest: usize) -> SolveError {
        let contact = self.frame.entries()[stiffest].contact;
        SolveError::TooManySteps { time: self.time, expansions: self.effort.expansions, contact }
    }

    /// Brings the frame up to date with the state at the present time.
    pub(in crate::flow) fn settle(&mut self) -> Result<(), SolveError> {
        let most_passes = 64 + 4 * self.state.len();
        let mut last = 0;
        let (mut chosen, mut has_jumped, mut returns) = (false, false, 0);
        let mut pulled = Vec::new(); // contacts that would have to pull if they stuck
        self.barred.clear();
        self.frame.may_lock();
        for _ in 0..most_passes {
            self.prepare_frame();
            let stiffest = self.frame.keep_rate();
            let Some(attempts) = self.frame.expand_within_reach() else {
                if self.yield_to_springs() {
                    continue;
                }
                return Err(self.too_many_steps(stiffest));
            };
            let decisions = self.frame.take_solves();
            self.effort.expand(attempts, decisions, self.frame.size());
            if self.is_too_long() {
                return Err(self.too_many_steps(stiffest));
            }
            if let Some(contact) = self.frame.jammed() {
                if self.yield_to_springs() {
                    continue;
                }
                return Err(SolveError::NoConsistentFriction { time: self.time, contact });
            }
            match self.first_contradiction(has_jumped) {
                None => {
                    self.adopt_decisions();
                    self.adopt_grips();
                    self.note_standing();
                    return Ok(());
                }
                Some(Contradiction::OffTheCone(contact)) => {
                    last = contact;
                    let mut off: Vec<usize> = self.all_off_the_cone(has_jumped).collect();
                    if returns >= MOST_RETURNS_TOGETHER {
                        off.truncate(1);
                    }
                    returns += 1;
                    if !has_jumped {
                        has_jumped = true;
                        self.begin_jump();
                    }
                    off.into_iter().for_each(|contact| self.return_to_cone(contact, &mut pulled));
                    self.frame_is_current = false; // its decisions are those of a series that does not hold
                }
                Some(Contradiction::Pulls(_) | Contradiction::RigidPressed(_))
                    if !self.bound.groups().is_empty() && !chosen =>
                {
                    self.bound.dissolve(&mut self.impulse);
                    self.frame_is_current = false;
                }
                Some(Contradiction::Pulls(_) | Contradiction::RigidPressed(_)) if !chosen => {
                    chosen = true;
                    self.choose_closed();
                    self.is_bound = false;
                }
                Some(Contradiction::Pulls(contact)) if self.yields_at_once(contact) => {
                    last = contact;
                    self.open_again(contact);
                }
                Some(Contradiction::Pulls(contact)) => {
                    last = contact;
                    self.barred.push(contact);
                    self.fire(contact, EventKind::ContactOpens);
                }
                Some(Contradiction::RigidPressed(contact)) => {
                    last = contact;
                    for contact in self.pressed_with(contact) {
                        self.velocity[contact] = 0.0;
                        self.press(contact);
                        self.fire(contact, EventKind::ContactCloses);
                    }
                }
                Some(Contradiction::Unlocked) => {
                    self.frame.unlock();
                    self.frame.forget_decisions();
                }
                Some(Contradiction::BeyondHorizon) => {
                    self.horizon = (2 * self.horizon).min(self.state.len());
                    self.frame_is_current = false;
                }
            }
        }
        if self.yield_to_springs() {
            return self.settle();
        }
        Err(SolveError::Unsettled { time: self.time, contact: last })
    }

    /// What must be changed first. Springs slip to their cones before a closed contact is said to pull: as its reaction falls, so does the
    /// friction that would draw it apart.
    fn first_contradiction(&self, has_jumped: bool) -> Option<Contradiction> {
        match self.contradiction() {
            Some(Contradiction::BeyondHorizon) => Some(Contradiction::BeyondHorizon),
            found => self.off_the_cone(has_jumped).or(found),
        }
    }

    /// Whether the impact has taken more than any that ends.
    pub(in crate::flow) fn is_too_long(&self) -> bool {
        self.effort.is_too_much(self.state.len(), !self.tangents.is_empty())
    }

    /// Whether the contact touches without load and has yet to be pressed or drawn apart.
    pub(in crate::flow) fn is_at_rest(&self, contact: usize) -> bool {
        match self.state[contact].phase {
            Phase::Resting => true,
            Phase::Open => self.touches_unloaded(contact) && self.velocity[contact] <= self.floor[contact],
            Phase::Compressing | Phase::Restituting { .. } | Phase::Closed => false,
        }
    }

    /// A contact at rest begins to compress.
    pub(in crate::flow) fn press(&mut self, contact: usize) {
        let was_resting = self.state[contact].phase == Phase::Resting;
        self.fire(contact, if was_resting { EventKind::Pressed } else { EventKind::ContactReturns });
    }

    /// Fills the frame: with the same contacts as before if nothing has happened, only their values anew.
    fn prepare_frame(&mut self) {
        self.stop_creeping();
        let fell_to_rest = |entry: &Entry| entry.role == Role::Free && self.is_at_rest(entry.contact);
        if self.frame_is_current && !self.frame.entries().iter().any(fell_to_rest) {
            for entry in self.frame.entries_mut() {
                let state = &self.state[entry.contact];
                entry.stiffness = state.stiffness;
                entry.compression = state.compression;
                entry.velocity = self.velocity[entry.contact];
                entry.gap = self.gap[entry.contact];
            }
            self.prepare_rubs();
            return;
        }
        self.leaping.interrupt();
        for entry in self.frame.entries() {
            self.place[entry.contact] = 0;
        }
        self.frame.clear();
        self.loaded.sort_unstable();
        if !self.is_bound {
            self.bind();
        }
        for at in 0..self.loaded.len() {
            let contact = self.loaded[at];
            if self.bound.holds(contact) {
                continue;
            }
            let role = if self.state[contact].phase == Phase::Closed { Role::Held } else { Role::Spring };
            self.join(contact, role);
        }
        self.look_ahead();
        self.frame.couple(&self.problem.coupling, &self.bound, &self.place);
        self.prepare_rubs();
        self.frame_is_current = true;
    }

    /// Adds the contacts that feel the loaded ones: those at rest up to the horizon, and one ring of others.
    fn look_ahead(&mut self) {
        let (mut ring_start, mut hops) = (0, 0);
        while ring_start < self.frame.entries().len() {
            let ring_end = self.frame.entries().len();
            hops += 1;
            for member in ring_start..ring_end {
                let Entry { contact, role, .. } = self.frame.entries()[member];
                if matches!(role, Role::Free | Role::Distant) {
                    continue;
                }
                let problem = self.problem;
                let through_groups: Vec<usize> = self.bound.row(contact).map(|(j, _)| j).collect();
                for neighbour in problem.coupling.row(contact).map(|(j, _)| j).chain(through_groups) {
                    self.draw_in(neighbour, hops);
                }
            }
            ring_start = ring_end;
        }
    }

    /// Adds a contact that carries no load, so many hops from those that do.
    fn draw_in(&mut self, contact: usize, hops: usize) {
        if self.place[contact] == 0 && !self.bound.holds(contact) {
            let role = match self.is_at_rest(contact) {
                true if hops <= self.horizon => Role::Undecided,
                true => Role::Distant,
                false => Role::Free,
            };
            self.join(contact, role);
        }
    }

    pub(in crate::flow) fn join(&mut self, contact: usize, role: Role) {
        let state = &self.state[contact];
        self.frame.push(Entry {
            contact,
            role,
            stiffness: state.stiffness,
            compression: state.compression,
            velocity: self.velocity[contact],
            gap: self.gap[contact],
            original: self.problem.material[contact].stiffness,
            patient: self.barred.contains(&contact),
            floor: self.floor[contact],
        });
        self.place[contact] = self.frame.entries().len();
        if let Some(tangent) = self.tangents.get(contact).filter(|tangent| tangent.has_friction()) {
            self.frame.push_rub(tangent);
        }
    }

    /// What the expanded frame says against its own assumptions: the closed contact that pulls most, or else the contact of least number.
    pub(in crate::flow) fn contradiction(&self) -> Option<Contradiction> {
        let mut first: Option<(usize, Contradiction)> = None;
        let mut pulled: Option<(Pull, usize)> = None;
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let found = match entry.role {
                Role::Held => {
                    let pull = self.pull(member).map(|pull| (pull, entry.contact));
                    pulled =
                        pulled.into_iter().chain(pull).reduce(|a, b| if b.0.exceeds(&a.0) { b } else { a });
                    continue;
                }
                Role::Pressed if self.acts_rigidly(member) => Contradiction::RigidPressed(entry.contact),
                Role::Distant if self.stirs(member) => {
                    return Some(Contradiction::BeyondHorizon);
                }
                Role::Locked if !self.frame.is_still_locked() => Contradiction::Unlocked,
                Role::Locked | Role::Pressed | Role::Distant => continue,
                Role::Spring | Role::Undecided | Role::Waiting | Role::DrawnApart | Role::Free => continue,
            };
            if first.as_ref().is_none_or(|&(contact, _)| entry.contact < contact) {
                first = Some((entry.contact, found));
            }
        }
        let pulls = pulled.map(|(_, contact)| Contradiction::Pulls(contact));
        pulls.or(first.map(|(_, contradiction)| contradiction))
    }

    /// Whether a contact at rest that is pressed stores nothing: it closes instead of bouncing on itself.
    fn acts_rigidly(&self, member: usize) -> bool {
        let entry = &self.frame.entries()[member];
        let is_slow = entry.velocity.abs() <= 2.0 * entry.floor;
        entry.stiffness.is_infinite() || self.is_rigid(entry.contact) && is_slow
    }

    /// A rigid contact that is pressed, and those that are pressed with it and could not move once it is closed: they share the load, whichever was found first.
    fn pressed_with(&self, contact: usize) -> Vec<usize> {
        let mut together = vec![contact];
        if !self.tangents.is_empty() {
            let entries = self.frame.entries().iter().enumerate();
            let pressed = entries.filter(|&(member, entry)| {
                entry.role == Role::Pressed && entry.contact != contact && self.acts_rigidly(member)
            });
            let others = pressed.map(|(_, entry)| entry.contact).collect();
            let closed = self.loaded.iter().copied().filter(|&i| self.state[i].phase == Phase::Closed);
            let still: Vec<usize> = closed.chain([contact]).collect();
            together.extend(self.that_depend_on(&still, others));
        }
        together
    }

    /// By what a closed contact pulls, if the first term of its reaction that exceeds rounding does. A closed contact that
    /// nothing presses stays closed: it needs no reaction.
    fn pull(&self, member: usize) -> Option<Pull> {
        let load = self.frame.within_span(self.frame.series().load(member));
        let order = load.iter().position(|&q| self.counts(member, q))?;
        let pulls = load[order] < 0.0 && !self.presses_first(member);
        pulls.then(|| Pull { order, load: -load[order] })
    }

    /// Whether the reaction of a closed contact with friction starts above its own rounding, that of the loads it answers: it then ends only
    /// where it falls to zero. In a short step a reaction that stops less than rounding is a large force, and opening too soon would let
    /// go of the tangential springs.
    fn presses_first(&self, member: usize) -> bool {
        let loads = self.frame.series().loads(0);
        let largest = loads.iter().fold(0.0_f64, |largest, q| largest.max(q.abs()));
        self.rubs(self.frame.entries()[member].contact) && loads[member] > COINCIDENT * largest
    }

    /// Whether a term of a closed contact's load exceeds rounding: the speed it could cause does.
    pub(in crate::flow) fn counts(&self, member: usize, load: f64) -> bool {
        let entry = &self.frame.entries()[member];
        load.abs() * self.problem.coupling.diagonal(entry.contact) > entry.floor
    }

    /// Whether a contact at rest is moved by more than rounding within the step.
    fn stirs(&self, member: usize) -> bool {
        let floor = self.frame.entries()[member].floor;
        let velocity = self.frame.within_span(self.frame.series().velocity(member));
        velocity.iter().any(|v| v.abs() > floor)
    }

    /// Contacts at rest that the series has decided take their new phase.
    pub(in crate::flow) fn adopt_decisions(&mut self) {
        let is_first_instant = self.time == 0.0;
        for member in 0..self.frame.entries().len() {
            let Entry { contact, role, .. } = self.frame.entries()[member];
            match role {
                Role::Pressed => {
                    self.velocity[contact] = self.frame.series().initial_velocity(member);
                    self.press(contact);
                }
                Role::DrawnApart => {
                    self.velocity[contact] = self.frame.series().initial_velocity(member);
                    if self.state[contact].phase == Phase::Resting {
                        if is_first_instant {
                            self.retire(contact);
                        } else {
                            self.fire(contact, EventKind::ContactOpens);
                        }
                    }
                }
                Role::Spring | Role::Locked | Role::Held => {}
                Role::Undecided | Role::Waiting | Role::Distant | Role::Free => {}
            }
        }
    }
}
