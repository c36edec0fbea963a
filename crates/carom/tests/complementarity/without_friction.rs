//! Frictionless contacts: hand calculations, and every possible set of contacts tried one by one.

use carom::laws::complementarity::{ContactAnswer, ContactMode, solve_contacts};
use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, Stiffness};
use nalgebra::{DMatrix, DVector, dmatrix};
use proptest::prelude::*;

use crate::for_each;

/// Rounding of a closed form of a dozen operations.
const ROUNDING: f64 = 1e-14;

/// Rounding of eliminations and eigenvalues of six rows of condition up to 10⁵.
const ACCURACY: f64 = 1e-9;

fn solved(w: &DMatrix<f64>, v: &[f64], e: &[f64]) -> ContactAnswer {
    let law = |&e: &f64| {
        NormalLaw::touching(Restitution::new(e).expect("the tests stay within 0..=1"), Stiffness::UNIT)
    };
    let coupling = Coupling::from_matrix(w).expect("W is positive semidefinite");
    let laws = e.iter().map(law).collect();
    let problem = ContactProblem::new(coupling, v.to_vec(), laws, Model::default()).expect("it is complete");
    solve_contacts(&problem).expect("without friction there is an answer")
}

fn assert_impulses(answer: &ContactAnswer, expected: &[f64]) {
    for (p, expected) in answer.solution.impulse.iter().zip(expected) {
        assert!((p - expected).abs() < ROUNDING, "{:?} {expected}", answer.solution);
    }
}

#[test]
fn three_equal_balls_do_not_hand_the_momentum_on() {
    // Compression ends with all at 1/3: p = (2/3, 1/3). Expansion doubles it: the balls leave with −1/3, 2/3, 2/3.
    let w = dmatrix![2.0, -1.0; -1.0, 2.0];
    let answer = solved(&w, &[-1.0, 0.0], &[1.0, 1.0]);
    assert_impulses(&answer, &[4.0 / 3.0, 2.0 / 3.0]);
    let [first, last] = [answer.solution.impulse[0], answer.solution.impulse[1]];
    for (velocity, expected) in
        [1.0 - first, first - last, last].iter().zip([-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0])
    {
        assert!((velocity - expected).abs() < ROUNDING);
    }
    assert!(answer.solution.lost_in_restitution.abs() < ROUNDING);
}

/// A rod of mass 1 and half-length 1: W of its ends.
fn rod() -> DMatrix<f64> {
    dmatrix![4.0, -2.0; -2.0, 4.0]
}

#[test]
fn a_rod_that_falls_flat_bounces_flat() {
    for e in [0.0, 0.3, 1.0] {
        let answer = solved(&rod(), &[-1.0, -1.0], &[e, e]);
        assert_impulses(&answer, &[0.5 * (1.0 + e); 2]);
        assert!(answer.solution.velocity.iter().all(|v| (v - e).abs() < ROUNDING));
    }
}

#[test]
fn an_end_that_the_other_end_presses_down_gets_more_than_its_own_expansion() {
    // Expansion at the left end only leaves v = (2, −1); a quarter at the right end stops that.
    let answer = solved(&rod(), &[-1.0, -1.0], &[1.0, 0.0]);
    assert_impulses(&answer, &[1.0, 0.75]);
    assert_eq!(answer.expansion.modes, [ContactMode::Frictionless; 2]);
    assert!((answer.solution.lost_in_restitution - (0.5 - 0.375)).abs() < ROUNDING);
}

#[test]
fn four_legs_share_the_load() {
    let legs = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let w = DMatrix::from_fn(4, 4, |i, j| 1.0 + 1.5 * (legs[i].0 * legs[j].0 + legs[i].1 * legs[j].1));
    let answer = solved(&w, &[-1.0; 4], &[0.5; 4]);
    assert_impulses(&answer, &[0.375; 4]);
}

#[test]
fn contacts_that_do_not_feel_each_other_are_each_their_own() {
    let answer = solved(
        &DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 2.0, 4.0])),
        &[-1.0, -1.0, 1.0],
        &[0.5; 3],
    );
    assert_impulses(&answer, &[1.5, 0.75, 0.0]);
    let pushes = ContactMode::Frictionless;
    assert_eq!(answer.compression.modes, [pushes, pushes, ContactMode::Open]);
}

