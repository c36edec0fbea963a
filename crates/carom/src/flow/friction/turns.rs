//! What turning the directions of contacts that creep does to their velocities, and which turns set these right.
//!
//! With A the integrals of Radau's rule, R the response across the directions, B = μq and V = |v| at the nodes, a turn δθ of all directions at all nodes
//! changes v·û⊥ there by −M δθ,
//!
//! ```text
//! M = (R ⊗ A) B + V                                                                                   (T.12)
//! ```
//!
//! Of few contacts M is eliminated. Of many it is not even filled: products with R for each node, prepared by the blocks of M of each contact alone, find a turn that
//! leaves a small part of what is wrong, which is what the next pass needs.

use nalgebra::{DMatrix, DVector, Dyn, LU, SMatrix, SVector};

use crate::flow::collocation::{NODES, integrals};
use crate::flow::friction::krylov;

/// Contacts from which on (T.12) is solved by products.
const MANY: usize = 12;
/// What these may leave of what is wrong: less than the passes, whose matrix is that of an earlier one, leave anyway.
const LEFT: f64 = 1e-4;

type Block = SMatrix<f64, NODES, NODES>;
type BlockLu = LU<f64, nalgebra::Const<NODES>, nalgebra::Const<NODES>>;

/// (T.12), ready to be solved.
pub(in crate::flow) struct Turns {
    response: DMatrix<f64>,
    /// μq of each contact, by columns, at each node; zero where it bears nothing, whose directions stay as they are.
    bounds: DMatrix<f64>,
    /// |v| likewise.
    speeds: DMatrix<f64>,
    alone: Vec<BlockLu>,
    /// M, once it has been eliminated.
    whole: Option<LU<f64, Dyn, Dyn>>,
}

impl Turns {
    pub fn of(response: DMatrix<f64>, bounds: DMatrix<f64>, speeds: DMatrix<f64>) -> Self {
        let mut turns = Self { response, bounds, speeds, alone: Vec::new(), whole: None };
        let contacts = turns.bounds.ncols();
        if contacts >= MANY {
            turns.alone = (0..contacts).map(|i| turns.block(i, i).lu()).collect();
        }
        turns
    }

    /// The turns, contact by contact and node by node, that set right what is wrong.
    pub fn that_right(&mut self, wrong: &DVector<f64>) -> Option<DVector<f64>> {
        if self.whole.is_none() && !self.alone.is_empty() {
            let found = krylov::solve(|x| self.product(x), |x| self.each_alone(x), wrong, LEFT);
            if found.is_some() {
                return found;
            }
        }
        let whole = match self.whole.take() {
            Some(whole) => whole,
            None => self.filled().lu(),
        };
        self.whole.insert(whole).solve(wrong)
    }

    /// M between two contacts.
    fn block(&self, i: usize, j: usize) -> Block {
        let integrals = integrals();
        Block::from_fn(|k, l| {
            let is_own = i == j && k == l;
            if self.bounds[(k, i)] == 0.0 {
                return if is_own { 1.0 } else { 0.0 };
            }
            let pushed = self.response[(i, j)] * integrals[(k, l)] * self.bounds[(l, j)];
            if is_own { pushed + self.speeds[(k, i)] } else { pushed }
        })
    }

    fn filled(&self) -> DMatrix<f64> {
        let contacts = self.bounds.ncols();
        let mut matrix = DMatrix::zeros(contacts * NODES, contacts * NODES);
        for i in 0..contacts {
            for j in 0..contacts {
                matrix.fixed_view_mut::<NODES, NODES>(i * NODES, j * NODES).copy_from(&self.block(i, j));
            }
        }
        matrix
    }

    fn product(&self, turns: &DVector<f64>) -> DVector<f64> {
        let turns = turns.clone().reshape_generic(Dyn(NODES), Dyn(self.bounds.ncols()));
        let forces = turns.component_mul(&self.bounds) * self.response.transpose();
        let mut product = integrals() * forces + turns.component_mul(&self.speeds);
        for ((value, turn), bound) in product.iter_mut().zip(&turns).zip(&self.bounds) {
            if *bound == 0.0 {
                *value = *turn;
            }
        }
        DVector::from_column_slice(product.as_slice())
    }

    fn each_alone(&self, wrong: &DVector<f64>) -> DVector<f64> {
        let mut turns = wrong.clone();
        for (i, alone) in self.alone.iter().enumerate() {
            let mut own: SVector<f64, NODES> = turns.fixed_rows::<NODES>(i * NODES).into_owned();
            if alone.solve_mut(&mut own) {
                turns.fixed_rows_mut::<NODES>(i * NODES).copy_from(&own);
            }
        }
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contacts in a row, each of which feels its neighbours; one bears nothing at its last nodes.
    fn row(contacts: usize) -> Turns {
        let response = DMatrix::from_fn(contacts, contacts, |i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -0.7,
            _ => 0.0,
        });
        let bears = |k: usize, i: usize| if i == 1 && k > 5 { 0.0 } else { 0.3 + 0.1 * ((i + k) % 5) as f64 };
        let bounds = DMatrix::from_fn(NODES, contacts, bears);
        let speeds = DMatrix::from_fn(NODES, contacts, |k, i| 1e-3 * (1 + i + k) as f64);
        Turns::of(response, bounds, speeds)
    }

    #[test]
    fn turns_of_many_contacts_leave_little_of_what_is_wrong() {
        for contacts in [MANY - 1, MANY, 5 * MANY] {
            let mut turns = row(contacts);
            let matrix = turns.filled();
            let wrong = DVector::from_fn(contacts * NODES, |i, _| libm::sin(i as f64));
            let found = turns.that_right(&wrong).unwrap();
            assert_eq!(turns.whole.is_some(), contacts < MANY);
            assert!((&matrix * found - &wrong).norm() <= 1.01 * LEFT * wrong.norm());
        }
    }

    #[test]
    fn a_product_is_that_with_the_matrix() {
        let turns = row(MANY);
        let x = DVector::from_fn(MANY * NODES, |i, _| libm::cos(i as f64));
        assert!((turns.product(&x) - turns.filled() * &x).amax() < 1e-14);
    }
}
