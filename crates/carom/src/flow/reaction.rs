//! The reactions that keep closed contacts closed: W_HH q = b, with W_HH possibly singular.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// Below this ratio of pivots a block of W counts as singular: contacts that share a load in a way rigid bodies
/// leave open. It is the square root of the rounding unit, beyond which Cholesky loses half of its digits.
const SINGULAR: f64 = 1.5e-8;

/// A solver for the reactions of one set of closed contacts.
#[derive(Debug, Default)]
pub(crate) enum Reactions {
    /// No contact is closed.
    #[default]
    None,
    /// Independent contacts.
    Regular(Cholesky<f64, Dyn>),
    /// Redundant contacts: of all ways to share the load, the one of least norm, which favours no contact.
    Redundant(DMatrix<f64>),
}

impl Reactions {
    pub fn of(block: DMatrix<f64>) -> Self {
        if let Some(factor) = Cholesky::new(block.clone()) {
            let pivots = factor.l_dirty().diagonal();
            if pivots.min() > SINGULAR * pivots.max() {
                return Self::Regular(factor);
            }
        }
        Self::Redundant(pseudo_inverse(block))
    }

    pub fn solve(&self, needed: DVector<f64>) -> DVector<f64> {
        match self {
            Self::None => needed,
            Self::Regular(factor) => factor.solve(&needed),
            Self::Redundant(inverse) => inverse * needed,
        }
    }
}

/// Moore-Penrose inverse of a symmetric positive semidefinite matrix.
fn pseudo_inverse(block: DMatrix<f64>) -> DMatrix<f64> {
    let eigen = block.symmetric_eigen();
    let largest = eigen.eigenvalues.max();
    let cutoff = SINGULAR * SINGULAR.sqrt() * largest;
    let inverse = eigen.eigenvalues.map(|x| if x > cutoff { 1.0 / x } else { 0.0 });
    &eigen.eigenvectors * DMatrix::from_diagonal(&inverse) * eigen.eigenvectors.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{dmatrix, dvector};

    #[test]
    fn redundant_contacts_share_the_load_evenly() {
        let reactions = Reactions::of(dmatrix![1.0, 1.0; 1.0, 1.0]);
        let shared = reactions.solve(dvector![1.0, 1.0]);
        assert!((shared - dvector![0.5, 0.5]).norm() < 1e-14);
    }

    #[test]
    fn independent_contacts_get_the_reaction_that_stops_them() {
        let block = dmatrix![2.0, -1.0; -1.0, 2.0];
        let load = Reactions::of(block.clone()).solve(dvector![1.0, 0.0]);
        assert!((block * load - dvector![1.0, 0.0]).norm() < 1e-15);
    }
}
