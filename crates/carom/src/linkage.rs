//! Bodies that joints hold together: W of the linkage, and what its joints carry.
//!
//! With P the impulses at contacts and Λ those along all that joints hold, W over both is that of the bodies alone, and
//! joints answer so that nothing they hold moves:
//!
//! ```text
//! 0 = W_JC P + W_JJ Λ,        Λ = −W_JJ⁻¹ W_JC P                                          (W.6)
//! W = W_CC − W_CJ W_JJ⁻¹ W_JC = W_CC − Xᵀ X,      X = L⁻¹ W_JC,   W_JJ = L Lᵀ             (W.7)
//! ```
//!
//! Of what joints hold more than once, as hinges in a plane do, the factor leaves out what the rest holds already: the motion is
//! the same.

use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

use crate::body::{Body, Motion};
use crate::error::InputError;
use crate::joint::Joint;
use crate::link::{CANCELLED, Port, Takes, couple};
use crate::outcome::JointOutcome;

/// A pivot of W_JJ below this part of its diagonal entry is held by the other joints already.
const HELD_ALREADY: f64 = 1e-10;

/// Velocities before an impact may disagree with a joint by this part of their size: decimals in a file.
const OFF_JOINT: f64 = 1e-9;

/// One direction that a joint holds.
#[derive(Debug, Clone, Copy)]
struct Held {
    joint: usize,
    bodies: [usize; 2],
    point: Vector3<f64>,
    takes: Takes,
    axis: Vector3<f64>,
}

impl Held {
    /// What a unit impulse, or couple, along the direction does to the first body.
    fn pushed(&self, body: &Body) -> Motion {
        match self.takes {
            Takes::Normal | Takes::Force => body.response(self.axis, self.point),
            Takes::Couple => body.response_to_couple(self.axis),
        }
    }

    /// Velocity of a body along the direction, and the size of its terms.
    fn seen(&self, body: &Body, motion: &Motion) -> [f64; 2] {
        match self.takes {
            Takes::Normal | Takes::Force => {
                let arm = (self.point - body.position()).norm();
                let terms = motion.linear.norm() + motion.angular.norm() * arm;
                [self.axis.dot(&body.velocity_at(motion, self.point)), terms]
            }
            Takes::Couple => [self.axis.dot(&motion.angular), motion.angular.norm()],
        }
    }

    /// Velocity of the first body relative to the second along the direction, and the size of its terms.
    fn violation(&self, bodies: &[Body], motions: &[Motion]) -> [f64; 2] {
        let [a, b] = self.bodies.map(|body| self.seen(&bodies[body], &motions[body]));
        [a[0] - b[0], a[1] + b[1]]
    }
}

/// Joints, with the factor of what they hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Linkage {
    joints: Vec<Joint>,
    /// All that they hold.
    held: Vec<Held>,
    groups: Vec<Group>,
}

/// Joints that feel each other: what they hold, each thing once, and L of (W.7).
#[derive(Debug, Clone)]
struct Group {
    held: Vec<Held>,
    lower: DMatrix<f64>,
}

impl Linkage {
    /// Checks the joints and factors what they hold.
    pub fn new(bodies: &[Body], joints: Vec<Joint>) -> Result<Self, InputError> {
        for (number, joint) in joints.iter().enumerate() {
            let [a, b] = joint.bodies();
            if let Some(body) = [a, b].into_iter().find(|&body| body >= bodies.len()) {
                return Err(InputError::NoBodyToJoin { joint: number, body, bodies: bodies.len() });
            }
            if a == b || bodies[a].is_fixed() && bodies[b].is_fixed() {
                return Err(InputError::JointHoldsNothing { joint: number });
            }
        }
        let held = joints.iter().enumerate().flat_map(|(number, joint)| held_by(number, joint)).collect();
        let linkage = Self { held, groups: groups(bodies, &joints), joints };
        let motions: Vec<Motion> = bodies.iter().map(Body::motion).collect();
        linkage.check(bodies, &motions)?;
        Ok(linkage)
    }

    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Refuses motions that pull a joint apart.
    pub fn check(&self, bodies: &[Body], motions: &[Motion]) -> Result<(), InputError> {
        for held in &self.held {
            let [off, terms] = held.violation(bodies, motions);
            if off.abs() > OFF_JOINT * terms {
                let what = match held.takes {
                    Takes::Normal | Takes::Force => "m/s",
                    Takes::Couple => "rad/s",
                };
                return Err(InputError::JointPulledApart { joint: held.joint, speed: off.abs(), what });
            }
        }
        Ok(())
    }

