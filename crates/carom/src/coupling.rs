//! The contact-space matrix W = J M⁻¹ Jᵀ of (P.1), stored by rows.
//!
//! Wᵢⱼ is the velocity that a unit impulse at contact j causes at contact i: a number if only normals matter, a block
//! over (t₁, t₂, n) if a contact has friction. W is symmetric, positive semidefinite, and zero unless the two
//! contacts share a body that can move, so a row has a handful of entries however many contacts there are.

use nalgebra::{DMatrix, Matrix2, Matrix3};

use crate::error::InputError;
use crate::root::Root;

/// An eigenvalue of a given matrix may be below zero by this part of the largest before it is called negative:
/// a hundred times the rounding of the entries themselves.
const ROUNDING_OF_EIGENVALUES: f64 = 1e-13;

/// A given matrix may differ from its transpose by this part of its largest entry: decimals in a file.
const ASYMMETRY: f64 = 1e-9;

/// Sparse symmetric positive semidefinite matrix over the contacts.
#[derive(Debug, Clone, Default)]
pub struct Coupling {
    row_start: Vec<usize>,
    column: Vec<usize>,
    value: Vec<f64>,
    diagonal: Vec<f64>,
    /// The block of each entry over (t₁, t₂, n); empty if no contact has friction.
    blocks: Vec<Matrix3<f64>>,
    /// U of (P.7), where bodies are very unequal and no contact has friction.
    root: Option<Root>,
}

/// The place of the normal in a block over (t₁, t₂, n).
pub(crate) const NORMAL: usize = 2;

impl Coupling {
    /// From a full matrix over the normals, which must be finite, symmetric and positive semidefinite with a positive
    /// diagonal.
    pub fn from_matrix(matrix: &DMatrix<f64>) -> Result<Self, InputError> {
        let matrix = checked(matrix)?;
        let n = matrix.nrows();
        let rows = (0..n).map(|i| (0..n).map(|j| (j, matrix[(i, j)])).filter(|&(_, w)| w != 0.0).collect());
        Self::from_rows(rows.collect())
    }

    /// From a full matrix over (t₁, t₂, n) of every contact, three rows and columns each, under the same conditions.
    pub fn from_spatial_matrix(matrix: &DMatrix<f64>) -> Result<Self, InputError> {
        if !matrix.nrows().is_multiple_of(3) {
            let (rows, columns) = matrix.shape();
            return Err(InputError::MatrixShape { rows, columns, contacts: rows.div_ceil(3) });
        }
        let matrix = checked(matrix)?;
        let block = |i: usize, j: usize| matrix.fixed_view::<3, 3>(3 * i, 3 * j).into_owned();
        let n = matrix.nrows() / 3;
        let rows = (0..n)
            .map(|i| (0..n).map(|j| (j, block(i, j))).filter(|(_, w)| w.iter().any(|&x| x != 0.0)).collect());
        Self::from_block_rows(rows.collect())
    }

    /// From rows of (column, block), each with its diagonal block.
    pub(crate) fn from_block_rows(rows: Vec<Vec<(usize, Matrix3<f64>)>>) -> Result<Self, InputError> {
        let normals =
            |row: &Vec<(usize, Matrix3<f64>)>| row.iter().map(|(j, w)| (*j, w[(NORMAL, NORMAL)])).collect();
        let mut coupling = Self::from_rows(rows.iter().map(normals).collect())?;
        coupling.blocks = rows.into_iter().flatten().map(|(_, block)| block).collect();
        Ok(coupling)
    }

    /// The same matrix without the tangents of frictionless contacts, which never carry an impulse.
    #[must_use]
    pub(crate) fn without_idle_tangents(&self, has_friction: &[bool]) -> Self {
        let kept = |i: usize, axis: usize| axis == NORMAL || has_friction[i];
        let masked = |i: usize, j: usize, w: &Matrix3<f64>| {
            Matrix3::from_fn(|a, b| if kept(i, a) && kept(j, b) { w[(a, b)] } else { 0.0 })
        };
        let mut coupling = Self { row_start: vec![0], diagonal: self.diagonal.clone(), ..Self::default() };
        let spatial = has_friction.iter().any(|&has| has);
        for i in 0..self.len() {
            for (j, w) in self.block_row(i) {
                let block = masked(i, j, w);
                if block.iter().any(|&x| x != 0.0) {
                    coupling.column.push(j);
                    coupling.value.push(block[(NORMAL, NORMAL)]);
                    coupling.blocks.extend(spatial.then_some(block));
                }
            }
            coupling.row_start.push(coupling.column.len());
        }
        coupling
    }

