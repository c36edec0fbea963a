//! Many equations whose matrix is symmetric and sparse.

use nalgebra::DMatrix;

use crate::flow::few;
use crate::flow::reaction::{Envelope, Row};
use crate::flow::stick_or_slide::ordering;
use crate::flow::stick_or_slide::shared::{LEAST_SHARE, without_rounding};

/// Equations whose matrix is symmetric and sparse, taken in an order in which its envelope is narrow.
#[derive(Debug)]
pub(in crate::flow) struct SparseEquations {
    /// The equations in the order in which they are solved.
    order: Vec<usize>,
    factor: Envelope,
}

impl SparseEquations {
    /// Given by rows, each of the contact of that number. None if they are few, or not independent.
    pub fn of(rows: &[Row], contacts: &[usize]) -> Option<Self> {
        if rows.len() <= few::FEW {
            return None;
        }
        let order = if rows.len() > MANY { order_of(rows) } else { by_contact(contacts) };
        Envelope::factor(&sorted(rows, &order)).map(|factor| Self { order, factor })
    }

    /// In a given order, however close to singular the matrix is; none if it is not positive definite.
    pub fn positive(rows: &[Row], order: &[usize]) -> Option<Self> {
        let factor = Envelope::factor_above(&sorted(rows, order), 0.0)?;
        Some(Self { order: order.to_vec(), factor })
    }

    /// Turns what is wanted into the answer; `spare` is as long.
    pub fn solve_in_place(&self, wanted: &mut [f64], spare: &mut [f64]) {
        self.order.iter().zip(spare.iter_mut()).for_each(|(&row, x)| *x = wanted[row]);
        self.factor.solve(spare);
        self.order.iter().zip(spare).for_each(|(&row, x)| wanted[row] = *x);
    }
}

/// Symmetric and sparse equations that depend on each other: of all answers the one that bears least. In units of what each unknown bears, y = x/b, that is the one with no
/// part in the null space; Z is an orthonormal basis of that,
///
/// ```text
/// x = x₀ − b Z Zᵀ (x₀/b)                                                                              (U.3)
/// ```
///
/// with x₀ any answer: that which leaves out unknowns whose pivots vanish.
#[derive(Debug)]
pub(in crate::flow) struct SparseSharedEquations {
    order: Vec<usize>,
    rows: Vec<Row>,
    factor: Envelope,
    /// b.
    bears: Vec<f64>,
    /// Z.
    ways: DMatrix<f64>,
}

impl SparseSharedEquations {
    /// None if they are few, or nothing is shared by what can bear.
    pub fn of(rows: &[Row], bears: &[f64]) -> Option<Self> {
        let largest = bears.iter().fold(0.0_f64, |a, &b| a.max(b));
        if rows.len() <= MANY || largest <= 0.0 || rows.iter().flatten().any(|(_, w)| !w.is_finite()) {
            return None;
        }
        let order = order_of(rows);
        let rows = sorted(rows, &order);
        let (factor, dependent) = Envelope::factor_dependent(&rows);
        let bears: Vec<f64> = order.iter().map(|&row| bears[row].max(LEAST_SHARE * largest)).collect();
        let mut null = DMatrix::zeros(rows.len(), dependent.len());
        for (mut way, &row) in null.column_iter_mut().zip(&dependent) {
            factor.null_vector(row, way.as_mut_slice());
            without_rounding(&mut way);
            way.iter_mut().zip(&bears).for_each(|(x, bears)| *x /= bears);
        }
        Some(Self { order, rows, factor, bears, ways: null.qr().q() })
    }

    /// Turns what is wanted into the answer; `spare` is as long.
    pub fn solve_in_place(&self, wanted: &mut [f64], spare: &mut [f64]) {
        self.order.iter().zip(spare.iter_mut()).for_each(|(&row, x)| *x = wanted[row]);
        wanted.copy_from_slice(spare);
        self.factor.solve(spare);
        // Conditions that are nearly dependent cost digits, which correcting the answer once gives back.
        for (row, left) in self.rows.iter().zip(wanted.iter_mut()) {
            *left -= row.iter().map(|&(j, w)| w * spare[j]).sum::<f64>();
        }
        self.factor.solve(wanted);
        spare.iter_mut().zip(wanted.iter()).for_each(|(x, more)| *x += more);
        for way in self.ways.column_iter() {
            let part: f64 = way.iter().zip(spare.iter().zip(&self.bears)).map(|(z, (x, b))| z * x / b).sum();
            spare.iter_mut().zip(way.iter().zip(&self.bears)).for_each(|(x, (z, b))| *x -= b * z * part);
        }
        self.order.iter().zip(spare).for_each(|(&row, x)| wanted[row] = *x);
    }
}

/// More equations than these have an envelope worth narrowing, and are taken as sparse also where they depend on each other: fewer are solved as fast by elimination with
/// pivots, which loses fewer digits.
pub(in crate::flow) const MANY: usize = 48;

/// Contact by contact: narrow enough for a few of them.
fn by_contact(contacts: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..contacts.len()).collect();
    order.sort_by_key(|&row| contacts[row]);
    order
}

/// The order in which many equations are taken.
pub(in crate::flow) fn order_of(rows: &[Row]) -> Vec<usize> {
    let others =
        |(i, row): (usize, &Row)| row.iter().filter(|&&(j, w)| w != 0.0 && j != i).map(|&(j, _)| j).collect();
    ordering::narrow(&rows.iter().enumerate().map(others).collect::<Vec<Vec<usize>>>())
}

fn sorted(rows: &[Row], order: &[usize]) -> Vec<Row> {
    let mut place = vec![0; rows.len()];
    order.iter().enumerate().for_each(|(at, &row)| place[row] = at);
    let counts = |&&(_, w): &&(usize, f64)| w != 0.0;
    let taken = |&row: &usize| rows[row].iter().filter(counts).map(|&(j, w)| (place[j], w)).collect();
    order.iter().map(taken).collect()
}
