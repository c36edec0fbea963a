//! Which of the rigid contacts that touch are needed to stop the bodies: those with a positive reaction.
//!
//! Springs push rigid contacts with accelerations b. Each contact either carries a reaction q > 0 and stays at rest, or
//! carries none and separates:
//!
//! ```text
//! 0 ≤ q  ⊥  W_CC q + b ≥ 0                                                              (C.1)
//! ```
//!
//! W_CC is positive semidefinite, so (C.1) are the conditions of the least of q·W_CC q/2 + b·q over q ≥ 0, and
//! Lawson and Hanson's method finds it in finitely many steps: contacts enter one at a time, the one that would
//! penetrate fastest first, and leave when their reaction would pull. A contact that the others already stop
//! never enters, so the set stays independent however redundant the contacts are. Where nothing pushes yet, as at the
//! first instant, the springs' loads of the lowest order that does decide.

use crate::flow::frame::Role;
use crate::flow::reaction::{Envelope, Row};
use crate::flow::series::ORDER;
use crate::flow::thresholds::NO_PUSH;
use crate::flow::{Flow, Observer};
use crate::phase::{EventKind, Phase};

/// ε of (C.2): what contacts yield, relative to their bodies. Reactions are found to so many digits, which only decides who bears.
const YIELDING: f64 = 1e-7;

impl<O: Observer> Flow<'_, O> {
    /// Solves (C.1) for the rigid contacts of the frame and changes their phases accordingly; says whether any did.
    pub(in crate::flow) fn choose_closed(&mut self) -> bool {
        let is_candidate = |&member: &usize| {
            let entry = &self.frame.entries()[member];
            let at_rest = !matches!(entry.role, Role::Spring | Role::Locked | Role::Free | Role::Distant);
            entry.role == Role::Held || (at_rest && self.is_rigid(entry.contact))
        };
        let candidates: Vec<usize> = (0..self.frame.entries().len()).filter(is_candidate).collect();
        let Some(push) = (0..ORDER).map(|j| self.frame.push_of_springs(&candidates, j)).find(|push| {
            let felt = |(&member, b): (&usize, &f64)| b.abs() > self.frame.entries()[member].floor;
            candidates.iter().zip(push).any(felt)
        }) else {
            return false;
        };
        let contacts: Vec<usize> = candidates.iter().map(|&i| self.frame.entries()[i].contact).collect();
        let closed: Vec<bool> = contacts.iter().map(|&i| self.state[i].phase == Phase::Closed).collect();
        let coupling = self.frame.w.among(&candidates);
        let needed: Vec<bool> = if self.tangents.is_empty() {
            reactions_needed(&coupling, &push, &closed).iter().map(|&q| q > 0.0).collect()
        } else {
            let stiffness: Vec<f64> = contacts.iter().map(|&i| self.problem.material[i].stiffness).collect();
            shared_reactions(&coupling, &push, &closed, &stiffness).iter().map(|&q| q > 0.0).collect()
        };
        let mut changed = false;
        for ((&contact, closed), needed) in contacts.iter().zip(closed).zip(needed) {
            if needed && !closed {
                self.velocity[contact] = 0.0;
                self.press(contact);
                self.fire(contact, EventKind::ContactCloses);
            } else if closed && !needed {
                self.fire(contact, EventKind::ContactOpens);
            }
            changed |= needed != closed;
        }
        changed
    }
}

/// The solution of (C.1), W_CC given by rows of (column, value): zero for contacts that are not needed. Where the
/// search starts, at the contacts that are `closed` already, makes no difference to the motion; few of them change.
pub(crate) fn reactions_needed(coupling: &[Row], push: &[f64], closed: &[bool]) -> Vec<f64> {
    let n = push.len();
    let largest = push.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let mut reaction = vec![0.0; n];
    let mut needed = closed.to_vec();
    if !balance(coupling, push, &mut needed, &mut reaction) {
        needed.fill(false);
        reaction.fill(0.0);
    }
    let mut refused = vec![false; n];
    // Each pass lowers the energy q·Wq/2 + b·q, so no set comes twice; n² is far more than is ever used.
    for _ in 0..n * n + 1 {
        let acceleration: Vec<f64> = (0..n)
            .map(|i| push[i] + coupling[i].iter().map(|&(j, w)| w * reaction[j]).sum::<f64>())
            .collect();
        let penetrates = |&i: &usize| !needed[i] && !refused[i] && acceleration[i] < -NO_PUSH * largest;
        let fastest = |&i: &usize, &j: &usize| acceleration[i].total_cmp(&acceleration[j]);
        let Some(entering) = (0..n).filter(penetrates).min_by(fastest) else { break };
        needed[entering] = true;
        refused[entering] = !balance(coupling, push, &mut needed, &mut reaction);
        if refused[entering] {
            needed[entering] = false;
        }
    }
    reaction.iter().zip(needed).map(|(&q, needed)| if needed { q } else { 0.0 }).collect()
}

