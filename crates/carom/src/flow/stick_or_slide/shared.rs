//! Equations that depend on each other: of all answers the one that bears least.

use nalgebra::{DMatrix, DVectorViewMut};

use crate::flow::thresholds::DEPENDENT;

/// What bears less than this part of the largest shares as if it bore that much: ratios beyond would lose all digits.
pub(in crate::flow) const LEAST_SHARE: f64 = 1e-12;

/// Equations that may depend on each other, and the matrix that gives one of their answers.
#[derive(Debug)]
pub(in crate::flow) struct SharedEquations {
    matrix: DMatrix<f64>,
    inverse: DMatrix<f64>,
}

impl SharedEquations {
    /// With the answer that bears least, relative to what each unknown `bears`; or the one whose unknowns are those of springs, if the matrix of their displacements
    /// is given.
    pub fn of(matrix: DMatrix<f64>, displaced: Option<&DMatrix<f64>>, bears: &[f64]) -> Self {
        let rows = matrix.nrows();
        if matrix.iter().any(|x| !x.is_finite()) {
            let none = DMatrix::zeros(rows, rows); // the flow reports what has overflowed
            return Self { matrix: none.clone(), inverse: none };
        }
        let inverse = shared_inverse(&matrix, displaced, bears);
        Self { matrix, inverse }
    }

    /// Turns what is wanted into the answer; `spare` is as long.
    pub fn solve_in_place(&self, wanted: &mut [f64], spare: &mut [f64]) {
        let n = wanted.len();
        let mut wanted = DVectorViewMut::from_slice(wanted, n);
        let mut answer = DVectorViewMut::from_slice(spare, n);
        answer.gemv(1.0, &self.inverse, &wanted, 0.0);
        // Conditions that are nearly dependent cost the inverse digits, which correcting the answer once gives back.
        wanted.gemv(-1.0, &self.matrix, &answer, 1.0);
        answer.gemv(1.0, &self.inverse, &wanted, 1.0);
        wanted.copy_from(&answer);
    }
}

/// The matrix that gives, of all answers x to dependent conditions, the one with the least Σ xᵢ²/bᵢ²: one answer, less what the null
/// space N of the conditions takes of it, x − N (B⁻¹N)⁺ B⁻¹x. With `displaced` the one for which B⁻²x is a displacement that bodies allow: M the null
/// space of that matrix, x − N (MᵀB⁻²N)⁻¹ MᵀB⁻²x. Both are the same where nothing slips.
fn shared_inverse(matrix: &DMatrix<f64>, displaced: Option<&DMatrix<f64>>, bears: &[f64]) -> DMatrix<f64> {
    let n = matrix.nrows();
    let Some((mut inverse, null)) = eliminated(matrix) else { return DMatrix::zeros(n, n) };
    let largest = bears.iter().fold(0.0_f64, |a, &b| a.max(b));
    let per = |i: usize| 1.0 / bears[i].max(LEAST_SHARE * largest);
    if !(largest > 0.0 && null.ncols() > 0) {
        return inverse;
    }
    let weighted = DMatrix::from_fn(n, null.ncols(), |i, k| per(i) * null[(i, k)]);
    let of_inverse = DMatrix::from_fn(n, n, |i, j| per(i) * inverse[(i, j)]);
    let forbidden = displaced.and_then(eliminated).map(|(_, null)| null);
    let back = forbidden
        .filter(|forbidden| forbidden.ncols() == null.ncols())
        .and_then(|mut forbidden| {
            forbidden.row_iter_mut().enumerate().for_each(|(i, mut row)| row *= per(i));
            forbidden.column_iter_mut().for_each(|mut column| column /= column.norm());
            forbidden.tr_mul(&weighted).lu().solve(&forbidden.tr_mul(&of_inverse))
        })
        .or_else(|| least_squares(weighted, &of_inverse));
    if let Some(back) = back {
        inverse -= null * back;
    }
    inverse
}

/// An answer to conditions that may be dependent, as a matrix, and their null space N.
///
/// Elimination with pivots among the columns, A P = Q [R₁ R₂; 0 0], gives the answer P [R₁⁻¹Qᵀb; 0] and N = P [−R₁⁻¹R₂; 1].
fn eliminated(matrix: &DMatrix<f64>) -> Option<(DMatrix<f64>, DMatrix<f64>)> {
    let n = matrix.nrows();
    let row_scale: Vec<f64> =
        matrix.row_iter().map(|row| if row.amax() > 0.0 { 1.0 / row.amax() } else { 0.0 }).collect();
    let mut scaled = DMatrix::from_fn(n, n, |i, j| matrix[(i, j)] * row_scale[i]);
    let column_scale: Vec<f64> = scaled
        .column_iter()
        .map(|column| if column.amax() > 0.0 { 1.0 / column.amax() } else { 1.0 })
        .collect();
    scaled.column_iter_mut().zip(&column_scale).for_each(|(mut column, scale)| column *= *scale);
    let eliminated = scaled.col_piv_qr();
    let (q, r) = (eliminated.q(), eliminated.r());
    let rank = (0..n).take_while(|&i| r[(i, i)].abs() > DEPENDENT * r[(0, 0)].abs()).count();
    let leading = r.view((0, 0), (rank, rank));
    let first = leading.solve_upper_triangular(&q.columns(0, rank).transpose())?;
    let bound = leading.solve_upper_triangular(&r.view((0, rank), (rank, n - rank)).into_owned())?;
    let (mut inverse, mut null) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n - rank));
    inverse.rows_mut(0, rank).copy_from(&first);
    null.rows_mut(0, rank).copy_from(&-bound);
    null.view_mut((rank, 0), (n - rank, n - rank)).fill_with_identity();
    eliminated.p().inv_permute_rows(&mut inverse);
    eliminated.p().inv_permute_rows(&mut null);
    null.column_iter_mut().for_each(|mut way| without_rounding(&mut way));
    for (i, scale) in column_scale.iter().enumerate() {
        inverse.row_mut(i).scale_mut(*scale);
        null.row_mut(i).scale_mut(*scale);
    }
    Some((DMatrix::from_fn(n, n, |i, j| inverse[(i, j)] * row_scale[j]), null))
}

/// What is not part of a way to share has rounding there: sparing it by that would strain the others without bound.
pub(in crate::flow) fn without_rounding(way: &mut DVectorViewMut<f64>) {
    let rounding = DEPENDENT * way.amax();
    way.iter_mut().filter(|x| x.abs() <= rounding).for_each(|x| *x = 0.0);
}

/// The least of |A z − b| for each column b, A of full rank.
fn least_squares(a: DMatrix<f64>, b: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let qr = a.qr();
    let wanted = qr.q().tr_mul(b);
    qr.r().solve_upper_triangular(&wanted)
}
