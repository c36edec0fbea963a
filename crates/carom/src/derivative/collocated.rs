//! A step with friction: its variation by collocation at the nodes of Radau's rule.
//!
//! The variation of a contact that slips is linear too, but its coefficients change with time, it is stiff where directions
//! follow velocities, and singular where a normal force begins or ends. So the loads δF are sought at the nodes tₖ of a stretch of length h as
//! polynomials through them. With a the integrals of the rule, û the direction of slip and ŵ across it,
//!
//! ```text
//! δp(tₖ) = δp + h Σ aₖₗ δF(tₗ)        δv = δv₀ + W δp + δW p        δx(tₖ) = δx − h Σ aₖₗ δvₙ(tₗ)     (V.7)
//!
//! spring           δFₙ = k δx + δk x             closed          δvₙ = 0
//! sticks, springs  δF_t = −k_t δu − δk_t u, δu' = δv_t             rigid   δv_t = 0
//! slips            δF_t = −δ(μFₙ) û − φ ŵ        φ = μFₙ δθ, the part that turns                        (V.8)
//!   springs        r φ'/k_t + σ φ/k_t + (v·ŵ) δr = r ŵ·δv          with δu = δr û + (φ/k_t) ŵ
//!   rigid          |v| φ = μFₙ ŵ·δv
//! ```
//!
//! r = μFₙ/k_t is the stretch and σ the speed at which the particle slides, as in (T.3). Nothing is divided by r or |v|: where they
//! vanish the rule takes the solution that stays finite. A stretch whose loads are not smooth is halved, until what they could be off by is
//! rounding of the impulse.

use nalgebra::{DMatrix, SMatrix, Vector2, Vector3};

use super::changes::Changes;
use super::rows::Rows;
use crate::coupling::{Coupling, NORMAL};
use crate::flow::{ClusterProblem, Frame, NODES, RADAU, Values, integrals};
use crate::history::{ClusterTrace, RecordedStep};
use crate::snapshot::Mode;

/// Terms of the highest order may be this part of the loads: the rule is good to the square of that.
const SMOOTH: f64 = 2e-6;
/// They are of no account below this part of the impulses.
const NEGLIGIBLE: f64 = 1e-14;
/// A stretch is halved at most this often.
const MOST_HALVINGS: usize = 44;
/// Most stretches of one step.
const MOST_STRETCHES: usize = 2000;

/// A load that is to be found.
#[derive(Debug, Clone, Copy)]
enum Load {
    Spring {
        stiffness: f64,
    },
    Closed,
    /// Tangential springs that stick, along one axis.
    Stretched {
        axis: usize,
    },
    /// Rigid friction that sticks, along one axis.
    Stuck {
        axis: usize,
    },
    /// φ of a slipping contact with springs.
    Turning,
    /// φ of a rigid one.
    Swerving,
}

#[derive(Debug, Clone, Copy)]
struct Unknown {
    member: usize,
    load: Load,
}

/// One contact of the step.
#[derive(Debug, Clone, Copy)]
struct Member {
    contact: usize,
    /// Its place in the frame; none if it carries nothing, or is at rest.
    place: Option<usize>,
    stiffness: f64,
    mode: Mode,
    mu: f64,
    tangential_stiffness: f64,
}

/// The course of one contact at an instant.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sample {
    pub force: Vector3<f64>,
    pub compression: f64,
    /// Normal velocity.
    pub velocity: f64,
    /// v_t, û, u and σ.
    pub tangential_velocity: Vector2<f64>,
    pub direction: Vector2<f64>,
    pub stretch: Vector2<f64>,
    pub sliding: f64,
    pub impulse: Vector3<f64>,
}

/// The variations that a step changes.
pub(super) struct Varied<'a> {
    pub impulse: &'a mut Rows,
    pub position: &'a mut Rows,
    /// Two rows a contact.
    pub stretch: &'a mut Rows,
    pub stiffness: &'a Rows,
}

/// The workspace of steps with friction.
pub(super) struct Collocated {
    frame: Frame,
    place: Vec<usize>,
    values: Values,
    members: Vec<Member>,
    unknowns: Vec<Unknown>,
    /// a, its square and its inverse.
    integrals: SMatrix<f64, NODES, NODES>,
    twice: SMatrix<f64, NODES, NODES>,
    slopes: SMatrix<f64, NODES, NODES>,
    /// Weights of the term of highest order of the polynomial through the nodes, in Legendre's form.
    highest: [f64; NODES],
    /// p of all components at the start of the step.
    impulse: Vec<f64>,
}

