//! The path to the least of (G.1) through the middle of its discs.
//!
//! In units of the discs, y = x/r, Q = r R r and c = r b, the conditions of the least are
//!
//! ```text
//! Q y + c + 2λᵢ yᵢ = 0,    sᵢ = 1 − |yᵢ|²,    λᵢ sᵢ = 0,    λ, s ≥ 0                                         (G.2)
//! ```
//!
//! and a primal-dual interior-point method (Nocedal and Wright, *Numerical Optimization*, ch. 19) follows λᵢsᵢ = τgᵢ from τ = 1 to
//! zero. Its path ends in the middle of all shares, so that no numbering favours a contact and none is
//! on its circle unless every share has it there.

use nalgebra::{DMatrix, DVector};

use crate::flow::reaction::Row;
use crate::flow::stick_or_slide::neighbours::Neighbours;
use crate::flow::stick_or_slide::sparse::SparseEquations;
use crate::flow::tresca::{Hold, Tresca, at, pairs};

/// Most steps of the interior-point method; a dozen or two are usual.
const MOST_STEPS: usize = 60;
/// The path is followed until τ is this: sets are known there, and Newton's method finds the rest.
const END_OF_PATH: f64 = 1e-18;
/// Or until a slack is rounding.
const LEAST_SLACK: f64 = 2.0 * f64::EPSILON;
/// A step goes for this part of τ at least.
const LEAST_CENTRING: f64 = 1e-3;
/// Part of the way to the boundary that a step goes at most.
const SHORT_OF_BOUNDARY: f64 = 0.99;
/// A multiplier or a slack below this part of its scale, at the end of the path, may be zero: √τ with room.
const PERHAPS_ZERO: f64 = 1e-9;

/// A point on the way to the solution of (G.2): y inside all circles, λ > 0.
pub(in crate::flow) struct Path {
    pub y: DVector<f64>,
    lambda: Vec<f64>,
}

/// A step of the path.
struct Step {
    y: DVector<f64>,
    lambda: Vec<f64>,
}

impl Path {
    pub fn start(problem: &Scaled) -> Self {
        Self { y: DVector::zeros(2 * problem.contacts()), lambda: problem.g.clone() }
    }

    pub fn follow(&mut self, problem: &Scaled, neighbours: Option<&Neighbours>) {
        let order = neighbours.map(|neighbours| neighbours.order(&pairs(problem.contacts())));
        for _ in 0..MOST_STEPS {
            let tau = self.gap(problem);
            let narrowest = (0..problem.contacts()).map(|i| self.slack(i)).fold(1.0, f64::min);
            if tau <= END_OF_PATH || narrowest <= LEAST_SLACK {
                break;
            }
            let step = |tau: f64| self.step(problem, tau, neighbours.zip(order.as_deref()));
            let Some(affine) = step(0.0) else { break };
            let ahead = self.moved(&affine, self.room(&affine).min(1.0));
            let centring = (ahead.gap(problem) / tau).powi(2).max(LEAST_CENTRING);
            let Some(step) = step(centring * tau) else { break };
            *self = self.moved(&step, (SHORT_OF_BOUNDARY * self.room(&step)).min(1.0));
        }
    }

    fn slack(&self, i: usize) -> f64 {
        1.0 - at(&self.y, i).norm_squared()
    }

    fn moved(&self, step: &Step, length: f64) -> Self {
        let lambda = self.lambda.iter().zip(&step.lambda).map(|(value, change)| value + length * change);
        Self { lambda: lambda.collect(), y: &self.y + &step.y * length }
    }

    /// Mean of λs/g.
    fn gap(&self, problem: &Scaled) -> f64 {
        let acting: Vec<usize> = (0..problem.contacts()).filter(|&i| !problem.is_idle(i)).collect();
        let sum: f64 = acting.iter().map(|&i| self.lambda[i] * self.slack(i) / problem.g[i]).sum();
        if acting.is_empty() { 0.0 } else { sum / acting.len() as f64 }
    }

    /// Newton's step towards λs = τg.
    fn step(&self, problem: &Scaled, tau: f64, sparse: Option<(&Neighbours, &[usize])>) -> Option<Step> {
        let n = problem.contacts();
        let mut wanted = -(&problem.q * &self.y + &problem.c);
        let left = |i: usize| tau * problem.g[i] - self.lambda[i] * self.slack(i);
        let mut barrier = Vec::with_capacity(n);
        for i in 0..n {
            let (y, lambda, slack) = (at(&self.y, i), self.lambda[i], self.slack(i));
            for k in 0..2 {
                wanted[2 * i + k] -= 2.0 * y[k] * (lambda + left(i) / slack);
            }
            let own = if problem.is_idle(i) { 1.0 } else { 2.0 * lambda };
            barrier.push((own, y * (4.0 * lambda / slack)));
        }
        let y = match sparse {
            Some((neighbours, order)) => {
                let entry = |row: usize, column: usize| {
                    let (i, mut entry) = (row / 2, problem.q[(row, column)]);
                    if i == column / 2 {
                        entry += if row == column { barrier[i].0 } else { 0.0 };
                        entry += barrier[i].1[row % 2] * self.y[column];
                    }
                    entry
                };
                sparse_solve(&neighbours.rows(&pairs(n), entry), order, wanted)
            }
            None => {
                let mut matrix = problem.q.clone();
                for (i, (own, curved)) in barrier.iter().enumerate() {
                    for k in 0..2 {
                        matrix[(2 * i + k, 2 * i + k)] += own;
                        for l in 0..2 {
                            matrix[(2 * i + k, 2 * i + l)] += curved[k] * self.y[2 * i + l];
                        }
                    }
                }
                scaled_solve(matrix, wanted)
            }
        }?;
        let change =
            |i: usize| (left(i) + 2.0 * self.lambda[i] * at(&self.y, i).dot(&at(&y, i))) / self.slack(i);
        Some(Step { lambda: (0..n).map(change).collect(), y })
    }

