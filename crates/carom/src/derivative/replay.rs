//! The variation of one cluster's motion, followed beside its recorded course.
//!
//! A course is replayed step by step with the variations of what changes continuously: the impulses p of all contacts, and
//! of each contact x, its compression or, with the sign turned, its gap. Velocities follow from the impulses,
//!
//! ```text
//! δv = δv₀ + W δp + δW p                                                                     (V.3)
//! ```
//!
//! All are variations at a fixed time. What events do to them is in [`super::event`], what steps do in [`super::linear`]. The flow's decisions
//! are not made again: the replay does what was recorded. With friction u, the stretch of tangential springs, is a third, and steps are those of
//! [`super::collocated`].

use nalgebra::Vector2;

use super::changes::Changes;
use super::collocated::{Collocated, Sample, Varied};
use super::error::DerivativeError;
use super::kink::{Kink, KinkCause};
use super::linear::{LinearStep, Member, Role};
use super::rows::Rows;
use crate::flow::{ClusterProblem, Separation};
use crate::history::{ClusterTrace, Load, RecordedStep};
use crate::phase::EventKind;
use crate::snapshot::Event;

/// Velocities and variations below this part of the largest of their kind are rounding.
pub(super) const ROUNDING: f64 = 1e-11;
/// Radians of the highest frequency that one series covers.
const REACH: f64 = 2.0;
/// Terms left out are below this part of the motion.
const LEFT_OUT: f64 = 1e-19;
/// Most series for one recorded step: leaps over more oscillations than this are refused.
const MOST_SERIES: f64 = 1e6;
/// A contact at rest this many times stiffer than those at work is followed only once it is pressed.
const MUCH_STIFFER: f64 = 1e4;

/// What a contact is doing, as far as its variation is concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Standing {
    /// Touching, and at rest from the start.
    Resting,
    /// Its spring acts.
    Loaded,
    /// It carries nothing.
    Open,
    /// It is rigid.
    Closed,
}

/// What a cluster's outcome changes by along each direction.
#[derive(Debug)]
pub(super) struct Derivatives {
    /// By component.
    pub velocity: Rows,
    pub impulse: Rows,
    /// A single row each.
    pub energy: Rows,
    pub duration: Rows,
    pub kinks: Vec<Kink>,
}

/// A cluster's variation in motion.
pub(super) struct Replay<'a> {
    pub cluster: &'a ClusterTrace,
    pub problem: &'a ClusterProblem,
    pub changes: &'a Changes,
    pub standing: Vec<Standing>,
    /// The step at which a contact first carries load.
    first_loaded: Vec<Option<usize>>,
    /// p by component.
    pub impulse: Vec<f64>,
    /// Compression and normal velocity of each contact where the last step ended, as far as it was loaded.
    pub compression: Vec<f64>,
    pub velocity: Vec<f64>,
    /// Force there, by component.
    pub force: Vec<f64>,
    /// The tangential sides there, and which of them slip.
    pub last: Vec<Sample>,
    pub slipped: Vec<bool>,
    pub stiffness: Vec<f64>,
    /// Compression at which restitution ends.
    pub until: Vec<f64>,
    /// δp by component, then by contact δx, δk, and δ of the square of `until`.
    pub impulse_change: Rows,
    pub position_change: Rows,
    pub stiffness_change: Rows,
    pub until_squared_change: Rows,
    /// δu, two rows a contact; none without friction.
    pub stretch_change: Rows,
    /// Events that make forces jump, until the forces after them are known.
    pub jumps: Vec<super::event::Jump>,
    /// By how much the last release comes later.
    pub release: Option<Vec<f64>>,
    pub step: LinearStep,
    /// Steps with friction.
    pub collocated: Option<Collocated>,
    /// The size of what impulses change by along each direction.
    impulses: Vec<f64>,
    pub kinks: Vec<Kink>,
    workspace: Rows,
}

