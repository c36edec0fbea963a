//! Which contacts feel each other, where that is a small part of all.

use nalgebra::DMatrix;

use crate::flow::reaction::Row;
use crate::flow::stick_or_slide::ordering;

/// Fewer contacts are solved as fast with full matrices.
const MANY: usize = 24;
/// Matrices of which more than this part is not zero are full.
const FULL: f64 = 0.5;

/// The contacts that each contact feels, itself among them.
pub(in crate::flow) struct Neighbours(Vec<Vec<usize>>);

impl Neighbours {
    /// Of a response with two rows for each contact; none if it is small or full.
    pub fn of(response: &DMatrix<f64>) -> Option<Self> {
        let n = response.nrows() / 2;
        if n < MANY {
            return None;
        }
        let feels = |i: usize, j: usize| {
            i == j || response.fixed_view::<2, 2>(2 * i, 2 * j).iter().any(|&w| w != 0.0)
        };
        let neighbours: Vec<Vec<usize>> = (0..n).map(|i| (0..n).filter(|&j| feels(i, j)).collect()).collect();
        let entries: usize = neighbours.iter().map(Vec::len).sum();
        (entries as f64 <= FULL * (n * n) as f64).then_some(Self(neighbours))
    }

    /// The order in which these unknowns, each of one contact, are to be eliminated.
    pub fn order(&self, contacts: &[usize]) -> Vec<usize> {
        let mut place = vec![0; self.0.len()];
        ordering::narrow(&self.0).into_iter().enumerate().for_each(|(at, contact)| place[contact] = at);
        let mut order: Vec<usize> = (0..contacts.len()).collect();
        order.sort_by_key(|&unknown| place[contacts[unknown]]);
        order
    }

    /// The rows of a matrix between such unknowns.
    pub fn rows(&self, contacts: &[usize], entry: impl Fn(usize, usize) -> f64) -> Vec<Row> {
        let mut of_contact = vec![Vec::new(); self.0.len()];
        contacts.iter().enumerate().for_each(|(unknown, &contact)| of_contact[contact].push(unknown));
        let row = |(unknown, &contact): (usize, &usize)| {
            let columns = self.0[contact].iter().flat_map(|&other| of_contact[other].iter().copied());
            columns.map(|column| (column, entry(unknown, column))).collect()
        };
        contacts.iter().enumerate().map(row).collect()
    }
}
