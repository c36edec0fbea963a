//! The contacts that take part in a step, with their roles and their block of W.
//!
//! Springs act and closed contacts hold; contacts at rest may be drawn in; separating ones only feel the others. A
//! frame lasts until an event changes a role. Its Taylor series is a [`Series`].

use crate::coupling::Coupling;
use crate::flow::bound::Bound;
use crate::flow::operator::{Form, Operator};
use crate::flow::rubbing::Rubbing;
use crate::flow::series::{ORDER, Polynomial, REACH, Series, TERMS};
use crate::flow::span;
use crate::flow::thresholds::MUCH_STIFFER;

/// How a contact takes part in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role {
    /// Follows F = k·d.
    Spring,
    /// Held at vₙ = 0 by a reaction.
    Held,
    /// A spring that keeps its compression, because rigid friction elsewhere holds its bodies: (T.9).
    Locked,
    /// Touching at rest; the order at which it is decided will say whether it is pressed or drawn apart.
    Undecided,
    /// Touching at rest, and far stiffer than the springs at work: it waits until its speed exceeds rounding, so
    /// that it does not shorten the steps before it matters.
    Waiting,
    /// Was at rest and is pressed from this step on.
    Pressed,
    /// Was at rest and is drawn apart from this step on.
    DrawnApart,
    /// Touching at rest at the edge of what the frame holds; if it is moved, the frame is too small.
    Distant,
    /// Separating: feels the others without acting on them.
    Free,
}

impl Role {
    /// Whether the contact can exert no force during the step.
    pub(in crate::flow) fn is_passive(self) -> bool {
        match self {
            Self::Free | Self::Distant => true,
            Self::Spring | Self::Held | Self::Locked | Self::Undecided => false,
            Self::Waiting | Self::Pressed | Self::DrawnApart => false,
        }
    }
}

/// One contact's values at the start of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub contact: usize,
    pub role: Role,
    pub stiffness: f64,
    pub compression: f64,
    pub velocity: f64,
    pub gap: f64,
    /// The stiffness that its spring has before anything happens to it.
    pub original: f64,
    /// At rest, it waits for its speed to exceed rounding, whatever its stiffness.
    pub patient: bool,
    /// Velocities below this are rounding.
    pub floor: f64,
}

/// The contacts of a step, their block of W, and their series.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(in crate::flow) entries: Vec<Entry>,
    /// W over the members.
    pub(in crate::flow) w: Operator,
    /// kᵢ/ω² of (F.1); zero for a rigid contact, which is held and no spring.
    pub(in crate::flow) kappa: Vec<f64>,
    pub(in crate::flow) series: Series,
    pub(in crate::flow) held: Vec<usize>,
    /// ω: local time per second.
    pub(in crate::flow) rate: f64,
    /// What ω would be if springs alone set it.
    pub(in crate::flow) rate_of_springs: f64,
    /// Where the step ends at the latest, in local time.
    pub(in crate::flow) step_end: f64,
    /// The member in which ω was found, while it stays the same.
    stiffest: Option<usize>,
    /// Members at rest that the series has not decided yet.
    undecided: Vec<usize>,
    /// Tangential sides of the members that have friction.
    pub(in crate::flow) rubbing: Rubbing,
    /// Orders of large series go on where their terms no longer count.
    pub(in crate::flow) whole_orders: bool,
    /// What contacts outside the frame do to its members, order by order: rates of velocity per unit of local time. Empty where
    /// nothing outside acts on them.
    pub(in crate::flow) outside: Vec<f64>,
    /// Whether its members are a part of those that move (`accelerate/local/`).
    pub(in crate::flow) is_part: bool,
    /// Frames with friction in which all is decided are unfolded as those in which something is not.
    pub(in crate::flow) order_by_order: bool,
    /// Rigid contacts that creep are unfolded as those that do not.
    pub(in crate::flow) never_collocates: bool,
}

impl Frame {
    /// Starts an empty frame, keeping its memory.
    pub fn clear(&mut self) {
        self.stiffest = None;
        self.entries.clear();
        self.held.clear();
        self.rubbing.clear();
        self.outside.clear();
        self.is_part = false;
    }

    /// Forgets all that it has learnt from earlier steps, keeping its memory: as good as new.
    pub fn forget(&mut self) {
        self.clear();
        self.w.forget();
        self.rubbing.forget();
    }

    pub fn push(&mut self, entry: Entry) {
        if entry.role == Role::Held {
            self.held.push(self.entries.len());
        }
        self.entries.push(entry);
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }

