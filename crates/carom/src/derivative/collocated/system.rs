//! The linear system of (V.7) and (V.8) for the loads of a stretch.

use nalgebra::{Vector2, Vector3};

use super::super::elimination::System;
use super::super::rows::{Rows, add as add_scaled};
use super::stretch::Stretch;
use super::way::Roughness;
use super::{Load, Member, Unknown, Varied, across, axis_of, stiffening};
use crate::coupling::NORMAL;
use crate::flow::NODES;
use crate::snapshot::Mode;

/// Terms of the highest order may be this part of the loads: the rule is good to the square of that.
pub(in crate::derivative) const SMOOTH: f64 = 2e-6;
/// They are of no account below this part of the impulses.
pub(in crate::derivative) const NEGLIGIBLE: f64 = 1e-14;
/// φ on springs is kept where a stretch ends, however short that was, and acts on as long as the impact lasts.
const SMOOTH_IF_KEPT: f64 = 1e-7;
const NEGLIGIBLE_IF_KEPT: f64 = 1e-12;

/// Solves for some unknowns that depend on no others, along the directions along which anything acts on them: the solution takes the place of
/// the right side. Says whether there is one.
pub(in crate::derivative) fn solve_part(
    part: &[usize],
    matrix: &Rows,
    right: &mut Rows,
    system: &mut System,
) -> bool {
    let rows = || part.iter().flat_map(|unknown| unknown * NODES..(unknown + 1) * NODES);
    let mut acts = vec![false; right.directions()];
    for row in rows() {
        acts.iter_mut().zip(right.row(row)).for_each(|(acts, x)| *acts |= *x != 0.0);
    }
    let directions: Vec<usize> = (0..acts.len()).filter(|&direction| acts[direction]).collect();
    if directions.is_empty() {
        return true;
    }
    system.begin(part.len() * NODES, directions.len());
    for (number, row) in rows().enumerate() {
        let (left, sides) = system.equation_mut(number);
        for (entries, &unknown) in left.chunks_exact_mut(NODES).zip(part) {
            entries.copy_from_slice(&matrix.row(row)[unknown * NODES..(unknown + 1) * NODES]);
        }
        let largest = left.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if !(largest > 0.0 && largest.is_finite()) {
            return false;
        }
        let scale = 1.0 / largest;
        left.iter_mut().for_each(|x| *x *= scale);
        sides.iter_mut().zip(&directions).for_each(|(x, &direction)| *x = scale * right.at(row, direction));
    }
    if !system.solve() {
        return false;
    }
    for (number, row) in rows().enumerate() {
        let found = system.solution(number);
        found.iter().zip(&directions).for_each(|(x, &direction)| *right.at_mut(row, direction) = *x);
    }
    true
}

