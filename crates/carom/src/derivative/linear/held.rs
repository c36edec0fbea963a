//! Closed contacts in a step without friction: (V.2).

use nalgebra::{DMatrix, DVector};

use super::super::changes::CouplingChange;
use super::super::rows::Rows;
use super::{Group, LANES, LinearStep, Role, Workspace};

/// Closed contacts' part of an eigenvalue below this part of the largest is none: they are redundant.
const REDUNDANT: f64 = 1e-11;

/// W_CC⁻¹, or W_CC⁺ with the projector 1 − W⁺W if contacts are redundant.
#[derive(Debug, Default)]
pub(super) struct Holding {
    pub members: Vec<usize>,
    pub inverse: DMatrix<f64>,
    pub idle: Option<DMatrix<f64>>,
}

impl LinearStep {
    /// Takes in which contacts are closed.
    pub(super) fn hold(&mut self) {
        let members: Vec<usize> =
            (0..self.members.len()).filter(|&m| self.members[m].role == Role::Held).collect();
        self.holding = Holding::default();
        if members.is_empty() {
            return;
        }
        let mut number = vec![None; self.members.len()];
        members.iter().enumerate().for_each(|(c, &member)| number[member] = Some(c));
        let mut matrix = DMatrix::zeros(members.len(), members.len());
        for link in &self.links {
            if let (Some(to), Some(from)) = (number[link.to], number[link.from]) {
                matrix[(to, from)] = link.value;
            }
        }
        let (inverse, idle) = pseudo_inverse(matrix);
        self.holding = Holding { members, inverse, idle };
    }

    /// δW F with what closed contacts answer to it; none of their own.
    pub(super) fn push_through<const L: usize>(
        &self,
        pushed: &mut [[f64; L]],
        some: &Group<'_>,
        order: usize,
    ) {
        let n = self.members.len();
        self.answer(pushed, &self.active_changes[some.changes.clone()], &self.f[order * n..(order + 1) * n]);
        for link in &self.links {
            let (to, from) = (self.members[link.to].role, self.members[link.from].role);
            if to != Role::Held && from == Role::Held {
                let answer = pushed[link.from];
                (0..L).for_each(|lane| pushed[link.to][lane] += link.value * answer[lane]);
            }
        }
        self.holding.members.iter().for_each(|&member| pushed[member] = [0.0; L]);
    }

    /// δW F of every member; of closed ones the force −W_CC⁻¹ (δW F)_C with which they answer it.
    fn answer<const L: usize>(&self, pushed: &mut [[f64; L]], changes: &[CouplingChange], f: &[f64]) {
        pushed.fill([0.0; L]);
        for change in changes {
            pushed[change.to][change.direction % LANES] += change.value * f[change.from];
        }
        let held = &self.holding.members;
        let seen: Vec<[f64; L]> = held.iter().map(|&member| pushed[member]).collect();
        for (c, &member) in held.iter().enumerate() {
            pushed[member] = [0.0; L];
            for (other, seen) in seen.iter().enumerate() {
                let factor = -self.holding.inverse[(c, other)];
                (0..L).for_each(|lane| pushed[member][lane] += factor * seen[lane]);
            }
        }
    }

    /// What closed contacts have gained along some directions.
    pub(super) fn end_closed<const L: usize>(
        &self,
        lanes: &mut Workspace<L>,
        some: &Group<'_>,
        impulse: &mut Rows,
    ) {
        let Workspace { sum, pushed, .. } = lanes;
        self.answer(pushed, &self.active_changes[some.changes.clone()], &self.p_gain);
        let held = &self.holding.members;
        let mut seen = vec![[0.0; L]; self.members.len()];
        for link in self.links.iter().filter(|link| self.members[link.to].role == Role::Held) {
            if let Role::Spring { .. } = self.members[link.from].role {
                (0..L).for_each(|lane| seen[link.to][lane] += link.value * sum[link.from][lane]);
            }
        }
        for (c, &member) in held.iter().enumerate() {
            let mut gain = pushed[member];
            for (other, &from) in held.iter().enumerate() {
                let factor = -self.holding.inverse[(c, other)];
                (0..L).for_each(|lane| gain[lane] += factor * seen[from][lane]);
            }
            impulse.add_lanes(self.members[member].contact, some.directions, &gain);
        }
    }

    /// The part of (V.2) that redundant contacts have.
    pub(super) fn turn_shares(&mut self, impulse: &mut Rows) {
        let Some(idle) = &self.holding.idle else { return };
        let held = &self.holding.members;
        let load = DVector::from_iterator(held.len(), held.iter().map(|&m| self.p_gain[m]));
        let shared = &self.holding.inverse * load;
        let mut number = vec![None; self.members.len()];
        held.iter().enumerate().for_each(|(c, &member)| number[member] = Some(c));
        let mut turned = DMatrix::zeros(held.len(), impulse.directions());
        for change in &self.changes {
            if let (Some(to), Some(from)) = (number[change.to], number[change.from]) {
                turned[(to, change.direction)] += change.value * shared[from];
            }
        }
        let turned = idle * turned;
        for (c, &member) in held.iter().enumerate() {
            for direction in 0..turned.ncols() {
                *impulse.at_mut(self.members[member].contact, direction) += turned[(c, direction)];
            }
        }
    }
}

/// The inverse of a symmetric positive semidefinite matrix on its range, and the projector on its null space if it has one.
fn pseudo_inverse(matrix: DMatrix<f64>) -> (DMatrix<f64>, Option<DMatrix<f64>>) {
    let size = matrix.nrows();
    let eigen = matrix.clone().symmetric_eigen();
    let largest = eigen.eigenvalues.amax();
    if eigen.eigenvalues.min() > REDUNDANT * largest
        && let Some(cholesky) = matrix.cholesky()
    {
        return (cholesky.inverse(), None);
    }
    let inverted = eigen.eigenvalues.map(|value| if value > REDUNDANT * largest { 1.0 / value } else { 0.0 });
    let kept = inverted.map(|value| if value > 0.0 { 1.0 } else { 0.0 });
    let vectors = &eigen.eigenvectors;
    let inverse = vectors * DMatrix::from_diagonal(&inverted) * vectors.transpose();
    let range = vectors * DMatrix::from_diagonal(&kept) * vectors.transpose();
    (inverse, Some(DMatrix::identity(size, size) - range))
}
