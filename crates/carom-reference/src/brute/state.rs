//! The event table: modes of a contact, the guards that end them, and what changes when they do.
//!
//! | event | guard | what changes |
//! |---|---|---|
//! | compression ends | −v < 0 | hardening, bi-stiffness: k ← k/e², d ← e² d; mono-stiffness: remember (1−e²)E |
//! | compression restarts | v < 0 in restitution | bi-stiffness: the original k again, F continuous |
//! | restitution ends | E − floor < 0 | inactive, d = 0, gap 0 |
//! | contact returns | v < 0, or gap < 0 if tracked | compression from d = 0, k as the law left it |
//! | contact closes | compression ends with e = 0 or k > 1e30 times k at its last arrival | rigid |
//! | contact opens | reaction < 0 | inactive, gap 0 |
//!
//! Under hardening a contact with e = 0 is left infinitely stiff, so when it returns it is rigid at once: a plastic
//! impact if it arrives with v < 0. A contact that accumulated is rigid at once if it returns with v = 0; arriving with
//! v < 0 it bounces on the stiffness it was left with. Under the other two laws contacts return with the original spring.

use nalgebra::{DMatrix, DVector};

use super::rigid;
use super::{Brute, Law, Separation, Snapshot};
use crate::{Problem, ReferenceError};

/// Compression, velocity, impulse and gap of every contact: one row per contact, one column each.
pub(super) type Motion = DMatrix<f64>;
const D: usize = 0;
const V: usize = 1;
const P: usize = 2;
const GAP: usize = 3;

/// A contact is closed once its stiffness has grown by this factor since it last arrived with v < 0.
const CLOSING_GROWTH: f64 = 1e30;
/// Velocities below this part of the fastest initial one are rounding, and so are energies that can cause no more.
const REST: f64 = 1e-13;

/// What a contact is doing.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    Inactive,
    Compressing,
    /// Restitution ends when the strain energy has fallen to `floor`.
    Restituting {
        floor: f64,
    },
    Closed,
}

/// The guard that ended a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    CompressionEnds,
    Restarts,
    Leaves,
    Returns,
    Opens,
}

pub(super) struct State<'a> {
    law: Law,
    tracked: bool,
    problem: &'a Problem,
    modes: Vec<Mode>,
    stiffness: Vec<f64>,
    exponents: Vec<f64>,
    /// The stiffness at which a contact closes.
    closing: Vec<f64>,
    /// Velocities below this are rounding.
    rest: f64,
    /// Maps spring forces to the forces of all contacts, if any contact is closed.
    reaction: Option<DMatrix<f64>>,
    pub(super) motion: Motion,
}

impl<'a> State<'a> {
    pub(super) fn new(solver: &Brute, problem: &'a Problem) -> Result<Self, ReferenceError> {
        let n = problem.contacts();
        let Brute { law, separation, exponents, .. } = solver;
        let exponents = if exponents.is_empty() { vec![1.0; n] } else { exponents.clone() };
        if exponents.len() != n {
            return Err(ReferenceError::Dimension { what: "exponents", expected: n, found: exponents.len() });
        }
        let mut motion = DMatrix::zeros(n, 4);
        motion.set_column(V, &problem.velocity);
        if let Separation::Tracked { gaps } = separation {
            if gaps.len() != n {
                return Err(ReferenceError::Dimension { what: "gaps", expected: n, found: gaps.len() });
            }
            if let Some(&value) = gaps.iter().find(|g| !(g.is_finite() && **g >= 0.0)) {
                return Err(ReferenceError::OutOfRange { what: "gap", value });
            }
            motion.set_column(GAP, &DVector::from_column_slice(gaps));
        }
        let closing = |(k, n): (&f64, &f64)| CLOSING_GROWTH.powf(*n) * k;
        Ok(Self {
            law: *law,
            tracked: matches!(separation, Separation::Tracked { .. }),
            problem,
            modes: vec![Mode::Inactive; n],
            stiffness: problem.stiffness.clone(),
            closing: problem.stiffness.iter().zip(&exponents).map(closing).collect(),
            exponents,
            rest: REST * problem.velocity.amax(),
            reaction: None,
            motion,
        })
    }

    /// (B.2) and (B.3).
    fn forces(&self, y: &Motion) -> DVector<f64> {
        let springs = DVector::from_fn(self.modes.len(), |i, _| {
            if self.is_spring(i) { self.force(i, y[(i, D)]) } else { 0.0 }
        });
        match &self.reaction {
            Some(map) => map * springs,
            None => springs,
        }
    }

    /// F = k·dⁿ.
    fn force(&self, i: usize, d: f64) -> f64 {
        let n = self.exponents[i];
        if n == 1.0 { self.stiffness[i] * d } else { self.stiffness[i] * d.max(0.0).powf(n) }
    }

    /// A fiftieth of the least d/|v| of springs that are not linear.
    pub(super) fn time_to_start(&self) -> f64 {
        let nonlinear = (0..self.modes.len()).filter(|&i| self.is_spring(i) && self.exponents[i] != 1.0);
        let time = |i: usize| 0.02 * self.motion[(i, D)].max(0.0) / self.motion[(i, V)].abs();
        nonlinear.map(time).filter(|time| !time.is_nan()).fold(f64::INFINITY, f64::min)
    }

