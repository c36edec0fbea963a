//! The series of a frame with friction: the recurrence of [`crate::flow::series`] with three rows a contact.
//!
//! Order by order: contacts at rest are decided, normal springs load, frictional contacts start or turn, what holds
//! contacts at rest is solved for ([`crate::flow::answer`]), and all loads of the order give the velocities of the next.

use std::ops::{Deref, DerefMut};

use nalgebra::{Matrix3, Vector2, Vector3};

use crate::coupling::NORMAL;
use crate::flow::answer::{Solved, Unknown};
use crate::flow::course::{Course, Pending, Slip};
use crate::flow::following::Patience;
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::pace::Pace;
use crate::flow::pushing::Pushing;
use crate::flow::quiet::{FIRST_FAINT, FirstTerms, QUIET_ORDERS, Quiet};
use crate::flow::rub::{Rub, RubStart};
use crate::flow::series::{ORDER, RECIPROCAL};
use crate::flow::tangent::Tangent;
use crate::flow::thresholds::BEGINS;
use crate::grip::Tie;

/// The contacts with friction. Their memory outlasts them: it is large, and frames come and go with events.
#[derive(Debug, Default)]
pub(crate) struct Rubs {
    memory: Vec<Rub>,
    count: usize,
}

impl Rubs {
    fn clear(&mut self) {
        self.count = 0;
    }

    fn push(&mut self, member: usize, tangent: &Tangent) -> &mut Rub {
        let at = self.count;
        if at == self.memory.len() {
            self.memory.push(Rub::new());
        }
        self.count += 1;
        self.memory[at].renew(member, tangent);
        &mut self.memory[at]
    }
}

impl Deref for Rubs {
    type Target = [Rub];

    #[inline]
    fn deref(&self) -> &[Rub] {
        &self.memory[..self.count]
    }
}

impl DerefMut for Rubs {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Rub] {
        &mut self.memory[..self.count]
    }
}

/// The frictional side of a frame.
#[derive(Debug, Default)]
pub(crate) struct Rubbing {
    /// The contacts with friction.
    pub rubs: Rubs,
    /// Place of each member in `rubs`.
    pub of_member: Vec<Option<usize>>,
    /// Loads of the present order over (t₁, t₂, n).
    pub loads: Vec<Vector3<f64>>,
    /// What is faint.
    pub(in crate::flow) quiet: Quiet,
    /// Blocks of W once more, by the member whose load they take.
    pub(in crate::flow) pushing: Pushing,
    /// The unknowns of (U.1) in the present order.
    pub(in crate::flow) unknowns: Vec<Unknown>,
    /// Whether those of the orders to come are the same.
    pub(in crate::flow) unknowns_last: bool,
    /// (U.1) as it was last solved.
    pub(in crate::flow) solved: Solved,
    /// Members that may carry a load in this step.
    acting: Vec<Acting>,
    /// The contact, if any, at which rigid friction has no unique consistent answer.
    pub jammed: Option<usize>,
    /// How often friction was solved for since it was last asked.
    pub(in crate::flow) solves: usize,
    /// Whether contacts that stick could share their loads in many ways.
    pub(in crate::flow) is_redundant: bool,
    /// Whether springs may be found to be locked.
    pub(in crate::flow) may_lock: bool,
    /// Units of time a second of the last step by collocation.
    pub(in crate::flow) creeping_rate: f64,
    /// Steps to take before collocation is tried again, and how many there were the last time.
    pub(in crate::flow) creeping_wait: [usize; 2],
    /// How short the steps must be.
    pub(in crate::flow) pace: Pace,
    /// Which directions do not follow their velocity yet.
    pub(in crate::flow) patience: Patience,
}

/// A member that may carry a load.
#[derive(Debug, Clone, Copy)]
struct Acting {
    member: usize,
    is_held: bool,
    /// Its place in `rubs`, if it has friction.
    rub: Option<usize>,
}

