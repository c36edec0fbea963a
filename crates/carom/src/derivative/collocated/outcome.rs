//! What the loads of a stretch lead to.
//!
//! With the weights of its last node, δp gains Σ h a δF, and that moves contacts on by W Σ (h a)² δF beside what they do without.

use nalgebra::Vector2;

use super::super::rows::{Rows, add};
use super::stretch::Stretch;
use super::{Varied, across};
use crate::coupling::NORMAL;
use crate::flow::NODES;
use crate::snapshot::Mode;

const END: usize = NODES - 1;

impl Stretch<'_> {
    /// Makes what the loads lead to the present.
    pub(super) fn take_over(&self, loads: &Rows, varied: &mut Varied<'_>) {
        let d = self.changes.directions;
        // Over (t₁, t₂, n) of every member.
        let (mut gains, mut moves) =
            (Rows::zeros(3 * self.members.len(), d), Rows::zeros(3 * self.members.len(), d));
        for (number, &unknown) in self.unknowns.iter().enumerate() {
            for node in 0..NODES {
                let load = self.load_of(unknown, node);
                let found = loads.row(number * NODES + node);
                for axis in (0..3).filter(|&axis| load[axis] != 0.0) {
                    let row = 3 * unknown.member + axis;
                    gains.add(row, self.integrals[(END, node)] * load[axis], found);
                    moves.add(row, self.twice[(END, node)] * load[axis], found);
                }
            }
        }
        self.move_on(&moves, varied);
        self.stretch_on(loads, varied);
        for (m, member) in self.members.iter().enumerate() {
            for axis in 0..3 {
                varied.impulse.add(3 * member.contact + axis, 1.0, gains.row(3 * m + axis));
            }
            if member.mode == Mode::Slip && self.group.normal_of(m).is_some() {
                let given: Vector2<f64> =
                    (0..NODES).map(|l| self.given_load(l, m) * self.integrals[(END, l)]).sum();
                for axis in 0..2 {
                    let friction = self.changes.friction.row(member.contact);
                    varied.impulse.add(3 * member.contact + axis, given[axis], friction);
                }
            }
        }
    }

    /// δx, and δu of contacts that stick.
    fn move_on(&self, moves: &Rows, varied: &mut Varied<'_>) {
        let mut place = vec![None; self.problem.coupling.len()];
        self.members.iter().enumerate().for_each(|(m, member)| place[member.contact] = Some(m));
        for (m, member) in self.members.iter().enumerate() {
            for axis in (0..3).filter(|axis| self.group.moves[3 * m + axis]) {
                let (to, sign) = match axis {
                    NORMAL => (varied.position.row_mut(member.contact), -1.0),
                    _ => (varied.stretch.row_mut(2 * member.contact + axis), 1.0),
                };
                self.add_way(to, sign, 3 * m + axis, END);
                for (j, w) in self.problem.coupling.block_row(member.contact) {
                    let Some(other) = place[j] else { continue };
                    (0..3).for_each(|b| add(to, sign * w[(axis, b)], moves.row(3 * other + b)));
                }
            }
        }
    }

    /// δu of contacts that slip on springs: δr û + (φ/k_t) ŵ.
    fn stretch_on(&self, loads: &Rows, varied: &mut Varied<'_>) {
        for (number, &unknown) in self.unknowns.iter().enumerate() {
            let member = &self.members[unknown.member];
            let (contact, k) = (member.contact, member.tangential_stiffness);
            if member.mode != Mode::Slip || k.is_infinite() {
                continue;
            }
            let sample = &self.samples[END][unknown.member];
            let radius = self.radius(END, unknown.member);
            let stiffening = self.stiffening(contact);
            for (direction, stiffening) in stiffening.into_iter().enumerate() {
                let load = loads.at(number * NODES + END, direction);
                let friction = self.changes.friction.at(contact, direction);
                let (unit, found) = if unknown.load.is_normal() {
                    let limit = friction * sample.force[NORMAL] + member.mu * load;
                    (sample.direction, limit / k - radius * stiffening)
                } else {
                    (across(sample.direction), load / k)
                };
                let rows = [2 * contact, 2 * contact + 1];
                let before = Vector2::from(rows.map(|row| varied.stretch.at(row, direction)));
                let change = unit * (found - unit.dot(&before));
                (0..2).for_each(|axis| *varied.stretch.at_mut(rows[axis], direction) += change[axis]);
            }
        }
    }
}
