//! The series of a frame with friction: the recurrence of [`super::series`] with three rows a contact.
//!
//! Order by order: contacts at rest are decided, normal springs load, frictional contacts start or turn, what holds
//! contacts at rest is solved for ([`super::answer`]), and all loads of the order give the velocities of the next.

use nalgebra::{Matrix3, Vector2, Vector3};

use super::frame::{Entry, Frame, Role};
use super::pace::Pace;
use super::rub::{Course, Rub, RubStart};
use super::series::{ORDER, RECIPROCAL};
use crate::coupling::NORMAL;

/// Most attempts at one step: each shortens it by what the last one showed, so a few do.
const MOST_ATTEMPTS: usize = 64;

/// Most passes for directions that follow their velocity; where they need more they are followed as they turn.
const MOST_PASSES: usize = 8;

/// The frictional side of a frame.
#[derive(Debug, Default)]
pub(crate) struct Rubbing {
    /// The contacts with friction.
    pub rubs: Vec<Rub>,
    /// Place of each member in `rubs`.
    pub of_member: Vec<Option<usize>>,
    /// Blocks of W, entry by entry as the frame's own weights.
    pub blocks: Vec<Matrix3<f64>>,
    /// Loads of the present order over (t₁, t₂, n).
    pub loads: Vec<Vector3<f64>>,
    /// The contact, if any, at which rigid friction has no unique consistent answer.
    pub jammed: Option<usize>,
    /// How short the steps must be, and because of which contact.
    pace: Pace,
    limiting: Option<usize>,
}

impl Rubbing {
    pub fn clear(&mut self) {
        self.rubs.clear();
        self.of_member.clear();
        self.blocks.clear();
        self.jammed = None;
    }

    pub fn is_empty(&self) -> bool {
        self.rubs.is_empty()
    }
}

impl Frame {
    /// Gives the member pushed last a tangential side.
    pub fn push_rub(&mut self, mut rub: Rub) {
        rub.member = self.entries().len() - 1;
        self.rubbing.of_member.resize(self.entries().len(), None);
        self.rubbing.of_member[rub.member] = Some(self.rubbing.rubs.len());
        self.rubbing.rubs.push(rub);
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

    /// Gives the tangential side pushed last what it starts the step with.
    pub fn start_last_rub_with(&mut self, start: RubStart) {
        if let Some(rub) = self.rubbing.rubs.last_mut() {
            rub.start = start;
        }
    }

    /// A contact that sticks by rigid friction, if there is one.
    pub fn rigidly_sticking(&self) -> Option<usize> {
        let sticks = |rub: &&Rub| matches!(rub.course, Course::Held | Course::Resuming { .. });
        self.rubbing.rubs.iter().find(sticks).map(|rub| self.entries()[rub.member].contact)
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
        let moves = |rub: &Rub| {
            let reaches: f64 = rub.velocity.iter().map(Vector2::norm).sum();
            rub.course.acts() && reaches > floors * rub.floor
        };
        self.rubbing.rubs.iter().any(moves)
    }

    /// The tangential side of a member.
    pub fn rub_of(&self, member: usize) -> Option<&Rub> {
        let place = self.rubbing.of_member.get(member).copied().flatten()?;
        Some(&self.rubbing.rubs[place])
    }

    /// Unfolds the series of a frame with friction.
    pub(super) fn expand_rubbing(&mut self) {
        self.rubbing.jammed = None;
        let members = self.entries().len();
        self.rubbing.of_member.resize(members, None);
        self.rubbing.loads.resize(members, Vector3::zeros());
        for place in 0..self.rubbing.rubs.len() {
            let load = self.series().loads(0)[self.rubbing.rubs[place].member];
            let rate = self.rate();
            self.rubbing.rubs[place].begin(rate, load);
        }
        for j in 0..ORDER {
            self.begin_order(j);
            self.start_rubs(j);
            self.rubs_follow(j);
            self.answer(j);
            self.accelerate_rubbing(j);
        }
        self.rubbing.rubs.iter_mut().for_each(Rub::finish);
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
            let (member, course) = (self.rubbing.rubs[place].member, self.rubbing.rubs[place].course);
            let acts = matches!(self.entries()[member].role, Role::Spring | Role::Pressed);
            let normal_velocity = self.series().velocity_term(j, member);
            let kappa = self.kappa(member);
            let rub = &mut self.rubbing.rubs[place];
            match course {
                Course::Starting if acts && normal_velocity != 0.0 && !rub.is_rigid() => {
                    rub.start_compliant(j, normal_velocity, kappa);
                }
                Course::Starting if acts && normal_velocity != 0.0 => match rub.leading_order(j) {
                    Some(l) => rub.start_sliding(l, j),
                    None => rub.course = Course::Gripping { m: j + 1 },
                },
                Course::Gripping { m } if m == j && j > 0 && rub.velocity[j].norm() > rub.floor => {
                    rub.start_sliding(j, j);
                }
                Course::Starting | Course::Gripping { .. } | Course::Idle | Course::Spring => {}
                Course::Turning | Course::TurningFrom { .. } | Course::Following | Course::Frozen => {}
                Course::Leaving | Course::Held | Course::Sliding { .. } | Course::Resuming { .. } => {}
            }
        }
    }

