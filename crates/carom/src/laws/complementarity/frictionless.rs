//! (Z.1) and (Z.2) without friction, exactly, with the least impulses.
//!
//! With q = pₙ − least, both are 0 ≤ q ⊥ W q + b ≥ 0. The velocities are unique, and so is the set of contacts
//! at rest. If W is singular on that set, its null vectors N (orthonormal) change nothing but how the load is shared, and the
//! least impulses are those of the least z:
//!
//! ```text
//! q = q_r + N z ≥ 0 ,   q_r ⊥ N                                                                   (Z.4)
//! ```
//!
//! a least-distance problem, which Lawson and Hanson turn into a non-negative least-squares one \[LawsonHanson1974\]: with u ≥ 0
//! the least of |(Nᵀu, h·u − 1)|², h = −q_r, it is z = Nᵀu/(1 − h·u).

use nalgebra::{DMatrix, DVector};

use crate::flow::{Row, reactions_needed};

/// An eigenvalue below this part of the largest is zero: contacts that share a load in a way rigid bodies leave open.
const SINGULAR: f64 = 1e-10;

/// A velocity below this part of the largest in b is none: ten times what is left of those that were stopped.
const AT_REST: f64 = 1e-11;

/// Some q that fulfils the conditions, by Lawson and Hanson's method as closed contacts have it, (C.1); the velocities W q + b are unique.
fn some_reactions(coupling: &DMatrix<f64>, push: &DVector<f64>) -> DVector<f64> {
    let entries = |i: usize| (0..push.len()).map(move |j| (j, coupling[(i, j)]));
    let row = |i: usize| -> Row { entries(i).filter(|&(_, w)| w != 0.0).collect() };
    let rows: Vec<Row> = (0..push.len()).map(row).collect();
    DVector::from_vec(reactions_needed(&rows, push.as_slice(), &vec![false; push.len()]))
}

/// The least q of (Z.4).
pub(super) fn least_reactions(coupling: &DMatrix<f64>, push: &DVector<f64>) -> DVector<f64> {
    let some = some_reactions(coupling, push);
    let velocity = coupling * &some + push;
    let rests = |&i: &usize| some[i] > 0.0 || velocity[i] <= AT_REST * push.amax();
    let resting: Vec<usize> = (0..push.len()).filter(rests).collect();
    let q = some.select_rows(&resting);
    let Some(null) = null_vectors(coupling, &resting) else { return some };
    let mut all = DVector::zeros(push.len());
    for (&i, q) in resting.iter().zip(&least_share(&q, &null)) {
        all[i] = q.max(0.0);
    }
    all
}

/// N of (Z.4); none if the contacts are independent.
fn null_vectors(coupling: &DMatrix<f64>, contacts: &[usize]) -> Option<DMatrix<f64>> {
    let n = contacts.len();
    if n == 0 {
        return None;
    }
    let block = DMatrix::from_fn(n, n, |i, j| coupling[(contacts[i], contacts[j])]);
    let scale = block.amax();
    let eigen = (block / scale).symmetric_eigen();
    let cutoff = SINGULAR * eigen.eigenvalues.amax();
    let zero: Vec<usize> = (0..n).filter(|&k| eigen.eigenvalues[k] <= cutoff).collect();
    (!zero.is_empty()).then(|| eigen.eigenvectors.select_columns(&zero))
}

/// The least non-negative vector that differs from a non-negative q by null vectors.
fn least_share(q: &DVector<f64>, null: &DMatrix<f64>) -> DVector<f64> {
    let scale = q.amax();
    if scale == 0.0 {
        return q.clone();
    }
    let even = (q - null * (null.transpose() * q)) / scale; // q_r
    if even.iter().all(|&x| x >= -f64::EPSILON) {
        return even * scale;
    }
    let h = -&even;
    let matrix = null * null.transpose() + &h * h.transpose();
    let u = some_reactions(&matrix, &even); // even is −h
    let rest = 1.0 - h.dot(&u);
    // q itself is feasible, so the rest is positive but for rounding.
    if rest <= SINGULAR {
        return q.clone();
    }
    let z = null.transpose() * u / rest;
    (even + null * z) * scale
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;

    /// Rounding of an eigenvalue problem of a few rows.
    const FEW_ROUNDINGS: f64 = 1e-14;

    #[test]
    fn contacts_side_by_side_share_evenly() {
        let shared = least_reactions(&DMatrix::from_element(3, 3, 1.0), &dvector![-3.0, -3.0, -3.0]);
        assert!(shared.iter().all(|q| (q - 1.0).abs() < FEW_ROUNDINGS), "{shared:?}");
    }

    #[test]
    fn no_contact_pulls_so_that_others_push_less() {
        // Three contacts in line at x = −1, 1, 3 from the centre of a body that may turn: W = 1 + xy, null vector (1, −2, 1).
        // q = (1, 0, 0) is (5, 2, −1)/6 without its part along that; the least that does not pull is (1, 0, 0) itself, less
        // the part of it that keeps the last at zero: none.
        let x = [-1.0, 1.0, 3.0];
        let w = DMatrix::from_fn(3, 3, |i, j| 1.0 + x[i] * x[j]);
        let q = least_reactions(&w, &-(&w * dvector![1.0, 0.0, 0.0]));
        assert!((q - dvector![1.0, 0.0, 0.0]).amax() < FEW_ROUNDINGS);
        // With more weight in the middle the share is even.
        let q = least_reactions(&w, &-(&w * dvector![1.0, 3.0, 1.0]));
        let even = dvector![1.0, 3.0, 1.0] + dvector![1.0, -2.0, 1.0] * (4.0 / 6.0);
        assert!((q - even).amax() < FEW_ROUNDINGS);
    }

    #[test]
    fn independent_contacts_have_no_choice() {
        let q = least_reactions(&dmatrix![2.0, -1.0; -1.0, 2.0], &dvector![-1.0, 0.0]);
        assert!((q - dvector![2.0 / 3.0, 1.0 / 3.0]).amax() < FEW_ROUNDINGS);
    }
}
