//! Friction of rigid contacts whose normal forces are given: the least of a quadratic over discs.
//!
//! ```text
//! least of  x·R x/2 + b·x   over   |xᵢ| ≤ rᵢ                                                               (G.1)
//! ```
//!
//! x are the friction forces of all contacts, two components each, rᵢ = μᵢqᵢ what each may bear, b the accelerations without
//! friction, R x + b those with it. R is symmetric and positive semidefinite, so that the accelerations are unique even where
//! redundant contacts may share the load in many ways: contacts whose acceleration is not zero slide against their force, all others
//! stick. In units of the discs, y = x/r, Q = r R r and c = r b, the conditions of the least are
//!
//! ```text
//! Q y + c + 2λᵢ yᵢ = 0,    sᵢ = 1 − |yᵢ|²,    λᵢ sᵢ = 0,    λ, s ≥ 0                                         (G.2)
//! ```
//!
//! and a primal-dual interior-point method (Nocedal and Wright, *Numerical Optimization*, ch. 19) follows λᵢsᵢ = τgᵢ from τ = 1 to
//! zero. Its path ends in the middle of all shares, so that no numbering favours a contact and none is
//! on its circle unless every share has it there. Newton's method on the conditions with the sets then known gives the last digits.

use nalgebra::{DMatrix, DVector, Vector2};

use crate::flow::equations::Solver;
use crate::flow::reaction::Row;
use crate::flow::stick_or_slide::neighbours::Neighbours;
use crate::flow::stick_or_slide::sparse::SparseEquations;
use crate::flow::thresholds::{BEYOND_THE_CONE, ON_THE_CONE};

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
/// Newton steps at the end; they converge quadratically from a path followed to rounding.
const POLISHING: usize = 4;
/// A contact near its bound bears at least this part of what it could in the middle of its disc: to spare it more, the others would have to
/// strain against each other.
const LEAST_SHARE: f64 = 1e-3;
/// Accelerations below this part of the terms they are made of are zero.
const ROUNDING: f64 = 128.0 * f64::EPSILON;

/// (G.1).
#[derive(Debug)]
pub(in crate::flow) struct Tresca<'a> {
    pub response: &'a DMatrix<f64>,
    pub push: &'a DVector<f64>,
    pub radius: &'a [f64],
}

/// What a contact does at the least of (G.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// It sticks, with room to spare in some share of the load.
    Sticks,
    /// It does not accelerate, but bears all it can in every share: what it will do is decided at the next order.
    OnTheCone,
    /// It begins to slide.
    Slides,
}

/// The least of (G.1).
#[derive(Debug)]
pub(crate) struct Least {
    pub load: DVector<f64>,
    pub hold: Vec<Hold>,
}

impl Least {
    /// 1 − |x|²/r², the share of a contact among redundant ones; never so small that it would bear nothing.
    pub fn share(&self, contact: usize, radius: f64) -> f64 {
        let part = at(&self.load, contact).norm() / radius;
        if part.is_finite() { (1.0 - part * part).max(LEAST_SHARE) } else { 1.0 }
    }
}

