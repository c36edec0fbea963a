//! One stretch of a step with friction: the course at its nodes, and what velocities change by without the loads that are to be found.
//!
//! That is the same at all nodes but for what changes of W and of μ do, δW p and −W δμ Fₙ û, which few directions have: it is kept as one row for each
//! velocity, and a profile over the nodes for each such change.

use nalgebra::{SMatrix, SVector, Vector2};

use super::super::changes::Changes;
use super::super::rows::Rows;
use super::way::Piece;
use super::{Collocated, Group, Member, Sample, Unknown, Varied};
use crate::coupling::{Coupling, NORMAL};
use crate::flow::{ClusterProblem, NODES, RADAU};
use crate::snapshot::Mode;

/// Something at all nodes.
pub(super) type Profile = SVector<f64, NODES>;

/// What one change makes of one velocity along one direction, and its integral where contacts are moved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Push {
    pub(super) direction: usize,
    pub(super) velocity: Profile,
    pub(super) way: Profile,
}

/// One stretch of a step: the course at its nodes, and the linear system of (V.7) and (V.8).
pub(super) struct Stretch<'a> {
    pub(super) members: &'a [Member],
    pub(super) group: &'a Group,
    pub(super) unknowns: &'a [Unknown],
    pub(super) length: f64,
    /// How long the impact lasts.
    pub(super) lasts: f64,
    /// h a of (V.7), its square and its inverse.
    pub(super) integrals: SMatrix<f64, NODES, NODES>,
    pub(super) twice: SMatrix<f64, NODES, NODES>,
    pub(super) slopes: SMatrix<f64, NODES, NODES>,
    /// By node and member; those at the start of the stretch come last.
    pub(super) samples: Vec<Vec<Sample>>,
    pub(super) problem: &'a ClusterProblem,
    pub(super) changes: &'a Changes,
    /// δv without the loads that are to be found and without pushes: a row for each member and axis.
    pub(super) steady: Rows,
    /// The time from the start to each node.
    pub(super) since: Profile,
    /// By member and axis.
    pub(super) pushes: Vec<Vec<Push>>,
}

impl<'a> Stretch<'a> {
    pub(super) fn over(
        step: &'a mut Collocated,
        group: &'a Group,
        piece: Piece,
        (problem, changes): (&'a ClusterProblem, &'a Changes),
        varied: &Varied<'_>,
    ) -> Self {
        let (mut samples, mut impulses) = (Vec::with_capacity(NODES + 1), Vec::with_capacity(NODES));
        // The start is no node, but directions there are needed.
        for part in RADAU.into_iter().chain([0.0]) {
            let loaded = step.sample(piece.at(part).0);
            let mut impulse = step.impulse.clone();
            for (contact, sample) in &loaded {
                (0..3).for_each(|axis| impulse[3 * contact + axis] += sample.impulse[axis]);
            }
            let mut of_members = vec![Sample::default(); step.members.len()];
            loaded.iter().enumerate().for_each(|(place, (_, sample))| of_members[place] = *sample);
            samples.push(of_members);
            impulses.push(impulse);
        }
        let pace: [f64; NODES] = RADAU.map(|part| piece.at(part).1);
        let integrals = SMatrix::from_fn(|k, l| step.integrals[(k, l)] * pace[l]);
        let rows = 3 * step.members.len();
        let mut stretch = Self {
            members: &step.members,
            group,
            unknowns: &group.unknowns,
            length: piece.length(),
            lasts: step.lasts,
            integrals,
            twice: integrals * integrals,
            slopes: SMatrix::from_fn(|k, l| step.slopes[(k, l)] / pace[k]),
            samples,
            problem,
            changes,
            steady: Rows::zeros(rows, changes.directions),
            since: integrals.column_sum(),
            pushes: vec![Vec::new(); rows],
        };
        stretch.find_steady(varied);
        stretch.find_pushes(&impulses);
        stretch
    }

    fn find_steady(&mut self, varied: &Varied<'_>) {
        for (m, member) in self.members.iter().enumerate() {
            for axis in (0..3).filter(|axis| self.group.sees[3 * m + axis]) {
                let row = 3 * m + axis;
                self.steady.set(row, self.changes.velocity.row(3 * member.contact + axis));
                for (j, w) in self.problem.coupling.block_row(member.contact) {
                    (0..3).for_each(|b| self.steady.add(row, w[(axis, b)], varied.impulse.row(3 * j + b)));
                }
            }
        }
    }

    fn find_pushes(&mut self, impulses: &[Vec<f64>]) {
        let coupling: &Coupling = &self.problem.coupling;
        let mut place = vec![None; coupling.len()];
        self.members.iter().enumerate().for_each(|(m, member)| place[member.contact] = Some(m));
        for change in &self.changes.coupling {
            let Some(m) = place[change.to / 3] else { continue };
            let velocity = Profile::from_fn(|node, _| change.value * impulses[node][change.from]);
            self.push(3 * m + change.to % 3, change.direction, velocity);
        }
        for (other, member) in self.members.iter().enumerate().filter(|(_, member)| member.mode == Mode::Slip)
        {
            let given: [Profile; 2] = std::array::from_fn(|axis| {
                self.integrals * Profile::from_fn(|node, _| self.given_load(node, other)[axis])
            });
            for direction in 0..self.changes.directions {
                let friction = self.changes.friction.at(member.contact, direction);
                if friction == 0.0 {
                    continue;
                }
                for (j, w) in coupling.block_row(member.contact) {
                    let Some(m) = place[j] else { continue };
                    for axis in 0..3 {
                        // W is symmetric.
                        let velocity = given[0] * w[(0, axis)] + given[1] * w[(1, axis)];
                        self.push(3 * m + axis, direction, velocity * friction);
                    }
                }
            }
        }
    }

    fn push(&mut self, row: usize, direction: usize, velocity: Profile) {
        if !self.group.sees[row] || velocity == Profile::zeros() {
            return;
        }
        let way = if self.group.moves[row] { self.integrals * velocity } else { Profile::zeros() };
        self.pushes[row].push(Push { direction, velocity, way });
    }

    /// The part of δF_t that changes of μ alone make: −δμ Fₙ û.
    pub(super) fn given_load(&self, node: usize, member: usize) -> Vector2<f64> {
        let sample = &self.samples[node][member];
        match self.members[member].mode {
            Mode::Slip => sample.direction * -sample.force[NORMAL],
            Mode::Stick | Mode::Free => Vector2::zeros(),
        }
    }

    /// Adds a multiple of a velocity at a node.
    pub(super) fn add_velocity(&self, to: &mut [f64], factor: f64, row: usize, node: usize) {
        super::super::rows::add(to, factor, self.steady.row(row));
        for push in &self.pushes[row] {
            to[push.direction] += factor * push.velocity[node];
        }
    }

    /// Adds a multiple of the integral of a velocity up to a node.
    pub(super) fn add_way(&self, to: &mut [f64], factor: f64, row: usize, node: usize) {
        super::super::rows::add(to, factor * self.since[node], self.steady.row(row));
        for push in &self.pushes[row] {
            to[push.direction] += factor * push.way[node];
        }
    }
}