    /// Leaves the normals alone.
    pub(crate) fn forget_tangents(&mut self) {
        self.blocks.clear();
    }

    /// Whether the matrix knows tangents.
    #[must_use]
    pub fn is_spatial(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The non-zero blocks (j, Wᵢⱼ) of row i over (t₁, t₂, n); none unless the matrix is spatial.
    #[inline]
    pub fn block_row(&self, contact: usize) -> impl Iterator<Item = (usize, &Matrix3<f64>)> + '_ {
        let range =
            if self.is_spatial() { self.row_start[contact]..self.row_start[contact + 1] } else { 0..0 };
        self.column[range.clone()].iter().copied().zip(&self.blocks[range])
    }

    /// The tangential part of a contact's own block, in 1/kg; zero unless the matrix is spatial.
    #[must_use]
    pub(crate) fn tangential_diagonal(&self, contact: usize) -> Matrix2<f64> {
        let own = self.block_row(contact).find(|&(j, _)| j == contact);
        own.map_or(Matrix2::zeros(), |(_, w)| w.fixed_view::<2, 2>(0, 0).into_owned())
    }
    /// From rows of (column, value), each with its diagonal entry.
    pub(crate) fn from_rows(rows: Vec<Vec<(usize, f64)>>) -> Result<Self, InputError> {
        let mut coupling = Self { row_start: vec![0], ..Self::default() };
        for (i, row) in rows.into_iter().enumerate() {
            let diagonal = row.iter().find(|&&(j, _)| j == i).map_or(0.0, |&(_, w)| w);
            if diagonal <= 0.0 {
                return Err(InputError::Immovable { contact: i });
            }
            coupling.diagonal.push(diagonal);
            for (j, w) in row {
                coupling.column.push(j);
                coupling.value.push(w);
            }
            coupling.row_start.push(coupling.column.len());
        }
        Ok(coupling)
    }

    /// The same matrix, with its root.
    #[must_use]
    pub(crate) fn with_root(self, root: Option<Root>) -> Self {
        Self { root, ..self }
    }

    /// U of (P.7), if steps should use it.
    pub(crate) fn root(&self) -> Option<&Root> {
        self.root.as_ref().filter(|root| root.is_small())
    }

    /// U of (P.7), if bodies are very unequal.
    pub(crate) fn whole_root(&self) -> Option<&Root> {
        self.root.as_ref()
    }

    /// Adds the velocities that normal impulses at the given contacts cause at all contacts (P.1).
    pub(crate) fn accelerate(&self, contacts: &[usize], impulses: &[f64], velocity: &mut [f64]) {
        if let Some(root) = &self.root {
            return root.accelerate(contacts, impulses, velocity);
        }
        for (&contact, impulse) in contacts.iter().zip(impulses) {
            self.row(contact).for_each(|(j, w)| velocity[j] += w * impulse);
        }
    }