impl Collocated {
    pub fn new(contacts: usize) -> Self {
        let integrals = integrals();
        Self {
            frame: Frame::default(),
            place: vec![0; contacts],
            values: Values::default(),
            members: Vec::new(),
            unknowns: Vec::new(),
            integrals,
            twice: integrals * integrals,
            slopes: integrals.try_inverse().unwrap_or_else(SMatrix::zeros),
            highest: highest_term(),
            impulse: Vec::new(),
        }
    }

    /// Takes in a recorded step. `unloaded` are contacts that are followed although they carry nothing, with the
    /// stiffness with which those at rest answer.
    pub fn enter(&mut self, cluster: &ClusterTrace, step: &RecordedStep<'_>, impulse: &[f64]) {
        cluster.expand_step(step.members, step.rate, &mut self.frame, &mut self.place);
        self.impulse.clear();
        self.impulse.extend_from_slice(impulse);
        self.members.clear();
        for (place, entry) in self.frame.entries().iter().enumerate() {
            let rub = self.frame.rub_of(place);
            self.members.push(Member {
                contact: entry.contact,
                place: Some(place),
                stiffness: entry.stiffness,
                mode: rub.map_or(Mode::Free, |rub| rub.mode()),
                mu: rub.map_or(0.0, |rub| rub.mu),
                tangential_stiffness: rub.map_or(f64::INFINITY, |rub| rub.stiffness),
            });
        }
    }

    /// Adds a contact that carries nothing: one whose gap is followed (no stiffness), or one at rest.
    pub fn add_unloaded(&mut self, contact: usize, stiffness: f64) {
        let (place, mode, mu, tangential_stiffness) = (None, Mode::Free, 0.0, f64::INFINITY);
        self.members.push(Member { contact, place, stiffness, mode, mu, tangential_stiffness });
    }

    /// Lists what is to be found.
    pub fn list_unknowns(&mut self) {
        self.unknowns.clear();
        for (member, found) in self.members.iter().enumerate() {
            let Member { place, stiffness, mode, tangential_stiffness, .. } = *found;
            if place.is_none() && stiffness == 0.0 {
                continue;
            }
            let normal = if stiffness.is_finite() { Load::Spring { stiffness } } else { Load::Closed };
            self.unknowns.push(Unknown { member, load: normal });
            let is_rigid = tangential_stiffness.is_infinite();
            match mode {
                Mode::Free => {}
                Mode::Stick => {
                    for axis in 0..2 {
                        let load = if is_rigid { Load::Stuck { axis } } else { Load::Stretched { axis } };
                        self.unknowns.push(Unknown { member, load });
                    }
                }
                Mode::Slip => {
                    let load = if is_rigid { Load::Swerving } else { Load::Turning };
                    self.unknowns.push(Unknown { member, load });
                }
            }
        }
    }

    /// Whether the contact slips in this step.
    pub fn slips(&self, contact: usize) -> bool {
        self.members.iter().any(|member| member.contact == contact && member.mode == Mode::Slip)
    }

    /// What the loaded contacts do at time `t` from the start of the step.
    pub fn sample(&mut self, t: f64) -> Vec<(usize, Sample)> {
        let rate = self.frame.rate();
        let s = t * rate;
        if self.frame.entries().is_empty() {
            return Vec::new();
        }
        self.frame.series().evaluate(s, &mut self.values);
        let sample = |(place, entry): (usize, &crate::flow::Entry)| {
            let load = self.values.load[place] * rate;
            let mut sample = Sample {
                force: Vector3::new(0.0, 0.0, load),
                compression: if entry.stiffness.is_finite() { load / entry.stiffness } else { 0.0 },
                velocity: self.values.velocity[place],
                impulse: Vector3::new(0.0, 0.0, self.values.impulse[place]),
                ..Sample::default()
            };
            if let Some(rub) = self.frame.rub_of(place) {
                let values = rub.evaluate(s);
                sample.force += (values.load * rate).push(0.0);
                sample.impulse += values.impulse.push(0.0);
                sample.tangential_velocity = values.velocity;
                sample.direction = values.direction;
                sample.stretch = rub.stretch(values.load, rate);
                if rub.mode() == Mode::Slip {
                    sample.sliding = carom_taylor::evaluate(&rub.sliding(), s);
                }
            }
            (entry.contact, sample)
        };
        self.frame.entries().iter().enumerate().map(sample).collect()
    }

