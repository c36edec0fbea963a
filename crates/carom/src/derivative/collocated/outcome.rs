//! What the loads of a stretch lead to.

use nalgebra::Vector2;

use super::super::rows::{Rows, add};
use super::stretch::Stretch;
use super::{Load, Varied, across};
use crate::coupling::NORMAL;
use crate::flow::NODES;
use crate::snapshot::Mode;

impl Stretch<'_> {
    /// Makes what the loads lead to the present.
    pub(super) fn take_over(&self, loads: &Rows, varied: &mut Varied<'_>) {
        let d = self.changes.directions;
        let end = NODES - 1;
        // δF over (t₁, t₂, n) of every member at every node.
        let mut forces = Rows::zeros(NODES * 3 * self.members().len(), d);
        for (number, &unknown) in self.unknowns().iter().enumerate() {
            for node in 0..NODES {
                let load = self.load_of(unknown, node);
                for axis in (0..3).filter(|&axis| load[axis] != 0.0) {
                    let row = forces.row_mut(self.base_row(node, unknown.member, axis));
                    add(row, load[axis], loads.row(number * NODES + node));
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
    pub(super) fn velocities(&self, gains: &Rows) -> Rows {
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
    pub(super) fn move_on(&self, velocity: &Rows, varied: &mut Varied<'_>) {
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
    pub(super) fn stretch_on(&self, loads: &Rows, varied: &mut Varied<'_>) {
        let end = NODES - 1;
        for (number, &unknown) in self.unknowns().iter().enumerate() {
            let Load::Turning = unknown.load else { continue };
            let member = &self.members()[unknown.member];
            let (contact, k) = (member.contact, member.tangential_stiffness);
            let sample = &self.samples[end][unknown.member];
            let radius = self.radius(end, unknown.member);
            let (along, side) = (sample.direction, across(sample.direction));
            let stiffening = self.stiffening(contact);
            for (direction, stiffening) in stiffening.into_iter().enumerate() {
                let normal = loads.at((number - 1) * NODES + end, direction);
                let limit =
                    self.changes.friction.at(contact, direction) * sample.force[NORMAL] + member.mu * normal;
                let longer = limit / k - radius * stiffening;
                let turned = loads.at(number * NODES + end, direction) / k;
                let stretch = along * longer + side * turned;
                *varied.stretch.at_mut(2 * contact, direction) = stretch.x;
                *varied.stretch.at_mut(2 * contact + 1, direction) = stretch.y;
            }
        }
    }
}
