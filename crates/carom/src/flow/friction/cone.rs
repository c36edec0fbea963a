//! The friction cone between steps: what frictional contacts start with, and what jumps of the normal force do to them.
//!
//! A normal force jumps when a contact closes, opens early (mono-stiffness) or when another closed contact does. The
//! massless particle of a compliant contact then slips at once to where the cone allows, and what its springs lose is lost
//! in friction; a rigid contact is asked anew whether it sticks. Reactions depend on the friction of all closed contacts, which are
//! changed together, pass by pass: what the springs keep is that of the last reaction, whatever reactions were found on the way, and in whatever order contacts are numbered.

use nalgebra::{DVector, Vector2, Vector3};

use crate::coupling::{Coupling, NORMAL};
use crate::flow::course::{Course, Pending, Slip};
use crate::flow::equations::Solver;
use crate::flow::frame::{Entry, Role};
use crate::flow::friction::locking::Still;
use crate::flow::reaction::Row;
use crate::flow::settle::Contradiction;
use crate::flow::tangent::Loading;
use crate::flow::thresholds::{
    ALL_BUT_RELEASED, BEGINS, CREEPS, DEPENDENT, FAST, NEAR_THE_CONE, STOPS_TOO, UNRESOLVED,
};
use crate::flow::{Flow, Observer};
use crate::grip::{Grip, GripEvent, Question, Tie};
use crate::phase::{EventKind, Phase};