    /// A step without duration leaves a particle that slips where its cone is.
    pub fn stay(&mut self, problem: &ClusterProblem, changes: &Changes, varied: &mut Varied<'_>) {
        let samples = self.sample(0.0);
        for (member, (contact, sample)) in self.members.iter().zip(samples) {
            let Member { stiffness, mode, mu, tangential_stiffness, .. } = *member;
            if mode != Mode::Slip || tangential_stiffness.is_infinite() || stiffness.is_infinite() {
                continue;
            }
            let (along, side) = (sample.direction, across(sample.direction));
            let stiffening = stiffening(problem, changes, contact);
            let radius = mu * sample.force[NORMAL] / tangential_stiffness;
            for (direction, stiffening) in stiffening.into_iter().enumerate() {
                let normal = stiffness * varied.position.at(contact, direction)
                    + sample.compression * varied.stiffness.at(contact, direction);
                let limit = changes.friction.at(contact, direction) * sample.force[NORMAL] + mu * normal;
                let longer = limit / tangential_stiffness - radius * stiffening;
                let rows = [2 * contact, 2 * contact + 1];
                let before = Vector2::from(rows.map(|row| varied.stretch.at(row, direction)));
                let stretch = along * longer + side * side.dot(&before);
                *varied.stretch.at_mut(rows[0], direction) = stretch.x;
                *varied.stretch.at_mut(rows[1], direction) = stretch.y;
            }
        }
    }

    /// Follows the step for `duration`; says at which contact it failed, if it did. `impulses` are of the size of what impulses change by
    /// along each direction.
    pub fn advance(
        &mut self,
        duration: f64,
        problem: &ClusterProblem,
        changes: &Changes,
        varied: &mut Varied<'_>,
        impulses: &[f64],
    ) -> Result<(), usize> {
        let mut stretches = vec![(0.0, duration, 0)];
        let mut tried = 0;
        while let Some((start, length, halvings)) = stretches.pop() {
            tried += 1;
            if tried > MOST_STRETCHES {
                return Err(self.members.first().map_or(0, |member| member.contact));
            }
            let stretch = Stretch::over(self, start, length, problem, changes, varied);
            let solved = stretch.solve(varied);
            let is_smooth = solved.as_ref().is_some_and(|loads| {
                halvings >= MOST_HALVINGS || stretch.is_smooth(loads, impulses, &self.highest)
            });
            match solved {
                Some(loads) if is_smooth => stretch.take_over(&loads, varied),
                Some(_) | None if halvings < MOST_HALVINGS => {
                    let half = 0.5 * length;
                    stretches.push((start + half, half, halvings + 1));
                    stretches.push((start, half, halvings + 1));
                }
                Some(_) | None => return Err(self.members.first().map_or(0, |member| member.contact)),
            }
        }
        Ok(())
    }
}

/// One stretch of a step: the course at its nodes, and the linear system of (V.7) and (V.8).
struct Stretch<'a> {
    of: (Vec<Member>, Vec<Unknown>),
    length: f64,
    integrals: SMatrix<f64, NODES, NODES>,
    twice: SMatrix<f64, NODES, NODES>,
    slopes: SMatrix<f64, NODES, NODES>,
    /// By node and member.
    samples: Vec<Vec<Sample>>,
    /// p of all components by node.
    impulses: Vec<Vec<f64>>,
    problem: &'a ClusterProblem,
    changes: &'a Changes,
    /// δv at the nodes without the loads that are to be found: a row for each node, member and axis.
    base: Rows,
}