impl<'a> Replay<'a> {
    pub fn new(cluster: &'a ClusterTrace, changes: &'a Changes) -> Self {
        let problem = cluster.problem();
        let (n, d) = (problem.velocity.len(), changes.directions);
        let mut standing = vec![Standing::Resting; n];
        let mut first_loaded = vec![None; n];
        for step in cluster.steps() {
            for member in step.members.iter().filter(|member| !matches!(member.load, Load::None)) {
                first_loaded[member.contact].get_or_insert(step.number);
            }
            // Contacts that return before they have carried anything were open from the start.
            for event in step.events.iter().filter(|event| event.kind == EventKind::ContactReturns) {
                if first_loaded[event.contact].is_none() {
                    standing[event.contact] = Standing::Open;
                }
            }
        }
        let mut position_change = Rows::zeros(n, d);
        (0..n).for_each(|i| position_change.add(i, -1.0, changes.gap.row(i)));
        Self {
            cluster,
            problem,
            changes,
            standing,
            first_loaded,
            impulse: vec![0.0; n * changes.axes],
            compression: vec![0.0; n],
            velocity: problem.velocity.clone(),
            force: vec![0.0; n * changes.axes],
            last: vec![Sample::default(); n],
            slipped: vec![false; n],
            stiffness: problem.material.iter().map(|material| material.stiffness).collect(),
            until: vec![0.0; n],
            impulse_change: Rows::zeros(n * changes.axes, d),
            position_change,
            stiffness_change: changes.stiffness.clone(),
            until_squared_change: Rows::zeros(n, d),
            stretch_change: Rows::zeros(if changes.axes == 1 { 0 } else { 2 * n }, d),
            jumps: Vec::new(),
            release: None,
            step: LinearStep::default(),
            impulses: changes.impulses(cluster),
            collocated: (changes.axes == 3).then(|| Collocated::new(n)),
            kinks: Vec::new(),
            workspace: Rows::default(),
        }
    }

    pub fn run(mut self) -> Result<Derivatives, DerivativeError> {
        (0..self.standing.len()).for_each(|contact| self.begin_stretch(contact));
        for step in self.cluster.steps() {
            self.enter(&step)?;
            self.land(step.start)?;
            self.follow(&step)?;
            self.happen(&step)?;
        }
        self.finish()
    }

    /// The component of a contact's normal.
    pub fn normal(&self, contact: usize) -> usize {
        contact * self.changes.axes + self.changes.axes - 1
    }

    /// Takes over where the recorded step starts.
    fn enter(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        self.take_over_impulses(step)?;
        self.step.members.clear();
        for member in step.members {
            let contact = member.contact;
            let (role, compression, velocity) = match member.load {
                Load::Spring { stiffness, compression, velocity } => {
                    self.harden_to(contact, stiffness);
                    (Role::Spring { stiffness }, compression, velocity)
                }
                Load::Locked { stiffness, compression } => {
                    self.harden_to(contact, stiffness);
                    (Role::Spring { stiffness }, compression, 0.0)
                }
                Load::Held => (Role::Held, 0.0, 0.0),
                Load::None => continue,
            };
            if self.standing[contact] == Standing::Resting {
                self.join(contact, step.start, role == Role::Held);
            }
            self.standing[contact] = if role == Role::Held { Standing::Closed } else { Standing::Loaded };
            self.step.members.push(Member { contact, role, compression, velocity });
        }
        let loaded = self.step.members.len();
        self.add_unloaded(step.number);
        if let Some(collocated) = &mut self.collocated {
            collocated.enter(self.cluster, step, &self.impulse);
            for member in &self.step.members[loaded..] {
                let stiffness = if let Role::Spring { stiffness } = member.role { stiffness } else { 0.0 };
                collocated.add_unloaded(member.contact, stiffness);
            }
            collocated.list_unknowns();
        } else {
            self.step.couple(&self.problem.coupling, self.changes);
            if self.step.is_redundant() {
                self.note_redundancy(step.start);
            }
        }
        Ok(())
    }

