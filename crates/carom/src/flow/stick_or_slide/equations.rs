//! Systems of linear equations (U.1), each in the memory that suits it.
//!
//! A few equations are solved on the stack ([`few`](crate::flow::few)), many that are symmetric and sparse in an envelope ([`sparse`](crate::flow::stick_or_slide::sparse)), dependent ones so that unknowns share
//! ([`shared`](crate::flow::stick_or_slide::shared)), and all others by elimination.

use nalgebra::{DMatrix, DVector, DVectorViewMut, Dyn, LU};

use crate::flow::few::{self, FewEquations};
use crate::flow::reaction::Row;
use crate::flow::stick_or_slide::shared::SharedEquations;
use crate::flow::stick_or_slide::sparse::{MANY, SparseEquations, SparseSharedEquations};
use crate::flow::thresholds::DEPENDENT;

/// (U.1), ready to be solved.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // no memory is to be asked for where equations are few
pub(in crate::flow) enum Solver {
    /// Independent conditions.
    Regular(LU<f64, Dyn, Dyn>),
    /// A few independent conditions, on the stack.
    Few(FewEquations),
    /// Independent conditions where loads act along their own conditions, so that the matrix is symmetric: contacts feel only their neighbours.
    Sparse(SparseEquations),
    /// Dependent conditions: of all answers the one that bears least.
    Shared(SharedEquations),
    /// Many of them whose matrix is symmetric and sparse.
    SparseShared(SparseSharedEquations),
    /// Unknowns in units of their own, in which the matrix is symmetric.
    InUnits(Box<Solver>, Vec<f64>),
}

impl Solver {
    /// For a matrix of (U.1). Where conditions are dependent, the answer that bears least, relative to what each unknown `bears`.
    pub fn of(matrix: DMatrix<f64>, bears: &[f64]) -> Self {
        if let Some(solver) = Self::regular(&matrix) {
            return solver;
        }
        Self::Shared(SharedEquations::of(matrix, None, bears))
    }

    /// For closed contacts that share their load as springs would: where conditions are dependent, each bears in proportion to its stiffness and to a displacement that
    /// their bodies allow, whatever friction its reaction carries along. `displaced` is the matrix without that friction.
    pub fn of_springs(matrix: DMatrix<f64>, displaced: impl FnOnce() -> DMatrix<f64>, bears: &[f64]) -> Self {
        match Self::regular(&matrix) {
            Some(solver) => solver,
            None => Self::Shared(SharedEquations::of(matrix, Some(&displaced()), bears)),
        }
    }

    /// For loads along their own conditions, given by rows, each of the contact of that number.
    pub fn of_rows(rows: &[Row], contacts: &[usize], bears: &[f64]) -> Self {
        Self::sparse(rows, contacts).unwrap_or_else(|| Self::of_dependent_rows(rows, bears))
    }

    /// For loads along their own conditions, those of a few as of a full matrix.
    pub fn of_many_rows(rows: &[Row], contacts: &[usize], bears: &[f64]) -> Self {
        match rows.len() > MANY {
            true => Self::of_rows(rows, contacts, bears),
            false => Self::of(filled(rows), bears),
        }
    }

    /// For loads along their own conditions that are few or depend on each other.
    pub fn of_dependent_rows(rows: &[Row], bears: &[f64]) -> Self {
        match SparseSharedEquations::of(rows, bears) {
            Some(shared) => Self::SparseShared(shared),
            None => Self::of(filled(rows), bears),
        }
    }

    /// For many independent loads along their own conditions.
    pub fn sparse(rows: &[Row], contacts: &[usize]) -> Option<Self> {
        SparseEquations::of(rows, contacts).map(Self::Sparse)
    }

    /// With each unknown in its unit, unless all of them are one.
    pub fn in_units(self, units: Option<Vec<f64>>) -> Self {
        match units.filter(|units| units.iter().any(|&unit| unit != 1.0)) {
            Some(units) => Self::InUnits(Box::new(self), units),
            None => self,
        }
    }

    /// Whether conditions are dependent.
    pub fn is_shared(&self) -> bool {
        match self {
            Self::Shared(_) | Self::SparseShared(_) => true,
            Self::InUnits(solver, _) => solver.is_shared(),
            Self::Regular(_) | Self::Few(_) | Self::Sparse(_) => false,
        }
    }

    /// For independent conditions.
    pub fn regular(matrix: &DMatrix<f64>) -> Option<Self> {
        let mut largest = vec![0.0_f64; if matrix.nrows() > few::FEW { matrix.nrows() } else { 0 }];
        if !largest.is_empty() {
            // Column by column, as they are stored.
            for column in matrix.column_iter() {
                largest.iter_mut().zip(&column).for_each(|(largest, w)| *largest = largest.max(w.abs()));
            }
        }
        let size = |i: usize| largest.get(i).copied().unwrap_or_else(|| matrix.row(i).amax());
        let are_sound =
            |pivot: &dyn Fn(usize) -> f64| (0..matrix.nrows()).all(|i| pivot(i).abs() > DEPENDENT * size(i));
        if let Some(few) = FewEquations::of(matrix) {
            return are_sound(&|i| few.pivot(i)).then_some(Self::Few(few));
        }
        let lu = matrix.clone().lu();
        are_sound(&|i| lu.lu_internal()[(i, i)]).then_some(Self::Regular(lu))
    }