impl<'a> Stretch<'a> {
    fn over(
        step: &mut Collocated,
        start: f64,
        length: f64,
        problem: &'a ClusterProblem,
        changes: &'a Changes,
        varied: &Varied<'_>,
    ) -> Self {
        let (mut samples, mut impulses) = (Vec::with_capacity(NODES), Vec::with_capacity(NODES));
        // The start is no node, but directions there are needed.
        for node in RADAU.into_iter().chain([0.0]) {
            let loaded = step.sample(start + length * node);
            let mut impulse = step.impulse.clone();
            for (contact, sample) in &loaded {
                (0..3).for_each(|axis| impulse[3 * contact + axis] += sample.impulse[axis]);
            }
            let mut of_members = vec![Sample::default(); step.members.len()];
            loaded.iter().enumerate().for_each(|(place, (_, sample))| of_members[place] = *sample);
            samples.push(of_members);
            impulses.push(impulse);
        }
        let mut stretch = Self {
            of: (step.members.clone(), step.unknowns.clone()),
            length,
            integrals: step.integrals,
            twice: step.twice,
            slopes: step.slopes,
            samples,
            impulses,
            problem,
            changes,
            base: Rows::zeros(NODES * 3 * step.members.len(), changes.directions),
        };
        stretch.find_base(varied);
        stretch
    }

    fn members(&self) -> &[Member] {
        &self.of.0
    }

    fn unknowns(&self) -> &[Unknown] {
        &self.of.1
    }

    fn base_row(&self, node: usize, member: usize, axis: usize) -> usize {
        (node * self.members().len() + member) * 3 + axis
    }

    /// The part of δF_t that changes of μ alone make: −δμ Fₙ û.
    fn given_load(&self, node: usize, member: usize) -> Vector2<f64> {
        let sample = &self.samples[node][member];
        match self.members()[member].mode {
            Mode::Slip => sample.direction * -sample.force[NORMAL],
            Mode::Stick | Mode::Free => Vector2::zeros(),
        }
    }

    fn find_base(&mut self, varied: &Varied<'_>) {
        let d = self.changes.directions;
        let coupling: &Coupling = &self.problem.coupling;
        let mut place = vec![None; coupling.len()];
        self.members().iter().enumerate().for_each(|(m, member)| place[member.contact] = Some(m));
        for m in 0..self.members().len() {
            let contact = self.members()[m].contact;
            let mut steady = Rows::zeros(3, d);
            for axis in 0..3 {
                steady.set(axis, self.changes.velocity.row(3 * contact + axis));
                for (j, w) in coupling.block_row(contact) {
                    (0..3).for_each(|b| steady.add(axis, w[(axis, b)], varied.impulse.row(3 * j + b)));
                }
            }
            for node in 0..NODES {
                for axis in 0..3 {
                    let row = self.base_row(node, m, axis);
                    self.base.set(row, steady.row(axis));
                }
                for (j, w) in coupling.block_row(contact) {
                    let Some(other) = place[j].filter(|&other| self.members()[other].mode == Mode::Slip)
                    else {
                        continue;
                    };
                    let given: Vector2<f64> = (0..NODES)
                        .map(|l| self.given_load(l, other) * (self.length * self.integrals[(node, l)]))
                        .sum();
                    for axis in 0..3 {
                        let moved = w[(axis, 0)] * given.x + w[(axis, 1)] * given.y;
                        let row = self.base_row(node, m, axis);
                        self.base.add(row, moved, self.changes.friction.row(j));
                    }
                }
            }
        }
        for change in &self.changes.coupling {
            let Some(m) = place[change.to / 3] else { continue };
            for node in 0..NODES {
                let row = self.base_row(node, m, change.to % 3);
                *self.base.at_mut(row, change.direction) += change.value * self.impulses[node][change.from];
            }
        }
    }

    /// The load over (t₁, t₂, n) that a unit of an unknown means at a node.
    fn load_of(&self, unknown: Unknown, node: usize) -> Vector3<f64> {
        let member = &self.members()[unknown.member];
        let direction = self.samples[node][unknown.member].direction;
        match unknown.load {
            Load::Spring { .. } | Load::Closed if member.mode == Mode::Slip => {
                (direction * -member.mu).push(1.0)
            }
            Load::Spring { .. } | Load::Closed => Vector3::z(),
            Load::Stretched { axis } | Load::Stuck { axis } => axis_of(axis),
            Load::Turning | Load::Swerving => (-across(direction)).push(0.0),
        }
    }

    /// The axis along which an unknown's condition sees velocities.
    fn seen_along(&self, unknown: Unknown, node: usize) -> Vector3<f64> {
        match unknown.load {
            Load::Spring { .. } | Load::Closed => Vector3::z(),
            Load::Stretched { axis } | Load::Stuck { axis } => axis_of(axis),
            Load::Turning | Load::Swerving => across(self.samples[node][unknown.member].direction).push(0.0),
        }
    }