impl Rubbing {
    /// The normal load of order j reaches a frictional contact, which aims and loads.
    #[inline(always)]
    fn follow(&mut self, acting: Acting, normal: f64, j: usize) {
        let Acting { member, is_held, rub: Some(place) } = acting else { return };
        let rub = &mut self.rubs[place];
        let is_free = rub.course == Course::Idle && !is_held;
        if is_free || self.pushing.sleeps(member, j) && !rub.is_rigid() {
            return;
        }
        rub.normal.set(j, self.quiet.significant(member, j, rub.mu, normal));
        if !is_held {
            rub.freeze_or_thaw(j);
        }
        rub.aim_and_load(j);
        if rub.turns_at(j) {
            self.pushing.keep_awake(member, j + QUIET_ORDERS);
        }
    }

    /// The loads of order j at a member move others, unless they are faint.
    #[inline(always)]
    fn push(&mut self, acting: Acting, normal: f64, j: usize) {
        let Acting { member, is_held, rub } = acting;
        if self.pushing.sleeps(member, j) && !is_held {
            return;
        }
        let tangential = rub.map_or(Vector2::zeros(), |place| self.rubs[place].load[j]);
        if !self.quiet.is_faint(member, j, tangential, normal) {
            let load = [tangential.x, tangential.y, normal].map(|load| load * RECIPROCAL[j]);
            self.pushing.push(member, load, j + 2);
        }
    }

    pub fn clear(&mut self) {
        self.rubs.clear();
        self.of_member.clear();
        self.jammed = None;
    }

    /// Forgets what was found out in earlier steps, keeping the memory of all that is written anew for each.
    pub fn forget(&mut self) {
        self.clear();
        self.solves = 0;
        self.is_redundant = false;
        (self.creeping_rate, self.creeping_wait) = (0.0, [0; 2]);
        self.pace.forget_all();
        self.patience.forget_all();
    }

    pub fn is_empty(&self) -> bool {
        self.rubs.is_empty()
    }
}

impl Frame {
    /// Gives the member pushed last a tangential side.
    pub fn push_rub(&mut self, tangent: &Tangent) -> &mut Rub {
        let member = self.entries().len() - 1;
        self.rubbing.of_member.resize(self.entries().len(), None);
        self.rubbing.of_member[member] = Some(self.rubbing.rubs.len());
        self.rubbing.rubs.push(member, tangent)
    }

    /// The tangential sides.
    pub fn rub_list(&self) -> &[Rub] {
        &self.rubbing.rubs
    }

    /// The contact, if any, at which rigid friction has no unique consistent answer.
    pub fn jammed(&self) -> Option<usize> {
        self.rubbing.jammed
    }

    /// Gives every tangential side what it starts the step with.
    pub fn start_rubs_with(&mut self, start: impl Fn(&Entry) -> RubStart) {
        let Self { entries, rubbing, .. } = self;
        rubbing.rubs.iter_mut().for_each(|rub| rub.start = start(&entries[rub.member]));
    }

    /// A contact that sticks by rigid friction, if there is one.
    pub fn rigidly_sticking(&self) -> Option<usize> {
        let sticks = |rub: &&Rub| {
            matches!(rub.course, Course::Sticks(Tie::Rigid) | Course::Slips(Slip::Resuming { .. }))
        };
        self.rubbing.rubs.iter().find(sticks).map(|rub| self.entries()[rub.member].contact)
    }

    /// How often friction was solved for since this was last asked.
    pub fn take_solves(&mut self) -> usize {
        std::mem::take(&mut self.rubbing.solves)
    }

    /// Whether contacts that stick could share their loads in many ways.
    pub fn shares(&self) -> bool {
        self.rubbing.is_redundant
    }

    /// A rigid contact that sticks.
    pub fn sticking(&self) -> Option<usize> {
        let sticks = |rub: &&Rub| rub.course.is_held();
        self.rubbing.rubs.iter().find(sticks).map(|rub| self.entries()[rub.member].contact)
    }

    /// Whether friction is rigid everywhere and nothing slides.
    pub fn is_held_rigidly(&self) -> bool {
        self.rubs() && self.rubbing.rubs.iter().all(|rub| rub.is_rigid() && !rub.course.slips())
    }

    /// Whether a contact with rigid friction takes part.
    pub fn has_rigid_friction(&self) -> bool {
        self.rubbing.rubs.iter().any(Rub::is_rigid)
    }

