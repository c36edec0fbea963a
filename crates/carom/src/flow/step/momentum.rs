//! Products with W by way of the bodies' momenta, where bodies are very unequal (P.7).
//!
//! Closed contacts stop the bodies along the columns of A = U_Hᵀ. Of the momenta y that the springs cause they leave what is
//! orthogonal to these. Columns of A are combined until they are unit vectors in as many components L as A has rank; the
//! other components R are free:
//!
//! ```text
//! A E = (1 C)ᵀ over (L, R),      y_R ← (1 + CᵀC)⁻¹ (y_R − Cᵀ y_L),      y_L ← −C y_R,
//! q_H = −E Δy_L,   Δy_L what y_L has lost                                               (F.4)
//! ```
//!
//! L are the components of the largest entries, and so of the lightest bodies: C is of the size √(m/M), and y_L follows y_R
//! by it. That is how bodies held together move as one. A light body that passes p on has p/√m before its contacts answer, of
//! which less than m/M stays; that is found here from the momentum of the heavy ones, to its last digits, where
//! a projection that takes the rest away would leave ε of all. Where closed contacts are redundant, E Δy_L is made the one
//! of least norm, measured by the speeds that the reactions cause.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::flow::frame::Entry;
use crate::flow::thresholds::DEPENDENT_ROOT;
use crate::root::Root;

/// The rows of U of a frame's members.
#[derive(Debug, Default)]
pub(in crate::flow) struct Momentum {
    /// The entries (component of y, u) of all rows, and where each row ends.
    entries: Vec<(usize, f64)>,
    row_end: Vec<usize>,
    /// Number of components of y.
    components: usize,
    /// The closed contacts that (F.4) is factored for.
    closed: Vec<usize>,
    /// The components L and R.
    bound: Vec<usize>,
    free: Vec<usize>,
    /// C, and the factors of 1 + CᵀC.
    follows: DMatrix<f64>,
    together: Option<Cholesky<f64, Dyn>>,
    /// E.
    inverse: DMatrix<f64>,
}

impl Momentum {
    /// Whether the frame has a root of W.
    pub fn is_kept(&self) -> bool {
        !self.row_end.is_empty()
    }

    /// Takes over the members' rows; none without a root.
    pub fn couple(&mut self, root: Option<&Root>, entries: &[Entry], held: &[usize]) {
        self.entries.clear();
        self.row_end.clear();
        let Some(root) = root else { return };
        for entry in entries {
            self.entries.extend_from_slice(root.row(entry.contact));
            self.row_end.push(self.entries.len());
        }
        self.components = root.len();
        let closed: Vec<usize> = held.iter().map(|&member| entries[member].contact).collect();
        if closed != self.closed {
            self.factor(held);
            self.closed = closed;
        }
    }

    fn row(&self, member: usize) -> &[(usize, f64)] {
        let start = if member == 0 { 0 } else { self.row_end[member - 1] };
        &self.entries[start..self.row_end[member]]
    }

    fn factor(&mut self, held: &[usize]) {
        let mut across = DMatrix::zeros(self.components, held.len());
        for (column, &member) in held.iter().enumerate() {
            self.row(member).iter().for_each(|&(k, u)| across[(k, column)] = u);
        }
        let scale = across.column_iter().map(|column| column.norm_squared()).collect::<Vec<f64>>();
        let is_touched = |&k: &usize| across.row(k).amax() > 0.0;
        let touched: Vec<usize> = (0..self.components).filter(is_touched).collect();
        let Reduction { pivots, turned } = Reduction::of(&mut across);
        self.bound = pivots.iter().map(|&(row, _)| row).collect();
        self.free = touched.into_iter().filter(|k| !self.bound.contains(k)).collect();
        let entry = |l: usize, r: usize| across[(self.free[r], pivots[l].1)];
        self.follows = DMatrix::from_fn(self.bound.len(), self.free.len(), entry);
        let together =
            self.follows.tr_mul(&self.follows) + DMatrix::identity(self.free.len(), self.free.len());
        self.together = together.cholesky(); // positive definite
        let columns: Vec<usize> = pivots.iter().map(|&(_, column)| column).collect();
        self.inverse = of_least_norm(&turned, &columns, &scale);
    }

