//! One stretch of a step with friction: the course at its nodes, and what velocities change by without the loads that are to be found.

use nalgebra::{SMatrix, Vector2};

use super::super::changes::Changes;
use super::super::rows::Rows;
use super::{Collocated, Member, Sample, Unknown, Varied};
use crate::coupling::{Coupling, NORMAL};
use crate::flow::{ClusterProblem, NODES, RADAU};
use crate::snapshot::Mode;

/// One stretch of a step: the course at its nodes, and the linear system of (V.7) and (V.8).
pub(super) struct Stretch<'a> {
    pub(super) of: (Vec<Member>, Vec<Unknown>),
    pub(super) length: f64,
    pub(super) integrals: SMatrix<f64, NODES, NODES>,
    pub(super) twice: SMatrix<f64, NODES, NODES>,
    pub(super) slopes: SMatrix<f64, NODES, NODES>,
    /// By node and member.
    pub(super) samples: Vec<Vec<Sample>>,
    /// p of all components by node.
    pub(super) impulses: Vec<Vec<f64>>,
    pub(super) problem: &'a ClusterProblem,
    pub(super) changes: &'a Changes,
    /// δv at the nodes without the loads that are to be found: a row for each node, member and axis.
    pub(super) base: Rows,
}

impl<'a> Stretch<'a> {
    pub(super) fn over(
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

    pub(super) fn members(&self) -> &[Member] {
        &self.of.0
    }

    pub(super) fn unknowns(&self) -> &[Unknown] {
        &self.of.1
    }

    pub(super) fn base_row(&self, node: usize, member: usize, axis: usize) -> usize {
        (node * self.members().len() + member) * 3 + axis
    }

    /// The part of δF_t that changes of μ alone make: −δμ Fₙ û.
    pub(super) fn given_load(&self, node: usize, member: usize) -> Vector2<f64> {
        let sample = &self.samples[node][member];
        match self.members()[member].mode {
            Mode::Slip => sample.direction * -sample.force[NORMAL],
            Mode::Stick | Mode::Free => Vector2::zeros(),
        }
    }

    pub(super) fn find_base(&mut self, varied: &Varied<'_>) {
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
}
