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
use super::collocated::{Collocated, Sample};
use super::ending::Derivatives;
use super::error::DerivativeError;
use super::kink::Form;
use super::linear::{LinearStep, Member, Role};
use super::power::PowerStep;
use super::rows::Rows;
use crate::flow::{ClusterProblem, Separation};
use crate::history::{ClusterTrace, Load, RecordedStep};
use crate::phase::EventKind;

/// Velocities and variations below this part of the largest of their kind are rounding.
pub(super) const ROUNDING: f64 = 1e-11;
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
    /// δp by component, then by contact δx, δk, and δ of `until`ⁿ⁺¹.
    pub impulse_change: Rows,
    pub position_change: Rows,
    pub stiffness_change: Rows,
    pub until_power_change: Rows,
    /// δu, two rows a contact; none without friction.
    pub stretch_change: Rows,
    /// Events that make forces jump, until the forces after them are known.
    pub jumps: Vec<super::event::Jump>,
    /// A contact that has stopped sliding where the last step ended, and its δτ.
    pub stopped: Option<(usize, Vec<f64>)>,
    /// By how much the clock of the variations is late, (V.15).
    pub clock: Vec<f64>,
    /// By how much the last release comes later.
    pub release: Option<Vec<f64>>,
    pub step: LinearStep,
    /// Steps with friction.
    pub collocated: Option<Collocated>,
    /// Steps of springs that are not linear.
    pub power: Option<PowerStep>,
    /// The size of what impulses change by along each direction.
    pub impulses: Vec<f64>,
    pub kinks: Vec<Form>,
    /// Other releases at the instant of the last one.
    pub ties: Vec<Form>,
    pub workspace: Rows,
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
            until_power_change: Rows::zeros(n, d),
            stretch_change: Rows::zeros(if changes.axes == 1 { 0 } else { 2 * n }, d),
            jumps: Vec::new(),
            stopped: None,
            clock: vec![0.0; d],
            release: None,
            step: LinearStep::default(),
            impulses: changes.impulses(cluster),
            collocated: (changes.axes == 3).then(|| Collocated::new(n, cluster.duration())),
            power: (!problem.is_linear()).then(|| PowerStep::new(n)),
            kinks: Vec::new(),
            ties: Vec::new(),
            workspace: Rows::default(),
        }
    }

    pub fn run(mut self) -> Result<Derivatives, DerivativeError> {
        (0..self.standing.len()).for_each(|contact| self.begin_stretch(contact));
        self.note_drawn_apart();
        let steps: Vec<RecordedStep<'_>> = self.cluster.steps().collect();
        for (number, step) in steps.iter().enumerate() {
            self.enter(step)?;
            self.land(step.start)?;
            let events = self.events_with_halts(step, steps.get(number + 1));
            let step = &RecordedStep { events: &events, ..*step };
            self.follow(step)?;
            self.happen(step)?;
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
        } else if let (Some(power), Some(clock)) = (&mut self.power, step.clock) {
            power.enter(self.cluster, step, clock);
        } else {
            self.power.iter_mut().for_each(PowerStep::leave);
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
    pub fn velocity_now(&self, component: usize) -> f64 {
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

    /// Contacts without load that are followed all the same: those whose gap counts, and those at rest that will be pressed.
    fn add_unloaded(&mut self, step: usize) {
        if self.power.is_some() {
            return self.add_faint();
        }
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

    /// Contacts whose springs are loaded less than rounding, or will be pressed, move freely; so do those whose gap counts.
    fn add_faint(&mut self) {
        for contact in 0..self.standing.len() {
            let moves = match self.standing[contact] {
                Standing::Open => self.problem.separation == Separation::Tracked,
                Standing::Resting | Standing::Loaded => true,
                Standing::Closed => false,
            };
            if moves && !self.step.members.iter().any(|member| member.contact == contact) {
                self.step.members.push(Member { contact, role: Role::Free, compression: 0.0, velocity: 0.0 });
            }
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
        for change in self.changes.coupling_to(component) {
            out[change.direction] += change.value * self.impulse[change.from];
        }
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
}