/// The least q of all that solve 0 ≤ q ⊥ W q + b ≥ 0 for velocities of this size, by trying every set of contacts that may push.
fn by_enumeration(w: &DMatrix<f64>, b: &DVector<f64>, size: f64) -> DVector<f64> {
    let n = b.len();
    let candidate = |set: usize| {
        let pushing: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
        let block = DMatrix::from_fn(pushing.len(), pushing.len(), |i, j| w[(pushing[i], pushing[j])]);
        let wanted = DVector::from_iterator(pushing.len(), pushing.iter().map(|&i| -b[i]));
        let mut q = DVector::zeros(n);
        if !pushing.is_empty() {
            let eigen = block.symmetric_eigen();
            let cutoff = 1e-10 * eigen.eigenvalues.amax();
            let modal = eigen.eigenvectors.transpose() * wanted;
            let modal = modal.zip_map(&eigen.eigenvalues, |x, a| if a > cutoff { x / a } else { 0.0 });
            let some = &eigen.eigenvectors * modal;
            pushing.iter().zip(&some).for_each(|(&i, x)| q[i] = *x);
        }
        let v = w * &q + b;
        let holds = |i: usize| {
            let rests = set >> i & 1 == 0 || v[i].abs() <= ACCURACY * size;
            q[i] >= -ACCURACY * (q.amax() + size / w.amax()) && v[i] >= -ACCURACY * size && rests
        };
        (0..n).all(holds).then_some(q)
    };
    let smaller = |a: DVector<f64>, b: DVector<f64>| if b.norm() < a.norm() { b } else { a };
    (0..1_usize << n).filter_map(candidate).reduce(smaller).expect("a solution exists")
}

/// B of n contacts with up to nine degrees of freedom, u, and e.
fn cases() -> impl Strategy<Value = (DMatrix<f64>, DVector<f64>, Vec<f64>)> {
    (1..=6_usize, 1..=9_usize).prop_flat_map(|(n, freedoms)| {
        let numbers = |k: usize| proptest::collection::vec(-1.0..1.0, k);
        (numbers(n * freedoms), numbers(freedoms), proptest::collection::vec(0.0..=1.0, n))
            .prop_map(move |(b, u, e)| (DMatrix::from_vec(n, freedoms, b), DVector::from_vec(u), e))
    })
}

#[test]
fn every_step_is_the_least_of_all_that_are_possible() {
    for_each(&cases(), 2000, |(b, u, e)| {
        let (w, v) = (&b * b.transpose(), &b * u);
        let answer = solved(&w, v.as_slice(), &e);
        let compression = by_enumeration(&w, &v, v.amax());
        let returned = compression.zip_map(&DVector::from_vec(e), |p, e| p * e);
        let after = &v + &w * &compression;
        let more = by_enumeration(&w, &(&after + &w * &returned), v.amax());
        let expected = &compression + &returned + &more;
        // Impulses of nearly redundant contacts are as uncertain as they are large.
        let size = expected.amax().max(v.amax() / w.amax());
        let found = DVector::from_vec(answer.solution.impulse.clone());
        assert!(
            (&w * (&found - &expected)).amax() <= ACCURACY * v.amax().max(w.amax() * size),
            "{found} {expected}"
        );
        assert!((found - expected).amax() <= 1e-5 * size, "{w} {v}");
    });
}

#[test]
fn no_energy_is_created_whatever_the_coefficients() {
    for_each(&cases(), 20_000, |(b, u, e)| {
        let (w, v) = (&b * b.transpose(), &b * &u);
        let answer = solved(&w, v.as_slice(), &e);
        assert!(answer.solution.lost_in_restitution >= -ACCURACY * u.norm_squared());
        assert!(answer.solution.velocity.iter().all(|v| *v >= -ACCURACY * u.norm()));
    });
}

#[test]
fn the_order_of_contacts_does_not_matter() {
    for_each(&cases(), 2000, |(b, u, e)| {
        let order: Vec<usize> = (0..e.len()).rev().collect();
        let turned = b.select_rows(&order);
        let solve =
            |b: &DMatrix<f64>, e: &[f64]| solved(&(b * b.transpose()), (b * &u).as_slice(), e).solution;
        let reversed: Vec<f64> = e.iter().rev().copied().collect();
        let (one, other) = (solve(&b, &e), solve(&turned, &reversed));
        let size = one.impulse.iter().fold(0.0_f64, |a, p| a.max(*p));
        for (p, q) in one.impulse.iter().zip(other.impulse.iter().rev()) {
            assert!((p - q).abs() <= 1e-5 * size, "{one:?} {other:?}");
        }
        for (p, q) in one.velocity.iter().zip(other.velocity.iter().rev()) {
            assert!((p - q).abs() <= ACCURACY * u.norm(), "{one:?} {other:?}");
        }
    });
}
