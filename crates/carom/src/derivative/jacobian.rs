//! A matrix of derivatives with a name for every row and column, and what must be known before it is trusted.

use nalgebra::DMatrix;

use super::kink::Kink;
use super::output::{ContactOutput, Output};
use super::parameter::{ContactParameter, Direction, Parameter};

/// Derivatives of the outputs `O`, a row each, by `P`, a column each.
#[derive(Debug, Clone)]
pub struct Jacobian<O, P> {
    rows: Vec<O>,
    columns: Vec<P>,
    matrix: DMatrix<f64>,
    kinks: Vec<Kink>,
}

/// Derivatives in contact space.
pub type ContactJacobian = Jacobian<ContactOutput, ContactParameter>;
/// Derivatives of what bodies do.
pub type ImpactJacobian = Jacobian<Output, Parameter>;
/// Derivatives of what bodies do along directions.
pub type ImpactDerivatives = Jacobian<Output, Direction<Parameter>>;

impl<O: PartialEq, P: PartialEq> Jacobian<O, P> {
    pub(super) fn new(rows: Vec<O>, columns: Vec<P>, matrix: DMatrix<f64>, kinks: Vec<Kink>) -> Self {
        debug_assert_eq!((rows.len(), columns.len()), matrix.shape());
        Self { rows, columns, matrix, kinks }
    }

    /// What is differentiated, row by row.
    #[must_use]
    pub fn rows(&self) -> &[O] {
        &self.rows
    }

    /// By what, column by column.
    #[must_use]
    pub fn columns(&self) -> &[P] {
        &self.columns
    }

    /// The derivatives, each in the unit of its row over that of its column.
    #[must_use]
    pub fn matrix(&self) -> &DMatrix<f64> {
        &self.matrix
    }

    /// The derivative of one output by one parameter, if it is among them.
    #[must_use]
    pub fn get(&self, output: &O, parameter: &P) -> Option<f64> {
        let row = self.rows.iter().position(|o| o == output)?;
        let column = self.columns.iter().position(|p| p == parameter)?;
        Some(self.matrix[(row, column)])
    }

    /// Where the outcome has no derivative in the usual sense: the matrix is that of the branch taken.
    #[must_use]
    pub fn kinks(&self) -> &[Kink] {
        &self.kinks
    }

    /// Whether no kink concerns a column.
    #[must_use]
    pub fn is_smooth_along(&self, column: usize) -> bool {
        !self.kinks.iter().any(|kink| kink.columns.contains(&column))
    }
}