impl Tresca<'_> {
    pub fn solve(&self) -> Least {
        let neighbours = Neighbours::of(self.response);
        if let Some(least) = self.all_stick(neighbours.as_ref()) {
            return least;
        }
        let scaled = Scaled::of(self);
        let mut path = Path::start(&scaled);
        path.follow(&scaled, neighbours.as_ref());
        let hold = path.guess(&scaled);
        let load = DVector::from_fn(path.y.len(), |row, _| path.y[row] * self.radius[row / 2]);
        let mut least = Least { load, hold };
        // Polishing shows on which side of its circle a doubtful contact is; each doubtful one changes once at most.
        for _ in 0..=self.radius.len() {
            self.polish(&mut least, neighbours.as_ref());
            if !self.correct(&mut least) {
                break;
            }
        }
        self.still(&mut least);
        least
    }

    /// The loads that hold all contacts, if there is one share only and it lies inside all discs: no other can be the least.
    fn all_stick(&self, neighbours: Option<&Neighbours>) -> Option<Least> {
        let solver = match neighbours {
            Some(neighbours) => {
                let contacts = pairs(self.radius.len());
                Solver::sparse(&neighbours.rows(&contacts, |i, j| self.response[(i, j)]), &contacts)
            }
            None => Solver::regular(self.response),
        };
        let load = solver?.solve(&-self.push);
        let sticks = |i: usize| at(&load, i).norm() < self.radius[i] * (1.0 - ON_THE_CONE);
        let all = (0..self.radius.len()).all(sticks);
        all.then(|| Least { hold: vec![Hold::Sticks; self.radius.len()], load })
    }

    /// Contacts that bear all they can and yet do not accelerate by more than rounding are on the cone.
    fn still(&self, least: &mut Least) {
        let acceleration = self.response * &least.load + self.push;
        for (i, hold) in least.hold.iter_mut().enumerate() {
            let terms = |row: usize| {
                let products = (0..least.load.len()).map(|k| (self.response[(row, k)] * least.load[k]).abs());
                self.push[row].abs() + products.sum::<f64>()
            };
            let scale = terms(2 * i) + terms(2 * i + 1);
            if *hold == Hold::Slides
                && self.radius[i] > 0.0
                && at(&acceleration, i).norm() <= ROUNDING * scale
            {
                *hold = Hold::OnTheCone;
            }
        }
    }

    /// Newton's method on the conditions for contacts that do not accelerate, and for the directions û of those that slide:
    ///
    /// ```text
    /// a = R x + b,    a = 0,    a·û⊥ = 0 with x = −r û                                                     (G.3)
    /// ```
    ///
    /// A direction turned by w/r changes a·û⊥ by its own (R + |a|/r) w, so the matrix is symmetric.
    fn polish(&self, least: &mut Least, neighbours: Option<&Neighbours>) {
        let unknowns = self.unknowns(least);
        let n = unknowns.len();
        if n == 0 {
            return;
        }
        let contacts: Vec<usize> = unknowns.iter().map(|unknown| unknown.contact).collect();
        let bears: Vec<f64> = contacts.iter().map(|&contact| self.radius[contact]).collect();
        for _ in 0..POLISHING {
            let acceleration = self.response * &least.load + self.push;
            let axes: Vec<Vector2<f64>> = unknowns.iter().map(|unknown| unknown.axis(least)).collect();
            let entry = |row: usize, column: usize| {
                let (to, from) = (unknowns[row].contact, unknowns[column].contact);
                let own = self.response.fixed_view::<2, 2>(2 * to, 2 * from) * axes[column];
                let turning = match unknowns[row].kind {
                    Freedom::Direction if row == column => at(&acceleration, to).norm() / self.radius[to],
                    Freedom::Direction | Freedom::Axis(_) => 0.0,
                };
                axes[row].dot(&own) + turning
            };
            let wrong =
                DVector::from_fn(n, |row, _| -axes[row].dot(&at(&acceleration, unknowns[row].contact)));
            let solver = match neighbours {
                Some(neighbours) => Solver::of_rows(&neighbours.rows(&contacts, entry), &contacts, &bears),
                None => Solver::of(DMatrix::from_fn(n, n, entry), &bears),
            };
            let change = solver.solve(&wrong);
            let mut largest = 0.0_f64;
            for ((unknown, axis), &part) in unknowns.iter().zip(axes).zip(&change) {
                let radius = self.radius[unknown.contact];
                let load = at(&least.load, unknown.contact) + axis * part;
                let load = match unknown.kind {
                    Freedom::Axis(_) => load,
                    Freedom::Direction => load * (radius / load.norm()),
                };
                least.load.fixed_rows_mut::<2>(2 * unknown.contact).copy_from(&load);
                largest = largest.max(part.abs() / radius);
            }
            if largest <= 4.0 * f64::EPSILON {
                break;
            }
        }
    }

    fn unknowns(&self, least: &mut Least) -> Vec<Unknown> {
        let mut unknowns = Vec::new();
        for contact in (0..self.radius.len()).filter(|&i| self.radius[i] > 0.0) {
            if least.hold[contact] == Hold::Slides {
                let load = at(&least.load, contact);
                let full = load * (self.radius[contact] / load.norm());
                least.load.fixed_rows_mut::<2>(2 * contact).copy_from(&full);
                unknowns.push(Unknown { contact, kind: Freedom::Direction });
            } else {
                unknowns.extend(
                    [Vector2::x(), Vector2::y()].map(|axis| Unknown { contact, kind: Freedom::Axis(axis) }),
                );
            }
        }
        unknowns
    }

    /// Moves contacts to the set in which the polished solution shows them to be; says whether one has moved to slide or to stick.
    fn correct(&self, least: &mut Least) -> bool {
        let acceleration = self.response * &least.load + self.push;
        let mut moved = false;
        for (i, hold) in least.hold.iter_mut().enumerate() {
            let load = at(&least.load, i);
            let part = load.norm() / self.radius[i];
            let after = match *hold {
                _ if self.radius[i] == 0.0 => Hold::Slides,
                Hold::Slides if load.dot(&at(&acceleration, i)) > 0.0 => Hold::Sticks,
                Hold::Slides => Hold::Slides,
                Hold::Sticks | Hold::OnTheCone if part > 1.0 + BEYOND_THE_CONE => Hold::Slides,
                Hold::Sticks | Hold::OnTheCone if part >= 1.0 - ON_THE_CONE => Hold::OnTheCone,
                Hold::Sticks | Hold::OnTheCone => Hold::Sticks,
            };
            moved |= (after == Hold::Slides) != (*hold == Hold::Slides) && self.radius[i] > 0.0;
            *hold = after;
        }
        moved
    }
}

/// How the load of a contact may be changed.
enum Freedom {
    Axis(Vector2<f64>),
    Direction,
}