    /// A contact that begins later by δτ has its tangential springs stretched by v_t δτ less.
    pub fn begin_stretch(&mut self, contact: usize) {
        if self.collocated.is_none() {
            return;
        }
        let speed = self.velocity_now(self.normal(contact));
        let sliding = [self.velocity_now(3 * contact), self.velocity_now(3 * contact + 1)];
        for (axis, sliding) in sliding.into_iter().enumerate() {
            self.stretch_change.clear_row(2 * contact + axis);
            if speed < 0.0 {
                let later = self.position_change.row(contact); // δτ = δx/vₙ
                self.stretch_change.add(2 * contact + axis, -sliding / speed, later);
            }
        }
    }

    /// (P.1) for one component, with the impulses so far.
    fn velocity_now(&self, component: usize) -> f64 {
        let (contact, axis) = (component / self.changes.axes, component % self.changes.axes);
        if self.changes.axes == 1 {
            let gained = self.problem.coupling.row(contact).map(|(j, w)| w * self.impulse[j]);
            return self.problem.velocity[contact] + gained.sum::<f64>();
        }
        let before = self.problem.tangential_velocity[contact].push(self.problem.velocity[contact]);
        let row = self.problem.coupling.block_row(contact);
        let gained = row.map(|(j, w)| (0..3).map(|b| w[(axis, b)] * self.impulse[3 * j + b]).sum::<f64>());
        before[axis] + gained.sum::<f64>()
    }

    /// Impulses as recorded. Where they have jumped, contacts of infinite stiffness have met.
    fn take_over_impulses(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        let largest = self.impulse.iter().fold(0.0_f64, |largest, p| largest.max(p.abs()));
        for member in step.members {
            let normal = self.normal(member.contact);
            let difference = (self.impulse[normal] - member.impulse).abs();
            if step.rate == 0.0 && difference > ROUNDING.sqrt() * largest.max(member.impulse.abs()) {
                return Err(DerivativeError::Unsupported {
                    contact: self.cluster.contacts()[member.contact],
                    time: step.start,
                    what: "is rigid and collides in no time",
                });
            }
            self.impulse[normal] = member.impulse;
            if let Some(tangential) = member.rub.as_ref().map(|rub| rub.impulse) {
                self.impulse[normal - 2] = tangential.x;
                self.impulse[normal - 1] = tangential.y;
            }
        }
        Ok(())
    }

    /// A stiffness that no event of the model explains is that of a contact made rigid for good, whatever the parameters.
    fn harden_to(&mut self, contact: usize, stiffness: f64) {
        if (self.stiffness[contact] - stiffness).abs() > ROUNDING.sqrt() * stiffness {
            self.stiffness_change.clear_row(contact);
        }
        self.stiffness[contact] = stiffness;
    }

    /// A contact that was at rest carries load from now on. If only now, or if it is rigid, a motion towards it would have
    /// been felt before.
    fn join(&mut self, contact: usize, time: f64, is_rigid: bool) {
        if time == 0.0 && !is_rigid {
            return;
        }
        let mut velocity = vec![0.0; self.changes.directions];
        self.velocity_change(self.normal(contact), &mut velocity);
        self.note_where_not_zero(time, KinkCause::AtRest, contact, &velocity, &[]);
    }

    /// Contacts without load that are followed all the same: those whose gap counts, and those at rest that will be pressed.
    fn add_unloaded(&mut self, step: usize) {
        let own = |contact: usize| self.stiffness[contact] * self.problem.coupling.diagonal(contact);
        let stiffest = self.step.members.iter().map(|member| match member.role {
            Role::Spring { .. } => own(member.contact),
            Role::Held | Role::Free => 0.0,
        });
        let stiffest = stiffest.fold(0.0, f64::max);
        for contact in 0..self.standing.len() {
            let role = match self.standing[contact] {
                Standing::Open if self.problem.separation == Separation::Tracked => Role::Free,
                Standing::Resting
                    if self.first_loaded[contact].is_some_and(|first| first > step)
                        && own(contact) <= MUCH_STIFFER * stiffest =>
                {
                    Role::Spring { stiffness: self.stiffness[contact] }
                }
                Standing::Open | Standing::Resting | Standing::Loaded | Standing::Closed => continue,
            };
            self.step.members.push(Member { contact, role, compression: 0.0, velocity: 0.0 });
        }
    }

