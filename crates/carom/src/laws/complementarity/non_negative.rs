//! 0 ≤ q ⊥ W q + b ≥ 0 for a positive semidefinite W.
//!
//! These are the conditions of the least of q·Wq/2 + b·q over q ≥ 0, and Lawson and Hanson's method finds it in finitely many
//! steps \[LawsonHanson1974\]: contacts enter one at a time, the one that would penetrate fastest first, and leave where their
//! impulse would pull. One that depends on those in the set, up to rounding, is stopped by them and need not enter; so the set
//! stays independent however redundant the contacts are.

use nalgebra::{Cholesky, DMatrix, DVector};

/// A velocity below this part of the largest in b is none.
const AT_REST: f64 = 1e-12;

/// A contact whose own block of W is, but for this part, explained by the set depends on it.
const DEPENDENT: f64 = 1e-10;

/// Some q that fulfils the conditions; the velocities W q + b are unique.
pub(super) fn some_reactions(coupling: &DMatrix<f64>, push: &DVector<f64>) -> DVector<f64> {
    let n = push.len();
    let floor = AT_REST * push.amax();
    let mut reaction = DVector::zeros(n);
    let mut set: Vec<usize> = Vec::new();
    // Each pass lowers the quadratic, so that no set comes twice; a few times n passes are the rule, this many never seen.
    for _ in 0..n * n + 1 {
        let velocity = coupling * &reaction + push;
        let can_enter =
            |&i: &usize| velocity[i] < -floor && !set.contains(&i) && is_independent(coupling, &set, i);
        let faster = |&i: &usize, &j: &usize| velocity[i].total_cmp(&velocity[j]);
        let Some(entering) = (0..n).filter(can_enter).min_by(faster) else { break };
        set.push(entering);
        balance(coupling, push, &mut set, &mut reaction);
    }
    reaction
}

/// Whether contact i moves in a way that impulses at the set cannot cause.
fn is_independent(coupling: &DMatrix<f64>, set: &[usize], i: usize) -> bool {
    let Some(factor) = Cholesky::new(block(coupling, set)) else { return false };
    let column = DVector::from_iterator(set.len(), set.iter().map(|&j| coupling[(j, i)]));
    let explained = column.dot(&factor.solve(&column));
    coupling[(i, i)] - explained > DEPENDENT * coupling[(i, i)]
}

fn block(coupling: &DMatrix<f64>, set: &[usize]) -> DMatrix<f64> {
    DMatrix::from_fn(set.len(), set.len(), |i, j| coupling[(set[i], set[j])])
}

/// Moves the impulses towards those that stop all of the set; the contact that would pull first leaves, until none would.
fn balance(coupling: &DMatrix<f64>, push: &DVector<f64>, set: &mut Vec<usize>, reaction: &mut DVector<f64>) {
    while let Some(factor) = Cholesky::new(block(coupling, set)).filter(|_| !set.is_empty()) {
        let target = factor.solve(&DVector::from_iterator(set.len(), set.iter().map(|&i| -push[i])));
        let way = |place: usize| {
            let (now, then) = (reaction[set[place]], target[place]);
            (then <= 0.0).then(|| (if now > 0.0 { now / (now - then) } else { 0.0 }, place))
        };
        let nearer = |a: (f64, usize), b: (f64, usize)| if b.0 < a.0 { b } else { a };
        let first = (0..set.len()).filter_map(way).reduce(nearer);
        let step = first.map_or(1.0, |(step, _)| step);
        for (&i, then) in set.iter().zip(&target) {
            reaction[i] += step * (then - reaction[i]);
        }
        let Some((_, leaving)) = first else { return };
        reaction[set.remove(leaving)] = 0.0;
    }
}