/// Of all solutions of (C.1) the one in which redundant contacts share their load as springs would: the one of least Σ q²/k, k their original stiffnesses. With
/// friction the share decides which of them slip, and must not depend on which is found to be needed first. It is that of contacts that yield a little,
///
/// ```text
/// 0 ≤ q  ⊥  W_CC q + b + ε (k₀/k) W q ≥ 0,     ε → 0                                           (C.2)
/// ```
///
/// with W and k₀ of the contact that yields least.
pub(crate) fn shared_reactions(
    coupling: &[Row],
    push: &[f64],
    closed: &[bool],
    stiffness: &[f64],
) -> Vec<f64> {
    let finite = |k: &&f64| k.is_finite();
    let stiffest = stiffness.iter().filter(finite).fold(0.0_f64, |a, &k| a.max(k));
    let own = |i: usize| coupling[i].iter().filter(|entry| entry.0 == i).map(|entry| entry.1).sum::<f64>();
    let yields = YIELDING * (0..push.len()).map(own).fold(f64::INFINITY, f64::min);
    let with_own = |(i, row): (usize, &Row)| -> Row {
        let share = if stiffness[i].is_finite() && stiffest > 0.0 { stiffest / stiffness[i] } else { 1.0 };
        row.iter().map(|&(j, w)| (j, if i == j { w + yields * share } else { w })).collect()
    };
    let yielding: Vec<Row> = coupling.iter().enumerate().map(with_own).collect();
    reactions_needed(&yielding, push, closed)
}

/// Moves the reactions towards those that stop all needed contacts, dropping contacts that would have to pull on
/// the way. False if the needed contacts are not independent. Every pass but the last drops the contact that is spent first, so
/// there are no more passes than needed contacts, and one.
fn balance(coupling: &[Row], push: &[f64], needed: &mut [bool], reaction: &mut [f64]) -> bool {
    for _ in 0..=push.len() {
        let set: Vec<usize> = (0..push.len()).filter(|&i| needed[i]).collect();
        let among = |&i: &usize| -> Row {
            coupling[i].iter().filter_map(|&(j, w)| set.binary_search(&j).ok().map(|j| (j, w))).collect()
        };
        let Some(factor) = Envelope::factor(&set.iter().map(among).collect::<Vec<_>>()) else { return false };
        let mut target: Vec<f64> = set.iter().map(|&i| -push[i]).collect();
        factor.solve(&mut target);
        // The part of the way to its target at which a reaction is spent.
        let spent = |from: f64, to: f64| if from > to { from / (from - to) } else { 0.0 };
        let part = |(&i, &q): (&usize, &f64)| (q <= 0.0).then(|| (spent(reaction[i], q), i));
        let sooner = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0);
        let first = set.iter().zip(&target).filter_map(part).min_by(sooner);
        let step = first.map_or(1.0, |(step, _)| step);
        for (&i, &q) in set.iter().zip(&target) {
            reaction[i] += step * (q - reaction[i]);
            let is_spent = q <= 0.0 && reaction[i] <= 0.0 || first.is_some_and(|(_, first)| first == i);
            if first.is_some() && is_spent {
                (reaction[i], needed[i]) = (0.0, false);
            }
        }
        if first.is_none() {
            break;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, dmatrix};

    /// Which contacts are needed; the same wherever the search starts.
    fn needed(coupling: &DMatrix<f64>, push: &[f64]) -> Vec<bool> {
        let row = |i| (0..push.len()).map(|j| (j, coupling[(i, j)])).collect();
        let rows: Vec<Row> = (0..push.len()).map(row).collect();
        let from = |closed| -> Vec<bool> {
            reactions_needed(&rows, push, &vec![closed; push.len()]).iter().map(|&q| q > 0.0).collect()
        };
        assert_eq!(from(false), from(true));
        from(false)
    }

    #[test]
    fn contacts_that_the_others_stop_are_not_needed() {
        // Two contacts side by side on one body: one reaction stops both.
        let needed = needed(&dmatrix![1.0, 1.0; 1.0, 1.0], &[-1.0, -1.0]);
        assert_eq!(needed.iter().filter(|&&x| x).count(), 1);
    }

    #[test]
    fn redundant_contacts_share_by_their_stiffness_whatever_their_order() {
        // A body on three points of a line, at −1, 0 and 1, pressed in the middle: J = [1, x].
        let coupling = |places: [f64; 3]| -> Vec<Row> {
            places.iter().map(|x| places.iter().map(|y| 1.0 + x * y).enumerate().collect()).collect()
        };
        let pressed = [-1.0; 3];
        let of = |places, stiffness: [f64; 3]| {
            shared_reactions(&coupling(places), &pressed, &[false; 3], &stiffness)
        };
        for (places, order) in [([-1.0, 0.0, 1.0], [0, 1, 2]), ([0.0, 1.0, -1.0], [1, 0, 2])] {
            let shares = of(places, order.map(|at| [1.0, 2.0, 1.0][at]));
            for (share, at) in shares.iter().zip(order) {
                assert!((share - [0.25, 0.5, 0.25][at]).abs() < 1e-5, "{shares:?}");
            }
        }
    }

    #[test]
    fn a_contact_that_would_have_to_pull_is_let_go() {
        // Pushed at contact 0 only; its reaction lifts contact 1 (W₀₁ > 0), which separates.
        assert_eq!(needed(&dmatrix![2.0, 1.0; 1.0, 2.0], &[-1.0, 0.1]), [true, false]);
        // W₀₁ < 0: the reaction at 0 presses 1.
        assert_eq!(needed(&dmatrix![2.0, -1.0; -1.0, 2.0], &[-1.0, 0.1]), [true, true]);
    }

    #[test]
    fn closed_contacts_without_any_push_are_let_go() {
        assert_eq!(needed(&dmatrix![2.0, 0.0; 0.0, 1.0], &[0.0, -1.0]), [false, true]);
    }

    #[test]
    fn nothing_is_needed_where_nothing_pushes() {
        assert_eq!(needed(&dmatrix![2.0, 0.0; 0.0, 1.0], &[1.0, 0.5]), [false, false]);
    }
}