    /// (V.3) for one component.
    pub fn velocity_change(&self, component: usize, out: &mut [f64]) {
        out.copy_from_slice(self.changes.velocity.row(component));
        let (contact, axis) = (component / self.changes.axes, component % self.changes.axes);
        if self.changes.axes == 1 {
            for (j, w) in self.problem.coupling.row(contact) {
                super::rows::add(out, w, self.impulse_change.row(j));
            }
        } else {
            for (j, w) in self.problem.coupling.block_row(contact) {
                (0..3).for_each(|b| super::rows::add(out, w[(axis, b)], self.impulse_change.row(3 * j + b)));
            }
        }
        for change in self.changes.coupling.iter().filter(|change| change.to == component) {
            out[change.direction] += change.value * self.impulse[change.from];
        }
    }

    /// Follows the variation through a step.
    fn follow(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        if self.step.members.is_empty() || self.changes.directions == 0 {
            self.force.fill(0.0);
            return Ok(());
        }
        if self.collocated.is_some() { self.follow_rubbing(step) } else { self.follow_linear(step) }
    }

    fn follow_rubbing(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        let Some(collocated) = &mut self.collocated else { return Ok(()) };
        let mut varied = Varied {
            impulse: &mut self.impulse_change,
            position: &mut self.position_change,
            stretch: &mut self.stretch_change,
            stiffness: &self.stiffness_change,
        };
        if step.duration == 0.0 {
            collocated.stay(self.problem, self.changes, &mut varied);
        } else {
            let followed =
                collocated.advance(step.duration, self.problem, self.changes, &mut varied, &self.impulses);
            followed.map_err(|contact| DerivativeError::Unsupported {
                contact: self.cluster.contacts()[contact],
                time: step.start,
                what: "or another one shares its load in a way that the model leaves open",
            })?;
        }
        self.force.fill(0.0);
        self.slipped.fill(false);
        for (contact, sample) in collocated.sample(step.duration) {
            self.slipped[contact] = collocated.slips(contact);
            self.force[3 * contact..3 * contact + 3].copy_from_slice(sample.force.as_slice());
            for axis in 0..3 {
                self.impulse[3 * contact + axis] += sample.impulse[axis];
            }
            self.compression[contact] = sample.compression;
            self.velocity[contact] = sample.velocity;
            self.last[contact] = sample;
        }
        Ok(())
    }

    fn follow_linear(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        let members = self.step.members.len();
        let angle = self.highest_frequency() * step.duration;
        let series = (angle / REACH).ceil().max(1.0);
        if series.is_nan() || series > MOST_SERIES {
            let contact = self.cluster.contacts()[self.step.members[0].contact];
            let what = "or another one oscillates more than a million times without an event";
            return Err(DerivativeError::Unsupported { contact, time: step.start, what });
        }
        let orders = orders_for(angle / series);
        let mut velocity = std::mem::take(&mut self.workspace);
        for _ in 0..series as usize {
            velocity.reset(members, self.changes.directions);
            for number in 0..members {
                self.velocity_change(self.step.members[number].contact, velocity.row_mut(number));
            }
            let changed = (&mut self.position_change, &mut self.impulse_change);
            self.step.advance(step.duration / series, orders, &self.stiffness_change, &velocity, changed);
            self.take_over();
        }
        self.workspace = velocity;
        self.record_forces();
        Ok(())
    }

    /// Where the series has led.
    fn take_over(&mut self) {
        let LinearStep { members, x_end, v_end, p_gain, .. } = &mut self.step;
        for (number, member) in members.iter_mut().enumerate() {
            member.compression = x_end[number];
            member.velocity = v_end[number];
            self.impulse[member.contact] += p_gain[number];
            self.compression[member.contact] = member.compression;
            self.velocity[member.contact] = member.velocity;
        }
    }