    /// Number of contacts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.diagonal.len()
    }

    /// Whether there is no contact.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.diagonal.is_empty()
    }

    /// Wᵢᵢ, the velocity that a unit impulse causes at its own contact, in 1/kg.
    #[inline]
    #[must_use]
    pub fn diagonal(&self, contact: usize) -> f64 {
        self.diagonal[contact]
    }

    /// The non-zero entries (j, Wᵢⱼ) of row i.
    #[inline]
    pub fn row(&self, contact: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.row_start[contact]..self.row_start[contact + 1];
        self.column[range.clone()].iter().copied().zip(self.value[range].iter().copied())
    }

    /// The same matrix as a full one.
    #[must_use]
    pub fn to_matrix(&self) -> DMatrix<f64> {
        let mut full = DMatrix::zeros(self.len(), self.len());
        for i in 0..self.len() {
            for (j, w) in self.row(i) {
                full[(i, j)] = w;
            }
        }
        full
    }

    /// The block over the contacts `kept`, renumbered in their order.
    #[must_use]
    pub(crate) fn block(&self, kept: &[usize]) -> Self {
        let mut number = vec![None; self.len()];
        for (new, &old) in kept.iter().enumerate() {
            number[old] = Some(new);
        }
        let mut block = Self {
            row_start: Vec::with_capacity(kept.len() + 1),
            column: Vec::with_capacity(self.column.len()),
            value: Vec::with_capacity(self.column.len()),
            diagonal: Vec::with_capacity(kept.len()),
            blocks: Vec::with_capacity(self.blocks.len()),
            root: self.root.as_ref().and_then(|root| root.block(kept)),
        };
        block.row_start.push(0);
        for &old in kept {
            block.diagonal.push(self.diagonal[old]);
            for entry in self.row_start[old]..self.row_start[old + 1] {
                if let Some(new) = number[self.column[entry]] {
                    block.column.push(new);
                    block.value.push(self.value[entry]);
                    block.blocks.extend(self.blocks.get(entry));
                }
            }
            block.row_start.push(block.column.len());
        }
        block
    }

    /// The sets of contacts that cannot feel each other, each in ascending order, ordered by their first contact.
    #[must_use]
    pub fn clusters(&self) -> Vec<Vec<usize>> {
        let mut cluster_of = vec![None; self.len()];
        let mut clusters: Vec<Vec<usize>> = Vec::new();
        for seed in 0..self.len() {
            if cluster_of[seed].is_some() {
                continue;
            }
            cluster_of[seed] = Some(clusters.len());
            let mut members = vec![seed];
            let mut next = 0;
            while let Some(&i) = members.get(next) {
                next += 1;
                for (j, _) in self.row(i) {
                    if cluster_of[j].is_none() {
                        cluster_of[j] = Some(clusters.len());
                        members.push(j);
                    }
                }
            }
            members.sort_unstable();
            clusters.push(members);
        }
        clusters
    }
}

/// The symmetric part of a matrix that is finite, symmetric to the digits of a file and positive semidefinite.
fn checked(matrix: &DMatrix<f64>) -> Result<DMatrix<f64>, InputError> {
    let n = matrix.nrows();
    if matrix.ncols() != n {
        return Err(InputError::MatrixShape { rows: n, columns: matrix.ncols(), contacts: n });
    }
    if matrix.iter().any(|x| !x.is_finite()) {
        return Err(InputError::NotFinite { what: "the contact matrix" });
    }
    for i in 0..n {
        for j in 0..i {
            if (matrix[(i, j)] - matrix[(j, i)]).abs() > ASYMMETRY * matrix.amax() {
                return Err(InputError::MatrixNotSymmetric { row: j + 1, column: i + 1 });
            }
        }
    }
    if n == 0 {
        return Ok(matrix.clone());
    }
    let matrix = (matrix + matrix.transpose()) * 0.5;
    // Scaled, so that the iteration for the eigenvalues cannot overflow.
    let eigenvalues = (&matrix / matrix.amax().max(f64::MIN_POSITIVE)).symmetric_eigenvalues();
    let largest = eigenvalues.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let smallest = eigenvalues.iter().copied().fold(f64::INFINITY, f64::min);
    if smallest < -ROUNDING_OF_EIGENVALUES * largest {
        return Err(InputError::MatrixNotPositive { smallest: smallest * matrix.amax() });
    }
    Ok(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dmatrix;

    #[test]
    fn a_matrix_that_is_no_contact_matrix_is_refused() {
        let bad = |m: DMatrix<f64>| Coupling::from_matrix(&m).expect_err("must be refused");
        assert!(matches!(bad(dmatrix![1.0, 2.0; 0.0, 1.0]), InputError::MatrixNotSymmetric { .. }));
        assert!(matches!(bad(dmatrix![1.0, 2.0; 2.0, 1.0]), InputError::MatrixNotPositive { .. }));
        assert!(matches!(bad(dmatrix![1.0, 0.0; 0.0, 0.0]), InputError::Immovable { contact: 1 }));
        assert!(matches!(bad(dmatrix![f64::NAN]), InputError::NotFinite { .. }));
        assert!(matches!(bad(DMatrix::zeros(1, 2)), InputError::MatrixShape { .. }));
    }

    #[test]
    fn contacts_that_share_no_moving_body_form_clusters_of_their_own() {
        let w = dmatrix![2.0, 0.0, -1.0; 0.0, 1.0, 0.0; -1.0, 0.0, 2.0];
        let coupling = Coupling::from_matrix(&w).unwrap();
        assert_eq!(coupling.clusters(), vec![vec![0, 2], vec![1]]);
        assert_eq!(coupling.to_matrix(), w);
        assert_eq!(coupling.block(&[2, 0]).to_matrix(), dmatrix![2.0, -1.0; -1.0, 2.0]);
    }
}
