//! Reactions of closed contacts: a linear complementarity problem, solved by trying every subset.
//!
//! ```text
//! 0 ≤ λ  ⊥  q + W_CC λ ≥ 0                                                                      (B.4)
//! ```
//!
//! over the closed contacts C, with q their accelerations (or velocities) without the reactions. Larger subsets are
//! tried first, so a contact that is just not pressed (λ = 0) stays closed until its own guard opens it.

use nalgebra::{DMatrix, DVector};

use crate::ReferenceError;

/// Signs are judged to this part of the largest number involved.
const SIGN_TOLERANCE: f64 = 1e-11;
/// Singular values below this part of the largest are zero: redundant contacts share their load evenly.
const RANK_TOLERANCE: f64 = 1e-11;
/// Subsets of more contacts than this are too many to try.
const MOST_CLOSED: usize = 16;

pub(super) struct Reactions {
    /// λ over the closed contacts.
    pub(super) values: DVector<f64>,
    /// The contacts that stay closed.
    pub(super) pressed: Vec<usize>,
}

/// Solves (B.4).
pub(super) fn reactions(
    w: &DMatrix<f64>,
    closed: &[usize],
    q: &DVector<f64>,
) -> Result<Reactions, ReferenceError> {
    let none = || ReferenceError::NoReaction { contacts: closed.to_vec() };
    if closed.len() > MOST_CLOSED {
        return Err(none());
    }
    let block = w.select_rows(closed).select_columns(closed);
    let mut subsets: Vec<u32> = (0..1u32 << closed.len()).collect();
    subsets.sort_by_key(|subset| std::cmp::Reverse(subset.count_ones()));
    for subset in subsets {
        let members: Vec<usize> = (0..closed.len()).filter(|j| subset >> j & 1 == 1).collect();
        if let Some(values) = consistent(&block, &members, q) {
            return Ok(Reactions { values, pressed: members.iter().map(|&j| closed[j]).collect() });
        }
    }
    Err(none())
}

/// λ if it is carried by `members` alone and satisfies (B.4).
fn consistent(block: &DMatrix<f64>, members: &[usize], q: &DVector<f64>) -> Option<DVector<f64>> {
    let mut values = DVector::zeros(q.len());
    if !members.is_empty() {
        let inner = block.select_rows(members).select_columns(members);
        let solved =
            pseudo_solve(&inner, &-DVector::from_fn(members.len(), |j, _| q[members[j]]).into_owned());
        members.iter().enumerate().for_each(|(j, &i)| values[i] = solved[j]);
    }
    let slack = block * &values + q;
    let tolerance = SIGN_TOLERANCE * q.amax();
    let pulls = values.iter().zip(block.diagonal().iter()).any(|(value, w)| value * w < -tolerance);
    let approaches = slack.iter().any(|s| *s < -tolerance);
    let gives_way = members.iter().any(|&i| slack[i].abs() > tolerance);
    (!pulls && !approaches && !gives_way).then_some(values)
}

/// The map from spring forces to all forces: spring forces stay, and pressed contacts add the reaction
/// −W_SS⁻¹ W_S· F that keeps their velocities constant.
pub(super) fn force_map(w: &DMatrix<f64>, pressed: &[usize]) -> DMatrix<f64> {
    let mut map = DMatrix::identity(w.nrows(), w.nrows());
    if pressed.is_empty() {
        return map;
    }
    let block = w.select_rows(pressed).select_columns(pressed);
    for spring in (0..w.nrows()).filter(|i| !pressed.contains(i)) {
        let pull = DVector::from_fn(pressed.len(), |j, _| -w[(pressed[j], spring)]);
        let reaction = pseudo_solve(&block, &pull);
        pressed.iter().enumerate().for_each(|(j, &i)| map[(i, spring)] = reaction[j]);
    }
    map
}

/// The least-squares solution of least norm of a symmetric positive semidefinite system.
fn pseudo_solve(matrix: &DMatrix<f64>, rhs: &DVector<f64>) -> DVector<f64> {
    let eigen = matrix.clone().symmetric_eigen();
    let cutoff = RANK_TOLERANCE * eigen.eigenvalues.amax();
    let mut coordinates = eigen.eigenvectors.transpose() * rhs;
    for (c, eigenvalue) in coordinates.iter_mut().zip(eigen.eigenvalues.iter()) {
        *c = if *eigenvalue > cutoff { *c / eigenvalue } else { 0.0 };
    }
    eigen.eigenvectors * coordinates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_pulled_apart_carries_no_reaction() {
        let w = DMatrix::from_row_slice(2, 2, &[2.0, -1.0, -1.0, 2.0]);
        let found = reactions(&w, &[0, 1], &DVector::from_vec(vec![-1.0, 3.0])).unwrap();
        assert_eq!(found.pressed, vec![0]);
        assert!((found.values[0] - 0.5).abs() < 1e-14);
    }

    #[test]
    fn redundant_contacts_share_their_load() {
        let w = DMatrix::from_element(2, 2, 1.0);
        let found = reactions(&w, &[0, 1], &DVector::from_vec(vec![-1.0, -1.0])).unwrap();
        assert_eq!(found.pressed, vec![0, 1]);
        assert!((found.values[0] - 0.5).abs() < 1e-12 && (found.values[1] - 0.5).abs() < 1e-12);
    }
}