    /// Whether a contact with friction takes part.
    pub fn rubs(&self) -> bool {
        !self.rubbing.is_empty()
    }

    /// The tangential sides with the contacts they belong to.
    pub fn rubs_mut(&mut self) -> impl Iterator<Item = (usize, &mut Rub)> {
        let Self { entries, rubbing, .. } = self;
        rubbing.rubs.iter_mut().map(|rub| (entries[rub.member].contact, rub))
    }

    /// Whether a loaded contact moves tangentially by more than so many floors within the step.
    pub fn rubs_move(&self, floors: f64) -> bool {
        self.rubbing.rubs.iter().any(|rub| rub.moves(floors))
    }

    /// Whether the tangential springs of a loaded contact move by more than so many floors within the step.
    pub fn tangential_springs_move(&self, floors: f64) -> bool {
        self.rubbing.rubs.iter().any(|rub| !rub.is_rigid() && rub.moves(floors))
    }

    /// The tangential side of a member.
    pub fn rub_of(&self, member: usize) -> Option<&Rub> {
        let place = self.rubbing.of_member.get(member).copied().flatten()?;
        Some(&self.rubbing.rubs[place])
    }

    /// Unfolds the series of a frame with friction.
    pub(in crate::flow) fn expand_rubbing(&mut self) {
        self.rubbing.jammed = None;
        self.rubbing.is_redundant = false;
        self.rubbing.solved.forget_shares();
        // Forces that hold rigid contacts decide by small differences whether they go on sticking: nothing is left out of them.
        let is_rigid = self.has_rigid_friction();
        self.rubbing.quiet.wake();
        self.rubbing.pushing.wake();
        for place in 0..self.rubbing.rubs.len() {
            let rate = self.rate();
            self.rubbing.rubs[place].begin(rate);
        }
        self.find_acting();
        let starts =
            |rub: &Rub| matches!(rub.course, Course::Pending(Pending::Starting | Pending::Gripping { .. }));
        let starts = self.rubbing.rubs.iter().any(starts);
        let is_solved = !self.held().is_empty() || self.rubbing.rubs.iter().any(Rub::may_be_held);
        self.rubbing.unknowns_last = false;
        self.rubbing.unknowns.clear();
        let mut last = ORDER;
        for j in 0..ORDER {
            self.begin_order(j);
            if starts {
                self.start_rubs(j);
            }
            if j == FIRST_FAINT && !is_rigid {
                self.find_faint();
            }
            if is_solved {
                self.rubs_follow(j);
                self.answer(j);
            } else {
                self.follow_and_push(j);
            }
            if !self.take_velocities(j) {
                last = j + 1;
                break;
            }
            if self.unfold_decided(j) {
                return;
            }
        }
        self.rubbing.rubs.iter_mut().for_each(|rub| rub.finish(last));
        self.series_mut().end_at(last);
        self.rubbing.jammed = self.rubbing.jammed.or_else(|| self.pressed_without_friction());
        self.series_mut().finish();
    }

    /// A closed contact that would lift off if it slid, and cannot stick, must not be pressed either: it jams.
    fn pressed_without_friction(&self) -> Option<usize> {
        let jams = |rub: &&Rub| {
            let is_closed = self.entries()[rub.member].role == Role::Held;
            is_closed && rub.course == Course::Idle && rub.normal[0] * rub.response > rub.floor
        };
        self.rubbing.rubs.iter().find(jams).map(|rub| self.entries()[rub.member].contact)
    }