    fn record_forces(&mut self) {
        self.force.fill(0.0);
        for (number, force) in self.step.forces_at_end().to_vec().into_iter().enumerate() {
            self.force[self.step.members[number].contact] = force;
        }
    }

    /// Forces where the present step begins, by component.
    pub fn forces_at_start(&mut self) -> Vec<f64> {
        let mut forces = vec![0.0; self.force.len()];
        if let Some(collocated) = &mut self.collocated {
            for (contact, sample) in collocated.sample(0.0) {
                forces[3 * contact..3 * contact + 3].copy_from_slice(sample.force.as_slice());
            }
            return forces;
        }
        for (number, force) in self.step.forces().to_vec().into_iter().enumerate() {
            forces[self.step.members[number].contact] = force;
        }
        forces
    }

    /// δv_t of a contact along a direction of its tangents.
    pub fn sliding_change(&self, contact: usize, along: Vector2<f64>) -> Vec<f64> {
        let [mut first, mut second] =
            [vec![0.0; self.changes.directions], vec![0.0; self.changes.directions]];
        self.velocity_change(3 * contact, &mut first);
        self.velocity_change(3 * contact + 1, &mut second);
        first.iter().zip(&second).map(|(x, y)| along.x * x + along.y * y).collect()
    }

    /// Acceleration of a component under the forces at the end of the last step, and the size of its terms.
    pub fn acceleration(&self, component: usize, force: &[f64]) -> (f64, f64) {
        let (contact, axis) = (component / self.changes.axes, component % self.changes.axes);
        let (mut sum, mut size) = (0.0, 0.0);
        let mut add = |term: f64| {
            sum += term;
            size += term.abs();
        };
        if self.changes.axes == 1 {
            self.problem.coupling.row(contact).for_each(|(j, w)| add(w * force[j]));
        } else {
            for (j, w) in self.problem.coupling.block_row(contact) {
                (0..3).for_each(|b| add(w[(axis, b)] * force[3 * j + b]));
            }
        }
        (sum, size)
    }

    /// A bound on the frequencies of the step's springs, the largest row sum of √k W √k.
    fn highest_frequency(&self) -> f64 {
        let mut root = vec![0.0; self.standing.len()];
        for member in &self.step.members {
            if let Role::Spring { stiffness } = member.role {
                root[member.contact] = stiffness.sqrt();
            }
        }
        let row = |member: &Member| -> f64 {
            let sum: f64 = self.problem.coupling.row(member.contact).map(|(j, w)| w.abs() * root[j]).sum();
            sum * root[member.contact]
        };
        self.step.members.iter().map(row).fold(0.0, f64::max).sqrt()
    }

    fn note_redundancy(&mut self, time: f64) {
        if self.kinks.iter().any(|kink| kink.cause == KinkCause::Redundancy) {
            return;
        }
        let held = self.step.members.iter().filter(|member| member.role == Role::Held);
        let contacts = held.map(|member| self.cluster.contacts()[member.contact]).collect();
        let columns = self.changes.coupling.iter().map(|change| change.direction);
        let mut columns: Vec<usize> = columns.collect();
        columns.sort_unstable();
        columns.dedup();
        if !columns.is_empty() {
            let (cause, events) = (KinkCause::Redundancy, Vec::new());
            self.kinks.push(Kink { time, cause, contacts, events, columns });
        }
    }

    /// Notes a kink in every direction along which a velocity changes.
    pub fn note_where_not_zero(
        &mut self,
        time: f64,
        cause: KinkCause,
        contact: usize,
        change: &[f64],
        events: &[Event],
    ) {
        let columns: Vec<usize> =
            (0..change.len()).filter(|&c| change[c].abs() > self.rounding_along(c)).collect();
        if !columns.is_empty() {
            let contacts = vec![self.cluster.contacts()[contact]];
            let events = events.iter().map(|event| self.global(event)).collect();
            self.kinks.push(Kink { time, cause, contacts, events, columns });
        }
    }