    /// How far the step may go before a multiplier or a slack is used up.
    fn room(&self, step: &Step) -> f64 {
        let of = |i: usize| {
            let multiplier =
                if step.lambda[i] < 0.0 { -self.lambda[i] / step.lambda[i] } else { f64::INFINITY };
            let (y, change) = (at(&self.y, i), at(&step.y, i));
            let (square, along) = (change.norm_squared(), y.dot(&change));
            let root = (along * along + square * self.slack(i)).sqrt();
            let circle = if square > 0.0 { self.slack(i) / (along + root) } else { f64::INFINITY };
            multiplier.min(circle)
        };
        (0..self.lambda.len()).map(of).fold(f64::INFINITY, f64::min)
    }

    /// In which set each contact seems to be.
    pub fn guess(&self, problem: &Scaled) -> Vec<Hold> {
        let of = |i: usize| {
            let multiplier = if problem.is_idle(i) { 0.0 } else { self.lambda[i] / problem.g[i] };
            if multiplier > self.slack(i) && multiplier > PERHAPS_ZERO { Hold::Slides } else { Hold::Sticks }
        };
        (0..problem.contacts()).map(of).collect()
    }
}

/// (G.2).
pub(in crate::flow) struct Scaled {
    q: DMatrix<f64>,
    c: DVector<f64>,
    /// The scale of each contact's λ.
    g: Vec<f64>,
}

impl Scaled {
    pub fn of(problem: &Tresca) -> Self {
        let r = |row: usize| problem.radius[row / 2];
        let n = problem.push.len();
        let q = DMatrix::from_fn(n, n, |i, j| {
            0.5 * (problem.response[(i, j)] + problem.response[(j, i)]) * r(i) * r(j)
        });
        let c = DVector::from_fn(n, |i, _| problem.push[i] * r(i));
        let own = |i: usize| {
            let row = |k: usize| c[k].abs() + q.row(k).iter().map(|x| x.abs()).sum::<f64>();
            row(2 * i).max(row(2 * i + 1))
        };
        let g = (0..n / 2).map(own).collect();
        Self { q, c, g }
    }

    fn contacts(&self) -> usize {
        self.g.len()
    }

    /// Whether nothing pushes a contact or it may bear nothing.
    fn is_idle(&self, i: usize) -> bool {
        self.g[i] == 0.0
    }
}

/// The solution of a sparse symmetric positive definite system, scaled to a diagonal of one.
fn sparse_solve(rows: &[Row], order: &[usize], mut wanted: DVector<f64>) -> Option<DVector<f64>> {
    let diagonal =
        |(i, row): (usize, &Row)| row.iter().find(|entry| entry.0 == i).map_or(0.0, |entry| entry.1);
    let scale: Vec<f64> = rows.iter().enumerate().map(|row| 1.0 / diagonal(row).sqrt()).collect();
    let scaled = |(i, row): (usize, &Row)| {
        let part =
            |&(j, w): &(usize, f64)| (j, if i == j { 1.0 + f64::EPSILON } else { w * scale[i] * scale[j] });
        row.iter().map(part).collect()
    };
    let scaled: Vec<Row> = rows.iter().enumerate().map(scaled).collect();
    wanted.iter_mut().zip(&scale).for_each(|(x, scale)| *x *= scale);
    let mut spare = vec![0.0; wanted.len()];
    SparseEquations::positive(&scaled, order)?.solve_in_place(wanted.as_mut_slice(), &mut spare);
    wanted.iter_mut().zip(&scale).for_each(|(x, scale)| *x *= scale);
    Some(wanted)
}

/// The solution of a symmetric positive definite system, scaled to a diagonal of one.
fn scaled_solve(mut matrix: DMatrix<f64>, mut wanted: DVector<f64>) -> Option<DVector<f64>> {
    let scale: Vec<f64> = matrix.diagonal().iter().map(|d| 1.0 / d.sqrt()).collect();
    for row in 0..scale.len() {
        for column in 0..scale.len() {
            matrix[(row, column)] *= scale[row] * scale[column];
        }
        matrix[(row, row)] = 1.0 + f64::EPSILON;
        wanted[row] *= scale[row];
    }
    let mut solution = matrix.cholesky()?.solve(&wanted);
    solution.iter_mut().zip(scale).for_each(|(x, scale)| *x *= scale);
    Some(solution)
}
