//! The instant at which contacts that share a load give way, to the last digits.
//!
//! Let w be velocities of the contacts that begin to slide, as their bodies allow them while all others stick and closed ones stay closed.
//! At the instant s nothing accelerates yet, and the friction of those that slide is all they can bear, against w:
//!
//! ```text
//! B·(f + ℓ(s)) = 0,    f = rᵢ ûᵢ at contacts that slide, −q at closed ones of them,    ûᵢ = wᵢ/|wᵢ|         (G.6)
//! ```
//!
//! with ℓ the loads of the series, r = μq, q given by springs or the reaction of a closed contact, and B a basis of what bodies allow when only those
//! that do not slide hold. (Among springs these are the conditions of the kinematic theorem of limit analysis: the load does as much work on w as friction
//! dissipates, and on no other motion more.) Newton's method finds w, the reactions q and s together; |w| is one in the basis of w.

use nalgebra::{DMatrix, DVector, Vector2};

use crate::flow::equations::Solver;
use crate::flow::sharing::{EndOfSharing, Sharing, part};

/// Most steps of Newton's method from a guess that is good to some digits.
const MOST_NEWTON: usize = 12;

/// They end when nothing moves by more than this.
const SETTLED: f64 = 1e-14;

/// Or, below this, by no less than in the step before: what is left is rounding.
const ROUNDED: f64 = 1e-10;

/// The end lies within this local time from where it seemed to be: close to it, whether contacts slide is hard to tell.
const NEAR: f64 = 1e-3;

/// Bodies allow motions to which forces lead with more than this part of the greatest response: less is what rounding leaves of none.
const FREE: f64 = 1e-10;