    /// What is rounding among changes of velocities along a direction.
    fn rounding_along(&self, column: usize) -> f64 {
        let components = 0..self.impulse.len();
        let of_impulse = |c: usize| {
            self.impulse_change.at(c, column).abs() * self.problem.coupling.diagonal(c / self.changes.axes)
        };
        let largest = components.map(|c| self.changes.velocity.at(c, column).abs().max(of_impulse(c)));
        ROUNDING * largest.fold(0.0, f64::max)
    }

    pub fn global(&self, event: &Event) -> Event {
        Event { contact: self.cluster.contacts()[event.contact], ..*event }
    }

    fn finish(mut self) -> Result<Derivatives, DerivativeError> {
        let (n, d) = (self.impulse.len(), self.changes.directions);
        let mut velocity = Rows::zeros(n, d);
        for component in 0..n {
            let mut row = vec![0.0; d];
            self.velocity_change(component, &mut row);
            velocity.set(component, &row);
        }
        if let Some(at) = (0..n).find(|&c| velocity.row(c).iter().any(|v| !v.is_finite())) {
            let contact = self.cluster.contacts()[at / self.changes.axes];
            return Err(DerivativeError::Overflow { contact, time: self.cluster.duration() });
        }
        let after = self.final_velocities();
        self.note_contacts_left_at_rest(&after, &velocity);
        let energy = self.energy_change(&after);
        let mut duration = Rows::zeros(1, d);
        if let Some(release) = &self.release {
            duration.set(0, release);
        }
        Ok(Derivatives { velocity, impulse: self.impulse_change, energy, duration, kinks: self.kinks })
    }

    /// (P.1) by component.
    fn final_velocities(&self) -> Vec<f64> {
        let mut after = Vec::with_capacity(self.impulse.len());
        for contact in 0..self.problem.velocity.len() {
            let before = self.problem.velocity[contact];
            if self.changes.axes == 1 {
                let gained: f64 = self.problem.coupling.row(contact).map(|(j, w)| w * self.impulse[j]).sum();
                after.push(before + gained);
            } else {
                let mut sum = self.problem.tangential_velocity[contact].push(before);
                for (j, w) in self.problem.coupling.block_row(contact) {
                    sum += w * nalgebra::Vector3::from_column_slice(&self.impulse[3 * j..3 * j + 3]);
                }
                after.extend(sum.iter());
            }
        }
        after
    }

    /// Contacts that neither approach nor separate at the end would collide if they were moved towards each other.
    fn note_contacts_left_at_rest(&mut self, after: &[f64], change: &Rows) {
        let speeds = self.problem.velocity.iter().chain(after).fold(0.0_f64, |most, v| most.max(v.abs()));
        for contact in 0..self.standing.len() {
            let normal = self.normal(contact);
            if after[normal].abs() <= ROUNDING * speeds {
                let row = change.row(normal).to_vec();
                self.note_where_not_zero(self.cluster.duration(), KinkCause::AtRest, contact, &row, &[]);
            }
        }
    }

    /// δ(p·v₀ + p·W p/2) = δp·v + p·δv₀ + p·δW p/2.
    fn energy_change(&self, after: &[f64]) -> Rows {
        let mut energy = Rows::zeros(1, self.changes.directions);
        for (component, &velocity) in after.iter().enumerate() {
            energy.add(0, velocity, self.impulse_change.row(component));
            energy.add(0, self.impulse[component], self.changes.velocity.row(component));
        }
        for change in &self.changes.coupling {
            *energy.at_mut(0, change.direction) +=
                0.5 * self.impulse[change.to] * change.value * self.impulse[change.from];
        }
        energy
    }
}

/// Orders of a series over so many radians.
fn orders_for(angle: f64) -> usize {
    let (mut term, mut orders) = (1.0, 2);
    while term > LEFT_OUT {
        term *= angle / (orders - 1) as f64;
        orders += 1;
    }
    orders
}