    /// The loads at the nodes, a row for each unknown and node.
    fn solve(&self, varied: &Varied<'_>) -> Option<DMatrix<f64>> {
        let size = self.unknowns().len() * NODES;
        let mut matrix = DMatrix::zeros(size, size);
        let mut right = DMatrix::zeros(size, self.changes.directions);
        for (number, &unknown) in self.unknowns().iter().enumerate() {
            self.write_couplings(number, unknown, &mut matrix);
            for node in 0..NODES {
                self.write_own(number, unknown, node, &mut matrix);
                let row = self.right_side(unknown, node, varied);
                for (direction, value) in row.into_iter().enumerate() {
                    right[(number * NODES + node, direction)] = value;
                }
            }
        }
        for row in 0..size {
            let largest = matrix.row(row).amax();
            if !(largest > 0.0 && largest.is_finite()) {
                return None;
            }
            matrix.row_mut(row).scale_mut(1.0 / largest);
            right.row_mut(row).scale_mut(1.0 / largest);
        }
        let solved = size == 0 || matrix.lu().solve_mut(&mut right);
        (solved && right.iter().all(|x| x.is_finite())).then_some(right)
    }

    /// What all loads do to the condition of one.
    fn write_couplings(&self, number: usize, unknown: Unknown, matrix: &mut DMatrix<f64>) {
        let h = self.length;
        let member = &self.members()[unknown.member];
        for (j, w) in self.problem.coupling.block_row(member.contact) {
            let columns = self.unknowns().iter().enumerate();
            for (column, &other) in columns.filter(|(_, other)| self.members()[other.member].contact == j) {
                for m in 0..NODES {
                    let pushed = w * self.load_of(other, m);
                    for k in 0..NODES {
                        let moved = self.seen_along(unknown, k).dot(&pushed);
                        let sample = &self.samples[k][unknown.member];
                        matrix[(number * NODES + k, column * NODES + m)] += moved
                            * match unknown.load {
                                Load::Spring { stiffness } => stiffness * h * h * self.twice[(k, m)],
                                Load::Stretched { .. } => {
                                    member.tangential_stiffness * h * h * self.twice[(k, m)]
                                }
                                Load::Closed | Load::Stuck { .. } => self.integrals[(k, m)],
                                Load::Turning => {
                                    -member.mu * sample.force[NORMAL] * h * self.integrals[(k, m)]
                                }
                                Load::Swerving => {
                                    -member.mu * sample.force[NORMAL] * h * self.integrals[(k, m)]
                                }
                            };
                    }
                }
            }
        }
    }

    /// What a load does in its own condition, without velocities.
    fn write_own(&self, number: usize, unknown: Unknown, node: usize, matrix: &mut DMatrix<f64>) {
        let row = number * NODES + node;
        let member = &self.members()[unknown.member];
        let sample = &self.samples[node][unknown.member];
        match unknown.load {
            Load::Spring { .. } | Load::Stretched { .. } => matrix[(row, row)] += 1.0,
            Load::Closed | Load::Stuck { .. } => {}
            Load::Turning => {
                let radius = self.radius(node, unknown.member);
                for l in 0..NODES {
                    matrix[(row, number * NODES + l)] += radius / self.length * self.slopes[(node, l)];
                }
                matrix[(row, row)] += sample.sliding;
                // The normal load of the contact comes just before.
                let aside = sample.tangential_velocity.dot(&across(sample.direction));
                matrix[(row, (number - 1) * NODES + node)] += aside * member.mu;
            }
            Load::Swerving => matrix[(row, row)] += sample.tangential_velocity.norm(),
        }
    }

    /// r.
    fn radius(&self, node: usize, member: usize) -> f64 {
        let Member { mu, tangential_stiffness, .. } = self.members()[member];
        mu * self.samples[node][member].force[NORMAL] / tangential_stiffness
    }

    fn stiffening(&self, contact: usize) -> Vec<f64> {
        stiffening(self.problem, self.changes, contact)
    }