impl Stretch<'_> {
    /// The load over (t₁, t₂, n) that a unit of an unknown means at a node.
    pub(super) fn load_of(&self, unknown: Unknown, node: usize) -> Vector3<f64> {
        let member = &self.members[unknown.member];
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
    pub(super) fn seen_along(&self, unknown: Unknown, node: usize) -> Vector3<f64> {
        match unknown.load {
            Load::Spring { .. } | Load::Closed => Vector3::z(),
            Load::Stretched { axis } | Load::Stuck { axis } => axis_of(axis),
            Load::Turning | Load::Swerving => across(self.samples[node][unknown.member].direction).push(0.0),
        }
    }

    /// The loads at the nodes, a row for each unknown and node.
    pub(super) fn solve(&self, varied: &Varied<'_>) -> Option<Rows> {
        let size = self.unknowns.len() * NODES;
        let mut matrix = Rows::zeros(size, size);
        let mut right = Rows::zeros(size, self.changes.directions);
        let nodes = |of: &dyn Fn(usize) -> Vector3<f64>| -> [Vector3<f64>; NODES] { std::array::from_fn(of) };
        let loads: Vec<_> =
            self.unknowns.iter().map(|&unknown| nodes(&|node| self.load_of(unknown, node))).collect();
        for (number, &unknown) in self.unknowns.iter().enumerate() {
            self.write_couplings(number, unknown, &loads, &mut matrix);
            for node in 0..NODES {
                self.write_own(number, unknown, node, &mut matrix);
                self.right_side(unknown, node, varied, right.row_mut(number * NODES + node));
            }
        }
        let mut system = System::default();
        let all: Vec<usize> = (0..self.unknowns.len()).collect();
        (solve_part(&all, &matrix, &mut right, &mut system) && right.is_finite()).then_some(right)
    }

    /// What all loads do to the condition of one.
    fn write_couplings(
        &self,
        number: usize,
        unknown: Unknown,
        loads: &[[Vector3<f64>; NODES]],
        matrix: &mut Rows,
    ) {
        let member = &self.members[unknown.member];
        let table = match unknown.load {
            Load::Spring { .. } | Load::Stretched { .. } => &self.twice,
            Load::Closed | Load::Stuck { .. } | Load::Turning | Load::Swerving => &self.integrals,
        };
        // The axis along which velocities are seen at a node, times what the condition makes of them.
        let seen: [Vector3<f64>; NODES] = std::array::from_fn(|k| {
            let weight = match unknown.load {
                Load::Spring { stiffness } => stiffness,
                Load::Stretched { .. } => member.tangential_stiffness,
                Load::Closed | Load::Stuck { .. } => 1.0,
                Load::Turning | Load::Swerving => -member.mu * self.samples[k][unknown.member].force[NORMAL],
            };
            self.seen_along(unknown, k) * weight
        });
        for (j, w) in self.problem.coupling.block_row(member.contact) {
            let columns = self.unknowns.iter().enumerate();
            for (column, _) in columns.filter(|(_, other)| self.members[other.member].contact == j) {
                let pushed = loads[column].map(|load| w * load);
                for (k, seen) in seen.iter().enumerate() {
                    let row = &mut matrix.row_mut(number * NODES + k)[column * NODES..(column + 1) * NODES];
                    for (m, (entry, pushed)) in row.iter_mut().zip(&pushed).enumerate() {
                        *entry += seen.dot(pushed) * table[(k, m)];
                    }
                }
            }
        }
    }

    /// What a load does in its own condition, without velocities.
    fn write_own(&self, number: usize, unknown: Unknown, node: usize, matrix: &mut Rows) {
        let row = number * NODES + node;
        let member = &self.members[unknown.member];
        let sample = &self.samples[node][unknown.member];
        match unknown.load {
            Load::Spring { .. } | Load::Stretched { .. } => *matrix.at_mut(row, row) += 1.0,
            Load::Closed | Load::Stuck { .. } => {}
            Load::Turning => {
                let radius = self.radius(node, unknown.member);
                for l in 0..NODES {
                    *matrix.at_mut(row, number * NODES + l) += radius * self.slopes[(node, l)];
                }
                *matrix.at_mut(row, row) += sample.sliding;
                if let Some(normal) = self.group.normal_of(unknown.member) {
                    let aside = sample.tangential_velocity.dot(&across(sample.direction));
                    *matrix.at_mut(row, normal * NODES + node) += aside * member.mu;
                }
            }
            Load::Swerving => *matrix.at_mut(row, row) += sample.tangential_velocity.norm(),
        }
    }

    /// r.
    pub(super) fn radius(&self, node: usize, member: usize) -> f64 {
        let Member { mu, tangential_stiffness, .. } = self.members[member];
        mu * self.samples[node][member].force[NORMAL] / tangential_stiffness
    }

    pub(super) fn stiffening(&self, contact: usize) -> Vec<f64> {
        stiffening(self.problem, self.changes, contact)
    }

    /// The right side of an unknown's condition at a node, by direction.
    fn right_side(&self, unknown: Unknown, node: usize, varied: &Varied<'_>, row: &mut [f64]) {
        let member = self.members[unknown.member];
        let contact = member.contact;
        let sample = &self.samples[node][unknown.member];
        let of = |axis: usize| 3 * unknown.member + axis;
        match unknown.load {
            Load::Spring { stiffness } => {
                add_scaled(row, stiffness, varied.position.row(contact));
                self.add_way(row, -stiffness, of(NORMAL), node);
                add_scaled(row, sample.compression, varied.stiffness.row(contact));
            }
            Load::Closed => self.add_velocity(row, -1.0, of(NORMAL), node),
            Load::Stuck { axis } => self.add_velocity(row, -1.0, of(axis), node),
            Load::Stretched { axis } => {
                let k = member.tangential_stiffness;
                add_scaled(row, -k, varied.stretch.row(2 * contact + axis));
                self.add_way(row, -k, of(axis), node);
                add_scaled(row, -k * sample.stretch[axis], &self.stiffening(contact));
            }
            Load::Turning => {
                let (k, radius) = (member.tangential_stiffness, self.radius(node, unknown.member));
                let side = across(sample.direction);
                let first = across(self.direction_before(unknown.member));
                let from_start: f64 = (0..NODES).map(|l| self.slopes[(node, l)]).sum();
                let kept = radius * from_start * k;
                add_scaled(row, kept * first.x, varied.stretch.row(2 * contact));
                add_scaled(row, kept * first.y, varied.stretch.row(2 * contact + 1));
                let aside = sample.tangential_velocity.dot(&side);
                add_scaled(row, -aside * sample.force[NORMAL], self.changes.friction.row(contact));
                add_scaled(row, aside * radius * k, &self.stiffening(contact));
                self.add_velocity(row, radius * k * side.x, of(0), node);
                self.add_velocity(row, radius * k * side.y, of(1), node);
            }
            Load::Swerving => {
                let side = across(sample.direction) * (member.mu * sample.force[NORMAL]);
                self.add_velocity(row, side.x, of(0), node);
                self.add_velocity(row, side.y, of(1), node);
            }
        }
    }

    /// û where the stretch begins, which is no node.
    pub(super) fn direction_before(&self, member: usize) -> Vector2<f64> {
        self.samples[NODES][member].direction
    }

    /// How large the terms of highest order are.
    pub(super) fn roughness(&self, loads: &Rows, impulses: &[f64], highest: &[f64; NODES]) -> Roughness {
        let mut roughness = Roughness::default();
        for (number, unknown) in self.unknowns.iter().enumerate() {
            // Both as parts: of the loads, and of what impulses change by in a unit of time.
            let (smooth, negligible) = match unknown.load {
                Load::Turning => (SMOOTH_IF_KEPT, NEGLIGIBLE_IF_KEPT / self.lasts),
                Load::Spring { .. }
                | Load::Closed
                | Load::Stretched { .. }
                | Load::Stuck { .. }
                | Load::Swerving => (SMOOTH, NEGLIGIBLE / self.length),
            };
            let rows = std::array::from_fn(|node| loads.row(number * NODES + node));
            roughness.take_in(rows, highest, impulses, [smooth, negligible]);
        }
        roughness
    }
}
