//! Large systems of linear equations that need not be solved to the last digit: GMRES [SaadSchultz1986].
//!
//! Newton's method corrects in its next pass what this one leaves, so that a few products with a matrix do where elimination would take the cube of its size.

use nalgebra::DVector;

/// Most products with the matrix.
const MOST_PRODUCTS: usize = 80;

/// An answer that leaves at most this `part` of what is wanted, if few enough products find it. `apply` multiplies by the matrix, `prepare` by something like its inverse.
pub(in crate::flow) fn solve(
    apply: impl Fn(&DVector<f64>) -> DVector<f64>,
    prepare: impl Fn(&DVector<f64>) -> DVector<f64>,
    wanted: &DVector<f64>,
    part: f64,
) -> Option<DVector<f64>> {
    let size = wanted.norm();
    if size == 0.0 {
        return Some(wanted.clone());
    }
    let mut basis = vec![wanted / size];
    // Columns of R, and the rotations that have made it of Hessenberg's matrix.
    let (mut columns, mut rotations): (Vec<Vec<f64>>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
    let mut left = vec![size];
    for k in 0..MOST_PRODUCTS.min(wanted.len()) {
        let mut next = apply(&prepare(&basis[k]));
        let mut column = Vec::with_capacity(k + 2);
        for known in &basis {
            let along = known.dot(&next);
            next.axpy(-along, known, 1.0);
            column.push(along);
        }
        let beyond = next.norm();
        for (i, [c, s]) in rotations.iter().enumerate() {
            (column[i], column[i + 1]) =
                (c * column[i] + s * column[i + 1], c * column[i + 1] - s * column[i]);
        }
        let length = (column[k] * column[k] + beyond * beyond).sqrt();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let [c, s] = [column[k] / length, beyond / length];
        column[k] = length;
        rotations.push([c, s]);
        columns.push(column);
        let rest = left[k];
        left[k] = c * rest;
        left.push(-s * rest);
        if left[k + 1].abs() <= part * size {
            return Some(prepare(&combined(&basis, &columns, &left)));
        }
        basis.push(next / beyond);
    }
    None
}

/// The sum of basis vectors whose parts y solve R y = `left`.
fn combined(basis: &[DVector<f64>], columns: &[Vec<f64>], left: &[f64]) -> DVector<f64> {
    let mut parts = left[..columns.len()].to_vec();
    for k in (0..columns.len()).rev() {
        parts[k] /= columns[k][k];
        let part = parts[k];
        parts[..k].iter_mut().zip(&columns[k]).for_each(|(y, r)| *y -= part * r);
    }
    let mut sum = DVector::zeros(basis[0].len());
    parts.iter().zip(basis).for_each(|(part, vector)| sum.axpy(*part, vector, 1.0));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DMatrix;

    #[test]
    fn what_is_left_is_as_small_as_asked() {
        let n = 60;
        // Neither symmetric nor close to diagonal.
        let matrix = DMatrix::from_fn(n, n, |i, j| {
            libm::sin((i * n + 3 * j) as f64) + if i == j { 12.0 } else { 0.0 }
        });
        let wanted = DVector::from_fn(n, |i, _| libm::cos(i as f64));
        for part in [1e-2, 1e-6, 1e-12] {
            let x = solve(|x| &matrix * x, |x| x / 12.0, &wanted, part).unwrap();
            let left = (&matrix * x - &wanted).norm() / wanted.norm();
            assert!(left <= 1.01 * part, "{left} of {part}");
        }
    }

    #[test]
    fn a_singular_matrix_has_no_answer() {
        let matrix = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 2.0, 0.0]));
        let wanted = DVector::from_vec(vec![0.0, 0.0, 1.0]);
        assert!(solve(|x| &matrix * x, DVector::clone, &wanted, 1e-6).is_none());
    }
}
