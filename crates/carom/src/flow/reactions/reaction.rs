//! The reactions that keep closed contacts closed: W_HH q = b, with W_HH possibly singular.
//!
//! Closed contacts couple only to neighbours, so W_HH is factored as L D Lᵀ within its envelope: from the first
//! non-zero of each row to the diagonal. A chain of n costs O(n), a full block O(n³).

use crate::flow::thresholds::DEPENDENT;
use nalgebra::{DMatrix, DVector};

/// A row of a sparse matrix: (column, value).
pub(crate) type Row = Vec<(usize, f64)>;

/// A solver for the reactions of one set of closed contacts.
#[derive(Debug, Default)]
pub(crate) enum Reactions {
    /// No contact is closed.
    #[default]
    None,
    /// Independent contacts.
    Regular(Envelope),
    /// Redundant contacts: of all ways to share the load, the one of least norm, which favours no contact.
    Redundant(DMatrix<f64>),
}

impl Reactions {
    /// `rows` holds, for each closed contact, its (column, value) entries.
    pub fn of(rows: &[Row]) -> Self {
        if rows.is_empty() {
            return Self::None;
        }
        if let Some(factor) = Envelope::factor(rows) {
            return Self::Regular(factor);
        }
        let mut block = DMatrix::zeros(rows.len(), rows.len());
        for (i, row) in rows.iter().enumerate() {
            for &(j, w) in row {
                block[(i, j)] = w;
            }
        }
        Self::Redundant(pseudo_inverse(block))
    }

    /// Replaces the accelerations to be stopped by the loads that stop them.
    pub fn solve(&self, needed: &mut [f64]) {
        match self {
            Self::None => {}
            Self::Regular(factor) => factor.solve(needed),
            Self::Redundant(inverse) => {
                let loads = inverse * DVector::from_column_slice(needed);
                needed.copy_from_slice(loads.as_slice());
            }
        }
    }
}

/// L D Lᵀ with L stored by rows, each from its first non-zero.
#[derive(Debug)]
pub(crate) struct Envelope {
    first: Vec<usize>,
    row_start: Vec<usize>,
    lower: Vec<f64>,
    pivot: Vec<f64>,
}

impl Default for Envelope {
    fn default() -> Self {
        Self { first: vec![], row_start: vec![0], lower: vec![], pivot: vec![] }
    }
}

impl Envelope {
    /// None if the contacts are not independent.
    pub fn factor(rows: &[Row]) -> Option<Self> {
        Self::factor_above(rows, DEPENDENT)
    }

    /// None if a pivot is no larger than this part of what its row has on the diagonal.
    pub fn factor_above(rows: &[Row], least: f64) -> Option<Self> {
        let mut factor = Self::default();
        for row in rows {
            let (pivot, diagonal) = factor.take(row);
            if pivot <= least * diagonal {
                return None;
            }
        }
        Some(factor)
    }

    /// Leaves out rows that depend on those before, and says which: a pivot without end keeps their unknowns at zero.
    pub fn factor_dependent(rows: &[Row]) -> (Self, Vec<usize>) {
        let (mut factor, mut dependent) = (Self::default(), Vec::new());
        for (i, row) in rows.iter().enumerate() {
            let (pivot, diagonal) = factor.take(row);
            if pivot <= DEPENDENT * diagonal {
                factor.pivot[i] = f64::INFINITY;
                dependent.push(i);
            }
        }
        (factor, dependent)
    }

    /// Takes one more row; returns its pivot, and what it has on the diagonal.
    fn take(&mut self, row: &Row) -> (f64, f64) {
        let i = self.pivot.len();
        let first = row.iter().map(|&(j, _)| j).min().unwrap_or(i).min(i);
        let at = self.lower.len();
        self.lower.resize(at + i - first, 0.0);
        let mut diagonal = 0.0;
        for &(j, w) in row {
            match j.cmp(&i) {
                std::cmp::Ordering::Less => self.lower[at + j - first] = w,
                std::cmp::Ordering::Equal => diagonal = w,
                std::cmp::Ordering::Greater => {}
            }
        }
        self.first.push(first);
        let pivot = diagonal - self.eliminate(i, at);
        self.pivot.push(pivot);
        self.row_start.push(self.lower.len());
        (pivot, diagonal)
    }