    /// Normal loads of order j reach the frictional contacts, which aim and load.
    fn rubs_follow(&mut self, j: usize) {
        for place in 0..self.rubbing.rubs.len() {
            let member = self.rubbing.rubs[place].member;
            let load = self.series().loads(j)[member];
            let is_known = self.entries()[member].role != Role::Held;
            let rub = &mut self.rubbing.rubs[place];
            rub.normal[j] = load;
            if j == 0 && is_known {
                rub.freeze_if_negligible();
            }
            rub.aim(j);
            if let Course::Resuming { m, .. } = rub.course
                && j > m
            {
                rub.set_across(j - m, 0.0); // until the order is solved
            }
            rub.load_order(j);
        }
    }

    /// Collects the loads of order j over (t₁, t₂, n).
    pub(super) fn gather_loads(&mut self, j: usize) {
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
    pub(super) fn pushed(&self, member: usize) -> Vector3<f64> {
        let range = self.row_range(member);
        let columns = &self.columns()[range.clone()];
        let products =
            columns.iter().zip(&self.rubbing.blocks[range]).map(|(&c, w)| w * self.rubbing.loads[c]);
        products.sum()
    }

    /// (F.3) over all three directions.
    fn accelerate_rubbing(&mut self, j: usize) {
        self.gather_loads(j);
        for member in 0..self.entries().len() {
            let velocity = self.pushed(member) * RECIPROCAL[j];
            let held = self.entries()[member].role == Role::Held;
            self.series_mut().set_velocity_term(j + 1, member, if held { 0.0 } else { velocity[NORMAL] });
            if let Some(place) = self.rubbing.of_member[member] {
                let rub = &mut self.rubbing.rubs[place];
                rub.velocity[j + 1] = if rub.is_at_rest(j + 1) { Vector2::zeros() } else { velocity.xy() };
            }
        }
    }

    /// Expands the series, with steps as short as turning directions demand; says how many expansions that took.
    pub fn expand_within_reach(&mut self) -> usize {
        if self.rubbing.is_empty() {
            self.expand();
            return 1;
        }
        let base = self.rate();
        let mut passes = 0;
        for _ in 0..MOST_ATTEMPTS {
            self.use_rate(base * self.rubbing.pace.haste());
            passes += self.expand_settled();
            let (reach, limiting) = self.shortest_reach();
            self.rubbing.limiting = limiting;
            if self.rubbing.pace.allows(reach) || self.rubbing.jammed.is_some() {
                break;
            }
            self.forget_decisions();
        }
        passes
    }

    /// How far the series can be trusted, in local time, and the contact whose direction limits it.
    fn shortest_reach(&self) -> (f64, Option<usize>) {
        let mut shortest = (f64::INFINITY, None);
        for rub in &self.rubbing.rubs {
            let reach = rub.reach();
            if reach < shortest.0 {
                shortest = (reach, Some(self.entries()[rub.member].contact));
            }
        }
        shortest
    }

    /// Something happened to a contact: if it shortened the steps, that may be over.
    pub fn forget_pace_of(&mut self, contact: usize) {
        if self.rubbing.limiting == Some(contact) {
            self.rubbing.pace = Pace::default();
        }
    }

    /// Expands the series, in as many passes as directions that follow their velocity need; says how many.
    pub fn expand_settled(&mut self) -> usize {
        self.rubbing.rubs.iter_mut().for_each(Rub::reset_drag);
        self.expand();
        for pass in 1..2 * MOST_PASSES {
            let settled =
                self.rubbing.rubs.iter_mut().map(Rub::settle_drag).filter(|&settled| !settled).count() == 0;
            if !settled && pass != MOST_PASSES {
                self.forget_decisions();
                self.expand();
                continue;
            }
            let gave_up = self.rubbing.rubs.iter_mut().map(|rub| rub.give_up_following(settled));
            if gave_up.filter(|&gave_up| gave_up).count() == 0 {
                return pass;
            }
            self.forget_decisions();
            self.expand();
        }
        2 * MOST_PASSES
    }

    /// Contacts at rest that an expansion has decided are open again.
    fn forget_decisions(&mut self) {
        for entry in self.entries_mut() {
            if matches!(entry.role, Role::Pressed | Role::DrawnApart) {
                entry.role = Role::Undecided;
            }
        }
    }

    /// Whether a member has tangential springs under load.
    pub(super) fn has_tangential_spring(&self, member: usize) -> bool {
        self.rub_of(member).is_some_and(|rub| !rub.is_rigid() && rub.start.course != Course::Idle)
    }

    /// The bound on ω² of a member with what friction adds: tangential springs act as springs do, slipping contacts pass
    /// μ times their normal force on.
    pub(super) fn with_friction(
        &self,
        member: usize,
        normal_sum: f64,
        counts: &impl Fn(Role) -> bool,
    ) -> f64 {
        let mut sums = Vector3::new(0.0, 0.0, normal_sum);
        let range = self.row_range(member);
        for (&column, w) in self.columns()[range.clone()].iter().zip(&self.rubbing.blocks[range]) {
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
    pub(super) fn push_of_friction(&self, member: usize, load: impl Fn(&Rub) -> Vector2<f64>) -> f64 {
        if self.rubbing.is_empty() {
            return 0.0;
        }
        let range = self.row_range(member);
        let blocks = self.columns()[range.clone()].iter().zip(&self.rubbing.blocks[range]);
        let push = |(&column, w): (&usize, &Matrix3<f64>)| {
            let counts = |rub: &&Rub| !(rub.course.slips() && self.entries()[column].role == Role::Held);
            let load = self.rub_of(column).filter(counts).map_or(Vector2::zeros(), &load);
            w[(NORMAL, 0)] * load.x + w[(NORMAL, 1)] * load.y
        };
        blocks.map(push).sum()
    }
}
