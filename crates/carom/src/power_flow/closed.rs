//! Which rigid contacts bear load: (C.1), as among linear springs.
//!
//! Contacts that are rigid, touch and do not move either close, if the springs press them together, or part. Where a spring has only
//! begun, what counts is what it will press with in an instant. A closed contact that nothing presses or draws stays closed: a row of
//! balls that have come to move as one does so until something acts on it. With friction: `friction/reactions.rs`.

use super::{Observer, PowerFlow};
use crate::flow::{ClusterProblem, Row, reactions_needed};
use crate::phase::{EventKind, Phase};

/// Springs that have only begun bear what they will at this part of the greatest compression that their speed can cause.
const SHORTLY: f64 = 1e-6;

impl<O: Observer> PowerFlow<'_, O> {
    /// Closes rigid contacts that the springs press, and opens those that they do not.
    pub(super) fn choose_closed(&mut self) {
        if !std::mem::take(&mut self.undecided) {
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
        let reactions = reactions_needed(&rows, &push, &closed);
        for (at, &contact) in rigid.iter().enumerate() {
            let drawn = push[at] + rows[at].iter().map(|&(j, w)| w * reactions[j]).sum::<f64>();
            let is_idle = reactions[at] == 0.0 && drawn == 0.0;
            if reactions[at] > 0.0 && !closed[at] {
                self.press(contact);
            } else if reactions[at] <= 0.0 && closed[at] && !is_idle {
                self.fire(contact, EventKind::ContactOpens);
            }
        }
    }

    /// Whether a contact is closed, or would be if it were pressed. One that has parted at this very instant is no longer asked.
    fn is_rigid_at_rest(&self, contact: usize) -> bool {
        let at_rest = || {
            self.state[contact].stiffness.is_infinite()
                && self.velocity[contact].abs() <= self.floor[contact]
                && self.touches_unloaded(contact)
                && self.parted[contact] != Some(self.time)
        };
        self.state[contact].phase == Phase::Closed || at_rest()
    }

    /// The acceleration of a contact by the springs, of which those that have only begun press already.
    fn pushed_shortly(&self, contact: usize) -> f64 {
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