    /// Compliant contacts start at the order at which their normal spring is first compressed, rigid ones when they
    /// move or are loaded.
    fn start_rubs(&mut self, j: usize) {
        for place in 0..self.rubbing.rubs.len() {
            let member = self.rubbing.rubs[place].member;
            let acts = matches!(self.entries()[member].role, Role::Spring | Role::Pressed);
            let normal_velocity = self.series().velocity_term(j, member);
            let kappa = self.kappa(member);
            let floor = self.entries()[member].floor;
            let rub = &mut self.rubbing.rubs[place];
            // Where a normal load begins with rounding, a rigid contact that does not slide is decided where more comes.
            let slides = rub.velocity[0].norm() > BEGINS * rub.floor;
            let is_pressed =
                if slides { normal_velocity != 0.0 } else { normal_velocity.abs() > BEGINS * floor };
            let Course::Pending(pending) = rub.course else { continue };
            match pending {
                Pending::Starting if acts && normal_velocity != 0.0 && !rub.is_rigid() => {
                    rub.start_compliant(j, normal_velocity, kappa);
                }
                Pending::Starting if acts && is_pressed && rub.is_rigid() => match rub.leading_order(j) {
                    Some(l) => rub.start_sliding(l, j),
                    None => rub.course = Course::Pending(Pending::Gripping { m: j + 1 }),
                },
                Pending::Gripping { m } if m == j && j > 0 && rub.velocity[j].norm() > rub.floor => {
                    rub.start_sliding(j, j);
                }
                Pending::Starting | Pending::Gripping { .. } | Pending::OnTheCone { .. } => {}
            }
        }
    }

    /// Collects the loads of order j over (t₁, t₂, n).
    pub(in crate::flow) fn gather_loads(&mut self, j: usize) {
        for member in 0..self.entries().len() {
            let tangential = match self.rubbing.of_member[member] {
                Some(place) => self.rubbing.rubs[place].load[j],
                None => Vector2::zeros(),
            };
            let normal = self.series().loads(j)[member];
            self.rubbing.loads[member] = Vector3::new(tangential.x, tangential.y, normal);
        }
    }

    /// (W q) at a member over (t₁, t₂, n), for the loads gathered last.
    pub(in crate::flow) fn pushed(&self, member: usize) -> Vector3<f64> {
        self.w.spatial_row(member).map(|(c, w)| w * self.rubbing.loads[c]).sum()
    }

    /// Normal loads of order j reach the frictional contacts, which aim and load.
    fn rubs_follow(&mut self, j: usize) {
        let Self { rubbing, series, .. } = self;
        let loads = series.loads(j);
        for k in 0..rubbing.acting.len() {
            let acting = rubbing.acting[k];
            rubbing.follow(acting, loads[acting.member], j);
        }
    }

    /// (F.3) over all three directions, without the loads that are faint.
    pub(in crate::flow) fn push_all(&mut self, j: usize) {
        let Self { rubbing, series, .. } = self;
        let loads = series.loads(j);
        for k in 0..rubbing.acting.len() {
            let acting = rubbing.acting[k];
            rubbing.push(acting, loads[acting.member], j);
        }
    }

    /// Both at once, where nothing must be solved for in between.
    fn follow_and_push(&mut self, j: usize) {
        let Self { rubbing, series, .. } = self;
        let loads = series.loads(j);
        for k in 0..rubbing.acting.len() {
            let acting = rubbing.acting[k];
            let normal = loads[acting.member];
            rubbing.follow(acting, normal, j);
            rubbing.push(acting, normal, j);
        }
    }

    /// The velocities that the loads of order j have given are those of the next order; whether anything is left to do in it.
    fn take_velocities(&mut self, j: usize) -> bool {
        let Self { rubbing, series, held, .. } = self;
        let Rubbing { rubs, pushing, of_member, .. } = rubbing;
        let (_, velocities) = series.product_terms(j);
        velocities.fill(0.0);
        pushing.take(j + 1, |member, [x, y, z]| {
            velocities[member] = z;
            if let Some(place) = of_member[member]
                && !rubs[place].is_at_rest(j + 1)
            {
                rubs[place].velocity[j + 1] = Vector2::new(x, y);
            }
        });
        held.iter().for_each(|&member| velocities[member] = 0.0);
        pushing.any_awake(j + 1)
    }