impl Sharing<'_> {
    /// Solves (G.6) for the contacts that are `sliding`, from accelerations beyond the end, what each contact `bears` there, and about when it was.
    pub(in crate::flow) fn collapse(
        &self,
        sliding: &[usize],
        acceleration: &DVector<f64>,
        bears: &[f64],
        about: f64,
    ) -> Option<EndOfSharing> {
        if sliding.is_empty() {
            return None;
        }
        let stick = self.sticking.len();
        let slides = |row: usize| row < 2 * stick && sliding.contains(&(row / 2));
        let tangential: Vec<usize> = sliding.iter().flat_map(|&i| [2 * i, 2 * i + 1]).collect();
        let closed: Vec<(usize, usize)> = (0..sliding.len())
            .filter_map(|i| self.reaction_of(sliding[i]).map(|k| (i, 2 * stick + k)))
            .collect();
        let moving: Vec<usize> =
            tangential.iter().copied().chain(closed.iter().map(|&(_, row)| row)).collect();
        let rows = self.response.nrows();
        let motions =
            self.allowed_motions(&tangential, &(0..rows).filter(|&row| !slides(row)).collect::<Vec<_>>())?;
        let held: Vec<usize> = (0..rows).filter(|row| !moving.contains(row)).collect();
        let balance = self.allowed_motions(&moving, &held)?;
        let towards = DVector::from_fn(tangential.len(), |row, _| acceleration[tangential[row]]);
        let mut y = motions.tr_mul(&towards).try_normalize(0.0)?;
        let mut q: Vec<f64> =
            closed.iter().map(|&(i, _)| bears[sliding[i]] / self.sticking[sliding[i]].1.mu).collect();
        let (mut s, m, n) = (about, y.len(), sliding.len());
        let mut last = f64::INFINITY;
        for _ in 0..MOST_NEWTON {
            let w = &motions * &y;
            let (loads, rates) = self.loads_at(s);
            let mut force = DVector::from_fn(moving.len(), |row, _| loads[moving[row]]);
            let rate = DVector::from_fn(moving.len(), |row, _| rates[moving[row]]);
            let mut slope = DMatrix::zeros(moving.len(), m + closed.len() + 1);
            slope.set_column(m + closed.len(), &rate);
            for (i, &place) in sliding.iter().enumerate() {
                let along = part(&w, i).try_normalize(0.0)?;
                let across = Vector2::new(-along.y, along.x);
                let rub = self.sticking[place].1;
                let own = closed.iter().position(|&(of, _)| of == i);
                let [bound, faster] = match own {
                    Some(k) => [rub.mu * q[k], 0.0],
                    None => rub.bound_with_slope(s),
                };
                let turns = motions.fixed_rows::<2>(2 * i).tr_mul(&across) * (bound / part(&w, i).norm());
                for axis in 0..2 {
                    let row = 2 * i + axis;
                    force[row] += along[axis] * bound;
                    slope[(row, m + closed.len())] += along[axis] * faster;
                    slope.view_mut((row, 0), (1, m)).tr_copy_from(&(&turns * across[axis]));
                    if let Some(k) = own {
                        slope[(row, m + k)] = along[axis] * rub.mu;
                    }
                }
                if let Some(k) = own {
                    force[2 * n + k] -= q[k];
                    slope[(2 * n + k, m + k)] = -1.0;
                }
            }
            let wanted = balance.ncols();
            let mut matrix = DMatrix::zeros(wanted + 1, m + closed.len() + 1);
            matrix.rows_mut(0, wanted).copy_from(&balance.tr_mul(&slope));
            matrix.view_mut((wanted, 0), (1, m)).tr_copy_from(&y);
            let mut wrong = DVector::zeros(wanted + 1);
            wrong.rows_mut(0, wanted).copy_from(&-balance.tr_mul(&force));
            // Redundant closed contacts brace each other by any force: of all steps the least.
            let step = match matrix.is_square() {
                true => matrix.lu().solve(&wrong)?,
                false => matrix.svd(true, true).solve(&wrong, f64::EPSILON.sqrt()).ok()?,
            };
            y = (&y + step.rows(0, m)).try_normalize(0.0)?;
            q.iter_mut().enumerate().for_each(|(k, q)| *q += step[m + k]);
            s += step[m + closed.len()];
            if !((s - about).abs() <= NEAR && s >= 0.0 && q.iter().all(|&q| q > 0.0)) {
                return None;
            }
            let moved = step.amax();
            let is_rounding = moved <= ROUNDED && moved >= 0.5 * last;
            last = moved;
            if moved <= SETTLED || is_rounding {
                let w = &motions * &y;
                let direction =
                    |(i, &place): (usize, &usize)| (self.sticking[place].0, part(&w, i).normalize());
                return Some(EndOfSharing {
                    s,
                    sliding: sliding.iter().enumerate().map(direction).collect(),
                });
            }
        }
        None
    }

    /// An orthonormal basis of the velocities in some rows that forces can cause while the `held` ones are at rest.
    fn allowed_motions(&self, rows: &[usize], held: &[usize]) -> Option<DMatrix<f64>> {
        let block = |rows: &[usize], columns: &[usize]| {
            DMatrix::from_fn(rows.len(), columns.len(), |i, k| self.response[(rows[i], columns[k])])
        };
        let mut response = block(rows, rows);
        if !held.is_empty() {
            let solver = Solver::of(block(held, held), &vec![1.0; held.len()]);
            let by = block(held, rows);
            let answers: Vec<DVector<f64>> =
                by.column_iter().map(|c| solver.solve(&c.into_owned())).collect();
            response -= block(rows, held) * DMatrix::from_columns(&answers);
        }
        let symmetric = (&response + response.transpose()) * 0.5;
        let eigen = symmetric.symmetric_eigen();
        let largest = eigen.eigenvalues.amax();
        let kept: Vec<usize> =
            (0..eigen.eigenvalues.len()).filter(|&k| eigen.eigenvalues[k] > FREE * largest).collect();
        (!kept.is_empty()).then(|| eigen.eigenvectors.select_columns(&kept))
    }
}
