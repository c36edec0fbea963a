//! Which rigid contacts bear load: (C.1), as among linear springs.
//!
//! Contacts that are rigid, touch and do not move either close, if the springs press them together, or part. Where a spring has only
//! begun, what counts is what it will press with in an instant. A closed contact that nothing presses or draws stays closed: a row of
//! balls that have come to move as one does so until something acts on it.

use nalgebra::{DMatrix, DVector};

use super::friction::least_answers;
use super::{Observer, PowerFlow};
use crate::flow::{ClusterProblem, Row, reactions_needed, shared_reactions};
use crate::phase::{EventKind, Phase};

/// Springs that have only begun bear what they will at this part of the greatest compression that their speed can cause.
const SHORTLY: f64 = 1e-6;

impl<O: Observer> PowerFlow<'_, O> {
    /// Closes rigid contacts that the springs press, and opens those that they do not.
    pub(super) fn choose_closed(&mut self) {
        if !std::mem::take(&mut self.undecided) && self.tangents.is_empty() {
            return;
        }
        let rigid: Vec<usize> = (0..self.state.len()).filter(|&i| self.is_rigid_at_rest(i)).collect();
        if rigid.is_empty() {
            return;
        }
        let push: Vec<f64> = rigid.iter().map(|&i| self.pushed_shortly(i)).collect();
        let among = |&i: &usize| -> Row {
            let row = self.problem.coupling.row(i);
            row.filter_map(|(j, w)| rigid.binary_search(&j).ok().map(|j| (j, w))).collect()
        };
        let rows: Vec<Row> = rigid.iter().map(among).collect();
        let is_closed = |&i: &usize| self.state[i].phase == Phase::Closed;
        let closed: Vec<bool> = rigid.iter().map(is_closed).collect();
        let reactions = match self.tangents.is_empty() {
            true => reactions_needed(&rows, &push, &closed),
            false => self.shared(&rigid, &rows, &push, &closed),
        };
        for (at, &contact) in rigid.iter().enumerate() {
            let drawn = push[at] + rows[at].iter().map(|&(j, w)| w * reactions[j]).sum::<f64>();
            let is_idle = reactions[at] == 0.0 && drawn == 0.0 && self.tangents.is_empty();
            if reactions[at] > 0.0 && !closed[at] {
                self.press(contact);
            } else if reactions[at] <= 0.0 && closed[at] && !is_idle {
                self.fire(contact, EventKind::ContactOpens);
            }
            if reactions[at] > 0.0 && !self.tangents.is_empty() {
                self.set_reaction(contact, reactions[at]);
            }
        }
    }

    /// Reactions with friction: redundant contacts all bear, each its share as its spring would, since that decides how stiff it is along its tangents, and when
    /// it slips. Which of them bear, contacts that yield a little tell (C.2); what they bear then follows to the last digits.
    fn shared(&self, rigid: &[usize], rows: &[Row], push: &[f64], closed: &[bool]) -> Vec<f64> {
        let stiffness: Vec<f64> = rigid.iter().map(|&i| self.problem.material[i].stiffness).collect();
        let about = shared_reactions(rows, push, closed, &stiffness);
        let bear: Vec<usize> = (0..rigid.len()).filter(|&at| about[at] > 0.0).collect();
        if bear.is_empty() {
            return about;
        }
        let response = |a: usize, b: usize| {
            rows[bear[a]].iter().filter(|&&(j, _)| j == bear[b]).map(|&(_, w)| w).sum::<f64>()
        };
        let among = DMatrix::from_fn(bear.len(), bear.len(), response);
        let weights: Vec<f64> = bear.iter().map(|&at| self.weight[rigid[at]]).collect();
        let pushed = DVector::from_iterator(bear.len(), bear.iter().map(|&at| push[at]));
        let answers = least_answers(&among, &weights).0 * pushed;
        if answers.min() <= 0.0 {
            return reactions_needed(rows, push, closed); // one of them bears less than what yielding leaves unsaid
        }
        let mut reactions = vec![0.0; rigid.len()];
        bear.iter().zip(answers.iter()).for_each(|(&at, &answer)| reactions[at] = answer);
        reactions
    }

    /// Whether a contact is closed, or would be if it were pressed. One that has parted at this very instant is no longer asked; with
    /// friction those that are open wait for a speed.
    fn is_rigid_at_rest(&self, contact: usize) -> bool {
        let at_rest = || {
            self.state[contact].stiffness.is_infinite()
                && self.velocity[contact].abs() <= self.floor[contact]
                && self.touches_unloaded(contact)
                && self.parted[contact] != Some(self.time)
                && self.tangents.is_empty()
        };
        self.state[contact].phase == Phase::Closed || at_rest()
    }

    /// The acceleration of a contact by the springs, of which those that have only begun press already.
    fn pushed_shortly(&self, contact: usize) -> f64 {
        if !self.tangents.is_empty() {
            return self.pushed(contact);
        }
        self.problem.coupling.row(contact).map(|(j, w)| w * self.force_shortly(j)).sum()
    }

    fn force_shortly(&self, contact: usize) -> f64 {
        let (state, velocity) = (&self.state[contact], self.velocity[contact]);
        if state.phase != Phase::Compressing || state.compression > 0.0 || velocity >= 0.0 {
            return self.force(contact);
        }
        let n = self.problem.material[contact].exponent;
        let own = state.stiffness * self.problem.coupling.diagonal(contact);
        state.stiffness * n.power(SHORTLY * n.root_of_energy(velocity * velocity / own))
    }
}

/// For each contact √k of its spring before the impact, as a part of that of the stiffest: of loads that redundant contacts can share they take those of least
/// Σ q²/k.
pub(super) fn weights(problem: &ClusterProblem) -> Vec<f64> {
    let stiffness = || problem.material.iter().map(|material| material.stiffness);
    let stiffest = stiffness().filter(|k| k.is_finite()).fold(0.0_f64, f64::max);
    stiffness().map(|k| if k.is_finite() { (k / stiffest).sqrt() } else { 1.0 }).collect()
}