    /// Finds which members may carry a load in this step.
    fn find_acting(&mut self) {
        let Self { rubbing, entries, .. } = self;
        rubbing.acting.clear();
        for (member, entry) in entries.iter().enumerate() {
            let (may_act, is_held) = match entry.role {
                Role::Spring | Role::Locked => (true, false),
                Role::Undecided | Role::Pressed | Role::DrawnApart => (true, false),
                Role::Held => (true, true),
                Role::Waiting | Role::Distant | Role::Free => (false, false),
            };
            if let Some(place) = rubbing.of_member[member] {
                rubbing.rubs[place].is_reaction = is_held;
            }
            if may_act {
                rubbing.acting.push(Acting { member, is_held, rub: rubbing.of_member[member] });
            }
        }
    }

    /// Finds which loads are faint, from the first terms of each contact.
    fn find_faint(&mut self) {
        let Self { rubbing, entries, series, .. } = self;
        for (member, entry) in entries.iter().enumerate() {
            let moved = series.velocity_term(0, member).abs().max(series.velocity_term(1, member).abs());
            let pressed = series.loads(0)[member].abs().max(series.loads(1)[member].abs());
            let mut first = FirstTerms { moved, pressed, ..FirstTerms::default() };
            if let Some(rub) = rubbing.of_member[member].map(|place| &rubbing.rubs[place]) {
                first.mu = rub.mu;
                first.rubbed = rub.load[0].norm().max(rub.load[1].norm());
            }
            rubbing.quiet.measure(member, entry.role, first);
        }
    }

    /// Sorts the blocks of W by columns.
    pub(in crate::flow) fn sort_blocks(&mut self) {
        let members = self.entries.len();
        let Self { rubbing, entries, w, .. } = self;
        rubbing.of_member.resize(members, None);
        rubbing.loads.resize(members, Vector3::zeros());
        rubbing.quiet.clear();
        for (member, entry) in entries.iter().enumerate() {
            let rub = rubbing.of_member[member].map(|place| &rubbing.rubs[place]);
            let tangential = rub.map_or([0.0; 2], |rub| [rub.floor, rub.response]);
            rubbing.quiet.push([entry.floor, w.own(member)], tangential);
        }
        rubbing.pushing.sort(members, w.block(), w.spatial());
        rubbing.solved.forget();
    }

    /// Whether a member has tangential springs under load.
    pub(in crate::flow) fn has_tangential_spring(&self, member: usize) -> bool {
        self.rub_of(member).is_some_and(|rub| !rub.is_rigid() && rub.start.course != Course::Idle)
    }

    /// The bound on ω² of a member with what friction adds: tangential springs act as springs do, slipping contacts pass
    /// μ times their normal force on.
    pub(in crate::flow) fn with_friction(
        &self,
        member: usize,
        normal_sum: f64,
        counts: &impl Fn(Role) -> bool,
    ) -> f64 {
        let mut sums = Vector3::new(0.0, 0.0, normal_sum);
        for (column, w) in self.w.spatial_row(member) {
            let entry = &self.entries()[column];
            let normal =
                if counts(entry.role) && entry.stiffness.is_finite() { entry.stiffness } else { 0.0 };
            let tangential = self.rub_of(column).map_or(0.0, |rub| rub.frequency_weight(normal));
            for axis in 0..3 {
                sums[axis] += (w[(axis, 0)].abs() + w[(axis, 1)].abs()) * tangential;
                if axis != NORMAL {
                    sums[axis] += w[(axis, NORMAL)].abs() * normal;
                }
            }
        }
        if self.has_tangential_spring(member) { sums.max() } else { sums[NORMAL] }
    }

    /// Rate of normal velocity that friction causes at a member, slipping closed contacts left out: theirs comes and goes
    /// with their reaction.
    pub(in crate::flow) fn push_of_friction(
        &self,
        member: usize,
        load: impl Fn(&Rub) -> Vector2<f64>,
    ) -> f64 {
        if self.rubbing.is_empty() {
            return 0.0;
        }
        let push = |(column, w): (usize, &Matrix3<f64>)| {
            let counts = |rub: &&Rub| !(rub.course.slips() && self.entries()[column].role == Role::Held);
            let load = self.rub_of(column).filter(counts).map_or(Vector2::zeros(), &load);
            w[(NORMAL, 0)] * load.x + w[(NORMAL, 1)] * load.y
        };
        self.w.spatial_row(member).map(push).sum()
    }
}