    /// W over the ports in rows of (column, block), by (W.7).
    pub fn couple(&self, bodies: &[Body], ports: &[Port]) -> Vec<Vec<(usize, Matrix3<f64>)>> {
        let mut rows = couple(bodies, ports);
        if self.is_empty() {
            return rows;
        }
        for group in &self.groups {
            group.subtract(bodies, ports, &mut rows);
        }
        rows
    }

    /// Adds what the joints do when `motions` is what impulses at contacts alone have made of `before`, by (W.6); says what each
    /// joint carries.
    pub fn hold(
        &self,
        bodies: &[Body],
        before: &[Motion],
        motions: &mut [Motion],
        carried: &mut Vec<JointOutcome>,
    ) {
        carried.clear();
        carried.resize(self.joints.len(), JointOutcome::default());
        for group in &self.groups {
            let off = |held: &Held| held.violation(bodies, motions)[0] - held.violation(bodies, before)[0];
            let mut impulse =
                DVector::from_iterator(group.held.len(), group.held.iter().map(|held| -off(held)));
            group.lower.solve_lower_triangular_mut(&mut impulse);
            group.lower.tr_solve_lower_triangular_mut(&mut impulse);
            for (held, &size) in group.held.iter().zip(&impulse) {
                let [a, b] = held.bodies;
                motions[a] += held.pushed(&bodies[a]) * size;
                motions[b] += held.pushed(&bodies[b]) * -size;
                let joint = &mut carried[held.joint];
                match held.takes {
                    Takes::Normal | Takes::Force => joint.impulse += held.axis * size,
                    Takes::Couple => joint.couple += held.axis * size,
                }
            }
        }
    }
}

impl Group {
    /// (W.7)
    fn subtract(&self, bodies: &[Body], ports: &[Port], rows: &mut [Vec<(usize, Matrix3<f64>)>]) {
        let reached = |port: &Port| port.sides().any(|(body, _)| self.moves(body));
        let touching: Vec<usize> = (0..ports.len()).filter(|&i| reached(&ports[i])).collect();
        let felt: Vec<DMatrix<f64>> = touching.iter().map(|&i| self.felt(bodies, &ports[i])).collect();
        for (x, &i) in touching.iter().enumerate() {
            for (y, &j) in touching.iter().enumerate().skip(x) {
                let less = felt[x].tr_mul(&felt[y]);
                let less: Matrix3<f64> = less.fixed_view::<3, 3>(0, 0).into_owned();
                subtract(&mut rows[i], j, &less);
                if j > i {
                    subtract(&mut rows[j], i, &less.transpose());
                }
            }
        }
    }

    fn moves(&self, body: usize) -> bool {
        self.held.iter().any(|held| held.bodies.contains(&body))
    }

    /// X of (W.7) for the three axes of a port.
    fn felt(&self, bodies: &[Body], port: &Port) -> DMatrix<f64> {
        let mut felt = DMatrix::zeros(self.held.len(), 3);
        for (body, sign) in port.sides().filter(|&(body, _)| self.moves(body)) {
            for axis in port.end.axes_that_take_part() {
                let motion = port.end.pushed(&bodies[body], axis) * sign;
                for (row, held) in self.held.iter().enumerate() {
                    let side = held.bodies.iter().zip([1.0, -1.0]).find(|(other, _)| **other == body);
                    if let Some((_, of_side)) = side {
                        felt[(row, axis)] += of_side * held.seen(&bodies[body], &motion)[0];
                    }
                }
            }
        }
        self.lower.solve_lower_triangular_mut(&mut felt);
        felt
    }
}