    /// (B.1).
    pub(super) fn rate(&self, y: &Motion) -> Motion {
        let forces = self.forces(y);
        let acceleration = &self.problem.w * &forces;
        let mut rate = DMatrix::zeros(self.modes.len(), 4);
        for (i, mode) in self.modes.iter().enumerate() {
            rate[(i, P)] = forces[i];
            match mode {
                Mode::Inactive => rate[(i, GAP)] = y[(i, V)],
                Mode::Compressing | Mode::Restituting { .. } => rate[(i, D)] = -y[(i, V)],
                Mode::Closed => continue,
            }
            rate[(i, V)] = acceleration[i];
        }
        rate
    }

    /// The guards that are negative in `y`, at most one per contact.
    pub(super) fn fired(&self, y: &Motion) -> Vec<(usize, Guard)> {
        let forces = self.reaction.as_ref().map(|_| self.forces(y));
        let reaction = |i: usize| forces.as_ref().map_or(0.0, |f| f[i]);
        let guard = |(i, mode): (usize, &Mode)| match mode {
            Mode::Inactive => {
                let approach = if self.tracked { y[(i, GAP)] } else { y[(i, V)] };
                (approach < 0.0).then_some((i, Guard::Returns))
            }
            Mode::Compressing => (y[(i, V)] > 0.0).then_some((i, Guard::CompressionEnds)),
            Mode::Restituting { floor } if self.signed_energy(i, y) < *floor => Some((i, Guard::Leaves)),
            Mode::Restituting { .. } => (y[(i, V)] < 0.0).then_some((i, Guard::Restarts)),
            Mode::Closed => (reaction(i) < 0.0).then_some((i, Guard::Opens)),
        };
        self.modes.iter().enumerate().filter_map(guard).collect()
    }

    /// The right-hand column of the table.
    pub(super) fn apply(&mut self, i: usize, guard: Guard) -> Result<(), ReferenceError> {
        match guard {
            Guard::CompressionEnds => self.end_compression(i),
            Guard::Restarts => {
                if self.law == Law::BiStiffness {
                    self.change_stiffness(i, self.problem.stiffness[i]);
                }
                self.modes[i] = Mode::Compressing;
            }
            Guard::Leaves | Guard::Opens => self.leave(i),
            Guard::Returns => return self.arrive(i),
        }
        Ok(())
    }

    fn arrive(&mut self, i: usize) -> Result<(), ReferenceError> {
        if self.law == Law::BiStiffness {
            self.stiffness[i] = self.problem.stiffness[i];
        }
        let moving = self.motion[(i, V)] < -self.rest;
        if self.stiffness[i].is_infinite() || (!moving && self.stiffness[i] > self.closing[i]) {
            self.close(i);
            return self.plastic_impact();
        }
        if moving {
            self.closing[i] = CLOSING_GROWTH.powf(self.exponents[i]) * self.stiffness[i];
        }
        self.motion[(i, GAP)] = 0.0;
        self.modes[i] = Mode::Compressing;
        Ok(())
    }

    fn end_compression(&mut self, i: usize) {
        let e2 = self.problem.restitution[i].powi(2);
        if e2 == 0.0 {
            if self.law == Law::Hardening {
                self.stiffness[i] = f64::INFINITY;
            }
            self.close(i);
            self.motion[(i, V)] = 0.0;
            return;
        }
        let floor = match self.law {
            Law::Hardening | Law::BiStiffness => {
                self.change_stiffness(i, self.stiffness[i] / e2.powf(self.exponents[i]));
                0.0
            }
            Law::MonoStiffness => (1.0 - e2) * self.signed_energy(i, &self.motion),
        };
        self.modes[i] = Mode::Restituting { floor };
        if self.stiffness[i] > self.closing[i] {
            self.close(i);
            self.motion[(i, V)] = 0.0;
        }
    }

    /// A new stiffness under the same force.
    fn change_stiffness(&mut self, i: usize, stiffness: f64) {
        self.motion[(i, D)] *= (self.stiffness[i] / stiffness).powf(1.0 / self.exponents[i]);
        self.stiffness[i] = stiffness;
    }

    fn close(&mut self, i: usize) {
        self.motion[(i, D)] = 0.0;
        self.motion[(i, GAP)] = 0.0;
        self.modes[i] = Mode::Closed;
    }

    fn leave(&mut self, i: usize) {
        self.motion[(i, D)] = 0.0;
        self.motion[(i, GAP)] = 0.0;
        self.modes[i] = Mode::Inactive;
    }

    /// Impulses that leave no closed contact approaching: 0 ≤ λ ⊥ v + W λ ≥ 0 over the closed contacts. Those that separate open.
    fn plastic_impact(&mut self) -> Result<(), ReferenceError> {
        let closed = self.closed();
        let velocity = DVector::from_fn(closed.len(), |j, _| self.motion[(closed[j], V)]);
        let impulse = rigid::reactions(&self.problem.w, &closed, &velocity)?.values;
        for (j, &i) in closed.iter().enumerate() {
            self.motion[(i, P)] += impulse[j];
            let change = self.problem.w.column(i) * impulse[j];
            let velocity = self.motion.column(V) + change;
            self.motion.set_column(V, &velocity);
        }
        for i in closed {
            if self.motion[(i, V)] > self.rest {
                self.leave(i);
            }
        }
        Ok(())
    }

