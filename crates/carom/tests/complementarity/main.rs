//! Laws by complementarity: Pfeiffer and Glocker's for one contact, and its like for several.

mod bodies;
mod energy;
mod lone;
mod lone_random;
mod several;
mod without_friction;

use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::{self, Coefficients, Collision, LawError, LoneImpact};
use carom::{
    ContactProblem, Coupling, Friction, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
    TangentialRestitution,
};
use nalgebra::{DMatrix, DVector, Matrix3, Vector2, Vector3};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn lone(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64, e_t: f64) -> LoneImpact {
    let coefficients = Coefficients {
        restitution: Restitution::new(e).expect("the tests stay within 0..=1"),
        friction: Friction::new(friction).expect("the tests have friction of zero or more"),
        tangential_restitution: TangentialRestitution::new(e_t).expect("the tests stay within -1..=1"),
    };
    LoneImpact::new(w, v, coefficients).expect("the matrix is positive semidefinite")
}

fn applied(impact: &LoneImpact) -> Result<Collision, LawError> {
    laws::apply(&PfeifferGlocker::default(), impact)
}

/// Runs a property on the same impacts every time.
fn for_each<S: Strategy>(cases: &S, number: usize, mut check: impl FnMut(S::Value)) {
    let mut runner = TestRunner::deterministic();
    for _ in 0..number {
        check(cases.new_tree(&mut runner).expect("nothing is rejected").current());
    }
}

/// Several contacts of a system with some degrees of freedom u of unit mass: v = B u, W = B Bᵀ.
#[derive(Debug, Clone)]
struct Several {
    directions: DMatrix<f64>,
    motion: DVector<f64>,
    /// μ of each contact.
    friction: Vec<f64>,
    /// e of each contact.
    restitution: Vec<f64>,
}

impl Several {
    /// From 18 degrees of freedom at most, of which the first `freedoms` are there.
    fn strategy(contacts: usize, freedoms: usize, friction: f64) -> impl Strategy<Value = Self> {
        let numbers = |n: usize| proptest::collection::vec(-1.0..1.0, n);
        let coefficients = move |most: f64| proptest::collection::vec(0.0..=most, contacts);
        (numbers(3 * contacts * freedoms), numbers(freedoms), coefficients(friction), coefficients(1.0))
            .prop_map(move |(directions, motion, friction, restitution)| Self {
                directions: DMatrix::from_vec(3 * contacts, freedoms, directions),
                motion: DVector::from_vec(motion),
                friction,
                restitution,
            })
    }

    fn matrix(&self) -> DMatrix<f64> {
        &self.directions * self.directions.transpose()
    }

    fn velocity(&self) -> DVector<f64> {
        &self.directions * &self.motion
    }

    fn contacts(&self) -> usize {
        self.friction.len()
    }

    fn energy(&self) -> f64 {
        self.motion.norm_squared() / 2.0
    }

    /// The same contacts in another order.
    fn permuted(&self, order: &[usize]) -> Self {
        let rows: Vec<usize> = order.iter().flat_map(|&i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Self {
            directions: self.directions.select_rows(&rows),
            motion: self.motion.clone(),
            friction: order.iter().map(|&i| self.friction[i]).collect(),
            restitution: order.iter().map(|&i| self.restitution[i]).collect(),
        }
    }

    fn problem(&self) -> ContactProblem {
        let (w, v) = (self.matrix(), self.velocity());
        let coupling = Coupling::from_spatial_matrix(&w).expect("B Bᵀ is positive semidefinite");
        let law = |&e: &f64| {
            let restitution = Restitution::new(e).expect("the tests stay within 0..=1");
            NormalLaw::touching(restitution, Stiffness::UNIT)
        };
        let rubs = |&mu: &f64| {
            let friction = Friction::new(mu).expect("the tests have friction of zero or more");
            if mu == 0.0 { TangentialLaw::Frictionless } else { TangentialLaw::Rigid { friction } }
        };
        let normal = (0..self.contacts()).map(|i| v[3 * i + 2]).collect();
        let sliding = (0..self.contacts()).map(|i| Vector2::new(v[3 * i], v[3 * i + 1])).collect();
        let laws = self.restitution.iter().map(law).collect();
        ContactProblem::new(coupling, normal, laws, Model::default())
            .and_then(|problem| problem.with_friction(self.friction.iter().map(rubs).collect(), sliding))
            .expect("the problem is complete")
    }
}