    /// Members and couplings: what an order of the series costs.
    pub fn size(&self) -> usize {
        let directions = if self.rubbing.is_empty() { 1 } else { 9 };
        (self.entries.len() + self.w.block().len()) * directions
    }

    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Whether directions of slip make the step this many times shorter than springs would, or more.
    pub fn is_shorter_than_springs(&self, times: f64) -> bool {
        self.rate > times * self.rate_of_springs
    }

    /// Where the step ends at the latest, in local time: at most one.
    pub fn step_end(&self) -> f64 {
        self.step_end
    }

    /// Largest parts that the terms of a series have in the step.
    pub fn within_span(&self, mut series: Polynomial) -> Polynomial {
        let mut power = 1.0;
        for term in &mut series {
            *term *= power;
            power *= self.step_end;
        }
        series
    }

    /// κ of (F.1).
    pub(in crate::flow) fn kappa(&self, member: usize) -> f64 {
        self.kappa[member]
    }

    /// The members that are held.
    pub(in crate::flow) fn held(&self) -> &[usize] {
        &self.held
    }

    pub(in crate::flow) fn series_mut(&mut self) -> &mut Series {
        &mut self.series
    }

    /// The series that [`Frame::expand`] has unfolded.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// What turns a load of this member into a compression in metres.
    pub fn compression_per_load(&self, member: usize) -> f64 {
        1.0 / (self.kappa[member] * self.rate)
    }

    /// Takes over the members' block of W, with the answers of the groups that are `bound`. `place` maps a contact to its
    /// member + 1, and is zero elsewhere.
    pub fn couple(&mut self, coupling: &Coupling, bound: &Bound, place: &[usize]) {
        let has_friction = !self.rubbing.is_empty();
        self.w.couple((coupling, bound), &self.entries, &self.held, place, has_friction);
        if has_friction {
            self.sort_blocks();
        }
    }

