//! Coulomb's law for rigid contacts that do not slide, where what they may bear can depend on what they bear.
//!
//! (G.1) of [`crate::flow::tresca`] has given bounds. Where normal loads are the reactions of closed contacts they depend on the friction loads
//! x: (G.1) and the reactions are solved in turn; and where that does not settle, by Newton's method on both together.

use nalgebra::{DMatrix, DVector, Vector2};

use crate::flow::equations::Solver;
use crate::flow::tresca::{Hold, Least, Tresca};

/// Most turns between (G.1) and the reactions of closed contacts.
const MOST_TURNS: usize = 40;

/// After so many turns Newton's method is tried: near the answer it needs a few steps where turns may creep.
const TURNS_BEFORE_NEWTON: usize = 6;

/// Most steps of Newton's method where turns do not settle.
const MOST_NEWTON: usize = 60;

/// Its shortest steps.
const SHORTEST: f64 = 1.0 / 1024.0;

/// Accelerations and distances from the cone below this part are none.
const STILL: f64 = 1e-11;

/// Turns end when nothing moves by more than this part.
const SETTLED: f64 = 64.0 * f64::EPSILON;

/// (G.1) with bounds that may depend on the loads: radius = μ·(given + by_load · x).
pub(crate) struct Discs {
    pub response: DMatrix<f64>,
    pub push: DVector<f64>,
    pub given: Vec<f64>,
    pub by_load: DMatrix<f64>,
    pub mu: Vec<f64>,
    /// Whether all that is held answers with loads along its own conditions: the response is symmetric then, but for rounding.
    pub is_symmetric: bool,
}

impl Discs {
    pub fn radius(&self, i: usize, x: &DVector<f64>) -> f64 {
        (self.mu[i] * (self.given[i] + self.by_load.row(i).transpose().dot(x))).max(0.0)
    }

    /// How often (G.1) was solved, and the loads, or a contact at which they have no answer. Where bounds depend on the loads, through reactions of closed
    /// contacts, (G.1) is solved for given bounds, and the bounds for given loads, in turn.
    pub fn solve(&self) -> (usize, Result<Least, usize>) {
        let n = self.mu.len();
        let symmetric = (&self.response + self.response.transpose()) * 0.5;
        let skew = if self.is_symmetric { DMatrix::zeros(2 * n, 2 * n) } else { &self.response - &symmetric };
        let mut x = DVector::zeros(2 * n);
        let mut restless = 0;
        let is_coupled = self.by_load.amax() > 0.0 || skew.amax() > SETTLED * symmetric.amax();
        for turn in 1..=MOST_TURNS {
            let radius: Vec<f64> = (0..n).map(|i| self.radius(i, &x)).collect();
            let push = &self.push + &skew * &x;
            let least = Tresca { response: &symmetric, push: &push, radius: &radius }.solve();
            let change = |i: usize| (self.radius(i, &least.load) - radius[i]).abs();
            let largest = radius.iter().fold(0.0_f64, |a, &r| a.max(r));
            let moved = (0..n).find(|&i| change(i) > SETTLED * largest);
            let turned = &skew * (&least.load - &x);
            x.copy_from(&least.load);
            match moved {
                _ if !is_coupled => return (turn, Ok(least)),
                None if turned.amax() <= SETTLED * (self.push.amax() + symmetric.amax() * x.amax()) => {
                    return (turn, Ok(least));
                }
                Some(i) => restless = i,
                None => {}
            }
            if turn == TURNS_BEFORE_NEWTON
                && let Some(least) = self.newton(x.clone())
            {
                return (turn, Ok(least));
            }
        }
        let all_stick = Solver::of(self.response.clone(), &vec![1.0; 2 * n]).solve(&-&self.push);
        let starts = [x, all_stick, DVector::zeros(2 * n)];
        (2 * MOST_TURNS, starts.into_iter().find_map(|start| self.newton(start)).ok_or(restless))
    }

    /// Newton's method on x = P(x − ρ a), P the projection on the discs that the loads themselves give (Alart and Curnier 1991).
    fn newton(&self, mut x: DVector<f64>) -> Option<Least> {
        let n = self.mu.len();
        let (mut wrong, mut jacobian) = self.off(&x);
        for _ in 0..MOST_NEWTON {
            let scale = (0..n).map(|i| self.radius(i, &x)).fold(x.amax(), f64::max);
            if wrong.amax() <= SETTLED * scale {
                return Some(self.least_of(x, scale));
            }
            let step = Solver::of(jacobian, &vec![1.0; 2 * n]).solve(&-&wrong);
            if step.iter().any(|x| !x.is_finite()) {
                return None;
            }
            let mut length = 1.0;
            let (mut next, mut of_next) = (&x + &step, self.off(&(&x + &step)));
            while of_next.0.norm() > (1.0 - 0.1 * length) * wrong.norm() && length > SHORTEST {
                length *= 0.5;
                next = &x + &step * length;
                of_next = self.off(&next);
            }
            x = next;
            (wrong, jacobian) = of_next;
        }
        None
    }

    /// x − P(x − ρ a) and its derivative.
    fn off(&self, x: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let n = self.mu.len();
        let acceleration = &self.response * x + &self.push;
        let (mut wrong, mut jacobian) = (x.clone(), DMatrix::identity(2 * n, 2 * n));
        for i in 0..n {
            let own = self.response[(2 * i, 2 * i)] + self.response[(2 * i + 1, 2 * i + 1)];
            let rho = if own > 0.0 { 1.0 / own } else { 1.0 };
            let y = Vector2::new(
                x[2 * i] - rho * acceleration[2 * i],
                x[2 * i + 1] - rho * acceleration[2 * i + 1],
            );
            let mut slope = self.response.fixed_rows::<2>(2 * i) * -rho;
            slope[(0, 2 * i)] += 1.0;
            slope[(1, 2 * i + 1)] += 1.0;
            let radius = self.radius(i, x);
            let (projected, of_projected) = if y.norm() <= radius {
                (y, slope)
            } else {
                let along = y / y.norm();
                let across = Vector2::new(-along.y, along.x);
                let mut turned = across * (across.transpose() * &slope) * (radius / y.norm());
                if radius > 0.0 {
                    turned += along * self.by_load.row(i) * self.mu[i];
                }
                (along * radius, turned)
            };
            for k in 0..2 {
                wrong[2 * i + k] -= projected[k];
                let mut row = jacobian.row_mut(2 * i + k);
                row -= of_projected.row(k);
            }
        }
        (wrong, jacobian)
    }

    /// What each contact does with these loads.
    fn least_of(&self, load: DVector<f64>, scale: f64) -> Least {
        let acceleration = &self.response * &load + &self.push;
        let hold = |i: usize| {
            let size = Vector2::new(load[2 * i], load[2 * i + 1]).norm();
            let speed = Vector2::new(acceleration[2 * i], acceleration[2 * i + 1]).norm();
            let moves = speed > STILL * (self.push.amax() + self.response.amax() * scale);
            match size >= self.radius(i, &load) * (1.0 - STILL) {
                true if moves => Hold::Slides,
                true => Hold::OnTheCone,
                false => Hold::Sticks,
            }
        };
        Least { hold: (0..self.mu.len()).map(hold).collect(), load }
    }
}