impl<O: Observer> Flow<'_, O> {
    /// Gives the frictional contacts of the frame what they start with.
    pub(in crate::flow) fn prepare_rubs(&mut self) {
        let Self { frame, tangents, state, impulse, floor, problem, .. } = self;
        frame.start_rubs_with(|entry| {
            let Entry { contact, compression, stiffness, .. } = *entry;
            let tangent = &tangents[contact];
            let w = problem.coupling.diagonal(contact);
            let moved_by = (compression * (stiffness * w).sqrt()).max(impulse[contact] * w);
            // A wave that has only begun to reach a contact has given it a load of rounding: whether that holds it is asked where more comes.
            let only_begins = tangent.is_rigid()
                && tangent.grip == Grip::Loose
                && state[contact].phase.is_spring()
                && moved_by <= BEGINS * floor[contact];
            tangent.start(if only_begins { Loading::Beginning } else { loading(entry) })
        });
    }

    /// The first contact whose tangential force does not fit the normal one. `has_jumped` says whether one was found at this instant before.
    pub(in crate::flow) fn off_the_cone(&self, has_jumped: bool) -> Option<Contradiction> {
        self.all_off_the_cone(has_jumped).next().map(Contradiction::OffTheCone)
    }

    /// All contacts whose tangential forces do not fit the normal ones.
    pub(in crate::flow) fn all_off_the_cone(&self, has_jumped: bool) -> impl Iterator<Item = usize> {
        let off = move |rub: &&crate::flow::Rub| {
            let entry = &self.frame.entries()[rub.member];
            let (force, limit) = (self.tangential_load(entry.contact, rub), rub.mu * rub.normal[0].max(0.0));
            let floor = rub.floor / rub.response;
            let beyond = force > limit * (1.0 + NEAR_THE_CONE);
            let within = force < limit * (1.0 - NEAR_THE_CONE);
            let counts = (force - limit).abs() > floor;
            // A slipping contact starts with the stretch of the cone: the springs' strain would jump with it.
            let jumps = (beyond || within) && (counts || rub.strains_differ(force, limit));
            let was_asked = matches!(rub.start.course, Course::Pending(Pending::Gripping { .. }));
            match rub.course {
                Course::Sticks(Tie::Springs) => {
                    beyond && counts
                        || has_jumped && within && jumps && self.tangents[entry.contact].is_shortened()
                }
                // Asked again, one that is pulled would answer the same.
                Course::Sticks(Tie::Rigid) => beyond && counts && !(was_asked && rub.normal[0] < 0.0),
                Course::Slips(Slip::Turning | Slip::TurningFrom { .. } | Slip::Frozen) => {
                    entry.role == Role::Held && (jumps || rub.slips_backwards())
                }
                // What differs because the direction has not followed before dies at once.
                Course::Slips(Slip::Following) => {
                    let part = (force - limit).abs() / limit;
                    let dies = limit > 0.0 && rub.excess_of(part + part * part) <= 1.0; // strain goes with the square
                    entry.role == Role::Held && (jumps && !dies || rub.slips_backwards())
                }
                Course::Idle | Course::Pending(_) => false,
                Course::Slips(Slip::Sliding { .. } | Slip::Resuming { .. } | Slip::Creeping) => false,
            }
        };
        self.frame.rub_list().iter().filter(off).map(|rub| self.frame.entries()[rub.member].contact)
    }

    /// The load in the tangential springs at the start of the step; of a rigid contact, the one that holds it.
    fn tangential_load(&self, contact: usize, rub: &crate::flow::Rub) -> f64 {
        if rub.is_rigid() {
            rub.load[0].norm()
        } else {
            self.tangents[contact].stretch.norm() * rub.stiffness / self.frame.rate()
        }
    }

    /// Remembers the stretches with which the normal forces jump.
    pub(in crate::flow) fn begin_jump(&mut self) {
        for &contact in &self.loaded {
            self.tangents[contact].before_jump = self.tangents[contact].stretch;
        }
    }

    /// Lets the particle slip back to the cone, or asks a rigid contact anew. The reaction depends on the friction force, so
    /// the contact is first made to slip, and only then is the stretch that of the cone.
    /// One that is `pulled` if it sticks, and has too little stretch to slip, is pulled whatever it does: it lets go.
    pub(in crate::flow) fn return_to_cone(&mut self, contact: usize, pulled: &mut Vec<usize>) {
        let Some(member) = self.place[contact].checked_sub(1) else { return };
        let Some(rub) = self.frame.rub_of(member) else { return };
        let limit = rub.mu * rub.normal[0].max(0.0) * self.frame.rate() / rub.stiffness;
        let (sticks, slips_backwards) = (rub.course.is_on_springs(), rub.slips_backwards());
        let tangent = &mut self.tangents[contact];
        let length = tangent.before_jump.norm();
        if tangent.is_rigid() {
            tangent.happen(GripEvent::Stops);
        } else if sticks && !tangent.is_shortened() {
            if limit == 0.0 {
                pulled.push(contact);
            }
            tangent.happen(GripEvent::ReachesCone { direction: tangent.before_jump / length });
            self.report(contact, EventKind::Slips);
        } else if length < limit || slips_backwards {
            let limit = if pulled.contains(&contact) { 0.0 } else { limit };
            self.losses.friction += tangent.clip(limit);
            tangent.happen(GripEvent::Sticks);
            self.report(contact, EventKind::Sticks);
        } else {
            self.losses.friction += tangent.clip(limit);
        }
    }

    /// A rigid contact that is pressed by more than rounding and slides with a speed of rounding has stopped, unless it has just begun to
    /// slide and speeds up: whether it goes on is asked anew.
    pub(in crate::flow) fn stop_creeping(&mut self) {
        let creeps = |&i: &usize| {
            let strain = self.state[i].compression * self.own_stiffness(i).sqrt();
            let is_pressed = self.state[i].phase == Phase::Closed || strain > CREEPS * self.floor[i];
            self.tangents.get(i).is_some_and(|tangent| {
                let speed = tangent.velocity.norm();
                let begins = tangent.speeds_up && (speed > tangent.floor || self.has_stirred);
                let is_slow = speed > 0.0 && speed <= CREEPS * tangent.floor;
                tangent.slides_rigidly() && !begins && is_pressed && is_slow
            })
        };
        let creeping: Vec<usize> = self.loaded.iter().copied().filter(creeps).collect();
        if creeping.is_empty() {
            return;
        }
        for i in creeping {
            self.tangents[i].happen(GripEvent::Creeps);
            self.frame.forget_pace_of(i);
        }
        self.halt_all(GripEvent::Creeps);
    }

    /// A rigid contact stops sliding, and with it all that stop at this instant: contacts of one body often do, and rounding
    /// must not leave some of them sliding. Those that were about to begin with it, by the end of sharing, are asked anew.
    pub(in crate::flow) fn stop_sliding(&mut self, contact: usize) {
        for &i in &self.loaded {
            if i == contact || self.all_but_stopped(i) {
                self.tangents[i].happen(GripEvent::Stops);
            } else if matches!(self.tangents[i].grip, Grip::Pending(Question::Starting { .. })) {
                self.tangents[i].happen(GripEvent::Leaves);
            }
        }
        self.halt_all(GripEvent::Stops);
    }

    /// Halts what has stopped, and what its body leaves no motion then: a contact that was faster may be held by those that were slower.
    fn halt_all(&mut self, event: GripEvent) {
        loop {
            let moves = |&i: &usize| self.tangents[i].slides_rigidly() && !self.all_but_stopped(i);
            let moving: Vec<usize> = self.loaded.iter().copied().filter(moves).collect();
            self.halt();
            let stopped: Vec<usize> = moving.into_iter().filter(|&i| self.all_but_stopped(i)).collect();
            if stopped.is_empty() {
                return;
            }
            for i in stopped {
                self.tangents[i].happen(event);
                self.frame.forget_pace_of(i);
            }
        }
    }

    /// Whether a rigid contact slides by no more than rounding.
    fn all_but_stopped(&self, contact: usize) -> bool {
        self.tangents.get(contact).is_some_and(|tangent| {
            tangent.slides_rigidly() && tangent.velocity.norm() <= STOPS_TOO * tangent.floor
        })
    }

    /// Takes from rigid contacts that have stopped what rounding has left them of speed, by the impulses that do so while all that sticks or
    /// is closed holds: speeds of contacts that share a body stay those of that body.
    pub(in crate::flow) fn halt(&mut self) {
        let Some(halt) = self.halting() else { return };
        for (i, impulse) in halt.impulses() {
            self.impulse[i] += impulse[NORMAL];
            self.tangents[i].impulse += impulse.xy();
            for (j, w) in self.problem.coupling.block_row(i) {
                let gained = w.transpose() * impulse;
                self.velocity[j] += gained[NORMAL];
                self.tangents[j].velocity += gained.xy();
            }
        }
        for &(i, axis) in &halt.held.axes {
            if axis[NORMAL] == 0.0 {
                self.tangents[i].velocity = Vector2::zeros();
            } else {
                self.velocity[i] = 0.0;
            }
        }
        self.stop_what_depends(&halt);
    }

    /// What must be held so that nothing that has stopped moves; none if nothing moves.
    fn halting(&self) -> Option<Halt> {
        let mut axes: Vec<(usize, Vector3<f64>)> = Vec::new();
        for &i in &self.loaded {
            let tangent = &self.tangents[i];
            let rests = matches!(
                tangent.grip,
                Grip::Stuck | Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping)
            );
            if tangent.has_friction() && tangent.is_rigid() && rests {
                axes.extend([(i, Vector3::x()), (i, Vector3::y())]);
            }
            // Springs whose speed is rounding have none either: they would end their compression by it, one after the other.
            if self.state[i].phase == Phase::Closed || self.velocity[i].abs() <= self.floor[i] {
                axes.push((i, Vector3::z()));
            }
        }
        let spatial = |i: usize| {
            let tangent = self.tangents[i].velocity;
            Vector3::new(tangent.x, tangent.y, self.velocity[i])
        };
        let wanted = DVector::from_iterator(axes.len(), axes.iter().map(|&(i, axis)| -axis.dot(&spatial(i))));
        if wanted.amax() == 0.0 {
            return None;
        }
        let mut of_contact = vec![Vec::new(); self.state.len()];
        axes.iter().enumerate().for_each(|(row, &(i, _))| of_contact[i].push(row));
        let held = Held { axes, of_contact };
        let rows: Vec<Row> =
            held.axes.iter().map(|axis| held.pushed(&self.problem.coupling, axis).collect()).collect();
        let contacts: Vec<usize> = held.axes.iter().map(|&(i, _)| i).collect();
        let solver = Solver::of_many_rows(&rows, &contacts, &vec![1.0; rows.len()]);
        let still = Still::answering(solver, &rows);
        let sizes = still.answer(&wanted);
        Some(Halt { held, still, sizes })
    }

    /// Springs, and rigid contacts that slide, which cannot move while all that is held does not: what rounding leaves of their speeds is none.
    fn stop_what_depends(&mut self, halt: &Halt) {
        for at in 0..self.loaded.len() {
            let i = self.loaded[at];
            let depends = |axis| halt.stops(&self.problem.coupling, &(i, axis));
            let speed = self.velocity[i].abs();
            if speed > 0.0 && speed <= FAST * self.floor[i] && depends(Vector3::z()) {
                self.velocity[i] = 0.0;
            }
            let tangent = &self.tangents[i];
            let speed = tangent.velocity.norm();
            let is_slow = tangent.slides_rigidly() && speed > 0.0 && speed <= FAST * tangent.floor;
            if is_slow && depends(Vector3::x()) && depends(Vector3::y()) {
                self.tangents[i].velocity = Vector2::zeros();
            }
        }
    }

    /// A sticking contact has reached its cone. The stretch of a compliant one is that of the cone from here on, which differs
    /// by the rounding of the normal force. Where a contact has hardened so much that this rounding exceeds its tangential
    /// force it goes on sticking: the cone is as narrow at every bounce, and earlier ones have let the springs slip to it.
    pub(in crate::flow) fn reach_cone(&mut self, contact: usize) {
        if self.is_all_but_released(contact) {
            return;
        }
        let normal_force = self.normal_force(contact);
        let tangent = &mut self.tangents[contact];
        let (before, length) = (tangent.energy(), tangent.stretch.norm());
        if tangent.is_rigid() {
            tangent.happen(GripEvent::Leaves);
        } else {
            // A contact whose load begins only now has no stretch yet, and slips along its velocity.
            let along = if length > 0.0 { tangent.stretch } else { tangent.velocity };
            let Some(direction) = along.try_normalize(0.0) else { return };
            let limit = tangent.mu * normal_force / tangent.stiffness;
            if limit > UNRESOLVED * length {
                return;
            }
            if self.state[contact].phase.is_spring() {
                tangent.stretch = direction * limit;
            }
            tangent.happen(GripEvent::ReachesCone { direction });
        }
        self.losses.friction += before - tangent.energy();
        if !tangent.is_rigid() {
            self.report(contact, EventKind::Slips);
        }
    }

    /// Whether a rigid contact is a spring whose load ends before friction could do anything.
    fn is_all_but_released(&self, contact: usize) -> bool {
        let state = &self.state[contact];
        let left = ALL_BUT_RELEASED * self.velocity[contact] / self.frame.rate();
        self.tangents[contact].is_rigid() && state.phase.is_spring() && state.compression < left
    }

    /// A contact begins to slide, in the direction that the end of sharing among redundant ones has shown.
    pub(in crate::flow) fn begin_to_slide(&mut self, contact: usize) {
        let sliding = self.sharing_ends.iter().flat_map(|found| &found.sliding);
        let known = sliding.into_iter().find(|(sliding, _)| *sliding == contact);
        match known {
            Some(&(_, direction)) => {
                self.tangents[contact].happen(GripEvent::Begins { direction });
                self.report(contact, EventKind::Slips);
            }
            None => self.tangents[contact].happen(GripEvent::Leaves),
        }
    }

    /// An impact that took no time has jerked contacts that stuck: no finite force holds against it, so they slide.
    pub(in crate::flow) fn slide_where_jerked(&mut self) {
        for contact in self.loaded.clone() {
            let Some(tangent) = self.tangents.get_mut(contact) else { return };
            let sticks = tangent.is_rigid() && !matches!(tangent.grip, Grip::Slipping { .. } | Grip::Loose);
            if sticks && tangent.velocity.norm() > tangent.floor {
                tangent.happen(GripEvent::Slides { direction: tangent.velocity.normalize() });
                self.report(contact, EventKind::Slips);
            }
        }
    }

    /// The normal force at the end of the last step, of a closed contact by its series.
    fn normal_force(&self, contact: usize) -> f64 {
        let rub = self.place[contact].checked_sub(1).and_then(|member| self.frame.rub_of(member));
        match rub {
            Some(rub) if !self.state[contact].phase.is_spring() => rub.normal_force(),
            Some(_) | None => self.state[contact].stiffness * self.state[contact].compression,
        }
    }

    /// Contacts whose course the series has decided take their new grip.
    pub(in crate::flow) fn adopt_grips(&mut self) {
        for place in 0..self.frame.rub_list().len() {
            let rub = &self.frame.rub_list()[place];
            let (course, direction) = (rub.course, rub.direction);
            let contact = self.frame.entries()[rub.member].contact;
            let before = self.tangents[contact].grip;
            let event = match course {
                Course::Sticks(_) => GripEvent::Sticks,
                Course::Slips(_) => GripEvent::Slides { direction },
                // It bears nothing: sliding would lift it off. What it does when it is pressed again, its velocity then tells.
                Course::Idle if matches!(before, Grip::Pending(_) | Grip::Stuck) => GripEvent::Released,
                Course::Idle | Course::Pending(_) => continue,
            };
            if event == GripEvent::Released {
                self.tangents[contact].happen(event);
                continue;
            }
            self.tangents[contact].share = rub.share;
            if matches!(before, Grip::Pending(Question::Starting { .. })) {
                continue; // until it moves: springs that have waited for this instant may end their compression first
            }
            self.tangents[contact].happen(event);
            let slips = event != GripEvent::Sticks;
            match before {
                Grip::Pending(Question::Stopped) => {
                    self.report(contact, if slips { EventKind::Slips } else { EventKind::Sticks })
                }
                Grip::Pending(Question::Creeping) if !slips => self.report(contact, EventKind::Sticks),
                Grip::Stuck | Grip::Pending(Question::Leaving) if slips && self.grips_rigidly(contact) => {
                    self.report(contact, EventKind::Slips);
                }
                Grip::Stuck
                | Grip::Pending(Question::Leaving | Question::Creeping | Question::Starting { .. }) => {}
                Grip::Loose | Grip::Slipping { .. } => {}
            }
        }
    }

    /// A change of grip, which no phase of the normal spring follows.
    pub(in crate::flow) fn report(&mut self, contact: usize, kind: EventKind) {
        self.effort.events += 1;
        self.observer.event(self.time, contact, kind);
    }
}