    /// Takes over the block of W of a part of the contacts, whose rows are known: (j, w) of each contact, groups answering.
    pub fn couple_part<'r>(&mut self, row: impl Fn(usize) -> &'r [(usize, f64)], place: &[usize]) {
        self.w.couple_part(row, &self.entries, &self.held, place);
    }

    /// Whether a member waits for its speed to exceed rounding, whatever its stiffness.
    pub fn has_patient(&self) -> bool {
        self.entries.iter().any(|entry| entry.patient)
    }

    /// The contact that sets ω, while it stays the same.
    pub fn stiffest(&self) -> Option<usize> {
        self.stiffest.map(|member| self.entries[member].contact)
    }

    /// A stiffness has changed: ω is to be found anew.
    pub fn forget_rate(&mut self) {
        self.stiffest = None;
    }

    /// Sets ω unless it is known: it changes with stiffnesses, members, and roles of members at rest.
    pub fn keep_rate(&mut self) -> usize {
        if let Some(stiffest) = self.stiffest {
            return stiffest;
        }
        let at_rest = |entry: &Entry| matches!(entry.role, Role::Undecided | Role::Waiting);
        let lasts = self.rubbing.is_empty() && !self.entries.iter().any(at_rest);
        let stiffest = self.set_rate();
        self.stiffest = lasts.then_some(stiffest);
        stiffest
    }

    /// ω: the highest frequency is at most √max Σ_c |Wᵢ_c| k_c, by Gershgorin's circles, and known where there are only
    /// two springs; REACH of its radians make a step. Contacts at rest count only if they are not much stiffer than the springs; the others wait.
    /// Returns the member in which ω was found.
    pub fn set_rate(&mut self) -> usize {
        self.lock_springs();
        let (mut highest, mut stiffest) = self.highest_frequency_squared(|role| role == Role::Spring);
        let at_rest = |role| matches!(role, Role::Undecided | Role::Waiting);
        if self.entries.iter().any(|entry| at_rest(entry.role)) {
            self.sort_out_waiting(highest);
            let counts = |role| matches!(role, Role::Spring | Role::Undecided);
            (highest, stiffest) = self.highest_frequency_squared(counts);
        }
        let highest = self.of_two_springs().unwrap_or(highest);
        // Without any spring nothing accelerates, and any unit of time will do.
        self.rate_of_springs = if highest > 0.0 { highest.sqrt() / REACH } else { 1.0 };
        self.use_rate(self.rate_of_springs);
        stiffest
    }

    /// The square of the higher frequency of two springs that are the whole frame, from their characteristic equation.
    fn of_two_springs(&self) -> Option<f64> {
        let ([a, b], &[w_aa, w_ab, w_ba, w_bb]) = (&self.entries[..], self.w.full()) else { return None };
        if a.role != Role::Spring || b.role != Role::Spring || !self.rubbing.is_empty() {
            return None;
        }
        let (of_a, of_b) = (w_aa * a.stiffness, w_bb * b.stiffness);
        let coupled = 4.0 * (w_ab * a.stiffness) * (w_ba * b.stiffness);
        Some(0.5 * (of_a + of_b + ((of_a - of_b) * (of_a - of_b) + coupled).sqrt()))
    }

    /// Contacts at rest that are much stiffer than the springs wait, until they move.
    fn sort_out_waiting(&mut self, springs: f64) {
        for i in 0..self.entries.len() {
            let entry = &self.entries[i];
            if matches!(entry.role, Role::Undecided | Role::Waiting) {
                let stiff = entry.stiffness.is_finite() // a rigid one is no spring and shortens nothing
                    && self.own_frequency_squared(i) > MUCH_STIFFER * springs;
                let waits = entry.velocity.abs() < entry.floor && (entry.patient || stiff);
                self.entries[i].role = if waits { Role::Waiting } else { Role::Undecided };
            }
        }
    }

    /// kᵢWᵢᵢ, the square of the frequency at which a member would oscillate alone.
    pub fn own_frequency_squared(&self, member: usize) -> f64 {
        self.w.own(member) * self.entries[member].stiffness
    }

    /// Bound on ω² among the members of the given roles, and the member that sets it.
    pub fn highest_frequency_squared(&self, counts: impl Fn(Role) -> bool) -> (f64, usize) {
        let (mut highest, mut stiffest) = (0.0, 0);
        for (i, entry) in self.entries.iter().enumerate() {
            let springy = self.has_tangential_spring(i);
            if !counts(entry.role) && !springy {
                continue;
            }
            let mut sum = 0.0;
            for (column, w) in self.w.row(i) {
                let other = &self.entries[column];
                if counts(other.role) && other.stiffness.is_finite() {
                    sum += w.abs() * other.stiffness;
                }
            }
            if !self.rubbing.is_empty() {
                sum = self.with_friction(i, sum, &counts);
            }
            if sum > highest {
                (highest, stiffest) = (sum, i);
            }
        }
        (highest, stiffest)
    }

    /// Sets ω as it was found before.
    pub fn use_rate(&mut self, rate: f64) {
        self.rate = rate;
        let per_rate_squared = 1.0 / (rate * rate);
        self.kappa.clear();
        self.kappa.extend(
            self.entries.iter().map(|entry| {
                if entry.stiffness.is_finite() { entry.stiffness * per_rate_squared } else { 0.0 }
            }),
        );
    }

    /// Unfolds the series from the members' values, deciding contacts at rest on the way.
    pub fn expand(&mut self) {
        if self.has_spans() {
            self.series.begin_spans(&self.entries, &self.kappa, self.rate);
        } else {
            self.series.begin(&self.entries, &self.kappa, self.rate);
        }
        if self.entries.is_empty() {
            return self.series.finish();
        }
        match self.w.form() {
            Form::Few => self.series.unfold_few(self.w.full(), &mut self.entries, &self.kappa),
            Form::Spatial => {
                self.list_undecided();
                self.expand_rubbing();
            }
            Form::Rows | Form::Rooted => self.unfold(),
        }
    }

    /// Whether each order of the series goes only as far as its terms count.
    fn has_spans(&self) -> bool {
        let may = !self.whole_orders && !self.is_part && self.w.form() == Form::Rows;
        may && self.entries.len() >= span::MANY
    }

    /// (F.1) to (F.3), order by order.
    fn unfold(&mut self) {
        self.list_undecided();
        let has_spans = self.has_spans();
        if self.is_part {
            self.outside.resize(self.entries.len() * TERMS, 0.0);
        }
        for j in 0..ORDER {
            self.begin_order(j);
            if has_spans && j > 0 {
                self.narrow_span(j);
            }
            let Self { w, series, held, outside, entries, is_part, .. } = &mut *self;
            let outside = is_part.then(|| &outside[j * entries.len()..]);
            w.hold(j, held, outside, series);
            if !has_spans {
                w.accelerate(j, held, outside, series);
            } else if !self.accelerate_span(j) {
                break;
            }
        }
        if !self.is_part {
            self.series.finish();
        }
    }

    pub(in crate::flow) fn list_undecided(&mut self) {
        let is_undecided = |&member: &usize| self.entries[member].role == Role::Undecided;
        self.undecided.clear();
        self.undecided.extend((0..self.entries.len()).filter(is_undecided));
    }

    /// Decides contacts at rest at order j, and loads the springs.
    pub(in crate::flow) fn begin_order(&mut self, j: usize) {
        if !self.undecided.is_empty() {
            self.series.decide(j, &mut self.entries, &self.kappa, &mut self.undecided);
        }
        if j > 0 {
            self.series.load_springs(j);
        }
    }
}