    /// What loads cause, closed contacts answering them.
    pub fn gain(&self, load: impl Fn(usize) -> f64) -> Gain {
        let mut y = DVector::zeros(self.components);
        for member in 0..self.row_end.len() {
            let load = load(member);
            if load != 0.0 {
                self.row(member).iter().for_each(|&(k, u)| y[k] += u * load);
            }
        }
        if self.closed.is_empty() {
            return Gain { y, reaction: DVector::zeros(0) };
        }
        let of_bound = DVector::from_fn(self.bound.len(), |l, _| y[self.bound[l]]);
        let of_free = DVector::from_fn(self.free.len(), |r, _| y[self.free[r]]);
        let mut left = of_free - self.follows.tr_mul(&of_bound);
        if let Some(together) = &self.together {
            together.solve_mut(&mut left);
        }
        let following = -(&self.follows * &left);
        self.free.iter().zip(&left).for_each(|(&k, &left)| y[k] = left);
        self.bound.iter().zip(&following).for_each(|(&k, &following)| y[k] = following);
        Gain { y, reaction: -(&self.inverse * (of_bound - following)) } // (F.4)
    }

    /// What a gain makes of a member's velocity.
    pub fn velocity(&self, member: usize, gain: &Gain) -> f64 {
        self.row(member).iter().map(|&(k, u)| u * gain.y[k]).sum()
    }
}

/// Momenta that loads cause, and the reactions of the closed contacts to them.
#[derive(Debug)]
pub(in crate::flow) struct Gain {
    pub y: DVector<f64>,
    pub reaction: DVector<f64>,
}

/// Columns combined until they are unit vectors in the rows of the pivots.
struct Reduction {
    /// (row, column), in the order in which they were found.
    pivots: Vec<(usize, usize)>,
    /// How the columns were combined.
    turned: DMatrix<f64>,
}

impl Reduction {
    /// Reduces the columns, the largest entry first; those that depend on others are left as rounding.
    fn of(columns: &mut DMatrix<f64>) -> Self {
        let mut reduction =
            Self { pivots: Vec::new(), turned: DMatrix::identity(columns.ncols(), columns.ncols()) };
        let size: Vec<f64> = columns.row_iter().map(|row| row.amax()).collect();
        while let Some((row, column)) = reduction.largest(columns, &size) {
            let pivot = columns[(row, column)];
            columns.column_mut(column).unscale_mut(pivot);
            reduction.turned.column_mut(column).unscale_mut(pivot);
            for other in (0..columns.ncols()).filter(|&other| other != column) {
                let part = columns[(row, other)];
                if part != 0.0 {
                    subtract(columns, other, part, column);
                    subtract(&mut reduction.turned, other, part, column);
                    columns[(row, other)] = 0.0;
                }
            }
            reduction.pivots.push((row, column));
        }
        reduction
    }

    /// Where the largest entry is that could be the next pivot.
    fn largest(&self, columns: &DMatrix<f64>, size: &[f64]) -> Option<(usize, usize)> {
        let mut is_used = vec![false; columns.nrows()];
        self.pivots.iter().for_each(|&(row, _)| is_used[row] = true);
        let (mut found, mut largest) = (None, 0.0);
        for column in (0..columns.ncols()).filter(|c| self.pivots.iter().all(|(_, used)| used != c)) {
            for row in (0..columns.nrows()).filter(|&row| !is_used[row]) {
                let entry = columns[(row, column)].abs();
                if entry > largest && entry > DEPENDENT_ROOT * size[row] {
                    (found, largest) = (Some((row, column)), entry);
                }
            }
        }
        found
    }
}

/// Subtracts `part` times one column from another.
fn subtract(columns: &mut DMatrix<f64>, from: usize, part: f64, column: usize) {
    for row in 0..columns.nrows() {
        let value = columns[(row, column)];
        columns[(row, from)] -= part * value;
    }
}

/// The given columns of `turned`, less what of them the other columns can do, in the norm with the given squares of scales.
fn of_least_norm(turned: &DMatrix<f64>, columns: &[usize], scale: &[f64]) -> DMatrix<f64> {
    let needed = turned.select_columns(columns);
    let idle: Vec<usize> = (0..turned.ncols()).filter(|column| !columns.contains(column)).collect();
    if idle.is_empty() {
        return needed;
    }
    let idle = turned.select_columns(&idle);
    let measured = DMatrix::from_fn(idle.ncols(), idle.nrows(), |i, j| idle[(j, i)] * scale[j]);
    match (&measured * &idle).cholesky() {
        Some(norm) => &needed - &idle * norm.solve(&(measured * &needed)),
        None => needed,
    }
}