    /// The unknowns that answer nothing, with one at a row that [`Envelope::factor_dependent`] has left out: L₁ᵀ x = −l.
    pub fn null_vector(&self, dependent: usize, x: &mut [f64]) {
        let (first, row) = (self.first[dependent], self.row(dependent));
        x.fill(0.0);
        x[dependent] = 1.0;
        x[first..dependent].iter_mut().zip(row).for_each(|(x, l)| *x = -l);
        for i in (0..dependent).rev() {
            let value = x[i];
            x[self.first[i]..i].iter_mut().zip(self.row(i)).for_each(|(y, l)| *y -= l * value);
        }
    }

    /// A row of L, from its first non-zero to the diagonal.
    fn row(&self, i: usize) -> &[f64] {
        &self.lower[self.row_start[i]..self.row_start[i + 1]]
    }

    /// Turns row i, stored from `at`, into a row of L; returns what it takes from its pivot.
    fn eliminate(&mut self, i: usize, at: usize) -> f64 {
        let first = self.first[i];
        for j in first..i {
            let (start, from) = (self.row_start[j], self.first[j].max(first));
            let known: f64 =
                (from..j).map(|k| self.lower[at + k - first] * self.lower[start + k - self.first[j]]).sum();
            self.lower[at + j - first] -= known;
        }
        let mut taken = 0.0;
        for j in first..i {
            let scaled = self.lower[at + j - first];
            self.lower[at + j - first] = scaled / self.pivot[j];
            taken += scaled * self.lower[at + j - first];
        }
        taken
    }

    pub fn solve(&self, x: &mut [f64]) {
        for i in 0..x.len() {
            let known: f64 = self.row(i).iter().zip(&x[self.first[i]..i]).map(|(l, y)| l * y).sum();
            x[i] -= known;
        }
        for i in (0..x.len()).rev() {
            x[i] /= self.pivot[i];
        }
        for i in (0..x.len()).rev() {
            let value = x[i];
            x[self.first[i]..i].iter_mut().zip(self.row(i)).for_each(|(y, l)| *y -= l * value);
        }
    }
}

/// Moore-Penrose inverse of a symmetric positive semidefinite matrix.
fn pseudo_inverse(block: DMatrix<f64>) -> DMatrix<f64> {
    let eigen = block.symmetric_eigen();
    let cutoff = DEPENDENT * eigen.eigenvalues.max();
    let inverse = eigen.eigenvalues.map(|x| if x > cutoff { 1.0 / x } else { 0.0 });
    &eigen.eigenvectors * DMatrix::from_diagonal(&inverse) * eigen.eigenvectors.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(full: &DMatrix<f64>) -> Vec<Vec<(usize, f64)>> {
        let row = |i| (0..full.ncols()).map(|j| (j, full[(i, j)])).filter(|e| e.1 != 0.0).collect();
        (0..full.nrows()).map(row).collect()
    }

    #[test]
    fn redundant_contacts_share_the_load_evenly() {
        let reactions = Reactions::of(&rows(&DMatrix::from_element(2, 2, 1.0)));
        let mut load = [1.0, 1.0];
        reactions.solve(&mut load);
        assert!((load[0] - 0.5).abs() < 1e-14 && (load[1] - 0.5).abs() < 1e-14);
    }

    #[test]
    fn independent_contacts_get_the_reactions_that_stop_them() {
        // A chain with a second branch and one entry far from the diagonal.
        let mut block = DMatrix::from_diagonal_element(6, 6, 4.0);
        for (i, j, w) in [(0, 1, -1.0), (1, 2, -1.0), (2, 5, 0.5), (3, 4, -1.5), (0, 4, 0.25)] {
            (block[(i, j)], block[(j, i)]) = (w, w);
        }
        let reactions = Reactions::of(&rows(&block));
        assert!(matches!(reactions, Reactions::Regular(_)));
        let needed = [1.0, -2.0, 0.5, 3.0, 0.0, 1.0];
        let mut load = needed;
        reactions.solve(&mut load);
        let stopped = block * DVector::from_column_slice(&load) - DVector::from_column_slice(&needed);
        assert!(stopped.norm() < 1e-15);
    }
}
