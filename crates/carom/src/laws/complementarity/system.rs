//! The conditions (Z.1) and (Z.2) of one cluster of contacts, and by how much impulses miss them.
//!
//! With a weight w > 0 of the order of the contact's own block of W, the conditions of a contact are that two distances are zero:
//!
//! ```text
//! min(vₙ, w (pₙ − least)) = 0 ,     w (p_t − nearest to p_t − v_t/w in the disc |x| ≤ μpₙ) = 0      (Z.5)
//! ```
//!
//! The larger of their sizes is the contact's residual, a velocity.

use nalgebra::{DMatrix, DVector, Matrix3, Vector2, Vector3};

use super::answer::ContactMode;
use super::error::ComplementarityError;
use super::frictionless::least_reactions;
use super::of_contact;
use crate::contact_problem::ContactProblem;
use crate::coupling::NORMAL;
use crate::laws::units::power_of_two;

/// Residuals below this part of the velocities are rounding of matrices of condition up to 10⁴.
pub(super) const SETTLED: f64 = 1e-11;

/// One cluster: W over (t₁, t₂, n) of every contact, and its friction. Inverse masses and velocities are in powers of two that
/// bring them to the order of one: exact, so that the units of the input do not matter.
#[derive(Debug)]
pub(super) struct System {
    /// The unit of W, in 1/kg.
    pub inverse_mass: f64,
    pub matrix: DMatrix<f64>,
    /// μ of each contact.
    pub friction: Vec<f64>,
    /// w of (Z.5).
    pub weight: Vec<f64>,
}

/// One step: the velocities before it, and the least normal impulses.
#[derive(Debug)]
pub(super) struct Task {
    pub start: DVector<f64>,
    pub least: Vec<f64>,
}

/// The impulses of a step, and the velocities after it.
#[derive(Debug)]
pub(super) struct Solved {
    pub impulse: DVector<f64>,
    pub velocity: DVector<f64>,
    /// Of the contact that is farthest off.
    pub residual: f64,
    pub sweeps: usize,
}

impl System {
    pub fn of(problem: &ContactProblem, cluster: &[usize]) -> Self {
        let block = problem.coupling().block(cluster);
        let n = cluster.len();
        let mut matrix = DMatrix::zeros(3 * n, 3 * n);
        for i in 0..n {
            for (j, w) in block.block_row(i) {
                matrix.fixed_view_mut::<3, 3>(3 * i, 3 * j).copy_from(w);
            }
            for (j, w) in block.row(i) {
                matrix[(3 * i + NORMAL, 3 * j + NORMAL)] = w;
            }
        }
        let inverse_mass = power_of_two(matrix.amax());
        matrix /= inverse_mass;
        let friction = |&i: &usize| problem.tangential_laws().get(i).map_or(0.0, |law| law.coefficient());
        let weight = |i: usize| (0..3).map(|k| matrix[(3 * i + k, 3 * i + k)]).fold(0.0, f64::max);
        Self {
            inverse_mass,
            friction: cluster.iter().map(friction).collect(),
            weight: (0..n).map(weight).collect(),
            matrix,
        }
    }

    pub fn contacts(&self) -> usize {
        self.friction.len()
    }

    /// The contact's own block of W.
    pub fn own(&self, i: usize) -> Matrix3<f64> {
        self.matrix.fixed_view::<3, 3>(3 * i, 3 * i).into_owned()
    }

    /// Impulses that fulfil the conditions.
    pub fn solve(&self, task: &Task) -> Result<Solved, ComplementarityError> {
        if self.friction.iter().all(|&mu| mu == 0.0) {
            let impulse = self.without_friction(task);
            let (contact, residual) = self.worst(task, &impulse);
            return if residual <= SETTLED * self.scale(task, &impulse) {
                Ok(self.finish(task, impulse, 0))
            } else {
                Err(ComplementarityError::Unsettled { contact, residual, sweeps: 0 })
            };
        }
        self.with_friction(task)
    }

    fn without_friction(&self, task: &Task) -> DVector<f64> {
        let n = self.contacts();
        let place = |i: usize| 3 * i + NORMAL;
        let coupling = DMatrix::from_fn(n, n, |i, j| self.matrix[(place(i), place(j))]);
        let least = DVector::from_column_slice(&task.least);
        let left = &coupling * &least;
        let push = DVector::from_fn(n, |i, _| task.start[place(i)] + left[i]);
        let mut impulse = DVector::zeros(3 * n);
        for (i, q) in least_reactions(&coupling, &push).iter().enumerate() {
            impulse[place(i)] = least[i] + q;
        }
        impulse
    }