    fn right_side(&self, unknown: Unknown, node: usize, varied: &Varied<'_>) -> Vec<f64> {
        let member = self.members()[unknown.member];
        let contact = member.contact;
        let sample = &self.samples[node][unknown.member];
        let base = |l: usize, axis: usize| self.base.row(self.base_row(l, unknown.member, axis));
        let mut row = vec![0.0; self.changes.directions];
        let mut add = |factor: f64, values: &[f64]| super::rows::add(&mut row, factor, values);
        match unknown.load {
            Load::Spring { stiffness } => {
                add(stiffness, varied.position.row(contact));
                for l in 0..NODES {
                    add(-stiffness * self.length * self.integrals[(node, l)], base(l, NORMAL));
                }
                add(sample.compression, varied.stiffness.row(contact));
            }
            Load::Closed => add(-1.0 / self.length, base(node, NORMAL)),
            Load::Stuck { axis } => add(-1.0 / self.length, base(node, axis)),
            Load::Stretched { axis } => {
                let k = member.tangential_stiffness;
                add(-k, varied.stretch.row(2 * contact + axis));
                for l in 0..NODES {
                    add(-k * self.length * self.integrals[(node, l)], base(l, axis));
                }
                add(-k * sample.stretch[axis], &self.stiffening(contact));
            }
            Load::Turning => {
                let (k, radius) = (member.tangential_stiffness, self.radius(node, unknown.member));
                let side = across(sample.direction);
                let first = across(self.direction_before(unknown.member));
                let from_start: f64 = (0..NODES).map(|l| self.slopes[(node, l)]).sum();
                let kept = radius / self.length * from_start * k;
                add(kept * first.x, varied.stretch.row(2 * contact));
                add(kept * first.y, varied.stretch.row(2 * contact + 1));
                let aside = sample.tangential_velocity.dot(&side);
                add(-aside * sample.force[NORMAL], self.changes.friction.row(contact));
                add(aside * radius * k, &self.stiffening(contact));
                add(radius * k * side.x, base(node, 0));
                add(radius * k * side.y, base(node, 1));
            }
            Load::Swerving => {
                let side = across(sample.direction) * (member.mu * sample.force[NORMAL]);
                add(side.x, base(node, 0));
                add(side.y, base(node, 1));
            }
        }
        row
    }

    /// û where the stretch begins, which is no node.
    fn direction_before(&self, member: usize) -> Vector2<f64> {
        self.samples[NODES][member].direction
    }

    /// Whether the terms of highest order are small, or of no account.
    fn is_smooth(&self, loads: &DMatrix<f64>, impulses: &[f64], highest: &[f64; NODES]) -> bool {
        impulses.iter().enumerate().all(|(direction, impulse)| {
            let column = loads.column(direction);
            self.unknowns().iter().enumerate().all(|(number, _)| {
                let nodes = column.rows(number * NODES, NODES);
                let term: f64 = nodes.iter().zip(highest).map(|(load, weight)| load * weight).sum();
                term.abs() <= SMOOTH * nodes.amax() || term.abs() * self.length <= NEGLIGIBLE * impulse
            })
        })
    }

    /// Makes what the loads lead to the present.
    fn take_over(&self, loads: &DMatrix<f64>, varied: &mut Varied<'_>) {
        let d = self.changes.directions;
        let end = NODES - 1;
        // δF over (t₁, t₂, n) of every member at every node.
        let mut forces = Rows::zeros(NODES * 3 * self.members().len(), d);
        for (number, &unknown) in self.unknowns().iter().enumerate() {
            for node in 0..NODES {
                let load = self.load_of(unknown, node);
                for axis in (0..3).filter(|&axis| load[axis] != 0.0) {
                    let row = forces.row_mut(self.base_row(node, unknown.member, axis));
                    for (direction, value) in row.iter_mut().enumerate() {
                        *value += load[axis] * loads[(number * NODES + node, direction)];
                    }
                }
            }
        }
        let mut gains = Rows::zeros(NODES * 3 * self.members().len(), d);
        for m in 0..self.members().len() {
            for node in 0..NODES {
                for axis in 0..3 {
                    let to = self.base_row(node, m, axis);
                    for l in 0..NODES {
                        let from = self.base_row(l, m, axis);
                        gains.add(to, self.length * self.integrals[(node, l)], forces.row(from));
                    }
                }
            }
        }
        let velocity = self.velocities(&gains);
        self.move_on(&velocity, varied);
        self.stretch_on(loads, varied);
        for (m, member) in self.members().iter().enumerate() {
            for axis in 0..3 {
                varied.impulse.add(3 * member.contact + axis, 1.0, gains.row(self.base_row(end, m, axis)));
            }
            if member.mode == Mode::Slip {
                let given: Vector2<f64> = (0..NODES)
                    .map(|l| self.given_load(l, m) * (self.length * self.integrals[(end, l)]))
                    .sum();
                varied.impulse.add(3 * member.contact, given.x, self.changes.friction.row(member.contact));
                varied.impulse.add(
                    3 * member.contact + 1,
                    given.y,
                    self.changes.friction.row(member.contact),
                );
            }
        }
    }