/// Contacts that are held.
struct Held {
    /// Their numbers, with the axis over (t₁, t₂, n) along which each is held.
    axes: Vec<(usize, Vector3<f64>)>,
    /// Which of them are of each contact.
    of_contact: Vec<Vec<usize>>,
}

impl Held {
    /// What a load at a contact along an axis does to all that is held.
    fn pushed(
        &self,
        coupling: &Coupling,
        &(i, axis): &(usize, Vector3<f64>),
    ) -> impl Iterator<Item = (usize, f64)> {
        coupling.block_row(i).flat_map(move |(j, w)| {
            self.of_contact[j].iter().map(move |&row| (row, axis.dot(&(w * self.axes[row].1))))
        })
    }
}

/// How what has stopped is held.
struct Halt {
    held: Held,
    still: Still,
    /// The impulses that take what is left of speed.
    sizes: DVector<f64>,
}

impl Halt {
    /// The impulses by contact; what moves in a plane stays in it.
    fn impulses(&self) -> impl Iterator<Item = (usize, Vector3<f64>)> {
        let least = DEPENDENT * self.sizes.amax();
        let counts = move |(_, size): &(_, &f64)| size.abs() > least;
        self.held.axes.iter().zip(&self.sizes).filter(counts).map(|(&(i, axis), &size)| (i, axis * size))
    }

    /// Whether a contact cannot move along an axis: (T.9).
    fn stops(&self, coupling: &Coupling, at: &(usize, Vector3<f64>)) -> bool {
        let &(i, axis) = at;
        let own: f64 =
            coupling.block_row(i).filter(|&(j, _)| j == i).map(|(_, w)| axis.dot(&(w * axis))).sum();
        let mut all = DVector::zeros(self.held.axes.len());
        self.held.pushed(coupling, at).for_each(|(row, push)| all[row] = push);
        self.still.stops(own, &all)
    }
}

/// Whether a member carries a normal load at the start of a step.
fn loading(entry: &Entry) -> Loading {
    match entry.role {
        Role::Spring if entry.compression == 0.0 => Loading::Beginning,
        Role::Spring | Role::Locked | Role::Held => Loading::Present,
        Role::Undecided | Role::Pressed => Loading::Beginning,
        Role::Waiting | Role::DrawnApart | Role::Distant | Role::Free => Loading::None,
    }
}