    /// Velocities after impulses.
    pub fn velocity(&self, task: &Task, impulse: &DVector<f64>) -> DVector<f64> {
        &task.start + &self.matrix * impulse
    }

    /// The size of the terms that velocities are made of.
    pub fn scale(&self, task: &Task, impulse: &DVector<f64>) -> f64 {
        task.start.amax() + self.matrix.amax() * impulse.amax()
    }

    /// The two sides of (Z.5) at contact i, in m/s.
    pub fn distances(
        &self,
        task: &Task,
        p: &Vector3<f64>,
        v: &Vector3<f64>,
        i: usize,
    ) -> (f64, Vector2<f64>) {
        let w = self.weight[i];
        let wanted = p.xy() - v.xy() / w;
        let radius = self.friction[i] * p.z.max(0.0);
        let nearest = if wanted.norm() <= radius { wanted } else { wanted.normalize() * radius };
        (v.z.min(w * (p.z - task.least[i])), (p.xy() - nearest) * w)
    }

    /// The contact that is farthest off, and by how much.
    pub fn worst(&self, task: &Task, impulse: &DVector<f64>) -> (usize, f64) {
        let velocity = self.velocity(task, impulse);
        let residual = |i: usize| {
            let (along, across) = self.distances(task, &of_contact(impulse, i), &of_contact(&velocity, i), i);
            let across = if self.friction[i] == 0.0 { 0.0 } else { across.norm() };
            (i, along.abs().max(across))
        };
        let worse = |a: (usize, f64), b: (usize, f64)| if b.1 > a.1 || b.1.is_nan() { b } else { a };
        (0..self.contacts()).map(residual).fold((0, 0.0), worse)
    }

    /// The impulses with the parts that the conditions give exactly: nothing where a contact is open, the least where it parts,
    /// the cone's own where it slips.
    pub fn tidied(&self, task: &Task, mut impulse: DVector<f64>) -> DVector<f64> {
        let velocity = self.velocity(task, &impulse);
        for i in 0..self.contacts() {
            let (mut p, v) = (of_contact(&impulse, i), of_contact(&velocity, i));
            if v.z >= self.weight[i] * (p.z - task.least[i]) {
                p.z = task.least[i];
            }
            let radius = self.friction[i] * p.z;
            let wanted = p.xy() - v.xy() / self.weight[i];
            if wanted.norm() > radius {
                let on_the_cone = wanted.normalize() * radius;
                (p.x, p.y) = (on_the_cone.x, on_the_cone.y);
            }
            impulse.fixed_rows_mut::<3>(3 * i).copy_from(&p);
        }
        impulse
    }

    /// Gives velocities that the conditions make zero that value.
    pub fn finish(&self, task: &Task, impulse: DVector<f64>, sweeps: usize) -> Solved {
        let residual = self.worst(task, &impulse).1;
        let mut velocity = self.velocity(task, &impulse);
        for i in 0..self.contacts() {
            let (p, v) = (of_contact(&impulse, i), of_contact(&velocity, i));
            let w = self.weight[i];
            if v.z.abs() <= residual || v.z < w * (p.z - task.least[i]) {
                velocity[3 * i + NORMAL] = 0.0;
            }
            if self.friction[i] > 0.0 && self.sticks(&p, &v, i) {
                (velocity[3 * i], velocity[3 * i + 1]) = (0.0, 0.0);
            }
        }
        Solved { impulse, velocity, residual, sweeps }
    }

    fn sticks(&self, p: &Vector3<f64>, v: &Vector3<f64>, i: usize) -> bool {
        p.z > 0.0 && (p.xy() - v.xy() / self.weight[i]).norm() <= self.friction[i] * p.z
    }

    pub fn mode(&self, solved: &Solved, i: usize) -> ContactMode {
        let (p, v) = (of_contact(&solved.impulse, i), of_contact(&solved.velocity, i));
        if p == Vector3::zeros() {
            ContactMode::Open
        } else if self.friction[i] == 0.0 {
            ContactMode::Frictionless
        } else if v.xy() == Vector2::zeros() {
            ContactMode::Stick
        } else {
            ContactMode::Slip { direction: v.xy().normalize() }
        }
    }
}