    /// Finds which closed contacts the springs press together and opens the others. Call after every event.
    pub(super) fn settle(&mut self) -> Result<(), ReferenceError> {
        self.reaction = None;
        let closed = self.closed();
        if closed.is_empty() {
            return Ok(());
        }
        let pull = &self.problem.w * self.forces(&self.motion);
        let pull = DVector::from_fn(closed.len(), |j, _| pull[closed[j]]);
        let pressed = rigid::reactions(&self.problem.w, &closed, &pull)?.pressed;
        for &i in closed.iter().filter(|i| !pressed.contains(i)) {
            self.leave(i);
        }
        for &i in &pressed {
            self.motion[(i, V)] = 0.0;
        }
        self.reaction = Some(rigid::force_map(&self.problem.w, &pressed));
        Ok(())
    }

    /// Nothing approaches, and no spring can change a velocity by more than rounding.
    pub(super) fn is_spent(&self) -> bool {
        let rest = self.rest;
        (0..self.modes.len()).all(|i| {
            let energy = if self.is_spring(i) { self.signed_energy(i, &self.motion) } else { 0.0 };
            self.motion[(i, V)] >= -rest && 2.0 * energy * self.problem.w[(i, i)] <= rest * rest
        })
    }

    pub(super) fn release_springs(&mut self) {
        for i in 0..self.modes.len() {
            if self.is_spring(i) {
                self.leave(i);
            }
        }
    }

    /// With no spring left, nothing presses a closed contact.
    pub(super) fn open_all(&mut self) {
        self.closed().into_iter().for_each(|i| self.leave(i));
        self.reaction = None;
    }

    /// Moves all gaps at constant velocity.
    pub(super) fn drift(&mut self, time: f64) {
        for i in 0..self.modes.len() {
            self.motion[(i, GAP)] += time * self.motion[(i, V)];
        }
    }

    /// When an inactive contact returns if velocities stay as they are.
    pub(super) fn time_to_return(&self, i: usize) -> Option<f64> {
        let velocity = self.motion[(i, V)];
        let gap = if self.tracked { self.motion[(i, GAP)].max(0.0) } else { 0.0 };
        (self.modes[i] == Mode::Inactive && velocity < -self.rest).then_some(gap / -velocity)
    }

    /// An upper bound of the frequencies of the active springs: √‖√K |W| √K‖∞.
    pub(super) fn frequency_bound(&self) -> f64 {
        let springs: Vec<usize> = (0..self.modes.len()).filter(|&i| self.is_spring(i)).collect();
        let entry =
            |i: usize, j: usize| self.problem.w[(i, j)].abs() * (self.slope(i) * self.slope(j)).sqrt();
        let row = |&i: &usize| springs.iter().map(|&j| entry(i, j)).sum::<f64>();
        springs.iter().map(row).fold(0.0, f64::max).sqrt()
    }

    /// dF/dd at the compression that a contact has, or will have by its speed.
    fn slope(&self, i: usize) -> f64 {
        let (k, n) = (self.stiffness[i], self.exponents[i]);
        if n == 1.0 {
            return k;
        }
        let by_speed = (self.motion[(i, V)].powi(2) / (self.problem.w[(i, i)] * k)).powf(1.0 / (n + 1.0));
        n * k * self.motion[(i, D)].max(by_speed).powf(n - 1.0)
    }

    pub(super) fn any_spring(&self) -> bool {
        (0..self.modes.len()).any(|i| self.is_spring(i))
    }

    pub(super) fn snapshot(&self, time: f64) -> Snapshot {
        Snapshot {
            time,
            active: (0..self.modes.len()).filter(|&i| self.modes[i] != Mode::Inactive).collect(),
            velocity: self.motion.column(V).into_owned(),
            impulse: self.motion.column(P).into_owned(),
            energy: DVector::from_fn(self.modes.len(), |i, _| {
                if self.is_spring(i) { self.signed_energy(i, &self.motion) } else { 0.0 }
            }),
        }
    }

    fn closed(&self) -> Vec<usize> {
        (0..self.modes.len()).filter(|&i| self.modes[i] == Mode::Closed).collect()
    }

    fn is_spring(&self, i: usize) -> bool {
        match self.modes[i] {
            Mode::Compressing | Mode::Restituting { .. } => true,
            Mode::Inactive | Mode::Closed => false,
        }
    }

    /// Strain energy, negative once the spring is stretched.
    fn signed_energy(&self, i: usize, y: &Motion) -> f64 {
        let (d, n) = (y[(i, D)], self.exponents[i]);
        if n == 1.0 {
            return 0.5 * self.stiffness[i] * d * d.abs();
        }
        self.stiffness[i] * d * d.abs().powf(n) / (n + 1.0)
    }
}
