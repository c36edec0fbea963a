//! What keeps contacts at rest: loads of closed contacts, and of rigid ones that stick.

use nalgebra::{DMatrix, Dyn, FullPivLU, Matrix3, Vector2, Vector3};

use super::{Member, Sample, axis_of};
use crate::flow::ClusterProblem;
use crate::snapshot::Mode;

/// Contacts of which one holds what others hold already share their loads in a way that the model leaves open: the last pivot is below this part of the first.
const DEPENDENT: f64 = 1e-10;

/// A load, over (t₁, t₂, n), that keeps the velocity along an axis as it is.
#[derive(Debug, Clone, Copy)]
pub(in crate::derivative) struct Hold {
    pub contact: usize,
    pub load: Vector3<f64>,
    pub axis: Vector3<f64>,
}

/// The loads of a contact that are found this way, and those that are given.
pub(super) fn holds_of(
    member: &Member,
    sample: &Sample,
    direction: Vector2<f64>,
    holds: &mut Vec<Hold>,
) -> Vector3<f64> {
    let Member { contact, stiffness, mode, mu, tangential_stiffness, .. } = *member;
    let mut given = sample.force;
    let mut hold = |load: Vector3<f64>, axis: Vector3<f64>| holds.push(Hold { contact, load, axis });
    match mode {
        Mode::Slip if stiffness.is_infinite() => {
            given = Vector3::zeros();
            hold((direction * -mu).push(1.0), Vector3::z());
        }
        Mode::Slip if tangential_stiffness.is_infinite() => {
            given = (direction * (-mu * given.z)).push(given.z);
        }
        Mode::Slip => {}
        Mode::Stick | Mode::Free => {
            if stiffness.is_infinite() {
                given.z = 0.0;
                hold(Vector3::z(), Vector3::z());
            }
            if mode == Mode::Stick && tangential_stiffness.is_infinite() {
                given = Vector3::z() * given.z;
                (0..2).for_each(|axis| hold(axis_of(axis), axis_of(axis)));
            }
        }
    }
    given
}

/// What the loads do to the velocities that they are to keep; none if they depend on each other.
pub(in crate::derivative) fn hold_together(
    holds: &[Hold],
    problem: &ClusterProblem,
) -> Option<FullPivLU<f64, Dyn, Dyn>> {
    let n = holds.len();
    let block = |i: usize, j: usize| {
        let found = problem.coupling.block_row(i).find(|&(other, _)| other == j);
        found.map_or_else(Matrix3::zeros, |(_, w)| *w)
    };
    let matrix = DMatrix::from_fn(n, n, |row, column| {
        holds[row].axis.dot(&(block(holds[row].contact, holds[column].contact) * holds[column].load))
    });
    let lu = matrix.full_piv_lu();
    let pivots = lu.u().diagonal();
    (pivots[n - 1].abs() > DEPENDENT * pivots[0].abs()).then_some(lu)
}