struct Unknown {
    contact: usize,
    kind: Freedom,
}

impl Unknown {
    fn axis(&self, least: &Least) -> Vector2<f64> {
        match self.kind {
            Freedom::Axis(axis) => axis,
            Freedom::Direction => {
                let along = at(&least.load, self.contact).normalize();
                Vector2::new(-along.y, along.x)
            }
        }
    }
}

/// (G.2).
struct Scaled {
    q: DMatrix<f64>,
    c: DVector<f64>,
    /// The scale of each contact's λ.
    g: Vec<f64>,
}

impl Scaled {
    fn of(problem: &Tresca) -> Self {
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

fn at(y: &DVector<f64>, i: usize) -> Vector2<f64> {
    Vector2::new(y[2 * i], y[2 * i + 1])
}

/// A point on the way to the solution of (G.2): y inside all circles, λ > 0.
struct Path {
    y: DVector<f64>,
    lambda: Vec<f64>,
}

/// A step of the path.
struct Step {
    y: DVector<f64>,
    lambda: Vec<f64>,
}

impl Path {
    fn start(problem: &Scaled) -> Self {
        Self { y: DVector::zeros(2 * problem.contacts()), lambda: problem.g.clone() }
    }

    fn follow(&mut self, problem: &Scaled, neighbours: Option<&Neighbours>) {
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
    fn guess(&self, problem: &Scaled) -> Vec<Hold> {
        let of = |i: usize| {
            let multiplier = if problem.is_idle(i) { 0.0 } else { self.lambda[i] / problem.g[i] };
            if multiplier > self.slack(i) && multiplier > PERHAPS_ZERO { Hold::Slides } else { Hold::Sticks }
        };
        (0..problem.contacts()).map(of).collect()
    }
}

/// The contact of each unknown, two each.
fn pairs(contacts: usize) -> Vec<usize> {
    (0..2 * contacts).map(|row| row / 2).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: f64 = 1e-13;

    /// A body of `rows` degrees of freedom felt at n contacts: R = J Jᵀ.
    fn random(seed: u64, n: usize, freedoms: usize) -> (DMatrix<f64>, DVector<f64>, Vec<f64>) {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1u64 << 31) as f64 * 2.0 - 1.0
        };
        let j = DMatrix::from_fn(2 * n, freedoms, |_, _| draw());
        let motion = DVector::from_fn(freedoms, |_, _| draw());
        let radius = (0..n).map(|_| draw().abs()).collect();
        (&j * j.transpose(), &j * motion, radius)
    }

    /// (G.2) in the units of (G.1).
    fn assert_least(response: &DMatrix<f64>, push: &DVector<f64>, radius: &[f64], least: &Least) {
        let a = response * &least.load + push;
        for (i, &r) in radius.iter().enumerate() {
            let (x, a) = (at(&least.load, i), at(&a, i));
            assert!(x.norm() <= r * (1.0 + BEYOND_THE_CONE), "contact {i} bears too much");
            match least.hold[i] {
                Hold::Slides => {
                    let along = -x.dot(&a);
                    assert!((along - r * a.norm()).abs() <= EXACT, "contact {i} does not oppose its sliding");
                }
                Hold::Sticks | Hold::OnTheCone => assert!(a.norm() <= EXACT, "contact {i} moves: {a}"),
            }
        }
    }

    #[test]
    fn the_least_fulfils_coulombs_law_however_redundant_the_contacts_are() {
        for seed in 0..2000 {
            let n = 1 + (seed % 8) as usize;
            let (response, push, radius) = random(seed, n, 1 + (seed / 8 % 6) as usize);
            let least = Tresca { response: &response, push: &push, radius: &radius }.solve();
            assert_least(&response, &push, &radius, &least);
        }
    }

    #[test]
    fn four_equal_contacts_of_one_body_stick_as_long_as_some_share_holds() {
        // Loads along x alone; together they may bear 4, one after another in any share.
        let j = DVector::from_fn(8, |row, _| if row % 2 == 0 { 1.0 } else { 0.0 });
        let response = &j * j.transpose();
        for (total, sticks) in [(3.9, true), (4.1, false)] {
            let push = &j * total;
            let radius = [2.5, 0.5, 0.5, 0.5];
            let least = Tresca { response: &response, push: &push, radius: &radius }.solve();
            assert_eq!(least.hold.iter().all(|&hold| hold == Hold::Sticks), sticks);
            assert_eq!(least.hold.iter().all(|&hold| hold == Hold::Slides), !sticks);
        }
    }

    #[test]
    fn a_load_that_all_contacts_bear_just_so_is_on_the_cone() {
        let j = DVector::from_fn(4, |row, _| if row % 2 == 0 { 1.0 } else { 0.0 });
        let (response, push) = (&j * j.transpose(), &j * 1.5);
        let least = Tresca { response: &response, push: &push, radius: &[1.0, 0.5] }.solve();
        assert_eq!(least.hold, [Hold::OnTheCone, Hold::OnTheCone]);
    }
}
