//! Many equations whose matrix is symmetric and sparse.

use crate::flow::few;
use crate::flow::reaction::{Envelope, Row};

/// Equations whose matrix is symmetric and sparse, taken contact by contact, so that its envelope is narrow.
#[derive(Debug)]
pub(in crate::flow) struct SparseEquations {
    /// The equations in the order in which they are solved.
    order: Vec<usize>,
    factor: Envelope,
}

impl SparseEquations {
    /// None if they are few, or not independent.
    pub fn of(rows: &[Row], contacts: &[usize]) -> Option<Self> {
        if rows.len() <= few::FEW {
            return None;
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|&row| contacts[row]);
        let mut place = vec![0; rows.len()];
        order.iter().enumerate().for_each(|(at, &row)| place[row] = at);
        let counts = |&&(_, w): &&(usize, f64)| w != 0.0;
        let sorted = |&row: &usize| rows[row].iter().filter(counts).map(|&(j, w)| (place[j], w)).collect();
        let sorted: Vec<Row> = order.iter().map(sorted).collect();
        Envelope::factor(&sorted).map(|factor| Self { order, factor })
    }

    /// Turns what is wanted into the answer; `spare` is as long.
    pub fn solve_in_place(&self, wanted: &mut [f64], spare: &mut [f64]) {
        self.order.iter().zip(spare.iter_mut()).for_each(|(&row, x)| *x = wanted[row]);
        self.factor.solve(spare);
        self.order.iter().zip(spare).for_each(|(&row, x)| wanted[row] = *x);
    }
}