    /// δv of every member at every node.
    fn velocities(&self, gains: &Rows) -> Rows {
        let mut velocity = self.base.clone();
        let mut place = vec![None; self.problem.coupling.len()];
        self.members().iter().enumerate().for_each(|(m, member)| place[member.contact] = Some(m));
        for (m, member) in self.members().iter().enumerate() {
            for (j, w) in self.problem.coupling.block_row(member.contact) {
                let Some(other) = place[j] else { continue };
                for node in 0..NODES {
                    for axis in 0..3 {
                        let to = self.base_row(node, m, axis);
                        for b in 0..3 {
                            velocity.add(to, w[(axis, b)], gains.row(self.base_row(node, other, b)));
                        }
                    }
                }
            }
        }
        velocity
    }

    /// δx, and δu of contacts that stick.
    fn move_on(&self, velocity: &Rows, varied: &mut Varied<'_>) {
        for (m, member) in self.members().iter().enumerate() {
            let springs = member.mode == Mode::Stick && member.tangential_stiffness.is_finite();
            for l in 0..NODES {
                let part = self.length * self.integrals[(NODES - 1, l)];
                if member.stiffness.is_finite() {
                    let row = velocity.row(self.base_row(l, m, NORMAL));
                    varied.position.add(member.contact, -part, row);
                }
                for axis in (0..2).filter(|_| springs) {
                    let row = velocity.row(self.base_row(l, m, axis));
                    varied.stretch.add(2 * member.contact + axis, part, row);
                }
            }
        }
    }

    /// δu of contacts that slip on springs: δr û + (φ/k_t) ŵ.
    fn stretch_on(&self, loads: &DMatrix<f64>, varied: &mut Varied<'_>) {
        let end = NODES - 1;
        for (number, &unknown) in self.unknowns().iter().enumerate() {
            let Load::Turning = unknown.load else { continue };
            let member = &self.members()[unknown.member];
            let (contact, k) = (member.contact, member.tangential_stiffness);
            let sample = &self.samples[end][unknown.member];
            let radius = self.radius(end, unknown.member);
            let (along, side) = (sample.direction, across(sample.direction));
            let stiffening = self.stiffening(contact);
            for direction in 0..self.changes.directions {
                let normal = loads[((number - 1) * NODES + end, direction)];
                let limit =
                    self.changes.friction.at(contact, direction) * sample.force[NORMAL] + member.mu * normal;
                let longer = limit / k - radius * stiffening[direction];
                let turned = loads[(number * NODES + end, direction)] / k;
                let stretch = along * longer + side * turned;
                *varied.stretch.at_mut(2 * contact, direction) = stretch.x;
                *varied.stretch.at_mut(2 * contact + 1, direction) = stretch.y;
            }
        }
    }
}

/// δk_t per unit of k_t, by direction: of δk₀ and of δη².
fn stiffening(problem: &ClusterProblem, changes: &Changes, contact: usize) -> Vec<f64> {
    let original = problem.material[contact].stiffness;
    let compliance = problem.tangential[contact].compliance().map_or(f64::INFINITY, |c| c.value());
    let by = changes.stiffness.row(contact).iter().zip(changes.compliance.row(contact));
    by.map(|(k, eta)| k / original - eta / compliance).collect()
}

fn axis_of(axis: usize) -> Vector3<f64> {
    let mut unit = Vector3::zeros();
    unit[axis] = 1.0;
    unit
}

fn across(direction: Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-direction.y, direction.x)
}

/// Weights that give the coefficient of P₇ of the polynomial through values at the nodes.
fn highest_term() -> [f64; NODES] {
    let vandermonde = SMatrix::<f64, NODES, NODES>::from_fn(|k, j| RADAU[k].powi(j as i32));
    let inverse = vandermonde.try_inverse().unwrap_or_else(SMatrix::zeros);
    // P₇(2s − 1) = 3432 s⁷ + …
    std::array::from_fn(|k| inverse[(NODES - 1, k)] / 3432.0)
}