    pub fn solve(&self, wanted: &DVector<f64>) -> DVector<f64> {
        let (mut answer, mut spare) = (wanted.clone(), vec![0.0; wanted.len()]);
        self.solve_in_place(answer.as_mut_slice(), &mut spare);
        answer
    }

    /// Turns what is wanted into the answer; `spare` is as long.
    pub fn solve_in_place(&self, wanted: &mut [f64], spare: &mut [f64]) {
        let n = wanted.len();
        match self {
            Self::Few(few) => few.solve_in_place(wanted),
            Self::Sparse(sparse) => sparse.solve_in_place(wanted, spare),
            Self::Regular(lu) => {
                if !lu.solve_mut(&mut DVectorViewMut::from_slice(wanted, n)) {
                    wanted.fill(0.0);
                }
            }
            Self::Shared(shared) => shared.solve_in_place(wanted, spare),
            Self::SparseShared(shared) => shared.solve_in_place(wanted, spare),
            Self::InUnits(solver, units) => {
                solver.solve_in_place(wanted, spare);
                wanted.iter_mut().zip(units).for_each(|(x, unit)| *x /= unit);
            }
        }
    }
}

/// Rows as a matrix.
pub(in crate::flow) fn filled(rows: &[Row]) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(rows.len(), rows.len());
    for (i, row) in rows.iter().enumerate() {
        row.iter().for_each(|&(j, w)| matrix[(i, j)] = w);
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some hundred operations, of numbers that matrices of condition ten let grow by that.
    const ROUNDING: f64 = 1e-13;

    /// Equations of a ring of contacts, two each, those along one axis first, so that neighbours are far apart.
    fn ring(contacts: usize) -> (Vec<Row>, Vec<usize>) {
        let of = |row: usize| row % contacts;
        let w = |i: usize, j: usize| match (of(i) + contacts - of(j)) % contacts {
            0 if i == j => 4.0,
            0 => 0.5,
            d if d == 1 || d == contacts - 1 => -1.0 - 0.1 * ((i / contacts) + (j / contacts)) as f64,
            _ => 0.0,
        };
        let row = |i| (0..2 * contacts).map(|j| (j, w(i, j))).filter(|&(_, w)| w != 0.0).collect();
        ((0..2 * contacts).map(row).collect(), (0..2 * contacts).map(of).collect())
    }

    #[test]
    fn sparse_equations_have_the_answer_of_full_ones() {
        let (rows, contacts) = ring(9);
        let sparse = Solver::of_rows(&rows, &contacts, &[1.0; 18]);
        assert!(matches!(sparse, Solver::Sparse(_)));
        let full = Solver::regular(&filled(&rows)).unwrap();
        let wanted = DVector::from_fn(18, |i, _| 1.0 - 0.3 * i as f64);
        let (x, y) = (sparse.solve(&wanted), full.solve(&wanted));
        assert!((&x - &y).amax() < ROUNDING * y.amax(), "{x} {y}");
    }

    /// A ring in which the second condition of some contacts is their first once more.
    fn redundant_ring(contacts: usize, twice: impl Iterator<Item = usize>) -> (Vec<Row>, Vec<usize>) {
        let (mut rows, of) = ring(contacts);
        for contact in twice {
            rows[contacts + contact] = rows[contact].clone();
            for row in &mut rows {
                row.retain(|&(j, _)| j != contacts + contact);
                if let Some(&(_, w)) = row.iter().find(|&&(j, _)| j == contact) {
                    row.push((contacts + contact, w));
                }
            }
        }
        (rows, of)
    }

    #[test]
    fn sparse_equations_that_depend_on_each_other_share() {
        let (rows, contacts) = redundant_ring(9, 0..1);
        let shared = Solver::of_rows(&rows, &contacts, &[1.0; 18]);
        assert!(matches!(shared, Solver::Shared(_)));
        let x = shared.solve(&DVector::from_fn(18, |i, _| if i == 0 || i == 9 { 1.0 } else { 0.0 }));
        assert!((x[0] - x[9]).abs() < ROUNDING * x.amax(), "{x}");
    }

    #[test]
    fn many_sparse_equations_that_depend_on_each_other_share_as_few_do() {
        let contacts = 40;
        let (rows, of) = redundant_ring(contacts, (0..contacts).step_by(3));
        let bears: Vec<f64> = (0..2 * contacts).map(|i| 1.0 + (i % 7) as f64).collect();
        let sparse = Solver::of_rows(&rows, &of, &bears);
        assert!(matches!(sparse, Solver::SparseShared(_)));
        let full = Solver::of(filled(&rows), &bears);
        assert!(matches!(full, Solver::Shared(_)));
        let wanted = filled(&rows) * DVector::from_fn(2 * contacts, |i, _| libm::sin(i as f64));
        let (x, y) = (sparse.solve(&wanted), full.solve(&wanted));
        assert!((&x - &y).amax() < ROUNDING * y.amax(), "{x} {y}");
        for contact in (0..contacts).step_by(3) {
            let shares = x[contact] / bears[contact].powi(2);
            let others = x[contacts + contact] / bears[contacts + contact].powi(2);
            assert!((shares - others).abs() < ROUNDING * x.amax(), "{contact}: {shares} {others}");
        }
    }
}
