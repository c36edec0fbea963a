//! What holds members of a step at rest: reactions of closed contacts, and friction of rigid ones that stick.

use nalgebra::{DMatrix, DVector, SymmetricEigen, Vector3};

use super::rub::Course;
use crate::power_flow::frame::{Frame, Role};

/// Eigenvalues below this part of the greatest are those of redundant contacts.
const REDUNDANT: f64 = 1e-11;

/// An axis of a member along which its velocity stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub member: usize,
    /// 0 and 1 of the tangents, 2 of the normal.
    pub axis: usize,
}

/// All that is held in a step, and how it answers.
#[derive(Debug, Clone)]
pub(crate) struct Hold {
    rows: Vec<Row>,
    /// The answers to velocities: −W⁻¹ among the rows, of least norm where they are redundant.
    answers: DMatrix<f64>,
}

impl Hold {
    pub fn of(frame: &Frame) -> Self {
        let mut rows = Vec::new();
        let mut weights = Vec::new();
        for (member, (entry, rub)) in frame.entries.iter().zip(&frame.rubs).enumerate() {
            if rub.start.course == Course::Held {
                rows.extend([0, 1].map(|axis| Row { member, axis }));
                weights.extend([rub.start.share.max(f64::MIN_POSITIVE).sqrt(); 2]);
            }
            if entry.role == Role::Held {
                rows.push(Row { member, axis: 2 });
                weights.push(1.0);
            }
        }
        Self { answers: answers(frame, &rows, &weights), rows }
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether the velocity of a member stays along an axis.
    pub fn holds(&self, member: usize, axis: usize) -> bool {
        self.rows.contains(&Row { member, axis })
    }

    /// The pushes along the rows that answer all others.
    pub fn answer(&self, frame: &Frame, push: impl Fn(usize) -> Vector3<f64>) -> Vec<f64> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let gained = self.rows.iter().map(|row| {
            let mut gained = 0.0;
            for (j, w) in frame.block_row(row.member) {
                let mut push = push(j);
                (0..3).filter(|&axis| self.holds(j, axis)).for_each(|axis| push[axis] = 0.0);
                gained += (w.row(row.axis) * push).x;
            }
            gained
        });
        let gained = DVector::from_iterator(self.rows.len(), gained);
        (&self.answers * gained).iter().copied().collect()
    }
}

/// −D (D W D)⁺ D, with D the weights if contacts are redundant.
fn answers(frame: &Frame, rows: &[Row], weights: &[f64]) -> DMatrix<f64> {
    let n = rows.len();
    if n == 0 {
        return DMatrix::zeros(0, 0);
    }
    let mut among = DMatrix::zeros(n, n);
    for (a, row) in rows.iter().enumerate() {
        for (j, w) in frame.block_row(row.member) {
            for (b, _) in rows.iter().enumerate().filter(|(_, other)| other.member == j) {
                among[(a, b)] = w[(row.axis, rows[b].axis)];
            }
        }
    }
    if let Some(inverse) = among.clone().cholesky().filter(|_| !is_redundant(&among)) {
        return -inverse.inverse();
    }
    let weigh = DMatrix::from_diagonal(&DVector::from_row_slice(weights));
    let eigen = SymmetricEigen::new(&weigh * among * &weigh);
    let largest = eigen.eigenvalues.amax();
    let inverted = eigen.eigenvalues.map(|x| if x > REDUNDANT * largest { 1.0 / x } else { 0.0 });
    let vectors = eigen.eigenvectors;
    -(&weigh * &vectors * DMatrix::from_diagonal(&inverted) * vectors.transpose() * &weigh)
}

fn is_redundant(matrix: &DMatrix<f64>) -> bool {
    let eigenvalues = matrix.symmetric_eigenvalues();
    eigenvalues.min() <= REDUNDANT * eigenvalues.max()
}
