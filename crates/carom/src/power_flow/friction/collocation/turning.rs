//! The angles of what slips in a step: Newton's method on (X.11).

use nalgebra::{DMatrix, DVector, Dyn, LU, Vector3};

use super::{Collocation, greater};
use crate::coupling::NORMAL;
use crate::power_flow::friction::rub::{RubCourse, across, turned};
use crate::power_flow::friction::rule::{NODES, Nodal, rule};

/// A pass turns no direction by more than this, in radians.
const LARGEST_TURN: f64 = 0.5;

/// What turning directions does, near where a step has found them.
pub(super) struct Newton {
    /// To (X.11).
    matrix: LU<f64, Dyn, Dyn>,
    /// To the velocities of those that turn, by push across the direction of each.
    moves: DMatrix<Vector3<f64>>,
}

impl Collocation<'_> {
    /// Newton's step for the angles of (X.11); the greatest change of a velocity that it makes, in floors.
    pub(super) fn turn(&mut self) -> f64 {
        let wrong = self.misdirection();
        if wrong.iter().all(|&wrong| wrong == 0.0) {
            return 0.0;
        }
        let newton = self.newton.take().unwrap_or_else(|| self.newton_of_turns());
        let Some(turns) = newton.matrix.solve(&wrong) else { return f64::INFINITY };
        let mut pushes = DMatrix::zeros(self.turning.len(), NODES);
        for (at, &i) in self.turning.iter().enumerate() {
            let mu = self.frame.rubs[i].start.mu;
            let track = &mut self.tracks[i];
            for k in 0..NODES {
                let turn = turns[at * NODES + k].clamp(-LARGEST_TURN, LARGEST_TURN);
                track.angle[k] += turn;
                if k > 0 && track.push[2][k] <= 0.0 {
                    track.angle[k] = track.angle[k - 1]; // beyond its end
                }
                pushes[(at, k)] = turn * mu * track.push[2][k];
            }
        }
        let moved = self.moved_by(&newton.moves, &pushes);
        self.newton = Some(newton);
        moved
    }

    /// The greatest change of a velocity that these pushes across the directions make, in floors. Contacts of one body may turn against each other in ways
    /// that move nothing, and where they hardly slide yet rounding chooses among those.
    fn moved_by(&self, moves: &DMatrix<Vector3<f64>>, pushes: &DMatrix<f64>) -> f64 {
        let mut moved = 0.0_f64;
        for (a, &i) in self.turning.iter().enumerate() {
            for k in 0..NODES {
                let change: Vector3<f64> =
                    (0..self.turning.len()).map(|b| moves[(a, b)] * pushes[(b, k)]).sum();
                for (change, floor) in change.iter().zip(self.floors[i]).filter(|(_, floor)| *floor > 0.0) {
                    moved = greater(moved, change.abs() / floor);
                }
            }
        }
        moved
    }

    /// φ/r of a slipping contact at a node; zero where it bears nothing.
    fn turning_rate(&self, i: usize, k: usize) -> f64 {
        let track = &self.tracks[i];
        let bound = self.frame.rubs[i].start.mu * track.force[k];
        let stiffness = self.frame.tangential_stiffness(i, track, k);
        if bound > 0.0 && self.rate[k] > 0.0 { self.rate[k] * stiffness / bound } else { 0.0 }
    }

    /// By how much (X.11) is missed at all nodes.
    fn misdirection(&self) -> DVector<f64> {
        let rule = rule();
        let mut wrong = DVector::zeros(self.turning.len() * NODES);
        for (at, &i) in self.turning.iter().enumerate() {
            let (track, start) = (&self.tracks[i], &self.frame.rubs[i].start);
            let off: Nodal = std::array::from_fn(|k| {
                let direction = across(turned(start.direction, track.angle[k]));
                track.velocity[0][k] * direction.x + track.velocity[1][k] * direction.y
            });
            let missed: Nodal = if start.course == RubCourse::Sliding {
                std::array::from_fn(|k| if track.push[2][k] > 0.0 { off[k] } else { 0.0 })
            } else {
                let turned = rule.integrate(&std::array::from_fn(|k| self.turning_rate(i, k) * off[k]));
                std::array::from_fn(|k| turned[k] - track.angle[k])
            };
            (0..NODES).for_each(|k| wrong[at * NODES + k] = missed[k]);
        }
        wrong
    }

    /// What turning the directions at the nodes does, up to what springs answer within the step.
    fn newton_of_turns(&self) -> Newton {
        let (axes, moves) = self.moves_across();
        let response = DMatrix::from_fn(axes.len(), axes.len(), |a, b| moves[(a, b)].dot(&axes[a]));
        Newton { matrix: self.newton_matrix(&response).lu(), moves }
    }

    /// The derivative of (X.11), given what pushes across each direction do across the others.
    fn newton_matrix(&self, response: &DMatrix<f64>) -> DMatrix<f64> {
        let rule = rule();
        let n = self.turning.len();
        let mut matrix = DMatrix::zeros(n * NODES, n * NODES);
        for (a, &i) in self.turning.iter().enumerate() {
            let (track, start) = (&self.tracks[i], &self.frame.rubs[i].start);
            let rate: Nodal = std::array::from_fn(|k| self.turning_rate(i, k));
            let rigid = start.course == RubCourse::Sliding;
            for (b, &j) in self.turning.iter().enumerate() {
                let mu = self.frame.rubs[j].start.mu;
                let swings = |k: usize, l: usize| {
                    response[(a, b)] * rule.integral(k, l) * mu * self.tracks[j].push[2][l].max(0.0)
                };
                for k in 0..NODES {
                    for l in 0..NODES {
                        matrix[(a * NODES + k, b * NODES + l)] = if rigid {
                            swings(k, l)
                        } else {
                            (0..NODES).map(|m| rule.integral(k, m) * rate[m] * swings(m, l)).sum()
                        };
                    }
                }
            }
            for k in 0..NODES {
                let along = |k: usize| {
                    let direction = turned(start.direction, track.angle[k]);
                    track.velocity[0][k] * direction.x + track.velocity[1][k] * direction.y
                };
                let row = a * NODES + k;
                if rigid && track.push[2][k] > 0.0 {
                    matrix[(row, row)] += along(k).abs();
                } else if rigid {
                    matrix.row_mut(row).fill(0.0);
                    matrix[(row, row)] = 1.0;
                } else {
                    matrix[(row, row)] += 1.0;
                    for l in 0..NODES {
                        matrix[(row, a * NODES + l)] += rule.integral(k, l) * rate[l] * along(l);
                    }
                }
            }
        }
        matrix
    }

    /// The unit vectors across the directions, and the velocities that pushes along these cause, all that is held answering.
    fn moves_across(&self) -> (Vec<Vector3<f64>>, DMatrix<Vector3<f64>>) {
        let axis = |&i: &usize| {
            let angle = self.tracks[i].angle[NODES / 2];
            let across = across(turned(self.frame.rubs[i].start.direction, angle));
            Vector3::new(across.x, across.y, 0.0)
        };
        let axes: Vec<Vector3<f64>> = self.turning.iter().map(axis).collect();
        let n = axes.len();
        let mut moves = DMatrix::from_element(n, n, Vector3::zeros());
        for b in 0..n {
            let mut pushes = vec![Vector3::zeros(); self.tracks.len()];
            pushes[self.turning[b]] = axes[b];
            let direction = |member: usize| [self.directions(member)[NODES / 2]];
            let answers = self.hold.answer(self.frame, |member, axis| [pushes[member][axis]], direction);
            for (row, [answer]) in self.hold.rows().iter().zip(answers) {
                pushes[row.member][row.axis] += answer;
                if row.axis == NORMAL && self.turning.contains(&row.member) {
                    let friction =
                        self.directions(row.member)[NODES / 2] * -self.frame.rubs[row.member].start.mu;
                    pushes[row.member] += friction.push(0.0) * answer;
                }
            }
            for a in 0..n {
                let row = self.frame.block_row(self.turning[a]);
                moves[(a, b)] = row.map(|(j, w)| w * pushes[j]).sum();
            }
        }
        (axes, moves)
    }
}