/// Subtracts from a block of a row, less what is then rounding.
fn subtract(row: &mut Vec<(usize, Matrix3<f64>)>, column: usize, less: &Matrix3<f64>) {
    let place = row.partition_point(|&(j, _)| j < column);
    if row.get(place).is_none_or(|&(j, _)| j != column) {
        row.insert(place, (column, Matrix3::zeros()));
    }
    let block = &mut row[place].1;
    *block = block.zip_map(less, |w, x| {
        let rest = w - x;
        if rest.abs() <= CANCELLED * (w.abs() + x.abs()) { 0.0 } else { rest }
    });
}

/// The directions that a joint holds.
fn held_by(joint: usize, of: &Joint) -> impl Iterator<Item = Held> + use<> {
    let bodies = of.bodies();
    of.ports().flat_map(move |(Port { end, .. }, held)| {
        let direction = move |axis| Held { joint, bodies, point: end.point, takes: end.takes, axis };
        end.axes.into_iter().take(held).map(direction)
    })
}

/// What joints hold, in groups that share moving bodies.
fn groups(bodies: &[Body], joints: &[Joint]) -> Vec<Group> {
    let mut group_of: Vec<usize> = (0..joints.len()).collect();
    let moving = |joint: &Joint| {
        joint.bodies().into_iter().filter(|&body| !bodies[body].is_fixed()).collect::<Vec<_>>()
    };
    let share = |a: &Joint, b: &Joint| moving(a).iter().any(|body| moving(b).contains(body));
    for i in 0..joints.len() {
        for j in 0..i {
            let (from, to) = (group_of[i], group_of[j]);
            if from != to && share(&joints[i], &joints[j]) {
                group_of.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
    }
    let mut numbers = group_of.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let members =
        |group: usize| -> Vec<usize> { (0..joints.len()).filter(|&i| group_of[i] == group).collect() };
    numbers.into_iter().map(|group| factored(bodies, joints, &members(group))).collect()
}

/// What the given joints hold, each thing once.
fn factored(bodies: &[Body], joints: &[Joint], members: &[usize]) -> Group {
    let all: Vec<Held> = members.iter().flat_map(|&number| held_by(number, &joints[number])).collect();
    let mut w = DMatrix::zeros(all.len(), all.len());
    for (column, from) in all.iter().enumerate() {
        for (body, sign) in from.bodies.into_iter().zip([1.0, -1.0]) {
            let motion = from.pushed(&bodies[body]) * sign;
            for (row, to) in all.iter().enumerate() {
                let sides = to.bodies.iter().zip([1.0, -1.0]).filter(|(other, _)| **other == body);
                w[(row, column)] +=
                    sides.map(|(_, of_side)| of_side * to.seen(&bodies[body], &motion)[0]).sum::<f64>();
            }
        }
    }
    let kept = independent(&w);
    let held: Vec<Held> = kept.iter().map(|&i| all[i]).collect();
    let w = DMatrix::from_fn(kept.len(), kept.len(), |i, j| {
        0.5 * (w[(kept[i], kept[j])] + w[(kept[j], kept[i])])
    });
    let lower = w.cholesky().map_or_else(|| DMatrix::zeros(0, 0), |factor| factor.unpack());
    debug_assert_eq!(lower.nrows(), held.len(), "what is independent has a factor");
    Group { held, lower }
}

/// Rows of a positive semidefinite matrix that the others before them do not determine, those that are least determined first chosen.
fn independent(w: &DMatrix<f64>) -> Vec<usize> {
    let mut rest = w.clone();
    let mut kept = Vec::new();
    let part = |rest: &DMatrix<f64>, i: usize| if w[(i, i)] > 0.0 { rest[(i, i)] / w[(i, i)] } else { 0.0 };
    for _ in 0..w.nrows() {
        let free = (0..w.nrows()).filter(|i| !kept.contains(i));
        let Some(pivot) = free.reduce(|best, i| if part(&rest, i) > part(&rest, best) { i } else { best })
        else {
            break;
        };
        if part(&rest, pivot) <= HELD_ALREADY {
            break;
        }
        let column = rest.column(pivot) / rest[(pivot, pivot)].sqrt();
        rest -= &column * column.transpose();
        kept.push(pivot);
    }
    kept.sort_unstable();
    kept
}
